"""`companion showdown`: who holds what at the end of a coup of Detective Poker, and who is best and worst."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind
from companion.commands.looking import table_profile
from companion.games.cards import Card
from companion.games.detective.strength import strength
from vision.cards.arrangement import Layout, arrange, arrange_by_zones
from vision.cards.read import read_cards
from vision.cards.reading import LIKELY
from vision.pictures import read_picture


@dataclass(frozen=True, slots=True)
class Showdown:
    """Who lies where (see `Layout`), and the seats with the strongest and weakest cards (D14).

    best and worst are empty where a hand or the board is incomplete; sure: all cards are sure and nothing speaks
    against the layout; why: what does.
    """

    layout: Layout
    best: tuple[int, ...]
    worst: tuple[int, ...]
    why: str

    @property
    def sure(self) -> bool:
        """Whether the referee may act on it without asking."""
        return not self.why

    def as_json(self, file: str) -> dict[str, Any]:
        """A plain object for one line of JSON."""
        hands = [
            {"seat": seat, "cards": [card.as_json() for card in hand]} for seat, hand in enumerate(self.layout.hands)
        ]
        return {
            "file": file,
            "board": [card.as_json() for card in self.layout.board],
            "hands": hands,
            "others": [card.as_json() for card in self.layout.others],
            "ordered": self.layout.ordered,
            "best": list(self.best),
            "worst": list(self.worst),
            "sure": self.sure,
            "why": self.why,
        }


def judge(layout: Layout, board_cards: int | None = None) -> Showdown:
    """Best and worst players of a layout by the rules; `board_cards`: how many the phase allows (D6), where known."""
    cards = [*layout.board, *(card for hand in layout.hands for card in hand)]
    doubted = next((f"{card.card}: {card.why}" for card in cards if not card.sure), "")
    best, worst, complaint = _extremes(layout)
    why = layout.why or complaint
    if board_cards is not None and len(layout.board) != board_cards:
        why = f"expected {board_cards} cards on the board, found {len(layout.board)}"
    return Showdown(layout, best, worst, why or doubted)


def _extremes(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Seats with the strongest and the weakest cards, or the reason why that cannot be said."""
    board = [Card.parse(card.card) for card in layout.board]
    hands = [[Card.parse(card.card) for card in hand] for hand in layout.hands]
    dealt = [*board, *(card for hand in hands for card in hand)]
    twice = next((card for card in dealt if dealt.count(card) > 1), None)
    if twice is not None:
        return (), (), f"{str(twice).upper()} lies there twice"
    if len(board) not in (0, 3, 4, 5) or not hands or any(len(hand) != 2 for hand in hands):
        return (), (), layout.why or "not all cards are seen"
    strengths = [strength([*board, *hand]) for hand in hands]
    best, worst = max(strengths), min(strengths)
    return _seats(strengths, best), _seats(strengths, worst), ""


def _seats(strengths: Sequence[object], wanted: object) -> tuple[int, ...]:
    return tuple(seat for seat, held in enumerate(strengths) if held == wanted)


@click.command()
@click.option("--seats", type=click.IntRange(2, 10), required=True, help="How many players show their cards.")
@click.option(
    "--board",
    "board_cards",
    type=click.Choice(["0", "3", "4", "5"]),
    default="5",
    show_default=True,
    help="How many cards the board must have; with another number nothing is sure.",
)
@click.option(
    "--table",
    "table_named",
    help="A kept table's name, or its file: its zones tell the dealing order and the seats.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@click.argument("picture", type=click.Path(path_type=Path))
def showdown(picture: Path, seats: int, board_cards: str, table_named: str | None, as_json: bool) -> None:
    """Read a showdown from a PICTURE.

    The board, each player's two cards, the best and the worst players. Without --table seats are counted clockwise from
    the player nearest to the bottom edge of the picture; the board is told from left to right (a steep row from top to
    bottom).
    """
    seen = read_picture(picture)
    likely = [card for card in read_cards(seen) if card.confidence >= LIKELY]
    table = table_profile(table_named)
    if table is None:
        layout = arrange(likely, seats)
    else:
        layout = arrange_by_zones(likely, seats, partial(_zone_at, table.resized(seen.shape[1], seen.shape[0])))
    told = judge(layout, int(board_cards))
    click.echo(json.dumps(told.as_json(picture.name)) if as_json else _in_words(told))


def _zone_at(profile: TableProfile, x: float, y: float) -> Zone | None:
    """The board's place, or else the seat, that a pixel belongs to."""
    pixel = np.array([x, y])
    return profile.zone_at(pixel, ZoneKind.BOARD) or profile.zone_at(pixel, ZoneKind.SEAT)


def _in_words(told: Showdown) -> str:
    def named(cards: Sequence[Any]) -> str:
        return " ".join(card.card + ("" if card.sure else "?") for card in cards) or "-"

    lines = [f"board   {named(told.layout.board)}"]
    lines += [f"seat {seat}  {named(hand)}" for seat, hand in enumerate(told.layout.hands)]
    if told.layout.others:
        lines.append(f"others  {named(told.layout.others)}")
    if told.best:
        lines.append(f"best: seat {', '.join(map(str, told.best))}; worst: seat {', '.join(map(str, told.worst))}")
    return "\n".join([*lines, "sure" if told.sure else f"not sure: {told.why}"])
