"""Printed paper on the drawn table, or held up before the camera: the kit's mats, the calibration board, a card."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.light import lamp_strength
from vision.drawn.view import Points, View
from vision.pictures import Picture

_FINE = 2  # samples per pixel, in each direction
_GRID, _PAD = 4, 2  # pixels from point to point of the grid on which places are reckoned, and points beyond its edge


@dataclass(frozen=True, slots=True, eq=False)
class Paper:
    """A flat print: `picture` (BGR) at `px_per_mm`, its middle at `at` (x, y, z in mm), its right and up directions."""

    picture: Picture
    px_per_mm: float
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    right: tuple[float, float, float] = (1.0, 0.0, 0.0)
    up: tuple[float, float, float] = (0.0, 1.0, 0.0)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        height, width = self.picture.shape[:2]
        return width / self.px_per_mm, height / self.px_per_mm

    @property
    def corners(self) -> Points:
        """(4, 3) in mm: top left, top right, bottom right, bottom left of the print."""
        width, height = self.size_mm
        right, up = np.array(self.right) * width / 2, np.array(self.up) * height / 2
        return np.asarray(np.array(self.at) + np.array([up - right, up + right, right - up, -right - up]))


def lay_paper(picture: NDArray[np.float32], paper: Paper, view: View) -> None:
    """Draws `paper` over `picture` (float BGR) in place, lit by the lamp as far as it lies level."""
    outline = view.project(_edge(paper))
    if not np.isfinite(outline).all():
        return
    width, height = view.size
    left, top = (max(0, int(v)) for v in np.floor(outline.min(axis=0)) - 1)
    right, bottom = (int(v) for v in np.ceil(outline.max(axis=0)) + 2)
    right, bottom = min(right, width), min(bottom, height)
    if left >= right or top >= bottom:
        return
    place = _where_on(paper, view, (left, top, right, bottom))
    texture, scale = _softened(paper, view)
    rows, columns = texture.shape[:2]
    u = place[..., 0] * scale + (columns - 1) / 2
    v = -place[..., 1] * scale + (rows - 1) / 2
    colour = cv2.remap(texture, u, v, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    inside = np.clip(np.minimum(np.minimum(u, columns - 1 - u), np.minimum(v, rows - 1 - v)) + 1.0, 0, 1)
    points = np.array(paper.at, np.float32) + place @ np.array([paper.right, paper.up], np.float32)
    lit = 0.36 + 0.64 * lamp_strength(points)
    fine = np.dstack([colour.astype(np.float32) * (lit * inside)[..., None], inside])
    size = (right - left, bottom - top)
    coarse = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)
    part = picture[top:bottom, left:right]
    part *= 1 - coarse[..., 3:]
    part += coarse[..., :3]
    np.clip(part, 0, 255, out=part)


def _where_on(paper: Paper, view: View, part: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """Where on the paper (right and up of its middle, in mm) each sample of a part of the picture lies, (h, w, 2).

    Reckoned on a coarse grid and interpolated: perspective and lens are smooth, to a hundredth of a pixel.
    """
    left, top, right, bottom = part
    columns, rows = -(-(right - left) // _GRID) + 2 * _PAD, -(-(bottom - top) // _GRID) + 2 * _PAD
    across = left - 0.5 + (np.arange(columns) - _PAD + 0.5) * _GRID
    down = top - 0.5 + (np.arange(rows) - _PAD + 0.5) * _GRID
    rays = view.rays(np.stack(np.meshgrid(across, down), axis=-1))
    normal = np.cross(paper.right, paper.up)
    reach = float((np.array(paper.at) - view.eye) @ normal) / (rays @ normal)
    points = view.eye + rays * reach[..., None] - np.array(paper.at)
    place = (points @ np.array([paper.right, paper.up]).T).astype(np.float32)
    fine = cv2.resize(place, None, fx=_GRID * _FINE, fy=_GRID * _FINE, interpolation=cv2.INTER_LINEAR)
    rim = _PAD * _GRID * _FINE
    return np.asarray(fine[rim : rim + (bottom - top) * _FINE, rim : rim + (right - left) * _FINE], np.float32)


def _edge(paper: Paper) -> Points:
    """Points all along its edge: a lens bends straight lines."""
    corners = paper.corners
    share = np.linspace(0, 1, 12)[:, None]
    return np.concatenate([a + (b - a) * share for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])


def _softened(paper: Paper, view: View) -> tuple[Picture, float]:
    """The print at about two pixels for each sample of the picture, so that nothing of it is skipped."""
    middle = np.array(paper.at)
    steps = np.array([paper.right, paper.up])
    seen = view.project(np.array([middle, middle + steps[0], middle + steps[1]]))
    finest = max(float(np.linalg.norm(seen[1] - seen[0])), float(np.linalg.norm(seen[2] - seen[0])))
    wanted = min(1.0, 2.0 * _FINE * finest / paper.px_per_mm)
    if wanted > 0.8:
        return paper.picture, paper.px_per_mm
    small = cv2.resize(paper.picture, None, fx=wanted, fy=wanted, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), paper.px_per_mm * small.shape[1] / paper.picture.shape[1]
