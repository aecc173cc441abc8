"""How likely the player in turn is to take the point of the hand, if they choose well from here.

The hand that stands at the end of a turn is judged by what the table knows of it: the receiver calls the more readily
the less likely the claim is. All arrays over ranks have shape (252,) for claims of rank 1 to 252, or (253,) for what
must be beaten: 0 (nothing, an opening) to 252. The latter are kept, some thousand of them for each number of players,
and are of single precision for that.
"""

from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.games.mentiroso.stand_in.multisets import (
    BY_SIZE,
    Dice,
    Floats,
    at_least,
    subsets,
    throw_odds,
    together,
    without,
)

Singles: TypeAlias = npt.NDArray[np.float32]

CARELESS = 0.12
"""How often a receiver calls, or believes, whatever the odds are."""

SHARPNESS = 0.09
"""Width of the step between believing and calling, in probability."""

CROWD = 6
"""More players than this are weighed as so many: their number hardly matters any more, and each costs memory."""

DOUBT = 0.5
"""The chance of a claim at which a receiver is in two minds."""


def called(chance: Floats) -> Floats:
    """How likely the receiver is to call a claim that is true with this chance."""
    return CARELESS + (1 - 2 * CARELESS) / (1 + np.exp((chance - DOUBT) / SHARPNESS))


@cache
def comes_back(players: int) -> Floats:
    """How likely a claim of rank 1 to 252, once believed, comes back to cost its claimant the point.

    Every other player must first get away with a higher claim, which is the harder the higher this one is.
    """
    reach = np.linspace(0.0, 1.0, 252)
    gets_away = 0.75 * (1 - reach) + 0.15
    return np.asarray(0.5 * gets_away ** (players - 1))


def danger(chance: Floats, players: int) -> Floats:
    """For each claim: the chance of losing the hand by it, called as a lie or later."""
    call = called(chance)
    return np.asarray(call * (1 - chance) + (1 - call) * comes_back(players))


def best_above(dangers: Floats) -> Singles:
    """For each rank to beat, 0 to 252: the least danger of a higher claim; above five aces there is none."""
    return np.append(np.minimum.accumulate(dangers[::-1])[::-1], 1.0).astype(np.float32)


@cache
def cup_dangers(visible: Dice, players: int) -> Floats:
    """The danger of each claim when all other dice were thrown under the cup unseen. Shape (252,)."""
    return danger(at_least(visible, throw_odds(5 - len(visible))), players)


@cache
def after_cup(visible: Dice, players: int) -> Singles:
    """The least danger when all other dice were thrown under the cup unseen, by rank to beat. Shape (253,)."""
    return best_above(cup_dangers(visible, players))


@cache
def in_the_open(thrown: Dice, free: Dice, players: int) -> Singles:
    """The least danger when all five dice are visible and `free` may still be thrown, by rank to beat. Shape (253,).

    A last throw of some free dice under the cup, or none; or one more die in the open first. Throwing open dice one
    by one is never worse than together, for each result may change the plan.
    """
    best = after_cup(together(thrown, free), players)
    for dice in subsets(free)[1:]:
        best = np.minimum(best, after_cup(together(thrown, without(free, dice)), players))
    for face in dict.fromkeys(free):
        best = np.minimum(best, after_open(thrown, without(free, (face,)), 1, players))
    return best


@cache
def after_open(thrown: Dice, free: Dice, many: int, players: int) -> Singles:
    """As `in_the_open`, with so many dice besides about to be thrown in the open together."""
    results = np.array([in_the_open(together(thrown, dice), free, players) for dice in BY_SIZE[many]])
    return np.asarray(throw_odds(many) @ results, dtype=np.float32)


@cache
def shown(visible: Dice, players: int) -> Singles:
    """The least danger of a turn when the hidden dice are taken out, by set of hidden dice and rank to beat.

    Shape (sets of hidden dice in the order of `BY_SIZE`, 253).
    """
    return np.array([in_the_open((), together(visible, hidden), players) for hidden in BY_SIZE[5 - len(visible)]])


@cache
def opening(thrown: Dice, players: int) -> float:
    """The least danger of an opening turn when these lie open and all others must still be thrown (M18)."""
    under_cup = float(after_cup(thrown, players)[0])
    return under_cup if len(thrown) == 5 else min(under_cup, opening_after_open(thrown, 1, players))


@cache
def opening_after_open(thrown: Dice, many: int, players: int) -> float:
    """As `opening`, with so many dice about to be thrown in the open together."""
    results = [opening(together(thrown, dice), players) for dice in BY_SIZE[many]]
    return float(throw_odds(many) @ np.array(results))


def prepare(players: int) -> None:
    """Work out all the tables for so many players still in play, so that each decision is quick."""
    players = min(players, CROWD)
    for size in range(6):
        for visible in BY_SIZE[size]:
            shown(visible, players)
    opening((), players)
