"""What a reader says about one picture: sure or not sure, with the alternatives and the reason."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

#: Four corners (x, y) in pixels.
Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that a piece may be, with the probability (0 to 1) that the reader gives it."""

    value: str
    confidence: float

    def as_json(self) -> dict[str, Any]:
        """A plain object for one line of JSON."""
        return {"value": self.value, "confidence": round(self.confidence, 4)}


class PieceReading(Protocol):
    """What the readings of dice and of cards have in common."""

    @property
    def quad(self) -> Quad:
        """Where it lies: four corners in pixels."""

    @property
    def confidence(self) -> float:
        """Probability of what it is read as, 0 to 1."""

    @property
    def sure(self) -> bool:
        """Whether it may be acted on without asking."""

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """What it may be, the likeliest first."""

    @property
    def why(self) -> str:
        """Why it is not sure; empty where it is."""


def as_quad(corners: Iterable[Sequence[float] | NDArray[np.float64]]) -> Quad:
    """Four corners, in whatever they come, as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def middle(quad: Quad) -> tuple[float, float]:
    """Middle of four corners in pixels."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def piece_json(reading: PieceReading, **named: str) -> dict[str, Any]:
    """A plain object for one line of JSON; `named` is what the piece shows, in the word that the scorer knows."""
    return {
        **named,
        "quad": [[round(x, 1), round(y, 1)] for x, y in reading.quad],
        "confidence": round(reading.confidence, 4),
        "sure": reading.sure,
        "alternatives": [a.as_json() for a in reading.alternatives],
        "why": reading.why,
    }


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as seen in one picture.

    face: A K Q J 8 7 (8 is the red rank printed 8 or 10, 7 the black rank printed 7 or 9), the likeliest one;
    quad: corners in pixels around the top face; confidence: probability that `face` lies on top; sure: whether the
    referee may act on it without asking; alternatives: every face that is not ruled out, likeliest first, `face`
    among them; why: the reason where it is not sure, empty where it is.
    """

    face: str
    quad: Quad
    confidence: float
    sure: bool
    alternatives: tuple[Alternative, ...]
    why: str

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the top face in pixels."""
        return middle(self.quad)

    @property
    def width(self) -> float:
        """Edge in pixels of the square whose diagonal the top face has."""
        (ax, ay), (bx, by) = self.quad[0], self.quad[2]
        return math.hypot(bx - ax, by - ay) / math.sqrt(2)

    def as_json(self) -> dict[str, Any]:
        """A plain object for one line of JSON, in the words that the scorer knows."""
        return piece_json(self, face=self.face)


@dataclass(frozen=True, slots=True)
class ToldDie:
    """A die of a picture of which people said what it shows.

    sure: it was read so, and people let it stand; tapped: somebody named this very die, else its likeliest face was let
    stand as well; why: why it was not sure.
    """

    quad: Quad
    face: str
    sure: bool = False
    tapped: bool = False
    why: str = ""


def dice_line(file: str, readings: tuple[DieReading, ...], milliseconds: float) -> dict[str, Any]:
    """The object that `read dice --json` prints for one picture file."""
    return {"file": file, "dice": [r.as_json() for r in readings], "ms": round(milliseconds, 1)}
