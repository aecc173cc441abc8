"""A call looked at again, by touch: pictures, dice, disputes; nothing is told before it is published."""

from typing import Any

import numpy as np
import pytest

from companion.games.dice import LETTERS, DiceHand
from companion.referee import events as e
from companion.ui.mentiroso.ruling_draft import RulingDraft
from companion.ui.review.port import Evidence, KeptPicture, Listed, Trouble
from companion.ui.review.port import Opened as OpenedMatch
from companion.ui.review.view import next_face
from tests.companion.ui.conftest import Opened
from tests.companion.ui.layout import SIZES, page_faults
from tests.companion.ui.tables import CALLED, READY, Table, begun, hand, reading

READ = reading("KKQ87", {2: "KJ"})
LIE = (*CALLED, e.CupLifted(), e.RulingGiven(hand("KKQ87"), "players"))


class Drawer:
    """Evidence that lies ready, and older matches that can be opened and decided on."""

    def __init__(self, *answers: Evidence, older: dict[Listed, Any] | None = None) -> None:
        self.asked: list[tuple[int, bool]] = []
        self.wanted: list[tuple[str, int]] = []
        self.older = older or {}
        self.printing = LETTERS
        self._answers = list(answers)
        self._newest: Evidence | None = None
        self._opened: OpenedMatch | None = None

    def ask(self, hand: int, again: bool = False, match: str = "", picture: int = -1) -> None:
        """Take the next one out."""
        self.asked.append((hand, again))
        self.wanted.append((match, picture))
        self._newest = self._answers.pop(0) if self._answers else self._newest

    def answer(self) -> Evidence | None:
        """What was taken out last."""
        return self._newest

    def list_matches(self) -> None:
        """They lie ready."""

    def matches(self) -> tuple[Listed, ...]:
        """All of them."""
        return tuple(self.older)

    def _table(self, match: str) -> Any:
        return next(table for listed, table in self.older.items() if listed.match == match)

    def open(self, match: str) -> None:
        """At once."""
        self._opened = OpenedMatch(match, self._table(match).state, printing=self.printing)

    def decide(self, match: str, event: Any) -> None:
        """By its own table."""
        table = self._table(match)
        table.post(event)
        self._opened = OpenedMatch(match, table.state, table.state.refused_what or table.state.refused)

    def opened(self) -> OpenedMatch | None:
        """The newest."""
        return self._opened


def pictures(count: int = 3) -> tuple[KeptPicture, ...]:
    """Grey ones, each a little lighter, kept at twice their size."""
    return tuple(
        KeptPicture(np.full((90, 160, 4), 60 + 60 * n, np.uint8), 320, -300_000 + 300_000 * n) for n in range(count)
    )


def test_the_newest_call_is_shown_with_its_pictures_and_outlines(opened: Opened) -> None:
    """The one that decided first; the others are reached step by step, with their times."""
    drawer = Drawer(Evidence(0, pictures(), READ))
    hands = opened(Table(*LIE), reviewer=drawer, first="review")
    assert drawer.asked == [(0, False)]
    assert hands.reads("Hand 1: ✘ A LIE")
    assert hands.reads("+0.30\u00a0s from the lift")
    picture = hands.app.page.ids.picture
    assert len(picture.then) == 5
    hands.tap("◀", "◀")
    assert hands.reads("-0.30\u00a0s from the lift")
    assert picture.then == []
    assert hands.press("◀").disabled


def test_a_picture_is_made_larger_and_moved_but_never_out_of_sight(opened: Opened) -> None:
    """By keys and by a finger."""
    hands = opened(Table(*LIE), reviewer=Drawer(Evidence(0, pictures(), READ)), first="review")
    picture = hands.app.page.ids.picture
    (plus,) = hands.presses_saying("+")
    shown = picture.zoom
    assert 1 < shown < 3  # the dice are in the middle already
    for _ in range(2):
        hands.touch(plus)
    assert picture.zoom == pytest.approx(shown * 1.5**2)
    touch = hands.down(picture)
    touch.touch_move(touch.x + 5000, touch.y - 5000)
    touch.touch_up()
    assert 0 <= picture.middle[0] < 0.5 < picture.middle[1] <= 1
    for _ in range(10):
        hands.touch(plus)
    assert picture.zoom <= 8


def test_read_again_shows_both_readings(opened: Opened) -> None:
    """That of then and that of today, each with its own lines."""
    drawer = Drawer(Evidence(0, pictures(), READ), Evidence(0, pictures(), READ, reading("KKK87")))
    hands = opened(Table(*LIE), reviewer=drawer, first="review")
    hands.tap("Read again")
    hands.stage.crank(2)
    assert drawer.asked[-1] == (0, True)
    assert [die.face for die in hands.app.page.ids.picture.now] == list("KKK87")


@pytest.mark.parametrize(
    ("trouble", "said"),
    [(Trouble.NO_PICTURES, "without a camera"), (Trouble.GONE, "gone or damaged"), (Trouble.FAILED, "could not be")],
)
def test_a_call_without_pictures_says_why(opened: Opened, trouble: Trouble, said: str) -> None:
    """And can be ruled on all the same."""
    hands = opened(Table(*LIE), reviewer=Drawer(Evidence(0, trouble=trouble)), first="review")
    assert hands.reads(said)
    assert not hands.press("⚑ Dispute").disabled


def test_a_die_is_corrected_by_one_tap(opened: Opened) -> None:
    """Its next likeliest face; then all agree, and the verdict turns."""
    table = Table(*LIE)
    hands = opened(table, reviewer=Drawer(Evidence(0, pictures(), READ)), first="review")
    assert hands.press("Correct").disabled
    hands.touch(row_of(hands)[2])
    hands.tap("Correct")
    (event,) = table.posted
    assert isinstance(event, e.VerdictCorrected)
    assert event.actual == hand("KKK87")
    assert hands.reads("Hand 1: ✔ TRUE")


def row_of(hands: Any) -> list[Any]:
    """The dice that can be tapped, from left to right."""
    from companion.ui.widgets import DiceRow

    (row,) = [row for row in hands.widgets(DiceRow) if row.tappable]
    return list(reversed(row.children))


def test_a_dispute_is_ruled_and_published_and_only_then_told(opened: Opened) -> None:
    """Raised, looked at, overturned with the dice as they are seen now, published: the point goes to the other."""
    table = Table(*LIE)
    hands = opened(table, reviewer=Drawer(Evidence(0, pictures(), READ)), first="review")
    hands.tap("⚑ Dispute", "Ana (2 left)")
    assert hands.reads("⚑ in dispute")
    assert hands.press("Publish").disabled
    hands.touch(row_of(hands)[2])
    assert hands.press("Confirmed").disabled
    hands.tap("Overturned")
    assert isinstance(table.posted[-1], e.DisputeRuled)
    assert table.posted[-1].actual == hand("KKK87")
    assert table.state.board.points == (1, 0, 0)
    assert hands.reads("Hand 1: ✘ A LIE")
    hands.tap("Publish")
    assert isinstance(table.posted[-1], e.RulingPublished)
    assert table.state.match.points == (0, 1, 0)
    assert hands.reads("Hand 1: ✔ TRUE")
    assert hands.reads("Overturned")


def test_dice_that_were_not_touched_leave_every_outcome_open(opened: Opened) -> None:
    """Nobody can tell is one of them; no dice are told with it."""
    table = Table(*LIE, e.Disputed(0, 0, "x"))
    hands = opened(table, reviewer=Drawer(Evidence(0, trouble=Trouble.GONE)), first="review")
    assert not any(hands.press(word).disabled for word in ("Stands", "Confirmed", "Overturned", "Nobody can tell"))
    hands.tap("Nobody can tell", "Publish")
    assert table.posted[0].actual is None
    assert table.state.challenges == (2, 2, 2)


def test_many_calls_are_turned_over(opened: Opened) -> None:
    """As many at a time as there is room for, the newest first; each is looked up when it is tapped."""
    aces: list[e.Event] = []
    for number in range(12):
        seat = (0, 2, 1)[number % 3]
        aces += [e.ClaimConfirmed(seat, hand("AAAAA")), e.Believed((seat + 1) % 3), e.NextHandBegun()]
    table = Table(*READY, *begun(limit=9), *aces)
    assert len(table.state.hands) == 12
    drawer = Drawer(Evidence(11, trouble=Trouble.NO_PICTURES), Evidence(2, trouble=Trouble.NO_PICTURES))
    hands = opened(table, reviewer=drawer, first="review")
    for _ in range(3):
        hands.tap("▼")
    assert hands.press("▼").disabled
    (key,) = [press for press in hands.presses() if press.text.startswith("3 ")]
    hands.touch(key)
    assert drawer.asked[-1] == (2, False)
    assert hands.reads("Hand 3:")
    assert hands.press("⚑ Dispute").disabled


def test_tapping_a_die_goes_round_all_faces() -> None:
    """First those that the reader thought of, then the others, and back."""
    draft = RulingDraft.of(READ)
    seen = []
    for _ in range(6):
        draft = next_face(draft, 2)
        seen.append(draft.dice[2].face)
    assert "".join(face.letter for face in seen if face is not None) == "KJA87Q"
    assert draft.hand == DiceHand.parse("KKQ87")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_page_holds(opened: Opened, size: tuple[int, int]) -> None:
    """With a dispute, long names, in every language."""
    names = ("Maximiliano Q.", "Wilhelmina W.", "Guadalupe M.")
    history = (*READY, *begun(names=names), *CALLED[5:], *LIE[len(CALLED) :], e.Disputed(0, 0, "x"))
    hands = opened(Table(*history), reviewer=Drawer(Evidence(0, pictures(), READ)), first="review", size=size)
    wrong = []
    for language in ("en", "es", "fr"):
        hands.app.speak(language)
        hands.lay_out()
        wrong += [f"{language}: {fault}" for fault in page_faults(hands, size)]
    assert not wrong, "\n".join(wrong)
