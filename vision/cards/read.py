"""The card reader: picture in, cards out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import Seen, classify, code_of
from vision.cards.detect import detect
from vision.cards.merge import card_quad, one_card
from vision.cards.patches import Pose, Pyramid
from vision.cards.reading import CardReading
from vision.readings import Alternative

#: An index alone must be this certain for its card to be sure; thresholds from the development photographs.
SURE_ALONE = 0.97
#: Two corners that agree may each be a little less so.
SURE_TOGETHER = 0.98
#: Less certain cards are not even shown.
SHOWN = 0.35
#: The detector's score under which no index makes a card sure by itself.
SEEN_ALONE = 0.3
#: Alternatives less likely than this are ruled out.
RULED_OUT = 0.02


@dataclass(frozen=True, slots=True)
class Corner:
    """One index: its pose in the picture, the detector's score, and the probabilities of the 52 cards."""

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


def read_cards(picture: NDArray[np.uint8]) -> tuple[CardReading, ...]:
    """Every card of which an index shows in a BGR picture (height, width, 3), likeliest first.

    A card is sure where its index is certain, or where two of its corners agree; a card read in two distant places
    is never sure. Raises `vision.onnx.ModelError` where a learned model is missing.
    """
    return join(_corners(picture))


def join(corners: list[Corner]) -> tuple[CardReading, ...]:
    """Corners made into cards, likeliest first: the same card in one place is one, in two places never sure."""
    ordered = sorted(corners, key=lambda c: -c.confidence)
    cards = [_reading(group) for group in _groups(ordered)]
    return tuple(sorted(_without_twins(cards), key=lambda reading: -reading.confidence))


def _corners(picture: NDArray[np.uint8]) -> list[Corner]:
    """All places that may be an index."""
    pyramid = Pyramid(picture)
    found = detect(picture)
    seen = _cards(pyramid, found)
    # An index that the detector took upside down is none to the classifier: look again the other way up.
    doubtful = np.flatnonzero(seen.sum(axis=1) < 0.5)
    turned = found[doubtful].copy()
    turned[:, 2:6] *= -1
    again = _cards(pyramid, turned)
    better = again.max(axis=1, initial=0) > np.maximum(seen[doubtful].max(axis=1, initial=0), 0.5)
    found[doubtful[better]], seen[doubtful[better]] = turned[better], again[better]
    corners = [Corner(row[:6], float(row[6]), cards) for row, cards in zip(found, seen, strict=True)]
    return [c for c in corners if c.confidence >= SHOWN]


def _cards(pyramid: Pyramid, found: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 52) probabilities at N poses: the mean over three framings, as a pose is never quite right."""
    if not len(found):
        return np.zeros((0, 52))
    framings = []
    for grow, shift in ((1.0, 0.0), (0.93, 0.03), (1.08, -0.03)):
        moved = found[:, :6].copy()
        moved[:, 2:] *= grow
        moved[:, :2] += shift * (found[:, 2:4] + found[:, 4:6])
        framings.append(np.stack([pyramid.patch(pose) for pose in moved]))
    seen: Seen = classify(np.concatenate(framings))
    return np.asarray(seen.cards().reshape(len(framings), len(found), 52).mean(axis=0))


def _groups(corners: list[Corner]) -> list[list[Corner]]:
    """Corners joined into cards: the same card, and places that fit one card."""
    groups: list[list[Corner]] = []
    for corner in corners:
        for group in groups:
            if corner.card == group[0].card and any(one_card(corner.pose, c.pose) for c in group):
                group.append(corner)
                break
        else:
            groups.append([corner])
    return groups


def _reading(group: list[Corner]) -> CardReading:
    """One card from its corners."""
    best = group[0]
    doubt = float(np.prod([1 - c.confidence for c in group[:2]]))
    confidence = min(1 - doubt, 0.9999)
    if len(group) > 1:
        sure, why = confidence >= SURE_TOGETHER, "its corners are hard to read"
    else:
        sure, why = confidence >= SURE_ALONE and best.score >= SEEN_ALONE, _doubt(best)
    order = np.argsort(-best.cards)[:4]
    others = [Alternative(code_of(int(n)), float(best.cards[n])) for n in order if best.cards[n] >= RULED_OUT]
    alternatives = (Alternative(code_of(best.card), confidence), *others[1:])
    quad = card_quad([c.pose for c in group])
    return CardReading(code_of(best.card), quad, confidence, sure, alternatives, "" if sure else why)


def _doubt(corner: Corner) -> str:
    """Why an index alone does not make its card sure."""
    by_suit = corner.cards.reshape(4, 13)
    if by_suit.sum() < SURE_ALONE:
        return "it may be no index at all"
    if by_suit.sum(axis=1).max() < SURE_ALONE:
        return "its suit is hard to tell"
    if by_suit.sum(axis=0).max() < SURE_ALONE:
        return "its rank is hard to tell"
    return "its index stands out poorly"


def _without_twins(cards: list[CardReading]) -> list[CardReading]:
    """A deck holds every card once: where one is read in two places, neither is sure."""
    counts: dict[str, int] = {}
    for reading in cards:
        counts[reading.card] = counts.get(reading.card, 0) + 1
    return [
        reading
        if counts[reading.card] == 1
        else CardReading(
            reading.card, reading.quad, reading.confidence, False, reading.alternatives, "it is seen in two places"
        )
        for reading in cards
    ]
