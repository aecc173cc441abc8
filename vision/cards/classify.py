"""What an upright index patch shows: probabilities of its rank, its suit, and of being no index at all."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.detect import THREADS
from vision.onnx import as_input, run, softmax

MODEL = Path(__file__).resolve().parents[1] / "models" / "card_index_classifier.onnx"
RANKS = "A23456789TJQK"
SUITS = "CDHS"
#: The classifier's outputs, in order; then one for "no index, or askew", then the four suits.
GLYPHS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "D", "B", "R", "V", "1")
#: Rank that each printed glyph stands for: German D B, French R D V and 1.
RANK_OF_GLYPH = {g: g for g in GLYPHS} | {"10": "T", "D": "Q", "B": "J", "R": "K", "V": "J", "1": "A"}
#: Share of the labels that training spreads over all classes (`training.cards.train_classifier`), and what no class is
#: ever given less than.
SMOOTHED, LEAST = 0.02, 1e-4
_TO_RANK = np.array([[RANK_OF_GLYPH[g] == r for r in RANKS] for g in GLYPHS], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Seen:
    """Probabilities for N patches.

    ranks: (N, 13) in the order of RANKS, suits: (N, 4) in the order of SUITS, index: (N,) that it is an upright index
    at all; ranks and suits each sum to 1.
    """

    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]
    index: NDArray[np.float64]

    def cards(self) -> NDArray[np.float64]:
        """(N, 52) probability of each card, rank by rank within a suit; sums to `index`."""
        joint = self.suits[:, :, None] * self.ranks[:, None, :] * self.index[:, None, None]
        return np.asarray(joint.reshape(len(self.index), 52))


def classify(patches: NDArray[np.uint8], model: Path = MODEL) -> Seen:
    """Classify N patches (N, 44, 32, 3) BGR."""
    if not len(patches):
        return Seen(np.zeros((0, 13)), np.zeros((0, 4)), np.zeros(0))
    output = run(model, as_input(patches), THREADS).astype(np.float64)
    glyphs = _unsmoothed(output[:, : len(GLYPHS) + 1])
    ranks = glyphs[:, :-1] @ _TO_RANK
    index = ranks.sum(axis=1)
    return Seen(ranks / np.maximum(index[:, None], 1e-9), _unsmoothed(output[:, len(GLYPHS) + 1 :]), index)


def _unsmoothed(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities (N, classes); what smooth labels have taught the network to give to every class is taken back."""
    p = np.maximum(softmax(logits) - SMOOTHED / logits.shape[1], LEAST)
    return np.asarray(p / p.sum(axis=1, keepdims=True))


def code_of(number: int) -> str:
    """The card's code, "AS" or "TD", from its place in `Seen.cards`."""
    return RANKS[number % 13] + SUITS[number // 13]


def number_of(code: str) -> int:
    """The place in `Seen.cards` of a card's code."""
    return SUITS.index(code[1]) * len(RANKS) + RANKS.index(code[0])
