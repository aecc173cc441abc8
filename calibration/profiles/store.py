"""The user's folder of profiles: cameras, tables, dice sets, decks and chips, each found by its name."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from platformdirs import user_data_path

from calibration.dice_set import DiceSet
from calibration.lens import Lens
from calibration.profiles.camera_file import StoredCamera
from calibration.profiles.checked import ProfileError
from calibration.profiles.pieces_file import PieceSet, dice_set_of_pieces, pieces_of_dice_set
from calibration.profiles.table_file import StoredTable

FOLDERS = {"camera": "cameras", "table": "tables", "dice set": "dice", "deck": "decks", "chips": "chips"}

T = TypeVar("T", StoredCamera, StoredTable, PieceSet)


@dataclass(frozen=True, slots=True)
class ProfileStore:
    """A folder of profiles; nothing is made until something is saved."""

    root: Path

    def path(self, kind: str, name: str) -> Path:
        """Where the profile of this kind and name lies. Raises ProfileError for a name without a letter or digit."""
        return self.root / FOLDERS[kind] / f"{slug(name)}.toml"

    def names(self, kind: str) -> tuple[str, ...]:
        """The names (as in the files' names) of what is kept, in order of the alphabet."""
        return tuple(sorted(path.stem for path in (self.root / FOLDERS[kind]).glob("*.toml")))

    def save_camera(self, camera: StoredCamera) -> Path:
        """Keeps a lens under the camera's name, in place of an earlier one."""
        return self._save("camera", camera.name, camera.save)

    def save_table(self, table: StoredTable) -> Path:
        """Keeps a table, in place of an earlier one of that name."""
        return self._save("table", table.name, table.save)

    def save_pieces(self, pieces: PieceSet) -> Path:
        """Keeps a dice set, a deck or chips, in place of an earlier one of that name."""
        return self._save(pieces.kind, pieces.name, pieces.save)

    def save_dice_set(self, dice: DiceSet) -> Path:
        """Keeps a taught dice set."""
        return self.save_pieces(pieces_of_dice_set(dice))

    def camera(self, name: str) -> StoredCamera:
        """Raises ProfileError."""
        return StoredCamera.load(self._there("camera", name))

    def table(self, name: str) -> StoredTable:
        """Raises ProfileError."""
        return StoredTable.load(self._there("table", name))

    def pieces(self, kind: str, name: str) -> PieceSet:
        """Raises ProfileError."""
        return PieceSet.load(self._there(kind, name), kind)

    def dice_set(self, name: str) -> DiceSet:
        """Raises ProfileError."""
        return dice_set_of_pieces(self.pieces("dice set", name))

    def lens_of(self, camera: str, width: int, height: int) -> Lens:
        """The lens of a camera by its name for pictures of a size: as measured, or the usual one.

        Raises ProfileError where a file is there that cannot be used: a usual lens in its place would be a wrong one.
        """
        path = self.path("camera", camera)
        if not path.exists():
            return Lens.typical(width, height)
        return StoredCamera.load(path).lens.resized(width, height)

    def table_of(self, camera: str) -> StoredTable | None:
        """The table set up last with this camera, None where there is none. Raises ProfileError."""
        tables = [self.table(name) for name in self.names("table")]
        return max((t for t in tables if t.camera == camera), key=lambda t: t.created, default=None)

    def _save(self, kind: str, name: str, save: Callable[[Path], None]) -> Path:
        path = self.path(kind, name)
        save(path)
        return path

    def _there(self, kind: str, name: str) -> Path:
        path = self.path(kind, name)
        if not path.exists():
            known = ", ".join(self.names(kind)) or "none yet"
            raise ProfileError(f"expected a {kind} called {name!r} in {path.parent}, found: {known}")
        return path


def default_store() -> ProfileStore:
    """The user's own, as each system has it."""
    return ProfileStore(user_data_path("cubilete", appauthor=False) / "profiles")


def slug(name: str) -> str:
    """A name as a file's name: small letters, digits and hyphens. Raises ProfileError where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
    if not made:
        raise ProfileError(f"expected a name with a letter or digit in it, found {name!r}")
    # Windows keeps these names for itself.
    return f"{made}-1" if re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", made) else made
