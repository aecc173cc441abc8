"""Every parser of something from outside."""

from collections.abc import Iterator
from importlib import import_module

from tests.fuzz.target import Target

MODULES = ("wire", "seen", "stored", "records", "typed")


def targets() -> Iterator[Target]:
    """All of them; a module is imported when its first one is asked for."""
    for module in MODULES:
        yield from import_module(f"tests.fuzz.{module}").TARGETS


def named(name: str) -> Target:
    """The one of this name, with no more imported than it needs."""
    for module in (*MODULES[2:], *MODULES[:2]):
        for target in import_module(f"tests.fuzz.{module}").TARGETS:
            if target.name == name:
                return target
    raise KeyError(name)
