"""Learning what a lens does from the calibration board, held before the camera here and there.

The session is a value: each picture gives the next one and what to do now. Pictures count that show the board sharp,
still, and as no earlier one did. Enough are those that cover the picture with corners and show the board tilted all
four ways (Zhang, 2000: boards that are only ever square on leave the focal length open).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, Say, advise
from calibration.board import INNER_CORNERS, SeenBoard, board_corners, find_board
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.picture import Picture

Points = NDArray[np.float64]

#: The picture is cut into so many parts across and down; corners must have been in nearly all of them.
PARTS = (5, 4)
_PARTS_NEEDED = 18
_LEAST_VIEWS, _MOST_VIEWS = 8, 30
#: A board that moves more between two looks is not still, in shares of the picture's width.
_STILL = 0.004
#: A view is a new one when the corners moved by so much, in shares of the width.
_NEW = 0.015
#: How much larger the near edge must look than the far one for the board to count as tilted.
_TILTED = 1.06
_FILLS = (0.16, 0.95)  # shares of the picture's width that the board should take
_ENOUGH_CORNERS = 12
#: Reprojection error in pixels (for pictures 1280 wide) above which the views do not agree.
_WORST_PX = 0.9


class Tilt(StrEnum):
    """Which edge of the board is further from the camera."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


_WHERE = {
    (0, 0): "top left", (1, 0): "top", (2, 0): "top right",
    (0, 1): "left", (1, 1): "middle", (2, 1): "right",
    (0, 2): "bottom left", (1, 2): "bottom", (2, 2): "bottom right",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class LensSession:
    """views: those that count; last: the board in the picture before, to tell whether it is held still."""

    views: tuple[SeenBoard, ...] = ()
    last: SeenBoard | None = None

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        parts = min(1.0, len(self.covered) / _PARTS_NEEDED)
        return (parts + len(self.tilts) / 4 + min(1.0, len(self.views) / _LEAST_VIEWS)) / 3

    @property
    def done(self) -> bool:
        """Whether `solve_lens` can be asked."""
        full = len(self.covered) >= _PARTS_NEEDED and len(self.tilts) == 4 and len(self.views) >= _LEAST_VIEWS
        return full or len(self.views) >= _MOST_VIEWS

    @property
    def covered(self) -> frozenset[tuple[int, int]]:
        """The parts of the picture (column, row) in which corners of the board were seen."""
        return frozenset(
            (int(x), int(y))
            for view in self.views
            for x, y in np.clip(view.pixels / view.size * PARTS, 0, np.array(PARTS) - 1).astype(int)
        )

    @property
    def tilts(self) -> frozenset[Tilt]:
        """The ways in which the board was tilted so far."""
        return frozenset(t for view in self.views for t in tilts_of(view))


def look(session: LensSession, picture: Picture) -> tuple[LensSession, Advice]:
    """One picture (BGR) further: the next session, and what to do now."""
    return look_at_board(session, find_board(picture))


def look_at_board(session: LensSession, seen: SeenBoard | None) -> tuple[LensSession, Advice]:
    """As `look`, for a board found already (None: not seen)."""
    if session.done:
        return session, _wish(session)
    if seen is None:
        return replace(session, last=None), advise(Say.SHOW_BOARD)
    if session.views and session.views[0].size != seen.size:
        raise CalibrationError(
            f"expected pictures of {session.views[0].size[0]} x {session.views[0].size[1]} as before, found "
            f"{seen.size[0]} x {seen.size[1]}; the lens must be learned in one mode of the camera"
        )
    share = _width(seen) / seen.size[0]
    moved = _moved(session.last, seen)
    session = replace(session, last=seen)
    if share < _FILLS[0]:
        return session, advise(Say.BOARD_CLOSER)
    if share > _FILLS[1]:
        return session, advise(Say.BOARD_AWAY)
    if moved > _STILL:
        return session, advise(Say.HOLD_STILL)
    if len(seen.numbers) >= _ENOUGH_CORNERS and _brings_news(session, seen):
        session = replace(session, views=(*session.views, seen))
    return session, _wish(session)


def take_board(session: LensSession, seen: SeenBoard | None) -> tuple[LensSession, Advice]:
    """As `look_at_board`, for pictures taken one by one: each is as good as held still."""
    session, advice = look_at_board(session, seen)
    if advice.say is Say.HOLD_STILL:
        return look_at_board(session, seen)
    return session, advice


def _brings_news(session: LensSession, seen: SeenBoard) -> bool:
    """Whether a view shows the board where, or tilted as, no earlier one did."""
    if any(_moved(view, seen) < _NEW for view in session.views):
        return False
    more = LensSession((*session.views, seen))
    return (
        len(more.covered) > len(session.covered)
        or len(more.tilts) > len(session.tilts)
        or len(session.views) < _LEAST_VIEWS
    )


def _wish(session: LensSession) -> Advice:
    if session.done:
        return advise(Say.LENS_ENOUGH)
    missing = [(x, y) for x in range(PARTS[0]) for y in range(PARTS[1]) if (x, y) not in session.covered]
    untilted = [t for t in Tilt if t not in session.tilts]
    if untilted and (len(session.views) % 2 or len(session.covered) >= _PARTS_NEEDED):
        return advise(Say.BOARD_TILT, edge=untilted[0].value)
    if missing:
        x, y = missing[0]
        third = (min(2, x * 3 // PARTS[0]), min(2, y * 3 // PARTS[1]))
        return advise(Say.BOARD_TO, where=_WHERE[third])
    return advise(Say.BOARD_TO, where=_WHERE[(len(session.views) % 3, 1)])


def solve_lens(session: LensSession) -> tuple[Lens, float, Advice]:
    """The lens, the reprojection error (root mean square, pixels), and what to tell.

    Raises CalibrationError for too few views, and for views that no lens explains.
    """
    if len(session.views) < 3:
        raise CalibrationError(f"expected at least three views of the board, found {len(session.views)}")
    width, height = session.views[0].size
    guess = Lens.typical(width, height)
    views = session.views
    matrix, bends, error = guess.matrix, np.zeros(5), np.inf
    for _ in range(2):
        places = [view.places.astype(np.float32) for view in views]
        pixels = [view.pixels.astype(np.float32).reshape(-1, 1, 2) for view in views]
        flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
        error, found, bent, turns, moves = cv2.calibrateCamera(
            places, pixels, (width, height), guess.matrix, np.zeros(5), flags=flags
        )
        matrix, bends = np.asarray(found, np.float64), np.ravel(np.asarray(bent, np.float64))
        kept = _agreeing(views, matrix, bends, turns, moves)
        if len(kept) == len(views) or len(kept) < 3:
            break
        views = kept
    k1, k2, p1, p2, _ = (float(v) for v in np.ravel(bends)[:5])
    lens = Lens(
        width,
        height,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, 0.0),
        measured=True,
    )
    worst = _WORST_PX * max(1.0, width / 1280)
    if error > worst or not lens.sane:
        raise CalibrationError(advise(Say.LENS_WORSE, pixels=float(error)).text)
    return lens, float(error), advise(Say.LENS_DONE, pixels=f"{error:.2f}")


def _agreeing(
    views: tuple[SeenBoard, ...], matrix: Points, bends: Points, turns: object, moves: object
) -> tuple[SeenBoard, ...]:
    """The views that fit about as well as most do: one bent by a moving hand must not bend the lens."""
    errors = []
    for view, turn, move in zip(views, turns, moves, strict=True):  # type: ignore[call-overload]
        seen, _ = cv2.projectPoints(view.places, turn, move, matrix, bends)
        errors.append(float(np.sqrt(((seen.reshape(-1, 2) - view.pixels) ** 2).sum(axis=1).mean())))
    limit = max(2.5 * float(np.median(errors)), 0.3)
    return tuple(view for view, error in zip(views, errors, strict=True) if error <= limit)


def tilts_of(seen: SeenBoard) -> tuple[Tilt, ...]:
    """Which edges of the board look smaller than those opposite, by the lengths of its rows and columns."""
    corners = board_corners()[:, :2]
    places, pixels = corners[seen.numbers], seen.pixels
    if len(places) < _ENOUGH_CORNERS or len(places) < INNER_CORNERS // 2:
        return ()
    plane = cv2.findHomography(places, pixels)[0]
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    outline = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]).reshape(-1, 1, 2)
    a, b, c, d = cv2.perspectiveTransform(outline, plane).reshape(-1, 2)
    up, right_side, low, left_side = (float(np.linalg.norm(p - q)) for p, q in ((a, b), (b, c), (c, d), (d, a)))
    ways = [(left_side, right_side, Tilt.LEFT, Tilt.RIGHT), (up, low, Tilt.TOP, Tilt.BOTTOM)]
    found = []
    for one, other, first, second in ways:
        if other > _TILTED * one:
            found.append(first)
        elif one > _TILTED * other:
            found.append(second)
    return tuple(found)


def _width(seen: SeenBoard) -> float:
    return float(np.ptp(seen.pixels[:, 0]))


def _moved(before: SeenBoard | None, now: SeenBoard) -> float:
    """How far the corners seen in both moved (the mean), in shares of the picture's width; 1 where it is unknown."""
    if before is None:
        return 1.0
    shared, first, second = np.intersect1d(before.numbers, now.numbers, return_indices=True)
    if len(shared) < 4:
        return 1.0
    away = np.linalg.norm(before.pixels[first] - now.pixels[second], axis=1)
    return float(away.mean()) / now.size[0]
