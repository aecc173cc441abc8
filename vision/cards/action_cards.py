"""The printed kit's action cards: read by the marker on their faces, so only when turned up."""

from dataclasses import dataclass

from calibration.markers import ActionCard, find_markers
from vision.pictures import Picture
from vision.readings import Quad


@dataclass(frozen=True, slots=True)
class ActionCardReading:
    """One action card that lies face up: which one, and the corners of its marker as printed, in pixels."""

    card: ActionCard
    quad: Quad


def read_action_cards(picture: Picture) -> tuple[ActionCardReading, ...]:
    """The action cards in a picture (BGR), by seat and kind.

    A marker differs from any other in at least seven bits: a card is read rightly or not at all. The same card seen
    twice is no reading (see `calibration.markers.find_markers`).
    """
    found = []
    for number, corners in sorted(find_markers(picture).items()):
        card = ActionCard.of(number)
        if card is not None:
            a, b, c, d = ((float(x), float(y)) for x, y in corners)
            found.append(ActionCardReading(card, (a, b, c, d)))
    return tuple(found)
