"""`companion journal`: what was written down."""

from pathlib import Path

import click

from companion.journal.place import default_journal
from companion.journal.store import Journal
from companion.referee.tell import tell_match


@click.group()
def journal() -> None:
    """Look into the record of the matches."""


@journal.command()
@click.argument("match", required=False)
@click.option(
    "--journal", "journal_file", type=click.Path(path_type=Path), help="The journal to read; else the user's own."
)
@click.option("--all", "every", is_flag=True, help="Every match; else the last one, or MATCH.")
def show(match: str | None, journal_file: Path | None, every: bool) -> None:
    """Tell a match as people would: MATCH is its name; without one, the last match."""
    with Journal.open(journal_file or default_journal(), read_only=True) as record:
        heads = record.matches()
        if not heads:
            click.echo("The journal is empty: no match has been played yet.")
            return
        if match is not None:
            chosen = [head for head in heads if head.match == match]
            if not chosen:
                names = ", ".join(head.match for head in heads[-5:])
                raise click.BadParameter(f"no match is called {match!r}; the last ones are {names}", param_hint="MATCH")
        else:
            chosen = list(heads) if every else [heads[-1]]
        for head in chosen:
            record.verify(head.match)
            click.echo(tell_match(head.match, record.events(head.match)))
