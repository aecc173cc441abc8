"""From events to the journal and back: codec, desk, fold and the telling (real SQLite)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice import DiceHand
from companion.journal.errors import JournalError
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.codec import UnknownEvent, decode, encode
from companion.referee.desk import Desk, resume
from companion.referee.state import Phase
from companion.referee.tell import tell_match
from tests.companion.referee.table import claim, dice
from vision.readings import Alternative, DieReading

HAND = [
    e.CameraChanged(e.Link.READY),
    e.BoxChanged(e.Link.READY),
    e.CupSeated(),
    e.MatchBegun(("Ana", "Bo")),
    e.StarterDrawn(0),
    claim(0, "KKKJ7"),
    e.CupLifted(frame=15),
    e.DiceRead(dice("KKQJ7"), True, frame=38, evidence=("ab" * 32,)),
]

NUMBER = st.floats(0, 5000, allow_nan=False)
POINT = st.tuples(NUMBER, NUMBER)
READING = st.builds(
    DieReading,
    st.sampled_from("AKQJ87"),
    st.tuples(POINT, POINT, POINT, POINT),
    st.floats(0, 1),
    st.booleans(),
    st.lists(st.builds(Alternative, st.sampled_from("AKQJ87"), st.floats(0, 1)), max_size=6).map(tuple),
    st.text(max_size=20),
)


@given(st.builds(e.DiceRead, st.lists(READING, max_size=6).map(tuple), st.booleans(), st.text(max_size=20)))
def test_a_reading_comes_back_exactly(event: e.DiceRead) -> None:
    """Every number of a reading survives the journal's text."""
    assert decode(*encode(event)) == event


@pytest.mark.parametrize("event", HAND, ids=lambda event: type(event).__name__)
def test_every_event_comes_back(event: e.Event) -> None:
    """Kind and body give the same event."""
    assert decode(*encode(event)) == event


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("nonsense", {}),
        ("claim_confirmed", {"seat": 0}),
        ("claim_confirmed", {"seat": 0, "claim": "KKKJX", "blind": False}),
        ("claim_confirmed", {"seat": 0, "claim": 7, "blind": False}),
        ("claim_confirmed", {"seat": 0, "claim": "KKKJ7", "blind": False, "extra": 1}),
        ("dice_read", {"readings": [{"face": "A"}]}),
        ("dice_read", []),
    ],
)
def test_what_cannot_be_read_says_so(kind: str, body: dict[str, object]) -> None:
    """An entry of another version, or a damaged one, is named; never a traceback."""
    with pytest.raises(UnknownEvent, match=kind):
        decode(kind, body)


def test_a_hand_lies_in_the_journal_and_resumes(tmp_path: Path) -> None:
    """Every event on the disk; the state comes back from the file alone, and people can read it."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for event in HAND:
            desk.take(event)
        assert desk.match is not None
        entries = journal.events(desk.match)
        journal.verify(desk.match)
    assert [x.kind for x in entries] == [
        "match_begun",
        "box_changed",
        "camera_changed",
        "cup_seated",
        "starter_drawn",
        "claim_confirmed",
        "cup_lifted",
        "dice_read",
        "verdict",
    ]
    assert resume(entries) == desk.state
    told = tell_match(desk.match, entries)
    for line in (
        "Ana claims KKKJ7.",
        "Bo lifts the cup (frame 15): that is a call.",
        "The camera reads K K Q J 7 in frame 38 (sure).",
        "Ana lied: KKQJ7 is less than KKKJ7. Ana takes a point.",
        "Points: Ana 1, Bo 0.",
    ):
        assert line in told


@pytest.mark.parametrize(
    "forged",
    [
        ("starter_drawn", {"seat": 77}),
        ("starter_drawn", {"seat": -1}),
        ("claim_confirmed", {"seat": 0, "claim": "KKKJ7", "blind": False}),
        ("next_hand_begun", {}),
    ],
)
def test_a_record_that_no_referee_wrote_is_not_told(tmp_path: Path, forged: tuple[str, dict[str, object]]) -> None:
    """Its chain holds, but the rules forbid an entry: it is named, without a traceback."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        match = journal.begin_match("mentiroso", {"names": ["A", "B"], "limit": 5, "simulated": False})
        journal.append(match, *forged)
        with pytest.raises(UnknownEvent, match="entry 2"):
            tell_match(match, journal.events(match))


def test_a_match_of_a_game_that_is_not_known_is_named_and_not_told_as_this_one(tmp_path: Path) -> None:
    """One journal holds all; a later version may know more games."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        match = journal.begin_match("chess", {"names": ["A", "B"]})
        assert tell_match(match, journal.events(match)).startswith(f"Match {match}, chess, begun")


def test_a_second_match_is_a_record_of_its_own(tmp_path: Path) -> None:
    """After the first match is over, the desk begins a new one."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for _ in range(2):
            for event in [e.MatchBegun(("A", "B"), 1), e.StarterDrawn(0), claim(0, "AAAAA"), e.Believed(1)]:
                desk.take(event)
            assert desk.state.phase is Phase.OVER
        assert [head.events for head in journal.matches()] == [7, 7]


class _FullDisk:
    """A journal whose disk is full after the match began."""

    def begin_match(self, game: str, body: object) -> str:
        return "m"

    def append_all(self, match: str, entries: object) -> None:
        raise JournalError("the disk is full")


def test_what_is_not_on_the_disk_is_not_on_the_board() -> None:
    """A claim that could not be journalled did not happen."""
    desk = Desk(_FullDisk())
    with pytest.raises(JournalError):
        desk.take(e.MatchBegun(("A", "B")))
    assert desk.state.phase is Phase.SEATING


def test_what_was_taken_back_is_not_told(tmp_path: Path) -> None:
    """A retraction leaves the record whole and the telling right."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for event in [*HAND[:5], claim(0, "KKKJ7")]:
            desk.take(event)
        assert desk.match is not None
        wrong = journal.events(desk.match)[-1].seq
        journal.append(desk.match, "retracted", {"seq": wrong, "by": "Ana", "why": "I said queens"})
        journal.append(desk.match, *encode(claim(0, "QQQJ7")))
        told = tell_match(desk.match, journal.events(desk.match))
    assert "QQQJ7" in told
    assert "KKKJ7" not in told


def test_spoken_hands_are_stored_in_one_form() -> None:
    """10 and 8 are the same rank; the journal knows one spelling."""
    _, body = encode(e.RulingGiven(DiceHand.parse("10 10 Q Q 9"), "Ana"))
    assert body["actual"] == "QQ887"
