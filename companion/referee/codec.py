"""Events to and from the journal's plain JSON: a kind and a body of maps, lists, strings and whole numbers.

The kind is the event's name in snake case. Fractions are written as strings that give the same number back, because
the journal's hash chain wants one spelling for every value.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, get_args

from cattrs import BaseValidationError, Converter
from cattrs.gen import make_dict_unstructure_fn, override

from companion.games.cards import Card
from companion.games.dice import DiceHand
from companion.journal.store import MATCH_BEGUN
from companion.referee import events as e

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
VERDICT = "verdict"
"""The kind that only tells what followed; a fold passes over it."""


class UnknownEvent(ValueError):  # noqa: N818 - named as people say it
    """A journal holds something that this version cannot read."""


def kind_of(event_type: type) -> str:
    """`ClaimConfirmed` -> `claim_confirmed`."""
    return _CAPITAL.sub("_", event_type.__name__).lower()


class Codec:
    """The events of one game; `types` are the members of its union."""

    def __init__(self, types: Collection[type]) -> None:
        self.types: Mapping[str, type] = {kind_of(t): t for t in types}
        self._converter = _converter(types)

    def encode(self, event: Any) -> tuple[str, dict[str, Any]]:
        """(kind, body) of an event."""
        body: dict[str, Any] = self._converter.unstructure(event)
        return kind_of(type(event)), body

    def decode(self, kind: str, body: Mapping[str, Any]) -> Any:
        """The event; raises UnknownEvent where kind or body are not ones that `encode` writes."""
        try:
            event_type = self.types[kind]
        except KeyError:
            raise UnknownEvent(
                f"expected one of {', '.join(sorted(self.types))}, found {kind!r}: "
                "the journal was written by another version of the companion"
            ) from None
        if not isinstance(body, Mapping):
            raise UnknownEvent(f"the body of a {kind!r} event is no map but {type(body).__name__}")
        # `game` is the journal's own note on a match's first event.
        own = {key: value for key, value in body.items() if key != "game"} if kind == MATCH_BEGUN else body
        try:
            return self._converter.structure(own, event_type)
        except (BaseValidationError, ValueError, TypeError, KeyError) as why:
            raise UnknownEvent(f"the body of a {kind!r} event cannot be read: {why}") from why


def _converter(types: Collection[type]) -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(float, repr)
    converter.register_structure_hook(float, lambda text, _: float(text))
    for written in (DiceHand, Card):
        converter.register_unstructure_hook(written, str)
        converter.register_structure_hook(written, lambda text, kind: kind.parse(text))
    for event_type in types:
        # The journal stamps its own time; the monotonic clock means nothing on another day. Where no die was named by
        # itself the ruling is written as it always was.
        drop: Callable[[Any], dict[str, Any]] = make_dict_unstructure_fn(
            event_type, converter, at_ns=override(omit=True), tapped=override(omit_if_default=True)
        )
        converter.register_unstructure_hook(event_type, drop)
    return converter


MENTIROSO_CODEC = Codec([t for t in get_args(e.Event) if t not in (e.Undone, e.Corrected)])


def encode(event: e.Event) -> tuple[str, dict[str, Any]]:
    """(kind, body) of an event of Mentiroso."""
    return MENTIROSO_CODEC.encode(event)


def decode(kind: str, body: Mapping[str, Any]) -> e.Event:
    """An event of Mentiroso; raises UnknownEvent where kind or body are not ones that `encode` writes."""
    event: e.Event = MENTIROSO_CODEC.decode(kind, body)
    return event
