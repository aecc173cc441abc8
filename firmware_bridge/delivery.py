"""Nothing lost, nothing doubled: which event comes next, what was missed, what may be acknowledged. No I/O, no clock.

An event is named by (boot_id, seq). Events are taken strictly in order; whatever is out of order is dropped, for the
box sends everything again until it is acknowledged, and it is acknowledged only when told that it is committed.
"""

from dataclasses import dataclass
from typing import Final

from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, Input, Level, Remembered, levels_of, other_level
from firmware_bridge.messages import Ack, Capability, Event, Gap, Levels, State, Welcome

_ROUND: Final = 2**16
_HALF: Final = 2**15
_CAPABILITY: Final = {
    Input.CUP: Capability.CUP,
    Input.TILT: Capability.TILT,
    Input.SHAKE: Capability.SHAKE,
    Input.BELIEVE: Capability.BELIEVE,
    Input.CALL: Capability.CALL,
}


def inputs_of(capabilities: Capability, seats: int) -> tuple[Input, ...]:
    """The inputs that a box has, by what its WELCOME tells."""
    return tuple(
        which
        for which in Input
        if (which.seat < seats if which.seat is not None else _CAPABILITY[which] & capabilities)
    )


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """All levels as they are once every event before next_seq was seen."""

    next_seq: int
    levels: Levels


class Delivery:
    """The host's side of the box's numbered events."""

    def __init__(self, remembered: Remembered | None = None, inverted: frozenset[Input] = frozenset()) -> None:
        """`inverted`: inputs whose contact is closed where others are open, as learned when the box was set up."""
        self.boot_id = None if remembered is None else remembered.boot_id
        self.next_seq = 0 if remembered is None else remembered.next_seq
        self.wants_state = False
        """Levels may have changed unseen: ask the box for its state."""
        self._committed = self.next_seq  # everything before it is safe
        self._handed: dict[int, bool] = {}  # handed over and not acknowledged: seq, in order -> whether it is committed
        self._ack_due = False
        self._inverted = inverted
        self._inputs: tuple[Input, ...] = ()
        self._snapshot: _Snapshot | None = None
        # A cup may stand or be lifted when a match begins, so its first level is news; everything else starts at rest.
        self._known: dict[Input, Level] = {which: levels_of(which)[0] for which in Input if which is not Input.CUP}
        if remembered is not None:
            self._known[Input.CUP] = Level.SEATED
            self._known.update(remembered.levels)

    def welcome(self, welcome: Welcome) -> list[BoxItem]:
        """The box was met, again or for the first time."""
        self._inputs = inputs_of(welcome.capabilities, welcome.seats)
        self._snapshot = _Snapshot(welcome.next_seq, welcome.levels)
        self.wants_state = False
        items: list[BoxItem] = []
        if welcome.boot_id == self.boot_id and (welcome.next_seq - self.next_seq) % _ROUND < _HALF:
            self._ack_due = True
            items += self._skip_to(welcome.oldest_seq)
        else:
            known_before = self.boot_id is not None
            self.boot_id = welcome.boot_id
            self.next_seq = self._committed = welcome.oldest_seq
            self._ack_due = False
            self._handed.clear()
            if known_before or welcome.dropped:
                items.append(self._missed(None if known_before else welcome.dropped, welcome.boot_id))
        return items + self._reconciled()

    def event(self, event: Event, at_ns: int | None) -> list[BoxItem]:
        """An event arrived, `at_ns` on the host's clock; only the one whose turn it is counts."""
        if self.boot_id is None or event.seq != self.next_seq:
            # A repeat of what is committed says that the acknowledgement was lost on its way.
            self._ack_due = self._ack_due or (event.seq - self._committed) % _ROUND >= _HALF
            return []
        level = self._meaning(event.input, event.level)
        items: list[BoxItem] = []
        if level is self._known.get(event.input) and level is not Level.STUCK:
            # Twice the same level: the change between them was lost with the box's memory.
            items.append(self._unseen(event.input, other_level(event.input, level)))
        self._known[event.input] = level
        items.append(BoxEvent(event.input, level, at_ns, event.seq, self.boot_id))
        self._handed[event.seq] = False
        self.next_seq = (self.next_seq + 1) % _ROUND
        return items + self._reconciled()

    def gap(self, gap: Gap) -> list[BoxItem]:
        """The box's ring overflowed."""
        inside = self.boot_id is not None and (self.next_seq - gap.first) % _ROUND < gap.count
        return self._skip_to((gap.first + gap.count) % _ROUND) + self._reconciled() if inside else []

    def state(self, state: State) -> list[BoxItem]:
        """All levels as the box has them; compared when every event before them was seen."""
        self._snapshot = _Snapshot(state.next_seq, state.levels)
        self.wants_state = False
        return self._reconciled()

    def committed(self, boot_id: int, seq: int) -> None:
        """(boot_id, seq) is safe on disk; it is acknowledged once everything before it is as well.

        News of an earlier boot, or of what was not handed over, change nothing.
        """
        if boot_id != self.boot_id or seq not in self._handed:
            return
        self._handed[seq] = True
        while self._handed:
            oldest, safe = next(iter(self._handed.items()))
            if not safe:
                return
            del self._handed[oldest]
            self._committed = (oldest + 1) % _ROUND
            self._ack_due = True

    def invert(self, inverted: frozenset[Input]) -> None:
        """These inputs speak the other way round, it was learned; what they told before is meant so too."""
        for which in self._inverted ^ inverted:
            level = self._known.get(which)
            if level is not None:
                self._known[which] = other_level(which, level)
        self._inverted = inverted

    def take_ack(self) -> Ack | None:
        """The acknowledgement to send now, if one is due."""
        if not self._ack_due or self.boot_id is None:
            return None
        self._ack_due = False
        return Ack(self.boot_id, self._committed)

    def _skip_to(self, seq: int) -> list[BoxItem]:
        lost = (seq - self.next_seq) % _ROUND
        if self.boot_id is None or not 0 < lost < _HALF:
            return []
        self.next_seq = seq
        self.wants_state = True
        return [self._missed(lost, self.boot_id)]

    def _missed(self, count: int | None, boot_id: int) -> BoxMissed:
        last = (self.next_seq - 1) % _ROUND
        self._handed[last] = False
        return BoxMissed(count, boot_id, last)

    def _reconciled(self) -> list[BoxItem]:
        """Changes that the levels show and no event told; their time is unknown."""
        if self._snapshot is None:
            return []
        ahead = (self.next_seq - self._snapshot.next_seq) % _ROUND
        if ahead:
            if ahead < _HALF:  # the levels are those of a moment that was skipped
                self._snapshot, self.wants_state = None, True
            return []
        levels, self._snapshot = self._snapshot.levels, None
        found = {which: self._meaning(which, levels.of(which)) for which in self._inputs}
        changed = {which: level for which, level in found.items() if level is not self._known.get(which)}
        self._known.update(changed)
        return [self._unseen(which, level) for which, level in changed.items()]

    def _unseen(self, which: Input, level: Level) -> BoxEvent:
        return BoxEvent(which, level, at_ns=None, boot_id=self.boot_id)

    def _meaning(self, which: Input, level: Level) -> Level:
        return other_level(which, level) if which in self._inverted else level
