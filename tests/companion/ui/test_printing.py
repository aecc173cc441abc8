"""Dice on which 10 and 9 are printed: whatever people see says 10 and 9; what is written down says 8 and 7 (M1)."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.dice_set import DiceSet
from companion.commands.board import Follower
from companion.games.dice import ALL_HANDS, LETTERS, DiceHand, Printing, in_print, letters_in_print
from companion.journal.evidence import PROFILE, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.printing import printing_of, printing_of_match
from companion.referee.versions import table_parts
from companion.ui.board.plain import board_json, board_text
from companion.ui.board.view import board_view
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.review.port import Evidence, called
from companion.ui.settings.store import Settings
from companion.ui.sound.cues import heard
from tests.companion.printed import SET, TEN_NINE
from tests.companion.ui.conftest import Opened
from tests.companion.ui.layout import SIZES, page_faults
from tests.companion.ui.review.test_review import Drawer, pictures
from tests.companion.ui.tables import CALLED, NOT_SURE, READY, Table, begun, hand, reading


def faces_seen(hands: Any) -> set[str]:
    """All labels that are read on keys and dice."""
    return set(hands.texts()) & {"7", "8", "9", "10"}


def test_a_row_of_faces_is_written_as_it_is_printed() -> None:
    """A label of two characters is set apart."""
    assert in_print(hand("KKQ87").faces) == "KKQ87"
    assert in_print(hand("KKQ87").faces, TEN_NINE) == "KKQ 10 9"
    assert in_print(hand("J8877").faces, TEN_NINE) == "J 10 10 99"
    assert in_print((), TEN_NINE) == ""
    assert letters_in_print("KK8?7", TEN_NINE) == "KK 10 ?9"


@given(st.sampled_from(ALL_HANDS))
def test_what_is_printed_is_read_back(dice: DiceHand) -> None:
    """M1: either print names the same faces."""
    assert DiceHand.parse(in_print(dice.faces, TEN_NINE)) == dice
    assert in_print(dice.faces) == str(dice)


def test_a_taught_set_says_what_is_printed_on_it() -> None:
    """Of the two lowest faces one tells the other; dice that were never taught: as the rules write them."""
    assert printing_of(SET) == TEN_NINE
    for some, printed in (("A8", TEN_NINE), ("A7", TEN_NINE), ("AK", LETTERS)):
        taught = DiceSet("some", {face: SET.faces[face] for face in some}, SET.view, SET.created)
        assert printing_of(taught) == printed
    assert printing_of(None) == LETTERS


def test_a_whole_call_with_a_set_of_ten_and_nine(opened: Opened) -> None:
    """Claim keys, the claim that stands, the dice in doubt, the verdict, the other dice, the review, the board."""
    table: Any = Table(*READY, *begun())
    drawer = Drawer(Evidence(0, pictures(), reading("KKQ87", {2: "KJ"})))
    hands = opened(table, printing=lambda: TEN_NINE, reviewer=drawer)
    hands.tap("red", "black", "ace", "king", "king")
    assert hands.letters() == "87AKK"
    assert faces_seen(hands) == {"10", "9"}
    hands.tap("Pass the dice")
    assert table.posted[-1].claim == hand("AKK87")
    assert faces_seen(hands) == {"10", "9"}
    hands.tap("✔ BELIEVE")
    # The dice of the claim that must be beaten lie there; a lower one is refused in the same print.
    hands.touch(hands.dice()[2])
    hands.tap("queen")
    assert hands.reads("AKK 10 9")
    hands.tap("Trio", "king", "Pass the dice", "✘ CALL")
    for event in (e.CupLifted(), NOT_SURE):
        table.happen(event)
    hands.stage.crank(2)
    assert faces_seen(hands) == {"10", "9"}
    hands.touch(hands.dice()[4])
    hands.tap("red", "These are the dice")
    assert table.posted[-1].actual == hand("KKQ88")
    assert faces_seen(hands) == {"10", "9"}
    hands.tap("✎ Other dice", "As they were")
    hands.app.open("review")
    hands.stage.crank(3)
    assert hands.reads("KKK 10 9")
    assert [hands.app.page.ids.picture.say(called(die)) for die in reading("KKQ87")] == ["K", "K", "Q", "10", "9"]
    hands.app.open("board")
    hands.stage.crank(2)
    assert faces_seen(hands) == {"10"}


def test_dice_exchanged_while_they_are_looked_at(opened: Opened) -> None:
    """Another set is taught in mid-hand: the same page says what stands on it, in whichever language."""
    lying: list[Printing] = [LETTERS]
    hands = opened(Table(*READY, *begun()), printing=lambda: lying[0])
    assert faces_seen(hands) == {"8", "7"}
    lying[0] = TEN_NINE
    hands.stage.crank(2)
    assert faces_seen(hands) == {"10", "9"}
    hands.app.speak("fr")
    hands.stage.crank(2)
    assert faces_seen(hands) == {"10", "9"}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_two_characters_fit_on_keys_and_dice(opened: Opened, size: tuple[int, int]) -> None:
    """Where there was one."""
    hands = opened(
        Table(*READY, *begun(), e.ClaimConfirmed(0, hand("88777")), e.Believed(1)), size=size, printing=lambda: TEN_NINE
    )
    wrong = page_faults(hands, size)
    hands.app.referee.happen(e.ClaimConfirmed(1, hand("88877")))
    hands.app.referee.happen(e.Called(2))
    hands.app.referee.happen(e.CupLifted())
    hands.app.referee.happen(e.DiceRead(reading("88877", {2: "7"}), sure=False))
    hands.stage.crank(3)
    assert not wrong + page_faults(hands, size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_and_voice_say_what_is_printed(language: str) -> None:
    """A refusal, a correction that is read aloud; in words a face is called the same with any print."""
    say = Catalogue(language, TEN_NINE).say
    verdict = (*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True))
    before = Table(*verdict)
    corrected = Table(*verdict, e.VerdictCorrected(0, hand("KKK87"), "players", "x"))
    told = heard(before.state, corrected.state)
    assert told is not None
    assert not any(digit in say(told.said) for digit in ("8", "7"))
    claimed = heard(Table(*begun()).state, Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87"))).state)
    assert claimed is not None
    assert say(claimed.said) == Catalogue(language).say(claimed.said)


def test_the_board_in_a_browser_shows_the_dice_of_the_match(tmp_path: Path) -> None:
    """The set is kept with the match; the journal says 8 and 7. A set that is gone leaves the letters of the rules."""
    file = tmp_path / "journal.sqlite3"
    evidence = EvidenceStore(evidence_folder(file))
    parts = table_parts(SET, lambda data: evidence.put(data, PROFILE))
    with Journal.open(file) as journal:
        desk = Desk(journal)
        for event in (e.PartsKnown(parts), *begun(), e.ClaimConfirmed(0, hand("KKJ87"))):
            desk.take(event)
        (head,) = journal.matches()
        assert "KKJ87" in str([entry.body for entry in journal.events(head.match)])
    view = Follower(file, Settings()).look()
    told = board_json(view, "en")
    assert told["claim"]["dice"] == ["K", "K", "J", "10", "9"]
    assert "Ana claims: KKJ 10 9" in board_text(view, "en")
    assert parts.profile is not None
    evidence.path(parts.profile.evidence).unlink()
    assert board_json(Follower(file, Settings()).look(), "en")["claim"]["dice"] == ["K", "K", "J", "8", "7"]
    assert printing_of_match(None, evidence.get) == LETTERS


def test_dice_that_were_never_taught_are_shown_as_the_rules_write_them(opened: Opened) -> None:
    """As before."""
    hands = opened(Table(*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87"))))
    assert faces_seen(hands) == {"8", "7"}
    assert board_json(board_view(hands.app.referee.state), "en")["claim"]["written"] == "KKJ87"
