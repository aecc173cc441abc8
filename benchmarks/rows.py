"""The one way in which a benchmark hands over what it measured: a line to read, and a row for the page."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import click

ROWS_FILE = "CUBILETE_BENCH_ROWS"
"""Names the file to which rows are added, where somebody collects them."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, what was found, with its unit, and what was aimed at, if anything was."""

    what: str
    found: str
    target: str = ""


def tell(what: str, found: str, target: str = "") -> None:
    """Prints a row, and hands it over where somebody collects them. A `what` that begins with blanks is a part."""
    click.echo(f"{what:<46} {found:>32}{f'   (target {target})' if target else ''}")
    if file := os.environ.get(ROWS_FILE):
        with Path(file).open("a", encoding="utf-8") as rows:
            rows.write(json.dumps(asdict(Row(what, found, target))) + "\n")


def rows_in(file: Path) -> tuple[Row, ...]:
    """What was handed over; none where there is no such file."""
    if not file.exists():
        return ()
    return tuple(Row(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())
