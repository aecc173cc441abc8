"""Top faces that were lost, told by what is printed on them: a taught set knows its faces where edges are not seen.

On a cloth of the dice's own colour the aligner holds a top for unlikely, and the side below it for one. Where a face of
the set shows in both places, as near to each other as a top and its side, the upper one is a top.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.align import looked_above, printed
from vision.dice.detect import TopFace, without_doubles
from vision.dice.patch import cut_all
from vision.pictures import Picture

#: From this likelihood of a top above a place on it is looked at what that shows; from the other on it may be sure, and
#: below that it only makes this place doubtful: as likely a side as not.
_ABOVE, _LIKELY_ABOVE, _AS_LIKELY_AS_NOT = 0.05, 0.15, 0.5
#: Probability of there being a face of the set, from which a place shows one: where a top was lost, and below it.
_SHOWS, _SIDE_SHOWS = 0.95, 0.9
#: What is nearer to another than this, in sizes, is the same.
_SAME = 0.35
#: What was found above may itself be a side, of a die that was lost as well; more lie nowhere above one another.
_ROUNDS = 2

Chances = Callable[[NDArray[np.uint8]], NDArray[np.float64]]


def with_lost_tops(picture: Picture, tops: list[TopFace], chances: Chances) -> list[TopFace]:
    """The same and such as were lost, likeliest first; `chances`: (N, 7) of FACES and of none for patches."""
    doubted: list[TopFace] = []
    for _ in range(_ROUNDS):
        told = _told(picture, tops, chances)
        doubted += [side for _, side in told if side.above <= _LIKELY_ABOVE]
        lost = without_doubles([top for top, side in told if side.above > _LIKELY_ABOVE])
        if not lost:
            break
        kept = [t for t in tops if not any(_is_same(t, top) and t.score < top.score for top in lost)]
        tops = looked_above(picture, sorted([*kept, *lost], key=lambda t: -t.score))
    return [
        replace(t, above=max(t.above, _AS_LIKELY_AS_NOT)) if any(t.quad is side.quad for side in doubted) else t
        for t in tops
    ]


def _told(picture: Picture, tops: list[TopFace], chances: Chances) -> list[tuple[TopFace, TopFace]]:
    """Lost tops, as likely as the sides below them are a die's, and these sides."""
    over = [(replace(t.over, score=t.score, above=0.0, over=None), t) for t in tops if t.over and t.above > _ABOVE]
    pairs = [(top, side) for top, side in over if not any(_is_same(top, t) and t.score >= top.score for t in tops)]
    if not pairs:
        return []
    shown = 1 - chances(cut_all(picture, [face.quad for pair in pairs for face in pair]))[:, -1].reshape(-1, 2)
    return [
        (top, side)
        for (place, side), (shows, side_shows) in zip(pairs, shown.tolist(), strict=True)
        if shows > _SHOWS and side_shows > _SIDE_SHOWS
        for top in printed(picture, [place])
    ]


def _is_same(one: TopFace, other: TopFace) -> bool:
    return one.apart(other) < _SAME * one.size
