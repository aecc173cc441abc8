"""`companion read`: what the readers make of single pictures, one line of JSON each."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.commands.looking import table_profile
from companion.commands.pieces import chips_named, deck_named, dice_set_named
from companion.games.dice import label_of
from companion.journal.disk import write_file
from companion.referee.printing import printing_of
from vision.annotate import annotated
from vision.cards.backs import find_backs
from vision.cards.read import read_cards
from vision.cards.reading import cards_line
from vision.chips.read import read_chips
from vision.dice.read import read_dice
from vision.pictures import Picture, encode_jpeg, read_picture
from vision.readings import PieceReading, dice_line

FILES = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
DRAW = click.option(
    "--draw",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the pictures there, with what was read drawn on.",
)
PROFILE = click.option("--profile", help="Where the camera stood: a kept table's name, or its file.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")


@click.group()
def read() -> None:
    """Read dice, cards or chips from pictures."""


@read.command()
@click.option("--set", "dice_name", help="A taught dice set: its name, or its file (see: companion teach dice-set).")
@PROFILE
@DRAW
@JSON
@FILES
def dice(files: tuple[Path, ...], dice_name: str | None, profile: str | None, draw: Path | None, as_json: bool) -> None:
    """Read poker dice from pictures.

    With a taught set 10 and 9 are told where these are printed. JSON has 8 for the red rank and 7 for the black one, as
    the journal does.
    """
    dice_set = dice_set_named(dice_name) if dice_name else None
    table, printing = table_profile(profile), printing_of(dice_set)

    def line(name: str, picture: Picture) -> dict[str, Any]:
        begun = time.perf_counter()
        readings = read_dice(picture, dice_set, profile=table)
        took = 1000 * (time.perf_counter() - begun)
        _draw(draw, name, picture, [(label_of(r.face, printing), r) for r in readings])
        return dice_line(name, readings, took)

    _print_all(files, line, "dice", lambda die: label_of(die["face"], printing), as_json)


@read.command()
@click.option("--deck", "deck_name", help="A taught deck: its name, or its file (see: companion teach deck).")
@PROFILE
@DRAW
@JSON
@FILES
def cards(
    files: tuple[Path, ...], deck_name: str | None, profile: str | None, draw: Path | None, as_json: bool
) -> None:
    """Read playing cards from pictures."""
    deck = deck_named(deck_name) if deck_name else None
    table = table_profile(profile)

    def line(name: str, picture: Picture) -> dict[str, Any]:
        begun = time.perf_counter()
        readings = read_cards(picture, deck, profile=table)
        took = 1000 * (time.perf_counter() - begun)
        _draw(draw, name, picture, [(r.card, r) for r in readings])
        return cards_line(name, readings, took, find_backs(picture, readings))

    _print_all(files, line, "cards", lambda card: str(card["card"]), as_json)


@read.command()
@click.option("--set", "chips_name", help="Taught chips: their name, or their file (see: companion teach chips).")
@PROFILE
@JSON
@FILES
def chips(files: tuple[Path, ...], chips_name: str | None, profile: str | None, as_json: bool) -> None:
    """Count chips in pictures.

    Without --profile the cards beside them tell how large a chip is, and hardly any count is sure.
    """
    chip_set = chips_named(chips_name) if chips_name else None
    table = table_profile(profile)
    for file in files:
        picture = read_picture(file)
        piles = read_chips(picture, read_cards(picture) if table is None else (), chip_set, table)
        if as_json:
            click.echo(json.dumps({"file": file.name, "chips": [pile.as_json() for pile in piles]}))
        else:
            told = [f"{p.count} {p.colour}" + ("" if p.sure else f"? ({p.why})") for p in piles]
            click.echo(f"{file.name}: {', '.join(told) or 'nothing found'}")


def _draw(folder: Path | None, name: str, picture: Picture, readings: list[tuple[str, PieceReading]]) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        # The same name for a JPEG and a PNG of one stem would keep only the later one.
        write_file(folder / f"{name}.jpg", encode_jpeg(annotated(picture, readings)))


def _print_all(
    files: tuple[Path, ...],
    line: Callable[[str, Picture], dict[str, Any]],
    pieces: str,
    name_of: Callable[[dict[str, Any]], str],
    as_json: bool,
) -> None:
    for file in files:
        told = line(file.name, read_picture(file))
        if as_json:
            click.echo(json.dumps(told))
            continue
        sure = [name_of(p) for p in told[pieces] if p["sure"]]
        asked = [f"{name_of(p)}? ({p['why']})" for p in told[pieces] if not p["sure"]]
        click.echo(f"{file.name}: {' '.join(sure + asked) or 'nothing found'}")
