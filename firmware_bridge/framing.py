"""Frames on the cable: `0x00 | COBS(type, payload, crc16) | 0x00`.

COBS: Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2), 1999.
CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection; "123456789" gives 0x29B1. It travels low byte first.
"""

import binascii
from dataclasses import dataclass
from typing import Final

from cobs import cobs

MAX_BODY: Final = 32
"""Bytes of type, payload and checksum together; what does not fit in a small box is no frame."""
MAX_PAYLOAD: Final = MAX_BODY - 3
MAX_ENCODED: Final = MAX_BODY + 1
"""Up to 254 bytes COBS adds exactly one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stood between two zero bytes and passed the checksum."""

    type: int
    """0 to 255"""
    payload: bytes


def crc16(content: bytes) -> int:
    """CRC-16/CCITT-FALSE of `content`."""
    return binascii.crc_hqx(content, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """The bytes of `frame` on the cable, with a zero on both sides.

    Raises:
        ValueError: the type is no byte, or the payload exceeds MAX_PAYLOAD bytes.
    """
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload holds at most {MAX_PAYLOAD} bytes; found {len(frame.payload)}")
    body = bytes([frame.type]) + frame.payload
    stuffed: bytes = cobs.encode(body + crc16(body).to_bytes(2, "little"))
    return b"\0" + stuffed + b"\0"


class Decoder:
    """Bytes in, frames out. Whatever is not a whole frame with a valid checksum is counted and otherwise harmless."""

    def __init__(self) -> None:
        self.refused = 0
        """How many runs of bytes between two zeros were no frame: noise, damage, boot text."""
        self._run = bytearray()
        self._framed = False  # nothing before the first zero can be a whole frame
        self._too_long = False

    def reset(self) -> None:
        """Forget the frame begun: the next bytes come from a newly opened port."""
        self._run.clear()
        self._framed = self._too_long = False

    def feed(self, content: bytes) -> list[Frame]:
        """The frames that `content` completes, in order; a frame may be spread over any number of calls."""
        frames = []
        for byte in content:
            if byte:
                self._too_long = self._too_long or len(self._run) == MAX_ENCODED
                if self._framed and not self._too_long:
                    self._run.append(byte)
                continue
            if self._run or self._too_long:
                frame = None if self._too_long else _unpack(bytes(self._run))
                if frame is None:
                    self.refused += 1
                else:
                    frames.append(frame)
            self._run.clear()
            self._framed, self._too_long = True, False
        return frames


def _unpack(run: bytes) -> Frame | None:
    try:
        body: bytes = cobs.decode(run)
    except cobs.DecodeError:
        return None
    if not 3 <= len(body) <= MAX_BODY or crc16(body[:-2]) != int.from_bytes(body[-2:], "little"):
        return None
    return Frame(body[0], body[1:-2])
