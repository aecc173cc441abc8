"""Reading the dice of one picture: find top faces, look at each, compare with the taught set; sure or not sure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FACES, DiceSet
from calibration.table import TableProfile
from vision.dice.agree import looked_at_twice, together
from vision.dice.align import Finder, find_tops, patches_of, tops_again, tops_at_a_glance
from vision.dice.company import alike, told_by_memory, told_together
from vision.dice.dense.look import look_again
from vision.dice.detect import TopFace
from vision.dice.doubt import ABOVE_UNTAUGHT, SIDE, Squeeze, look_doubt, place_doubt
from vision.dice.known import NOTHING_KNOWN, Known, none_of_others, odds_of, unheard_of
from vision.dice.lost import with_lost_tops
from vision.dice.match import look_at, taught_looks
from vision.dice.name import NO_TOP, ORDINARY, name_faces
from vision.dice.on_table import Placed, tops_on_table
from vision.dice.patch import all_turns, cut_all
from vision.dice.standing import plain_tops
from vision.onnx import softmax
from vision.pictures import Picture
from vision.readings import Alternative, DieReading, as_quad

#: Probability from which a reading is sure, of a taught set, of one that was learned, and of an unknown one.
SURE, SURE_LEARNED, SURE_UNTAUGHT = 0.95, 0.98, 0.99
#: Below this probability of being any die's face a place is not told at all; without a set, and where nobody knows how
#: many dice there are, more is wanted.
_NO_DIE, _NO_DIE_UNTAUGHT = 0.02, 0.5
#: How much of the namer's doubt counts that there is a top face at all: to it a six of strange make is often a side.
_NAMERS_SAY = 0.25
#: Probability below which a face is left out of the alternatives.
_RULED_OUT = 0.002


def read_dice(
    picture: Picture,
    dice_set: DiceSet | None = None,
    *,
    known: Known = NOTHING_KNOWN,
    profile: TableProfile | None = None,
    expected: int | None = None,
    thorough: bool = True,
    find: Finder = find_tops,
) -> tuple[DieReading, ...]:
    """The top faces seen in `picture` (BGR), likeliest first.

    dice_set: the taught set; None reads by what sets have in common, and by what people told of these dice, `known`.
    With both the set is what was learned of them: nobody vouches that these are still the same dice, and there is no
    second look. profile: where the camera stands, if that is known: how large and how squeezed a top face must be
    there, and which faces are sides; expected: how many dice must lie there, where the game knows: of more candidates
    only the best are given, and such as are sure all the same; thorough: what a taught set leaves in doubt is looked at
    once more, which takes seconds instead of milliseconds; find: where top faces are looked for.
    """
    readings = _quickly(picture, dice_set, known, expected, profile, find)
    if dice_set is not None and known.looks:
        return none_of_others(readings)
    doubt = any(not r.sure for r in readings) or len(readings) < (expected or 1)
    if not thorough or dice_set is None or not readings or not doubt:
        return readings
    return at_most(expected, together(readings, look_again(picture, dice_set, expected)))


def get_ready(dice_set: DiceSet | None) -> None:
    """Loads what reading needs, so that the first picture is not read later than the others."""
    blank = np.zeros((720, 1280, 3), np.uint8)
    square = np.array([[40, 40], [90, 40], [90, 90], [40, 90]], np.float64)
    tops_at_a_glance(blank, None)
    tops_again([square])(blank, None)
    patches = cut_all(blank, [square])
    _taught(patches, dice_set) if dice_set is not None else _untaught(patches)


def _quickly(
    picture: Picture,
    dice_set: DiceSet | None,
    known: Known,
    expected: int | None,
    profile: TableProfile | None,
    find: Finder,
) -> tuple[DieReading, ...]:
    # A game's dice are taught and counted; what else is shown may be told from little.
    nearly = dice_set is not None and expected is not None
    tops = find(picture, expected, nearly)
    if dice_set is not None:
        tops = with_lost_tops(picture, tops, lambda patches: _taught(patches, dice_set)[0])
    placed = _placed(picture, tops, profile)
    if not placed:
        return ()
    before = {i: each.first for i, each in enumerate(placed) if each.first is not None}
    looks = patches_of(picture, [*(each.top for each in placed), *before.values()])
    patches = looks[: len(placed)]
    if dice_set is not None:
        chances, places = _taught(looks, dice_set)
    else:
        chances, places = _untaught(looks)
        seen = look_at(all_turns(looks))
        chances = told_together(chances, alike(seen), [*range(len(patches)), *before], SURE_UNTAUGHT)
        # In this order: a die that is sure because it is remembered must not make a neighbour sure that resembles it.
        chances = told_by_memory(chances, odds_of(seen, known))
    learned = dice_set is not None and bool(known.looks)
    least = SURE_UNTAUGHT if dice_set is None else SURE_LEARNED if learned else SURE
    chances, places, of_two_minds = looked_at_twice(chances, places, list(before), least)
    likely = np.array([each.top.score for each in placed]) * places
    least_likely = _NO_DIE if dice_set is not None or expected is not None else _NO_DIE_UNTAUGHT
    order = [int(i) for i in np.argsort(-likely, kind="stable") if likely[i] > least_likely]
    if profile is not None:
        # Neither another die's side nor a die put aside must push one out of those that are expected.
        order.sort(key=lambda i: (not placed[i].counts, placed[i].doubt == SIDE))
    if expected is not None and sum(placed[i].counts for i in order) >= expected:
        order = [i for i in order if placed[i].counts]
    missing = dice_set.missing if dice_set is not None else ()
    if learned:
        of_two_minds |= unheard_of(patches, chances, known)
    doubts = [
        p.doubt or (SIDE if dice_set is None and p.top.above > ABOVE_UNTAUGHT else of_two_minds.get(i, ""))
        for i, p in enumerate(placed)
    ]
    return at_most(
        expected, tuple(_reading(placed[i].top, patches[i], chances[i], doubts[i], least, missing) for i in order)
    )


def _placed(picture: Picture, tops: list[TopFace], profile: TableProfile | None) -> list[Placed]:
    if profile is not None:
        return tops_on_table(picture, tops, profile)
    squeeze, is_no_side = Squeeze.of(tops), plain_tops(picture, tops)
    return [Placed(top, place_doubt(top, tops, squeeze, is_no_side), counts=True) for top in tops]


def at_most(expected: int | None, readings: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
    """The first `expected` ones; a die more that is sure is kept, so that everybody sees that there are too many."""
    if expected is None:
        return readings
    return readings[:expected] + tuple(reading for reading in readings[expected:] if reading.sure)


def _taught(patches: NDArray[np.uint8], dice_set: DiceSet) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 7) probabilities of FACES and of none of them; (N,) of there being a face of the set."""
    chances = softmax(taught_looks(dice_set).odds(look_at(patches)))
    return chances, 1 - chances[:, -1]


def _untaught(patches: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """As `_taught`; an ordinary die is none of FACES, but there it lies."""
    names = name_faces(patches)
    none = names[:, ORDINARY:].sum(axis=1, keepdims=True)
    return np.hstack([names[:, :ORDINARY], none]), (1 - names[:, NO_TOP]) ** _NAMERS_SAY


def _reading(
    top: TopFace, patch: Picture, chances: NDArray[np.float64], doubt: str, least: float, missing: Sequence[str]
) -> DieReading:
    ranked = sorted(zip(FACES, chances[:-1], strict=True), key=lambda item: -item[1])
    (face, best), (rival, _) = ranked[:2]
    why = doubt
    if not why and best < least:
        nothing = "it looks like none of the faces" if chances[-1] > 0.3 else f"{face} and {rival} fit almost equally"
        why = look_doubt(patch) or nothing
    if not why and missing and best < 0.995:
        why = "it may be a face that was never taught"
    # What is half seen may be anything: a person who asks must not find the true face ruled out.
    alternatives = tuple(Alternative(f, float(p)) for f, p in ranked if p > _RULED_OUT or why)
    return DieReading(face, as_quad(top.quad), float(best), not why, alternatives, why)
