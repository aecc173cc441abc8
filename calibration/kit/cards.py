"""The 16 action cards (D3): faces with their markers, and backs that tell the owner but not the kind."""

from collections.abc import Iterator

from calibration.kit.shapes import (
    BLACK,
    FAINT,
    INK,
    SEAT_COLOURS,
    WHITE,
    Area,
    Shape,
    Stroke,
    Words,
    marker_shapes,
    oblong,
    ring,
    seat_sign,
    spun,
)
from calibration.kit.words import KitWords
from calibration.markers import ActionCard, ActionKind
from calibration.mat import Marker

CARD_WIDTH_MM, CARD_HEIGHT_MM, CARD_MARKER_MM = 41.0, 63.0, 28.0
_BLEED = 1.5  # backs and faces never meet exactly on two sides of a paper


def card_face(card: ActionCard, words: KitWords) -> Iterator[Shape]:
    """A face, from its low left corner."""
    w, h = CARD_WIDTH_MM, CARD_HEIGHT_MM
    colour = SEAT_COLOURS[card.seat]
    yield Area(oblong(0, 0, w, h), WHITE)
    yield Area(oblong(0, h - 11, w, 11), colour)
    name = words.kinds[card.kind]
    yield Words(w / 2, h - 8, name, 7.5 if len(name) <= 6 else 4.6, True, WHITE, "centre")
    yield from marker_shapes(Marker(card.marker, w / 2, 33.5, CARD_MARKER_MM))
    yield from _picture(card.kind, w / 2, 10.5)
    for x in (5.0, w - 5.0):
        yield seat_sign(card.seat, x, 10.2, 5.5)
    yield Words(w / 2, 2.6, words.effects[card.kind], 2.9, colour=INK, align="centre")
    yield Area(oblong(0, 0, w, h), edge=FAINT, line=0.15)


def card_back(seat: int) -> Iterator[Shape]:
    """A back, from its low left corner; it runs over the edge a little."""
    w, h = CARD_WIDTH_MM, CARD_HEIGHT_MM
    yield Area(oblong(-_BLEED, -_BLEED, w + 2 * _BLEED, h + 2 * _BLEED), SEAT_COLOURS[seat])
    # Crossing lines hide what shines through from the face.
    for k in range(1, 13):
        a = k * 8.0
        yield Stroke(_across(a, w, h), WHITE, 0.5)
        yield Stroke(tuple((w - x, y) for x, y in _across(a, w, h)), WHITE, 0.5)
    yield Area(ring(w / 2, h / 2, 12), WHITE)
    yield seat_sign(seat, w / 2, h / 2, 15)


def _across(a: float, w: float, h: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """The part of the line x + y = a that lies on the card."""
    x0, x1 = max(0.0, a - h), min(w, a)
    return (x0, a - x0), (x1, a - x1)


def _picture(kind: ActionKind, x: float, y: float) -> Iterator[Shape]:
    if kind is ActionKind.PLUS_ONE:
        for wide, high in ((9.0, 2.6), (2.6, 9.0)):
            yield Area(oblong(x - wide / 2, y - high / 2, wide, high), BLACK)
    elif kind is ActionKind.CW:
        # Three quarters of a circle, with a head that points clockwise.
        outer, inner = ring(0, 0, 4.0, 72), ring(0, 0, 2.4, 72)
        arc = [*range(-24, 31)]
        yield Area(spun((*(outer[k] for k in arc), *(inner[k] for k in reversed(arc))), 0, x, y), BLACK)
        yield Area(spun(((5.6, 0.3), (0.8, 0.3), (3.2, -3.4)), -120, x, y), BLACK)
    elif kind is ActionKind.BLUFF:
        # A crown upside down: the worst hand is meant.
        crown = ((-5.0, 4.0), (5.0, 4.0), (6.0, -3.5), (2.6, -0.2), (0.0, -5.0), (-2.6, -0.2), (-6.0, -3.5))
        yield Area(spun(crown, 0, x, y), BLACK)
    else:
        yield Area(oblong(x - 5.5, y - 4, 11, 8), edge=BLACK, line=0.8)
