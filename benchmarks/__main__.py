"""`make bench`: every benchmark that takes minutes at most, one after another, onto one page: docs/benchmarks.md.

The long ones are started by name: `python -m benchmarks.stand_in`, `python -m benchmarks.box_chaos`.
"""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmarks.machine import load, machine, versions
from benchmarks.rows import ROWS_FILE, Row, rows_in

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BUSY = 0.5
"""Above so many waiting processes a core before the start, the figures are those of a busy machine."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A benchmark, its heading on the page, and what to know of its figures."""

    module: str
    title: str
    about: str
    arguments: tuple[str, ...] = ()


SUBJECTS = (
    Subject("games", "Rules", "Pure code: no disk, no camera."),
    Subject(
        "readers",
        "Dice reader",
        "Pictures drawn by our own code, one thread, the median and the worst of seven; by stage, and beside the slow "
        "search by correlation, which is the reference. How often it is right on the measuring data is in "
        "[model_cards/dice.md](model_cards/dice.md).",
    ),
    Subject(
        "cards",
        "Card reader",
        "A drawn table with nine cards, by stage, and beside a plain reader of contours and templates, written only to "
        "be compared with. How often it is right on photographs is in [model_cards/cards.md](model_cards/cards.md).",
    ),
    Subject("journal", "Journal", "Every append waits for the disk: these are the disk's figures more than ours."),
    Subject(
        "referee",
        "Referee",
        "Whole matches at random through the desk into a real journal, as fast as the disk lets them.",
        ("2000",),
    ),
    Subject("box_link", "Box", "The link over a cable made of software."),
    Subject("app", "App", "Drawn offscreen: with software rendering these are the processor's figures."),
)


@click.command()
@click.option("--only", multiple=True, type=click.Choice([s.module for s in SUBJECTS]), help="Then no page is written.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=PAGE, help="Else docs/benchmarks.md.")
def main(only: tuple[str, ...], out: Path) -> None:
    """Each in a process of its own, so that none sees another's memory."""
    before, parts, failed = load(), [], []
    click.echo(f"{machine()}\n{versions()}")
    for subject in SUBJECTS:
        if only and subject.module not in only:
            continue
        click.echo(f"\n{subject.title}")
        rows, seconds, done = _measured(subject)
        parts.append(_part(subject, rows, seconds, done))
        if not done:
            failed.append(subject.module)
    if not only:
        out.write_text("\n".join([_head(before), *parts]), encoding="utf-8")
        click.echo(f"\nWrote {out}.")
    if failed:
        raise SystemExit(f"did not finish: {', '.join(failed)}")


def _measured(subject: Subject) -> tuple[tuple[Row, ...], float, bool]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows"
        command = [sys.executable, "-m", f"benchmarks.{subject.module}", *subject.arguments]
        done = subprocess.run(command, check=False, env={**os.environ, ROWS_FILE: str(file)}).returncode == 0
        return rows_in(file), time.monotonic() - began, done


def _head(load_before: float | None) -> str:
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`; do not edit it. One machine, one run: compare nothing across machines.",
        "",
        f"* {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"* {machine()}",
        f"* {versions()}",
    ]
    if load_before is None:
        lines.append("* What else the machine did meanwhile is not known.")
    elif load_before > BUSY * (os.cpu_count() or 1):
        lines.append(
            f"* **The machine was busy with other work** (load {load_before:.1f} before the start): every time below "
            "is longer, and every rate lower, than on a quiet one."
        )
    else:
        lines.append(f"* The machine was quiet (load {load_before:.1f} before the start).")
    return "\n".join([*lines, ""])


def _part(subject: Subject, rows: tuple[Row, ...], seconds: float, done: bool) -> str:
    command = " ".join(("python -m", f"benchmarks.{subject.module}", *subject.arguments))
    lines = [f"## {subject.title}", "", f"{subject.about} `{command}`, {seconds:.0f} s.", ""]
    aimed = any(row.target for row in rows)
    lines += ["| | measured |" + " aim |" * aimed, "|---|---|" + "---|" * aimed]
    for row in rows:
        indent = "&nbsp;" * 4 if row.what.startswith(" ") else ""
        lines.append(f"| {indent}{row.what.strip()} | {row.found} |" + f" {row.target} |" * aimed)
    if not done:
        lines += ["", "**It did not finish**; what stands here was measured before."]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
