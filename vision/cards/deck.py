"""A taught deck: what the corner indices of somebody's cards look like, for letters that the reader never saw."""

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.classify import RANKS, SUITS, code_of
from vision.cards.patches import PATCH_HEIGHT, PATCH_WIDTH

CODES = tuple(code_of(number) for number in range(52))
#: How much likelier a card is whose taught index resembles what is seen by one hundredth of a correlation more.
SHARP = 0.35
#: An index that resembles no taught one at least this well is not helped by the deck.
RESEMBLES = 0.5
#: A card that was not taught counts as resembling what is seen this well, but less than the best taught one.
STRANGER, BEHIND = 0.72, -0.04
#: What the deck leaves to a card that it does not know or that looks otherwise.
LEAST = 1e-4

Patches = NDArray[np.uint8]
Rows = NDArray[np.float64]


class DeckError(ValueError):
    """A deck cannot be learnt, read or written; the message says what was expected, what was found, what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """name: for people; cards: number (0..51) of the card that each patch shows; patches: (N, 44, 32, 3) BGR."""

    name: str
    cards: tuple[int, ...]
    patches: Patches

    @property
    def missing(self) -> tuple[str, ...]:
        """Codes of the cards that were not shown."""
        return tuple(code for number, code in enumerate(CODES) if number not in self.cards)

    def weigh(self, patches: Patches, seen: Rows) -> Rows:
        """(N, 52) probabilities from what the classifier says (rows sum to that of an index) and the taught patches."""
        if not len(patches) or not self.cards:
            return seen
        alike = _normal(patches) @ _normal(self.patches).T
        best = np.full((len(patches), 52), -1.0)
        for column, number in enumerate(self.cards):
            best[:, number] = np.maximum(best[:, number], alike[:, column])
        top = best.max(axis=1, keepdims=True)
        told = np.exp((best - top) * 100 * SHARP)
        told[:, [n for n in range(52) if n not in self.cards]] = np.exp(
            np.minimum(STRANGER - top, BEHIND) * 100 * SHARP
        )
        told = told / told.sum(axis=1, keepdims=True) + LEAST
        # Of letters that it never saw the classifier may be quite sure and wrong: it weighs less.
        both = np.sqrt(seen + LEAST) * told
        index = np.maximum(seen.sum(axis=1, keepdims=True), np.clip((top - RESEMBLES) / (1 - RESEMBLES), 0, 0.99))
        both *= index / both.sum(axis=1, keepdims=True)
        return np.where(top > RESEMBLES, both, seen)


def _normal(patches: Patches) -> Rows:
    """(N, pixels) of each patch without its mean light and contrast, so that a product is a correlation."""
    flat = patches.reshape(len(patches), -1, 3).astype(np.float64)
    # Light may be coloured: each channel loses its own mean, all share one contrast.
    flat -= flat.mean(axis=1, keepdims=True)
    rows = flat.reshape(len(patches), -1)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))


def save_deck(deck: Deck, path: Path) -> None:
    """Writes a deck as one file."""
    with path.open("wb") as file:
        np.savez_compressed(file, name=np.array(deck.name), cards=np.array(deck.cards, np.int16), patches=deck.patches)


def load_deck(path: Path) -> Deck:
    """The deck in a file. Raises `DeckError` for a file that holds none."""
    try:
        with np.load(path, allow_pickle=False) as held:
            name, cards, patches = str(held["name"]), tuple(int(n) for n in held["cards"]), held["patches"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise DeckError(f"{path}: expected a deck, as `companion teach deck` writes it ({error})") from error
    shape = (len(cards), PATCH_HEIGHT, PATCH_WIDTH, 3)
    if patches.dtype != np.uint8 or patches.shape != shape or not all(0 <= n < 52 for n in cards):
        raise DeckError(f"{path}: expected a deck with a picture for each card; the file is damaged, teach it again")
    return Deck(name, cards, patches)


def card_number(code: str) -> int:
    """The place of "AS" or "10d" in `CODES`. Raises `DeckError` for what is no card."""
    plain = code.strip().upper().replace("10", "T")
    if len(plain) != 2 or plain[0] not in RANKS or plain[1] not in SUITS:
        raise DeckError(f"expected a card such as AS, 10D or 9H, found {code!r}")
    return CODES.index(plain)


def numbers(codes: Sequence[str]) -> tuple[int, ...]:
    """The places of several cards, each named once. Raises `DeckError`."""
    found = tuple(card_number(code) for code in codes)
    twice = next((code for code, number in zip(codes, found, strict=True) if found.count(number) > 1), None)
    if twice is not None:
        raise DeckError(f"{twice} is named twice")
    return found
