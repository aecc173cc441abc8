"""Card art for composed scenes: whole decks cut into one picture a card.

    python -m training.cards.decks OUT

Needs Debian's gnome-cards-data, kdegames-card-data-kf5 and librsvg2-bin, and, where wanted, the npm packages
@letele/playing-cards, react, react-dom and @babel/runtime under OUT/npm. Writes OUT/<deck>.npz with one
array a card code ("AS" ... "KD"), 352 pixels high, BGRA.
"""

import argparse
import json
import logging
import re
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

CARD_HEIGHT = 352
GNOME_FOLDER = Path("/usr/share/aisleriot/cards")
KDE_FOLDER = Path("/usr/share/carddecks")

# Kept for measuring: these decks are never drawn from, in whatever package and spelling they come.
KEPT_FOR_MEASURING = ("dondorf", "tigullio", "jolly-royal", "nicu-white")

# No French suits and no queens, or the same art once more.
WITHOUT_USE = ("atlasnye_skat", "Атласные", "xskat-german", "swiss-xvii", "bitmap")

GNOME_ROWS = "CDHS"
GNOME_COLUMNS = "A23456789TJQK"
KDE_SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
KDE_RANKS = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"} | {r: r for r in "23456789"}

log = logging.getLogger(__name__)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def is_kept_for_measuring(name: str) -> bool:
    """Whether a deck, named by its file or folder, belongs to those that only measure."""
    return any(_plain(kept) in _plain(name) for kept in KEPT_FOR_MEASURING)


def art_files(gnome: Path = GNOME_FOLDER, kde: Path = KDE_FOLDER) -> dict[str, Path]:
    """Deck name -> SVG file of every deck that training may draw from."""
    found = {f"gnome-{p.stem}": p for p in sorted(gnome.glob("*.svgz"))}
    # KDE's file names are not the deck's (nicu-white lies in white.svgz): the folder counts as well.
    found |= {f"kde-{p.parent.name.removeprefix('svg-')}": p for p in sorted(kde.glob("*/*.svgz"))}
    return {
        name: path
        for name, path in found.items()
        if not is_kept_for_measuring(name)
        and not is_kept_for_measuring(path.stem)
        and not any(part in name for part in WITHOUT_USE)
    }


def _render(svg: Path, *options: str) -> np.ndarray | None:
    with tempfile.NamedTemporaryFile(suffix=".png") as png:
        run = subprocess.run(["rsvg-convert", *options, "-o", png.name, str(svg)], capture_output=True, check=False)
        if run.returncode:
            log.warning("%s %s: %s", svg, options, run.stderr.decode().strip())
            return None
        return cv2.imread(png.name, cv2.IMREAD_UNCHANGED)


def _at_height(card: np.ndarray) -> np.ndarray:
    width = round(card.shape[1] * CARD_HEIGHT / card.shape[0])
    return cv2.resize(card, (width, CARD_HEIGHT), interpolation=cv2.INTER_AREA)


def _gnome_deck(svg: Path) -> dict[str, np.ndarray]:
    """One sheet, ranks across (ace first), suits down (clubs, diamonds, hearts, spades, jokers)."""
    sheet = _render(svg, "-w", "3328", "--keep-aspect-ratio")
    if sheet is None:
        return {}
    h, w = sheet.shape[0] / 5, sheet.shape[1] / 13
    return {
        rank + suit: _at_height(sheet[round(r * h) : round((r + 1) * h), round(c * w) : round((c + 1) * w)])
        for r, suit in enumerate(GNOME_ROWS)
        for c, rank in enumerate(GNOME_COLUMNS)
    }


def _kde_deck(svg: Path) -> dict[str, np.ndarray]:
    deck = {}
    for suit, suit_id in KDE_SUITS.items():
        for rank, rank_id in KDE_RANKS.items():
            ident = f"{rank_id}{suit_id}s" if svg.parent.name.endswith("gm-paris") else f"{rank_id}_{suit_id}"
            card = _render(svg, f"--export-id={ident}", "-h", str(CARD_HEIGHT), "--keep-aspect-ratio")
            if card is None and ident.endswith("s"):
                card = _render(svg, f"--export-id={rank_id}_{suit_id}", "-h", str(CARD_HEIGHT), "--keep-aspect-ratio")
            if card is not None:
                deck[rank + suit] = _at_height(card)
    return deck


_LETELE = """
const React = require('react'), dom = require('react-dom/server'), fs = require('fs');
const text = fs.readFileSync('node_modules/@letele/playing-cards/dist/index.esm.js', 'utf8');
fs.writeFileSync('letele.mjs', text);
import('./letele.mjs').then(m => { const out = {};
  for (const [k, C] of Object.entries(m))
    try { out[k] = dom.renderToStaticMarkup(React.createElement(C)); } catch (e) {}
  fs.writeFileSync('letele.json', JSON.stringify(out)); });
"""


def _letele_deck(npm: Path) -> dict[str, np.ndarray]:
    (npm / "letele.cjs").write_text(_LETELE)
    subprocess.run(["node", "letele.cjs"], cwd=npm, check=True)
    deck = {}
    for name, svg in json.loads((npm / "letele.json").read_text()).items():
        match = re.fullmatch(r"([CDHS])(10|[2-9ajqk]|1)", name, re.IGNORECASE)
        if match:
            rank = {"10": "T", "1": "A"}.get(match[2], match[2].upper())
            (npm / "card.svg").write_text(svg)
            card = _render(npm / "card.svg", "-h", str(CARD_HEIGHT), "--keep-aspect-ratio")
            if card is not None:
                deck[rank + match[1].upper()] = _at_height(card)
    return deck


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    out.mkdir(parents=True, exist_ok=True)
    for name, svg in art_files().items():
        if not (out / f"{name}.npz").exists():
            deck = _gnome_deck(svg) if name.startswith("gnome") else _kde_deck(svg)
            log.info("%s: %d cards", name, len(deck))
            np.savez_compressed(out / f"{name}.npz", **deck)
    if (out / "npm").is_dir() and not (out / "letele.npz").exists():
        deck = _letele_deck(out / "npm")
        log.info("letele: %d cards", len(deck))
        np.savez_compressed(out / "letele.npz", **deck)


if __name__ == "__main__":
    main()
