"""Operations to and from plain data (what JSON can hold), for the journal, the link and exports."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.games.cards import Card
from companion.games.detective.state import Hole
from companion.games.dice import DiceHand, Face
from companion.games.errors import NotUnderstood

KIND = "op"
"""The field that names the kind of operation."""


def to_plain(operation: Any) -> dict[str, Any]:
    """An operation as a dictionary of plain values: ``{"op": "PassClaim", "seat": 0, "hand": "KKKJ7", ...}``."""
    return {KIND: type(operation).__name__, **_plain_fields(operation)}


def _plain_fields(thing: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(thing, field.name)) for field in fields(thing)}


def _plain(value: Any) -> Any:
    match value:
        case Face():
            return value.letter
        case DiceHand() | Card():
            return str(value)
        case Enum():
            return value.value
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return _plain_fields(value) if is_dataclass(value) else value


def from_plain(data: Mapping[str, Any], kinds: Any) -> Any:
    """The operation that `to_plain` wrote; `kinds` is the union of kinds of the game (its ``Operation``).

    Raises:
        NotUnderstood: no such kind, a field is missing or unknown, or a value is of the wrong type.
    """
    by_name = {kind.__name__: kind for kind in get_args(kinds)}
    kind = by_name.get(str(data.get(KIND)))
    if kind is None:
        raise NotUnderstood("operation", found=data.get(KIND), expected=tuple(sorted(by_name)))
    return _read_fields(kind, {name: value for name, value in data.items() if name != KIND})


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_fields(kind: Any, data: Any) -> Any:
    hints = _hints(kind)
    if not isinstance(data, Mapping) or set(data) != set(hints):
        raise NotUnderstood("fields", kind=kind.__name__, found=data, expected=tuple(hints))
    return kind(**{name: _read(hints[name], value) for name, value in data.items()})


def _read(hint: Any, value: Any) -> Any:  # noqa: PLR0911 - one line for each shape of value
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal and value in inner:
        return value
    if origin in (Union, UnionType):
        options = [option for option in inner if option is not NoneType]
        return None if value is None and NoneType in inner else _read(options[0], value)
    if hint is Hole and isinstance(value, list) and len(value) == 2:
        return Hole(*(_read(Card, item) for item in value))
    if origin is tuple and isinstance(value, list):
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(inner[0], item) for item in value)
        if len(inner) == len(value):
            return tuple(_read(item_hint, item) for item_hint, item in zip(inner, value, strict=True))
    if hint in (Face, DiceHand, Card) and isinstance(value, str):
        return hint.parse(value)
    if isinstance(hint, type) and issubclass(hint, Enum) and _is_value(hint, value):
        return hint(value)
    if is_dataclass(hint) and hint not in (DiceHand, Card):
        return _read_fields(hint, value)
    if hint in (int, str, bool) and type(value) is hint:
        return value
    raise NotUnderstood("value", found=value, expected=hint)


def _is_value(hint: type[Enum], value: Any) -> bool:
    return type(value) is (int if issubclass(hint, IntEnum) else str) and value in [member.value for member in hint]
