"""The messages inside the frames. Numbers travel low byte first; docs/box.md has the table of all fields."""

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import ClassVar, Final, Protocol, Self, TypeVar

from firmware_bridge.events import Input, Level, levels_of
from firmware_bridge.framing import Frame, encode

PROTOCOL: Final = 1
"""The only version of the protocol so far; a higher one need not have anything in common but HELLO and NACK."""

INPUTS: Final = tuple(Input)
"""By their codes on the wire."""


_M = TypeVar("_M")


class MessageError(ValueError):
    """A sound frame that is no message of this protocol: wrong length, value out of range."""


class UnknownTypeError(MessageError):
    """The frame is sound, its type is not known here."""


class Capability(IntFlag):
    """What a box has. Whatever is missing is done on the screen."""

    CUP = 1
    TILT = 2
    SHAKE = 4
    BELIEVE = 8
    CALL = 16
    SEAT_LAMPS = 32
    VERDICT_LAMPS = 64
    BUZZER = 128


class Lamp(IntEnum):
    """A lamp by its bit in LAMPS: one per seat, and two for the verdict."""

    SEAT0 = 0
    SEAT1 = 1
    SEAT2 = 2
    SEAT3 = 3
    SEAT4 = 4
    SEAT5 = 5
    SEAT6 = 6
    SEAT7 = 7
    SEAT8 = 8
    SEAT9 = 9
    TRUE = 10
    LIE = 11


class Beep(IntEnum):
    """A sound of the buzzer."""

    SILENCE = 0
    TURN = 1
    CLAIM = 2
    TRUE = 3
    LIE = 4
    ATTENTION = 5


class Board(IntEnum):
    """What the box is made of."""

    SOFTWARE = 0
    UNO = 1


class Refusal(IntEnum):
    """Why a box answers NACK."""

    UNKNOWN_TYPE = 1
    WRONG_LENGTH = 2
    NOT_GREETED = 3
    WRONG_VERSION = 4
    WRONG_VALUE = 5


class Message(Protocol):
    """What all messages have in common."""

    TYPE: ClassVar[int]
    """The first byte of its frame."""

    def pack(self) -> bytes:
        """The payload of its frame: the fields in their order, numbers low byte first."""

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """The message with this payload. Raises struct.error for a wrong length, MessageError for a wrong value."""


class _Plain:
    """A message whose fields are the numbers of its layout."""

    __slots__: tuple[str, ...] = ()
    LAYOUT: ClassVar[str]
    """As the struct module writes it."""

    def pack(self) -> bytes:
        return struct.pack(self.LAYOUT, *(getattr(self, name) for name in self.__slots__))

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(*struct.unpack(cls.LAYOUT, payload))


def _bits(members: frozenset[Lamp]) -> int:
    return sum(1 << lamp for lamp in members)


@dataclass(frozen=True, slots=True)
class Levels:
    """All inputs at once; bit n belongs to INPUTS[n]."""

    active: int = 0
    stuck: int = 0

    def of(self, which: Input) -> Level:
        """The level of one input."""
        rest, active, stuck = levels_of(which)
        bit = 1 << INPUTS.index(which)
        return stuck if self.stuck & bit else active if self.active & bit else rest

    @classmethod
    def from_mapping(cls, levels: Mapping[Input, Level]) -> Self:
        """The same as bits; inputs that are not named are at rest."""
        codes = {which: levels_of(which).index(level) for which, level in levels.items()}
        return cls(
            active=sum(1 << INPUTS.index(which) for which, code in codes.items() if code == 1),
            stuck=sum(1 << INPUTS.index(which) for which, code in codes.items() if code == 2),
        )


# ------------------------------------------------------------------------------------------------------- host to box


@dataclass(frozen=True, slots=True)
class Hello(_Plain):
    """Who is there? Sent until a Welcome with the same nonce answers."""

    TYPE: ClassVar = 0x01
    LAYOUT: ClassVar = "<BBI"
    proto_min: int
    proto_max: int
    nonce: int


@dataclass(frozen=True, slots=True)
class Ping(_Plain):
    """What time is it? As long as its answer, so that the way there takes as long as the way back."""

    TYPE: ClassVar = 0x02
    LAYOUT: ClassVar = "<I4x"
    token: int


@dataclass(frozen=True, slots=True)
class Ack(_Plain):
    """Every event before `next_seq` of this boot is safe on disk: forget it."""

    TYPE: ClassVar = 0x03
    LAYOUT: ClassVar = "<IH"
    boot_id: int
    next_seq: int


@dataclass(frozen=True, slots=True)
class Lamps(_Plain):
    """Which lamps shine and which blink, as a state: the newest revision is all that counts."""

    TYPE: ClassVar = 0x04
    LAYOUT: ClassVar = "<BHH"
    rev: int
    """0 to 255 and round again"""
    steady: int
    """bit n for Lamp n"""
    blinking: int

    @classmethod
    def of(cls, rev: int, steady: frozenset[Lamp], blinking: frozenset[Lamp]) -> Self:
        """The lamps by their names."""
        return cls(rev, _bits(steady), _bits(blinking))


@dataclass(frozen=True, slots=True)
class BeepNow(_Plain):
    """Sound once; never repeated, for a late sound says the wrong thing."""

    TYPE: ClassVar = 0x05
    LAYOUT: ClassVar = "<B"
    pattern: int


@dataclass(frozen=True, slots=True)
class GetState(_Plain):
    """How does everything stand? Answered by State."""

    TYPE: ClassVar = 0x06
    LAYOUT: ClassVar = ""


# ------------------------------------------------------------------------------------------------------- box to host


@dataclass(frozen=True, slots=True)
class Welcome:
    """The box names itself, its start, and what it still holds."""

    TYPE: ClassVar = 0x81
    LAYOUT: ClassVar = "<BIIBBBBBHHHIHH"
    proto: int
    nonce: int
    """of the Hello it answers"""
    boot_id: int
    """differs at every start of the box"""
    firmware: tuple[int, int]
    board: int
    capabilities: Capability
    seats: int
    """seat buttons, 0 to 10"""
    oldest_seq: int
    """the oldest event that was not acknowledged and is still held"""
    next_seq: int
    """what the next event will be numbered"""
    dropped: int
    """events lost to a full ring since this start; 65535 means that many or more"""
    t_us: int
    levels: Levels
    """after event next_seq - 1"""

    def pack(self) -> bytes:
        head = (self.proto, self.nonce, self.boot_id, *self.firmware, self.board, self.capabilities, self.seats)
        ring = (self.oldest_seq, self.next_seq, self.dropped, self.t_us)
        return struct.pack(self.LAYOUT, *head, *ring, self.levels.active, self.levels.stuck)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        proto, nonce, boot, major, minor, board, has, seats, *ring, active, stuck = struct.unpack(cls.LAYOUT, payload)
        oldest, following, dropped, t_us = ring
        levels = Levels(active, stuck)
        version = (major, minor)
        return cls(proto, nonce, boot, version, board, Capability(has), seats, oldest, following, dropped, t_us, levels)


@dataclass(frozen=True, slots=True)
class Pong(_Plain):
    """The box's clock when the Ping of this token had arrived."""

    TYPE: ClassVar = 0x82
    LAYOUT: ClassVar = "<II"
    token: int
    t_us: int
    """microseconds since the start, modulo 2**32"""


@dataclass(frozen=True, slots=True)
class Event:
    """An input changed its level."""

    TYPE: ClassVar = 0x83
    STALE: ClassVar = 0x80
    seq: int
    t_us: int
    input: Input
    level: Level
    stale: bool = False
    """kept for so long that t_us, which wraps after 71 minutes, no longer tells when"""

    def pack(self) -> bytes:
        level = levels_of(self.input).index(self.level) | (self.STALE if self.stale else 0)
        return struct.pack("<HIBB", self.seq, self.t_us, INPUTS.index(self.input), level)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        seq, t_us, which, level = struct.unpack("<HIBB", payload)
        if which >= len(INPUTS) or level & ~cls.STALE > 2:
            raise MessageError(f"EVENT names input {which}, level {level}; known are inputs 0 to 14, levels 0 to 2")
        found = INPUTS[which]
        return cls(seq, t_us, found, levels_of(found)[level & ~cls.STALE], bool(level & cls.STALE))


@dataclass(frozen=True, slots=True)
class State:
    """How everything stands after event next_seq - 1."""

    TYPE: ClassVar = 0x84
    levels: Levels
    lamps_rev: int
    next_seq: int

    def pack(self) -> bytes:
        return struct.pack("<HHBH", self.levels.active, self.levels.stuck, self.lamps_rev, self.next_seq)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        active, stuck, rev, next_seq = struct.unpack("<HHBH", payload)
        return cls(Levels(active, stuck), rev, next_seq)


@dataclass(frozen=True, slots=True)
class Nack(_Plain):
    """The box did not do what it was asked."""

    TYPE: ClassVar = 0x85
    LAYOUT: ClassVar = "<BBB"
    type: int
    """of the message refused"""
    why: int
    """a Refusal"""
    proto: int
    """the version the box speaks"""


@dataclass(frozen=True, slots=True)
class Gap(_Plain):
    """Events `first` to `first + count - 1` fell out of the full ring and are lost."""

    TYPE: ClassVar = 0x86
    LAYOUT: ClassVar = "<HH"
    first: int
    count: int


ToBox = Hello | Ping | Ack | Lamps | BeepNow | GetState
FromBox = Welcome | Pong | Event | State | Nack | Gap

_TO_BOX: Final[dict[int, Callable[[bytes], ToBox]]] = {
    kind.TYPE: kind.unpack for kind in (Hello, Ping, Ack, Lamps, BeepNow, GetState)
}
_FROM_BOX: Final[dict[int, Callable[[bytes], FromBox]]] = {
    kind.TYPE: kind.unpack for kind in (Welcome, Pong, Event, State, Nack, Gap)
}


def to_bytes(message: Message) -> bytes:
    """The framed bytes of a message."""
    return encode(Frame(message.TYPE, message.pack()))


def from_box(frame: Frame) -> FromBox:
    """What a box said.

    Raises:
        UnknownTypeError: this program knows no such message; a newer box may send one.
        MessageError: wrong length or a value out of range.
    """
    return _unpacked(_FROM_BOX, frame)


def to_box(frame: Frame) -> ToBox:
    """What a host said. Raises as `from_box`."""
    return _unpacked(_TO_BOX, frame)


def _unpacked(known: dict[int, Callable[[bytes], _M]], frame: Frame) -> _M:
    unpack = known.get(frame.type)
    if unpack is None:
        raise UnknownTypeError(f"no message of this direction has the type 0x{frame.type:02x}")
    try:
        return unpack(frame.payload)
    except struct.error as error:
        raise MessageError(f"message 0x{frame.type:02x} of {len(frame.payload)} bytes: {error}") from error
