"""The dice set is taught live: two rows, named by tapping; what is refused says why; what is kept is played with."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.dice_set import PICTURE_SIDE, DiceSet, TaughtFace
from calibration.dice_view import DiceView
from companion.setup.scenes import DiceScene
from companion.setup.step import Act, Tone
from companion.setup.task import Bench
from companion.setup.tasks.dice import DiceTask
from tests.companion.setup.walks import NOW, Walk, bench, says
from vision.drawn.table import DrawnTable


def name_row(walk: Walk, names: str) -> None:
    """Tap each die until it bears its name."""
    for number, name in enumerate(names.split()):
        for _ in range(6):
            if walk.step.pieces[number].name == name:
                break
            walk.tap(Act.PIECE, str(number))
        assert walk.step.pieces[number].name == name


@pytest.fixture(scope="module")
def drawn() -> DrawnTable:
    """One table for all."""
    return DrawnTable(seed=3)


@pytest.fixture
def scene(drawn: DrawnTable) -> DiceScene:
    """Nothing lies there yet; the hand knows what the first row is."""
    return DiceScene(drawn)


def begun(shop: Bench, scene: DiceScene) -> Walk:
    """The first row lies there, found and outlined."""
    walk = Walk(DiceTask(shop), scene)
    scene.heed(walk.step)
    walk.hand()
    walk.until(lambda step: bool(step.pieces))
    return walk


def test_a_set_is_taught_by_putting_the_dice_down_twice(tmp_path: Path, scene: DiceScene) -> None:
    """Outlines while they lie, names that are tapped, the sixth face asked for, read at once, kept, and in use."""
    shop = bench(tmp_path)
    walk = begun(shop, scene)
    step = walk.step
    assert [mark.tone for mark in step.marks] == [Tone.GOOD] * 5
    assert [mark.outline[0][0] for mark in step.marks] == sorted(mark.outline[0][0] for mark in step.marks)
    name_row(walk, "A K Q J 10")
    # The row that lies there is not taken for the next one.
    step = walk.tap(Act.TAKE)
    assert says(step.now) == "dice_lay_again"
    assert dict(step.now.values)["faces"] == "9"  # type: ignore[union-attr]
    walk.see(scene.picture())
    assert not walk.see(scene.picture()).pieces
    walk.hand()
    step = walk.until(lambda step: bool(step.pieces))
    name_row(walk, "9 A K Q J")
    assert says(walk.tap(Act.TAKE).now) == "dice_try"
    scene.hand()
    step = walk.until(lambda step: len(step.marks) == 5)
    printed = {"8": "10", "7": "9"}
    lying = sorted((die.centre[0], printed.get(die.face, die.face)) for die in scene._table.truth())
    assert [mark.label for mark in sorted(step.marks, key=lambda m: m.outline[0][0])] == [label for _, label in lying]
    assert says(walk.tap(Act.KEEP).now) == "dice_kept"
    assert shop.fittings.dice_set is not None
    assert shop.fittings.dice_set.complete
    assert shop.store.dice_set("dice 1").complete
    assert says(Walk(DiceTask(shop)).tap(Act.PICK, "known=dice-1").now) == "dice_kept"


def test_names_that_cannot_be_are_refused_with_the_reason_and_put_right(tmp_path: Path, scene: DiceScene) -> None:
    """One name for all five dice: their faces look different; the names stay, to be put right where they lie."""
    walk = begun(bench(tmp_path), scene)
    name_row(walk, "K K K K K")
    step = walk.tap(Act.TAKE)
    assert step.tone is Tone.TROUBLE
    assert says(step.now) == "teach_strangers"
    assert [piece.name for piece in step.pieces] == ["K"] * 5
    name_row(walk, "A K Q J 10")
    assert says(walk.tap(Act.TAKE).now) == "dice_lay_again"


def test_a_hand_over_the_row_costs_no_names(tmp_path: Path, scene: DiceScene) -> None:
    """Where the dice lie as before they keep their names; where they were moved they are looked at anew."""
    walk = begun(bench(tmp_path), scene)
    name_row(walk, "10 A A A A")
    hand = scene.picture().copy()
    hand[300:, 500:800] = 90
    walk.see(hand)
    walk.see(scene.picture())
    walk.see(scene.picture())
    assert [piece.name for piece in walk.step.pieces] == ["10", "A", "A", "A", "A"]
    walk.see(hand)
    walk.see(hand)
    assert walk.see(hand).pieces == ()


def test_how_the_lowest_faces_are_printed_is_asked(tmp_path: Path, scene: DiceScene) -> None:
    """Before the first row is learned."""
    walk = begun(bench(tmp_path), scene)
    name_row(walk, "A K Q J 10")
    step = walk.tap(Act.PICK, "printed=8 7")
    assert step.pieces[4].name == "8"
    assert step.marks[4].label == "8"


def test_where_a_drawn_table_plays_with_the_dice_it_is_said(tmp_path: Path) -> None:
    """Elsewhere drawn dice are only a trial."""
    for plays, told in ((True, "drawn_plays"), (False, "drawn_kept")):
        shop = replace(bench(tmp_path / str(plays)), drawn=True, plays=plays)
        flat = np.full((PICTURE_SIDE, PICTURE_SIDE, 3), 90, np.uint8)
        faces = {"A": TaughtFace("A", "A", (flat,))}
        shop.store.save_dice_set(DiceSet("ours", faces, DiceView(640, 360, 600.0, 1.0, 20.0), NOW))
        assert says(Walk(DiceTask(shop)).tap(Act.PICK, "known=ours").now) == told


def test_a_profile_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """And the page goes on."""
    shop = bench(tmp_path)
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "bone.toml").write_text("damaged")
    walk = Walk(DiceTask(shop))
    step = walk.tap(Act.PICK, "known=bone")
    assert step.tone is Tone.TROUBLE
    assert "bone.toml" in says(step.more[0])
