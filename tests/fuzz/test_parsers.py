"""A little hostile input for every parser in each run of the suite; `python -m tests.fuzz` goes on for hours."""

import random
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.mutate import mutated
from tests.fuzz.target import Target, attempt
from tests.fuzz.targets import targets

EXAMPLES, DEAR_EXAMPLES = 40, 6
TARGETS = tuple(targets())


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the parsers' files lie, one input at a time."""
    return tmp_path_factory.mktemp("fuzz")


@cache
def seeds(target: Target, room: Path) -> tuple[bytes, ...]:
    """The sound inputs of a target, made once."""
    return target.seeds(empty(room))


def empty(room: Path) -> Path:
    """A folder with nothing in it."""
    shutil.rmtree(room / "one", ignore_errors=True)
    (room / "one").mkdir()
    return room / "one"


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_what_the_fuzzer_starts_from_is_sound(target: Target, room: Path) -> None:
    """Else it would only ever try the first line of a parser."""
    assert any(attempt(target, seed, empty(room)) for seed in seeds(target, room))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_hostile_input_is_told(target: Target, room: Path) -> None:
    """Taken, or refused with a reason: no other error, no endless work."""

    @settings(max_examples=DEAR_EXAMPLES if target.dear else EXAMPLES, database=None)
    @given(st.integers(0, 2**64), st.binary(max_size=40))
    def hostile(number: int, noise: bytes) -> None:
        rng = random.Random(number)
        one, other = rng.choice(seeds(target, room)), rng.choice(seeds(target, room))
        data = noise if number < 2**32 else mutated(one, other, rng, text=target.text)
        attempt(target, data, empty(room))

    hostile()
