"""The drawn cup: a leather beaker upside down on the table, and the ways it goes up, away and down again."""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.die_paint import Sprite
from vision.drawn.light import LAMP, SHADE
from vision.drawn.vectors import Rows, column, dot, unit
from vision.drawn.view import Points, View

RIM_RADIUS = 47.0
TOP_RADIUS = 39.0
HEIGHT = 96.0
#: From the first movement until the dice are clear of the cup and its shadow.
CLEAR_S = 0.6
#: From the first movement until the cup has left the picture.
AWAY_S = 0.95
#: How long it takes to come down again.
SEAT_S = 0.6

_LEATHER_BGR = np.array([[48.0], [62.0], [128.0]], np.float32)
_BAND_BGR = np.array([[34.0], [40.0], [84.0]], np.float32)
_THREAD_BGR = np.array([[120.0], [170.0], [205.0]], np.float32)
_BEVEL = 4.0
_HIGHEST = 215.0
_FARTHEST = 400.0


class CupState(Enum):
    """Where the cup is."""

    SEATED = "seated"
    LIFTING = "lifting"
    AWAY = "away"
    LOWERING = "lowering"


@dataclass(frozen=True, slots=True)
class CupPlace:
    """Where the middle of the cup's rim is, in millimetres."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0

    @property
    def point(self) -> Points:
        """(3,) mm in the table's frame."""
        return np.array([self.x, self.y, self.z])


def lifted(since_s: float) -> CupPlace:
    """The cup's place `since_s` seconds into the lift: up first, then off to the right."""
    if since_s <= 0:
        return CupPlace()
    up = _smooth(since_s / 1.25)
    off = _smooth((since_s - 0.32) / 1.0)
    return CupPlace(_FARTHEST * off, 30 * up, _HIGHEST * up)


def lowered(since_s: float) -> CupPlace:
    """The cup's place `since_s` seconds into being put down: the lift backwards."""
    return lifted(AWAY_S * (1 - min(max(since_s / SEAT_S, 0.0), 1.0)))


def outline(place: CupPlace) -> Points:
    """Points around the rim and the top, (n, 3), of which the cup is the convex hull."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    rim = np.column_stack([circle * RIM_RADIUS, np.zeros(48)])
    top = np.column_stack([circle * TOP_RADIUS, np.full(48, HEIGHT)])
    return np.concatenate([rim, top]) + place.point


def in_picture(place: CupPlace, view: View) -> bool:
    """Whether any of the cup can be seen."""
    pixels = view.project(outline(place))
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    return bool(right > -1 and bottom > -1 and left < view.size[0] and top < view.size[1])


def paint_cup(place: CupPlace, view: View) -> Sprite:
    """The cup as `view` sees it."""
    hull = cv2.convexHull(view.project(outline(place)).astype(np.float32)).reshape(-1, 2)
    low = np.maximum(np.floor(hull.min(axis=0)) - 1, 0).astype(int)
    high = np.minimum(np.ceil(hull.max(axis=0)) + 2, np.array(view.size)).astype(int)
    width, height = (max(int(v), 0) for v in high - low)
    if not width or not height:
        return Sprite(0, 0, np.zeros((0, 0, 3), np.float32), np.zeros((0, 0), np.float32))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round((hull - low) * 16).astype(np.int32), 255, cv2.LINE_AA, shift=4)

    # A moving cup is shaded on every third pixel: an exposure would blur it as much.
    step = 1 if place == CupPlace() else 3
    across, down = (np.arange(-(-side // step)) * step + (step - 1) / 2 for side in (width, height))
    pixels = np.stack(np.meshgrid(across + low[0], down + low[1])).reshape(2, -1).T
    rays = np.ascontiguousarray(view.rays(pixels).T, np.float32)
    colour = _shade(rays, column(view.eye - place.point), place).T.reshape(len(down), len(across), 3)
    full = cv2.resize(colour, (len(across) * step, len(down) * step), interpolation=cv2.INTER_LINEAR)
    cover = mask.astype(np.float32) / np.float32(255)
    return Sprite(int(low[0]), int(low[1]), np.asarray(full[:height, :width], np.float32), cover)


def _shade(rays: Rows, eye: Rows, place: CupPlace) -> Rows:
    """Colours BGR (3, n) where rays (3, n) from `eye`, both in the cup's frame, meet the cup or pass closest to it."""
    slope = np.float32((TOP_RADIUS - RIM_RADIUS) / HEIGHT)
    top = eye + rays * ((HEIGHT - eye[2]) / rays[2])
    on_top = np.hypot(top[0], top[1]) <= TOP_RADIUS

    # Where x^2 + y^2 = (RIM_RADIUS + slope z)^2 along the ray; rays that just miss are taken at their closest.
    radius_eye, radius_way = RIM_RADIUS + slope * eye[2], slope * rays[2]
    a = np.maximum(rays[0] ** 2 + rays[1] ** 2 - radius_way**2, 1e-3)  # 0 only for a camera right above
    b = rays[0] * eye[0] + rays[1] * eye[1] - radius_way * radius_eye
    c = eye[0] ** 2 + eye[1] ** 2 - radius_eye**2
    side = eye + rays * ((-b - np.sqrt(np.maximum(b * b - a * c, 0))) / a)
    side[2] = np.clip(side[2], 0, HEIGHT)
    points = np.where(on_top, top, side)

    radius = np.hypot(points[0], points[1])
    # The edge between side and top is rounded: the normal turns from one to the other within the bevel.
    from_edge = np.where(on_top, TOP_RADIUS - radius, points[2] - HEIGHT)
    share_up = np.clip(0.5 + from_edge / (2 * _BEVEL), 0, 1)
    share_up = share_up * share_up * (3 - 2 * share_up)
    outward = (1 - share_up) / np.maximum(radius, 1e-3)
    normal = unit(np.stack([points[0] * outward, points[1] * outward, share_up - (1 - share_up) * slope]))

    to_lamp = unit(column(LAMP - place.point) - points)
    facing = np.clip(dot(normal, to_lamp), 0, 1)
    gloss = np.clip(dot(normal, unit(to_lamp - rays)), 0, 1) ** 22
    near_table = 0.66 + 0.34 * np.clip((points[2] + place.z) / 45, 0, 1)
    light = (SHADE + 0.10) * near_table * (0.7 + 0.3 * normal[2]) + 0.86 * facing
    colour = _leather(points, radius, on_top) * light + 50 * gloss * np.clip(facing * 3, 0, 1)
    return np.asarray(np.clip(colour, 0, 255), np.float32)


def _leather(points: Rows, radius: Rows, on_top: NDArray[np.bool_]) -> Rows:
    """The surface's own colour: leather with a darker band at the rim and around the top, each with a seam."""
    angle = np.arctan2(points[1], points[0])
    height = points[2]
    from_end = np.where(on_top, np.float32(HEIGHT), np.minimum(height, HEIGHT - height))
    pebble = np.sin(angle * 61 + height * 0.9) * np.sin(height * 1.7 + 2.4 * np.sin(angle * 23)) * ~on_top
    colour = _LEATHER_BGR * (1 + 0.045 * pebble)
    colour += (_BAND_BGR - colour) * np.clip(12 - from_end, 0, 1)
    seam = np.abs(np.where(on_top, radius - (TOP_RADIUS - 8), from_end - 8.5))
    thread = np.clip(1.1 - seam / 0.6, 0, 1) * np.clip(3 * np.cos(angle * 44) + 1.4, 0, 1) * 0.8
    colour += (_THREAD_BGR - colour) * thread
    return np.asarray(colour, np.float32)


def _smooth(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)
