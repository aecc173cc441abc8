"""Composed scenes: cards laid on a table, seen by a tilted camera, then spoilt as cameras spoil pictures.

    python -m training.cards.scenes ART OUT --count 20000 --seed 1

Writes OUT/<seed>-<n>.npz, 500 scenes each: `pictures` (JPEG bytes), `indices` (rows of INDEX_COLUMNS) and `first`
(the row where each scene's indices begin).
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.cards.art import load_art
from training.cards.backgrounds import SIDE as TABLE_SIDE
from training.cards.backgrounds import background, print_text
from training.cards.faces import Face, draw_face, random_style
from training.shards import begin_scenes, scenes_parser, write_shards
from vision.cards.classify import GLYPHS, RANKS, SUITS

SCENE = 384
SHARD = 500
LABELS = "indices"
# x, y: centre; up and right: the card's axes in the picture, each as long as the index is high; visible: share.
INDEX_COLUMNS = ("x", "y", "up_x", "up_y", "right_x", "right_y", "glyph", "suit", "visible")


@dataclass(frozen=True)
class Stock:
    """What scenes are composed of: whole decks of art, court figures, tables."""

    decks: dict[str, list[Face]]
    courts: list[np.ndarray]
    tables: list[np.ndarray]


def make_stock(art: Path, rng: np.random.Generator, tables: int = 300) -> Stock:
    """Load the art and draw the tables."""
    decks, courts = load_art(art)
    figures = [figure for rank in courts.values() for figure in rank]
    return Stock(decks, figures, [background(rng) for _ in range(tables)])


def _back(rng: np.random.Generator) -> Face:
    """A card's back: a lattice in one colour within a white border."""
    style = random_style(rng)
    h, w = 352, round(352 * style.width)
    out = np.empty((h, w, 4), np.uint8)
    out[:] = (*style.paper, 255)
    m = int(rng.integers(0, 22))
    ys, xs = np.mgrid[: h - 2 * m, : w - 2 * m].astype(np.float32)
    a, b = rng.uniform(0.1, 1.2, 2)
    wave = (np.sin(xs * a + ys * b) * np.sin(xs * a - ys * b) > rng.uniform(-0.4, 0.4))[..., None]
    ink, light = rng.integers(0, 200, 3), rng.integers(150, 256, 3)
    out[m : h - m, m : w - m, :3] = np.where(wave, ink, light)
    return Face(out, ())


def _hand(rng: np.random.Generator, stock: Stock, count: int) -> list[Face]:
    """Faces of one deck, no card twice, and now and then a back."""
    if rng.random() < 0.35:
        deck = stock.decks[list(stock.decks)[rng.integers(len(stock.decks))]]
        faces = [deck[i] for i in rng.choice(len(deck), min(count, len(deck)), replace=False)]
    else:
        style = random_style(rng)
        faces = []
        for number in rng.choice(52, count, replace=False):
            rank, suit = RANKS[number % 13], SUITS[number // 13]
            art = stock.courts[rng.integers(len(stock.courts))] if rank in "JQK" and rng.random() < 0.85 else None
            faces.append(draw_face(style, rank, suit, art, rng))
    return [_back(rng) if rng.random() < 0.07 else face for face in faces]


def _camera(rng: np.random.Generator, card: float) -> np.ndarray:
    """Homography from the table (unit: a card's height, origin in view) to the picture; `card`: pixels a unit."""
    tilt = np.radians(rng.choice([rng.uniform(0, 25), rng.uniform(25, 58)], p=[0.6, 0.4]))
    turn, focal = rng.uniform(0, 2 * np.pi), SCENE * rng.uniform(1.1, 3.0)
    cz, sz, cx, sx = np.cos(turn), np.sin(turn), np.cos(tilt), np.sin(tilt)
    around = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    leaning = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    rotation = leaning @ around
    away = np.array([0, 0, focal / card])
    k = np.array([[focal, 0, SCENE / 2], [0, focal, SCENE / 2], [0, 0, 1]])
    return k @ np.column_stack([rotation[:, 0], rotation[:, 1], away])


def _places(rng: np.random.Generator, count: int, reach: float) -> list[tuple[float, float, float]]:
    """Where the cards lie: centre (in card heights) and turn, in one of the ways that people lay cards."""
    way = rng.choice(4, p=[0.4, 0.25, 0.2, 0.15])
    lean, x0, y0 = rng.uniform(0, 2 * np.pi), *rng.uniform(-reach * 0.5, reach * 0.5, 2)
    if way == 0:  # strewn
        return [(*rng.uniform(-reach, reach, 2), rng.uniform(0, 2 * np.pi)) for _ in range(count)]
    if way == 1:  # rows
        step, columns = rng.uniform(0.72, 0.95), max(2, int(2 * reach / 0.8))
        out = []
        for i in range(count):
            x, y = (i % columns - columns / 2) * step, (i // columns - 0.5) * rng.uniform(1.03, 1.2)
            c, s = np.cos(lean), np.sin(lean)
            half = np.pi * (rng.random() < 0.5)
            out.append((c * x - s * y + rng.normal() * 0.03, s * x + c * y, lean + half + rng.normal() * 0.06))
        return out
    if way == 2:  # a fan around a far point
        step, radius = np.radians(rng.uniform(6, 22)), rng.uniform(0.8, 1.8)
        turns = [lean + (i - count / 2) * step for i in range(count)]
        return [(x0 + radius * np.sin(t), y0 - radius * np.cos(t), t) for t in turns]
    spread = rng.uniform(0.2, 0.6)  # a heap
    return [(x0 + rng.normal() * spread, y0 + rng.normal() * spread, rng.uniform(0, 2 * np.pi)) for _ in range(count)]


def _rounded(h: int, w: int, radius: float) -> np.ndarray:
    mask = np.zeros((h, w), np.uint8)
    r = int(radius)
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def _lay(scene: np.ndarray, owner: np.ndarray, number: int, face: Face, to_scene: np.ndarray, rng) -> np.ndarray | None:
    """Paint one card; returns the homography from the face's pixels to the scene, None where out of view."""
    h, w = face.picture.shape[:2]
    unit = np.array([[1 / h, 0, -w / h / 2], [0, 1 / h, -0.5], [0, 0, 1]])
    full = to_scene @ unit
    corners = cv2.perspectiveTransform(np.float32([[[0, 0], [w, 0], [w, h], [0, h]]]), full)[0]
    x0, y0 = np.maximum(0, np.floor(corners.min(axis=0)).astype(int) - 4)
    x1, y1 = np.minimum(SCENE, np.ceil(corners.max(axis=0)).astype(int) + 5)
    if x1 - x0 < 4 or y1 - y0 < 4 or np.abs(corners).max() > 5000:
        return None
    size = np.sqrt(abs(cv2.contourArea(corners)) / (w * h))
    # Shrink first, so that the warp never skips pixels.
    small, scaling = face.picture, np.eye(3)
    mask = _rounded(h, w, rng.uniform(0.02, 0.05) * h)
    if size < 0.75:
        sw, sh = max(4, round(w * size * 1.15)), max(4, round(h * size * 1.15))
        small = cv2.resize(small, (sw, sh), interpolation=cv2.INTER_AREA)
        mask = cv2.resize(mask, (sw, sh), interpolation=cv2.INTER_AREA)
        scaling = np.array([[w / sw, 0, 0.5 * w / sw - 0.5], [0, h / sh, 0.5 * h / sh - 0.5], [0, 0, 1]])
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    there, window = shift @ full @ scaling, (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(
        small[:, :, :3], there, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    alpha = cv2.warpPerspective(mask, there, window, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    part = scene[y0:y1, x0:x1].astype(np.float32)
    if rng.random() < 0.7:
        depth = rng.uniform(1, 5)
        move = np.float32([[1, 0, rng.uniform(-3, 3)], [0, 1, rng.uniform(-3, 3)]])
        shade = cv2.GaussianBlur(cv2.warpAffine(alpha[..., 0], move, window), (0, 0), depth)
        part *= 1 - rng.uniform(0.1, 0.5) * shade[..., None]
    light = (
        rng.uniform(0.72, 1.0)
        + rng.uniform(-0.15, 0.15) * np.linspace(0, 1, window[0], dtype=np.float32)[None, :, None]
    )
    scene[y0:y1, x0:x1] = np.clip(part * (1 - alpha) + warped * light * alpha, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number
    return full


def _rows(face: Face, full: np.ndarray, owner: np.ndarray, number: int) -> list[list[float]]:
    """The index rows (INDEX_COLUMNS) of one laid card."""
    out = []
    for index in face.indices:
        x, y, w, h = index.box
        quad = np.float64([[[x, y], [x + w, y], [x + w, y + h], [x, y + h]]])
        centre = np.float64([[[x + w / 2, y + h / 2]]])
        c = cv2.perspectiveTransform(centre, full)[0, 0]
        sign = -1 if index.turned else 1
        axes = np.float64(
            [
                [
                    [x + w / 2, y + h / 2 - sign * h / 2],
                    [x + w / 2, y + h / 2 + sign * h / 2],
                    [x + w / 2 + sign * h / 2, y + h / 2],
                    [x + w / 2 - sign * h / 2, y + h / 2],
                ]
            ]
        )
        a = cv2.perspectiveTransform(axes, full)[0]
        up, right = a[0] - a[1], a[2] - a[3]
        q = cv2.perspectiveTransform(quad, full)[0]
        mask = np.zeros_like(owner)
        cv2.fillConvexPoly(mask, np.int32(np.round(q)), 1)
        area = max(abs(cv2.contourArea(np.float32(q))), 1.0)
        visible = float(np.count_nonzero((owner == number) & (mask > 0))) / max(area, np.count_nonzero(mask))
        out.append([*c, *up, *right, GLYPHS.index(face.glyph), SUITS.index(face.suit), visible])
    return out


def _occlude(scene: np.ndarray, owner: np.ndarray, rng: np.random.Generator) -> None:
    """Fingers, chips and things that lie over cards."""
    for _ in range(rng.integers(1, 4)):
        layer = np.zeros(scene.shape[:2], np.uint8)
        x, y = (int(v) for v in rng.integers(0, SCENE, 2))
        r = int(rng.integers(6, 50))
        if rng.random() < 0.5:
            cv2.circle(layer, (x, y), r, 255, -1, cv2.LINE_AA)
        else:
            to = (np.array([x, y]) + rng.normal(size=2) * 200).astype(int)
            cv2.line(layer, (x, y), (int(to[0]), int(to[1])), 255, r, cv2.LINE_AA)
        skin = np.array([rng.uniform(60, 160), rng.uniform(90, 190), rng.uniform(140, 240)])
        colour = skin if rng.random() < 0.4 else rng.uniform(0, 255, 3)
        a = layer[..., None].astype(np.float32) / 255
        shade = 1 + 0.2 * rng.normal(size=(SCENE, 1, 1)).cumsum(axis=0) / SCENE
        scene[:] = np.clip(scene * (1 - a) + colour * shade * a, 0, 255).astype(np.uint8)
        owner[layer > 127] = 255


def spoil(scene: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Light, lens, sensor and compression; keeps every place."""
    out = scene.astype(np.float32)
    side = out.shape[0]
    ys, xs = np.mgrid[:side, :side].astype(np.float32) / side
    if rng.random() < 0.7:  # light falls off to one side
        a = rng.uniform(0, 2 * np.pi)
        ramp = (xs - 0.5) * np.cos(a) + (ys - 0.5) * np.sin(a)
        out *= (1 + rng.uniform(0, 0.7) * ramp)[..., None]
    if rng.random() < 0.25:  # a shadow's edge
        a, b = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
        edge = 1 / (1 + np.exp(-((xs - 0.5) * np.cos(a) + (ys - 0.5) * np.sin(a) - b) * rng.uniform(8, 100)))
        out *= (1 - rng.uniform(0.2, 0.6) * edge)[..., None]
    out *= rng.uniform(0.8, 1.2, 3) if rng.random() < 0.7 else 1.0
    for _ in range(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1])):  # glare
        x, y, s = *rng.uniform(0, 1, 2), rng.uniform(0.02, 0.2)
        spot = np.exp(-((xs - x) ** 2 + ((ys - y) * rng.uniform(0.5, 2)) ** 2) / (2 * s * s))
        out += (rng.uniform(40, 260) * spot)[..., None]
    if rng.random() < 0.35:  # dim or over-exposed
        out = (
            255
            * (np.clip(out, 0, None) / 255) ** rng.uniform(0.6, 1.8)
            * rng.choice([rng.uniform(0.25, 1), rng.uniform(1, 1.5)])
        )
    if rng.random() < 0.3:  # haze: little contrast
        out = out * rng.uniform(0.5, 1) + rng.uniform(0, 90)
    out = np.clip(out, 0, 255)
    if rng.random() < 0.25:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.35, 1.4)
    kind = rng.random()
    if kind < 0.45:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.3))
    elif kind < 0.6:
        length, a = int(rng.integers(3, 7)), rng.uniform(0, np.pi)
        kernel = np.zeros((length, length), np.float32)
        m = (length - 1) / 2
        for t in np.linspace(-m, m, 4 * length):
            kernel[round(m + t * np.sin(a)), round(m + t * np.cos(a))] = 1
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    elif kind < 0.75:  # enlarged from a smaller picture
        f = rng.uniform(0.55, 0.95)
        out = cv2.resize(
            cv2.resize(out, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), (side, side), interpolation=cv2.INTER_CUBIC
        )
    if rng.random() < 0.3:  # the phone's sharpening
        out += rng.uniform(0.3, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), rng.uniform(0.8, 2)))
    if rng.random() < 0.6:
        out += rng.normal(size=out.shape).astype(np.float32) * rng.uniform(1, 14)
    return np.clip(out, 0, 255).astype(np.uint8)


def compose(rng: np.random.Generator, stock: Stock) -> tuple[np.ndarray, np.ndarray]:
    """One scene (SCENE x SCENE BGR) and its index rows."""
    table = stock.tables[rng.integers(len(stock.tables))]
    x, y = rng.integers(0, TABLE_SIDE - SCENE, 2)
    scene = np.ascontiguousarray(np.rot90(table[y : y + SCENE, x : x + SCENE], rng.integers(4)))
    scene = np.clip(scene * rng.uniform(0.5, 1.15), 0, 255).astype(np.uint8)
    owner = np.zeros((SCENE, SCENE), np.uint8)
    card = float(np.exp(rng.uniform(np.log(62), np.log(300))))
    reach = SCENE / card / 2
    count = int(np.clip(rng.poisson(2.2 * reach * reach + 1.5), 1, 14))
    if rng.random() < 0.04:
        count = 0
    camera = _camera(rng, card)
    laid = []
    for number, (face, (px, py, turn)) in enumerate(
        zip(_hand(rng, stock, count), _places(rng, count, reach), strict=False), 1
    ):
        c, s = np.cos(turn), np.sin(turn)
        full = _lay(scene, owner, number, face, camera @ np.array([[c, -s, px], [s, c, py], [0, 0, 1]]), rng)
        if full is not None and face.glyph:
            laid.append((number, face, full))
    if rng.random() < 0.2:
        _occlude(scene, owner, rng)
    if rng.random() < 0.05:
        print_text(scene, rng, 2)
        owner[:] = np.where(owner > 0, owner, 0)
    rows = [row for number, face, full in laid for row in _rows(face, full, owner, number)]
    return spoil(scene, rng), np.float32(rows).reshape(-1, len(INDEX_COLUMNS))


def main() -> None:
    """The command line."""
    parser = scenes_parser(__doc__)
    parser.add_argument("--count", type=int, default=20000)
    args = parser.parse_args()
    rng = begin_scenes(args)
    stock = make_stock(args.art, rng)
    write_shards(args, args.count // SHARD, lambda: (compose(rng, stock) for _ in range(SHARD)), LABELS, 45, rng)


if __name__ == "__main__":
    main()
