"""The table without anything on it: a wooden top, a round felt mat with a stitched edge, lamp light falling off."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.light import lamp_strength
from vision.drawn.view import View

_FELT_BGR = np.array([62.0, 98.0, 34.0], np.float32)
_EDGE_BGR = np.array([36.0, 58.0, 20.0], np.float32)
_STITCH_BGR = np.array([126.0, 190.0, 214.0], np.float32)
_WOOD_LIGHT_BGR = np.array([92.0, 142.0, 192.0], np.float32)
_WOOD_DARK_BGR = np.array([46.0, 84.0, 128.0], np.float32)
_MAT_RADIUS = 205.0
_MAT_MIDDLE = (0.0, 22.0)
_PLANK_MM = 84.0
_TILE_PX = 512

_Field = NDArray[np.float32]


@lru_cache(maxsize=4)
def bare_table(view: View, seed: int) -> NDArray[np.float32]:
    """What `view` sees of the empty, fully lit table: (height, width, 3) BGR 0..255. Not to be written into."""
    chance = np.random.default_rng((seed, 1))
    width, height = view.size
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(float)
    table = view.on_table(pixels).astype(np.float32)
    x, y = np.ascontiguousarray(table[..., 0]), np.ascontiguousarray(table[..., 1])
    mm_per_px = np.hypot(*np.gradient(y)) + 1e-3

    picture = _wood(x, y, chance)
    radius = np.hypot(x - _MAT_MIDDLE[0], y - _MAT_MIDDLE[1])
    _lay(picture, _felt(x, y, chance), _step(_MAT_RADIUS - radius, mm_per_px))
    _lay(picture, _EDGE_BGR, _step(radius - (_MAT_RADIUS - 5), mm_per_px) * _step(_MAT_RADIUS - radius, mm_per_px))
    angle = np.arctan2(y - _MAT_MIDDLE[1], x - _MAT_MIDDLE[0])
    on_stitch = _step(1.0 - np.abs(radius - (_MAT_RADIUS - 9)), mm_per_px)
    dash = np.clip(4 * np.cos(angle * 150) + 2.2, 0, 1)
    _lay(picture, _STITCH_BGR, 0.75 * on_stitch * dash)
    # The mat lies a millimetre high: a thin shadow on the wood on the side away from the lamp.
    beside = np.exp(-np.maximum(radius - _MAT_RADIUS, 0) / 3.5) * (radius > _MAT_RADIUS)
    picture *= (1 - 0.45 * beside)[..., None]

    points = np.dstack([x, y, np.zeros_like(x)])
    picture *= (0.36 + 0.64 * lamp_strength(points))[..., None]
    picture = np.clip(picture, 0, 255).astype(np.float32)
    picture.flags.writeable = False
    return picture


def _wood(x: _Field, y: _Field, chance: np.random.Generator) -> _Field:
    plank = np.floor((y + 1000) / _PLANK_MM)
    shift = chance.uniform(0, 400, 64).astype(np.float32)[plank.astype(int) % 64]
    grain = _sample(_tile(chance, 2.2, 90.0), x + shift * 3, y * 2.2 + shift, 1.6)
    fine = _sample(_tile(chance, 0.7, 30.0), x + shift, y * 2, 2.4)
    tone = chance.uniform(-0.14, 0.14, 64).astype(np.float32)[plank.astype(int) % 64]
    mix = np.clip(0.55 + 0.20 * grain + 0.10 * fine + tone, 0, 1)
    picture = _WOOD_DARK_BGR + (_WOOD_LIGHT_BGR - _WOOD_DARK_BGR) * mix[..., None]
    gap = np.abs((y + 1000) / _PLANK_MM - np.round((y + 1000) / _PLANK_MM)) * _PLANK_MM
    picture *= (1 - 0.6 * np.clip(1.3 - gap, 0, 1))[..., None]
    return np.asarray(picture, np.float32)


def _felt(x: _Field, y: _Field, chance: np.random.Generator) -> _Field:
    fibre = _sample(_tile(chance, 0.9, 0.9), x, y, 2.6)
    cloud = _sample(_tile(chance, 26.0, 26.0), x, y, 1.0)
    return np.asarray(_FELT_BGR * (1 + 0.055 * fibre + 0.03 * cloud)[..., None], np.float32)


def _tile(chance: np.random.Generator, blur_down: float, blur_along: float) -> _Field:
    """A square of smooth noise that repeats without a seam, mean 0 and deviation 1; the blurs are in its pixels."""
    down = np.fft.fftfreq(_TILE_PX)[:, None]
    along = np.fft.rfftfreq(_TILE_PX)[None, :]
    keep = np.exp(-2 * np.pi**2 * ((down * blur_down) ** 2 + (along * blur_along) ** 2))
    noise = np.fft.irfft2(np.fft.rfft2(chance.standard_normal((_TILE_PX, _TILE_PX))) * keep, (_TILE_PX, _TILE_PX))
    return np.asarray((noise - noise.mean()) / noise.std(), np.float32)


def _sample(tile: _Field, x: _Field, y: _Field, px_per_mm: float) -> _Field:
    across = np.mod(x * px_per_mm, _TILE_PX - 1).astype(np.float32)
    down = np.mod(y * px_per_mm, _TILE_PX - 1).astype(np.float32)
    return np.asarray(cv2.remap(tile, across, down, cv2.INTER_LINEAR), np.float32)


def _step(inside_mm: _Field, mm_per_px: _Field) -> _Field:
    """1 inside, 0 outside, and the share of the pixel on the edge."""
    return np.asarray(np.clip(inside_mm / mm_per_px + 0.5, 0, 1), np.float32)


def _lay(picture: _Field, colour: _Field, cover: _Field) -> None:
    picture += (colour - picture) * cover[..., None]
