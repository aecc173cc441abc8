"""The user's folder of profiles: cameras, tables, dice sets, decks and chips, each found by its name."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
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

    def free_name(self, kind: str, word: str) -> str:
        """A name that no profile of this kind has yet: "dice 1", "dice 2"; the only table is a "table"."""
        taken = set(self.names(kind))
        if kind == "table" and word not in taken:
            return word
        return next(f"{word} {n}" for n in range(1, len(taken) + 2) if f"{word}-{n}" not in taken)

    def has(self, kind: str, name: str) -> bool:
        """Whether such a profile is kept. Raises ProfileError for a name without a letter or digit."""
        return self.path(kind, name).exists()

    def save_camera(self, camera: StoredCamera) -> Path:
        """Keeps what is known of a camera under its name, in place of what was known before."""
        return self._save("camera", camera.name, camera.save)

    def keep_lens(self, camera: str, lens: Lens, error_px: float, created: str) -> Path:
        """A camera's lens; what else is known of it stays, unless its file cannot be used. Raises ProfileError."""
        try:
            before = self._camera(camera, created)
        except ProfileError:
            before = StoredCamera(camera, None, 0.0, created)
        return self.save_camera(replace(before, lens=lens, error_px=error_px, created=created))

    def keep_delay(self, camera: str, delay_ms: float, created: str) -> Path:
        """How old a camera's pictures are when they arrive; what else is known of it stays. Raises ProfileError."""
        return self.save_camera(replace(self._camera(camera, created), delay_ms=delay_ms))

    def _camera(self, name: str, created: str) -> StoredCamera:
        """What is known of it so far. Raises ProfileError for a file that cannot be used: it may hold the lens."""
        return self.camera(name) if self.has("camera", name) else StoredCamera(name, None, 0.0, created)

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
        lens = self.camera(camera).lens if self.has("camera", camera) else None
        return Lens.typical(width, height) if lens is None else lens.resized(width, height)

    def knows_lens(self, camera: str) -> bool:
        """Whether its lens was measured. Raises ProfileError."""
        return self.has("camera", camera) and self.camera(camera).lens is not None

    def delay_ms(self, camera: str) -> float:
        """How old its pictures are when they arrive, 0 where that was never measured. Raises ProfileError."""
        return self.camera(camera).delay_ms if self.has("camera", camera) else 0.0

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
        if not self.has(kind, name):
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
