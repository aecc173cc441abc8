"""Messages and their payloads: each comes back as it went in, and bad payloads are refused with a clear error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.events import Input, Level, levels_of
from firmware_bridge.framing import Decoder, Frame
from firmware_bridge.messages import (
    Ack,
    BeepNow,
    Capability,
    Event,
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
    State,
    UnknownTypeError,
    Welcome,
    from_box,
    to_box,
    to_bytes,
)

u8, u16, u32 = st.integers(0, 2**8 - 1), st.integers(0, 2**16 - 1), st.integers(0, 2**32 - 1)
levels = st.builds(Levels, u16, u16)
events = st.sampled_from(Input).flatmap(
    lambda which: st.builds(Event, u16, u32, st.just(which), st.sampled_from(levels_of(which)), st.booleans())
)
capabilities = u8.map(Capability)
welcomes = st.builds(Welcome, u8, u32, u32, st.tuples(u8, u8), u8, capabilities, u8, u16, u16, u16, u32, levels)
host_messages = st.one_of(
    st.builds(Hello, u8, u8, u32),
    st.builds(Ping, u32),
    st.builds(Ack, u32, u16),
    st.builds(Lamps, u8, u16, u16),
    st.builds(BeepNow, u8),
    st.builds(GetState),
)
box_messages = st.one_of(
    welcomes,
    events,
    st.builds(Pong, u32, u32),
    st.builds(State, levels, u8, u16),
    st.builds(Nack, u8, u8, u8),
    st.builds(Gap, u16, u16),
)


@given(host_messages)
def test_host_messages_come_back(message: Hello | Ping | Ack | Lamps | BeepNow | GetState) -> None:
    """Host to box."""
    (frame,) = Decoder().feed(to_bytes(message))
    assert to_box(frame) == message


@given(box_messages)
def test_box_messages_come_back(message: Welcome | Pong | Event | State | Nack | Gap) -> None:
    """Box to host; the longest, WELCOME, fits into a frame."""
    (frame,) = Decoder().feed(to_bytes(message))
    assert from_box(frame) == message


def test_ping_and_pong_are_equally_long() -> None:
    """Else the middle of a round trip would not be the moment in between."""
    assert len(Ping(1).pack()) == len(Pong(1, 1).pack())


@given(st.integers(0, 255), st.binary(max_size=29))
def test_no_payload_ends_in_another_error(kind: int, payload: bytes) -> None:
    """Whatever the bytes: a message or a MessageError."""
    for read in (to_box, from_box):
        try:
            read(Frame(kind, payload))
        except MessageError as error:
            assert f"{kind:02x}" in str(error) or "EVENT" in str(error)


def test_errors_say_what_was_found() -> None:
    """Type, length and value, each in its own words."""
    with pytest.raises(UnknownTypeError, match="0x7f"):
        from_box(Frame(0x7F, b""))
    with pytest.raises(MessageError, match="0x82 of 3 bytes"):
        from_box(Frame(0x82, b"123"))
    with pytest.raises(MessageError, match="input 15, level 0"):
        from_box(Frame(0x83, bytes([0, 0, 0, 0, 0, 0, 15, 0])))


def test_levels_and_lamps_are_bits() -> None:
    """Bit n is input or lamp n; stuck wins over active."""
    found = Levels.from_mapping({Input.CUP: Level.LIFTED, Input.SEAT9: Level.PRESSED, Input.CALL: Level.STUCK})
    assert found == Levels(active=1 | 1 << 14, stuck=1 << 4)
    assert [found.of(which) for which in (Input.CUP, Input.CALL, Input.TILT)] == [
        Level.LIFTED,
        Level.STUCK,
        Level.UPRIGHT,
    ]
    assert Lamps.of(1, frozenset({Lamp.SEAT0}), frozenset({Lamp.LIE})) == Lamps(1, 1, 1 << 11)
