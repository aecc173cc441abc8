"""`companion journal`: what was written down, whether it is whole, and taking in what another one wrote."""

import json
from pathlib import Path

import click

from companion.commands.matches import JOURNAL, MATCH, chosen, names_of
from companion.journal.check import Checked, check
from companion.journal.errors import EvidenceError, JournalDamaged
from companion.journal.evidence import EvidenceStore
from companion.journal.export import check_export
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.foreign import verify_foreign
from companion.referee.printing import prints_by
from companion.referee.tell import tell_match

MOST_BYTES = 64_000_000
"""A match of ten thousand hands takes less."""
DAMAGED = 1
"""Exit code of a journal that is not whole."""


@click.group()
def journal() -> None:
    """The record of all matches: list, tell, prove, import."""


@journal.command()
@MATCH
@JOURNAL
@click.option("--all", "every", is_flag=True, help="Every match; else the last one, or MATCH.")
def show(match: str | None, journal_file: Path, every: bool) -> None:
    """Tell a match, hand by hand.

    MATCH is its name, as `companion journal list` tells it; without one, the last match.
    """
    prints = prints_by(EvidenceStore(evidence_folder(journal_file)).get)
    with Journal.open(journal_file, read_only=True) as record:
        if not record.matches():
            click.echo("The journal is empty: no match has been played yet.")
            return
        heads = record.matches() if every and match is None else (chosen(record, match),)
        for head in heads:
            click.echo(tell_match(head.match, record.events(head.match), prints))


@journal.command("list")
@JOURNAL
def list_matches(journal_file: Path) -> None:
    """List the matches, the newest last.

    The name that other commands take, the game, when it began (UTC), the players.
    """
    with Journal.open(journal_file, read_only=True) as record:
        heads = record.matches()
        for head in heads:
            try:
                players = ", ".join(names_of(record.first(head.match)))
            except JournalDamaged:
                players = "damaged: companion journal verify tells what can still be proved"
            click.echo(f"{head.match}  {head.game:<9}  {head.begun_at[:16].replace('T', ' '):<16}  {players}")
    if not heads:
        click.echo("The journal is empty: no match has been played yet.")


@journal.command()
@MATCH
@JOURNAL
@click.option("--head", help="The hash that was noted at the end of MATCH.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@click.pass_context
def verify(ctx: click.Context, match: str | None, journal_file: Path, head: str | None, as_json: bool) -> None:
    """Prove that nothing was changed or is missing.

    Every event and every picture of the journal, or of MATCH alone. Where something is wrong it is named, and the exit
    code is 1.
    """
    if head is not None and match is None:
        raise click.UsageError("--head is the hash of one match: name that MATCH, too")
    try:
        with Journal.open(journal_file, read_only=True) as record:
            found = check(record, EvidenceStore(evidence_folder(journal_file)), match, head)
    except JournalDamaged as error:
        found = Checked((), 0, 0, (str(error),))
    click.echo(json.dumps(_as_json(found)) if as_json else _told(found))
    if found.faults:
        ctx.exit(DAMAGED)


def _as_json(found: Checked) -> dict[str, object]:
    return {
        "matches": [{"match": name, "events": events, "head": head} for name, events, head in found.proved],
        "evidence": {"kept": found.kept, "trimmed": found.trimmed},
        "faults": list(found.faults),
    }


def _told(found: Checked) -> str:
    lines = [
        f"Match {name}: {_count(events, 'event')}, whole, ending with {head}" for name, events, head in found.proved
    ]
    lines.append(
        f"Evidence: {_count(found.kept, 'file')} whole, {found.trimmed} removed for want of room, as the journal says."
    )
    if not found.faults:
        return "\n".join([*lines, "Nothing is damaged or missing."])
    return "\n".join([*lines, f"{_count(len(found.faults), 'fault')}:", *(f"  {fault}" for fault in found.faults)])


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@journal.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@JOURNAL
def take_in(files: tuple[Path, ...], journal_file: Path) -> None:
    """Take in exported matches.

    FILES are what `companion export --json` wrote; the pictures that lie beside each come along.
    """
    exports = [(file, check_export(_text(file))) for file in files]
    for _, export in exports:
        verify_foreign(export.events)
    store = EvidenceStore(evidence_folder(journal_file))
    with Journal.open(journal_file) as record:
        for file, export in exports:
            beside, lacking = EvidenceStore(evidence_folder(file)), 0
            # The pictures first, as always: the events name only what is there.
            for sha in export.evidence:
                try:
                    store.put(beside.get(sha), beside.path(sha).suffix)
                except EvidenceError:
                    lacking += bool(store.damage([sha]))
            record.take_in(export.events)
            click.echo(f"Match {export.match}: {_count(len(export.events), 'event')}, ending with {export.head}")
            if lacking:
                click.echo(f"  {lacking} of {_count(len(export.evidence), 'picture')} are not beside {file}.", err=True)


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise click.BadParameter(
            f"{file}: expected an exported match of at most {MOST_BYTES // 1_000_000} MB, found more", param_hint="FILE"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.BadParameter(
            f"{file}: expected an exported match (JSON), found something else", param_hint="FILE"
        ) from error
