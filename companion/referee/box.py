"""The box at the referee's table: what it told in the referee's words, what the referee wants lit and sounded."""

from collections.abc import Callable
from typing import Protocol

from companion.referee.box_sense import meaning
from companion.referee.effects import CloseGate, Effect, LightSeat, OpenGate, Refuse, ShowVerdict
from companion.referee.events import BoxChanged, Event, Link
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxParts, BoxTold
from companion.referee.witness import BoxDiary
from firmware_bridge.delivery import inputs_of
from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, BoxState, BoxStatus, Input, Level
from firmware_bridge.messages import Beep, Capability, Lamp, Welcome
from firmware_bridge.settings import ANY_BOX, BoxSettings, print_of

LINKS = {
    BoxState.SEARCHING: Link.SEARCHING,
    BoxState.HANDSHAKING: Link.HANDSHAKING,
    BoxState.READY: Link.READY,
    BoxState.LOST: Link.LOST,
    BoxState.REFUSED: Link.REFUSED,
}
SEAT_LAMPS = 10


def event_of(told: BoxEvent, frame: int | None = None) -> Event | None:
    """The game's event for one of a recorded box; None for what has no meaning in play (a release, a tilt)."""
    return meaning(told.input, told.level, told.at_ns, frame=frame)


class Session(Protocol):
    """What the referee needs of `firmware_bridge.session.BoxSession`."""

    box: Welcome | None

    def committed(self, item: BoxItem) -> None:
        """The item is safe in the journal."""

    def show(self, steady: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        """Light these lamps and no others."""

    def beep(self, pattern: Beep) -> None:
        """Sound once."""


Post = Callable[[Event, Callable[[], None]], None]


class BoxDesk:
    """Between a box session and a live referee, which are made after it and told by `attach`."""

    def __init__(self, settings: BoxSettings = BoxSettings()) -> None:  # noqa: B008 - frozen
        self._settings = settings
        self._post: Post = _nowhere
        self._session: Session | None = None
        self._verdict: Lamp | None = None
        self._next_is_turn = False
        self.diary = BoxDiary()
        """What the box felt lately, meaningful in play or not: evidence of a call."""

    def attach(self, session: Session, post: Post) -> None:
        """The session whose items come to `deliver`, and where its events go."""
        self._session, self._post = session, post

    def learn(self, settings: BoxSettings) -> None:
        """The box was tested: what it is and who sits at it is told anew."""
        self._settings = settings
        if self._session is not None and self._session.box is not None:
            self._post(self._met(self._session.box), _nothing)

    def deliver(self, item: BoxItem) -> None:
        """An item of the session; acknowledged to the box once it is in the journal, or no match keeps it."""
        match item:
            case BoxStatus(state, detail):
                self._post(BoxChanged(LINKS[state], detail), _nothing)
                if state is BoxState.READY and self._session is not None and self._session.box is not None:
                    self._post(self._met(self._session.box), _nothing)
            case BoxEvent():
                self.diary.note(item)
                heard = BoxHeard(item.input, item.level, item.boot_id, item.seq)
                self._post(BoxTold(heard, item.at_ns), lambda: self._commit(item))
            case BoxMissed(count, boot_id, seq):
                self._post(BoxForgot(count, boot_id, seq), lambda: self._commit(item))

    def carry_out(self, effect: Effect) -> None:
        """Lamps and sounds; other effects are not the box's."""
        if self._session is None:
            return
        match effect:
            case LightSeat(seat):
                self._session.show(frozenset({self._lamp_of(seat), self._verdict} - {None}))  # type: ignore[arg-type]
                self._verdict = None
                if self._next_is_turn:
                    self._session.beep(Beep.TURN)
                self._next_is_turn = False
            case ShowVerdict(lie, _):
                # Its lamp shines beside the loser's, until the next lamp is lit.
                self._verdict = Lamp.LIE if lie else Lamp.TRUE
                self._session.beep(Beep.LIE if lie else Beep.TRUE)
            case OpenGate():
                self._session.beep(Beep.CLAIM)
            case CloseGate():
                # The dice are private from here on; the next lamp is that of the one who throws.
                self._next_is_turn = True
            case Refuse():
                self._session.beep(Beep.ATTENTION)
            case _:
                pass

    def _met(self, welcome: Welcome) -> BoxMet:
        parts = BoxParts(
            inputs_of(welcome.capabilities, welcome.seats),
            self._settings.players(welcome.seats),
            tuple(sorted(self._settings.inverted)),
            self._settings.tested in (ANY_BOX, print_of(welcome)),
        )
        return BoxMet(welcome.boot_id, welcome.oldest_seq, parts, cup=self._cup(welcome))

    def _cup(self, welcome: Welcome) -> Level | None:
        if Capability.CUP not in welcome.capabilities:
            return None
        level = welcome.levels.of(Input.CUP)
        if Input.CUP not in self._settings.inverted:
            return level
        return {Level.SEATED: Level.LIFTED, Level.LIFTED: Level.SEATED}.get(level, level)

    def _lamp_of(self, player: int | None) -> Lamp | None:
        players = self._settings.players(SEAT_LAMPS)
        return Lamp(players.index(player)) if player is not None and player in players else None

    def _commit(self, item: BoxItem) -> None:
        if self._session is not None:
            self._session.committed(item)


def _nothing() -> None:
    """Nobody waits for this."""


def _nowhere(event: Event, committed: Callable[[], None]) -> None:
    """Not attached yet."""
