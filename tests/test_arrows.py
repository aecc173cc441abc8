"""The arrows of the architecture: who may import whom (docs/architecture.md)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Each package and the packages of ours that it may import.
ALLOWED = {
    "companion.games": set(),
    "companion.journal": set(),
    "calibration": set(),
    "vision": {"calibration"},
    "firmware_bridge": set(),
    "companion.referee": {"companion.games", "companion.journal", "vision", "firmware_bridge", "calibration"},
    "companion.review": {"companion.referee", "companion.games", "companion.journal", "vision", "calibration"},
    "companion.setup": {"companion.referee", "vision", "calibration", "firmware_bridge"},
    "companion.ui": {"companion.setup", "companion.review", "companion.referee", "companion.games"},
    "companion.commands": {
        "companion.ui",
        "companion.setup",
        "companion.review",
        "companion.referee",
        "companion.games",
        "companion.journal",
        "vision",
        "calibration",
        "firmware_bridge",
    },
}
# The command line stands above everything.
TOP = {"companion", "companion.cli", "companion.__main__"}
# Third parties that only some packages may touch.
RESERVED = {
    "kivy": {"companion.ui"},
    "serial": {"firmware_bridge"},
    # On Android tablets only.
    "usb4a": {"firmware_bridge"},
    "usbserial4a": {"firmware_bridge"},
    "jnius": {"vision"},
    "cv2": {"vision", "calibration"},
    "fpdf": {"calibration"},
    "onnxruntime": {"vision"},
    "sqlite3": {"companion.journal"},
}
# What the rules must never touch: they know no clock, no file, no chance, no camera.
IMPURE = {"time", "datetime", "random", "secrets", "os", "pathlib", "io", "sqlite3", "threading", "socket", "tempfile"}


def modules() -> Iterator[tuple[str, Path]]:
    """Dotted name and file of every module of ours."""
    for package in ("companion", "vision", "calibration", "firmware_bridge"):
        for file in sorted((ROOT / package).rglob("*.py")):
            dotted = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            yield dotted.removesuffix(".__init__"), file


def imports(module: str, file: Path) -> Iterator[str]:
    """Every dotted name that a module imports, inside functions too."""
    is_package = file.name == "__init__.py"
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                parts = module.split(".")
                base = ".".join(parts[: len(parts) - node.level + is_package])
                target = f"{base}.{node.module}" if node.module else base
            else:
                target = node.module or ""
            yield target
            yield from (f"{target}.{alias.name}" for alias in node.names)


def package_of(dotted: str) -> str | None:
    """Which of our packages a dotted name lies in."""
    return next((p for p in ALLOWED if dotted == p or dotted.startswith(p + ".")), None)


MODULES = list(modules())


def test_every_module_lies_in_a_known_package() -> None:
    """A new folder must be given its place in the architecture before it is used."""
    homeless = [m for m, _ in MODULES if package_of(m) is None and m not in TOP]
    assert homeless == []


@pytest.mark.parametrize(("module", "file"), MODULES, ids=[m for m, _ in MODULES])
def test_imports_follow_the_arrows(module: str, file: Path) -> None:
    """Nothing is imported against an arrow."""
    if module in TOP:
        return
    home = package_of(module)
    assert home is not None
    for name in imports(module, file):
        target = package_of(name)
        if target is not None and target != home:
            assert target in ALLOWED[home], f"{module} imports {name}: {home} may not use {target}"
        third = name.split(".", maxsplit=1)[0]
        if third in RESERVED:
            assert home in RESERVED[third], f"{module} imports {third}: only {', '.join(RESERVED[third])} may"
        if home == "companion.games":
            assert third not in IMPURE, f"{module} imports {third}: the rules are pure"
        assert name not in TOP - {"companion"}, f"{module} imports the command line"


def test_the_check_itself_sees_a_wrong_arrow(tmp_path: Path) -> None:
    """The test can fail: a relative, a nested and a plain import are all seen."""
    file = tmp_path / "bad.py"
    file.write_text(
        "def f():\n    from ..ui import app\nimport cv2.dnn\nfrom companion import journal\n", encoding="utf-8"
    )
    found = set(imports("companion.games.bad", file))
    assert {"companion.ui", "companion.ui.app", "cv2.dnn", "companion.journal"} <= found
