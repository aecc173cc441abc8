"""Deck and chips, taught before drawn pictures."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.mat import mat
from calibration.profiles import StoredTable
from calibration.profiles.in_use import load_in_use
from companion.setup.scenes import ChipsScene, DeckScene
from companion.setup.step import Act, Tone
from companion.setup.tasks.chips import ChipsTask
from companion.setup.tasks.deck import DeckTask
from tests.companion.setup.walks import NOW, Walk, bench, says
from vision.drawn.chip_stacks import stacks_print
from vision.drawn.held_board import LENS
from vision.drawn.kit_table import mat_print, photograph
from vision.drawn.lens_view import LensView
from vision.drawn.paper import Paper


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
    assert says(step.more[0]) == "deck_nothing"
    for _ in range(3):
        step = walk.see(np.full((360, 640, 3), 90, np.uint8))
    assert dict(step.more[1].values) == {"seen": "0"}  # type: ignore[union-attr]
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


def test_chips_are_measured_where_the_table_was_set_up(tmp_path: Path) -> None:
    """On the mat, whose coloured lines are no stacks, also by a camera that was moved since; not where nothing says how
    the table lies now, and not on drawn pages.
    """
    view = LensView(lens=LENS, elevation_deg=60, distance_mm=640, target_mm=(0.0, 0.0, 0.0))
    printed = mat("mentiroso", 4)
    whole = stacks_print()
    rows, columns = (side // 2 for side in whole.picture.shape[:2])
    across, deep = (round(half_mm * whole.px_per_mm) for half_mm in (160, 40))
    cloth = Paper(whole.picture[rows - deep : rows + deep, columns - across : columns + across], whole.px_per_mm)
    lying, alone = (photograph(view, papers, wood=False) for papers in ([mat_print(printed), cloth], [cloth]))
    cases = (
        (view, lying, False, 40.0),
        (replace(view, distance_mm=800.0), lying, False, 40.0),
        (view, alone, False, 0.0),
        (view, lying, True, 0.0),
    )
    for number, (stood, picture, drawn, diameter) in enumerate(cases):
        shop = replace(bench(tmp_path / str(number)), drawn=drawn)
        table = replace(stood.profile, zones=printed.zones, players=printed.players, mat=printed.name)
        shop.store.save_table(StoredTable("table", shop.camera, table, NOW))
        shop.put_in_use(table="table")
        walk = Walk(ChipsTask(shop))
        for _ in range(3):
            walk.see(picture)
        assert [piece.name for piece in walk.step.pieces] == ["red", "yellow", "green", "blue"]
        walk.tap(Act.TAKE)
        assert shop.store.pieces("chips", "chips 1").numbers.get("diameter", 0) == pytest.approx(diameter, abs=1)


def test_a_bare_table_has_no_chips(tmp_path: Path) -> None:
    """It is said what to lay."""
    walk = Walk(ChipsTask(bench(tmp_path)))
    for _ in range(3):
        step = walk.see(np.full((360, 640, 3), 90, np.uint8))
    assert (says(step.now), step.tone, step.pieces) == ("chips_lay", Tone.ASK, ())
