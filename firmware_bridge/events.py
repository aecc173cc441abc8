"""What the box tells: which input changed to which level, and when."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Input(StrEnum):
    """An input a box may have. The order is that of the codes on the wire: new inputs go at the end."""

    CUP = "cup"
    """The seat sensor under the cup."""
    TILT = "tilt"
    """The tilt sensor in the cup: a half-open peek."""
    SHAKE = "shake"
    """The shake sensor in the cup: a throw in the making."""
    BELIEVE = "believe"
    CALL = "call"
    SEAT0 = "seat0"
    SEAT1 = "seat1"
    SEAT2 = "seat2"
    SEAT3 = "seat3"
    SEAT4 = "seat4"
    SEAT5 = "seat5"
    SEAT6 = "seat6"
    SEAT7 = "seat7"
    SEAT8 = "seat8"
    SEAT9 = "seat9"

    @property
    def seat(self) -> int | None:
        """The seat whose button this is, 0 to 9; None for every other input."""
        return int(self.value.removeprefix("seat")) if self.value.startswith("seat") else None


class Level(StrEnum):
    """What an input was found at. Each input knows two of these, and every input may be STUCK."""

    SEATED = "seated"
    LIFTED = "lifted"
    UPRIGHT = "upright"
    TILTED = "tilted"
    STILL = "still"
    SHAKING = "shaking"
    RELEASED = "released"
    PRESSED = "pressed"
    STUCK = "stuck"
    """The contact never settles, or a button was held for longer than anyone holds one: repair it or ignore it."""


_OWN_PAIR: Final = {
    Input.CUP: (Level.SEATED, Level.LIFTED),
    Input.TILT: (Level.UPRIGHT, Level.TILTED),
    Input.SHAKE: (Level.STILL, Level.SHAKING),
}


def levels_of(which: Input) -> tuple[Level, Level, Level]:
    """The levels `which` can have: at rest, active, stuck (in the order of their codes on the wire: 0, 1, 2)."""
    rest, active = _OWN_PAIR.get(which, (Level.RELEASED, Level.PRESSED))
    return rest, active, Level.STUCK


def other_level(which: Input, level: Level) -> Level:
    """What a level of `which` means where its sensor speaks the other way round; a stuck input stays stuck."""
    rest, active, stuck = levels_of(which)
    if level is stuck:
        return level
    return active if level is rest else rest


@dataclass(frozen=True, slots=True)
class BoxEvent:
    """One input of the box changed its level."""

    input: Input
    level: Level
    at_ns: int | None
    """When it happened, in the host's `time.monotonic_ns()`; None where unknown (found so after a lost link)."""
    seq: int | None = None
    """The box's own count of its events, 0 to 65535 and round again; None where the box did not number it."""
    boot_id: int | None = None
    """Which start of the box counted: (boot_id, seq) names an event once and for all."""

    def __post_init__(self) -> None:
        if self.level not in levels_of(self.input):
            expected = ", ".join(levels_of(self.input))
            raise ValueError(f"the input '{self.input}' has the levels {expected}; found '{self.level}'")


@dataclass(frozen=True, slots=True)
class BoxMissed:
    """Something happened at the box that nobody will ever learn of: say so, it may have been a press."""

    count: int | None
    """How many events fell out of the box's full memory; None where the box started anew and nobody counted."""
    boot_id: int
    seq: int
    """The last event that is missing; `committed` takes this item as it takes an event."""


class BoxState(StrEnum):
    """How the link stands; each of these is shown on the screen."""

    SEARCHING = "searching"
    """No box was found yet."""
    HANDSHAKING = "handshaking"
    """A port is open; whether a box answers there is not known yet."""
    READY = "ready"
    LOST = "lost"
    """There was a box, and it is gone."""
    REFUSED = "refused"
    """There is a box, but box and companion do not speak the same version."""


@dataclass(frozen=True, slots=True)
class BoxStatus:
    """The link changed its state."""

    state: BoxState
    detail: str
    """One English sentence for the log and the command line: which port, why lost, why refused."""


BoxItem = BoxEvent | BoxMissed | BoxStatus
"""Everything a session hands over, in the order in which it came about."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the journal knows of the box, to go on from there after a restart of the companion."""

    boot_id: int
    next_seq: int
    """The first event that is not in the journal."""
    levels: tuple[tuple[Input, Level], ...] = ()
    """The last level of each input in the journal; inputs that are not named were at rest."""
