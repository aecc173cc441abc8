"""The thread of the set-up: pages are opened and closed, what is private is not seen, what fails is said."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from calibration.profiles import ProfileStore
from companion.setup.step import Act, Part, Tone
from companion.setup.workshop import Moment, Workshop
from tests.companion.setup.tables import Box, Running, welcome
from tests.companion.setup.walks import says

PATIENCE_S = 60.0
GREY = np.full((180, 320, 3), 120, np.uint8)


@pytest.fixture
def table() -> Running:
    """A real one, with a camera that sees grey."""
    table = Running(camera="webcam", box=Box(welcome()))
    table.sees(GREY)
    return table


@pytest.fixture
def shop(table: Running, tmp_path: Path) -> Iterator[Workshop]:
    """Its workshop, running."""
    with Workshop(table, ProfileStore(tmp_path)) as workshop:
        yield workshop


def until(shop: Workshop, there: Callable[[Moment], bool]) -> Moment:
    """Wait for a moment."""
    end = time.monotonic() + PATIENCE_S
    while not there(shop.moment):
        assert time.monotonic() < end, shop.moment
        time.sleep(0.01)
    return shop.moment


def test_a_page_looks_at_the_table_while_it_is_open(shop: Workshop, table: Running) -> None:
    """Its picture is the camera's; once it is closed nothing is looked at."""
    assert shop.newest() is None
    shop.begin(Part.TABLE)
    until(shop, lambda moment: says(moment.step.now) == "show_mat")
    picture = shop.newest()
    assert picture is not None
    assert picture.rgba.shape == (180, 320, 4)
    again = shop.newest()
    assert again is not None
    assert again.count == picture.count
    table.sees(GREY)
    newer = shop.newest()
    assert newer is not None
    assert newer.count > picture.count
    shop.leave()
    until(shop, lambda _: shop.newest() is None)


def test_while_a_match_goes_on_nothing_private_is_seen(shop: Workshop, table: Running) -> None:
    """The page says so, and can be tried with drawn pictures."""
    table.private = True
    shop.begin(Part.DICE)
    moment = until(shop, lambda moment: says(moment.step.now) == "private")
    assert moment.step.keys == (Act.DRAW,)
    assert shop.newest() is None


def test_without_a_camera_every_page_explains_itself_and_can_be_tried(tmp_path: Path) -> None:
    """Drawn pictures on a tap, and back again; nothing of them is kept in the house's profiles."""
    table = Running()
    with Workshop(table, ProfileStore(tmp_path)) as shop:
        for part in Part:
            shop.begin(part)
            moment = until(shop, lambda moment, part=part: moment.part is part and moment.step.now != "")  # type: ignore[misc]
            if part not in (Part.CAMERA, Part.BOX):
                moment = until(shop, lambda moment: says(moment.step.now) == "no_camera")
                assert moment.step.keys == (Act.DRAW,)
        moment = until(shop, lambda moment: moment.part is Part.BOX)
        assert moment.step.keys == (Act.DRAW,)
        shop.act(Act.DRAW)
        until(shop, lambda moment: moment.step.keys == (Act.BEGIN,))
        shop.act(Act.BEGIN)
        until(shop, lambda moment: Act.HAND in moment.step.keys)
        shop.begin(Part.CHIPS)
        until(shop, lambda moment: moment.part is Part.CHIPS and moment.step.keys == (Act.DRAW,))
        shop.act(Act.DRAW)
        until(shop, lambda moment: bool(moment.step.pieces))
        assert shop.newest() is not None
        shop.act(Act.TAKE)
        until(shop, lambda moment: says(moment.step.now) == "drawn_kept")
        shop.act(Act.DRAW)
        until(shop, lambda moment: says(moment.step.now) == "no_camera")
    assert table.fittings.chips is None
    assert not list(tmp_path.iterdir())


def test_a_camera_is_chosen_on_its_own_page(shop: Workshop, table: Running) -> None:
    """The list of cameras takes a moment, and is said to."""
    shop.begin(Part.CAMERA)
    until(shop, lambda moment: bool(moment.step.picks))
    shop.act(Act.PICK, "cameras=Desk cam")
    until(shop, lambda moment: bool(moment.step.picks) and moment.step.picks[0].value == "Desk cam")


def test_a_box_is_tested_on_its_own_page(shop: Workshop, table: Running) -> None:
    """What it tells arrives without a picture."""
    shop.begin(Part.BOX)
    until(shop, lambda moment: moment.step.keys == (Act.BEGIN,))
    shop.act(Act.BEGIN)
    for _ in range(60):
        moment = until(shop, lambda moment: Act.HAND in moment.step.keys or moment.step.progress == 1)
        if moment.step.progress == 1:
            break
        shop.act(Act.HAND)
        until(shop, lambda after, before=moment: after.count > before.count)  # type: ignore[misc]
    assert says(shop.moment.step.now) == "box_passed"


def test_what_fails_is_said_and_the_page_can_begin_again(
    shop: Workshop, table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours must not end the thread."""

    def broken(*_: object) -> None:
        raise RuntimeError("no eyes")

    with monkeypatch.context() as patched:
        patched.setattr("companion.setup.tasks.table.look", broken)
        shop.begin(Part.TABLE)
        moment = until(shop, lambda moment: says(moment.step.now) == "failed")
        assert moment.step.tone is Tone.TROUBLE
        assert dict(moment.step.now.values) == {"why": "no eyes"}  # type: ignore[union-attr]
    shop.act(Act.AGAIN)
    until(shop, lambda moment: says(moment.step.now) == "show_mat")


def test_what_is_known_is_told_for_the_list(shop: Workshop, table: Running, tmp_path: Path) -> None:
    """Also where a file in the folder is damaged."""
    assert not shop.known.lens
    assert shop.known.well is None
    (tmp_path / "in-use.toml").write_text("damaged")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "table.toml").write_text("damaged")
    assert not shop.known.table
