"""Dice on which 10 and 9 are printed: what the commands say to people says so; what programs get has 8 and 7 (M1)."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from companion.commands.referee import _told
from companion.games.dice import DiceHand
from companion.journal.evidence import PROFILE, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.clip import Hand
from companion.referee.versions import table_parts
from companion.review.words import WORDS
from tests.companion.commands.conftest import Run
from tests.companion.printed import SET, TEN_NINE
from tests.companion.referee.table import claim
from tests.companion.review.matches import picture, play, read
from tests.companion.review.test_report import Seen
from vision.pictures import decode_picture


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A hand that was disputed, one that is sure whatever the unread dice show, one that people decide and correct.

    After the first the dice were exchanged for some that nobody taught.
    """
    path = tmp_path / "j.sqlite3"
    store = EvidenceStore(evidence_folder(path))
    parts = table_parts(SET, lambda data: store.put(data, PROFILE))
    with Journal.open(path) as journal:
        play(
            journal,
            (
                e.CameraChanged(e.Link.READY), e.PartsKnown(parts), e.MatchBegun(("Ana", "Bo")), e.StarterDrawn(0),
                e.OpenDiceTold(0, "K7"), claim(0, "KKK87"), e.Called(1),
                read("KKQ87", store.put(picture(1))),
                e.Disputed(0, 0, "a king"),
                e.DisputeRuled(0, e.Outcome.OVERTURNED, "Carla", "seen", DiceHand.parse("KKK87")),
                e.RulingPublished(0),
                e.NextHandBegun(), claim(0, "KKQ87"), e.Called(1),
                read("??Q87", store.put(picture(2)), sure=False),
                e.RulingGiven(DiceHand.parse("AAQ87"), "Bo"),
                e.VerdictCorrected(1, DiceHand.parse("AKQ87"), "all", "looked again"),
                e.PartsKnown(table_parts(None, lambda data: store.put(data, PROFILE))),
                e.NextHandBegun(), claim(1, "J8877"), e.Called(0),
                e.RulingGiven(DiceHand.parse("J8877"), "Ana"),
            ),
        )  # fmt: skip
    return path


def said(run: Run, *words: object) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_match_as_the_journal_tells_it(run: Run, place: Path) -> None:
    """Each hand with the dice that it was played with."""
    first, second, third = said(run, "journal", "show", "--journal", place).split("\nHand ")[1:]
    for piece in ("in the open: K 9.", "claims KKK 10 9.", "reads K K Q 10 9 in frame 7", "KKQ 10 9 is less than"):
        assert piece in first
    for piece in ("A? A? Q 10 9", "Bo says that the dice are AAQ 10 9", "the dice were AKQ 10 9"):
        assert piece in second
    assert "claims J8877" in third
    assert not any(old in first + second for old in ("Q87", "K87"))


def test_a_review_of_one_hand_and_of_all(run: Run, place: Path) -> None:
    """Lines for people and the outlines on the picture; the object for programs has the letters."""
    table = said(run, "review", "--journal", place)
    assert "KKK 10 9" in table and "J8877" in table and "K87" not in table
    hand = said(run, "review", "--journal", place, "--hand", 1)
    for piece in ("The dice were KKK 10 9", "Held against KKK 10 9", "KKK 10 9 (three kings with red and black)"):
        assert piece in hand
    assert "87" not in hand.split("Pictures:")[0]
    told = json.loads(said(run, "review", "--journal", place, "--hand", 1, "--json"))
    assert (told["claim"], told["dice"], told["disputes"][0]["dice"]) == ("KKK87", "KKK87", "KKK87")


def test_what_a_ruling_changes_is_told_in_print(run: Run, place: Path) -> None:
    """What the referee refuses, too; and what is new after it."""
    refused = run(
        "review", "--journal", place, "--hand", 2, "--dispute", "Bo", "--why", "x", "--rule", "overturned",
        "--actual", "AKQ87", "--by", "Bo", "--why", "y",
    )  # fmt: skip
    assert refused.exit_code == 2 and "AKQ 10 9" in refused.output


@pytest.mark.parametrize("language", WORDS)
def test_the_report(run: Run, place: Path, language: str) -> None:
    """In every language, in words and on the picture of the disputed call."""
    page = said(run, "export", "--journal", place, "--html", "-", "--language", language)
    text = Seen(page).text
    for piece in ("KKK 10 9", "KKQ 10 9", "A? A? Q 10 9", "AKQ 10 9", "J8877"):
        assert piece in text
    assert not any(old in text for old in ("KKK87", "KKQ87", "AKQ87", "Q 8 7"))


def test_the_score_sheet(run: Run, place: Path) -> None:
    """As a spreadsheet has it."""
    lines = list(csv.DictReader(io.StringIO(said(run, "export", "--journal", place, "--csv", "-"), newline="")))
    assert [(line["claim"], line["dice"]) for line in lines] == [
        ("KKK 10 9", "KKK 10 9"), ("KKQ 10 9", "AKQ 10 9"), ("J8877", "J8877"),
    ]  # fmt: skip


def test_what_is_for_other_programs_has_the_letters_of_the_rules(run: Run, place: Path) -> None:
    """The record and its copy are one and the same everywhere."""
    record = said(run, "export", "--journal", place, "--json", "-")
    assert '"KKK87"' in record and '"10"' not in record


def test_a_picture_says_what_is_printed(run: Run, place: Path, tmp_path: Path) -> None:
    """The outlines of the same reading, drawn once in print and once, with the set gone, as the rules write."""
    store = EvidenceStore(evidence_folder(place))
    seen = []
    for out in ("with", "without"):
        said(run, "review", "--journal", place, "--hand", 1, "--draw", tmp_path / out)
        drawn = tmp_path / out / "hand01-read-then.jpg"
        seen.append(decode_picture(drawn.read_bytes(), "drawn"))
        for kept in store.folder.glob(f"*{PROFILE}"):
            kept.unlink()
    assert np.abs(seen[0].astype(int) - seen[1].astype(int)).max() > 60
    assert "KKK87" in said(run, "review", "--journal", place, "--hand", 1)


def test_a_hand_from_a_clip() -> None:
    """With dice that could not be read; and where none was found."""
    hand = Hand("KKK87", "KK8??", "not sure", "blurred", None, "Ana", "Bo", 1, 2, (), ())
    assert "KK 10 ??; blurred" in _told(hand, TEN_NINE)
    sure = Hand("KKK87", "KKQ87", "lie", "", "Ana", "Ana", "Bo", 1, 2, (), ())
    assert _told(sure, TEN_NINE) == "Ana claimed KKK 10 9; the dice are KKQ 10 9: lie. Ana takes the point."
    assert "the dice read are none;" in _told(
        Hand("KKK87", None, "not sure", "x", None, "A", "B", 1, 2, (), ()), TEN_NINE
    )
