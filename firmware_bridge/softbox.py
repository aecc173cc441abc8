"""The box's side of the link made of software, without I/O: what firmware/core does, for the demo table and the tests.

Times are microseconds of the box's own clock, not wrapped; on the cable they are cut to 32 bits.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from firmware_bridge.events import Input, Level, levels_of
from firmware_bridge.framing import Decoder, Frame
from firmware_bridge.messages import (
    PROTOCOL,
    Ack,
    Beep,
    BeepNow,
    Board,
    Capability,
    Event,
    FromBox,
    Gap,
    GetState,
    Hello,
    Lamp,
    Lamps,
    Levels,
    MessageError,
    Nack,
    Ping,
    Pong,
    Refusal,
    State,
    UnknownTypeError,
    Welcome,
    to_box,
    to_bytes,
)

RING: Final = 32
"""Events kept until they are acknowledged."""
RESEND_US: Final = 50_000
RESEND_AT_MOST_US: Final = 400_000
"""A host that does not acknowledge is reminded less and less often."""
HOST_GONE_US: Final = 5_000_000
"""Without a word from the host for so long, lamps go dark and events wait for the next HELLO."""
STALE_US: Final = 2**31
_ROUND: Final = 2**16
_COUNTABLE: Final = 2**15 - 1


@dataclass(frozen=True, slots=True)
class _Held:
    at_us: int
    input: Input
    level: Level


class SoftBox:
    """One start of a box. To restart it, make a new one with another boot id."""

    def __init__(
        self,
        boot_id: int,
        seats: int = 6,
        capabilities: Capability = Capability(0xFF),  # noqa: B008 (a constant)
        proto: int = PROTOCOL,
        levels: dict[Input, Level] | None = None,
    ) -> None:
        self.levels = {which: levels_of(which)[0] for which in Input} | (levels or {})
        self.lamps = Lamps(0, 0, 0)
        self.beeps: deque[Beep] = deque(maxlen=64)
        """The sounds asked for, oldest first."""
        self._boot_id, self._seats, self._has, self._proto = boot_id, seats, capabilities, proto
        self._decoder = Decoder()
        self._ring: deque[_Held] = deque()
        self._base = 0  # the first event that was never acknowledged, lost or not
        self._oldest = 0  # the first event in the ring
        self._dropped = 0
        self._cursor = 0  # the next event to send in this pass over the ring
        self._gap_told = False
        self._greeted = False
        self._heard_us = 0
        self._progress_us = 0
        self._resend_us = RESEND_US
        self._out = bytearray()

    @property
    def lit(self) -> frozenset[Lamp]:
        """Lamps that shine or blink."""
        bits = self.lamps.steady | self.lamps.blinking
        return frozenset(lamp for lamp in Lamp if bits >> lamp & 1)

    @property
    def _next(self) -> int:
        return (self._oldest + len(self._ring)) % _ROUND

    def record(self, which: Input, level: Level, at_us: int) -> None:
        """An input changed; the oldest event falls out of a full ring, and that is told."""
        if not self._ring:
            self._progress_us = at_us
        self.levels[which] = level
        self._ring.append(_Held(at_us, which, level))
        if len(self._ring) > RING:
            self._ring.popleft()
            self._oldest = (self._oldest + 1) % _ROUND
            self._dropped = min(self._dropped + 1, _ROUND - 1)
            self._gap_told = False
            if (self._oldest - self._base) % _ROUND > _COUNTABLE:
                self._base = (self._oldest - _COUNTABLE) % _ROUND
            if (self._cursor - self._oldest) % _ROUND > RING:
                self._cursor = self._oldest
        self._resend_us = RESEND_US

    def receive(self, content: bytes, now_us: int) -> None:
        """Bytes from the host."""
        for frame in self._decoder.feed(content):
            self._act(frame, now_us)

    def poll(self, now_us: int) -> bytes:
        """The bytes to send now."""
        if self._greeted and now_us - self._heard_us > HOST_GONE_US:
            self._greeted = False
            self.lamps = Lamps(self.lamps.rev, 0, 0)
        if self._greeted:
            self._send_ring(now_us)
        return self._take_out()

    def due_us(self, now_us: int) -> int:
        """When `poll` has something to do at the latest, if nothing happens before."""
        waiting = self._greeted and (self._ring or self._base != self._oldest)
        return self._progress_us + self._resend_us if waiting else now_us + HOST_GONE_US

    def _take_out(self) -> bytes:
        out, self._out = bytes(self._out), bytearray()
        return out

    def _send_ring(self, now_us: int) -> None:
        if not self._ring and self._base == self._oldest:
            return
        if now_us - self._progress_us >= self._resend_us:
            self._start_pass(now_us)
            self._resend_us = min(2 * self._resend_us, RESEND_AT_MOST_US)
        lost = (self._oldest - self._base) % _ROUND
        if lost and not self._gap_told:
            self._gap_told = True
            self._say(Gap(self._base, lost))
        while self._cursor != self._next:
            held = self._ring[(self._cursor - self._oldest) % _ROUND]
            stale = now_us - held.at_us > STALE_US
            self._say(Event(self._cursor, held.at_us % 2**32, held.input, held.level, stale))
            self._cursor = (self._cursor + 1) % _ROUND

    def _start_pass(self, now_us: int) -> None:
        self._cursor = self._oldest
        self._gap_told = False
        self._progress_us = now_us

    def _say(self, message: FromBox) -> None:
        self._out += to_bytes(message)

    def _refuse(self, frame: Frame, why: Refusal) -> None:
        self._say(Nack(frame.type, why, self._proto))

    def _act(self, frame: Frame, now_us: int) -> None:
        try:
            message = to_box(frame)
        except UnknownTypeError:
            return self._refuse(frame, Refusal.UNKNOWN_TYPE)
        except MessageError:
            return self._refuse(frame, Refusal.WRONG_LENGTH)
        if isinstance(message, Hello):
            return self._greet(frame, message, now_us)
        if not self._greeted:
            return self._refuse(frame, Refusal.NOT_GREETED)
        self._heard_us = now_us
        match message:
            case Ping():
                self._say(Pong(message.token, now_us % 2**32))
            case Ack():
                self._acknowledged(message, now_us)
            case Lamps():
                self.lamps = message
                self._tell_state()
            case BeepNow() if message.pattern in tuple(Beep):
                self.beeps.append(Beep(message.pattern))
            case BeepNow():
                self._refuse(frame, Refusal.WRONG_VALUE)
            case GetState():
                self._tell_state()
        return None

    def _greet(self, frame: Frame, hello: Hello, now_us: int) -> None:
        if not hello.proto_min <= self._proto <= hello.proto_max:
            return self._refuse(frame, Refusal.WRONG_VERSION)
        self._greeted, self._heard_us = True, now_us
        self._say(
            Welcome(
                proto=self._proto,
                nonce=hello.nonce,
                boot_id=self._boot_id,
                firmware=(1, 0),
                board=Board.SOFTWARE,
                capabilities=self._has,
                seats=self._seats,
                oldest_seq=self._oldest,
                next_seq=self._next,
                dropped=self._dropped,
                t_us=now_us % 2**32,
                levels=Levels.from_mapping(self.levels),
            )
        )
        self._start_pass(now_us)
        self._resend_us = RESEND_US
        return None

    def _acknowledged(self, ack: Ack, now_us: int) -> None:
        done = (ack.next_seq - self._base) % _ROUND
        if ack.boot_id != self._boot_id or not 0 < done <= (self._next - self._base) % _ROUND:
            return
        lost = (self._oldest - self._base) % _ROUND
        self._base = ack.next_seq
        for _ in range(done - lost):
            self._ring.popleft()
            self._oldest = (self._oldest + 1) % _ROUND
        if (self._cursor - self._oldest) % _ROUND > RING:
            self._cursor = self._oldest
        self._progress_us = now_us
        self._resend_us = RESEND_US

    def _tell_state(self) -> None:
        self._say(State(Levels.from_mapping(self.levels), self.lamps.rev, self._next))
