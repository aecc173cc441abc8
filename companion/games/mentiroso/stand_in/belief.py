"""What the table knows of the dice nobody sees: the odds of each set of them, from the claims made about them."""

from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np

from companion.games.dice import DiceHand
from companion.games.mentiroso.stand_in.multisets import (
    BY_SIZE,
    PLACE,
    Floats,
    ranks_with,
    throw_odds,
    together,
)
from companion.games.mentiroso.view import PublicView

EXACT = 0.62
"""How often someone who has a higher hand claims just that."""

MODEST = 0.20
"""How often they claim less than they have; the rest is bluff."""

SMALL_STEP = 12.0
"""How far bluffs rise, in ranks: most go just above what must be beaten."""

WILD = 0.35
"""The share of bluffs that may be anything higher."""

KEPT_AS_SAID = 0.6
"""How often dice left under the cup are among those the claim before named."""


@lru_cache(maxsize=2048)
def likelihood(claim: int, beaten: int) -> Floats:
    """How likely a player is to claim this rank, by the rank 1 to 252 of the dice he saw. Shape (252,)."""
    actual = np.arange(1, 253)
    higher = np.arange(beaten + 1, 253)
    near = np.exp(-(higher - beaten) / SMALL_STEP)
    bluff = (1 - WILD) * np.exp(-(claim - beaten) / SMALL_STEP) / near.sum() + WILD / len(higher)
    room = np.maximum(actual - beaten, 1)
    honest = EXACT * (actual == claim) + MODEST * (actual >= claim) / room + (1 - EXACT - MODEST) * bluff
    return np.asarray(np.where(actual > beaten, honest, bluff))


@cache
def kept_odds(said: DiceHand | None, size: int) -> Floats:
    """The odds of so many dice that were left under the cup after a claim, in the order of `BY_SIZE`."""
    odds = throw_odds(size)
    if said is None:
        return odds
    among = np.zeros(len(odds))
    for dice in combinations(said.faces, size):
        among[PLACE[together(dice)]] += 1 / comb(5, size)
    return (1 - KEPT_AS_SAID) * odds + KEPT_AS_SAID * among


@cache
def before_the_claim(said: DiceHand | None, kept: int, thrown: int) -> Floats:
    """The odds of the hidden dice, some kept and some thrown, before anything was claimed about them."""
    if not kept:
        return throw_odds(thrown)
    odds = np.zeros(len(BY_SIZE[kept + thrown]))
    for old, old_odds in zip(BY_SIZE[kept], kept_odds(said, kept), strict=True):
        for new, new_odds in zip(BY_SIZE[thrown], throw_odds(thrown), strict=True):
            odds[PLACE[together(old, new)]] += old_odds * new_odds
    return odds


def hidden_odds(view: PublicView) -> Floats:
    """The odds of the dice nobody sees, given the last claim and how it was made, in the order of `BY_SIZE`."""
    unseen = [number for number, die in enumerate(view.dice) if die.face is None]
    thrown = sum(number in view.thrown_before for number in unseen)
    said = view.claims[-2].hand if len(view.claims) > 1 else None
    odds = before_the_claim(said, len(unseen) - thrown, thrown)
    if view.claim is None or view.claim.blind:
        return odds
    fits = likelihood(view.claim.hand.rank, said.rank if said else 0)[ranks_with(view.visible) - 1]
    odds = odds * fits
    return np.asarray(odds / odds.sum())
