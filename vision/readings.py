"""What a reader says about one picture: sure or not sure, with the alternatives and the reason."""

from dataclasses import dataclass
from typing import Any

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
        return sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4

    def as_json(self) -> dict[str, Any]:
        """A plain object for one line of JSON, in the words that the scorer knows."""
        return {
            "face": self.face,
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "confidence": round(self.confidence, 4),
            "sure": self.sure,
            "alternatives": [a.as_json() for a in self.alternatives],
            "why": self.why,
        }


def dice_line(file: str, readings: tuple[DieReading, ...], milliseconds: float) -> dict[str, Any]:
    """The object that `read dice --json` prints for one picture file."""
    return {"file": file, "dice": [r.as_json() for r in readings], "ms": round(milliseconds, 1)}
