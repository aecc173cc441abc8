"""`companion export`: a match as a document for another journal, a spreadsheet, or a report for people."""

from pathlib import Path

import click

from companion.commands.matches import JOURNAL, MATCH, chosen
from companion.journal.chain import Event
from companion.journal.disk import make_folder, write_file
from companion.journal.errors import EvidenceError
from companion.journal.evidence import EvidenceStore, evidence_of
from companion.journal.export import document, export_csv
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.desk import GAME
from companion.referee.detective.game import DETECTIVE
from companion.referee.printing import Prints, prints_by
from companion.review.coups import CoupsRecord, read_coups
from companion.review.coups_report import coups_report
from companion.review.pictures import drawn, drawn_coup
from companion.review.record import MatchRecord, read_match
from companion.review.report import report
from companion.review.score_sheet import coup_sheet, score_sheet
from companion.review.words import WORDS
from vision.pictures import PictureError

OUT = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command()
@MATCH
@click.option("--json", "json_file", type=OUT, help="The whole record, which another journal can take in.")
@click.option("--csv", "csv_file", type=OUT, help="The score sheet.")
@click.option("--html", "html_file", type=OUT, help="The report: one file that a person can open anywhere.")
@click.option("--language", type=click.Choice(list(WORDS)), default="en", show_default=True, help="Of the report.")
@click.option("--pictures/--no-pictures", default=True, help="Copy the evidence to a folder beside the JSON, or not.")
@JOURNAL
def export(
    match: str | None,
    json_file: Path | None,
    csv_file: Path | None,
    html_file: Path | None,
    language: str,
    pictures: bool,
    journal_file: Path,
) -> None:
    """Write a match as a report, a score sheet or a record.

    MATCH is its name, as `companion journal list` tells it; without one, the last match. A dash in the place of a file
    writes to the terminal.
    """
    if json_file is None and csv_file is None and html_file is None:
        raise click.UsageError("say what to write: --json, --csv or --html, each with the name of a file")
    store = EvidenceStore(evidence_folder(journal_file))
    prints = prints_by(store.get)
    with Journal.open(journal_file, read_only=True) as journal:
        events = journal.events(chosen(journal, match).match)
    if json_file is not None:
        _write(json_file, document(events) + "\n")
        if pictures and str(json_file) != "-":
            _copy_evidence(events, store, EvidenceStore(evidence_folder(json_file)))
    if csv_file is not None:
        _write(csv_file, _sheet(events, prints))
    if html_file is not None and _is_detective(events):
        coups = read_coups(events)
        _write(html_file, coups_report(coups, _showdowns(coups, store), language))
    elif html_file is not None:
        record = read_match(events)
        _write(html_file, report(record, _pictures(record, store, prints), language, prints))


def _is_detective(events: tuple[Event, ...]) -> bool:
    return bool(events) and events[0].body.get("game") == DETECTIVE.name


def _sheet(events: tuple[Event, ...], prints: Prints) -> str:
    if _is_detective(events):
        return coup_sheet(read_coups(events))
    return score_sheet(read_match(events), prints) if events[0].body.get("game") == GAME else export_csv(events)


def _showdowns(record: CoupsRecord, store: EvidenceStore) -> dict[str, bytes]:
    """The pictures of the showdowns, as JPEG, with what was read drawn on; one that is gone is said to be."""
    found = {}
    for record_of, sha in ((each, sha) for each in record.coups for sha in each.evidence):
        try:
            found[sha] = drawn_coup(record_of, sha, store)
        except (EvidenceError, PictureError) as error:
            click.echo(str(error), err=True)
    return found


def _write(path: Path, text: str) -> None:
    if str(path) == "-":
        click.echo(text, nl=False)
        return
    write_file(path, text.encode())
    click.echo(f"Wrote {path}.", err=True)


def _copy_evidence(events: tuple[Event, ...], store: EvidenceStore, copy: EvidenceStore) -> None:
    shas = evidence_of(events)
    if not shas:
        return
    make_folder(copy.folder)
    lacking = []
    for sha in shas:
        try:
            copy.put(store.get(sha), store.path(sha).suffix)
        except EvidenceError:
            lacking.append(sha)
    click.echo(f"Copied {len(shas) - len(lacking)} pictures to {copy.folder}.", err=True)
    if lacking:
        click.echo(f"{len(lacking)} are gone or damaged: companion journal verify says which.", err=True)


def _pictures(record: MatchRecord, store: EvidenceStore, prints: Prints) -> dict[int, bytes]:
    """Of the disputed calls; one that is gone is said to be."""
    found = {}
    for hand in record.hands:
        if hand.disputes and hand.evidence:
            try:
                found[hand.number] = drawn(hand, store, prints(hand.parts))
            except (EvidenceError, PictureError) as error:
                click.echo(f"Hand {hand.number}: {error}", err=True)
    return found
