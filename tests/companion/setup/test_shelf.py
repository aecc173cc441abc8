"""What is kept on the tablet: taken again, named anew, thrown away, never more than was asked."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profiles import StoredTable
from calibration.profiles.in_use import load_in_use
from calibration.profiles.pieces_file import PieceSet
from companion.setup.shelf import KINDS, ShelvedTask
from companion.setup.step import Act, Part, Step, Tone
from companion.setup.task import Bench, IdleTask
from companion.setup.tasks.camera import CameraTask
from tests.calibration.scenes import camera as placed
from tests.companion.setup.tables import Cameras
from tests.companion.setup.walks import NOW, Walk, bench, says
from vision.chips.read import ChipColour, ChipSet
from vision.chips.teach import pieces_of_chips


class Page(IdleTask):
    """Any page."""

    step = Step("page", keys=(Act.AGAIN,))


def chips(shop: Bench, *names: str) -> None:
    """Kept under these names, the first in use."""
    for hue, name in enumerate(names):
        colours = ChipSet((ChipColour("red", 10.0 + hue), ChipColour("blue", 240.0)))
        shop.store.save_pieces(pieces_of_chips(colours, name, NOW))
    shop.put_in_use(chips=names[0])


def shelved(shop: Bench, part: Part = Part.CHIPS) -> Walk:
    """A page of this kind with its shelf open."""
    walk = Walk(ShelvedTask(Page(), shop, KINDS[part]))
    walk.tap(Act.SHELF)
    return walk


def test_there_is_no_shelf_before_something_was_kept(tmp_path: Path) -> None:
    """And then there is; the page goes on behind it."""
    shop = bench(tmp_path)
    walk = Walk(ShelvedTask(Page(), shop, KINDS[Part.CHIPS]))
    assert walk.step.keys == (Act.AGAIN,)
    chips(shop, "party chips")
    assert walk.tap(Act.AGAIN).keys == (Act.AGAIN, Act.SHELF)
    assert says(walk.tap(Act.SHELF).now) == "shelf"
    assert says(walk.tap(Act.DONE).now) == "page"


def test_another_one_is_put_on_the_table(tmp_path: Path) -> None:
    """At once, and after a restart; the one in use is marked."""
    shop = bench(tmp_path)
    chips(shop, "Party chips", "Opa's chips")
    walk = shelved(shop)
    assert walk.step.picks[0].options == ("Opa's chips", "Party chips")
    assert (walk.step.picks[0].value, walk.step.keys) == ("Party chips", (Act.RENAME, Act.DELETE, Act.DONE))
    step = walk.tap(Act.PICK, "saved=Opa's chips")
    assert step.keys == (Act.USE, Act.RENAME, Act.DELETE, Act.DONE)
    step = walk.tap(Act.USE)
    assert [says(word) for word in step.more] == ["shelf_used"]
    assert shop.fittings.chips is not None
    assert shop.fittings.chips.colours[0].hue == 11.0
    assert load_in_use(shop.store).chips == "opa-s-chips"


def test_what_is_named_anew_stays_in_use(tmp_path: Path) -> None:
    """With everything in it; a name that is taken, or none, is refused."""
    shop = bench(tmp_path)
    chips(shop, "chips 1", "chips 2")
    walk = shelved(shop)
    assert walk.tap(Act.RENAME).naming == "chips 1"
    for wrong, told in (("chips 2", "already"), ("  ", "expected a name"), ("¿?", "letter or digit")):
        step = walk.tap(Act.NAME, wrong)
        assert told in says(step.more[0])
        assert step.naming == "chips 1"
    step = walk.tap(Act.NAME, " Las fichas de la abuela ")
    assert (step.picks[0].value, shop.store.names("chips")) == (
        "Las fichas de la abuela",
        ("chips-2", "las-fichas-de-la-abuela"),
    )
    assert load_in_use(shop.store).chips == "las-fichas-de-la-abuela"
    assert shop.store.pieces("chips", "Las fichas de la abuela").name == "Las fichas de la abuela"
    walk.tap(Act.RENAME)
    assert walk.tap(Act.NAME, "LAS FICHAS de la abuela").picks[0].value == "LAS FICHAS de la abuela"


def test_nothing_is_thrown_away_without_a_yes(tmp_path: Path) -> None:
    """What was in use lies on the table no longer; its pictures go too; the last one closes the shelf."""
    shop = bench(tmp_path)
    pictures = {"AS": (np.zeros((40, 30, 3), np.uint8),)}
    for name in ("deck 1", "deck 2"):
        shop.store.save_pieces(PieceSet("deck", name, NOW, pictures))
    shop.put_in_use(deck="deck 1")
    walk = shelved(shop, Part.DECK)
    step = walk.tap(Act.DELETE)
    assert (says(step.now), step.tone, step.keys) == ("shelf_delete", Tone.TROUBLE, (Act.THROW_AWAY, Act.NO))
    assert [says(word) for word in step.more] == ["shelf_used"]
    walk.tap(Act.NO)
    assert shop.store.names("deck") == ("deck-1", "deck-2")
    walk.tap(Act.DELETE)
    walk.tap(Act.THROW_AWAY)
    assert shop.store.names("deck") == ("deck-2",)
    assert not shop.store.path("deck", "deck 1").with_suffix("").exists()
    assert load_in_use(shop.store).deck == ""
    walk.tap(Act.DELETE)
    assert says(walk.tap(Act.THROW_AWAY).now) == "page"


def test_a_table_of_another_camera_is_not_used(tmp_path: Path) -> None:
    """It stood elsewhere; the one that was chosen holds, not the newest."""
    shop = bench(tmp_path)
    profile = placed(60, 700).profile
    for day, (name, camera) in enumerate((("Kitchen", "webcam"), ("Garden", "webcam"), ("Club", "other"))):
        shop.store.save_table(StoredTable(name, camera, profile, f"2026-11-0{day + 1}T08:00:00+00:00"))
    walk = shelved(shop, Part.TABLE)
    assert walk.step.picks[0].value == "Garden"
    walk.tap(Act.PICK, "saved=Club")
    assert "another camera, other" in says(walk.tap(Act.USE).more[0])
    assert shop.fittings.kept is None
    walk.tap(Act.PICK, "saved=Kitchen")
    walk.tap(Act.USE)
    assert shop.fittings.kept is not None
    assert shelved(shop, Part.TABLE).step.picks[0].value == "Kitchen"


def test_a_damaged_profile_can_be_thrown_away(tmp_path: Path) -> None:
    """Used or renamed it cannot be: that is told."""
    shop = bench(tmp_path)
    chips(shop, "chips 1", "chips 2")
    shop.store.path("chips", "chips 2").write_text("rubbish")
    walk = shelved(shop)
    walk.tap(Act.PICK, "saved=chips-2")
    assert "damaged" in says(walk.tap(Act.USE).more[0])
    walk.tap(Act.DELETE)
    walk.tap(Act.THROW_AWAY)
    assert shop.store.names("chips") == ("chips-1",)


def test_a_camera_gets_a_label(tmp_path: Path) -> None:
    """Its lens and its delay stay under the name that the system gives it; it is chosen by the label."""
    shop = replace(bench(tmp_path), camera="Desk cam")
    shop.store.keep_lens("Desk cam", Lens.typical(960, 540), 0.2, NOW)
    shop.store.keep_delay("Desk cam", 120.0, NOW)
    now = [0]
    cameras = Cameras()
    walk = Walk(ShelvedTask(CameraTask(shop, cameras, lambda: now[0]), shop, KINDS[Part.CAMERA]))
    walk.task.work()
    step = walk.tap(Act.SHELF)
    assert Act.USE not in step.keys
    walk.tap(Act.RENAME)
    walk.tap(Act.NAME, "over the table")
    walk.tap(Act.DONE)
    now[0] += 2_000_000_000
    walk.task.work()
    assert walk.step.picks[0].options == ("over the table", "Busy cam")
    walk.tap(Act.PICK, "cameras=over the table")
    assert cameras.chosen == "Desk cam"
    assert walk.step.picks[0].value == "over the table"
    assert shop.store.knows_lens("Desk cam")
    assert shop.store.delay_ms("Desk cam") == 120.0


@pytest.mark.parametrize("keys", [(Act.KEEP,), (Act.DELAY, Act.CANCEL), (Act.TAKE, Act.AGAIN, Act.SKIP)])
def test_a_page_that_is_busy_has_no_shelf(tmp_path: Path, keys: tuple[Act, ...]) -> None:
    """Keys do not crowd each other."""
    shop = bench(tmp_path)
    chips(shop, "chips 1")
    page = Page()
    page.step = Step("page", keys=keys)
    assert ShelvedTask(page, shop, KINDS[Part.CHIPS]).step.keys == keys
