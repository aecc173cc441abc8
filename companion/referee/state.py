"""The referee's picture of the table, as everyone may see it: what the screen draws and nothing else decides."""

from dataclasses import dataclass, field
from enum import StrEnum

from calibration.advice import Advice as Advice  # noqa: PLC0414 - the screen takes it from here
from companion.games.dice import DiceHand
from companion.games.errors import Explanation
from companion.games.mentiroso.state import Ground, Match
from companion.referee.board import Board
from companion.referee.events import How, Link, Outcome, Parts
from companion.referee.felt import NOTHING_FELT, BoxFelt
from vision.readings import DieReading as DieReading  # noqa: PLC0414 - the screen takes it from here
from vision.readings import ToldDie


class Phase(StrEnum):
    """Where in the cycle of a hand the table stands (docs/cycle.md)."""

    SEATING = "seating"
    """Nobody has sat down yet."""
    LOT = "lot"
    """The match is set up; the lot for the first starter has not fallen (M8)."""
    CLAIM = "claim"
    """The seat in turn throws, looks in private and claims. The privacy gate is closed."""
    ANSWER = "answer"
    """A claim stands; the receiver says BELIEVE or CALL before looking (M20)."""
    LIFT = "lift"
    """CALL was said; the cup has yet to be lifted."""
    READING = "reading"
    """The dice lie open and are being read."""
    RULING = "ruling"
    """The reading is not sure, or there is no camera: a person names the five dice."""
    VERDICT = "verdict"
    """The verdict stands on the board."""
    OVER = "over"
    """One player is left (M10)."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call in progress, or the last one."""

    claim: DiceHand
    claimant: int
    caller: int
    how: How
    at_ns: int | None = None
    frame: int | None = None
    """The picture in which the cup was lifted, where the hand is played from a recording."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a hand ended: what the board shows and the journal keeps."""

    ground: Ground

    claim: DiceHand
    actual: DiceHand | None
    """None when the verdict was certain although a die could not be read: see `known`."""
    known: tuple[str, ...]
    """The letters of the dice that are known, `?` for one that is not; empty where no dice were needed (M21)."""
    lie: bool
    claimant: int
    receiver: int
    """Who called, or who believed five aces."""
    loser: int
    by: str
    """"camera", or who named the dice."""
    eliminated: bool
    frame: int | None = None
    """The picture that decided, where the hand is played from a recording."""
    evidence: tuple[str, ...] = ()
    told: tuple[ToldDie, ...] = ()
    """Which die of the last picture shows what, as far as that is certain: read and not contradicted, or named."""
    outcome: Outcome | None = None
    """What the review of this verdict came to, once it was published."""
    counted: bool = True
    """False: after a correction of an earlier hand, its loser was out by then, or the match was over: no point."""
    at_ns: int | None = field(default=None, compare=False)
    """When it was given, on the host's monotonic clock, which the journal does not keep."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A verdict in dispute; at most one at a time."""

    hand: int
    """Index into `TableState.hands`."""
    by: int
    """The seat that disputes it."""
    why: str
    board: Board
    """The score as it was then: nothing else is shown before the ruling is published."""
    outcome: Outcome | None = None
    """None until it is ruled. To be told to nobody before it is published."""
    ruled_by: str = ""
    ruled_why: str = ""
    actual: DiceHand | None = None
    """The dice as the evidence shows them."""


@dataclass(frozen=True, slots=True)
class Learning:
    """What is known of dice that nobody taught, from what people said lies there."""

    faces: tuple[str, ...] = ()
    """Letters of those that were told."""
    complete: bool = False
    """All six are known, and the dice are read by them: they may be kept as a taught set."""
    contradictions: tuple[tuple[str, str], ...] = ()
    """In the newest throw: what was told to be one face before, and another one now. Both are forgotten."""
    changed: bool = False
    """The newest throw was of other dice: those of before are forgotten."""


@dataclass(frozen=True, slots=True)
class TableState:
    """All of it. Immutable: a new one replaces it after each event."""

    phase: Phase = Phase.SEATING
    names: tuple[str, ...] = ()
    match: Match | None = None
    simulated: bool = False
    gate_open: bool = False
    cup_down: bool | None = None
    """None: not known (no box)."""
    claimed_at_ns: int | None = None
    """When the claim that stands was made; None where unknown. What was done before answers an older one."""
    call: Call | None = None
    readings: tuple[DieReading, ...] = ()
    """The dice seen: live during a call, then those that decided. Of a private look there are none."""
    evidence: tuple[str, ...] = ()
    """SHA-256 of the pictures kept for these readings."""
    why_not_sure: str = ""
    ruling: Ruling | None = None
    hands: tuple[Ruling, ...] = ()
    """Every call of the match so far, oldest first."""
    unwatched: bool = False
    """This call is taken up again after a restart or an undo: what is read of the dice now is a guess."""
    dispute: Dispute | None = None
    challenges: tuple[int, ...] = ()
    """How many more disputes each seat may lose."""
    challenge_window_s: int = 0
    """How long after a verdict it may be disputed; 0: no disputes."""
    box: Link = Link.ABSENT
    felt: BoxFelt = NOTHING_FELT
    """What the box is, and what it felt beyond the cup."""
    camera: Link = Link.ABSENT
    parts: Parts | None = None
    """The versions behind the readings; None until somebody told."""
    refused: str = ""
    """Why the last action was not taken; empty again after the next one that is."""
    refused_rule: str = ""
    refused_what: Explanation | None = None
    """The same in parts, for every language, where it was the rules that refused."""
    undoable: Explanation | None = None
    """The newest step: what an undo would take back now. Filled in by the desk."""
    told: Explanation | None = None
    """What the last undo, correction or ruling changed, until the next step."""
    table_advice: Advice | None = None
    """What to do about the camera, the mat or the light; None: nothing. Filled in by whoever runs the referee."""
    learning: Learning | None = None
    """How far dice that nobody taught are known; None: they were taught. Filled in by whoever runs the referee."""

    @property
    def turn(self) -> int | None:
        """The seat that must act now: claim, or answer; None when nobody in particular must."""
        if self.match is None:
            return None
        return self.match.actor if self.phase in (Phase.CLAIM, Phase.ANSWER) else None

    @property
    def board(self) -> Board:
        """The score as everyone may see it; while a verdict is in dispute, as it was before."""
        if self.dispute is not None:
            return self.dispute.board
        match = self.match
        return Board(match.points, match.out, match.places, self.turn) if match is not None else Board()
