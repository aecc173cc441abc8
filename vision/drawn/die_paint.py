"""Draws a die: rays against a cube with rounded edges, its prints, the lamp, and its neighbours' shadows on it."""

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.dice import FACE_AXES, HALF_MM, Die
from vision.drawn.faces import FACES, TEXTURE_PX, face_ink
from vision.drawn.light import LAMP, SHADE, lamp_points
from vision.drawn.vectors import Rows, column, dot, through_box, unit
from vision.drawn.view import View

_ROUNDING = 1.9
_IVORY_BGR = np.array([[222.0], [238.0], [246.0]], np.float32)
_FELT_GLOW_BGR = np.array([[0.86], [1.0], [0.84]], np.float32)
#: Rays per pixel, in each direction.
_FINE = 3
_STEPS = 9
_LAMPS_SEEN = 4
#: How far apart dice may be for one to throw a shadow on the other.
_SHADOW_REACH_MM = 36.0
_PRINT_SHARE = 0.90  # of the die's side that the print's square takes

_Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A drawn thing cut out: its top-left pixel, colours (h, w, 3) BGR 0..255, and cover (h, w) 0..1."""

    left: int
    top: int
    colour: _Array
    cover: _Array

    def lay_on(self, picture: _Array) -> None:
        """Draws it over `picture` (float BGR) in place; what falls outside is cut off."""
        height, width = self.cover.shape
        y0, x0 = max(self.top, 0), max(self.left, 0)
        y1, x1 = min(self.top + height, picture.shape[0]), min(self.left + width, picture.shape[1])
        if y0 >= y1 or x0 >= x1:
            return
        rows, columns = slice(y0 - self.top, y1 - self.top), slice(x0 - self.left, x1 - self.left)
        under = picture[y0:y1, x0:x1]
        under += (self.colour[rows, columns] - under) * self.cover[rows, columns, None]


def paint_die(die: Die, others: tuple[Die, ...], view: View) -> Sprite:
    """`die` as `view` sees it, with the shadows that `others` throw on it."""
    outline = view.project(die.corners)
    left, top = (int(v) for v in np.floor(outline.min(axis=0)) - 1)
    right, bottom = (int(v) for v in np.ceil(outline.max(axis=0)) + 2)
    width, height = right - left, bottom - top
    across = left + (np.arange(width * _FINE) + 0.5) / _FINE - 0.5
    down = top + (np.arange(height * _FINE) + 0.5) / _FINE - 0.5
    rays = view.rays(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)).T

    own = die.rotation.T.astype(np.float32)  # the table's frame to the die's
    eye = column(die.rotation.T @ (view.eye - die.middle))
    along = own @ rays.astype(np.float32)
    hit, points = _meet(eye, along)
    fine = np.zeros((along.shape[1], 4), np.float32)
    fine[hit, :3] = _shade(die, others, points, -along[:, hit]).T
    fine[hit, 3] = 1
    coarse = cv2.resize(
        fine.reshape(height * _FINE, width * _FINE, 4), (width, height), interpolation=cv2.INTER_AREA
    ).astype(np.float32)
    cover = coarse[..., 3]
    colour = np.asarray(coarse[..., :3] / np.maximum(cover, 1e-3)[..., None], np.float32)
    return Sprite(left, top, colour, cover)


def _meet(eye: Rows, along: Rows) -> tuple[NDArray[np.intp], Rows]:
    """Which rays from `eye` meet the rounded cube (their indices), and where, (3, k), both in the die's frame.

    Sphere tracing: a step as long as the distance to the surface never passes it. It starts on the cube around the
    surface, which the flat parts share, so few steps are needed.
    """
    enter, leave = through_box(eye, along, HALF_MM)
    candidates = np.flatnonzero(enter < leave)
    way, far = along[:, candidates], enter[candidates]
    for _ in range(_STEPS):
        far = far + _distance(eye + way * far)
    points = eye + way * far
    near = _distance(points) < 0.06
    return candidates[near], np.ascontiguousarray(points[:, near])


def _distance(points: Rows) -> Rows:
    """How far points (3, n) are outside the rounded cube."""
    beyond = np.abs(points) - np.float32(HALF_MM - _ROUNDING)
    outside = np.maximum(beyond, 0)
    deepest = np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2])
    return np.asarray(np.sqrt(dot(outside, outside)) + np.minimum(deepest, 0) - np.float32(_ROUNDING), np.float32)


def _shade(die: Die, others: tuple[Die, ...], points: Rows, to_eye: Rows) -> Rows:
    """Colours BGR (3, n) at surface points (3, n) in the die's frame."""
    turn = die.rotation.astype(np.float32)
    normal = unit(np.maximum(np.abs(points) - np.float32(HALF_MM - _ROUNDING), 0) * np.sign(points))
    world = turn @ points + column(die.middle)
    normal_up = dot(np.broadcast_to(turn[2][:, None], normal.shape), normal)

    to_lamp = turn.T @ unit(column(LAMP) - world)
    facing = np.clip(dot(normal, to_lamp), 0, 1) * _lit(die, world, others)
    gloss = np.clip(dot(normal, unit(to_lamp + to_eye)), 0, 1) ** 70 * np.clip(facing * 4, 0, 1)

    # Skylight from above, green glow of the felt from below, and less of both close to the table.
    open_sky = 0.62 + 0.38 * np.clip(world[2] / (2 * HALF_MM), 0, 1)
    ambient = (SHADE + 0.10) * open_sky * (0.775 + 0.225 * normal_up)
    glow = np.clip(0.35 - normal_up, 0, 1) * 0.5
    light = (ambient + 0.68 * facing) * (1 - glow + glow * _FELT_GLOW_BGR)
    return np.asarray(np.clip(_printed(points) * light + 46 * gloss, 0, 255), np.float32)


def _printed(points: Rows) -> Rows:
    """The surface's own colour, BGR (3, n): ivory with the print of the face that a point belongs to."""
    size = np.abs(points)
    axis = np.where(size[2] >= np.maximum(size[0], size[1]), 2, np.where(size[1] >= size[0], 1, 0))
    positive = np.choose(axis, points) > 0
    colour = np.repeat(_IVORY_BGR, points.shape[1], axis=1)
    scale = TEXTURE_PX / (2 * HALF_MM * _PRINT_SHARE)
    for face in FACES:
        normal, right, up = (np.array(part, np.float32) for part in FACE_AXES[face])
        mine = np.flatnonzero((axis == np.abs(normal).argmax()) & (positive == (normal.sum() > 0)))
        if len(mine):
            u, v = (w * scale + (TEXTURE_PX - 1) / 2 for w in (right @ points[:, mine], -up @ points[:, mine]))
            ink = _look_up(face_ink(face), u, v).T
            colour[:, mine] += (ink[:3] - colour[:, mine]) * ink[3]
    return colour


def _look_up(ink: _Array, u: _Array, v: _Array) -> _Array:
    """`ink` at fractional pixels (n,), as (n, 4); outside it there is none."""
    # OpenCV's remap takes at most 32,767 rows or columns, so the list goes in as a square.
    side = int(np.ceil(np.sqrt(len(u))))
    square_u, square_v = (np.pad(w, (0, side * side - len(w))).reshape(side, side).astype(np.float32) for w in (u, v))
    border = (*(float(c) for c in ink[0, 0, :3]), 0.0)
    found = cv2.remap(ink, square_u, square_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=border)
    return np.asarray(found.reshape(-1, 4)[: len(u)], np.float32)


def _lit(die: Die, world: Rows, others: tuple[Die, ...]) -> _Array:
    """How much of the lamp each point (3, n) on `die` sees past the other dice, 0..1."""
    near = [other for other in others if hypot(other.x - die.x, other.y - die.y) < _SHADOW_REACH_MM]
    if not near:
        return np.ones(world.shape[1], np.float32)
    seen = np.zeros(world.shape[1], np.float32)
    starts = [(other.rotation.T.astype(np.float32) @ (world - column(other.middle)), other) for other in near]
    for lamp in lamp_points(_LAMPS_SEEN):
        free = np.ones(world.shape[1], bool)
        for start, other in starts:
            enter, leave = through_box(start, column(other.rotation.T @ (lamp - other.middle)) - start, HALF_MM)
            free &= ~((enter < leave) & (leave > 0) & (enter < 1))
        seen += free
    return seen / np.float32(_LAMPS_SEEN)
