"""A die drawn in a scene: its body with rounded edges, its prints, the light on it and its shadow."""

from dataclasses import dataclass

import cv2
import numpy as np

from training.dice.prints import PRINT, DiceLook

SCENE = 320


@dataclass(frozen=True)
class View:
    """A camera: elevation and turn around its axis in radians, distance in edges, focal length in pixels."""

    elevation: float
    distance: float
    focal: float
    roll: float

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (..., 2) of points (..., 3); the camera looks at the origin, which lies in the scene's middle."""
        se, ce = np.sin(self.elevation), np.cos(self.elevation)
        x = points[..., 0]
        y = -points[..., 1] * se - points[..., 2] * ce
        depth = self.distance + points[..., 1] * ce - points[..., 2] * se
        u, v = self.focal * x / depth, self.focal * y / depth
        c, s = np.cos(self.roll), np.sin(self.roll)
        return np.stack([c * u - s * v + SCENE / 2, s * u + c * v + SCENE / 2], axis=-1)

    @property
    def eye(self) -> np.ndarray:
        """Where the camera is, in edges."""
        return np.array([0, -np.cos(self.elevation), np.sin(self.elevation)]) * self.distance


@dataclass(frozen=True)
class Die:
    """One die: place of its middle, orientation (columns are its axes), the faces at +z, +x, +y, -z, -x, -y."""

    middle: np.ndarray
    axes: np.ndarray
    faces: tuple[int, ...]
    tilt: float
    turn: float


@dataclass(frozen=True)
class Light:
    """Direction to the light, how much comes from everywhere, the table's colour thrown back, how soft shadows are."""

    to: np.ndarray
    ambient: float
    bounce: np.ndarray
    soft: float


def towards(azimuth: float, height: float) -> np.ndarray:
    """Direction (3,) to a lamp, both angles in radians."""
    return np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])


def normals(die: Die) -> list[np.ndarray]:
    """The directions (3,) in which the six faces look."""
    x, y, z = die.axes.T
    return [z, x, y, -z, -x, -y]


def square(die: Die, face: int, half: float = 0.5) -> np.ndarray:
    """Corners (4, 3) of a face, going round."""
    x, y, z = die.axes.T
    a, b, n = [(x, y, z), (y, z, x), (z, x, y), (y, x, -z), (z, y, -x), (x, z, -y)][face]
    return die.middle + 0.5 * n + half * np.array([-a + b, a + b, a - b, -a - b])


def _lit(die: Die, face: int, look: DiceLook, light: Light) -> np.ndarray:
    n = normals(die)[face]
    direct = max(0.0, float(n @ light.to))
    shade = light.ambient * (0.75 + 0.25 * n[2]) + (1 - light.ambient) * direct
    return look.body * shade + light.bounce * max(0.0, 1 - n[2]) * 0.35 * (look.body / 255)


def shadow(scene: np.ndarray, view: View, die: Die, light: Light, depth: float, size: float) -> None:
    """Darken the table (SCENE, SCENE, 3) where the die keeps the light away; size: a die's edge in pixels."""
    corners = np.concatenate([square(die, 0), square(die, 3)])
    ground = corners - light.to * (corners[:, 2:] / max(light.to[2], 0.3))
    hull = cv2.convexHull(view.project(ground).astype(np.float32))[:, 0]
    foot = view.project(np.concatenate([square(die, 3) * [1, 1, 0]])).astype(np.float32)
    x0, y0 = np.floor(np.minimum(hull.min(0), foot.min(0)) - size).astype(int).clip(0, SCENE)
    x1, y1 = np.ceil(np.maximum(hull.max(0), foot.max(0)) + size).astype(int).clip(0, SCENE)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, np.round(hull - [x0, y0]).astype(np.int32), depth)
    mask = soft(mask, max(0.5, light.soft * size))
    contact = np.zeros_like(mask)
    cv2.fillConvexPoly(contact, np.round(foot - [x0, y0]).astype(np.int32), 0.6)
    mask = np.maximum(mask, cv2.GaussianBlur(contact, (0, 0), max(0.5, 0.08 * size)))
    scene[y0:y1, x0:x1] *= (1 - mask)[..., None]


def soft(picture: np.ndarray, sigma: float) -> np.ndarray:
    """A Gaussian blur; wide ones at a coarser scale, where they cost a tenth."""
    coarser = int(sigma / 1.5)
    if coarser < 2 or min(picture.shape[:2]) < 4 * coarser:
        return cv2.GaussianBlur(picture, (0, 0), sigma)
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // coarser, height // coarser), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / coarser), (width, height), interpolation=cv2.INTER_LINEAR)


def _print(window, look: DiceLook, die: Die, face: int, to_window, view: View, light: Light) -> np.ndarray:
    """The face's print in the window: BGRA float, lit."""
    art = look.prints[die.faces[face]]
    quad = to_window(view.project(square(die, face))).astype(np.float32)
    size = max(6, round(float(np.abs(np.diff(quad, axis=0)).max()) * 1.1))
    if size < PRINT:
        art = cv2.resize(art, (size, size), interpolation=cv2.INTER_AREA)
    n = art.shape[0] - 0.5
    source = np.float32([[-0.5, -0.5], [n, -0.5], [n, n], [-0.5, n]])
    out = cv2.warpPerspective(art, cv2.getPerspectiveTransform(source, quad), window).astype(np.float32)
    lit = _lit(die, face, look, light) / np.maximum(look.body, 1)
    out[..., :3] *= np.minimum(lit, 1.6)
    out[..., 3] /= 255
    return out


def _painted_body(window, look: DiceLook, die: Die, seen: list[int], to_window, view: View, light: Light, size, rng):
    """Colour (BGR float) and coverage (uint8) of the unprinted die in a window twice as fine as the scene."""
    corners = np.concatenate([square(die, 0), square(die, 3)])
    r = look.radius
    hull = to_window(view.project(die.middle + (corners - die.middle) * (1 - 2 * r)))
    round_px = max(1, round(2 * r * size * 2))
    points = np.round(cv2.convexHull(hull.astype(np.float32))[:, 0] * 8).astype(np.int32)
    alpha = np.zeros((window[1], window[0]), np.uint8)
    cv2.fillConvexPoly(alpha, points, 255, cv2.LINE_AA, 3)
    cv2.polylines(alpha, [points], True, 255, round_px, cv2.LINE_AA, 3)
    colour = np.zeros((window[1], window[0], 3), np.float32) + _lit(die, seen[0], look, light)
    for f in seen:
        quad = np.round(to_window(view.project(square(die, f, 0.5))) * 8).astype(np.int32)
        cv2.fillConvexPoly(colour, quad, [float(v) for v in _lit(die, f, look, light)], cv2.LINE_AA, 3)
    colour = soft(colour, max(0.7, 0.55 * round_px))
    if look.gloss > 0.1:  # bright lines where the rounded edges mirror the light
        for f in seen:
            quad = np.round(to_window(view.project(square(die, f, 0.5 - 0.7 * r))) * 8).astype(np.int32)
            side = int(rng.integers(4))
            ends = [tuple(int(v) for v in quad[k]) for k in (side, (side + 1) % 4)]
            shine = np.zeros(colour.shape[:2], np.float32)
            cv2.line(shine, ends[0], ends[1], 255, max(1, round_px // 2), cv2.LINE_AA, 3)
            colour += soft(shine, max(0.6, 0.4 * round_px))[..., None] * look.gloss * rng.uniform(0, 0.7)
    return colour, alpha


def _swirls(window, look: DiceLook, rng: np.random.Generator) -> np.ndarray:
    """What the body's colour is multiplied by, here and there, for another to swirl in it."""
    coarse = rng.normal(size=(int(rng.integers(3, 8)), int(rng.integers(3, 8)))).astype(np.float32)
    field = cv2.resize(coarse, window, interpolation=cv2.INTER_CUBIC)
    share = 1 / (1 + np.exp(-field * rng.uniform(1, 5)))[..., None]
    return 1 - share + share * look.marble / np.maximum(look.body, 5)


def draw(
    scene: np.ndarray, tops: np.ndarray, number: int, look: DiceLook, die: Die, view: View, light: Light, rng
) -> None:
    """Paint one die; `tops` keeps whose top face each pixel shows (0: none, 255: something else)."""
    corners = np.concatenate([square(die, 0), square(die, 3)])
    outline = view.project(corners)
    size = float(np.linalg.norm(view.project(square(die, 0))[0] - view.project(square(die, 0))[2]) / 1.414)
    x0, y0 = (np.floor(outline.min(0)) - 3).astype(int).clip(0, SCENE)
    x1, y1 = (np.ceil(outline.max(0)) + 4).astype(int).clip(0, SCENE)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    window = (int(x1 - x0) * 2, int(y1 - y0) * 2)

    def to_window(p: np.ndarray) -> np.ndarray:
        return (p - [x0, y0] + 0.5) * 2 - 0.5

    outward = normals(die)
    seen = [f for f in range(6) if outward[f] @ (view.eye - die.middle - outward[f] * 0.5) > 0]
    seen.sort(key=lambda f: f == 0)
    colour, alpha = _painted_body(window, look, die, seen, to_window, view, light, size, rng)
    if look.marble is not None:
        colour *= _swirls(window, look, rng)
    top_alpha = None
    for f in seen:
        inked = _print(window, look, die, f, to_window, view, light)
        a = inked[..., 3:]
        colour = colour * (1 - a) + inked[..., :3] * a
        if f == 0:
            top_alpha = np.zeros((window[1], window[0]), np.uint8)
            quad = np.round(to_window(view.project(square(die, f))) * 8).astype(np.int32)
            cv2.fillConvexPoly(top_alpha, quad, 255, cv2.LINE_8, 3)
    if rng.random() < 0.25 * (0.3 + look.gloss) and top_alpha is not None:  # a lamp mirrored in the top face
        at = to_window(view.project(square(die, 0).mean(0)[None])[0] + rng.normal(size=2) * size * 0.35)
        glow = np.zeros(window[::-1], np.float32)
        cv2.circle(glow, (int(at[0]), int(at[1])), max(1, int(size * rng.uniform(0.05, 0.6))), 1.0, -1)
        glow = soft(glow, max(0.6, size * rng.uniform(0.05, 0.5)))
        colour += glow[..., None] * rng.uniform(30, 200)
    small = (window[0] // 2, window[1] // 2)
    a = cv2.resize(alpha, small, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    part, owner = scene[y0:y1, x0:x1], tops[y0:y1, x0:x1]
    mine = cv2.resize(top_alpha, small, interpolation=cv2.INTER_AREA) > 127 if top_alpha is not None else a[..., 0] > 2
    twice = mine & (owner > 0) & (owner < 255)
    if twice.any() and die.middle[2] < 1:  # two tops in one plane: pixels of both
        share = rng.uniform(0.3, 0.7)
        which = (rng.random(twice.shape) < share).astype(np.float32)
        a[..., 0] = np.where(twice, a[..., 0] * cv2.GaussianBlur(which, (0, 0), 0.5), a[..., 0])
    part[:] = part * (1 - a) + cv2.resize(colour, small, interpolation=cv2.INTER_AREA) * a
    owner[(a[..., 0] > 0.5) & ~twice] = 255
    owner[mine & ~twice] = number
