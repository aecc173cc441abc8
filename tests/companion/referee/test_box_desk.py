"""Between the box's session and the referee: what is posted, when the box may forget, what is lit and sounded."""

from collections.abc import Callable

from companion.referee.box import BoxDesk
from companion.referee.effects import CloseGate, Effect, LightSeat, OpenGate, Refuse, ShowVerdict
from companion.referee.events import BoxChanged, Event, Link
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxParts, BoxTold
from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, BoxState, BoxStatus, Input, Level
from firmware_bridge.messages import Beep, Board, Capability, Lamp, Levels, Welcome
from firmware_bridge.settings import ANY_BOX, BoxSettings, print_of

WELCOME = Welcome(1, 0, 7, (1, 0), Board.UNO, Capability.CUP | Capability.CALL, 2, 40, 42, 0, 0, Levels())


class Session:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.box: Welcome | None = WELCOME
        self.forgotten: list[BoxItem] = []
        self.lit: list[frozenset[Lamp]] = []
        self.beeps: list[Beep] = []

    def committed(self, item: BoxItem) -> None:
        self.forgotten.append(item)

    def show(self, steady: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        self.lit.append(steady)

    def beep(self, pattern: Beep) -> None:
        self.beeps.append(pattern)


def _desk(settings: BoxSettings | None = None) -> tuple[BoxDesk, Session, list[tuple[Event, Callable[[], None]]]]:
    desk, session = BoxDesk(settings or BoxSettings()), Session()
    posted: list[tuple[Event, Callable[[], None]]] = []
    desk.attach(session, lambda event, committed: posted.append((event, committed)))
    return desk, session, posted


def test_the_box_forgets_what_is_written_and_nothing_before() -> None:
    """A lift, a release that means nothing, a loss: each waits for its own commit."""
    desk, session, posted = _desk()
    items: list[BoxItem] = [
        BoxEvent(Input.CUP, Level.LIFTED, 9, 41, 7),
        BoxEvent(Input.CALL, Level.RELEASED, 10, 42, 7),
        BoxMissed(3, 7, 45),
    ]
    for item in items:
        desk.deliver(item)
    assert [event for event, _ in posted] == [
        BoxTold(BoxHeard(Input.CUP, Level.LIFTED, 7, 41), 9),
        BoxTold(BoxHeard(Input.CALL, Level.RELEASED, 7, 42), 10),
        BoxForgot(3, 7, 45),
    ]
    assert session.forgotten == []
    for _, committed in posted:
        committed()
    assert session.forgotten == items


def test_a_ready_box_says_what_it_is() -> None:
    """Its parts, who sits where, what was learned, whether it passed its test; every state is posted."""
    learned = BoxSettings(frozenset({Input.CUP}), (1, None), print_of(WELCOME))
    desk, _, posted = _desk(learned)
    for state in BoxState:
        desk.deliver(BoxStatus(state, "why"))
    parts = BoxParts((Input.CUP, Input.CALL, Input.SEAT0, Input.SEAT1), (1, None), (Input.CUP,), tested=True)
    # The contact is at rest, and turned round: lifted.
    assert BoxMet(7, 40, parts, cup=Level.LIFTED) in [event for event, _ in posted]
    links = [event.link for event, _ in posted if isinstance(event, BoxChanged)]
    assert links == [Link.SEARCHING, Link.HANDSHAKING, Link.READY, Link.LOST, Link.REFUSED]
    for settings, tested in ((BoxSettings(), False), (BoxSettings(tested=ANY_BOX), True)):
        desk, _, posted = _desk(settings)
        desk.deliver(BoxStatus(BoxState.READY, ""))
        met = posted[-1][0]
        assert isinstance(met, BoxMet)
        assert met.parts.tested is tested


def _carried_out(*effects: Effect, settings: BoxSettings | None = None) -> Session:
    desk, session, _ = _desk(settings)
    for effect in effects:
        desk.carry_out(effect)
    return session


def test_a_hand_in_lamps_and_sounds() -> None:
    """Turn, claim, a press that did not count, verdict: its lamp shines beside the loser's until the next turn."""
    session = _carried_out(
        *(CloseGate(), LightSeat(0)),
        *(OpenGate(), LightSeat(1)),
        Refuse("M20", "not his hand"),
        *(ShowVerdict(True, 0), LightSeat(0)),
        *(CloseGate(), CloseGate(), LightSeat(1)),
        *(ShowVerdict(False, 1), LightSeat(1)),
        LightSeat(None),
    )
    assert session.beeps == [Beep.TURN, Beep.CLAIM, Beep.ATTENTION, Beep.LIE, Beep.TURN, Beep.TRUE]
    assert session.lit == [
        {Lamp.SEAT0},
        {Lamp.SEAT1},
        {Lamp.SEAT0, Lamp.LIE},
        {Lamp.SEAT1},
        {Lamp.SEAT1, Lamp.TRUE},
        frozenset(),
    ]


def test_lamps_follow_the_seats_of_the_settings() -> None:
    """Player 1 at seat 2; a player without a seat has no lamp."""
    settings = BoxSettings(seats=(None, 0, 1))
    session = _carried_out(LightSeat(1), LightSeat(0), LightSeat(2), settings=settings)
    assert session.lit == [{Lamp.SEAT2}, {Lamp.SEAT1}, frozenset()]
