"""A claim put together by taps."""

import pytest

from companion.games.dice import Category, DiceHand, Face
from companion.ui.mentiroso.claim_draft import ClaimDraft
from tests.companion.ui.tables import hand


def test_five_taps_on_faces_make_a_claim() -> None:
    """Each tap sets the next die."""
    draft = ClaimDraft.above(None)
    for letter in "KKQ87":
        assert draft.hand is None
        draft = draft.tap_face(Face.parse(letter))
    assert draft.hand == hand("KKQ87")
    assert draft.cursor == 0


def test_a_turn_begins_with_the_claim_that_must_be_beaten() -> None:
    """One tap on a die and one on a face make it higher."""
    draft = ClaimDraft.above(hand("KKJ87"))
    assert draft.hand == hand("KKJ87")
    assert draft.tap_die(2).tap_face(Face.QUEEN).hand == hand("KKQ87")


@pytest.mark.parametrize(
    ("form", "named", "claim"),
    [
        (Category.NOTHING, "A", "AQJ87"),
        (Category.NOTHING, "K", "KQJ87"),
        (Category.PAIR, "K", "KKJ87"),
        (Category.PAIR, "7", "QJ877"),
        (Category.TWO_PAIR, "KQ", "KKQQ7"),
        (Category.TWO_PAIR, "QK", "KKQQ7"),
        (Category.TRIO, "K", "KKK87"),
        (Category.FULL, "K", "KKK77"),
        (Category.POKER, "A", "AAAA7"),
        (Category.REPOKER, "7", "77777"),
    ],
)
def test_M26_a_spoken_form_means_its_lowest_completion(form: Category, named: str, claim: str) -> None:
    """The form, then the faces it names."""
    draft = ClaimDraft().tap_form(form)
    for letter in named:
        draft = draft.tap_face(Face.parse(letter))
    assert draft.hand == hand(claim)


def test_two_pair_shows_the_first_pair_while_it_waits_for_the_second() -> None:
    """Half a claim is no claim."""
    draft = ClaimDraft.above(hand("QQJ87")).tap_form(Category.TWO_PAIR).tap_face(Face.KING)
    assert draft.hand is None
    assert draft.faces[:2] == (Face.KING, Face.KING)


def test_a_face_after_a_whole_form_begins_the_form_anew() -> None:
    """Pair of kings, no, of aces."""
    draft = ClaimDraft().tap_form(Category.PAIR).tap_face(Face.KING).tap_face(Face.ACE)
    assert draft.hand == hand("AAJ87")


def test_a_tap_on_a_die_leaves_the_form() -> None:
    """From the lowest completion to a better one, die by die."""
    draft = ClaimDraft().tap_form(Category.PAIR).tap_face(Face.KING).tap_die(2).tap_face(Face.ACE)
    assert draft.form is None
    assert draft.hand == DiceHand.parse("KKA87")


def test_the_same_form_twice_drops_it() -> None:
    """And the dice stay as they were."""
    draft = ClaimDraft.above(hand("KKJ87")).tap_form(Category.FULL).tap_form(Category.FULL)
    assert draft == ClaimDraft.above(hand("KKJ87"))


def test_an_impossible_form_changes_no_die() -> None:
    """There is no queen-high hand of five different faces."""
    draft = ClaimDraft.above(hand("KKJ87")).tap_form(Category.NOTHING).tap_face(Face.QUEEN)
    assert draft.hand == hand("KKJ87")
