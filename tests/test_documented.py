"""Every public name says what it is: shapes, units, errors, where it is not plain from its type."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("companion", "vision", "calibration", "firmware_bridge", "training", "benchmarks", "tools")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))

Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def parsed(file: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(file.read_text(encoding="utf-8"))


def public(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Named]]:
    """The public classes, functions and methods of a module or class, with those inside public classes."""
    for child in node.body:
        if isinstance(child, Named) and not child.name.startswith("_"):
            yield prefix + child.name, child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{prefix}{child.name}.")


def promised() -> frozenset[str]:
    """The methods that a protocol or an abstract class documents: whoever keeps the promise need not repeat it."""
    classes = [node for file in FILES for node in ast.walk(parsed(file)) if isinstance(node, ast.ClassDef)]
    abstract = [c for c in classes if {"Protocol", "ABC"} & {ast.unparse(base) for base in c.bases}]
    return frozenset(name for c in abstract for name, method in public(c) if ast.get_docstring(method))


PROMISED = promised()


def silent(tree: ast.Module) -> list[str]:
    """The names without a word."""
    found = [] if ast.get_docstring(tree) else ["the module"]
    for name, node in public(tree):
        overloads = {"overload"} & {ast.unparse(decorator) for decorator in node.decorator_list}
        kept_promise = "." in name and name.rpartition(".")[2] in PROMISED
        if not ast.get_docstring(node) and not overloads and not kept_promise:
            found.append(f"{name} (line {node.lineno})")
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_public_name_is_documented(folder: str) -> None:
    """Modules, classes, functions, methods and properties."""
    found = {
        str(file.relative_to(ROOT)): names
        for file in FILES
        if file.is_relative_to(ROOT / folder) and (names := silent(parsed(file)))
    }
    assert not found, found


def test_the_check_sees_what_is_missing() -> None:
    """A class, its method and its module; private names are nobody's business."""
    tree = ast.parse("class A:\n    def b(self): ...\n    def _c(self): ...\ndef _d(): ...")
    assert silent(tree) == ["the module", "A (line 1)", "A.b (line 2)"]
