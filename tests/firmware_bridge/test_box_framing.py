"""Frames survive noise and cuts; nothing but a whole frame with a valid checksum ever acts."""

import json
import subprocess
from pathlib import Path

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

import firmware_bridge
from firmware_bridge.framing import MAX_PAYLOAD, Decoder, Frame, crc16, encode

VECTORS = json.loads((Path(firmware_bridge.__file__).parent / "vectors.json").read_text())
frames = st.builds(Frame, st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))


def test_the_checksum_is_ccitt_false() -> None:
    """The check value that every catalogue of CRCs gives."""
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["what"])
def test_golden_vectors(row: dict[str, str]) -> None:
    """These bytes are the protocol; whoever changes them needs a new version."""
    frame = Frame(int(row["type"], 16), bytes.fromhex(row["payload"]))
    assert encode(frame).hex() == row["frame"]
    assert Decoder().feed(bytes.fromhex(row["frame"])) == [frame]


def test_golden_vectors_in_the_firmware(core_host: Path) -> None:
    """The C++ side writes and reads the same bytes."""
    lines = "".join(f"{row['type']} {row['payload'] or '-'} {row['frame']}\n" for row in VECTORS)
    done = subprocess.run([core_host, "vectors"], input=lines, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{len(VECTORS)} vectors\n")


@given(st.lists(frames), st.data())
def test_frames_come_out_as_they_went_in(sent: list[Frame], data: st.DataObject) -> None:
    """However the stream is cut into pieces."""
    stream = b"".join(map(encode, sent))
    decoder, found = Decoder(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        found += decoder.feed(stream[:cut])
        stream = stream[cut:]
    assert found == sent
    assert decoder.refused == 0


@given(st.binary(), frames)
def test_noise_before_a_frame_is_harmless(noise: bytes, frame: Frame) -> None:
    """Boot text and torn frames cost nothing but themselves: the frame behind is found."""
    assert Decoder().feed(noise + encode(frame))[-1] == frame


@given(frames, st.data())
def test_no_burst_of_damage_passes(frame: Frame, data: st.DataObject) -> None:
    """The checksum finds every burst of up to 16 bits, wherever it strikes."""
    body = bytearray(cobs.decode(encode(frame).strip(b"\0")))
    at = data.draw(st.integers(0, len(body) - 2))
    burst = data.draw(st.integers(1, 2**16 - 1))
    body[at] ^= burst >> 8
    body[at + 1] ^= burst & 0xFF
    assert Decoder().feed(b"\0" + cobs.encode(bytes(body)) + b"\0") == []


@given(frames, st.integers(1))
def test_a_torn_frame_never_acts(frame: Frame, cut: int) -> None:
    """A pull at every byte: the first half joined to the beginning of the next frame is refused."""
    stream = encode(frame)
    torn = stream[: cut % (len(stream) - 1) + 1]
    decoder = Decoder()
    decoder.feed(torn)
    decoder.reset()
    assert decoder.feed(encode(frame)) == [frame]


def test_too_long_a_run_is_refused_and_over() -> None:
    """A megabyte without a zero is one refused run and takes no memory."""
    decoder = Decoder()
    assert decoder.feed(b"\0" + b"\1" * 1_000_000) == []
    assert len(decoder._run) <= 33
    assert decoder.feed(b"\0" + encode(Frame(1, b""))) == [Frame(1, b"")]
    assert decoder.refused == 1


def test_too_much_payload_is_refused() -> None:
    """The box has 32 bytes for a body."""
    with pytest.raises(ValueError, match="at most 29 bytes; found 30"):
        encode(Frame(1, bytes(30)))
