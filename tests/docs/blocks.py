"""The code blocks of README and docs."""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"\s{2,}#.*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: where it begins, its language ("" for none), what it holds."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        """As a person would look it up."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """Every fenced block of a page."""
    source = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        yield Block(page, line, found["language"], textwrap.dedent(found["text"]))


def commands(block: Block) -> Iterator[str]:
    """The command lines: those behind a `$` in a console block; in others those that begin with `companion`."""
    for line in block.text.splitlines():
        told = _COMMENT.sub("", line.strip())
        if block.language == "console":
            assert told.startswith("$ "), f"{block.place}: every line of a console block is a command: {line!r}"
            yield told.removeprefix("$ ")
        elif block.language in ("", "bash") and told.startswith("companion "):
            yield re.split(r"\s{3,}", told)[0]


def inline(page: Path) -> Iterator[str]:
    """Commands of the companion, of make and of our modules within sentences and tables."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`((?:companion|make|(?:\.venv/bin/)?python -m) [^`]+)`", text)
