"""Events to and from the journal's plain JSON: a kind and a body of maps, lists, strings and whole numbers.

The kind is the event's name in snake case. Fractions are written as strings that give the same number back, because
the journal's hash chain wants one spelling for every value.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from cattrs import BaseValidationError, Converter
from cattrs.gen import make_dict_unstructure_fn, override

from companion.games.dice import DiceHand
from companion.journal.store import MATCH_BEGUN
from companion.referee.events import Event

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def kind_of(event_type: type) -> str:
    """`ClaimConfirmed` -> `claim_confirmed`."""
    return _CAPITAL.sub("_", event_type.__name__).lower()


EVENT_TYPES: Mapping[str, type] = {kind_of(t): t for t in get_args(Event)}
VERDICT = "verdict"
"""The kind that only tells what followed; a fold passes over it."""


class UnknownEvent(ValueError):  # noqa: N818 - named as people say it
    """A journal holds something that this version cannot read."""


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(float, repr)
    converter.register_structure_hook(float, lambda text, _: float(text))
    converter.register_unstructure_hook(DiceHand, str)
    converter.register_structure_hook(DiceHand, lambda text, _: DiceHand.parse(text))
    for event_type in EVENT_TYPES.values():
        # The journal stamps its own time; the monotonic clock means nothing on another day.
        drop: Callable[[Any], dict[str, Any]] = make_dict_unstructure_fn(
            event_type, converter, at_ns=override(omit=True)
        )
        converter.register_unstructure_hook(event_type, drop)
    return converter


_CONVERTER = _converter()


def encode(event: Event) -> tuple[str, dict[str, Any]]:
    """(kind, body) of an event."""
    body: dict[str, Any] = _CONVERTER.unstructure(event)
    return kind_of(type(event)), body


def decode(kind: str, body: Mapping[str, Any]) -> Event:
    """The event; raises UnknownEvent where kind or body are not ones that `encode` writes."""
    try:
        event_type = EVENT_TYPES[kind]
    except KeyError:
        raise UnknownEvent(
            f"expected one of {', '.join(sorted(EVENT_TYPES))}, found {kind!r}: "
            "the journal was written by another version of the companion"
        ) from None
    if not isinstance(body, Mapping):
        raise UnknownEvent(f"the body of a {kind!r} event is no map but {type(body).__name__}")
    # `game` is the journal's own note on a match's first event.
    own = {key: value for key, value in body.items() if key != "game"} if kind == MATCH_BEGUN else body
    try:
        event: Event = _CONVERTER.structure(own, event_type)
    except (BaseValidationError, ValueError, TypeError, KeyError) as why:
        raise UnknownEvent(f"the body of a {kind!r} event cannot be read: {why}") from why
    return event
