"""A taught deck: what the corner indices of somebody's cards look like, for letters that the reader never saw."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice
from calibration.profiles.pieces_file import PieceSet
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
    """A deck cannot be learnt, read or written; the message says what was expected, what was found, what to do.

    advice: the same for whoever laid the cards out, where that is what went wrong.
    """

    def __init__(self, text: str, advice: Advice | None = None) -> None:
        super().__init__(text)
        self.advice = advice


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


def pieces_of_deck(deck: Deck, created: str) -> PieceSet:
    """A deck as pieces of a profile; created: ISO 8601 with time zone."""
    pictures: dict[str, tuple[Patches, ...]] = {}
    for number, patch in zip(deck.cards, deck.patches, strict=True):
        pictures[CODES[number]] = (*pictures.get(CODES[number], ()), patch)
    return PieceSet("deck", deck.name, created, pictures)


def deck_of_pieces(pieces: PieceSet) -> Deck:
    """Back again. Raises `DeckError` where the pictures are not those of a deck's indices."""
    shown = [(card_number(code), picture) for code, several in pieces.pictures.items() for picture in several]
    if not shown or any(picture.shape != (PATCH_HEIGHT, PATCH_WIDTH, 3) for _, picture in shown):
        raise DeckError(
            f"{pieces.name}: expected pictures of {PATCH_WIDTH} x {PATCH_HEIGHT} pixels of each card; teach it again"
        )
    return Deck(pieces.name, tuple(number for number, _ in shown), np.stack([picture for _, picture in shown]))


def save_deck(deck: Deck, path: Path) -> None:
    """Writes a deck as a profile, its pictures beside it. Raises `DeckError` for a name that does not end in .toml."""
    if path.suffix != ".toml":
        raise DeckError(f"{path}: expected a name that ends in .toml")
    pieces_of_deck(deck, datetime.now(UTC).isoformat(timespec="seconds")).save(path)


def load_deck(path: Path) -> Deck:
    """The deck in a file. Raises `DeckError` or `ProfileError` for a file that holds none."""
    return deck_of_pieces(PieceSet.load(path, "deck"))


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
