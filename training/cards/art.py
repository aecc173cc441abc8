"""Faces from rendered decks: finds each card's corner index in the art and names what is printed there."""

from pathlib import Path

import cv2
import numpy as np

from training.cards.decks import CARD_HEIGHT, is_kept_for_measuring
from training.cards.faces import ENGLISH, GERMAN, Face, Index

# How far the index of a deck reaches from the card's top-left corner, in pixels of a 352 pixels high card.
REACH = {"gnome-tango": (72, 150), "gnome-plastic": (50, 104)}
USUAL_REACH = (42, 96)
LETTERS = {"gnome-berlin": GERMAN, "gnome-lattmann": GERMAN, "gnome-rheinland": GERMAN}
# Ranks whose printed letters are in a script the reader is not taught.
FOREIGN = {"gnome-slavic_costumes": "AQJ"}
# Rank and suit side by side, or in other letters: of these only the court figures are taken.
ONLY_COURTS = (
    "gnome-ancient_french", "gnome-atlasnye", "gnome-bellot", "gnome-ornamental", "gnome-tango_nuevo", "gnome-tarocco",
    "kde-gm-paris", "kde-standard",
)  # fmt: skip
# Art the packages' tools do not cut cleanly.
SKIPPED = ("kde-",)


def _flat(card: np.ndarray) -> np.ndarray:
    """Opaque BGR with the rounded corners' outside filled by the paper's colour."""
    paper = np.median(card[20:60, 6:40, :3].reshape(-1, 3), axis=0)
    if card.shape[2] == 3:
        return card
    alpha = card[:, :, 3:].astype(np.float32) / 255
    return (card[:, :, :3] * alpha + paper * (1 - alpha)).astype(np.uint8)


def find_index(card: np.ndarray, reach: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """Tight box of the rank and suit in the top-left corner, or None where there is no such pair."""
    part = _flat(card)[: reach[1] + 12, : reach[0] + 12].astype(np.int16)
    paper = np.median(part[4:40, 4:].reshape(-1, 3), axis=0)
    ink = (np.abs(part - paper).sum(axis=2) > 130).astype(np.uint8)
    n, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = [
        s[:4]
        for s in stats[1:n]
        if s[4] >= 12 and s[0] > 2 and s[1] > 4 and s[0] + s[2] <= reach[0] and s[1] + s[3] <= reach[1]
    ]
    if len(boxes) < 2:
        return None
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return int(x0), int(y0), int(x1 - x0), int(y1 - y0)


def _court(card: np.ndarray) -> np.ndarray:
    """The figure (BGR) in the middle of a court card."""
    w = card.shape[1]
    return _flat(card)[int(CARD_HEIGHT * 0.1) : int(CARD_HEIGHT * 0.9), int(w * 0.17) : int(w * 0.83)]


def load_art(folder: Path) -> tuple[dict[str, list[Face]], dict[str, list[np.ndarray]]]:
    """Deck name -> faces with an index; K, Q, J -> court figures (BGR) cut from the middle of court cards."""
    decks: dict[str, list[Face]] = {}
    courts: dict[str, list[np.ndarray]] = {rank: [] for rank in "KQJ"}
    for path in sorted(folder.glob("*.npz")):
        name = path.stem
        if is_kept_for_measuring(name) or (name.startswith(SKIPPED) and name not in ONLY_COURTS):
            continue
        cards = dict(np.load(path))
        for code, card in cards.items():
            if code[0] in courts:
                courts[code[0]].append(_court(card))
        if name in ONLY_COURTS:
            continue
        reach, letters = REACH.get(name, USUAL_REACH), LETTERS.get(name, ENGLISH)
        boxes = {code: find_index(card, reach) for code, card in cards.items()}
        heights = [b[3] for b in boxes.values() if b]
        centres = [b[0] + b[2] / 2 for b in boxes.values() if b]
        if not heights:
            continue
        height, centre = float(np.median(heights)), float(np.median(centres))
        faces = []
        for code, box in boxes.items():
            card = cards[code]
            w = card.shape[1]
            if box is None or code[0] in FOREIGN.get(name, ""):
                continue
            x, y, bw, bh = box
            if abs(bh - height) > 0.12 * height or abs(x + bw / 2 - centre) > 5:
                continue
            upright = Index((x, y, bw, bh), False)
            turned = Index((w - x - bw, CARD_HEIGHT - y - bh, bw, bh), True)
            flat = np.dstack([_flat(card), np.full(card.shape[:2], 255, np.uint8)])
            faces.append(Face(flat, (upright, turned), letters[code[0]], code[1]))
        decks[name] = faces
    return decks, courts
