"""Deck and chips, taught before drawn pictures."""

from pathlib import Path

import numpy as np
import pytest

from calibration.profiles.in_use import load_in_use
from companion.setup.scenes import ChipsScene, DeckScene
from companion.setup.step import Act, Tone
from companion.setup.tasks.chips import ChipsTask
from companion.setup.tasks.deck import DeckTask
from tests.companion.setup.walks import Walk, bench, says


@pytest.fixture(autouse=True)
def _plain_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grain takes most of the drawing."""
    monkeypatch.setattr("companion.setup.scenes.WOOD", False)


def test_a_suit_is_taught_the_others_are_left_out(tmp_path: Path) -> None:
    """Thirteen cards in rows, each with its name over it; what was shown is kept, and played with at once."""
    shop = bench(tmp_path)
    walk = Walk(DeckTask(shop), DeckScene())
    walk.tap(Act.SKIP)
    assert dict(walk.step.now.values)["suit"] == "♥"  # type: ignore[union-attr]
    walk.scene.heed(walk.step)  # type: ignore[union-attr]
    walk.hand()
    step = walk.until(lambda step: Act.TAKE in step.keys, 4)
    assert [mark.label for mark in step.marks][:6] == ["A♥", "K♥", "Q♥", "J♥", "10♥", "9♥"]
    assert dict(walk.tap(Act.TAKE).now.values)["suit"] == "♦"  # type: ignore[union-attr]
    walk.tap(Act.SKIP)
    step = walk.tap(Act.SKIP)
    assert (says(step.now), step.progress) == ("deck_kept", 1.0)
    assert shop.fittings.deck is not None
    assert len(shop.fittings.deck.missing) == 39
    assert load_in_use(shop.store).deck == "deck 1"
    assert says(Walk(DeckTask(shop)).tap(Act.PICK, "known=deck-1").now) == "deck_kept"


def test_cards_laid_out_again_lie_otherwise(tmp_path: Path) -> None:
    """Where the reader does not find all thirteen, the same picture once more would not help."""
    scene = DeckScene()
    walk = Walk(DeckTask(bench(tmp_path)), scene)
    scene.heed(walk.step)
    pictures = []
    for _ in range(2):
        walk.hand()
        pictures.append(scene.picture().astype(int))
    assert np.abs(pictures[0] - pictures[1]).max() > 60


def test_a_deck_of_which_nothing_was_shown_is_none(tmp_path: Path) -> None:
    """The page begins again, and how many cards are seen is told."""
    shop = bench(tmp_path)
    walk = Walk(DeckTask(shop))
    for _ in range(4):
        step = walk.tap(Act.SKIP)
    assert dict(step.now.values)["suit"] == "♠"  # type: ignore[union-attr]
    for _ in range(3):
        step = walk.see(np.full((360, 640, 3), 90, np.uint8))
    assert dict(step.more[0].values) == {"seen": "0"}  # type: ignore[union-attr]
    assert shop.store.names("deck") == ()


def test_chips_are_taught_by_their_colours(tmp_path: Path) -> None:
    """Usual colours are named already; a name can be put right, and no two stacks bear one name."""
    shop = bench(tmp_path)
    walk = Walk(ChipsTask(shop), ChipsScene())
    step = walk.until(lambda step: bool(step.pieces), 4)
    assert [piece.name for piece in step.pieces] == ["red", "yellow", "green", "blue"]
    step = walk.tap(Act.PIECE, "3")
    assert step.pieces[3].name == "purple"
    for _ in range(7):
        step = walk.tap(Act.PIECE, "1")
    assert step.pieces[1].name == "orange"
    step = walk.tap(Act.PIECE, "1")
    assert walk.tap(Act.PIECE, "0").keys == (Act.TAKE,)
    assert says(walk.tap(Act.TAKE).now) == "chips_kept"
    assert shop.fittings.chips is not None
    assert [colour.name for colour in shop.fittings.chips.colours] == ["orange", "yellow", "green", "purple"]
    assert load_in_use(shop.store).chips == "chips 1"
    assert says(Walk(ChipsTask(shop)).tap(Act.PICK, "known=chips-1").now) == "chips_kept"


def test_two_names_alike_cannot_be_taken(tmp_path: Path) -> None:
    """They are shown as doubtful until one is changed."""
    walk = Walk(ChipsTask(bench(tmp_path)), ChipsScene())
    walk.until(lambda step: bool(step.pieces), 4)
    walk.tap(Act.PIECE, "0")
    step = walk.tap(Act.PIECE, "0")
    assert [piece.sure for piece in step.pieces] == [False, False, True, True]
    assert step.keys == ()
    assert says(walk.tap(Act.TAKE).now) == "chips_name"


def test_a_bare_table_has_no_chips(tmp_path: Path) -> None:
    """It is said what to lay."""
    walk = Walk(ChipsTask(bench(tmp_path)))
    for _ in range(3):
        step = walk.see(np.full((360, 640, 3), 90, np.uint8))
    assert (says(step.now), step.tone, step.pieces) == ("chips_lay", Tone.ASK, ())
