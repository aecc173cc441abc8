"""The table without a mat: from the four corners of anything rectangular of known size that lies on it."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import Say
from calibration.edges import refine_quad
from calibration.errors import CalibrationError
from calibration.from_mat import TableFound, quality_of, verdict
from calibration.lens import Lens
from calibration.picture import Picture
from calibration.pose import solve_pose
from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind, box, seats_around

Points = NDArray[np.float64]

#: How exactly a finger taps, and a fitted edge lies, in pixels.
TAP_PX, EDGE_PX = 3.0, 0.3
#: The part of a table without a mat that is taken to be played on, in mm.
PLAY_MM = (500.0, 360.0)
#: A rectangle that lies the other way round fits at least so much worse: 2.7 times among 609 drawn cards.
_CLEARLY = 2.0


def table_from_taps(
    picture: Picture,
    taps: Sequence[tuple[float, float]],
    size_mm: tuple[float, float],
    lens: Lens,
    players: int = 4,
) -> TableFound:
    """The table from four taps (pixels) on the corners of a rectangle, going round either way from any corner.

    size_mm: its two sides, in any order. The taps are moved to the edges nearby where there are any. The origin is the
    rectangle's middle; y points away from the camera along one of its sides. Raises CalibrationError.
    """
    corners = np.array(taps, np.float64).reshape(-1, 2)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise CalibrationError(f"expected four taps, one on each corner; found {len(corners)}")
    if not all(10 <= side <= 3000 for side in size_mm):
        raise CalibrationError(f"expected sides of 10 to 3000 mm, found {size_mm[0]:g} x {size_mm[1]:g}")
    if not _convex(corners):
        raise CalibrationError("the four taps do not go round a rectangle; tap its corners in order, going round")
    lens = lens.resized(picture.shape[1], picture.shape[0])
    refined = refine_quad(picture, corners, lens, reach_px=max(4.0, 0.01 * picture.shape[1]))
    exact = corners if refined is None else refined
    return table_from_corners(exact, size_mm, lens, players, TAP_PX if refined is None else EDGE_PX)


def table_from_corners(
    corners: Points, size_mm: tuple[float, float], lens: Lens, players: int, corner_px: float
) -> TableFound:
    """As `table_from_taps`, from corners (4, 2) that are right to `corner_px`."""
    if _turning(corners) < 0:  # seen from above, the printed order goes clockwise in the picture
        corners = corners[::-1]
    poses = []
    for width, height in _likely(corners, size_mm, lens):
        places = _places(width, height)
        poses.append((solve_pose(places, corners, lens, _asked(), corner_px=corner_px), places))
    pose, places = min(poses, key=lambda each: each[0].cost)
    turned = _facing(pose.profile)
    off = pose.profile.on_table(corners) - places
    miss_mm = float(np.sqrt((off**2).sum(axis=1).mean()))
    expected = float(np.hypot(pose.spread.max(), miss_mm))
    profile = replace(turned, zones=_zones(players), players=players, error_mm=round(expected, 2))
    quality = quality_of(expected / 2)  # four corners are judged by what they can give
    outline = tuple((float(x), float(y)) for x, y in corners)
    advice = (verdict(quality, expected, Say.CORNERS_REPEAT),)
    return TableFound(profile, quality, pose.miss_px, miss_mm, expected, 4, advice, outline)


def misshapen(corners: Points, size_mm: tuple[float, float], lens: Lens) -> float:
    """How badly corners fit a rectangle of this size, by a glance: the miss in hundredths of its longest side.

    Cards that lie on a table stay under 0.8 whichever usual lens is assumed. Infinite where no camera sees it so.
    """
    return min(_glance(corners, size, lens) for size in (size_mm, size_mm[::-1]))


def _likely(corners: Points, size_mm: tuple[float, float], lens: Lens) -> list[tuple[float, float]]:
    """Which side is the longer one, both ways where a glance does not tell."""
    ways = sorted({size_mm, size_mm[::-1]}, key=lambda size: _glance(corners, size, lens))
    best = _glance(corners, ways[0], lens)
    return [size for size in ways if _glance(corners, size, lens) <= _CLEARLY * best or not np.isfinite(best)]


def _glance(corners: Points, size_mm: tuple[float, float], lens: Lens) -> float:
    seen = lens.directions(corners if _turning(corners) >= 0 else corners[::-1])
    flat = np.column_stack([_places(*size_mm), np.zeros(4)])
    try:
        _, _, _, errors = cv2.solvePnPGeneric(flat, seen.reshape(-1, 1, 2), np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
    except cv2.error:
        return float("inf")
    longest = float(np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1).max())
    return 100 * float(np.min(np.asarray(errors))) / max(longest, 1e-9)


def _places(width: float, height: float) -> Points:
    w, h = width / 2, height / 2
    return np.array([[-w, h], [w, h], [w, -h], [-w, -h]])


def _asked() -> Points:
    """Where places must be known: where dice and cards lie, not the far corners."""
    return np.array([[-150.0, 100], [150, 100], [150, -100], [-150, -100], [0, 0]])


def _zones(players: int) -> tuple[Zone, ...]:
    return (Zone(ZoneKind.DICE, box(0, 0, *PLAY_MM)), *seats_around(*PLAY_MM, players))


def _facing(profile: TableProfile) -> TableProfile:
    """The same camera with the frame turned by quarters so that y points away from it."""
    x, y = (float(v) for v in profile.eye[:2])
    quarters = round(np.degrees(np.arctan2(y, x) + np.pi / 2) / 90) % 4
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    quarter = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return TableProfile.of(profile.camera, profile.turn @ quarter, np.array(profile.translation))


def _turning(corners: Points) -> float:
    """Twice the area, positive where the corners go clockwise as seen on the screen (y down)."""
    x, y = corners.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def _convex(corners: Points) -> bool:
    sides = np.roll(corners, -1, axis=0) - corners
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return bool((turns > 1).all() or (turns < -1).all())
