"""A match of Mentiroso at one moment. Frozen; the actions make new ones."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from companion.games.dice import DiceHand, Face
from companion.games.mentiroso.options import Options
from companion.games.seats import Seat, next_seat

DICE = range(5)
"""The five dice, told apart by number."""


class Place(StrEnum):
    """Where a die is (M13)."""

    CUP = "cup"
    """Under the cup, hidden."""
    TABLE = "table"
    """In the open, visible."""
    UNTOLD = "untold"
    """Nobody told the companion (only where throws are trusted)."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die (M13)."""

    place: Place
    thrown: bool = False
    """Thrown in this turn."""
    face: Face | None = None
    """None: not known. A face under the cup is a secret that only a simulated table holds."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player said when passing the dice (M19)."""

    seat: Seat
    hand: DiceHand
    blind: bool = False
    """Fixed before the cup throw and passed unseen (M23)."""


class Phase(StrEnum):
    """What the match waits for."""

    LOT = "lot"
    """The draw for the first starter (M8)."""
    TURN = "turn"
    """The player in turn throws and claims."""
    ANSWER = "answer"
    """The receiver says BELIEVE or CALL (M20)."""
    SHOW = "show"
    """Called: the five dice are shown (M24)."""
    ACES = "aces"
    """The variant of M21: the one throw at five aces."""
    OVER = "over"
    """One player is left (M10)."""


class Ground(StrEnum):
    """Why a hand ended."""

    SHOWN = "shown"
    """Called, and the dice decided (M24)."""
    RULED = "ruled"
    """Called, and the people ruled by hand (M27)."""
    ACES_BELIEVED = "aces believed"
    """Five aces were believed (M21)."""
    ACES_THROWN = "aces thrown"
    """Five aces were believed, and thrown at (M21, variant)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a hand ended and who takes the point."""

    claim: DiceHand
    actual: DiceHand | None
    """The dice shown; None where nobody read them."""
    lie: bool
    """Whether the claim was higher than the dice (False where five aces were believed)."""
    loser: Seat
    claimant: Seat
    caller: Seat
    """The receiver who answered; with five aces, who believed them."""
    ground: Ground = Ground.SHOWN

    @property
    def winner(self) -> Seat:
        """The other of the two."""
        return self.caller if self.loser == self.claimant else self.claimant


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the scores, and the hand in play."""

    options: Options
    points: tuple[int, ...]
    """Penalty points, by seat."""
    out: tuple[Seat, ...] = ()
    """Eliminated or withdrawn, in order."""
    phase: Phase = Phase.LOT
    starter: Seat | None = None
    """Who started this hand; None before the lot."""
    actor: Seat | None = None
    """Whose act is awaited: the player in turn, the receiver, the caller."""
    dice: tuple[Die, ...] = ()
    claims: tuple[Claim, ...] = ()
    """All claims of this hand."""
    thrown_before: tuple[int, ...] = ()
    """The dice that were thrown in the turn before the last claim: what all saw, and remember after M13's marks go."""
    fixed: DiceHand | None = None
    """The claim fixed for a blind roll-and-pass in this turn (M23)."""
    thrown_blind: bool = False
    """The cup throw after `fixed` was made and nobody looked."""
    looked: bool = False
    """The player in turn looked under the cup after BELIEVE (M22)."""
    hands: int = 0
    """Hands that ended with a point (M9)."""
    verdict: Verdict | None = None
    """How the last finished hand ended."""

    @property
    def players(self) -> int:
        """How many began the match."""
        return len(self.points)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats still in play."""
        return tuple(seat for seat in range(self.players) if seat not in self.out)

    @property
    def claim(self) -> Claim | None:
        """The last claim of this hand: to be answered, or believed and to be beaten."""
        return self.claims[-1] if self.claims else None

    @property
    def to_beat(self) -> DiceHand | None:
        """What the next claim must be higher than (M19); None at an opening."""
        return self.claims[-1].hand if self.claims else None

    @property
    def opening(self) -> bool:
        """Whether the turn is the first of the hand (M18)."""
        return not self.claims

    @property
    def receiver(self) -> Seat | None:
        """The player on the right of the one whose act is awaited."""
        return None if self.actor is None else next_seat(self.actor, self.players, self.active)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The numbers of the dice under the cup."""
        return tuple(die for die in DICE if self.dice and self.dice[die].place is Place.CUP)

    @property
    def visible(self) -> tuple[Face, ...]:
        """The known faces in the open, high to low."""
        faces = (die.face for die in self.dice if die.place is Place.TABLE)
        return tuple(sorted((face for face in faces if face is not None), reverse=True))

    @property
    def winner(self) -> Seat | None:
        """The last active player (M10); None while the match goes on."""
        return self.active[0] if self.phase is Phase.OVER else None

    @property
    def places(self) -> tuple[Seat, ...]:
        """First to last: those in play by seat, then the others in reverse order of elimination (M11)."""
        return self.active + tuple(reversed(self.out))

    def shows(self, faces: DiceHand) -> bool:
        """Whether these five could be the dice, as far as their faces are known."""
        known = Counter(die.face for die in self.dice if die.face is not None)
        return not known - Counter(faces.faces)
