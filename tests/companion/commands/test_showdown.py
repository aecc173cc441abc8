"""`companion showdown`: best and worst from cards that lie there (D14, D16)."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profiles import ProfileStore
from companion.cli import main
from companion.commands.showdown import judge
from vision.cards.arrangement import Layout
from vision.cards.reading import CardReading
from vision.pictures import encode_png


def cards(codes: str, sure: bool = True) -> tuple[CardReading, ...]:
    """Readings of "AS KD"."""
    quad = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
    return tuple(CardReading(code, quad, 0.99, sure, (), "" if sure else "blurred") for code in codes.split())


def layout(board: str, *hands: str, why: str = "") -> Layout:
    """A table with these cards."""
    return Layout(cards(board), tuple(cards(hand) for hand in hands), (), True, why)


def test_D12_DE10_best_and_worst() -> None:
    """The worked example: a full house of tens beats one of nines beats two pairs."""
    told = judge(layout("TS KC 9H TC AD", "TD KD", "9S 9C", "AC 3C"), 5)
    assert (told.best, told.worst, told.sure) == ((0,), (2,), True)


def test_D14_ties_are_shared() -> None:
    """DE11: two equal pairs of kings are both best."""
    told = judge(layout("KD AS QH JD 9C", "KH 3D", "KS 4D", "2C 5C"), 5)
    assert told.best == (0, 1) and told.worst == (2,)


def test_a_doubtful_card_makes_the_showdown_doubtful() -> None:
    """The reason names the card."""
    doubtful = Layout(cards("TS KC 9H TC AD"), (cards("TD KD"), cards("9S 9C", sure=False)), (), True, "")
    told = judge(doubtful, 5)
    assert not told.sure and "9S" in told.why and told.best == (0,)


def test_impossible_boards_are_never_sure() -> None:
    """Four cards on the flop, six on the board, a card twice: not sure, each with its reason."""
    flop = judge(layout("TS KC 9H TC", "TD KD", "9S 9C"), 3)
    assert not flop.sure and "expected 3" in flop.why
    six = judge(layout("TS KC 9H TC 2C 3C", "TD KD", "9S 9C", why="the board has five cards at most, found 6"), 5)
    assert not six.sure and six.best == ()
    twice = judge(layout("TS KC 9H TC AD", "TD KD", "9S TS"), 5)
    assert not twice.sure and "TS lies there twice" in twice.why and twice.best == ()


def test_incomplete_hands_have_no_best() -> None:
    """A player whose second card is unseen might be anything."""
    told = judge(layout("TS KC 9H TC AD", "TD KD", "9S", why="seat 1 should show two cards, found 1"), 5)
    assert told.best == () and told.worst == () and not told.sure


def test_the_command_prints_one_object(data: Path) -> None:
    """On a rendered table: the keys a program needs, and never a wrong sure verdict."""
    picture = data / "cards" / "rendered" / "cards_01020.jpg"
    run = CliRunner().invoke(main, ["showdown", str(picture), "--seats", "2", "--board", "4", "--json"])
    assert run.exit_code == 0, run.output
    told = json.loads(run.output)
    assert {c["card"] for c in told["board"]} <= {"5D", "KH", "3C", "TD"}
    assert not told["sure"] or (told["best"], told["worst"]) == ([1], [0])


def test_a_table_that_is_not_kept_is_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name as by its file, as in other commands."""
    monkeypatch.setattr("companion.commands.looking.default_store", lambda: ProfileStore(tmp_path / "profiles"))
    (tmp_path / "blank.png").write_bytes(encode_png(np.full((90, 160, 3), 60, np.uint8)))
    for table in ("garden", str(tmp_path / "garden.toml")):
        done = CliRunner().invoke(main, ["showdown", "--seats", "2", "--table", table, str(tmp_path / "blank.png")])
        assert done.exit_code == 2 and "garden" in done.output


def test_a_missing_picture_is_one_message() -> None:
    """Exit code 2, no traceback."""
    run = CliRunner().invoke(main, ["showdown", "nowhere.jpg", "--seats", "2"])
    assert run.exit_code == 2 and "nowhere.jpg" in run.output
