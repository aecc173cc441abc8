"""The host's side of the link, without I/O: bytes and times in, bytes and items out.

opened -> HELLO every 150 ms -> WELCOME -> sixteen quick PINGs set the clock -> ready
               ^-- three seconds without a PONG, or the box says that it was not greeted --'
"""

import random
from enum import Enum, auto
from typing import Final

from firmware_bridge.clock import BoxClock
from firmware_bridge.delivery import Delivery
from firmware_bridge.events import BoxItem, BoxState, BoxStatus, Input, Remembered
from firmware_bridge.framing import Decoder
from firmware_bridge.messages import (
    PROTOCOL,
    Beep,
    BeepNow,
    Event,
    FromBox,
    Gap,
    GetState,
    Hello,
    Lamp,
    Lamps,
    MessageError,
    Nack,
    Ping,
    Pong,
    Refusal,
    State,
    ToBox,
    UnknownTypeError,
    Welcome,
    from_box,
    to_bytes,
)

_MS: Final = 1_000_000
HELLO_EVERY_NS: Final = 150 * _MS
PATIENCE_NS: Final = 4_000 * _MS
"""A port without an answer for so long has no box; the slowest bootloader of a Nano takes two seconds of it."""
SECOND_CHANCE_NS: Final = 1_500 * _MS
"""The same for a port that had one: opening it again resets an Uno, so first greet again."""
QUICK_PINGS: Final = 16
"""Behind a bad cable, in the first second after the handshake, times are three times as good as with eight."""
QUICK_PATIENCE_NS: Final = 100 * _MS
EAGER_NS: Final = 4_000 * _MS
"""For so long after the handshake PINGs are frequent, until the rate of the box's clock is known well."""
EAGER_PING_EVERY_NS: Final = 50 * _MS
PING_EVERY_NS: Final = 1_000 * _MS
DEAD_NS: Final = 3 * PING_EVERY_NS
"""Three PINGs without an answer."""
ASK_AGAIN_NS: Final = 200 * _MS
MOST_EARLY: Final = 64
"""Twice what a box holds."""


class _Phase(Enum):
    CLOSED = auto()
    GREETING = auto()
    SETTING_CLOCK = auto()
    READY = auto()
    REFUSED = auto()


class Link:
    """One box, through any number of openings of its port. Times are the host's `monotonic_ns`; one thread calls."""

    def __init__(
        self,
        remembered: Remembered | None = None,
        inverted: frozenset[Input] = frozenset(),
        chance: random.Random | None = None,
    ) -> None:
        self.clock = BoxClock()
        self.box: Welcome | None = None
        """What the box last said of itself."""
        self.noise = 0
        """Messages with a valid checksum that made no sense."""
        self._chance = chance or random.Random()
        self._decoder = Decoder()
        self._delivery = Delivery(remembered, inverted)
        self._items: list[BoxItem] = []
        self._phase = _Phase.CLOSED
        self._port = ""
        self._was_ready = False
        self.met = False
        """Whether a box was ready since the port was opened."""
        self.round_trip_ns: int | None = None
        """The latest round trip."""
        self._nonce = 0
        self._give_up_ns = 0
        self._hello_due = 0
        self._token = self._chance.getrandbits(32)
        self._asked: dict[int, int] = {}  # token -> when sent
        self._quick_left = 0
        self._early: list[tuple[Event | Gap, int]] = []  # came before their time could be told
        self._eager_until = 0
        self._ping_due = 0
        self._heard_ns = 0
        self._lamps = Lamps(self._chance.getrandbits(8), 0, 0)
        self._lamps_due: int | None = None
        self._state_due = 0
        self._beep: Beep | None = None

    # ------------------------------------------------------------------------------------------------ what happened

    def opened(self, port: str, now_ns: int) -> None:
        """A port was opened; whatever was begun on an earlier one is void."""
        self._port = port
        self.met = False
        self._decoder.reset()
        self._greet(now_ns, PATIENCE_NS, f"asking at {port} whether a box is there")

    def closed(self, why: str) -> None:
        """The port is gone."""
        if self._phase is not _Phase.REFUSED:
            self._tell(BoxState.LOST if self._was_ready else BoxState.SEARCHING, why)
        self._phase = _Phase.CLOSED

    def receive(self, content: bytes, at_ns: int) -> None:
        """Bytes arrived, the last of them at `at_ns`."""
        for frame in self._decoder.feed(content):
            if self._phase is _Phase.GREETING and frame.type == Welcome.TYPE and frame.payload[:1] != bytes([PROTOCOL]):
                self._refuse(frame.payload[0] if frame.payload else 0)
                continue
            try:
                message = from_box(frame)
            except UnknownTypeError:
                continue  # a newer box may say more than is understood here
            except MessageError:
                self.noise += 1
                continue
            self._take(message, at_ns)

    def invert(self, inverted: frozenset[Input]) -> None:
        """These inputs speak the other way round from now on."""
        self._delivery.invert(inverted)

    def committed(self, boot_id: int, seq: int) -> None:
        """The event or gap of this name is safe on disk; acknowledged once all before it are."""
        self._delivery.committed(boot_id, seq)

    def show(self, steady: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        """Light these lamps and no others; sent until the box confirms, and again after every reconnection."""
        self._lamps = Lamps.of((self._lamps.rev + 1) % 256, steady, blinking)
        self._lamps_due = 0

    def beep(self, pattern: Beep) -> None:
        """Sound once, if the box is ready now."""
        self._beep = pattern

    # -------------------------------------------------------------------------------------------------- what is to do

    @property
    def ready(self) -> bool:
        """Events flow and lamps follow."""
        return self._phase is _Phase.READY

    def given_up(self, now_ns: int) -> str | None:
        """Why the port should be closed; None while it should not."""
        if self._phase is _Phase.REFUSED:
            return "the versions of box and companion do not fit"
        if self._phase is _Phase.GREETING and now_ns >= self._give_up_ns:
            return f"no box answers at {self._port}"
        return None

    def take_items(self) -> list[BoxItem]:
        """What is to be handed over, in order."""
        items, self._items = self._items, []
        return items

    def poll(self, now_ns: int) -> bytes:
        """The bytes to write now; write them at once, for the PINGs among them are stamped with `now_ns`."""
        if self._alive() and now_ns - self._heard_ns >= DEAD_NS:
            self._tell(BoxState.LOST, f"the box at {self._port} no longer answers")
            self._greet(now_ns, SECOND_CHANCE_NS, f"greeting the box at {self._port} again")
        out: list[ToBox] = []
        if self._phase is _Phase.GREETING and now_ns >= self._hello_due:
            self._hello_due = now_ns + HELLO_EVERY_NS
            out.append(Hello(PROTOCOL, PROTOCOL, self._nonce))
        if self._alive() and now_ns >= self._ping_due:
            out.append(self._next_ping(now_ns))
        if self._phase is _Phase.READY:
            out += self._requests(now_ns)
        return b"".join(to_bytes(message) for message in out)

    def due_ns(self, now_ns: int) -> int:
        """When `poll` has something to do at the latest, if nothing arrives before."""
        if self._phase is _Phase.GREETING:
            return min(self._hello_due, self._give_up_ns)
        if self._alive():
            asked_again = self._lamps_due if self._lamps_due is not None else self._ping_due
            return min(self._ping_due, asked_again, self._state_due if self._delivery.wants_state else self._ping_due)
        return now_ns + PING_EVERY_NS

    # ------------------------------------------------------------------------------------------------------ the parts

    def _alive(self) -> bool:
        return self._phase in (_Phase.SETTING_CLOCK, _Phase.READY)

    def _tell(self, state: BoxState, detail: str) -> None:
        self._items.append(BoxStatus(state, detail))

    def _greet(self, now_ns: int, patience_ns: int, detail: str) -> None:
        self._phase = _Phase.GREETING
        self._nonce = self._chance.getrandbits(32)
        self._hello_due = now_ns
        self._give_up_ns = now_ns + patience_ns
        self._tell(BoxState.HANDSHAKING, detail)

    def _refuse(self, proto: int) -> None:
        self._phase = _Phase.REFUSED
        newer = "the companion is older: update it" if proto > PROTOCOL else "flash the box with `companion box flash`"
        self._tell(
            BoxState.REFUSED,
            f"the box at {self._port} speaks version {proto} of the protocol, this companion {PROTOCOL}; {newer}",
        )

    def _next_ping(self, now_ns: int) -> Ping:
        self._token = (self._token + 1) % 2**32
        self._asked[self._token] = now_ns
        if self._phase is _Phase.SETTING_CLOCK:
            self._ping_due = now_ns + QUICK_PATIENCE_NS
        else:
            self._ping_due = now_ns + (EAGER_PING_EVERY_NS if now_ns < self._eager_until else PING_EVERY_NS)
        return Ping(self._token)

    def _requests(self, now_ns: int) -> list[ToBox]:
        out: list[ToBox] = []
        ack = self._delivery.take_ack()
        if ack is not None:
            out.append(ack)
        if self._lamps_due is not None and now_ns >= self._lamps_due:
            self._lamps_due = now_ns + ASK_AGAIN_NS
            out.append(self._lamps)
        if self._delivery.wants_state and now_ns >= self._state_due:
            self._state_due = now_ns + ASK_AGAIN_NS
            out.append(GetState())
        if self._beep is not None:
            out.append(BeepNow(self._beep))
            self._beep = None
        return out

    def _take(self, message: FromBox, at_ns: int) -> None:
        match message:
            case Welcome():
                self._welcome(message, at_ns)
            case Nack():
                self._nack(message, at_ns)
            case _ if not self._alive():
                pass  # said to somebody before us
            case Pong():
                self._pong(message, at_ns)
            case Event() | Gap() if self._phase is _Phase.SETTING_CLOCK:
                if len(self._early) < MOST_EARLY:
                    self._early.append((message, at_ns))
            case Event():
                self._event(message, at_ns)
            case Gap():
                self._items += self._delivery.gap(message)
            case State():
                if message.lamps_rev == self._lamps.rev:
                    self._lamps_due = None
                self._items += self._delivery.state(message)

    def _welcome(self, welcome: Welcome, at_ns: int) -> None:
        if self._phase is not _Phase.GREETING or welcome.nonce != self._nonce:
            return
        if self.box is None or welcome.boot_id != self.box.boot_id:
            self.clock.restart()
        self.box = welcome
        self._phase = _Phase.SETTING_CLOCK
        self._heard_ns = self._ping_due = at_ns
        self._quick_left = QUICK_PINGS
        self._early = []
        self._asked.clear()

    def _nack(self, nack: Nack, at_ns: int) -> None:
        if nack.type == Hello.TYPE and nack.why == Refusal.WRONG_VERSION and self._phase is _Phase.GREETING:
            self._refuse(nack.proto)
        elif nack.why == Refusal.NOT_GREETED and self._alive():
            self._greet(at_ns, PATIENCE_NS, f"the box at {self._port} has started anew")
        else:
            self.noise += 1

    def _pong(self, pong: Pong, at_ns: int) -> None:
        sent_ns = self._asked.pop(pong.token, None)
        if sent_ns is None:
            return
        self._asked = {token: sent for token, sent in self._asked.items() if sent > sent_ns}
        self._heard_ns = at_ns
        self.round_trip_ns = at_ns - sent_ns
        self.clock.pong(pong.t_us, sent_ns, at_ns)
        if self._phase is _Phase.SETTING_CLOCK:
            self._quick_left -= 1
            self._ping_due = at_ns
            if not self._quick_left:
                self._become_ready(at_ns)

    def _become_ready(self, now_ns: int) -> None:
        assert self.box is not None
        self._phase = _Phase.READY
        self._was_ready = self.met = True
        self._eager_until = now_ns + EAGER_NS
        self._ping_due = now_ns + EAGER_PING_EVERY_NS
        self._lamps = Lamps((self._lamps.rev + 1) % 256, self._lamps.steady, self._lamps.blinking)
        self._lamps_due = self._state_due = now_ns
        self._beep = None
        major, minor = self.box.firmware
        self._tell(BoxState.READY, f"box at {self._port}, firmware {major}.{minor}, {self.box.seats} seats")
        self._items += self._delivery.welcome(self.box)
        early, self._early = self._early, []
        for message, at_ns in early:
            self._take(message, at_ns)

    def _event(self, event: Event, at_ns: int) -> None:
        happened = None if event.stale else self.clock.host_ns(event.t_us)
        self._items += self._delivery.event(event, None if happened is None else min(happened, at_ns))
