"""A frame in which nothing changed is not read again."""

import time
from collections.abc import Callable

import numpy as np
import pytest

from vision.cards import watch
from vision.cards.reading import CardReading
from vision.cards.watch import CardWatch
from vision.pictures import Picture


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """The pictures that were really read."""
    read: list[Picture] = []

    def stand_in(picture: Picture) -> tuple[CardReading, ...]:
        read.append(picture)
        return ()

    monkeypatch.setattr(watch, "read_cards", stand_in)
    return read


def test_noise_is_no_change(table: Callable[..., Picture], calls: list[Picture]) -> None:
    """Ten frames of one scene with a camera's noise are read once."""
    scene, rng, watching = table(("KH", 300, 300, 0, 200)), np.random.default_rng(2), CardWatch()
    for _ in range(10):
        watching.read(np.clip(scene + rng.normal(0, 4, scene.shape), 0, 255).astype(np.uint8))
    assert len(calls) == 1


def test_a_new_card_a_moved_card_and_a_reset_are_read(table: Callable[..., Picture], calls: list[Picture]) -> None:
    """Each change is seen at once, a small card's too."""
    watching = CardWatch()
    for scene in (
        table(("KH", 300, 300, 0, 60)),
        table(("KH", 300, 300, 0, 60), ("9C", 600, 300, 0, 60)),
        table(("KH", 312, 300, 0, 60), ("9C", 600, 300, 0, 60)),
    ):
        watching.read(scene)
    assert len(calls) == 3
    watching.reset()
    watching.read(calls[-1])
    assert len(calls) == 4
    watching.read(calls[-1][:, :-40])
    assert len(calls) == 5


def test_slow_changes_add_up(table: Callable[..., Picture], calls: list[Picture]) -> None:
    """Light that fades by two levels a frame is read again before it has faded by twenty."""
    scene, watching = table(("KH", 300, 300, 0, 200)).astype(int), CardWatch()
    for step in range(11):
        watching.read(np.clip(scene - 2 * step, 0, 255).astype(np.uint8))
    assert len(calls) == 2


def test_an_unchanged_frame_costs_little(calls: list[Picture]) -> None:
    """At most 15 ms of processor time at 1920x1080."""
    frame, watching = np.full((1080, 1920, 3), 120, np.uint8), CardWatch()
    watching.read(frame)
    begun = time.process_time()
    for _ in range(5):
        watching.read(frame)
    assert (time.process_time() - begun) / 5 < 0.015
    assert len(calls) == 1
