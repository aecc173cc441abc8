"""What the box felt around a call, and what the table is made of, as they stand in the record."""

from pathlib import Path

from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.codec import decode, encode
from companion.referee.desk import Desk, resume
from companion.referee.effects import Append
from companion.referee.film import AFTER_HELD, AFTER_KEPT, Aftermath
from companion.referee.reduce import reduce
from companion.referee.state import Phase
from companion.referee.witness import LONGEST_NS, MOST, BoxDiary, witnessed
from firmware_bridge.events import BoxEvent, Input, Level
from tests.companion.referee.table import claim, dice, play, seated
from vision.camera.frames import Frame

SECOND = 1_000_000_000
RULED = e.RulingGiven(DiceHand.parse("KKQJ7"), "Ana")


def felt(which: Input, level: Level, at_ns: int | None) -> BoxEvent:
    """One change of the box."""
    return BoxEvent(which, level, at_ns)


def test_the_times_count_from_the_lift_in_microseconds() -> None:
    """In their order, also where they were told in another; from the claim on, not before."""
    diary = BoxDiary()
    for told in (
        felt(Input.TILT, Level.TILTED, 9 * SECOND),
        felt(Input.CUP, Level.LIFTED, 12 * SECOND),
        felt(Input.CALL, Level.PRESSED, 11 * SECOND + 2_500),
        felt(Input.SHAKE, Level.SHAKING, 13 * SECOND),
        felt(Input.CUP, Level.SEATED, None),
    ):
        diary.note(told)
    assert diary.since(10 * SECOND, 12 * SECOND) == (
        e.BoxMoment("call", "pressed", -999_998),
        e.BoxMoment("cup", "lifted", 0),
        e.BoxMoment("shake", "shaking", 1_000_000),
    )


def test_a_rattling_cup_fills_no_memory() -> None:
    """Only the newest changes are remembered."""
    diary = BoxDiary()
    for number in range(3 * MOST):
        diary.note(felt(Input.TILT, Level.TILTED, number))
    assert len(diary.since(0, 0)) == MOST


def test_M20_the_event_that_decides_bears_what_the_box_felt() -> None:
    """Reading and ruling by hand; nothing from before the claim, which was private (M22)."""
    diary = BoxDiary()
    diary.note(felt(Input.CUP, Level.LIFTED, 1 * SECOND))
    diary.note(felt(Input.CUP, Level.LIFTED, 5 * SECOND))
    said = e.ClaimConfirmed(0, DiceHand.parse("KKKJ7"), at_ns=2 * SECOND)
    state, _ = play([said, e.CupLifted(at_ns=5 * SECOND)], seated())
    for event in (e.DiceRead(dice("KKQJ7"), True), RULED):
        decided = witnessed(event, state, diary)
        assert isinstance(decided, e.DiceRead | e.RulingGiven)
        assert decided.box == (e.BoxMoment("cup", "lifted", 0),)
    assert witnessed(e.NextHandBegun(), state, diary) == e.NextHandBegun()


def test_without_times_nothing_is_made_up() -> None:
    """No call, or one whose time nobody knows (started again since); a claim without a time reaches back a minute."""
    diary = BoxDiary()
    diary.note(felt(Input.CUP, Level.LIFTED, 5 * SECOND))
    assert witnessed(RULED, seated(), diary) == RULED
    state, _ = play([claim(0, "KKKJ7"), e.Called(1)], seated())
    assert witnessed(RULED, state, diary) == RULED
    timed, _ = play([claim(0, "KKKJ7"), e.Called(1, at_ns=5 * SECOND + LONGEST_NS)], seated())
    later, _ = play([claim(0, "KKKJ7"), e.Called(1, at_ns=6 * SECOND + LONGEST_NS)], seated())
    assert [len(witnessed(RULED, found, diary).box) for found in (timed, later)] == [1, 0]  # type: ignore[union-attr]


def test_times_and_moments_survive_the_journal() -> None:
    """Whole microseconds, as the journal wants them."""
    read = e.DiceRead(
        dice("KKQJ7"), True, evidence=("ab" * 32,), moments_us=(-300_000,), box=(e.BoxMoment("cup", "lifted", 0),)
    )
    assert decode(*encode(read)) == read


def frames(aftermath: Aftermath, count: int, every_ns: int) -> list[Frame]:
    """Frames from the lift on, remembered as the watch does."""
    shown = [Frame(None, number, number * every_ns) for number in range(count)]  # type: ignore[arg-type]
    for frame in shown:
        aftermath.add(frame)
    return shown


def test_some_frames_on_the_way_from_the_lift_are_kept() -> None:
    """Half a second apart, never the one that decides, at most three, spread over the whole time."""
    aftermath = Aftermath()
    aftermath.begin(0)
    shown = frames(aftermath, 12, SECOND // 20)
    assert [frame.index for frame in aftermath.before(shown[11])] == [10]
    assert [frame.index for frame in aftermath.before(shown[10])] == []
    aftermath.begin(0)
    shown = frames(aftermath, 240, SECOND // 30)
    kept = [frame.at_ns // SECOND for frame in aftermath.before(shown[-1])]
    assert len(kept) == AFTER_KEPT
    assert kept[0] <= 2
    assert kept[-1] >= 5


def test_a_long_wait_holds_few_frames_and_a_new_call_none() -> None:
    """Frames are large: without a box a watch may last for minutes."""
    aftermath = Aftermath()
    aftermath.begin(0)
    last = frames(aftermath, 400, SECOND // 4)[-1]
    assert len(aftermath._frames) == AFTER_HELD
    aftermath.begin(last.at_ns)
    assert aftermath.before(last) == ()


PARTS = e.Parts("0.1.0", "dice-0123456789ab", e.Profile("mine", "ab" * 32))
NEW = e.Parts("0.1.0", "dice-0123456789ab", e.Profile("mine", "ab" * 32), "1.4")


def test_the_parts_are_told_once_a_match_and_when_they_change(tmp_path: Path) -> None:
    """Before a match they are only known; the same again is no news; after the end nothing is added."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal)
        for event in (
            e.PartsKnown(PARTS), e.MatchBegun(("A", "B"), 1), e.PartsKnown(PARTS), e.StarterDrawn(0), e.PartsKnown(NEW),
            e.PartsKnown(NEW), claim(0, "AAAAA"), e.Believed(1), e.PartsKnown(PARTS),
        ):  # fmt: skip
            desk.take(event)
        assert desk.match is not None
        entries = journal.events(desk.match)
        told = [decode(entry.kind, entry.body) for entry in entries if entry.kind == "parts_known"]
        assert told == [e.PartsKnown(PARTS), e.PartsKnown(NEW)]
        assert resume(entries).parts == NEW
        assert desk.state.phase is Phase.OVER
        assert desk.state.parts == PARTS


def test_trimmed_evidence_changes_nothing_in_the_game() -> None:
    """Written down while a match is played, and only then."""
    trimmed = e.EvidenceTrimmed(("ab" * 32,), "full")
    state = seated()
    assert reduce(state, trimmed) == (state, (Append(trimmed),))
    over, _ = play([claim(0, "AAAAA"), e.Believed(1)], seated(limit=1))
    for elsewhere in (over, type(over)()):
        assert reduce(elsewhere, trimmed) == (elsewhere, ())
