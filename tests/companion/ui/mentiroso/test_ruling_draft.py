"""Dice named by a person, begun with the reader's best guess."""

from companion.games.dice import Face
from companion.ui.mentiroso.ruling_draft import RulingDraft
from tests.companion.ui.tables import hand, reading


def test_M27_the_draft_begins_with_the_best_guess() -> None:
    """All five faces stand there, and the cursor on the first die in doubt."""
    draft = RulingDraft.of(reading("KKQ87", {2: "KJ", 4: "J"}))
    assert draft.hand == hand("KKQ87")
    assert draft.cursor == 2
    assert [die.doubtful for die in draft.dice] == [False, False, True, False, True]


def test_dice_stand_as_the_camera_sees_them_from_left_to_right() -> None:
    """In whatever order the reader lists them."""
    draft = RulingDraft.of(tuple(reversed(reading("AKQJ8"))))
    assert [die.face for die in draft.dice] == [Face.ACE, Face.KING, Face.QUEEN, Face.JACK, Face.RED]


def test_one_tap_takes_the_likeliest_other_face() -> None:
    """And the guess stays on offer, should the tap have been wrong."""
    draft = RulingDraft.of(reading("KKQ87", {2: "KJ", 4: "J"})).name(2, Face.KING)
    assert draft.hand == hand("KKK87")
    assert draft.dice[2].by_hand
    assert draft.dice[2].others == (Face.QUEEN, Face.JACK)
    assert draft.cursor == 4


def test_dice_that_were_not_seen_stay_blank() -> None:
    """Four dice seen: the fifth must be named."""
    draft = RulingDraft.of(reading("KKQ8"))
    assert draft.hand is None
    assert draft.cursor == 4
    assert draft.tap_face(Face.ACE).hand == hand("AKKQ8")


def test_six_dice_are_no_reading() -> None:
    """An impossible state is never a best guess."""
    assert RulingDraft.of(reading("KKQ877")) == RulingDraft()


def test_five_taps_name_five_dice_without_a_camera() -> None:
    """The cursor goes on by itself."""
    draft = RulingDraft.of(())
    for letter in "AKQJ8":
        draft = draft.tap_face(Face.parse(letter))
    assert draft.hand == hand("AKQJ8")


def test_a_sure_die_can_be_corrected_too() -> None:
    """The camera was sure and wrong: a person decides."""
    draft = RulingDraft.of(reading("KKQ87")).tap_die(0).tap_face(Face.ACE)
    assert draft.hand == hand("AKQ87")
    assert draft.dice[0].by_hand and not draft.dice[0].sure


def test_which_die_was_tapped_is_told_in_the_order_of_the_reading() -> None:
    """The draft lies from left to right, readings come as they come; what was let stand is empty."""
    seen = reading("KKQ87", {2: "J"})[::-1]
    draft = RulingDraft.of(seen).name(2, Face.parse("J"))
    assert draft.tapped(seen) == ("", "", "J", "", "")
    assert RulingDraft.of(seen[:3]).name(4, Face.parse("A")).tapped(seen[:3]) == ("", "", "")
    assert draft.tapped((*seen, *seen)) == ()
