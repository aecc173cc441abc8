"""Cameras with known lenses over tables with known things on them."""

from typing import Any

import cv2
import numpy as np

from calibration.lens import Lens
from calibration.mat import mat
from calibration.picture import Picture
from calibration.table import TableProfile
from vision.drawn.kit_table import mat_print, photograph
from vision.drawn.lens_view import LensView
from vision.drawn.paper import Paper

#: A webcam as they are: bent outwards, its axis off the middle.
LENS = Lens(960, 540, (864.0, 864.0), (487.0, 264.0), (-0.12, 0.05, 0.001, -0.0008, 0.0), measured=True)
SIZE = (LENS.width, LENS.height)
USUAL = Lens.typical(*SIZE)

Points = np.ndarray


def camera(elevation: float, distance: float, *, azimuth: float = 15, roll: float = 2, lens: Lens = LENS) -> LensView:
    """A camera that looks at the middle of the table."""
    return LensView(
        lens=lens,
        elevation_deg=elevation,
        distance_mm=distance,
        target_mm=(0.0, 0.0, 0.0),
        azimuth_deg=azimuth,
        roll_deg=roll,
    )


def shot(view: LensView, papers: list[Paper], **how: Any) -> Picture:
    """What the camera sees of papers on a plain table."""
    return photograph(view, papers, wood=False, **how)


def grid(width: float, height: float) -> Points:
    """Places all over a rectangle round the origin, (n, 2) in mm."""
    x, y = np.meshgrid(np.linspace(-width / 2, width / 2, 9), np.linspace(-height / 2, height / 2, 7))
    return np.column_stack([x.ravel(), y.ravel()])


def misses(found: TableProfile, view: LensView, places: Points) -> Points:
    """How far off, in mm, each of the places that the camera sees is taken to be, (k,)."""
    pixels = view.project(np.column_stack([places, np.zeros(len(places))]))
    seen = ((pixels > 0) & (pixels < (view.lens.width, view.lens.height))).all(axis=1)
    return np.linalg.norm(found.on_table(pixels[seen]) - places[seen], axis=1)


def playing_card(turn: float, at: tuple[float, float] = (20.0, 10.0)) -> Paper:
    """A card with a framed figure, lying turned by so many degrees."""
    scale = 10
    picture = np.full((88 * scale, 63 * scale, 3), 248, np.uint8)
    cv2.rectangle(picture, (120, 150), (510, 730), (40, 40, 190), 8)
    cv2.circle(picture, (315, 440), 130, (40, 140, 200), -1)
    for x, y in ((55, 90), (575, 790)):
        cv2.rectangle(picture, (x - 20, y - 35), (x + 20, y + 35), (20, 20, 20), -1)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return Paper(picture, scale, (*at, 0.3), (float(c), float(s), 0.0), (-float(s), float(c), 0.0))


def covering(rng: np.random.Generator, x: float, y: float, width: float, height: float) -> Paper:
    """Something flat of one colour over a part of the table: an arm, a card's back, a cup's foot."""
    colour = rng.integers(30, 200, 3)
    return Paper(np.full((round(height), round(width), 3), colour, np.uint8), 1.0, (x, y, 1.0))


def glare(picture: Picture, x: int, y: int, radius: int) -> Picture:
    """A lamp's reflection, white where it is worst."""
    away = np.hypot(*np.meshgrid(np.arange(picture.shape[1]) - x, np.arange(picture.shape[0]) - y))
    shine = 400 * np.exp(-((away / radius) ** 2))
    return np.clip(picture + shine[..., None], 0, 255).astype(np.uint8)


MAT = mat("mentiroso", 4)
MAT_PRINT = mat_print(MAT)
