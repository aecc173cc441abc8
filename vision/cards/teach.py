"""Teaching a deck: its cards laid out in rows, not over each other, and named."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Say, advise
from vision.cards.deck import Deck, DeckError, numbers
from vision.cards.detect import detect
from vision.cards.merge import Offset, card_quad, fits, offset, opposite
from vision.cards.patches import Pyramid
from vision.cards.pose import put_right
from vision.pictures import Picture
from vision.readings import Quad, as_quad, middle

#: The detector's score from which a place counts as an index.
CLEAR = 0.25
#: Cards whose middles differ by less than this share of a card's height lie in one row.
ROW = 0.5

Poses = NDArray[np.float64]


def teach_deck(photos: Sequence[tuple[Picture, Sequence[str]]], name: str) -> Deck:
    """A deck from pictures (BGR) and the cards in each, row by row from the top, left to right in a row.

    Every card must show two opposite indices. Raises `DeckError` where another number of cards is found.
    """
    cards: list[int] = []
    patches: list[NDArray[np.uint8]] = []
    for picture, codes in photos:
        pyramid = Pyramid(picture)
        named, found = numbers(codes), _cards(pyramid)
        if len(found) != len(named):
            raise DeckError(
                f"expected {len(named)} cards that lie apart from each other, found {len(found)}; "
                "lay them out in rows, with some light, and so large that an index has 20 pixels",
                advise(Say.TEACH_CARDS, seen=len(found), wanted=len(named)),
            )
        for number, poses in zip(named, found, strict=True):
            cards += [number] * len(poses)
            patches += [pyramid.patch(pose) for pose in poses]
    if not cards:
        raise DeckError("expected a picture with cards, found none named")
    return Deck(name, tuple(cards), np.stack(patches))


def find_cards(picture: Picture) -> tuple[Quad, ...]:
    """Where the cards lie that a picture would teach, row by row, left to right: corners of each in pixels."""
    return tuple(as_quad(card_quad(poses)) for poses in _cards(Pyramid(picture)))


def _cards(pyramid: Pyramid) -> list[list[Poses]]:
    """The poses of each card's two opposite indices, in reading order."""
    found = detect(pyramid)
    rough = found[found[:, 6] >= CLEAR, :6]
    poses = put_right(pyramid, rough).poses
    pairs = [
        (unlike, i, k)
        for i, one in enumerate(poses)
        for k, other in enumerate(poses)
        if i < k and (unlike := _unlike_a_card(offset(one, other), offset(other, one))) is not None
    ]
    taken: set[int] = set()
    cards = []
    for _, i, k in sorted(pairs):
        if i not in taken and k not in taken:
            taken |= {i, k}
            cards.append([poses[i], poses[k]])
    return _in_reading_order(cards)


def _unlike_a_card(place: Offset | None, back: Offset | None) -> float | None:
    """How ill two indices fit as opposite corners of one card (near, and seen alike from both); None: not at all."""
    if place is None or back is None or not (fits(place) and fits(back) and place.turned):
        return None
    across, down = (place.across + back.across) / 2, (place.down + back.down) / 2
    if not opposite(Offset(across, down, True)):
        return None
    return abs(place.across - back.across) + abs(place.down - back.down) + math.hypot(across, down)


def _in_reading_order(cards: list[list[Poses]]) -> list[list[Poses]]:
    quads = [card_quad(poses) for poses in cards]
    places = [middle(quad) for quad in quads]
    tall = float(np.median([np.ptp([y for _, y in quad]) for quad in quads])) if quads else 0.0
    rows: list[list[int]] = []
    for i in sorted(range(len(cards)), key=lambda i: places[i][1]):
        if rows and places[i][1] - places[rows[-1][-1]][1] < ROW * tall:
            rows[-1].append(i)
        else:
            rows.append([i])
    return [cards[i] for row in rows for i in sorted(row, key=lambda i: places[i][0])]
