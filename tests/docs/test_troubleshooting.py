"""The messages in docs/troubleshooting.md are those that the program says."""

import ast
import re
from functools import cache

import pytest

from companion.ui.languages.catalogue import FOLDER, read_po
from tests.docs.blocks import ROOT

PAGE = ROOT / "docs" / "troubleshooting.md"
ROWS = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
MESSAGES = [message for row in ROWS for message in re.findall(r"`([^`]+)`", row.split("|")[1])]
PACKAGES = ("companion", "vision", "calibration", "firmware_bridge")


@cache
def said() -> tuple[str, ...]:
    """Every text of the program, with … where something is filled in."""
    texts = [re.sub(r"\{[^}]*\}", "…", text) for text in read_po(FOLDER / "en.po").values()]
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
                    texts.append("".join(str(part) for part in parts))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.append(re.sub(r"\{[^}]*\}", "…", node.value))
    texts += re.findall(r'say "([^"]+)"', (ROOT / "tools" / "setup.sh").read_text(encoding="utf-8"))
    return tuple(texts)


@pytest.mark.parametrize("message", MESSAGES)
def test_each_message_is_said_somewhere(message: str) -> None:
    """Word for word between the places where something is filled in; … at the end may stand for the rest."""
    pattern = re.compile(".*".join(re.escape(part) for part in message.split("…")), re.DOTALL)
    assert any(pattern.search(text) for text in said()), message


def test_the_page_names_many_and_invents_none() -> None:
    """The check can fail, and the page is not empty."""
    assert len(MESSAGES) > 40
    pattern = re.compile(re.escape("The companion is on fire"))
    assert not any(pattern.search(text) for text in said())
