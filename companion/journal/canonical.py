"""One way, and only one, to write a body as bytes: what is hashed today must be the same bytes in ten years."""

import json
from collections.abc import Mapping, Sequence

from companion.journal.errors import BodyRefused

_TYPES = "a map with text keys, a list, a text, a whole number, true, false or null"
LARGEST = 2**53 - 1
"""Beyond ± this, readers in other languages round whole numbers (RFC 7493, 2.2)."""
DEEPEST = 32


def canonical(value: object, deepest: int = DEEPEST) -> str:
    """`value` as JSON: keys sorted by code point, no spaces, no escapes but those JSON demands, tuples as lists.

    Fractions are refused, not rounded: their shortest form differs between languages. Write thousandths
    (`{"confidence_permille": 987}`) or microseconds. Raises `BodyRefused` naming the place of what cannot be written.
    """
    try:
        return encode(_plain(value, deepest))
    except _Unfit as unfit:
        raise BodyRefused(f"body{unfit.place} {unfit.reason}") from None


encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""As `canonical`, for plain values that are known to be fit."""


class _Unfit(Exception):  # noqa: N818 - never leaves this file
    """What is wrong, and where: the place is put together on the way up, so that sound bodies do not pay for it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.place = ""

    def inside(self, step: str) -> "_Unfit":
        self.place = step + self.place
        return self


def _plain(value: object, levels: int) -> object:
    """`value` made of plain dict, list, str, int, bool and None only, nested at most `levels` deep."""
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise _Unfit("is a whole number beyond ±(2^53 - 1); write it as a text")
        return int(value)
    if levels < 0:
        raise _Unfit(f"is nested deeper than {DEEPEST} levels")
    if isinstance(value, dict | Mapping):
        return _plain_map(value, levels)
    if isinstance(value, list | tuple | Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return _plain_list(value, levels)
    raise _Unfit(f"is of type {type(value).__name__}; a journal holds {_TYPES} (a fraction as thousandths)")


def _plain_map(value: Mapping[object, object], levels: int) -> dict[str, object]:
    plain = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise _Unfit(f"has the key {key!r}; keys are texts")
        try:
            plain[_text(key)] = _plain(item, levels - 1)
        except _Unfit as unfit:
            raise unfit.inside(f".{key}") from None
    return plain


def _plain_list(value: Sequence[object], levels: int) -> list[object]:
    plain = []
    for index, item in enumerate(value):
        try:
            plain.append(_plain(item, levels - 1))
        except _Unfit as unfit:
            raise unfit.inside(f"[{index}]") from None
    return plain


def _text(value: str) -> str:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise _Unfit(f"holds half a character (a lone surrogate at {error.start}); it cannot be stored") from None
    return str.__str__(value)


def parse(text: str) -> object:
    """The value of canonical JSON text, refusing what `canonical` never writes.

    Raises `ValueError` for what is no JSON, for fractions, NaN, keys that stand twice and bottomless nesting.
    """
    try:
        return json.loads(
            text, parse_float=_refuse_number, parse_constant=_refuse_number, object_pairs_hook=_without_doubles
        )
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _refuse_number(text: str) -> object:
    raise ValueError(f"the number {text} is not a whole one")


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    body = dict(pairs)
    if len(body) != len(pairs):
        raise ValueError("a key stands twice in one map")
    return body
