"""A call looked at again from the command line: listed, read again, drawn, disputed, ruled, announced, corrected."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from calibration.dice_set import DiceSet
from companion.journal.evidence import PROFILE, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.versions import table_parts
from companion.review.record import read_match
from tests.companion.commands.conftest import Clip, Run
from tests.companion.referee.table import claim
from tests.companion.review.matches import BEGIN, play, recorded
from vision.dice.read import read_dice
from vision.pictures import decode_picture
from vision.version import reader_version


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A journal of two hands whose small pictures show no dice."""
    path = tmp_path / "j.sqlite3"
    recorded(path)[0].close()
    return path


def told(result: Result, code: int = 0) -> str:
    """What was said, without a traceback."""
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def review(run: Run, place: Path, *words: object, code: int = 0) -> str:
    return told(run("review", "--journal", place, *words), code)


def as_json(run: Run, place: Path, *words: object) -> dict[str, Any]:
    result = run("review", "--journal", place, "--json", *words)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def events(place: Path) -> int:
    with Journal.open(place, read_only=True) as journal:
        return journal.matches()[0].events


def test_the_calls_are_listed(run: Run, place: Path) -> None:
    """For people a line each, for programs an object each."""
    lines = review(run, place).splitlines()
    assert lines[2].split() == ["1", "KKKJ7", "Ana", "Bo", "KKQJ7", "lie", "Ana", "camera", "3"]
    hands = as_json(run, place)["hands"]
    assert [hand["verdict"] for hand in hands] == ["lie", "true"]
    assert [len(hand["evidence"]) for hand in hands] == [3, 1]
    assert hands[0]["evidence"][0]["since_lift_us"] == -300_000


def test_a_dispute_step_by_step(run: Run, place: Path) -> None:
    """Raised, ruled, announced: the ruling is told, and counts, with the last step only."""
    assert "Written down" in review(run, place, "--hand", 1, "--dispute", "Ana", "--why", "that is a king")
    ruled = ("--hand", 1, "--rule", "overturned", "--actual", "K K K J 9", "--by", "Íñigo", "--why", "three kings")
    text = review(run, place, *ruled)
    assert "ruled, not published yet" in text
    assert "three kings." not in text
    (before,) = as_json(run, place)["hands"][0]["disputes"]
    assert (before["ruled"], before["outcome"], before["dice"]) == (True, None, None)
    text = review(run, place, "--hand", 1, "--publish")
    assert "the verdict was wrong" in text
    assert "Ana: now 1 point, before 2." in text
    hand = as_json(run, place)["hands"][0]
    assert (hand["verdict"], hand["point"], hand["dice"]) == ("true", "Bo", "KKKJ7")
    assert hand["disputes"][0]["outcome"] == "overturned"


def test_a_dispute_in_one_go(run: Run, place: Path) -> None:
    """The same in one command; with --json what changed goes to the other stream."""
    found = as_json(
        run, place, "--hand", 2, "--dispute", "Bo", "--rule", "inconclusive", "--by", "Ana", "--why", "blurred",
        "--publish",
    )  # fmt: skip
    assert found["disputes"][0]["outcome"] == "inconclusive"
    assert found["point"] == "Ana"


def test_what_the_referee_refuses_is_not_half_written(run: Run, place: Path) -> None:
    """A ruling against its own dice: the dispute that came with it is not written either."""
    before = events(place)
    text = review(
        run, place, "--hand", 1, "--dispute", "Ana", "--rule", "confirmed", "--actual", "KKKJ7", "--by", "Bo",
        "--why", "seen", code=2,
    )  # fmt: skip
    assert "the ruling must be another" in text
    assert "not in dispute" in review(run, place, "--hand", 1, "--publish", code=2)
    assert events(place) == before


def test_a_correction_needs_no_dispute(run: Run, place: Path) -> None:
    """All agree on the dice; the pictures stay with the hand."""
    text = review(run, place, "--hand", 1, "--correct", "KKKJ7", "--by", "all", "--why", "the queen was a king")
    assert "all corrected it: the queen was a king. The dice were KKKJ7." in text
    hand = as_json(run, place)["hands"][0]
    assert (hand["verdict"], hand["point"]) == ("true", "Bo")
    assert len(hand["evidence"]) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hand", 9), "2 finished hands"),
        (("--hand", 0), "0"),
        (("--draw", "out"), "--hand"),
        (("--publish",), "--hand"),
        (("--hand", 1, "--rule", "stands"), "--by"),
        (("--hand", 1, "--rule", "sure", "--by", "a", "--why", "b"), "overturned"),
        (("--hand", 1, "--dispute", "Ana"), "--why"),
        (("--hand", 1, "--dispute", "Zoe", "--why", "b"), "Ana, Bo, Íñigo"),
        (("--hand", 1, "--actual", "KKKJ7"), "--rule"),
        (("--hand", 1, "--correct", "KKKJX", "--by", "a", "--why", "b"), "X"),
        (("--hand", 1, "--correct", "KKKJ7", "--publish", "--by", "a", "--why", "b"), "no ruling"),
        (("--hand", 1, "--set", "none.json"), "none.json"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_cannot_be_is_explained(run: Run, place: Path, words: tuple[object, ...], said: str) -> None:
    """Exit code 2, nothing written."""
    before = events(place)
    assert said in review(run, place, *words, code=2)
    assert events(place) == before


def test_pictures_that_are_gone_end_no_review(run: Run, place: Path) -> None:
    """What is left of the record is told, with the reason why nothing is read again."""
    store = EvidenceStore(evidence_folder(place))
    with Journal.open(place, read_only=True) as journal:
        (head,) = journal.matches()
        gone = read_match(journal.events(head.match)).hands[0].evidence
    store.remove(gone)
    text = review(run, place, "--hand", 1, "--draw", place.parent / "out")
    assert "Not read again" in text
    assert "there was only" in text or "there were two" in text
    assert list((place.parent / "out").iterdir()) == []


def test_an_empty_journal(run: Run, tmp_path: Path) -> None:
    """There is nothing to look at."""
    Journal.open(tmp_path / "j.sqlite3").close()
    assert "no match has been played" in review(run, tmp_path / "j.sqlite3", code=2)


def test_a_picture_is_read_again_with_the_set_it_was_read_with(run: Run, clip: Clip, tmp_path: Path) -> None:
    """The set lies with the evidence: the same dice again, and drawn on the picture; what the box felt is told."""
    place, out = tmp_path / "j.sqlite3", tmp_path / "out"
    store, dice_set = EvidenceStore(evidence_folder(place)), DiceSet.load(clip.set)
    cup, dice = ((clip.folder / name).read_bytes() for name in ("010.jpg", "059.jpg"))
    readings = read_dice(decode_picture(dice, "059.jpg"), dice_set, expected=5)
    read = e.DiceRead(
        readings, True, "", 59, (store.put(cup), store.put(dice)), (-166_666, 1_466_666),
        (e.BoxMoment("cup", "lifted", 0),),
    )  # fmt: skip
    with Journal.open(place) as journal:
        parts = table_parts(dice_set, lambda data: store.put(data, PROFILE), "1.2")
        play(journal, (e.PartsKnown(parts), *BEGIN[:1], *BEGIN[2:], claim(0, "KKKJ7"), e.Called(1), read))
    hand = as_json(run, place, "--hand", 1, "--draw", out)
    assert hand["reread"]["agrees"]
    assert (hand["reread"]["known"], hand["reread"]["verdict"], hand["reread"]["set"]) == ("KKQJ7", "lie", "set")
    assert hand["parts"]["reader"] == hand["reread"]["reader_now"] == reader_version("dice")
    assert hand["box"] == [{"input": "cup", "level": "lifted", "at_us": 0}]
    assert [Path(picture).name for picture in hand["pictures"]] == [
        "hand01-1-before0167ms.jpg", "hand01-2-after1467ms.jpg", "hand01-read-then.jpg", "hand01-read-today.jpg",
    ]  # fmt: skip
    assert (out / "hand01-2-after1467ms.jpg").read_bytes() == dice
    assert (out / "hand01-read-today.jpg").read_bytes() != dice
    assert "Nothing is damaged or missing" in told(run("journal", "verify", "--journal", place))
