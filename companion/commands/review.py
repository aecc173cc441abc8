"""`companion review`: look at a call again, with the pictures that were kept, and rule on it."""

import json
from pathlib import Path

import click

from calibration.dice_set import DiceSet
from companion.commands.matches import JOURNAL, MATCH, chosen
from companion.journal.errors import EvidenceError
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.review.listing import calls_json, calls_table, hand_json, hand_told
from companion.review.pictures import write_pictures
from companion.review.record import HandRecord, MatchRecord, read_match
from companion.review.reread import Reread, reread, stored_set


@click.command()
@MATCH
@click.option("--hand", "number", type=click.IntRange(min=1), help="One hand of the match, as the list numbers them.")
@click.option("--set", "set_file", type=click.Path(path_type=Path), help="The dice set; else the one kept at the time.")
@click.option("--draw", "folder", type=click.Path(path_type=Path, file_okay=False), help="Write its pictures there.")
@JOURNAL
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def review(
    match: str | None,
    number: int | None,
    set_file: Path | None,
    folder: Path | None,
    journal_file: Path,
    as_json: bool,
) -> None:
    """List the calls of MATCH (else the last one), or read one of them again with today's reader."""
    if number is None and (set_file or folder):
        raise click.UsageError("--set and --draw belong to one hand: say which with --hand")
    store = EvidenceStore(evidence_folder(journal_file))
    with Journal.open(journal_file, read_only=True) as journal:
        record = read_match(journal.events(chosen(journal, match).match))
    if number is None:
        click.echo(json.dumps(calls_json(record, store)) if as_json else calls_table(record, store))
        return
    hand = _hand(record, number)
    again, trouble = _read_again(hand, store, set_file)
    written = write_pictures(hand, store, again, folder) if folder is not None else ()
    if as_json:
        click.echo(json.dumps(hand_json(hand, record.names, store, again, trouble) | _files(written)))
        return
    click.echo(hand_told(hand, record.names, store, again, trouble))
    for path in written:
        click.echo(f"Wrote {path}")


def _hand(record: MatchRecord, number: int) -> HandRecord:
    if number > len(record.hands):
        raise click.BadParameter(
            f"match {record.match} has {len(record.hands)} finished hands; there is no hand {number}",
            param_hint="--hand",
        )
    return record.hands[number - 1]


def _read_again(hand: HandRecord, store: EvidenceStore, set_file: Path | None) -> tuple[Reread | None, str]:
    """What today's reader says, or why there is nothing to read."""
    if not hand.evidence:
        return None, "there are no pictures: it was decided without a camera"
    try:
        dice_set = DiceSet.load(set_file) if set_file is not None else stored_set(hand.parts, store)
        return reread(hand, store, dice_set), ""
    except EvidenceError as error:
        # A record without its pictures is still a record.
        return None, str(error)


def _files(written: tuple[Path, ...]) -> dict[str, object]:
    return {"pictures": [str(path) for path in written]}
