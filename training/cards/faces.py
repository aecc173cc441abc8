"""Cards drawn by ourselves, from fonts: the indices of decks that no package holds.

A face is a BGRA picture (352 high) with the boxes of its corner indices, rank over suit, in pixels.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training.cards.decks import CARD_HEIGHT
from training.cards.strokes import drawn_letters
from training.cards.suits import drawn_suits
from vision.cards.classify import RANKS

SUIT_GLYPHS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# What is printed for a rank. German and French letters stand for the same court cards.
ENGLISH = {r: r for r in RANKS} | {"T": "10"}
GERMAN = ENGLISH | {"Q": "D", "J": "B"}
FRENCH = ENGLISH | {"K": "R", "Q": "D", "J": "V"}
FRENCH_ONE = FRENCH | {"A": "1"}

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"))
_UNFIT = ("symbola", "math", "mono-", "arabic", "cursor", "d050000l", "standardsymbols", "emoji", "z003", "dingbats")


OWN_SUITS = 0.5
"""Share of the decks whose suit marks come from no font."""
STROKES = 0.25
"""Share of the decks whose letters are drawn with a pen."""


@dataclass(frozen=True)
class Index:
    """A corner index: tight box (x, y, width, height) and whether it is printed upside down."""

    box: tuple[float, float, float, float]
    turned: bool


@dataclass(frozen=True)
class Face:
    """One card's picture and where its indices are; glyph is None for a back."""

    picture: np.ndarray
    indices: tuple[Index, ...]
    glyph: str | None = None
    suit: str | None = None


@lru_cache
def fonts() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Fonts with Latin capitals and digits, and those among them that have the four suits."""
    latin, suited = [], []
    for folder in FONT_FOLDERS:
        for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf"), *folder.rglob("*.t1")]):
            name = path.name.lower()
            if any(part in name for part in _UNFIT):
                continue
            # A missing glyph is drawn as the font's box: equal to what an unassigned code point gives.
            try:
                font = ImageFont.truetype(str(path), 48)
                missing = bytes(font.getmask("\U0010fffd"))
                if all(font.getmask(c).getbbox() and bytes(font.getmask(c)) != missing for c in "AKQJ210V"):
                    latin.append(str(path))
                    if all(font.getmask(c).getbbox() and bytes(font.getmask(c)) != missing for c in "♣♦♥♠"):
                        suited.append(str(path))
            except OSError:
                continue
    return tuple(latin), tuple(suited)


@lru_cache(maxsize=6000)
def glyph(font: str, text: str) -> np.ndarray:
    """Tight mask (uint8) of a text, about 120 pixels high."""
    drawn = ImageFont.truetype(font, 150)
    left, top, right, bottom = drawn.getbbox(text)
    picture = Image.new("L", (max(1, int(right - left)) + 20, max(1, int(bottom - top)) + 20))
    ImageDraw.Draw(picture).text((10 - left, 10 - top), text, fill=255, font=drawn)
    mask = np.asarray(picture)
    ys, xs = np.nonzero(mask > 100)
    if not len(ys):
        return np.zeros((8, 8), np.uint8)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()


def stamp(picture: np.ndarray, mask: np.ndarray, box: tuple[float, float, float, float], colour, turned: bool) -> None:
    """Paint a mask into the box (x, y, width, height) of a BGR(A) picture."""
    x, y, w, h = (round(v) for v in box)
    if w < 1 or h < 1:
        return
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    if turned:
        small = small[::-1, ::-1]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(picture.shape[1], x + w), min(picture.shape[0], y + h)
    if x1 <= x0 or y1 <= y0:
        return
    a = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1, :3]
    part[:] = (part * (1 - a) + np.asarray(colour, np.float32) * a).astype(np.uint8)


def _pip_places(count: int) -> list[tuple[float, float]]:
    """Places (across -1..1, down 0..1) of the pips of a number card, as every deck has them."""
    side = {1: [], 2: [], 3: [], 4: [0, 1], 5: [0, 1], 6: [0, 0.5, 1], 7: [0, 0.5, 1], 8: [0, 0.5, 1]}
    rows = side.get(count, [0, 1 / 3, 2 / 3, 1])
    middle = {1: [0.5], 2: [0, 1], 3: [0, 0.5, 1], 5: [0.5], 7: [0.25], 8: [0.25, 0.75], 9: [0.5], 10: [1 / 6, 5 / 6]}
    return [(s, y) for y in rows for s in (-1.0, 1.0)] + [(0.0, y) for y in middle.get(count, [])]


@dataclass(frozen=True)
class Style:
    """What one drawn deck looks like; lengths are shares of the card's height."""

    width: float
    ranks: dict[str, np.ndarray]
    suits: dict[str, np.ndarray]
    letters: dict[str, str]
    squeeze: float
    rank: float
    suit: float
    gap: float
    margin: tuple[float, float]
    corners: int
    pip: float
    colours: dict[str, tuple[int, int, int]]
    paper: tuple[int, int, int]
    bold: int
    frame: bool


def _ranks(rng: np.random.Generator, fonts: tuple[str, ...], letters: dict[str, str]) -> dict[str, np.ndarray]:
    """A deck's letters and numbers, from a font or drawn with a pen."""
    texts = set(letters.values())
    if rng.random() < STROKES:
        return drawn_letters(rng, texts)
    font = fonts[rng.integers(len(fonts))]
    return {text: glyph(font, text) for text in texts}


def _suits(rng: np.random.Generator, fonts: tuple[str, ...]) -> dict[str, np.ndarray]:
    """A deck's four suit marks, from a font or of a shape of their own."""
    if rng.random() < OWN_SUITS:
        return drawn_suits(rng)
    font = fonts[rng.integers(len(fonts))]
    return {suit: glyph(font, text) for suit, text in SUIT_GLYPHS.items()}


def random_style(rng: np.random.Generator) -> Style:
    """Draw a deck's look: font, sizes, two or four corners, colours, letters."""
    latin, suited = fonts()
    jumbo = rng.random() < 0.2
    rank = rng.uniform(0.13, 0.2) if jumbo else rng.uniform(0.065, 0.125)
    red = (int(rng.integers(10, 70)), int(rng.integers(0, 60)), int(rng.integers(150, 240)))
    black = tuple(int(v) for v in rng.integers(0, 60, 3))
    colours = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.2:
        colours["D"] = (int(rng.integers(150, 255)), int(rng.integers(40, 140)), int(rng.integers(0, 70)))
        colours["C"] = (int(rng.integers(10, 80)), int(rng.integers(90, 170)), int(rng.integers(0, 60)))
    letters = [ENGLISH, GERMAN, FRENCH, FRENCH_ONE][rng.choice(4, p=[0.6, 0.16, 0.12, 0.12])]
    return Style(
        width=rng.uniform(0.63, 0.73),
        ranks=_ranks(rng, latin, letters),
        suits=_suits(rng, suited),
        letters=letters,
        squeeze=rng.uniform(0.55, 1.05),
        rank=rank,
        suit=rank * rng.uniform(0.55, 1.05),
        gap=rank * rng.uniform(0.04, 0.4),
        margin=(rng.uniform(0.02, 0.045), rng.uniform(0.025, 0.06)),
        corners=4 if rng.random() < 0.3 else 2,
        pip=rng.uniform(0.11, 0.19),
        colours=colours,
        paper=tuple(int(v) for v in np.clip(rng.integers(225, 256) + rng.integers(-14, 1, 3), 0, 255)),
        bold=int(rng.choice(4, p=[0.55, 0.2, 0.15, 0.1])),
        frame=rng.random() < 0.3,
    )


def _thick(mask: np.ndarray, by: int) -> np.ndarray:
    if not by:
        return mask
    k = 2 * by + 1
    grown = cv2.copyMakeBorder(mask, by, by, by, by, cv2.BORDER_CONSTANT)
    return cv2.dilate(grown, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * k - 1, 2 * k - 1)))


def _body(picture: np.ndarray, style: Style, rank: str, suit: str, art: np.ndarray | None, rng) -> None:
    h, w = picture.shape[:2]
    mask, colour = style.suits[suit], style.colours[suit]
    if rank in "JQK":
        m = 0.16 if style.corners == 2 else 0.2
        x0, y0, x1, y1 = int(w * m), int(h * 0.1), int(w * (1 - m)), int(h * 0.9)
        if art is not None:
            picture[y0:y1, x0:x1, :3] = cv2.resize(art, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.6:
            s = style.pip * 0.8 * h
            for turned in (False, True):
                at = (x0 + 2, y0 + 2) if not turned else (x1 - 2 - s, y1 - 2 - s)
                stamp(picture, mask, (*at, s * mask.shape[1] / mask.shape[0], s), colour, turned)
        if style.frame or art is None:
            cv2.rectangle(picture, (x0, y0), (x1, y1), (*colour, 255), 1)
        return
    count = 1 if rank == "A" else 10 if rank == "T" else int(rank)
    s = h * (rng.uniform(0.2, 0.5) if rank == "A" else style.pip)
    pip_w = s * mask.shape[1] / mask.shape[0]
    top, spread = rng.uniform(0.12, 0.18) * h, 0.21 * w
    for across, down in _pip_places(count):
        cy = top + s / 2 + down * (h - 2 * top - s)
        cx = w / 2 + across * spread
        stamp(picture, mask, (cx - pip_w / 2, cy - s / 2, pip_w, s), colour, down > 0.5)


def draw_face(style: Style, rank: str, suit: str, art: np.ndarray | None, rng: np.random.Generator) -> Face:
    """Draw one card of the deck; art is a court figure (BGR) or None."""
    h, w = CARD_HEIGHT, round(CARD_HEIGHT * style.width)
    picture = np.empty((h, w, 4), np.uint8)
    picture[:] = (*style.paper, 255)
    _body(picture, style, rank, suit, art, rng)
    text, colour = style.letters[rank], style.colours[suit]
    letter = _thick(style.ranks[text], style.bold)
    pip = style.suits[suit]
    rh, sh, gap = style.rank * h, style.suit * h, style.gap * h
    rw = rh * letter.shape[1] / letter.shape[0] * style.squeeze * (0.78 if text == "10" else 1.0)
    rw = min(rw, 1.5 * rh, 0.3 * w)
    sw = sh * pip.shape[1] / pip.shape[0] * np.clip(style.squeeze + 0.2, 0.7, 1.05)
    # Every index of a deck is centred on one line, that of its widest letter.
    mx, my = style.margin[0] * h, style.margin[1] * h
    centre = mx + max(rw, sw, rh * 0.6) / 2
    places = [(centre, False)] + ([(w - centre, False)] if style.corners == 4 else [])
    places += [(w - x, True) for x, _ in places]
    indices = []
    for cx, turned in places:
        bw, bh = max(rw, sw), rh + gap + sh
        y = h - my - bh if turned else my
        rank_y, suit_y = (y + sh + gap, y) if turned else (y, y + rh + gap)
        # Under a large index lies no pip: decks leave the place free.
        cv2.rectangle(
            picture,
            (int(cx - bw / 2 - 1), int(y - 1)),
            (int(cx + bw / 2 + 1), int(y + bh + 1)),
            (*style.paper, 255),
            -1,
        )
        stamp(picture, letter, (cx - rw / 2, rank_y, rw, rh), colour, turned)
        stamp(picture, pip, (cx - sw / 2, suit_y, sw, sh), colour, turned)
        indices.append(Index((cx - bw / 2, y, bw, bh), turned))
    return Face(picture, tuple(indices), text, suit)
