"""The set-up on the screen: every page holds, every tap arrives, and a whole set is taught by touches alone."""

import gc
import time
from pathlib import Path
from typing import Any

import pytest

from calibration.advice import ENGLISH, Say
from calibration.profiles import ProfileStore
from companion.setup.hints import Hint
from companion.setup.step import Act, Part, Step
from companion.setup.workshop import Workshop
from companion.ui.languages import Catalogue
from companion.ui.settings.store import Settings
from companion.ui.setup.words import KEYS, NAMES, SENTENCES, said
from tests.companion.setup.tables import Box, Running, welcome
from tests.companion.ui.conftest import Opened
from tests.companion.ui.layout import SIZES, page_faults
from tests.companion.ui.setup.moments import MOMENTS, SHELF, ShowRoom, moments
from tests.companion.ui.tables import READY, Table
from vision.camera.delay import Flicker

#: The drawn pictures take their time where the machine is busy.
PATIENCE_S = 120.0


def test_everything_that_may_be_said_has_a_text() -> None:
    """Of calibration and of the wizard; and the English of both is one."""
    assert set(SENTENCES) == {str(say) for say in Say} | {str(hint) for hint in Hint}
    texts = Catalogue("en").texts
    assert {say: texts[SENTENCES[say].key].replace("\u00a0", " ") for say in Say} == ENGLISH
    assert set(NAMES) == set(Part)
    assert set(KEYS) == set(Act) - {Act.PIECE, Act.PICK, Act.TAP, Act.ADDRESS, Act.NAME}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_holds_in_every_language(opened: Opened, size: tuple[int, int]) -> None:
    """Nothing cut off, nothing too small to be hit, nothing over anything else."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, size=size, first="setup")
    wrong = [f"list: {fault}" for fault in page_faults(hands, size)]
    for part, step in moments():
        hands.app.page.go(part.value)
        room.show(part, step)
        for language in ("en", "es", "fr") if size == (800, 480) else ("fr",):
            hands.app.speak(language)
            hands.stage.crank(2)
            hands.lay_out()
            wrong += [f"{part} {step.now}, {language}: {fault}" for fault in page_faults(hands, size)]
    assert not wrong, "\n".join(wrong)


def test_the_largest_type_is_not_cut_off(opened: Opened) -> None:
    """In the longest language on the smallest window; what there is most to say of has the most room."""
    size, room = (800, 480), ShowRoom()
    liked = Settings(text_size="largest", language="fr")
    hands = opened(Table(*READY), workshop=room, size=size, first="setup", settings=liked)
    wrong = []
    for part, step in moments():
        hands.app.page.go(part.value)
        room.show(part, step)
        hands.stage.crank(2)
        hands.lay_out()
        wrong += [f"{part} {step.now}: {fault}" for fault in page_faults(hands, size) if "shrunk" not in fault]
        ids = hands.app.page._sheet.ids
        smaller = [each.height for each in ids.said.children if getattr(each, "text", "")]
        assert ids.now.height > max(smaller, default=0)
    assert not wrong, "\n".join(wrong)


def test_the_list_leads_to_each_page_and_back(opened: Opened) -> None:
    """From home by touches alone; the parts in their order."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="home")
    hands.touch(hands.tile("Set-up"))
    from companion.ui.setup.page import PartLine

    assert hands.reads("Taught: bone dice")
    for number, part in enumerate(Part):
        hands.touch(hands.widgets(PartLine)[number])
        hands.stage.crank(2)
        assert room.moment.part is part
        assert hands.reads(hands.app.say(NAMES[part]))
        assert hands.reads(hands.app.say(said(MOMENTS[part][0].now)))
        hands.tap("‹")
        assert room.moment.part is None
    hands.tap("‹")
    assert hands.app.page_name == "home"


def test_the_whole_screen_flickers_and_a_touch_ends_it(opened: Opened) -> None:
    """Black before the beginning, white when the pattern says so, and the page again afterwards."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go("camera")
    page, now = hands.app.page, time.monotonic_ns()
    for begun, white in ((now + 60_000_000_000, False), (now, True)):
        room.show(Part.CAMERA, Step("", flicker=Flicker(begun)))
        hands.stage.crank(2)
        assert page._cover.parent is page
        assert page._cover.white is white
    assert tuple(page._cover.size) == tuple(page.size)
    hands.touch(page)
    assert room.acts == [(Act.CANCEL, "")]
    room.show(Part.CAMERA, MOMENTS[Part.CAMERA][0])
    hands.stage.crank(2)
    assert page._cover.parent is None


def test_a_kept_set_is_named_anew_by_touches(opened: Opened) -> None:
    """What it is called stands there to be changed."""
    from companion.ui.setup.controls import TypedInput

    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go("dice")
    room.show(Part.DICE, SHELF[0])
    hands.stage.crank(2)
    hands.lay_out()
    tap(hands, "Rename")
    room.show(Part.DICE, SHELF[1])
    hands.stage.crank(2)
    hands.lay_out()
    (typed,) = hands.widgets(TypedInput)
    assert typed.text == "bone dice"
    typed.text = "Grandma's dice"
    tap(hands, "✔ Rename")
    assert room.acts == [(Act.RENAME, ""), (Act.NAME, "Grandma's dice")]


def test_next_goes_through_all_pages(opened: Opened) -> None:
    """And after the last one to the list."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go("camera")
    for part in Part:
        hands.stage.crank(2)
        assert room.moment.part is part
        tap(hands, "All parts" if part is Part.BOX else "Next")
    assert hands.app.page.part is None


def test_what_is_tapped_arrives(opened: Opened) -> None:
    """Keys, choices, named dice, the picture, an address."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go("dice")
    room.show(Part.DICE, MOMENTS[Part.DICE][1])
    hands.stage.crank(2)
    hands.lay_out()
    tap(hands, "8 7", "10?", "That is right", "Begin again")
    hands.app.page.go("table")
    room.show(Part.TABLE, MOMENTS[Part.TABLE][2])
    hands.stage.crank(2)
    hands.lay_out()
    tap(hands, "One card", "A4", "4 players")
    hands.touch(hands.app.page._sheet.ids.picture)
    hands.app.page.go("camera")
    hands.stage.crank(2)
    hands.lay_out()
    tap(hands, "USB 2.0 Camera")
    assert room.acts[:-2] == [
        (Act.PICK, "printed=8 7"),
        (Act.PIECE, "4"),
        (Act.TAKE, ""),
        (Act.AGAIN, ""),
        (Act.PICK, "way=card"),
        (Act.PICK, "thing=A4"),
        (Act.PICK, "players=6"),
    ]
    tapped, chosen = room.acts[-2:]
    x, y = (float(part) for part in tapped[1].split(","))
    assert tapped[0] is Act.TAP
    assert (x, y) == pytest.approx((640, 360), abs=2)
    assert chosen == (Act.PICK, "cameras=USB 2.0 Camera")


def test_an_address_is_typed(opened: Opened) -> None:
    """There is a place for it only on the page of the camera."""
    from companion.ui.setup.controls import TypedInput

    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go("camera")
    hands.stage.crank(2)
    hands.lay_out()
    (typed,) = hands.widgets(TypedInput)
    typed.text = "rtsp://phone"
    tap(hands, "Use phone")
    assert room.acts == [(Act.ADDRESS, "rtsp://phone")]
    hands.app.page.go("lens")
    hands.stage.crank(2)
    assert hands.widgets(TypedInput) == []


def test_outlines_lie_over_the_picture_and_go_with_it(opened: Opened) -> None:
    """Bright where they are, nothing without a picture; the curtain says why."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go("dice")
    hands.stage.crank(3)
    picture = hands.app.page._sheet.ids.picture
    with_outlines = hands.pixels(picture)
    room.show(Part.DICE, MOMENTS[Part.DICE][2])
    hands.stage.crank(3)
    assert abs(with_outlines.astype(int) - hands.pixels(picture)).max() > 100
    room.seeing = False
    hands.stage.crank(3)
    assert not picture.showing
    assert hands.reads("No live picture")


def test_the_controls_lie_on_the_side_of_the_hand(opened: Opened) -> None:
    """The picture on the other."""
    hands = opened(Table(*READY), workshop=ShowRoom(), first="setup", settings=Settings(hand="left"))
    hands.app.page.go("dice")
    hands.stage.crank(2)
    hands.lay_out()
    sheet = hands.app.page._sheet
    assert sheet.ids.panel.to_window(*sheet.ids.panel.pos)[0] < sheet.ids.picture.to_window(*sheet.ids.picture.pos)[0]


def test_the_picture_comes_back_after_the_box(opened: Opened) -> None:
    """The box's page has none: what was taken out must not be lost while memory is tidied up."""
    room = ShowRoom()
    hands = opened(Table(*READY), workshop=room, first="setup")
    hands.app.page.go(Part.BOX.value)
    hands.stage.crank(2)
    gc.collect()
    hands.stage.crank(2)
    hands.app.page.go(Part.LENS.value)
    hands.stage.crank(2)
    assert hands.app.page._sheet.ids.picture.get_parent_window() is not None


def test_without_a_workshop_the_parts_are_only_shown(opened: Opened) -> None:
    """As in a window that somebody else opened."""
    hands = opened(Table(*READY), first="setup")
    hands.app.page.go("dice")
    assert hands.app.page.part is None


def tap(hands: Any, *words: str) -> None:
    """Touch the one key that holds these words, once it is there; then the next."""
    for each in words:
        assert hands.stage.until(lambda each=each: any(each in key.text for key in hands.presses()), PATIENCE_S), each
        hands.lay_out()
        (key,) = [key for key in hands.presses() if each in key.text]
        hands.touch(key)


def test_a_set_is_taught_on_the_drawn_table_by_touches_alone(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home, set-up, dice: laid, named, laid again, named, thrown, kept; and the table plays with it from then on."""
    from companion.ui.setup.page import PartLine

    monkeypatch.setattr("companion.setup.scenes.secrets.randbelow", lambda _: 3)
    table = Running(simulated=True, box=Box(welcome()))
    with Workshop(table, ProfileStore(tmp_path)) as workshop:
        hands = opened(Table(*READY), workshop=workshop, first="home", size=(1280, 800))
        hands.touch(hands.tile("Set-up"))
        hands.touch(hands.widgets(PartLine)[list(Part).index(Part.DICE)])
        rows = {"with 9 among": ["A", "K", "Q", "J", "10"], "Learned": ["9", "A", "K", "Q", "J"]}
        for then, names in rows.items():
            tap(hands, "Drawn hand")
            assert hands.stage.until(lambda: hands.reads("That is right"), PATIENCE_S)
            assert hands.app.page._sheet.ids.picture.showing
            name(hands, names)
            tap(hands, "That is right")
            assert hands.stage.until(lambda then=then: hands.reads(then), PATIENCE_S)
        tap(hands, "Drawn hand")
        assert hands.stage.until(lambda: hands.reads("of 5"), PATIENCE_S)
        tap(hands, "Keep")
        assert hands.stage.until(lambda: hands.reads("Kept until this window closes"), PATIENCE_S)
        hands.tap("‹")
        assert hands.reads("Taught: dice 1")
    assert table.fittings.dice_set is not None
    assert table.fittings.dice_set.complete
    # Drawn dice are no profile of this house.
    assert not list(tmp_path.iterdir())


def name(hands: Any, names: list[str]) -> None:
    """Tap each die until it bears its name."""
    from companion.ui.setup.controls import PieceRow

    for number, wanted in enumerate(names):
        for _ in range(6):
            (row,) = [row for row in hands.widgets(PieceRow) if row.pieces]
            key = list(reversed(row.children))[number]
            if key.text.rstrip("?") == wanted:
                break
            before = hands.app.workshop.moment.count
            hands.touch(key)
            assert hands.stage.until(lambda before=before: hands.app.workshop.moment.count > before, PATIENCE_S)
            hands.stage.crank(2)
