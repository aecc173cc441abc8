"""The report: one file, nothing from outside, nothing secret, three languages."""

import re
from dataclasses import fields
from html.parser import HTMLParser

import pytest

from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.review.pictures import drawn
from companion.review.report import report
from companion.review.words import INPUTS, OUTCOMES, WORDS
from tests.companion.referee.table import claim
from tests.companion.review.conftest import Played
from tests.companion.review.matches import play, record_of

DISPUTE = e.Disputed(0, 0, "the queen was a king")
RULED = e.DisputeRuled(0, e.Outcome.OVERTURNED, "Carla", "it is a king", DiceHand.parse("KKKJ7"))


class Seen(HTMLParser):
    """What a browser makes of a page: its texts, and where it would fetch from."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in {"meta", "img", "br", "link"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)


@pytest.mark.parametrize("language", WORDS)
def test_every_language_tells_the_whole_match(played: Played, language: str) -> None:
    """Score, statistics, every hand, the head hash; every tag is closed and nothing is left to fill in."""
    page = report(played.record, {}, language)
    seen = Seen(page)
    assert seen.open == []
    for piece in ("Ana", "Íñigo", "KKKJ7", "KKQQ7", "A? K K Q 7", played.record.head, "dice-0123456789ab"):
        assert piece in seen.text
    assert "{" not in seen.text
    assert f'<html lang="{language}">' in page


@pytest.mark.parametrize("language", WORDS)
def test_every_word_is_there(language: str) -> None:
    """No text is empty, no list too short; the same fields are filled in as in English."""
    for field in fields(WORDS["en"]):
        there, english = getattr(WORDS[language], field.name), getattr(WORDS["en"], field.name)
        assert there
        assert sorted(re.findall(r"\{\w+\}", str(there))) == sorted(re.findall(r"\{\w+\}", str(english)))
    assert len(WORDS[language].outcomes) == len(OUTCOMES)
    assert len(WORDS[language].inputs) == len(INPUTS)


def test_a_disputed_call_has_its_picture_and_its_times(played: Played) -> None:
    """Embedded, so that the file is all there is; what the box felt stands beside it."""
    record = played.then(DISPUTE, RULED, e.RulingPublished(0))
    page = report(record, {1: drawn(record.hands[0], played.store)})
    seen = Seen(page)
    assert [source[:23] for source in seen.fetched] == ["data:image/jpeg;base64,"]
    for piece in (
        "the queen was a king",
        "Carla",
        "it is a king",
        "0.300\u00a0s after the lift",
        "+0.012\u00a0s",
        "cup tilted",
    ):
        assert piece in seen.text
    assert record.hands[0].evidence[-1] in seen.text


@pytest.mark.parametrize(("language", "times"), [("es", ("0,300", "+0,012")), ("fr", ("0,300", "+0,012"))])
def test_times_have_the_decimal_sign_of_the_language(played: Played, language: str, times: tuple[str, str]) -> None:
    """Of the picture and of the box; a number and its unit stay on one line."""
    record = played.then(DISPUTE)
    text = Seen(report(record, {1: drawn(record.hands[0], played.store)}, language)).text
    assert all(f"{time}\u00a0s" in text for time in times)


def test_a_picture_that_is_gone_is_said_to_be(played: Played) -> None:
    """Rather than a gap."""
    assert "no picture of this call" in Seen(report(played.then(DISPUTE), {})).text


def test_a_ruling_is_told_once_it_is_published(played: Played) -> None:
    """Nothing of it before."""
    before = report(played.then(DISPUTE, RULED), {})
    assert "Not ruled yet" in before
    assert "it is a king" not in before
    assert "is overturned" not in before
    assert "is overturned" in report(played.then(e.RulingPublished(0)), {})


def test_nothing_that_people_type_is_taken_for_html(played: Played) -> None:
    """Names, reasons and rulers."""
    evil = '<script>alert("x")</script>&'
    match = play(
        played.journal,
        (
            e.MatchBegun((evil, "B")), e.StarterDrawn(0), claim(0, "KKKJ7"), e.Called(1),
            e.RulingGiven(DiceHand.parse("KKKJ7"), evil), e.Disputed(0, 1, evil),
            e.DisputeRuled(0, e.Outcome.STANDS, evil, evil), e.RulingPublished(0),
            e.NextHandBegun(), e.HandVoided(evil),
        ),
    )  # fmt: skip
    page = report(record_of(played.journal, match), {})
    assert "<script" not in page
    assert evil in Seen(page).text


def test_a_match_that_is_over_has_places(played: Played) -> None:
    """M10, M11: the winner, and who is out."""
    match = play(played.journal, (e.MatchBegun(("A", "B"), 1), e.StarterDrawn(0), claim(0, "AAAAA"), e.Believed(1)))
    text = Seen(report(record_of(played.journal, match), {})).text
    assert "winner" in text
    assert "not been played to its end" not in text


@pytest.mark.parametrize("language", WORDS)
def test_a_match_that_was_given_up_says_so(played: Played, language: str) -> None:
    """And why."""
    assert "Bo: dinner" in report(played.then(e.MatchAbandoned("Bo", "dinner")), {}, language)
