"""The table from a picture of the printed mat: any part of it will do that shows enough markers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say, advise
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.markers import DETECTIVE_IDS, MENTIROSO_IDS, Corners, find_markers
from calibration.mat import Mat, mat
from calibration.picture import Picture
from calibration.pose import Pose, solve_pose
from calibration.table import TableProfile

Points = NDArray[np.float64]

#: Fewer markers may all lie at one spot, or be somebody's joke.
LEAST_MARKERS = 3
#: Expected error in mm up to which a table is good, and usable.
GOOD_MM, USABLE_MM = 1.0, 2.5
#: From here on a sheet counts as badly taped.
_SHEET_OFF_MM = 1.5


class Quality(StrEnum):
    """How good a calibration is, in one word."""

    GOOD = "good"
    USABLE = "usable"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True, eq=False)
class TableFound:
    """profile: the table; quality; miss_px: reprojection error (root mean square) in pixels; miss_mm: the same on the
    table; expected_mm: how far off a place anywhere on the mat may be (the worst of its corners and middle);
    seen: how many markers helped; advice: what to tell; outline: of the card or rectangle that it was found by, in
    pixels, nothing where it was the mat.
    """

    profile: TableProfile
    quality: Quality
    miss_px: float
    miss_mm: float
    expected_mm: float
    seen: int
    advice: tuple[Advice, ...]
    outline: tuple[tuple[float, float], ...] = ()


def mat_in_view(markers: Mapping[int, Corners]) -> str | None:
    """The name of the mat that most markers belong to, None where none does."""
    counts = {
        "mentiroso": sum(n in MENTIROSO_IDS for n in markers),
        "detective": sum(n in DETECTIVE_IDS for n in markers),
    }
    name = max(counts, key=lambda key: counts[key])
    return name if counts[name] else None


def table_from_mat(picture: Picture, lens: Lens, players: int = 4) -> TableFound:
    """The table in a picture (BGR) of a mat. Raises CalibrationError, saying what to do, where too little is seen."""
    return table_from_markers(find_markers(picture), lens.resized(picture.shape[1], picture.shape[0]), players)


def table_from_markers(markers: Mapping[int, Corners], lens: Lens, players: int = 4) -> TableFound:
    """As `table_from_mat`, from markers found already, in pixels of `lens`."""
    name = mat_in_view(markers)
    if name is None:
        raise CalibrationError(
            "expected the printed mat, found none of its markers; "
            + advise(Say.SHOW_MAT).text
            + " (companion kit prints one.)"
        )
    table = mat(name, players if name == "mentiroso" or players in (3, 4) else 4)
    known = [m for m in table.markers if m.number in markers]
    if len(known) < LEAST_MARKERS:
        raise CalibrationError(
            f"expected at least {LEAST_MARKERS} markers of the mat, found {len(known)}; "
            + advise(Say.UNCOVER_MAT, seen=len(known), markers=len(table.markers)).text
        )
    places = np.concatenate([m.corners for m in known])
    pixels = np.concatenate([markers[m.number] for m in known])
    sheets = np.repeat([table.sheet_of(m) for m in known], 4)
    pose = solve_pose(places, pixels, lens, _asked(table))
    astray = _sheet_astray(table, pose, places, pixels, sheets, lens)
    if astray is not None:
        pose, advice = astray
        return _judged(table, pose, places, pixels, (advice,))
    return _judged(table, pose, places, pixels, ())


def _asked(table: Mat) -> Points:
    return np.concatenate([table.corners, [[0.0, 0.0]]])


def _judged(table: Mat, pose: Pose, places: Points, pixels: Points, more: tuple[Advice, ...]) -> TableFound:
    off = pose.profile.on_table(pixels) - places
    miss_mm = float(np.sqrt((off**2).sum(axis=1).mean()))
    expected = float(np.hypot(pose.spread.max(), _bent(off)))
    quality = quality_of(expected)
    profile = replace(
        pose.profile, zones=table.zones, players=table.players, mat=table.name, error_mm=round(expected, 2)
    )
    advice = (verdict(quality, expected), *more)
    return TableFound(profile, quality, pose.miss_px, miss_mm, expected, len(places) // 4, advice)


def _bent(off: Points) -> float:
    """How far, in mm, markers miss as a whole (root mean square), as on a bent mat; single corners miss by chance."""
    return float(np.sqrt((off.reshape(-1, 4, 2).mean(axis=1) ** 2).sum(axis=1).mean()))


def quality_of(expected_mm: float) -> Quality:
    """In one word, how good a table is on which a place may be so far off."""
    if expected_mm <= GOOD_MM:
        return Quality.GOOD
    return Quality.USABLE if expected_mm <= USABLE_MM else Quality.REPEAT


def verdict(quality: Quality, expected_mm: float, repeat: Say = Say.MAT_REPEAT) -> Advice:
    """The same in a sentence. repeat: what is said of one that is not good enough."""
    say = {Quality.GOOD: Say.MAT_GOOD, Quality.USABLE: Say.MAT_USABLE, Quality.REPEAT: repeat}[quality]
    return advise(say, mm=expected_mm)


def _sheet_astray(
    table: Mat, pose: Pose, places: Points, pixels: Points, sheets: NDArray[np.intp], lens: Lens
) -> tuple[Pose, Advice] | None:
    """The pose by the other sheets, where leaving one out explains why the mat does not fit; None where all fit."""
    if _bent(pose.profile.on_table(pixels) - places) < _SHEET_OFF_MM / 3:
        return None
    best: tuple[float, Pose, Advice] | None = None
    for sheet in np.unique(sheets):
        rest = sheets != sheet
        if min((~rest).sum(), rest.sum()) < 4 * LEAST_MARKERS:
            continue
        without = solve_pose(places[rest], pixels[rest], lens, _asked(table))
        off = without.profile.on_table(pixels) - places
        left, shift = _bent(off[rest]), float(np.hypot(*np.median(off[~rest], axis=0)))
        if shift > _SHEET_OFF_MM and shift > 3 * left and (best is None or left < best[0]):
            best = (left, without, advise(Say.SHEET_OFF, sheet=int(sheet) + 1, mm=shift))
    return None if best is None else best[1:]
