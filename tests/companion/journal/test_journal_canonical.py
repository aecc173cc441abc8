"""One body, one text: what is hashed is the same bytes whoever writes it."""

import json
from enum import IntEnum, StrEnum
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.canonical import DEEPEST, LARGEST, canonical, parse
from companion.journal.errors import BodyRefused

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault."""

texts = st.text(st.characters(codec="utf-8"))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@UNHURRIED
@given(values)
def test_what_is_written_is_what_is_read(value: object) -> None:
    """Reading gives the value back, and writing it again the same text."""
    text = canonical(value)
    assert parse(text) == value
    assert canonical(parse(text)) == text
    assert json.loads(text.encode()) == value


@UNHURRIED
@given(st.dictionaries(texts, values, min_size=2))
def test_order_of_keys_does_not_matter(body: dict[str, object]) -> None:
    """The same map built in another order is the same text, keys ascending by their UTF-8 bytes."""
    assert canonical(dict(reversed(body.items()))) == canonical(body)
    written = [key for key, _ in json.loads(canonical(body), object_pairs_hook=list)]
    assert written == sorted(body, key=str.encode)


@UNHURRIED
@given(values, values)
def test_different_values_are_different_texts(one: object, other: object) -> None:
    """No two bodies share a text, so none can be passed off as another; True is not 1."""
    assert (canonical(one) == canonical(other)) == (repr_of(one) == repr_of(other))


def repr_of(value: object) -> str:
    """A second opinion on sameness that tells True from 1 and does not depend on the order of keys."""
    match value:
        case dict():
            return "{" + ",".join(f"{key!r}:{repr_of(value[key])}" for key in sorted(value)) + "}"
        case list():
            return "[" + ",".join(map(repr_of, value)) + "]"
    return f"{type(value).__name__}:{value!r}"


def test_the_text_itself() -> None:
    """Sorted, no spaces, UTF-8 as it is, only the escapes JSON demands; tuples, enums, frozen maps as plain values."""

    class Suit(StrEnum):
        SPADE = "♠"

    class Seat(IntEnum):
        EAST = 2

    body = MappingProxyType({"b": (1, None, True), "a": Suit.SPADE, "ä": 'Íñigo "\n', "s": Seat.EAST})
    assert canonical(body) == '{"a":"♠","b":[1,null,true],"s":2,"ä":"Íñigo \\"\\n"}'


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"p": 0.5}, r"body\.p is of type float"),
        ({"p": float("nan")}, "float"),
        ({"list": [1, {"deep": b"x"}]}, r"body\.list\[1\]\.deep is of type bytes"),
        ({"n": 2**53}, "whole number beyond"),
        ({"n": -(2**53)}, "whole number beyond"),
        ({1: "x"}, "keys are texts"),
        ({"t": "\ud800"}, "half a character"),
        ({"\udfff": 1}, "half a character"),
        ({"s": {1, 2}}, "of type set"),
    ],
)
def test_what_has_no_one_form_is_refused(body: object, reason: str) -> None:
    """The message names the place and what was found there."""
    with pytest.raises(BodyRefused, match=reason):
        canonical(body)


def test_bottomless_bodies_are_refused() -> None:
    """A list that holds itself ends in a message, not in a full stack; the deepest allowed one is written."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(BodyRefused, match="nested deeper"):
        canonical(endless)
    nested: object = "floor"
    for _ in range(DEEPEST):
        nested = [nested]
    assert parse(canonical(nested)) == nested


@pytest.mark.parametrize("text", ["1.0", "[NaN]", "[Infinity]", '{"a":1,"a":2}', "[" * 100_000, "", "{", "nul"])
def test_other_json_is_not_read(text: str) -> None:
    """Reading refuses, as ValueError, whatever writing could not have produced."""
    with pytest.raises(ValueError):
        parse(text)
