"""Each page brings the rules of its look: they are read when it is first opened, whatever was opened before."""

import ast
import re
from functools import cache
from pathlib import Path

import companion.ui
from companion.ui.screens import SCREENS

UI = Path(companion.ui.__file__).parent
COMMON = UI / "widgets" / "widgets.kv"
DEFINED = re.compile(r"^<([^>]+)>:", re.MULTILINE)
USED = re.compile(r"^\s+([A-Z]\w+):\s*$", re.MULTILINE)


def defined(path: Path) -> set[str]:
    """The classes that have a rule in this file."""
    return {
        name.split("@")[0].strip() for names in DEFINED.findall(path.read_text("utf-8")) for name in names.split(",")
    }


def used(path: Path) -> set[str]:
    """The classes that its rules are made of."""
    return set(USED.findall(path.read_text("utf-8")))


@cache
def made(folder: Path) -> set[str]:
    """The classes that the code of a page calls."""
    calls = (node.func for path in folder.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call))  # fmt: skip
    return {func.id for func in calls if isinstance(func, ast.Name)}


def test_every_file_of_rules_is_read_by_a_page() -> None:
    """None lies there unread, none is read that is not there."""
    read = {COMMON, *(path for screen in SCREENS.values() for path in screen.rules)}
    assert read == set(UI.rglob("*.kv"))


def test_a_page_needs_no_rules_of_another() -> None:
    """What it is made of has its rules in its own files or in those of the widgets."""
    everywhere = set().union(*(defined(path) for path in UI.rglob("*.kv")))
    for name, screen in SCREENS.items():
        folder = screen.rules[-1].parent
        own = defined(COMMON).union(*(defined(path) for path in screen.rules))
        needs = made(folder).union(*(used(path) for path in screen.rules))
        assert sorted((needs & everywhere) - own) == [], name


def test_a_class_has_its_rule_in_one_place() -> None:
    """Read twice under two names, it would apply twice."""
    seen: dict[str, Path] = {}
    for path in sorted(UI.rglob("*.kv")):
        for name in defined(path):
            assert name not in seen or path == seen[name], (name, path, seen[name])
            seen[name] = path
