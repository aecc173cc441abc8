"""Every page at three sizes, in three languages, in the largest type: nothing cut off, nothing too small."""

from pathlib import Path
from typing import Any

import pytest

from companion.referee import events as e
from companion.ui.players import Player
from companion.ui.settings.store import Settings, load
from tests.companion.ui.conftest import Opened
from tests.companion.ui.layout import SIZES, page_faults
from tests.companion.ui.tables import READY, Demo, Table, begun, hand

LONG = ("Maximiliano Q.", "Wilhelmina W.", "Ana", "Guadalupe M.")
TEN = tuple(f"Maximiliano {n}" for n in range(10))
KNOWN = tuple(Player(name, number) for number, name in enumerate(TEN))
PAGES = ("home", "newgame", "settings", "board", "review", "setup")


def steps(page: Any) -> list[Any]:
    """The sheets of a page, as functions that turn to them."""
    if hasattr(page, "go"):
        return [lambda step=step: page.go(step) for step, _ in page.steps]
    if hasattr(page, "turn"):
        return [lambda sheet=sheet: page.turn(sheet) for sheet, _ in page.sheets]
    return [lambda: None]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_holds_in_every_language(opened: Opened, size: tuple[int, int]) -> None:
    """With ten players, and in the middle of a match."""
    settings = Settings(players=KNOWN, seated=10)
    table = Table(*READY, *begun(names=TEN, limit=12), e.ClaimConfirmed(0, hand("AAKKQ")))
    hands = opened(table, None, Demo(), size=size, settings=settings, first="home")
    wrong = []
    for name in PAGES:
        hands.app.open(name)
        for language in ("en", "es", "fr") if size == (800, 480) else ("fr",):
            hands.app.speak(language)
            for number, turn in enumerate(steps(hands.app.page)):
                turn()
                hands.lay_out()
                wrong += [f"{name} {number}, {language}: {fault}" for fault in page_faults(hands, size)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", SIZES[1:], ids=str)
def test_the_largest_type_still_fits(opened: Opened, size: tuple[int, int]) -> None:
    """And in high contrast, for the left hand."""
    settings = Settings(text_size="largest", high_contrast=True, hand="left", palette="light")
    hands = opened(Table(*READY, *begun(names=LONG)), size=size, settings=settings, first="home")
    wrong = []
    for name in (*PAGES, "table"):
        hands.app.open(name)
        hands.app.speak("es")
        for turn in steps(hands.app.page):
            turn()
            hands.lay_out()
            wrong += [f"{name}: {fault}" for fault in page_faults(hands, size)]
    assert not wrong, "\n".join(wrong)


def test_the_app_opens_on_the_first_page_and_goes_on_with_a_match(opened: Opened) -> None:
    """Who plays and how far they are stands there; no new game while one is played."""
    hands = opened(Table(*begun()), first="home")
    assert hands.reads("Ana, Bruno, Chloé; hand 1")
    hands.touch(hands.tile("Continue"))
    assert hands.reads("Ana: your claim")


def test_a_new_game_is_reached_by_taps(opened: Opened) -> None:
    """Home, new game, begin, lot; and those who played are remembered."""
    table = Table()
    hands = opened(table, lot=lambda _: 1, first="home")
    assert hands.tile("Continue").disabled
    hands.touch(hands.tile("New game"))
    hands.tap("Begin", "Draw the lot")
    assert hands.reads("B: your claim")
    assert [player.name for player in hands.app.settings.players] == ["A", "B", "C", "D"]


def test_a_match_is_given_up_for_a_new_game_by_two_taps(opened: Opened) -> None:
    """And undo brings it back until the next one begins."""
    table = Table(*begun())
    hands = opened(table, first="home")
    hands.touch(hands.tile("New game"))
    assert table.posted == []
    hands.touch(hands.tile("Give up the match?"))
    assert [type(event) for event in table.posted] == [e.MatchAbandoned]
    assert hands.press("Begin")
    hands.tap("‹")
    assert hands.reads("The match was ended early.")
    hands.touch(hands.tile("↶ Undo"))
    assert hands.reads("Ana: your claim")


def test_the_menu_leads_to_the_board_and_back(opened: Opened) -> None:
    """The game goes on behind it, and the board follows."""
    table = Table(*begun())
    hands = opened(table)
    hands.tap("☰", "Scoreboard")
    assert hands.reads("Ana: your claim")
    assert "▶" in hands.texts()
    table.happen(e.ClaimConfirmed(0, hand("KKJ87")))
    hands.stage.crank(2)
    assert hands.reads("Bruno: believe or call?")
    hands.tap("‹")
    assert hands.reads("✔ BELIEVE")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_keys_of_a_row_have_one_size_of_type(opened: Opened, language: str) -> None:
    """The longest word decides for all; the row is not set smaller than it must be."""
    from companion.ui.widgets.press import WordKey

    hands = opened(Table(*begun()), language=language)
    hands.lay_out()
    keys = hands.widgets(WordKey)
    assert len(keys) == 7
    assert {key.font_size for key in keys} == {min(key.fitting() for key in keys)}


def test_settings_hold_at_once_and_are_kept(opened: Opened, tmp_path: Path) -> None:
    """Each tap is written; the screen follows in the same moment."""
    file = tmp_path / "cubilete" / "settings.json"
    hands = opened(Table(*begun()), settings_file=file, first="settings")
    hands.tap("Español")
    assert hands.reads("Ajustes")
    hands.tap("Claro", "Alto", "Grande", "la mano izquierda", "Mesa", "Corazones", "Reclamaciones")
    kept = load(file)
    assert (kept.language, kept.palette, kept.high_contrast, kept.text_size) == ("es", "light", True, "large")
    assert (kept.hand, kept.score) == ("left", "hearts")
    hands.touch(hands.presses_saying("+")[0])
    hands.touch(hands.presses_saying("−")[2])
    assert (load(file).disk_budget_mb, load(file).challenges) == (5000, 1)
    assert hands.app.theme.palette.name == "light, high contrast"


def test_a_settings_file_that_cannot_be_written_is_said(opened: Opened, tmp_path: Path) -> None:
    """The choice holds all the same."""
    (tmp_path / "file").write_text("no folder")
    hands = opened(Table(), settings_file=tmp_path / "file" / "settings.json", first="settings")
    hands.tap("Light")
    assert hands.reads("could not be kept")
    assert hands.app.theme.palette.name == "light"


def test_a_damaged_settings_file_is_said_on_the_first_page(opened: Opened, tmp_path: Path) -> None:
    """Which file, and that the defaults hold."""
    hands = opened(Table(), settings_file=tmp_path / "settings.json", damaged=True, first="home")
    assert hands.reads("cannot be read")
    assert hands.reads("settings.json")


def test_the_controls_lie_on_the_side_of_the_hand(opened: Opened) -> None:
    """The picture on the other."""
    hands = opened(Table(*begun()), settings=Settings(hand="left"))
    key, picture = hands.press("Pass the dice"), hands.app.page.ids.picture
    assert key.center_x < picture.center_x
    hands.app.keep(Settings(hand="right"))
    hands.lay_out()
    assert key.to_window(*key.center)[0] > picture.to_window(*picture.center)[0]
