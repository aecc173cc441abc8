"""From corner indices to cards: which corners are one card, how sure it is, and what cannot be."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import code_of, number_of
from vision.cards.merge import Shape, card_quad, card_shape, known_quad, one_card
from vision.cards.patches import Pose
from vision.cards.pips import Middle
from vision.cards.reading import CardReading
from vision.readings import Alternative, Quad

#: A card is sure at this confidence; from the development photographs, whose likeliest wrong reading has 0.95.
SURE = 0.96
#: Pips are looked at up to here: what is surer by its corners was right, whatever they seemed to be.
PLAIN = 0.99
#: The detector's score under which one index alone makes no card sure.
SEEN_ALONE = 0.35
#: Corners in fitting places are one card if they are this likely to show the same.
SAME = 0.1
#: What any classifier may be wrong by: keeps two corners' product from ruling out a card for good.
FLOOR = 1e-4
#: How alike the errors of one card's corners are: 0 not at all, 1 so much that two are worth one. A mark of an unusual
#: shape is taken for the other black or red suit in all of them.
SUITS_ALIKE, RANKS_ALIKE = 0.9, 0.6
#: Outlines that share this much of what both cover are one card's; in a fan, cards share less.
ONE_PLACE = 0.75
#: Sine of the angle from which on an index is turned against an outline: 11 degrees. Of 317 on photographs none is
#: turned by more than 8 in its own; in those of other cards of a fan they are by 12 and more.
TURNED = 0.19
#: Of outlines that show the same card, this share of the smaller one: a deck holds no second.
TWIN_PLACE = 0.25
#: Alternatives less likely than this are ruled out.
RULED_OUT = 0.02


Look = Callable[[Quad], Middle | None]
"""What lies in the middle of an outline."""


@dataclass(frozen=True, slots=True)
class Corner:
    """One index: its pose in the picture, the detector's score, and the probabilities of the 52 cards.

    The probabilities sum to that of being an index at all.
    """

    pose: Pose
    score: float
    cards: NDArray[np.float64]

    @property
    def card(self) -> int:
        """Number of the likeliest card."""
        return int(np.argmax(self.cards))

    @property
    def confidence(self) -> float:
        """Probability of the likeliest card."""
        return float(self.cards.max())

    @property
    def height(self) -> float:
        """Height of the index in pixels."""
        return math.hypot(self.pose[2], self.pose[3])


def join(corners: list[Corner], middle: Look | None = None) -> tuple[CardReading, ...]:
    """Corners made into cards, likeliest first: the same card in one place is one, in two places never sure.

    middle: tells what lies in the middle of an outline; asked where two corners say where a card lies.
    """
    groups = _groups(_distinct(corners))
    shape = card_shape([[c.pose for c in group] for group in groups])
    cards = [(_reading(group, shape, middle), group) for group in groups]
    return tuple(sorted(_without_twins(_without_rivals(cards, middle)), key=lambda reading: -reading.confidence))


def _distinct(corners: list[Corner]) -> list[Corner]:
    """Likeliest first; the same index found twice, a little aside, is kept once."""
    ordered = sorted(corners, key=lambda c: -c.confidence)
    places = np.array([c.pose[:2] for c in ordered]).reshape(-1, 2)
    heights, cards = np.array([c.height for c in ordered]), np.array([c.card for c in ordered])
    kept: list[int] = []
    for i in range(len(ordered)):
        away = np.hypot(*(places[kept] - places[i]).T)
        # In a fan, different indices come as close as half their height; the same card's never do.
        reach = np.where(cards[kept] == cards[i], 1.2, 0.5)
        if not (away < reach * np.maximum(heights[kept], heights[i])).any():
            kept.append(i)
    return [ordered[i] for i in kept]


def _groups(corners: list[Corner]) -> list[list[Corner]]:
    """Corners joined into cards: fitting places, and likely enough to show the same card."""
    groups: list[list[Corner]] = []
    shown: list[NDArray[np.float64]] = []
    for corner in corners:
        likely = [float(corner.cards @ cards) for cards in shown]
        for i in sorted(range(len(groups)), key=lambda i: -likely[i]):
            if likely[i] > SAME and any(one_card(corner.pose, c.pose) for c in groups[i]):
                groups[i].append(corner)
                shown[i] = _together(groups[i])
                break
        else:
            groups.append([corner])
            shown.append(corner.cards)
    return groups


def _together(group: list[Corner]) -> NDArray[np.float64]:
    """Probabilities of the 52 cards from all corners of one card."""
    if len(group) == 1:
        return group[0].cards
    # Corners of one card are lit and printed alike, so their errors are too: two weigh less than twice one.
    tables = np.array([c.cards for c in group]).reshape(-1, 4, 13) + FLOOR
    suits, ranks = (
        np.prod(shares, axis=0) ** (len(group) ** -alike)
        for shares, alike in ((tables.sum(axis=2), SUITS_ALIKE), (tables.sum(axis=1), RANKS_ALIKE))
    )
    product = np.outer(suits / suits.sum(), ranks / ranks.sum()).ravel()
    return np.asarray(product * (1 - FLOOR))


def _reading(group: list[Corner], shape: Shape, middle: Look | None) -> CardReading:
    """One card from its corners and, where its outline is known well, its pips."""
    cards = _together(group)
    quad = card_quad([c.pose for c in group], shape)
    seen = middle(quad) if middle is not None and len(group) > 1 and cards.max() < PLAIN else None
    if seen is not None:
        index, cards = cards.sum(), cards * seen.likelihoods()
        cards = cards * (index / cards.sum())
    order = [int(n) for n in np.argsort(-cards)[:4]]
    best = order[0]
    confidence = float(cards[best])
    why = ""
    if confidence < SURE:
        why = _doubt(cards)
    elif len(group) == 1 and group[0].score < SEEN_ALONE:
        why = "its index stands out poorly"
    alternatives = [Alternative(code_of(n), float(cards[n])) for n in order if n == best or cards[n] >= RULED_OUT]
    return CardReading(code_of(best), quad, confidence, not why, tuple(alternatives), why)


def _doubt(cards: NDArray[np.float64]) -> str:
    """What is not certain about a card."""
    table = cards.reshape(4, 13)
    if table.sum() < SURE:
        return "it may be no index at all"
    if table.sum(axis=1).max() < SURE:
        return "its suit is hard to tell"
    if table.sum(axis=0).max() < SURE:
        return "its rank is hard to tell"
    return "it is hard to read"


Card = tuple[CardReading, list[Corner]]


def _without_rivals(cards: list[Card], middle: Look | None) -> list[CardReading]:
    """Two cards cannot lie in one place: of two readings of the same outline the likelier stays, as sure as it may be.

    Their odds are set against each other; what one corner says against another is doubt, whichever is right, unless
    the middle of the card takes a side.
    """
    kept: list[Card] = []
    for reading, corners in sorted(cards, key=lambda card: -card[0].confidence):
        place = next((i for i, other in enumerate(kept) if _same_place((reading, corners), other)), None)
        if place is None:
            kept.append((reading, corners))
        elif reading.card != kept[place][0].card:
            best, own = kept[place]
            poses = [corner.pose for corner in (*own, *corners)]
            kept[place] = _beside_rival(best, reading, _for(best, reading, poses, middle)), own
    return [reading for reading, _ in kept]


def _same_place(one: Card, other: Card) -> bool:
    # Cheap first: most cards lie far from each other.
    apart = max(abs(a - b) for a, b in zip(one[0].centre, other[0].centre, strict=True))
    if apart > max(max(along) - min(along) for along in zip(*other[0].quad, strict=True)):
        return False
    first, second = (np.asarray(card[0].quad, np.float32) for card in (one, other))
    # Two indices within another card's outline are its own: an index of a card above would come alone, or be turned.
    several = min(len(one[1]), len(other[1])) > 1
    if several and (all(_holds(second, c) for c in one[1]) or all(_holds(first, c) for c in other[1])):
        return True
    common, _ = cv2.intersectConvexConvex(first, second)
    sizes = cv2.contourArea(first), cv2.contourArea(second)
    if one[0].card == other[0].card:  # two corners of one card, whose poses were too far off to fit each other
        return bool(common > TWIN_PLACE * min(sizes))
    return bool(common > ONE_PLACE * (sum(sizes) - common))


def _holds(quad: NDArray[np.float32], corner: Corner) -> bool:
    """Whether an index lies in an outline and stands straight in it."""
    x, y, up_x, up_y = (float(v) for v in corner.pose[:4])
    down_x, down_y = (float(v) for v in quad[3] - quad[0])
    sine = (up_x * down_y - up_y * down_x) / max(math.hypot(up_x, up_y) * math.hypot(down_x, down_y), 1e-9)
    return abs(sine) < TURNED and cv2.pointPolygonTest(quad, (x, y), False) >= 0


def _for(reading: CardReading, rival: CardReading, poses: list[Pose], middle: Look | None) -> float:
    """How much likelier the middle of a card makes a reading than its rival, whose corners are opposite."""
    quad = known_quad(poses) if middle is not None else None
    seen = middle(quad) if middle is not None and quad is not None else None
    if seen is None:
        return 1.0
    table = seen.likelihoods()
    return float(table[number_of(reading.card)] / table[number_of(rival.card)])


def _beside_rival(reading: CardReading, rival: CardReading, likelier: float) -> CardReading:
    """likelier: how much so than its rival, by what is not their indices; below 1 it is only less sure."""
    own, other = _odds(reading) * min(likelier, 1), _odds(rival) / max(likelier, 1)
    confidence = own / (1 + own + other)
    sure = reading.sure and confidence >= SURE
    why = "" if sure else reading.why or f"its corners disagree: {reading.card} or {rival.card}"
    alternatives = (Alternative(reading.card, confidence), Alternative(rival.card, 1 - confidence))
    return replace(reading, confidence=confidence, sure=sure, alternatives=alternatives, why=why)


def _without_twins(cards: list[CardReading]) -> list[CardReading]:
    """A deck holds every card once: where one is read in two places, at most one reading is right.

    Each place's odds are set against all of them: equally certain places leave none sure.
    """
    odds: dict[str, list[float]] = {}
    for reading in cards:
        odds.setdefault(reading.card, []).append(_odds(reading))
    return [r if len(odds[r.card]) == 1 else _beside_twins(r, sum(odds[r.card])) for r in cards]


def _beside_twins(reading: CardReading, all_odds: float) -> CardReading:
    confidence = _odds(reading) / (1 + all_odds)
    sure = reading.sure and confidence >= SURE
    why = "" if sure else reading.why or "the same card is seen in two places"
    alternatives = (Alternative(reading.card, confidence), *reading.alternatives[1:])
    return replace(reading, confidence=confidence, sure=sure, alternatives=alternatives, why=why)


def _odds(reading: CardReading) -> float:
    return reading.confidence / max(1 - reading.confidence, FLOOR)
