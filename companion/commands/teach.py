"""`companion teach`: learn what the pieces look like."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from calibration.dice_set import DiceSetError
from calibration.profiles import ProfileStore, default_store
from calibration.profiles.in_use import put_in_use
from calibration.profiles.pieces_file import PieceSet
from companion.commands.looking import table_profile
from companion.commands.matches import JOURNAL, MATCH, chosen
from companion.games.dice import label_of
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.desk import resume
from companion.referee.games import MENTIROSO
from companion.referee.learning import learned_from
from companion.referee.lessons import lessons
from companion.referee.printing import printing_of
from companion.setup.learned import PRINTINGS, as_printed
from vision.cards.deck import pieces_of_deck
from vision.cards.teach import teach_deck
from vision.chips.teach import DIAMETERS, pieces_of_chips, teach_chips
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


def _toml(_ctx: click.Context, _param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and value.suffix != ".toml":
        raise click.BadParameter(f"expected a name that ends in .toml, found {str(value)!r}")
    return value


def _out(
    callback: Callable[[click.Context, click.Parameter, Path | None], Path | None] | None = None,
) -> Callable[[Told], Told]:
    return click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        callback=callback,
        help="A file to write to; else it is kept among the profiles, and lies on the table from then on.",
    )


NAME = click.option("--name", help="What to call it; else a free name is found, such as: dice 1.")


def _called(kind: str, word: str, name: str | None, out: Path | None) -> str:
    return name or (out.stem if out is not None else default_store().free_name(kind, word))


def _keep(out: Path | None, write: Callable[[Path], None], save: Callable[[ProfileStore], Path], **in_use: str) -> str:
    """In the file that was named, or among the profiles and on the table; what there is to tell about it.

    in_use: what lies on the table from now on, by its name; nothing, where it is not whole.
    """
    if out is not None:
        write(out)
        return f"Written to {out}."
    store = default_store()
    place = save(store)
    if not in_use:
        return f"Kept in {place}."
    put_in_use(store, **in_use)
    return f"Kept in {place}; it lies on the table from now on."


def _keep_pieces(pieces: PieceSet, out: Path | None) -> str:
    """A deck or chips: kinds that lie on the table under the name of their kind."""
    return _keep(out, pieces.save, lambda store: store.save_pieces(pieces), **{pieces.kind: pieces.name})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@teach.command("dice-set")
@_photos(
    "PICTURE=FACES",
    "A picture of dice in a row, and their faces from left to right: row.jpg=A,K,Q,J,10 (10 or 8 is the red rank, "
    "9 or 7 the black one). Give it as often as there are pictures; each of the six faces should be shown.",
)
@_out()
@NAME
def dice_set(photos: list[tuple[Path, list[str]]], out: Path | None, name: str | None) -> None:
    """Learn a dice set from pictures of its faces."""
    called = _called("dice set", "dice", name, out)
    refused: list[TeachError] = []
    learned = teach_dice_set([(read_picture(path), faces) for path, faces in photos], called, refuse=refused.append)
    in_use = {"dice_set": called} if learned.complete else {}
    where = _keep(out, learned.save, lambda store: store.save_dice_set(learned), **in_use)
    labels = ", ".join(face.label for face in learned.faces.values())
    click.echo(f"Learned the set {learned.name!r}: {labels}. {where}")
    for bad in refused:
        click.echo(f"Left out, as other pictures show the same faces: {bad}.", err=True)
    if learned.missing:
        missing = ", ".join(label_of(face, printing_of(learned)) for face in learned.missing)
        click.echo(f"Not shown yet: {missing}. Until they are, no die is read for sure.", err=True)


@teach.command("from-match")
@MATCH
@JOURNAL
@click.option(
    "--printed", type=click.Choice(list(PRINTINGS)), default="10 9", show_default=True, help="On the two lowest faces."
)
@_out()
@NAME
def from_match(match: str | None, journal_file: Path, printed: str, out: Path | None, name: str | None) -> None:
    """Keep a dice set that a match has learned.

    MATCH is its name, as `companion journal list` tells it; without one, the last match. All six faces must have been
    named there, or read and accepted.
    """
    with Journal.open(journal_file, read_only=True) as journal:
        head = chosen(journal, match)
        if head.game != MENTIROSO.name:
            raise click.BadParameter(f"expected a match with dice, {head.match} is of {head.game}", param_hint="MATCH")
        told = lessons(resume(journal.events(head.match)))
    known = learned_from(told, EvidenceStore(evidence_folder(journal_file)).get)
    called = _called("dice set", "dice", name, out)
    learned = known.dice_set(called)
    if learned is None:
        faces = ", ".join(known.faces) or "none"
        raise DiceSetError(
            f"expected all six faces told plainly in match {head.match}, found {faces}; play on and name what is in "
            "doubt die by die, or teach the set from pictures: companion teach dice-set"
        )
    learned = as_printed(learned, printed, called)
    where = _keep(out, learned.save, lambda store: store.save_dice_set(learned), dice_set=called)
    click.echo(f"Learned the set {called!r} from match {head.match}. {where}")


@teach.command("chips")
@_photos(
    "PICTURE=COLOURS",
    "A picture of one stack of each colour side by side on a plain table, and the colours from left to right: "
    "row.jpg=red,yellow,green,blue.",
)
@_out(_toml)
@NAME
@click.option("--profile", help="The table on which they stand, by which they are measured: its name, or its file.")
@click.option(
    "--diameter", type=click.FloatRange(*DIAMETERS), metavar="MM", help="How wide a chip is, else as measured."
)
def chips(
    photos: list[tuple[Path, list[str]]],
    out: Path | None,
    name: str | None,
    profile: str | None,
    diameter: float | None,
) -> None:
    """Learn chips from a picture of their stacks.

    Their colours, and how large they are.
    """
    if len(photos) != 1:
        raise click.BadParameter("expected one picture with all the stacks", param_hint="--photo")
    path, names = photos[0]
    learned = teach_chips(read_picture(path), tuple(names), table_profile(profile), diameter)
    where = _keep_pieces(pieces_of_chips(learned, _called("chips", "chips", name, out), _now()), out)
    size = "" if learned.radius is None else f", {2 * learned.radius:.1f} mm across"
    click.echo(f"Learned the chips {', '.join(names)}{size}. {where}")
    if learned.radius is None:
        click.echo("How large they are is not known: --profile measures it, --diameter 39 tells it.", err=True)


@teach.command("deck")
@_photos(
    "PICTURE=CARDS",
    "A picture of cards laid out in rows, not over each other, and their names row by row from the top, left to "
    "right: row.jpg=AS,KS,QS,JS,10S. Give it as often as there are pictures.",
)
@_out(_toml)
@NAME
def deck(photos: list[tuple[Path, list[str]]], out: Path | None, name: str | None) -> None:
    """Learn a deck with unusual letters from pictures of its cards."""
    called = _called("deck", "deck", name, out)
    learned = teach_deck([(read_picture(path), codes) for path, codes in photos], called)
    where = _keep_pieces(pieces_of_deck(learned, _now()), out)
    click.echo(f"Learned {52 - len(learned.missing)} cards of the deck {learned.name!r}. {where}")
    if learned.missing:
        click.echo(f"Not shown: {' '.join(learned.missing)}. These are read as from any deck.", err=True)
