"""A table as a file: the camera over it, its plane, zones and seats."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from calibration.mat import MAT_NAMES, MOST_PLAYERS
from calibration.profiles.camera_file import lens_values, read_lens
from calibration.profiles.checked import Fields, ProfileError, read_fields, write_text
from calibration.profiles.pictures import read_picture, write_picture
from calibration.profiles.toml_text import Value, toml_text
from calibration.scene import View
from calibration.table import TableProfile
from calibration.zones import Polygon, Zone, ZoneKind

KIND, VERSION = "table", 1
#: Places in mm whose pixels are kept beside the numbers: where these disagree, the geometry is not used.
_CHECKS = ((0.0, 0.0), (200.0, 0.0), (0.0, 120.0), (-150.0, -90.0))
_CHECK_PX = 0.2
_VIEW = "view-0.png"
_COMMENT = """A table (companion calibrate table). Lengths are millimetres from the middle of the mat:
x to the right, y away from the camera's side, z up. Names and zones may be edited; the numbers of
lens, plane and checks belong together: edit none of them, calibrate again instead."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """name: what people call the table; camera: the camera's name; created: ISO 8601 with time zone.

    view: what the camera saw of a table without a mat (`calibration.scene.scene_view`), None where nobody kept it.
    """

    name: str
    camera: str
    profile: TableProfile
    created: str
    view: View | None = field(default=None, compare=False)

    def save(self, path: Path) -> None:
        """Writes the file, and what the camera saw into a folder of the same name. Raises ProfileError."""
        values = _values(self)
        if self.view is not None:
            values["view"] = {"file": _VIEW, "sha256": write_picture(path.with_suffix("") / _VIEW, self.view)}
        write_text(path, toml_text(values, _COMMENT))

    @classmethod
    def load(cls, path: Path) -> "StoredTable":
        """Raises ProfileError; a profile whose numbers contradict one another never becomes a geometry."""
        try:
            return _read(read_fields(path, KIND, VERSION), path.with_suffix(""))
        except ProfileError as error:
            raise ProfileError(f"{path}: {error}; run: companion calibrate table") from error


def _values(table: StoredTable) -> dict[str, Value]:
    profile = table.profile
    zones: list[Value] = []
    for zone in profile.zones:
        value: dict[str, Value] = {"kind": zone.kind.value}
        if zone.seat is not None:
            value["seat"] = zone.seat + 1
        if zone.index is not None:
            value["number"] = zone.index + 1
        value["corners"] = [[round(x, 2), round(y, 2)] for x, y in zone.polygon]
        zones.append(value)
    return {
        "kind": KIND,
        "version": VERSION,
        "name": table.name,
        "camera": table.camera,
        "created": table.created,
        "players": profile.players,
        "mat": profile.mat,
        "error_mm": round(profile.error_mm, 2),
        "lens": lens_values(profile.camera),
        "plane": {
            "rotation": [[round(v, 9) for v in row] for row in profile.rotation],
            "translation": [round(v, 4) for v in profile.translation],
        },
        "checks": [
            {"place": list(place), "pixel": [round(float(v), 3) for v in profile.project(np.array(place))]}
            for place in _CHECKS
            if np.isfinite(profile.project(np.array(place))).all()
        ],
        "zones": zones,
    }


def _read(fields: Fields, folder: Path) -> StoredTable:
    name, camera, created = fields.text("name"), fields.text("camera", 200), fields.moment("created")
    players = fields.whole("players", 2, MOST_PLAYERS)
    mat = fields.text("mat", empty=True)
    if mat and mat not in MAT_NAMES:
        raise ProfileError(f"mat: expected {' or '.join(MAT_NAMES)}, or nothing, found {mat!r}")
    error_mm = fields.number("error_mm", 0, 1000)
    lens = read_lens(fields.table("lens"))
    plane = fields.table("plane")
    rows = plane.rows("rotation")
    translation = plane.numbers("translation", 3, -20000, 20000)
    plane.done()
    zones = tuple(_zone(each, players) for each in fields.tables("zones"))
    profile = TableProfile(lens, rows, (translation[0], translation[1], translation[2]), zones, players, mat, error_mm)
    _hold_against_checks(profile, fields.tables("checks", 20))
    view = _view(fields.table("view"), folder) if fields.has("view") else None
    fields.done()
    return StoredTable(name, camera, profile, created, view)


def _view(fields: Fields, folder: Path) -> View:
    file, digest = fields.text("file"), fields.text("sha256")
    fields.done()
    if file != _VIEW:
        raise ProfileError(f"view.file: expected {_VIEW}, found {file!r}")
    return np.asarray(read_picture(folder / file, digest)[:, :, 0], np.uint8)


def _zone(fields: Fields, players: int) -> Zone:
    kind = fields.text("kind")
    if kind not in set(ZoneKind):
        raise ProfileError(f"zones: expected a kind ({', '.join(ZoneKind)}), found {kind!r}")
    seat = fields.whole("seat", 1, players) - 1 if fields.has("seat") else None
    index = fields.whole("number", 1, 100) - 1 if fields.has("number") else None
    corners = fields.points("corners", 3, 100, 5000)
    fields.done()
    if _area(corners) < 1:
        raise ProfileError(f"zones: expected corners that go round the {kind}, found them in one line")
    return Zone(ZoneKind(kind), corners, seat, index)


def _area(corners: Polygon) -> float:
    x, y = np.array(corners).T
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def _hold_against_checks(profile: TableProfile, checks: tuple[Fields, ...]) -> None:
    turn = profile.turn
    if np.abs(turn @ turn.T - np.eye(3)).max() > 1e-5 or np.linalg.det(turn) < 0:
        raise ProfileError("plane.rotation: these numbers are no rotation; one was changed, or the file is damaged")
    if profile.eye[2] <= 0:
        raise ProfileError("plane: the camera would look at the table from below; the file is damaged")
    if len(checks) < 3:
        raise ProfileError(f"checks: expected at least three, found {len(checks)}")
    for each in checks:
        place, pixel = each.numbers("place", 2, -5000, 5000), each.numbers("pixel", 2, -1e6, 1e6)
        each.done()
        seen = profile.project(np.array(place))
        if not np.abs(seen - pixel).max() < _CHECK_PX:
            raise ProfileError(
                f"checks: the place {place[0]:g}, {place[1]:g} should be seen at pixel {pixel[0]:.1f}, {pixel[1]:.1f}, "
                f"but lens and plane put it at {seen[0]:.1f}, {seen[1]:.1f}; a number was changed, or the file damaged"
            )
