"""Where the name of something outlined on a picture is written: so that it hides neither neighbours nor their names.

Pure; pixels of the screen, from the lower left corner.
"""

from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""Left, low, right, top."""
Point = tuple[float, float]
_GAP = 2.0
#: A zone takes so much of the room's width.
_ZONE = 0.25


def box_of(outline: Sequence[Point]) -> Box:
    """The upright box round an outline."""
    across, up = [x for x, _ in outline], [y for _, y in outline]
    return min(across), min(up), max(across), max(up)


def place(size: Point, own: Box, others: Sequence[Box], room: Box, *, below: bool = False, zones: bool = False) -> Box:
    """Above `own`, or where that hides less of `others`: below, to the right, to the left; inside `room` if it can be.

    `size`: of the name, width and height. `below`: what is preferred to above. `zones`: what takes a good part of the
    room is a zone, and bears its name in its middle.
    """
    width, height = size
    left, low, right, top = own
    middle, half = (left + right) / 2, (low + top) / 2
    if zones and right - left > _ZONE * (room[2] - room[0]):
        return middle - width / 2, half - height / 2, middle + width / 2, half + height / 2
    above_it = (middle - width / 2, top + _GAP)
    below_it = (middle - width / 2, low - _GAP - height)
    beside = ((right + _GAP, half - height / 2), (left - _GAP - width, half - height / 2))
    corners = (below_it, above_it, *beside) if below else (above_it, below_it, *beside)
    boxes = [(x, y, x + width, y + height) for x, y in corners]
    return min(boxes, key=lambda box: sum(_shared(box, other) for other in others) + _outside(box, room))


def _shared(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)


def _outside(box: Box, room: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1]) - _shared(box, room)
