"""What the commands that look into a journal have in common."""

from pathlib import Path

import click

from companion.journal.chain import Event
from companion.journal.place import default_journal
from companion.journal.store import Journal, MatchHead

JOURNAL = click.option(
    "--journal",
    "journal_file",
    type=click.Path(path_type=Path),
    callback=lambda _ctx, _param, value: value or default_journal(),
    help="The journal; else the user's own.",
)
MATCH = click.argument("match", required=False)


def chosen(journal: Journal, match: str | None) -> MatchHead:
    """The match of this name, or the last one. Raises click.BadParameter where there is none."""
    heads = journal.matches()
    if not heads:
        raise click.BadParameter("the journal is empty: no match has been played yet", param_hint="--journal")
    if match is None:
        return heads[-1]
    found = [head for head in heads if head.match == match]
    if not found:
        names = ", ".join(head.match for head in heads[-5:])
        raise click.BadParameter(f"no match is called {match!r}; the last ones are {names}", param_hint="MATCH")
    return found[0]


def names_of(begun: Event) -> tuple[str, ...]:
    """Who plays, by the event that began a match of either game."""
    names = begun.body.get("names")
    return tuple(str(name) for name in names) if isinstance(names, list | tuple) else ()
