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
    return json.dumps(
        _plain(value, "body", deepest), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def _plain(value: object, place: str, levels: int) -> object:
    """`value` made of plain dict, list, str, int, bool and None only."""
    if levels < 0:
        raise BodyRefused(f"{place} is nested deeper than {DEEPEST} levels")
    match value:
        case None | bool():
            return value
        case int():
            if abs(value) > LARGEST:
                raise BodyRefused(f"{place} is a whole number beyond ±(2^53 - 1); write it as a text")
            return int(value)
        case str():
            return _text(value, place)
        case Mapping():
            return {_key(key, place): _plain(item, f"{place}.{key}", levels - 1) for key, item in value.items()}
        case Sequence() if not isinstance(value, bytes | bytearray | memoryview):
            return [_plain(item, f"{place}[{index}]", levels - 1) for index, item in enumerate(value)]
    raise BodyRefused(
        f"{place} is of type {type(value).__name__}; a journal holds {_TYPES} (a fraction as thousandths)"
    )


def _key(key: object, place: str) -> str:
    if not isinstance(key, str):
        raise BodyRefused(f"{place} has the key {key!r}; keys are texts")
    return _text(key, place)


def _text(value: str, place: str) -> str:
    text = str.__str__(value)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BodyRefused(
            f"{place} holds half a character (a lone surrogate at {error.start}); it cannot be stored"
        ) from error
    return text


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
