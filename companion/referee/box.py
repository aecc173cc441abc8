"""The box at the referee's table: what it felt in the referee's words, what the referee wants lit."""

from collections.abc import Callable
from typing import Protocol

from companion.referee.effects import Effect, LightSeat, ShowVerdict
from companion.referee.events import BoxChanged, ButtonPressed, CupLifted, CupSeated, Event, Link
from companion.referee.witness import BoxDiary
from firmware_bridge.events import BoxEvent, BoxItem, BoxState, BoxStatus, Input, Level
from firmware_bridge.messages import Beep, Lamp

LINKS = {
    BoxState.SEARCHING: Link.SEARCHING,
    BoxState.HANDSHAKING: Link.SEARCHING,
    BoxState.READY: Link.READY,
    BoxState.LOST: Link.LOST,
    BoxState.REFUSED: Link.LOST,
}


def event_of(told: BoxEvent, frame: int | None = None) -> Event | None:
    """The referee's event for one of the box's; None for what has no meaning in play (a release, a tilt)."""
    match told.input, told.level:
        case Input.CUP, Level.LIFTED:
            return CupLifted(told.at_ns, frame, timed=told.at_ns is not None)
        case Input.CUP, Level.SEATED:
            return CupSeated(told.at_ns, frame)
        case ((Input.BELIEVE | Input.CALL), Level.PRESSED):
            return ButtonPressed(told.input.value, at_ns=told.at_ns)
        case _:
            return None


class Session(Protocol):
    """What the referee needs of `firmware_bridge.session.BoxSession`."""

    def committed(self, item: BoxItem) -> None:
        """The item is safe in the journal."""

    def show(self, steady: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        """Light these lamps and no others."""

    def beep(self, pattern: Beep) -> None:
        """Sound once."""


Post = Callable[[Event, Callable[[], None]], None]


class BoxDesk:
    """Between a box session and a live referee, which are made after it and told by `attach`."""

    def __init__(self) -> None:
        self._post: Post = _nowhere
        self._session: Session | None = None
        self.diary = BoxDiary()
        """What the box felt lately, meaningful in play or not: evidence of a call."""

    def attach(self, session: Session, post: Post) -> None:
        """The session whose items come to `deliver`, and where its events go."""
        self._session, self._post = session, post

    def deliver(self, item: BoxItem) -> None:
        """An item of the session; acknowledged to the box once the event is in the journal, or means nothing."""
        if isinstance(item, BoxStatus):
            self._post(BoxChanged(LINKS[item.state], item.detail), _nothing)
            return
        if isinstance(item, BoxEvent):
            self.diary.note(item)
        event = event_of(item) if isinstance(item, BoxEvent) else None
        if event is None:
            self._commit(item)
        else:
            self._post(event, lambda: self._commit(item))

    def carry_out(self, effect: Effect) -> None:
        """Lamps and sounds; other effects are not the box's."""
        if self._session is None:
            return
        match effect:
            case LightSeat(None):
                self._session.show(frozenset())
            case LightSeat(int(seat)):
                self._session.show(frozenset({Lamp(seat)}))
            case ShowVerdict(lie, _):
                self._session.beep(Beep.LIE if lie else Beep.TRUE)
            case _:
                pass

    def _commit(self, item: BoxItem) -> None:
        if self._session is not None:
            self._session.committed(item)


def _nothing() -> None:
    """Nobody waits for this."""


def _nowhere(event: Event, committed: Callable[[], None]) -> None:
    """Not attached yet."""
