"""One call read again: today's reader on the stored pictures, beside what was read at the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from calibration.dice_set import DiceSet
from companion.journal.evidence import EvidenceStore
from companion.referee.events import Parts
from companion.referee.verdict import DICE, Finding, find
from companion.review.record import HandRecord
from vision.dice.read import read_dice
from vision.pictures import Picture, decode_picture
from vision.readings import DieReading, PieceReading, middle
from vision.version import reader_version

Reader = Callable[[Picture], tuple[DieReading, ...]]


class NothingToRead(ValueError):  # noqa: N818 - says what is the case
    """No picture of this call is left to be read again; the message says why."""


@dataclass(frozen=True, slots=True)
class DieCompared:
    """One die, then and now; None where it was seen only once."""

    then: DieReading | None
    now: DieReading | None

    @property
    def same(self) -> bool:
        """Whether both times the same face was read, whatever the confidence."""
        return self.then is not None and self.now is not None and self.then.face == self.now.face


@dataclass(frozen=True, slots=True)
class Reread:
    """What today's reader makes of the picture that decided."""

    sha: str
    picture: Picture
    reader_then: str
    """Empty in journals that do not say."""
    reader_now: str
    profile: str
    """Name of the dice set it was read with; empty where nothing was taught."""
    dice: tuple[DieCompared, ...]
    """Those of then from left to right, and after them what only today's reader saw."""
    now: tuple[DieReading, ...]
    finding: Finding
    """The claim held against today's reading."""

    @property
    def agrees(self) -> bool:
        """Whether every die shows what it showed then."""
        return bool(self.dice) and all(die.same for die in self.dice)


def stored_set(parts: Parts | None, store: EvidenceStore) -> DiceSet | None:
    """The dice set of the table as it was kept with the pictures; None where nothing was taught, or nobody noted it.

    Raises EvidenceError where it is missing or damaged, DiceSetError where this version cannot read it.
    """
    if parts is None or parts.profile is None:
        return None
    return DiceSet.from_bytes(store.get(parts.profile.evidence), f"the dice set kept as {parts.profile.evidence[:12]}")


def reread(hand: HandRecord, store: EvidenceStore, dice_set: DiceSet | None, reader: Reader | None = None) -> Reread:
    """Reads the last picture of the call again, with `dice_set`, and compares die by die.

    `reader` is for whoever has a better one. A single picture is no vote: what it says is held against the claim only
    as far as each die is sure. Raises NothingToRead, EvidenceError, PictureError.
    """
    if not hand.evidence:
        raise NothingToRead(f"hand {hand.number} has no pictures: it was decided without a camera")
    sha = hand.evidence[-1]
    picture = decode_picture(store.get(sha), f"the picture {sha[:12]} of hand {hand.number}")
    now = reader(picture) if reader is not None else read_dice(picture, dice_set, expected=DICE)
    then = hand.reading.readings if hand.reading is not None else ()
    sure = len(now) == DICE and all(die.sure for die in now)
    return Reread(
        sha=sha,
        picture=picture,
        reader_then=hand.parts.reader if hand.parts is not None else "",
        reader_now=reader_version("dice"),
        profile=dice_set.name if dice_set is not None else "",
        dice=compared(then, now),
        now=now,
        finding=find(hand.ruling.claim, now, sure),
    )


def compared(then: Sequence[DieReading], now: Sequence[DieReading]) -> tuple[DieCompared, ...]:
    """Each die of then beside the one that now lies nearest, if it lies within half a die; then what is new."""
    left = list(now)
    pairs = []
    for die in sorted(then, key=lambda die: die.centre):
        nearest = min(left, key=lambda other: distance(die, other), default=None)
        if nearest is not None and distance(die, nearest) <= edge(die) / 2:
            left.remove(nearest)
            pairs.append(DieCompared(die, nearest))
        else:
            pairs.append(DieCompared(die, None))
    return (*pairs, *(DieCompared(None, die) for die in sorted(left, key=lambda die: die.centre)))


def distance(one: PieceReading, other: PieceReading) -> float:
    """From middle to middle, in pixels."""
    (x, y), (u, v) = middle(one.quad), middle(other.quad)
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def edge(die: PieceReading) -> float:
    """The upper edge of its outline, in pixels."""
    (x, y), (u, v) = die.quad[0], die.quad[1]
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)
