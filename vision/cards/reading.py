"""What the card reader says about one card."""

from dataclasses import dataclass
from typing import Any

from vision.readings import Alternative, Quad, middle, piece_json

#: Readings less likely than this are too often no card at all to be given to somebody.
LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card as seen in one picture.

    card: rank (A K Q J T 9 to 2) and suit (S H D C), "AS" or "TD", the likeliest one; quad: corners of the card as
    printed (top left, top right, bottom right, bottom left) in pixels, or of its index where no more is known;
    confidence: probability that this card lies there; sure: whether the referee may act on it without asking;
    alternatives: what else it may be, likeliest first, `card` among them; why: the reason where it is not sure,
    empty where it is.
    """

    card: str
    quad: Quad
    confidence: float
    sure: bool
    alternatives: tuple[Alternative, ...]
    why: str

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the quad in pixels."""
        return middle(self.quad)

    def as_json(self) -> dict[str, Any]:
        """A plain object for one line of JSON, in the words that the scorer knows."""
        return piece_json(self, card=self.card)


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A card lying face down: its corners in pixels, in order around it."""

    quad: Quad


def cards_line(
    file: str, readings: tuple[CardReading, ...], milliseconds: float, face_down: tuple[FaceDown, ...] = ()
) -> dict[str, Any]:
    """The object that `read cards --json` prints for one picture file."""
    return {
        "file": file,
        "cards": [r.as_json() for r in readings],
        "face_down": [[[round(x, 1), round(y, 1)] for x, y in card.quad] for card in face_down],
        "ms": round(milliseconds, 1),
    }
