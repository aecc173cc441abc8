"""What a fuzzer needs to know of a parser."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Seeds = Callable[[Path], tuple[bytes, ...]]
Feed = Callable[[bytes, Path], None]

PATIENCE_S = 20.0
"""Of the processor: no input may keep a parser busy for longer."""


class TooSlow(AssertionError):  # noqa: N818 - says what is the matter
    """An input of harmless size that takes forever."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parser, sound inputs to start from, and the errors in which it may say that an input is not sound."""

    name: str
    seeds: Seeds
    feed: Feed
    """Parses `data`; the folder is empty before, and for files on the way."""
    told: tuple[type[Exception], ...]
    text: bool = False
    """Whether inputs are made of words and numbers that are worth changing as such."""
    dear: bool = False
    """An input costs a tenth of a second: the suite tries fewer."""


def attempt(target: Target, data: bytes, folder: Path) -> bool:
    """Whether the parser took the input. Raises what it should never raise, and TooSlow."""
    began = time.process_time()
    try:
        target.feed(data, folder)
        taken = True
    except target.told as error:
        assert str(error), f"{type(error).__name__} without a word"
        taken = False
    if time.process_time() - began > PATIENCE_S:
        raise TooSlow(f"{target.name}: {time.process_time() - began:.0f} s for {len(data)} bytes")
    return taken
