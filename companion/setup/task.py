"""What every page of the wizard is to the thread that runs it, and what it works with."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from calibration.dice_set import DiceSetError
from calibration.kept_table import KeptTable
from calibration.profiles import ProfileError, ProfileStore
from calibration.profiles.in_use import put_in_use, table_in_use
from companion.referee.fittings import Fittings
from companion.setup.step import Act, Step
from vision.camera.frames import Frame
from vision.cards.deck import DeckError
from vision.chips.teach import ChipSetError

KNOWN = "known"
"""The choice of what was taught before."""
_MOST_KNOWN = 3


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Bench:
    """What a task works with.

    store: where profiles are kept; fittings: what the table plays with; camera: the name by which the camera goes;
    players: who sit at the table; drawn: whether the pictures are drawn; plays: whether a drawn table plays with what
    is learned of them; now: the moment as profiles note it.
    """

    store: ProfileStore
    fittings: Fittings
    camera: str = ""
    players: int = 4
    drawn: bool = False
    plays: bool = False
    now: Callable[[], str] = _now

    def put_in_use(self, **names: str) -> None:
        """From now on these profiles lie on the table, also after a restart. Raises ProfileError."""
        put_in_use(self.store, **names)

    def known(self, kind: str) -> tuple[str, ...]:
        """The names of the profiles of this kind that are offered again."""
        return self.store.names(kind)[:_MOST_KNOWN]

    @property
    def knows_table(self) -> bool:
        """Whether a table was set up with this camera; one that cannot be read is written anew."""
        try:
            return table_in_use(self.store, self.camera) is not None
        except ProfileError:
            return False

    def watched_table(self) -> KeptTable | None:
        """The table that was set up with this camera, to be shown every picture: things on it are measured by where it
        is now. None where there is none; what is drawn for a page lies on no table.
        """
        try:
            stored = None if self.drawn else table_in_use(self.store, self.camera)
        except ProfileError:
            return None
        return KeptTable(stored.profile, stored.view) if stored is not None else None

    def free_name(self, kind: str, word: str) -> str:
        """See `ProfileStore.free_name`."""
        return self.store.free_name(kind, word)


def trouble_of(do: Callable[[], None]) -> str | None:
    """What went wrong with a profile or with what it holds; None where nothing did."""
    try:
        do()
    except (ProfileError, DiceSetError, DeckError, ChipSetError) as error:
        return str(error)
    return None


class Task(Protocol):
    """One page. Made when it is opened; one thread calls it, nobody else."""

    def see(self, frame: Frame) -> None:
        """The newest picture; some are left out while another is looked at."""

    def do(self, act: Act, value: str) -> None:
        """Something was tapped."""

    def work(self) -> bool:
        """Do what takes long, after the screen was told that it is being done; false where there is nothing to do."""

    @property
    def step(self) -> Step:
        """What is to be seen now."""


class IdleTask:
    """Most pages do nothing that takes long."""

    def work(self) -> bool:
        """See `Task`."""
        return False

    def see(self, frame: Frame) -> None:
        """See `Task`."""

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
