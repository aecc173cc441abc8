"""The referee's journal behind a box, to check the link with: real SQLite, closed and opened again at each death."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.journal.store import Journal
from companion.referee.box import BoxDesk
from companion.referee.codec import decode, kind_of
from companion.referee.desk import Desk
from companion.referee.events import Event, MatchBegun
from companion.referee.felt import BoxForgot, BoxHeard, BoxTold
from companion.referee.state import TableState
from firmware_bridge.events import BoxItem, Remembered
from firmware_bridge.messages import Beep, Lamp, Welcome

MATCH_EVENTS = 1000
"""As many as people make in a long evening; then the next match begins in the same journal."""
HEARD = kind_of(BoxHeard)


class BoxJournal:
    """What the companion keeps of a box. As the `session` of a BoxDesk it hears what is safe on the disk."""

    def __init__(self, place: Path, committed: Callable[[BoxItem], None]) -> None:
        self.box: Welcome | None = None
        """What the link knows of the box; told by whoever runs it."""
        self.committed = committed
        """Told to whoever runs the link: the box may forget this item."""
        self.matches: list[str] = []
        self._place = place
        self._left = MATCH_EVENTS
        self._journal = Journal.open(place)
        self._begin(TableState())

    def show(self, steady: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        """Lamps are nothing to the journal."""

    def beep(self, pattern: Beep) -> None:
        """Nor are sounds."""

    def take(self, item: BoxItem) -> None:
        """What the session hands over; on return it is on the disk, and `committed` was told."""
        self._box_desk.deliver(item)

    def die(self) -> None:
        """The companion ends here and starts anew: nothing is left but the file."""
        self._journal.close()
        self._journal = Journal.open(self._place)
        desk = Desk(self._journal)
        desk.resume(self.matches[-1], self._journal.events(self.matches[-1]))
        self._take_over(desk)

    def close(self) -> None:
        """Let the journal go."""
        self._journal.close()

    @property
    def remembered(self) -> Remembered | None:
        """Where the link goes on."""
        return self._desk.state.felt.remembered

    def heard(self) -> list[BoxHeard]:
        """What stands in the journal, of all matches in their order, as it can be proved."""
        entries = [entry for match in self.matches for entry in self._journal.events(match)]
        events = [decode(entry.kind, entry.body) for entry in entries if entry.kind == HEARD]
        return [event for event in events if isinstance(event, BoxHeard)]

    def _begin(self, known: TableState) -> None:
        desk = Desk(self._journal)
        desk.state = replace(TableState(), box=known.box, felt=known.felt, cup_down=known.cup_down)
        desk.take(MatchBegun(("Ana", "Bo", "Cy")))
        assert desk.match is not None
        self.matches.append(desk.match)
        self._left = MATCH_EVENTS
        self._take_over(desk)

    def _take_over(self, desk: "Desk[TableState]") -> None:
        self._desk = desk
        self._box_desk = BoxDesk()
        self._box_desk.attach(self, self._post)

    def _post(self, event: Event, committed: Callable[[], None]) -> None:
        self._desk.take(event)
        committed()
        if isinstance(event, BoxTold | BoxForgot):
            self._left -= 1
            if not self._left:
                self._begin(self._desk.state)
