"""What the box told, as events for the referee, and what the table knows of it.

Nothing here is a step of the game: what a lift or a press means follows from the phase (box_sense.py), and is an event
of its own. These carry the box's own names for what it told, (boot id, sequence number), into the journal: the box
forgets an event only when its name is there, and is never asked for it again.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from firmware_bridge.events import Input as Input  # noqa: PLC0414 - the screen takes it from here
from firmware_bridge.events import Level, Remembered

SAME_HAND_NS: Final = 3_000_000_000
"""Who lets go of the own seat's button has so long to press BELIEVE or CALL."""


@dataclass(frozen=True, slots=True)
class BoxParts:
    """What a box is: nothing of it changes by playing."""

    inputs: tuple[Input, ...]
    seats: tuple[int | None, ...] = ()
    """The player at each of its seat buttons, from button 0 on; None: nobody."""
    inverted: tuple[Input, ...] = ()
    """Read the other way round, as learned when the box was set up."""
    tested: bool = True
    """Whether it passed its self-test since it was built, flashed or changed."""


@dataclass(frozen=True, slots=True)
class BoxMet:
    """A box is ready: what it is, and where its count of events stands. News only where it is another than before."""

    boot_id: int
    next_seq: int
    """The first of its events that the journal does not hold."""
    parts: BoxParts
    levels: tuple[tuple[Input, Level], ...] = ()
    """Those known when a match begins; each input not named is at rest."""
    cup: Level | None = None
    """How the cup stood at the handshake; not journalled."""
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BoxHeard:
    """In the journal from here on: this input is at this level. One without `seq` was found so after a lost link."""

    input: Input
    level: Level
    boot_id: int | None = None
    seq: int | None = None
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BoxTold:
    """The box told of a change, at a moment that is known or not. Never journalled itself: what it leads to is."""

    heard: BoxHeard
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class BoxForgot:
    """Events are lost in the box, `count` of them, up to `seq`; None where it started anew and nobody counted."""

    count: int | None
    boot_id: int
    seq: int
    at_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """Who pressed a seat's button last, and when on the host's monotonic clock."""

    player: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class BoxFelt:
    """What the table knows of the box beyond its link. Immutable, part of the table's state."""

    parts: BoxParts | None = None
    """None: no box was met."""
    mark: tuple[int, int] | None = None
    """(boot id, first event that is not in the journal)."""
    levels: tuple[tuple[Input, Level], ...] = ()
    """The last level of each input that was heard of, by the order of the inputs."""
    throws: int = 0
    """Throws felt in this turn: shown, and trusted no further (M14 to M18 are the players' to keep)."""
    throwing: bool = False
    """The cup was shaken and has not come down since: a second shake belongs to the same throw."""
    missed: bool = False
    """Something was pressed or lifted that nobody will ever learn of, since the last step of the game."""
    contradicted: int = 0
    """Calls in a row whose dice lay open, surely read, while the cup's sensor said that the cup stands on them."""
    not_counted: bool = field(default=False, compare=False)
    """BELIEVE or CALL was pressed, and not by the hand of the seat in turn (M20). Said, and nothing for the record."""
    asking: bool = field(default=False, compare=False)
    """A port is open, and nobody knows yet whether a box answers. Not journalled."""
    pressed: Press | None = field(default=None, compare=False)
    """The journal keeps no monotonic clock."""

    @property
    def remembered(self) -> Remembered | None:
        """Where to go on after a restart of the companion; None while no box was met."""
        return None if self.mark is None else Remembered(*self.mark, self.levels)

    @property
    def stuck(self) -> tuple[Input, ...]:
        """The inputs that never settle or are held down."""
        return tuple(which for which, level in self.levels if level is Level.STUCK)

    @property
    def tilted(self) -> bool:
        """The cup is held half open."""
        return self.level(Input.TILT) is Level.TILTED

    @property
    def cup_down(self) -> bool | None:
        """Whether the cup stands on its sensor; None where nobody can tell."""
        return {Level.SEATED: True, Level.LIFTED: False}.get(self.level(Input.CUP) or Level.STUCK)

    @property
    def counts_throws(self) -> bool:
        """Whether there is a sensor that feels them."""
        return self.parts is not None and Input.SHAKE in self.parts.inputs and Input.SHAKE not in self.stuck

    def level(self, which: Input) -> Level | None:
        """The last level heard of."""
        return dict(self.levels).get(which)

    def with_level(self, which: Input, level: Level) -> "BoxFelt":
        """That input is at that level now."""
        levels = dict(self.levels) | {which: level}
        return replace(self, levels=tuple((one, levels[one]) for one in Input if one in levels))

    def player_at(self, button: Input) -> int | None:
        """Whose seat button this is."""
        seat = button.seat
        if self.parts is None or seat is None or seat >= len(self.parts.seats):
            return None
        return self.parts.seats[seat]

    def has_button(self, player: int) -> bool:
        """Whether this player has a seat button that works."""
        buttons = () if self.parts is None else self.parts.inputs
        return any(self.player_at(which) == player and which not in self.stuck for which in buttons)

    def hand_at(self, at_ns: int) -> int | None:
        """The player whose hand is at the box at this moment, by the seat buttons; None where they tell nothing."""
        held = {self.player_at(which) for which, level in self.levels if level is Level.PRESSED} - {None}
        if len(held) == 1:
            return held.pop()
        if held or self.pressed is None or at_ns - self.pressed.at_ns > SAME_HAND_NS:
            return None
        return self.pressed.player


NOTHING_FELT: Final = BoxFelt()
"""No box was met yet."""
