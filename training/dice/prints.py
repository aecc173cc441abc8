"""What is printed on the faces of a set of dice, drawn by ourselves: letters, figures, pips, marks, seals.

A print is a BGRA picture PRINT pixels square that covers one face; where it is clear, the body shows.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from training.cards.faces import SUIT_GLYPHS, fonts, glyph
from training.cards.strokes import drawn_letters
from training.cards.suits import drawn_suits

PRINT = 96
Courts = dict[str, list[np.ndarray]]
"""K, Q, J -> figures (BGR) cut from court cards; there must be some of each."""
Letters = dict[str, np.ndarray]
"""Masks (uint8) of what may stand on a face."""
PIPS = "pips"
"""The alphabet of ordinary dice, one to six spots: a reader of poker dice must find them, and never read them."""

NO_FIGURE = -1
#: How many sets show court figures, in colours or in one, instead of letters, where nobody asks for another share.
FIGURES = 0.52
LETTERS = {"international": "AKQJ", "german": "AKDB", "french": "ARDV", "spanish": "AKQJ"}
NUMBERS = {"international": ("10", "9"), "german": ("10", "9"), "french": ("10", "9"), "spanish": ("8", "7")}
#: Rows of pips on the numbers' faces (pieces as sold in western shops, and in Spain).
ROWS = {"10": (4, 2, 4), "9": (4, 1, 4), "8": (3, 2, 3), "7": (3, 1, 3)}


@dataclass(frozen=True)
class DiceLook:
    """One set: prints in the order of FACES, body colour (BGR), edge radius (in edges), gloss 0..1, alphabet, what
    other colour swirls in the body, if one does, and which figures king, queen and jack show: their places in
    `Courts`, or none where they are letters."""

    prints: tuple[np.ndarray, ...]
    body: np.ndarray
    radius: float
    gloss: float
    alphabet: str
    marble: np.ndarray | None = None
    figures: tuple[int, ...] = ()

    def figure(self, face: int) -> int:
        """A number of the court figure that a face shows, the same in every set with that figure, or NO_FIGURE."""
        return 3 * self.figures[face - 1] + face - 1 if self.figures and 1 <= face <= 3 else NO_FIGURE


def _ink(rng: np.random.Generator, dark: bool) -> tuple[float, float, float]:
    if dark and rng.random() < 0.75:
        level = rng.uniform(190, 256)
        return tuple(float(v) for v in np.clip(level + rng.uniform(-40, 1, 3), 0, 255))
    kind = rng.random()
    if kind < 0.45:
        return tuple(float(v) for v in rng.uniform(0, 60, 3))
    hue = {0: 0, 1: 60, 2: 115, 3: 170, 4: 15}.get(int(rng.integers(6)), int(rng.integers(180)))
    hsv = np.uint8([[[hue % 180, rng.integers(150, 256), rng.integers(90, 230)]]])
    return tuple(float(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])


def _blank() -> np.ndarray:
    return np.zeros((PRINT, PRINT, 4), np.float32)


def _put(face: np.ndarray, mask: np.ndarray, ink, centre=(0.5, 0.5), height=0.6, turned=0.0) -> None:
    """Lay a mask (uint8) on a face: centre and height in shares of the face."""
    h, w = mask.shape
    size = height * PRINT / h
    if w * size > 0.86 * PRINT:
        size = 0.86 * PRINT / w
    c, s = np.cos(turned) * size, np.sin(turned) * size
    x, y = centre[0] * PRINT, centre[1] * PRINT
    to = np.array([[c, -s, x - c * w / 2 + s * h / 2], [s, c, y - s * w / 2 - c * h / 2]])
    small, shrink = mask, 1.0
    if size < 0.6:
        shrink = size * 1.3
        small = cv2.resize(mask, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    to[:, :2] *= w / small.shape[1]
    reach = np.abs(to[:, 0]) * small.shape[1] / 2 + np.abs(to[:, 1]) * small.shape[0] / 2 + 2
    middle = np.array([x, y])
    x0, y0 = np.clip(np.floor(middle - reach), 0, PRINT).astype(int)
    x1, y1 = np.clip(np.ceil(middle + reach), 0, PRINT).astype(int)
    if x1 > x0 and y1 > y0:  # only where the mask comes to lie: a face of pips is put together from many
        to[:, 2] -= x0, y0
        alpha = cv2.warpAffine(small, to, (int(x1 - x0), int(y1 - y0))).astype(np.float32) / 255
        _over(face[y0:y1, x0:x1], alpha, ink)


def _over(face: np.ndarray, alpha: np.ndarray, ink) -> None:
    a = alpha[..., None]
    face[..., :3] = face[..., :3] * (1 - a) + np.asarray(ink, np.float32) * a
    face[..., 3] = np.maximum(face[..., 3], alpha)


def _mark(rng: np.random.Generator, which: str = "") -> np.ndarray:
    """A suit mark, or a disc."""
    if which == "disc":
        mask = np.zeros((120, 120), np.uint8)
        cv2.circle(mask, (60, 60), 58, 255, -1, cv2.LINE_AA)
        return mask
    suit = which or "CDHS"[rng.integers(4)]
    if rng.random() < 0.5:
        return drawn_suits(rng)[suit]
    suited = fonts()[1]
    return glyph(suited[rng.integers(len(suited))], SUIT_GLYPHS[suit])


def pips(rows: tuple[int, ...], mask: np.ndarray, ink, size: float, spread: float) -> np.ndarray:
    """A face of pips in rows (or columns: the die is turned anyway)."""
    face = _blank()
    most = max(rows, default=1)
    for j, count in enumerate(rows):
        y = 0.5 + (j - (len(rows) - 1) / 2) * spread * 0.5
        for i in range(count):
            step = spread / max(1, most - 1) if count == most or len(rows) > 1 else 0
            apart = {3: spread * 0.5, 4: spread * 0.38}.get(most, spread)
            x = 0.5 + (i - (count - 1) / 2) * (apart if count == 2 else step)
            _put(face, mask, ink, (x, y), size)
    return face


def _number(
    rng: np.random.Generator, text: str, kind: str, letters: Letters, mark: np.ndarray, ink, size, scale
) -> np.ndarray:
    if kind == "digit":
        face = _blank()
        _put(face, letters[text], ink, height=scale * 0.85)
        if rng.random() < 0.15:
            _put(face, np.full((6, 60), 255, np.uint8), ink, (0.5, 0.5 + scale * 0.5), 0.05)
        return face
    return pips(ROWS[text], mark, ink, size, scale * 0.82)


def _figure(art: np.ndarray, engraved, rng: np.random.Generator, scale: float) -> np.ndarray:
    """A court figure of a card, in its colours, in others, or filled with one."""
    h, w = art.shape[:2]
    half = art[: int(h * rng.uniform(0.42, 0.55))] if rng.random() < 0.7 else art
    if rng.random() < 0.3:  # the head alone
        aside = int(w * rng.uniform(0.05, 0.2))
        half = art[int(h * rng.uniform(0, 0.08)) : int(h * rng.uniform(0.34, 0.45)), aside : w - aside]
    if rng.random() < 0.5:
        half = half[:, ::-1]
    if rng.random() < 0.25:
        half = half[..., rng.permutation(3)]
    shape = (max(4, round(PRINT * scale * min(1, half.shape[1] / half.shape[0]))), round(PRINT * scale))
    small = cv2.resize(half, shape, interpolation=cv2.INTER_AREA).astype(np.float32)
    face = _blank()
    x, y = (PRINT - shape[0]) // 2, (PRINT - shape[1]) // 2
    part = face[y : y + shape[1], x : x + shape[0]]
    if engraved is None:
        part[..., :3], part[..., 3] = small, 1.0
        light = small.min(axis=2) > 225
        part[..., 3][light] = rng.choice([0.0, 1.0])
    else:
        grey = small.mean(axis=2)
        # From tones of one ink to a cut in black and white.
        middle, soft = np.percentile(grey, rng.uniform(25, 70)), rng.uniform(0.02, 1.0) * np.ptp(grey)
        part[..., 3] = np.clip(0.5 + (middle - grey) / max(soft, 1), 0, 1)
        part[..., :3] = engraved
    return face


def _crown(face: np.ndarray, rng: np.random.Generator, ink, at: tuple[float, float], width: float) -> None:
    """A crown or a cap: spikes in one piece or apart, filled or in outline, with balls and a band, or none."""
    high, wide = int(rng.integers(24, 64)), 90
    mask = np.zeros((high + 30, wide + 12), np.uint8)
    spikes, line = int(rng.integers(2, 7)), int(rng.integers(2, 7))
    xs = 6 + (np.arange(spikes) + 0.5) * wide / spikes
    low, top = 14 + high, 14
    tops = top + rng.uniform(0, 0.3) * high * np.abs(xs - xs.mean()) / wide * 2
    if spikes == 2:  # a knave's cap: a brim and a feather
        cv2.line(mask, (6, low), (6 + wide, low), 255, line + 2, cv2.LINE_AA)
        cv2.line(mask, (int(xs[0]), low), (int(xs[1]), int(rng.integers(top, low))), 255, line, cv2.LINE_AA)
    elif rng.random() < 0.45:  # spikes apart
        half = rng.uniform(0.1, 0.48) * wide / spikes
        for x, y in zip(xs, tops, strict=True):
            cv2.fillPoly(mask, [np.int32([(x - half, low), (x, y), (x + half, low)])], 255, cv2.LINE_AA)
    else:
        dip = rng.uniform(0.35, 0.9) * high + top
        points = [(6, low), (6, top)]
        for i, x in enumerate(xs):
            points += [(x, tops[i]), (x + wide / spikes / 2, dip)]
        points = [*points[:-1], (6 + wide, top), (6 + wide, low)]
        filled = rng.random() < 0.7
        draw = cv2.fillPoly if filled else lambda m, p, c, t: cv2.polylines(m, p, True, c, line, t)
        draw(mask, [np.int32(points)], 255, cv2.LINE_AA)
    if spikes > 2 and rng.random() < 0.3:
        for x, y in zip(xs, tops, strict=True):
            cv2.circle(mask, (int(x), int(y)), int(rng.integers(3, 8)), 255, -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.line(mask, (6, low + 9), (6 + wide, low + 9), 255, line, cv2.LINE_AA)
    _put(face, mask, ink, at, width * mask.shape[0] / mask.shape[1])


def _seal(rng: np.random.Generator, ink) -> np.ndarray:
    """A maker's seal or logo: rings, a word, a star, a blob, a beast's outline, a word in an oval."""
    face = _blank()
    alpha = np.zeros((PRINT, PRINT), np.uint8)
    middle, r = PRINT // 2, int(PRINT * rng.uniform(0.22, 0.4))
    for k in range(rng.integers(0, 3)):
        cv2.circle(alpha, (middle, middle), max(3, r - 6 * k), 255, int(rng.integers(1, 5)), cv2.LINE_AA)
    kind = rng.integers(6)
    if kind == 0:
        n, turn = int(rng.integers(3, 9)), rng.uniform(0, 7)
        a = turn + np.arange(2 * n) * np.pi / n
        rad = np.where(np.arange(2 * n) % 2, r * rng.uniform(0.3, 0.8), r)
        points = np.stack([middle + rad * np.cos(a), middle + rad * np.sin(a)], 1)
        cv2.fillPoly(alpha, [points.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind == 1:
        points = middle + rng.normal(size=(int(rng.integers(3, 7)), 2)) * r * 0.6
        cv2.fillPoly(alpha, [points.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind == 2:
        turns = np.linspace(0, 2 * np.pi, 90, endpoint=False)
        waves = [rng.normal() * 0.5 / k * np.cos(k * turns + rng.uniform(0, 7)) for k in range(1, 9)]
        rad = r * np.clip(0.8 + np.sum(waves, axis=0), 0.08, 1.4)
        points = np.stack([middle + rad * np.cos(turns), middle + rad * np.sin(turns)], 1)
        cv2.fillPoly(alpha, [points.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind == 3:
        axes = (int(r * rng.uniform(0.9, 1.4)), int(r * rng.uniform(0.4, 0.9)))
        cv2.ellipse(alpha, (middle, middle), axes, rng.choice([0, 0, 90]), 0, 360, 255, int(rng.integers(1, 4)), 16)
    _over(face, alpha.astype(np.float32) / 255, ink)
    if kind >= 3:
        latin = fonts()[0]
        text = "".join(rng.choice(list("ABCDEGHLMNOPRSTW"), int(rng.integers(1, 5))))
        _put(face, glyph(latin[rng.integers(len(latin))], text), ink, height=rng.uniform(0.15, 0.45))
    return face


def _court(rng, kind: str, letter: np.ndarray, ink, scale: float, art: np.ndarray | None) -> np.ndarray:
    if kind in ("figure", "engraved") and art is not None:
        return _figure(art, ink if kind == "engraved" else None, rng, scale)
    face, mask = _blank(), letter
    if kind == "corners":
        for x, y, turned in ((0.27, 0.27, 0.0), (0.73, 0.73, np.pi)):
            _put(face, mask, ink, (x, y), 0.32 * scale / 0.8, turned)
        if art is not None and rng.random() < 0.6:
            _put(face, _mark(rng), ink, height=0.25)
        return face
    crowned = kind == "letter_crown"
    _put(face, mask, ink, (0.5, 0.57 if crowned else 0.5), scale * (0.62 if crowned else 0.8))
    if crowned:
        _crown(face, rng, ink, (0.5, 0.5 - scale * rng.uniform(0.34, 0.44)), rng.uniform(0.25, 0.55))
    return face


def _frame(face: np.ndarray, ink, inset: float, width: int) -> None:
    alpha = np.zeros((PRINT, PRINT), np.uint8)
    m = int(inset * PRINT)
    cv2.rectangle(alpha, (m, m), (PRINT - 1 - m, PRINT - 1 - m), 255, width, cv2.LINE_AA)
    _over(face, alpha.astype(np.float32) / 255, ink)


def _body(rng: np.random.Generator, kind: str) -> np.ndarray:
    hue = rng.integers(180)
    if kind == "dark":
        return _colour(hue, rng.integers(0, 256), rng.integers(5, 130))
    if kind == "vivid":
        return _colour(hue, rng.integers(130, 256), rng.integers(100, 256))
    if rng.random() < 0.8:  # white to ivory
        return np.float32([rng.uniform(170, 250), rng.uniform(215, 252), rng.uniform(225, 255)])
    return _colour(hue, rng.integers(30, 180), rng.integers(190, 256))


def _colour(hue: int, saturation: int, value: int) -> np.ndarray:
    return cv2.cvtColor(np.uint8([[[hue, saturation, value]]]), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def _marble(rng: np.random.Generator, body: np.ndarray, kind: str) -> np.ndarray | None:
    """The colour that swirls in the body's, if one does: coloured resin often holds two."""
    if rng.random() > {"vivid": 0.45, "dark": 0.3}.get(kind, 0.08):
        return None
    other = _body(rng, kind) if rng.random() < 0.4 else body * rng.uniform(0.5, 1.6)
    return np.clip(other, 5, 255).astype(np.float32)


def _spots(rng: np.random.Generator, ink) -> list[np.ndarray]:
    """The six faces of an ordinary die."""
    disc, size = _mark(rng, "disc"), rng.uniform(0.12, 0.24)
    prints = [pips(count, disc, ink, size, 0.56) for count in ((1,), (), (), (2, 2), (2, 1, 2), (3, 3))]
    for face, steps in ((prints[1], (-1, 1)), (prints[2], (-1, 0, 1))):  # two and three lie across
        for t in steps:
            _put(face, disc, ink, (0.5 + t * 0.25, 0.5 + t * 0.25), size)
    return prints


def _inks(rng: np.random.Generator, dark: bool, mono: bool) -> list:
    """One ink for each of FACES: all the same, or the numbers red and black."""
    if mono:
        return [_ink(rng, dark)] * 6
    inks = [_ink(rng, dark) for _ in range(6)]
    if not dark or rng.random() < 0.5:
        inks[4] = (rng.uniform(20, 70), rng.uniform(10, 60), rng.uniform(150, 235))
    inks[5] = _ink(rng, True) if dark else tuple(rng.uniform(0, 50, 3))
    return inks


def _faint(face: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same print, now and then so thin that the body shines through."""
    if rng.random() < 0.4:
        face[..., 3] *= rng.uniform(0.25, 0.9)
    return face


def _letters(rng: np.random.Generator, texts: set[str]) -> Letters:
    """One set's letters and numbers, from a font or drawn with a pen."""
    if rng.random() < 0.12:
        return drawn_letters(rng, texts)
    latin = fonts()[0]
    font = latin[rng.integers(len(latin))]
    return {text: glyph(font, text) for text in texts}


def _ace(rng: np.random.Generator, letter: np.ndarray, court: str, ink, scale: float) -> np.ndarray:
    kind = str(rng.choice(["suit", "letter", "dot", "seal"], p=[0.42, 0.25, 0.13, 0.2]))
    if kind == "letter":
        return _court(rng, court if court.startswith("letter") else "letter", letter, ink, scale, None)
    if kind == "seal":
        return _faint(_seal(rng, ink), rng)
    face = _blank()
    _put(face, _mark(rng, "disc" if kind == "dot" else ""), ink, height=rng.uniform(0.28, 0.75))
    return face


def _poker_faces(
    rng: np.random.Generator, courts: Courts, alphabet: str, dark: bool, figures: float
) -> tuple[list[np.ndarray], tuple[int, ...]]:
    """The six faces of a poker die, in the order of FACES, and the places of its court figures, if it has any."""
    scale, size = rng.uniform(0.62, 0.92), rng.uniform(0.09, 0.19)
    inks = _inks(rng, dark, rng.random() < 0.3)
    letters = _letters(rng, {*LETTERS[alphabet], *NUMBERS[alphabet]})
    kind = str(rng.choice(["digit", "pips", "suits"], p=[0.34, 0.38, 0.28]))
    mark = _mark(rng, "disc") if kind == "pips" else _mark(rng)
    if rng.random() < 0.35:  # marks that touch each other, or flow into rows
        size = scale * 0.82 / 3 * rng.uniform(0.8, 1.15)
    kinds = {"letter": 0.46, "letter_crown": 0.375, "corners": 0.165}
    shares = [share * (1 - figures) for share in kinds.values()]
    court = str(rng.choice([*kinds, "figure", "engraved"], p=[*shares, figures / 2, figures / 2]))
    places = tuple(int(rng.integers(len(courts[rank]))) for rank in "KQJ")
    chosen = [courts[rank][place] for rank, place in zip("KQJ", places, strict=True)]
    ace, *rest = LETTERS[alphabet]
    prints = [_ace(rng, letters[ace], court, inks[0], scale)]
    for letter, ink, art in zip(rest, inks[1:4], chosen, strict=True):
        prints.append(_court(rng, court, letters[letter], ink, scale, art))
    for text, ink in zip(NUMBERS[alphabet], inks[4:], strict=True):
        prints.append(_number(rng, text, kind, letters, mark, ink, size, scale))
    if rng.random() < 0.12:  # worn
        prints = [_faint(face, rng) for face in prints]
    if rng.random() < 0.25:
        ink, inset, width = _ink(rng, dark), rng.uniform(0.04, 0.1), int(rng.integers(1, 3))
        for face in prints:
            _frame(face, ink, inset, width)
    return prints, places if court in ("figure", "engraved") else ()


def random_look(rng: np.random.Generator, courts: Courts, figures: float = FIGURES) -> DiceLook:
    """One set of dice as some shop might sell it; figures: how many sets have court figures instead of letters."""
    alphabet = PIPS if rng.random() < 0.22 else str(rng.choice(list(LETTERS)))
    kind = str(rng.choice(["dark", "vivid", "light"], p=[0.28, 0.44, 0.28] if alphabet == PIPS else [0.28, 0.1, 0.62]))
    light_ink = kind == "dark" or (kind == "vivid" and rng.random() < 0.65)
    places: tuple[int, ...] = ()
    if alphabet == PIPS:
        prints = _spots(rng, _ink(rng, light_ink))
    else:
        prints, places = _poker_faces(rng, courts, alphabet, light_ink, figures)
    body = _body(rng, kind)
    return DiceLook(
        tuple(np.dstack([np.clip(p[..., :3], 0, 255), p[..., 3] * 255]).astype(np.uint8) for p in prints),
        body,
        float(rng.uniform(0.03, 0.3 if alphabet == PIPS else 0.24)),
        float(rng.random() ** 2),
        alphabet,
        _marble(rng, body, kind),
        places,
    )
