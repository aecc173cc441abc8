"""Sound inputs made unsound: bytes changed, cut, doubled; words and numbers replaced by those that break parsers."""

import random
import re

MOST_BYTES = 300_000
"""No input grows beyond this: length itself is tried once for each parser, not ten thousand times."""
_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.){0,200}"|[-+]?\d[\d.eE+-]*|[A-Za-z_]+')
_NASTY = (
    b"-1", b"0", b"1", b"255", b"65536", b"2147483648", b"9223372036854775808", b"-9007199254740993",
    b"1e999", b"-0.0", b"1e-400", b"NaN", b"nan", b"inf", b"-Infinity", b"9" * 400, b"9" * 5000, b"0x" + b"f" * 5000,
    b"null", b"true", b"{}", b"[]", b"[[]]", b'""', b'"\\ud800"', b'"\\u0000"', b'"\\u001b[2J"', b'"\xff\xfe"',
    b'"../../../etc/passwd"', b'"=1+1"', b'"<script>"', b'"%s{0.__class__}"', b'"' + b"x" * 5000 + b'"',
    b"[" * 900 + b"]" * 900, b"[" * 5000, b'{"a":' * 700 + b"1" + b"}" * 700,
    b".a" * 3000, b".a" * 30000, b"'", b"\\", b"\r\n\r\n",
    "١٢٣".encode(), "²".encode(), "\u202e\u2028é̂🂡".encode(), b"\xed\xa0\x80", b"\x00", b"\x1b[2J", b"(" * 300,
)  # fmt: skip
_WHOLE = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 60000)


def mutated(seed: bytes, other: bytes, rng: random.Random, *, text: bool) -> bytes:
    """`seed` after some changes, one of which may be a piece of `other`."""
    data = bytearray(seed)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if text and rng.random() < 0.7:
            _token(data, rng)
        else:
            rng.choice(_CHANGES)(data, other, rng)
        del data[MOST_BYTES:]
    return bytes(data)


def _token(data: bytearray, rng: random.Random) -> None:
    found = [match.span() for match in _TOKEN.finditer(data)]
    if not found:
        data += rng.choice(_NASTY)
        return
    start, end = rng.choice(found)
    if rng.random() < 0.25:
        # One value of the document in another's place.
        other = rng.choice(found)
        data[start:end] = data[slice(*other)]
    else:
        data[start:end] = rng.choice(_NASTY)


def _flip(data: bytearray, _other: bytes, rng: random.Random) -> None:
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _overwrite(data: bytearray, _other: bytes, rng: random.Random) -> None:
    width = rng.choice((1, 2, 4, 8))
    at = rng.randrange(len(data) + 1)
    data[at : at + width] = (rng.choice(_WHOLE) & ((1 << 8 * width) - 1)).to_bytes(width, rng.choice(("big", "little")))


def _cut(data: bytearray, _other: bytes, rng: random.Random) -> None:
    at = rng.randrange(len(data) + 1)
    del data[at : at + rng.choice((1, 2, 8, 64, len(data)))]


def _double(data: bytearray, _other: bytes, rng: random.Random) -> None:
    at = rng.randrange(len(data) + 1)
    data[at:at] = bytes(data[at : at + rng.choice((1, 4, 32, 500))]) * rng.choice((1, 2, 50))


def _splice(data: bytearray, other: bytes, rng: random.Random) -> None:
    at, start = rng.randrange(len(data) + 1), rng.randrange(len(other) + 1)
    length = rng.choice((4, 40, 400))
    data[at : at + length] = other[start : start + length]


def _insert(data: bytearray, _other: bytes, rng: random.Random) -> None:
    at = rng.randrange(len(data) + 1)
    data[at:at] = rng.choice((rng.randbytes(rng.choice((1, 3, 20))), rng.choice(_NASTY)))


_CHANGES = (_flip, _overwrite, _cut, _double, _splice, _insert)
