"""What a page of the wizard shows at one moment. Plain values: the screen draws them, tests compare them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.setup.hints import Word

if TYPE_CHECKING:
    from vision.camera.delay import Flicker

Points = tuple[tuple[float, float], ...]


class Part(StrEnum):
    """The pages, in the order in which a newcomer opens them."""

    CAMERA = "camera"
    LENS = "lens"
    TABLE = "table"
    CHECK = "check"
    DICE = "dice"
    DECK = "deck"
    CHIPS = "chips"
    BOX = "box"


class Act(StrEnum):
    """What can be tapped."""

    TAKE = "take"
    """What is shown is right: go on."""
    AGAIN = "again"
    """Begin this page anew."""
    KEEP = "keep"
    KEEP_NEW = "keep_new"
    """Beside what was kept before, not in its place."""
    SKIP = "skip"
    YES = "yes"
    NO = "no"
    DONE = "done"
    """It was done as asked."""
    BEGIN = "begin"
    LOOK = "look"
    """Look for cameras."""
    PUT_BACK = "put_back"
    """The camera was put back where it stood."""
    DELAY = "delay"
    """Measure how old the camera's pictures are when they arrive."""
    CANCEL = "cancel"
    """Back to how the page was, with nothing changed."""
    ADDRESS = "address"
    """A phone's address was typed; the value is it."""
    HAND = "hand"
    """Let the drawn hand do what is asked."""
    BUMP = "bump"
    """Let the drawn hand bump the camera."""
    DRAW = "draw"
    """Show drawn pictures instead, or real ones again."""
    SHELF = "shelf"
    """Show what was kept before."""
    USE = "use"
    """From now on this one lies on the table."""
    RENAME = "rename"
    NAME = "name"
    """A name was typed; the value is it."""
    DELETE = "delete"
    """Ask whether it may be thrown away."""
    THROW_AWAY = "throw_away"
    """It may."""
    PIECE = "piece"
    """A named piece was tapped; the value is its number."""
    PICK = "pick"
    """One of several was chosen; the value is "group=option"."""
    TAP = "tap"
    """The picture was tapped; the value is "x,y" in its pixels."""


class Tone(StrEnum):
    """How something stands."""

    ASK = "ask"
    GOOD = "good"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline over the picture, in its pixels; filled: a faint ground; open: a point or a line, not closed."""

    outline: Points
    label: str = ""
    tone: Tone = Tone.ASK
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with a name that can be changed by tapping it: a face's letter or a colour; sure: nobody need look."""

    name: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several holds. `group` and each option are names that the screen knows, or plain names of things."""

    group: str
    options: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a page.

    now: what to do now, or what is the matter; more: what else is good to know; progress: 0 to 1, None where it cannot
    be told; marks: over a picture of `size` pixels; pieces: in their order from left to right; address: whether a
    phone's address can be typed; taps: whether the picture should be tapped; drawn: whether the pictures are drawn;
    naming: the name that may be typed anew, None where none may;
    flicker: what the whole screen does instead of showing the page; a tap on it is `Act.CANCEL`.
    """

    now: Word
    tone: Tone = Tone.ASK
    more: tuple[Word, ...] = ()
    progress: float | None = None
    marks: tuple[Mark, ...] = ()
    size: tuple[int, int] = (16, 9)
    keys: tuple[Act, ...] = ()
    picks: tuple[Pick, ...] = ()
    pieces: tuple[Piece, ...] = ()
    address: bool = False
    taps: bool = False
    drawn: bool = False
    naming: str | None = None
    flicker: "Flicker | None" = None
