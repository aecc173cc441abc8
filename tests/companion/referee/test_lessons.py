"""What a match teaches about its dice: what was accepted or named, nothing that was taken back."""

import pytest

from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.codec import decode, encode
from companion.referee.desk import Desk
from companion.referee.lessons import lessons
from companion.referee.state import Phase, TableState
from tests.companion.referee.table import SQUARE, claim, play, seated
from tests.companion.ui.tables import Memory
from vision.readings import Alternative, DieReading

PICTURE = "ab" * 32


def _die(face: str, number: int, sure: bool = True) -> DieReading:
    """A die of its own place; one that is not sure may be a jack as well."""
    quad = tuple((x + 40 * number, y) for x, y in SQUARE)
    others = (Alternative(face, 0.99),) if sure else (Alternative(face, 0.55), Alternative("J", 0.43))
    return DieReading(face, quad, others[0].confidence, sure, others, "" if sure else "blurred")  # type: ignore[arg-type]


def _read(letters: str, doubtful: int | None = None) -> e.DiceRead:
    readings = tuple(_die(face, i, i != doubtful) for i, face in enumerate(letters))
    return e.DiceRead(readings, doubtful is None, "" if doubtful is None else "blurred", evidence=("cd" * 32, PICTURE))


def _named(hand: str, tapped: tuple[str, ...] = ("",) * 5) -> e.RulingGiven:
    return e.RulingGiven(DiceHand.parse(hand), "players", tapped=tapped)


def _desk() -> Desk[TableState]:
    """Called on a claim of three kings; the cup is up."""
    desk = Desk(Memory())
    there = (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated())
    begun = (e.MatchBegun(("Ana", "Bruno")), e.StarterDrawn(0))
    for event in (*there, *begun, claim(0, "KKK87"), e.Called(1), e.CupLifted()):
        desk.take(event)
    return desk


def test_what_a_person_named_counts_at_once() -> None:
    """The die that was tapped, and those that were sure; where they lie and in which picture is told."""
    desk = _desk()
    desk.take(_read("KKQ8K", doubtful=4))
    assert lessons(desk.state) == ()
    desk.take(_named("KKQ8J", ("", "", "", "", "J")))
    (lesson,) = lessons(desk.state)
    assert (lesson.picture, lesson.throw) == (PICTURE, 0)
    assert [die.face for die in lesson.dice] == list("KKQ8J")
    assert [(die.sure, die.tapped) for die in lesson.dice] == [(True, False)] * 4 + [(False, True)]
    assert lesson.dice[4].quad == _die("K", 4).quad


def test_what_the_camera_read_counts_once_people_go_on() -> None:
    """As long as the verdict stands on the board somebody may still object."""
    desk = _desk()
    desk.take(_read("KKQ87"))
    assert desk.state.phase is Phase.VERDICT
    assert lessons(desk.state) == ()
    desk.take(e.NextHandBegun())
    (lesson,) = lessons(desk.state)
    assert [die.face for die in lesson.dice if die.sure] == list("KKQ87")


@pytest.mark.parametrize("back", ["undone", "corrected", "disputed", "overturned"])
def test_what_was_taken_back_or_contradicted_teaches_nothing(back: str) -> None:
    """Undone, corrected, overturned; and while it is disputed nobody knows."""
    desk = _desk()
    desk.take(_read("KK87K", doubtful=4))
    desk.take(_named("KKK87"))
    assert len(lessons(desk.state)) == 1
    if back == "undone":
        desk.take(e.Undone("players", "a wrong tap"))
    elif back == "corrected":
        desk.take(e.VerdictCorrected(0, DiceHand.parse("KKQ87"), "players", "they were others"))
    else:
        desk.take(e.Disputed(0, 1, "no"))
    if back == "overturned":
        desk.take(e.DisputeRuled(0, e.Outcome.OVERTURNED, "all", "seen", DiceHand.parse("KKQ87")))
        desk.take(e.RulingPublished(0))
    assert lessons(desk.state) == ()


def test_dice_tapped_in_without_a_picture_teach_nothing() -> None:
    """No camera: there is nothing to learn from."""
    table = seated("Ana", "Bruno", camera=False)
    state, _ = play([claim(0, "KKK87"), e.Called(1), e.CupLifted(), _named("KKQ87", ())], table)
    assert state.phase is Phase.VERDICT
    assert lessons(state) == ()


def test_a_ruling_in_which_no_die_was_named_by_itself_is_written_as_it_always_was() -> None:
    """Journals of before are read, and those of now by versions of before where they can be."""
    plain, named = e.RulingGiven(DiceHand.parse("KKQ87"), "players"), _named("KKQ8J", ("", "", "", "", "J"))
    assert "tapped" not in encode(plain)[1]
    assert decode(*encode(plain)) == plain and decode(*encode(named)) == named
