"""What was done in a match of Mentiroso. The list of operations is the history."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.dice import DiceHand, Face
from companion.games.mentiroso.options import Options
from companion.games.seats import Seat

Faces: TypeAlias = tuple[Face | None, ...]
"""The faces of the dice named beside it, in the same order; None: not known."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """The match is agreed on (M6, M7)."""

    players: int
    options: Options


@dataclass(frozen=True, slots=True)
class DrawLot:
    """The lot named the first starter (M8)."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class ThrowOpen:
    """Dice thrown in the open (M15)."""

    seat: Seat
    dice: tuple[int, ...]
    faces: Faces


@dataclass(frozen=True, slots=True)
class ThrowCup:
    """Dice thrown under the cup (M16)."""

    seat: Seat
    dice: tuple[int, ...]
    faces: Faces


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Hidden dice made visible (M17), with the faces that came to light."""

    seat: Seat
    dice: tuple[int, ...]
    faces: Faces


@dataclass(frozen=True, slots=True)
class ThrowAgain:
    """Cocked, stacked or lost dice thrown again in the same place (M27)."""

    seat: Seat
    dice: tuple[int, ...]
    faces: Faces
    hidden: bool
    """Under the cup."""


@dataclass(frozen=True, slots=True)
class SeeDice:
    """The faces of dice in the open became known."""

    dice: tuple[int, ...]
    faces: Faces


@dataclass(frozen=True, slots=True)
class SeeTable:
    """These faces lie in the open, high to low; all other dice are under the cup."""

    visible: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The player in turn looked under the cup (M22)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FixClaim:
    """The claim of a blind roll-and-pass was fixed (M23)."""

    seat: Seat
    hand: DiceHand


@dataclass(frozen=True, slots=True)
class PassClaim:
    """The dice were passed with a claim (M19)."""

    seat: Seat
    hand: DiceHand
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Believe:
    """The receiver said BELIEVE (M20)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Call:
    """The receiver said CALL, or lifted the cup in the open without a word (M20)."""

    seat: Seat
    by_lifting: bool = False


@dataclass(frozen=True, slots=True)
class Show:
    """The five dice were shown (M24)."""

    actual: DiceHand


@dataclass(frozen=True, slots=True)
class RuleByHand:
    """The dice could not be read; the people ruled (M27)."""

    lie: bool


@dataclass(frozen=True, slots=True)
class ThrowForAces:
    """The one throw of all five at five aces (M21, variant); None: not thrown."""

    seat: Seat
    actual: DiceHand | None


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The hand does not count (M28, M29)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player left the match (M30)."""

    seat: Seat


Operation: TypeAlias = (
    SetUp
    | DrawLot
    | ThrowOpen
    | ThrowCup
    | TakeOut
    | ThrowAgain
    | SeeDice
    | SeeTable
    | Look
    | FixClaim
    | PassClaim
    | Believe
    | Call
    | Show
    | RuleByHand
    | ThrowForAces
    | VoidHand
    | Withdraw
)
