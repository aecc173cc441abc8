"""`companion teach`: learn what the pieces look like."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.commands.looking import table_profile
from vision.cards.deck import save_deck
from vision.cards.teach import teach_deck
from vision.chips.teach import DIAMETERS, save_chips, teach_chips
from vision.dice.teach import TeachError, teach_dice_set
from vision.pictures import read_picture

Told = TypeVar("Told", bound=Callable[..., Any])


@click.group()
def teach() -> None:
    """Teach the companion your own pieces."""


def _photo(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> list[tuple[Path, list[str]]]:
    photos = []
    for value in values:
        # Windows paths and names may hold "=": the faces are what follows the last one.
        path, equals, faces = value.rpartition("=")
        named = [face.strip() for face in faces.split(",")]
        if not equals or not path or not all(named):
            raise click.BadParameter(f"expected PICTURE=FACE,FACE,... such as row.jpg=A,K,Q,J,10; found {value!r}")
        photos.append((Path(path), named))
    return photos


def _photos(metavar: str, what: str) -> Callable[[Told], Told]:
    return click.option("--photo", "photos", multiple=True, required=True, callback=_photo, metavar=metavar, help=what)


@teach.command("dice-set")
@_photos(
    "PICTURE=FACES",
    "A picture of dice in a row, and their faces from left to right: row.jpg=A,K,Q,J,10 (10 or 8 is the red rank, "
    "9 or 7 the black one). Give it as often as there are pictures; each of the six faces should be shown.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Where the set is written.")
@click.option("--name", help="What the set is called; else the name of the file.")
def dice_set(photos: list[tuple[Path, list[str]]], out: Path, name: str | None) -> None:
    """Learn a dice set from pictures of its faces."""
    refused: list[TeachError] = []
    pictures = [(read_picture(path), faces) for path, faces in photos]
    learned = teach_dice_set(pictures, name or out.stem, refuse=refused.append)
    learned.save(out)
    labels = ", ".join(face.label for face in learned.faces.values())
    click.echo(f"Learned the set {learned.name!r}: {labels}. Written to {out}.")
    for bad in refused:
        click.echo(f"Left out, as other pictures show the same faces: {bad}.", err=True)
    if learned.missing:
        click.echo(f"Not shown yet: {', '.join(learned.missing)}. Until they are, no die is read for sure.", err=True)


@teach.command("chips")
@_photos(
    "PICTURE=COLOURS",
    "A picture of one stack of each colour side by side on a plain table, and the colours from left to right: "
    "row.jpg=red,yellow,green,blue.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="Where they are written; ends in .toml.",
)
@click.option("--profile", help="The table on which they stand, by which they are measured: its name, or its file.")
@click.option(
    "--diameter", type=click.FloatRange(*DIAMETERS), metavar="MM", help="How large a chip is across, else as measured."
)
def chips(photos: list[tuple[Path, list[str]]], out: Path, profile: str | None, diameter: float | None) -> None:
    """Learn the colours of the chips, and how large they are, from a picture of their stacks."""
    if len(photos) != 1:
        raise click.BadParameter("expected one picture with all the stacks", param_hint="--photo")
    path, names = photos[0]
    learned = teach_chips(read_picture(path), tuple(names), table_profile(profile), diameter)
    save_chips(learned, out)
    size = "" if learned.radius is None else f", {2 * learned.radius:.1f} mm across"
    click.echo(f"Learned the chips {', '.join(names)}{size}. Written to {out}.")
    if learned.radius is None:
        click.echo("How large they are is not known: --profile measures it, --diameter 39 tells it.", err=True)


@teach.command("deck")
@_photos(
    "PICTURE=CARDS",
    "A picture of cards laid out in rows, not over each other, and their names row by row from the top, left to "
    "right: row.jpg=AS,KS,QS,JS,10S. Give it as often as there are pictures.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Where the deck is written."
)
@click.option("--name", help="What the deck is called; else the name of the file.")
def deck(photos: list[tuple[Path, list[str]]], out: Path, name: str | None) -> None:
    """Learn a deck with unusual letters from pictures of its cards."""
    learned = teach_deck([(read_picture(path), codes) for path, codes in photos], name or out.stem)
    save_deck(learned, out)
    shown = 52 - len(learned.missing)
    click.echo(f"Learned {shown} cards of the deck {learned.name!r}. Written to {out}.")
    if learned.missing:
        click.echo(f"Not shown: {' '.join(learned.missing)}. These are read as from any deck.", err=True)
