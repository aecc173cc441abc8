"""Short ways to bring a match of Mentiroso where a test wants it."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games import mentiroso as m
from companion.games.dice import DiceHand
from companion.games.mentiroso.state import Die, Place

TOLD = m.Options(limit=3, throws="told")


def hand(text: str) -> DiceHand:
    """A hand from its text."""
    return DiceHand.parse(text)


def started(players: int = 4, options: m.Options = m.Options(limit=3), starter: int = 0) -> m.Match:  # noqa: B008
    """A match whose first starter is drawn."""
    return m.draw_lot(m.set_up(players, options)[0], starter)[0]


def thrown(match: m.Match) -> m.Match:
    """All five dice thrown under the cup."""
    return m.throw_cup(match, range(5))[0]


def lying(match: m.Match, hidden: Iterable[int]) -> m.Match:
    """The same turn with these dice under the cup and the others in the open, none thrown yet."""
    under = set(hidden)
    return replace(match, dice=tuple(Die(Place.CUP if die in under else Place.TABLE) for die in range(5)))


def called(match: m.Match, claim: str, actual: str) -> m.Match:
    """The player in turn claims, the receiver calls, and the dice are shown."""
    match, _ = m.pass_claim(match, hand(claim))
    match, _ = m.call(match)
    return m.show(match, hand(actual))[0]


def believed(match: m.Match, claim: str) -> m.Match:
    """The player in turn claims and the receiver believes."""
    match, _ = m.pass_claim(match, hand(claim))
    return m.believe(match)[0]
