"""The two mats as shapes, in the mat's own frame."""

from collections.abc import Iterator

from calibration.kit.shapes import (
    BLACK,
    GREY,
    GROUND,
    INK,
    SEAT_COLOURS,
    WHITE,
    Area,
    Shape,
    Words,
    marker_shapes,
    ring,
    seat_sign,
    spun,
)
from calibration.kit.words import KitWords
from calibration.mat import BET_PLACE_MM, CUP_RADIUS_MM, PLAYER_BOARD_MM, PLAYER_BOARD_PLACES, Mat, side_of_seat
from calibration.zones import Polygon, Zone, ZoneKind, box, edge_point, edge_run

_BAND = 4.0  # how wide a seat's colour runs along the edge


def mat_shapes(mat: Mat, words: KitWords) -> tuple[Shape, ...]:
    """All that is printed on a mat."""
    draw = _mentiroso if mat.name == "mentiroso" else _detective
    shapes = list(draw(mat, words))
    for zone in mat.zones:
        if zone.kind in (ZoneKind.WHITE, ZoneKind.GREY):
            shapes += _patch(zone, words)
    for marker in mat.markers:
        shapes += marker_shapes(marker)
    return tuple(shapes)


def _patch(zone: Zone, words: KitWords) -> Iterator[Shape]:
    white = zone.kind is ZoneKind.WHITE
    yield Area(zone.polygon, WHITE if white else GREY, BLACK, 0.4)
    x, y = zone.middle
    yield Words(x, y - 17.5, words.white if white else words.grey, 3.0, colour=INK, align="centre")


def _mentiroso(mat: Mat, words: KitWords) -> Iterator[Shape]:
    ground = next(zone for zone in mat.zones if zone.kind is ZoneKind.DICE)
    yield Area(ground.polygon, GROUND)
    yield Area(ring(0, 0, CUP_RADIUS_MM), edge=WHITE, line=2.4)
    yield Area(ring(0, 0, CUP_RADIUS_MM), edge=INK, line=0.7)
    yield Words(0, -CUP_RADIUS_MM - 6.5, words.cup, 5.0, colour=INK, align="centre")
    share = 2 * (mat.width + mat.height) / mat.players
    for seat in range(mat.players):
        yield from _seat_at_the_edge(mat, words, seat, share * seat, share)


def _seat_at_the_edge(mat: Mat, words: KitWords, seat: int, along: float, share: float) -> Iterator[Shape]:
    """A seat's share of the edge in its colour, and its number for whoever sits there."""
    run = edge_run(mat.width, mat.height, along - share / 2 + 1.5, along + share / 2 - 1.5)
    inner_x, inner_y = 1 - 2 * _BAND / mat.width, 1 - 2 * _BAND / mat.height
    back = tuple((x * inner_x, y * inner_y) for x, y in reversed(run))
    yield Area((*run, *back), SEAT_COLOURS[seat])
    x, y = edge_point(mat.width, mat.height, along)
    turn = _facing(mat, x, y)
    fx, fy = spun(((0, 1),), turn)[0]
    text = words.seat.format(n=seat + 1)
    yield Words(x + fx * 6.5, y + fy * 6.5, text, 6.5, True, INK, "centre", turn)


def _facing(mat: Mat, x: float, y: float) -> float:
    """How far a text at an edge is turned for whoever sits outside it."""
    if abs(y) > mat.height / 2 - 1:
        return 0.0 if y < 0 else 180.0
    return 90.0 if x > 0 else -90.0


def _detective(mat: Mat, words: KitWords) -> Iterator[Shape]:
    for zone in mat.zones:
        if zone.kind is ZoneKind.BOARD:
            yield Area(zone.polygon, GROUND, INK, 0.4)
            x, y = zone.middle
            # Beside the seam, which runs through the middle of the row.
            yield Words(x, y - 39, words.board[zone.index or 0], 5.0, colour=WHITE, align="centre")
    for seat in range(mat.players):
        yield from _player_board(mat, words, seat)


def _player_board(mat: Mat, words: KitWords, seat: int) -> Iterator[Shape]:
    side = side_of_seat(mat.players, seat)
    at_x, at_y, turn = PLAYER_BOARD_PLACES[side]

    def place(*points: tuple[float, float]) -> Polygon:
        return spun(points, turn, at_x, at_y)

    yield Area(place(*box(0, 0, *PLAYER_BOARD_MM)), WHITE, SEAT_COLOURS[seat], 2.5)
    for phase, name in enumerate(words.phases):
        x = (phase - 1.5) * BET_PLACE_MM[0]
        yield Area(place(*box(x, 0, *BET_PLACE_MM)), GROUND, INK, 0.3)
        yield Words(*place((x, -31))[0], name, 4.5, True, WHITE, "centre", turn)
    # Whoever sits there looks at the middle of the table: clockwise is to the left (D15), whose sign the arrow bears.
    for way, step in ((-1, 1), (1, -1)):
        arrow = ((7.0, 0.0), (-1.0, 9.0), (-1.0, 5.0), (-7.0, 5.0), (-7.0, -5.0), (-1.0, -5.0), (-1.0, -9.0))
        neighbour = (seat + step) % mat.players
        yield Area(place(*((way * (x + 101), y + 2) for x, y in arrow)), SEAT_COLOURS[neighbour])
        yield seat_sign(neighbour, *place((way * 101, 20))[0], 10, turn)
        yield seat_sign(seat, *place((way * 101, -24))[0], 11, turn)
