"""A set of pieces as a file: a dice set, a deck, a set of chips. Its pictures lie beside it as PNG files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from calibration.dice_set import FACE_OF_LABEL, DiceSet, TaughtFace
from calibration.dice_view import DiceView
from calibration.picture import Picture
from calibration.profiles.checked import Fields, ProfileError, read_fields, write_text
from calibration.profiles.pictures import read_picture, write_picture
from calibration.profiles.toml_text import Value, toml_text

VERSION = 1
KINDS = ("dice set", "deck", "chips")
_MOST_PICTURES = 400
_LABEL = re.compile(r"[A-Za-z0-9+]{1,20}")
_COMMENT = "Pieces that the companion was taught (companion teach). Name and texts may be edited; pictures lie beside."


@dataclass(frozen=True, slots=True)
class PieceSet:
    """kind: one of KINDS; pictures: by what they show (a face, a card's code, a chip's colour), BGR; texts, numbers:
    features by name (a deck's letters, the size of a card in mm); created: ISO 8601 with time zone.
    """

    kind: str
    name: str
    created: str
    pictures: Mapping[str, tuple[Picture, ...]] = field(hash=False, default_factory=dict)
    texts: Mapping[str, str] = field(hash=False, default_factory=dict)
    numbers: Mapping[str, float] = field(hash=False, default_factory=dict)

    def save(self, path: Path) -> None:
        """Writes the file, and its pictures into a folder of the same name. Raises ProfileError."""
        folder = path.with_suffix("")
        listed: list[Value] = []
        for label, pictures in self.pictures.items():
            if not _LABEL.fullmatch(label):
                raise ProfileError(f"expected a label of letters and digits for a picture, found {label!r}")
            for number, picture in enumerate(pictures):
                file = folder / f"{label}-{number}.png"
                listed.append({"shows": label, "file": file.name, "sha256": write_picture(file, picture)})
        document: dict[str, Value] = {
            "kind": self.kind,
            "version": VERSION,
            "name": self.name,
            "created": self.created,
            "texts": dict(self.texts),
            "numbers": dict(self.numbers),
            "pictures": listed,
        }
        write_text(path, toml_text(document, _COMMENT))

    @classmethod
    def load(cls, path: Path, kind: str) -> "PieceSet":
        """Raises ProfileError for anything that is not whole and unchanged."""
        try:
            fields = read_fields(path, kind, VERSION)
            pictures: dict[str, tuple[Picture, ...]] = {}
            for each in fields.tables("pictures", _MOST_PICTURES):
                label, picture = _picture(each, path.with_suffix(""))
                pictures[label] = (*pictures.get(label, ()), picture)
            texts, numbers = fields.texts("texts"), fields.table("numbers").all_numbers()
            stored = cls(kind, fields.text("name"), fields.moment("created"), pictures, texts, numbers)
            fields.done()
        except ProfileError as error:
            raise ProfileError(f"{path}: {error}; teach the {kind} again, or import it anew") from error
        return stored


def _picture(fields: Fields, folder: Path) -> tuple[str, Picture]:
    label, file, digest = fields.text("shows", 20), fields.text("file"), fields.text("sha256")
    fields.done()
    if not _LABEL.fullmatch(label) or not re.fullmatch(rf"{re.escape(label)}-\d{{1,3}}\.png", file):
        raise ProfileError(f"pictures: expected a file such as {label}-0.png, found {file!r}")
    return label, read_picture(folder / file, digest)


def pieces_of_dice_set(dice: DiceSet) -> PieceSet:
    """A taught dice set as pieces."""
    view = dice.view
    numbers = {
        "view_width": float(view.width),
        "view_height": float(view.height),
        "view_focal": round(view.focal, 3),
        "view_elevation": round(view.elevation, 6),
        "view_distance": round(view.distance, 4),
    }
    pictures = {face.label: face.pictures for face in dice.faces.values()}
    return PieceSet("dice set", dice.name, dice.created, pictures, {}, numbers)


def dice_set_of_pieces(pieces: PieceSet) -> DiceSet:
    """Back again. Raises ProfileError where something is missing or no die has such a face."""
    try:
        width, height, focal, elevation, distance = (
            pieces.numbers[f"view_{name}"] for name in ("width", "height", "focal", "elevation", "distance")
        )
    except KeyError as error:
        raise ProfileError(
            f"{pieces.name}: numbers: expected {error.args[0]}, found nothing; teach the set again"
        ) from error
    faces = {}
    for label, pictures in pieces.pictures.items():
        face = FACE_OF_LABEL.get(label)
        if face is None:
            raise ProfileError(f"{pieces.name}: expected faces {' '.join(FACE_OF_LABEL)}, found {label!r}")
        faces[face] = TaughtFace(face, label, pictures)
    return DiceSet(pieces.name, faces, DiceView(int(width), int(height), focal, elevation, distance), pieces.created)
