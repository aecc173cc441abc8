"""Which keys are on, and why a claim cannot be confirmed."""

from companion.games.dice import ALL_HANDS, Category, DiceHand, Face
from companion.games.mentiroso.claiming import can_pass_claim
from companion.games.mentiroso.state import Match
from companion.referee import events as e
from companion.ui.mentiroso.claim_draft import ClaimDraft
from companion.ui.mentiroso.draft_views import FACES, FORMS, claim_view, ruling_view
from companion.ui.mentiroso.ruling_draft import RulingDraft
from companion.ui.mentiroso.view import Mark
from companion.ui.texts import Faces, text
from tests.companion.ui.tables import Table, begun, hand, reading


def match_after(claim: str) -> Match:
    """Ana claimed, Bruno believes and must beat it."""
    match = Table(*begun(), e.ClaimConfirmed(0, hand(claim)), e.Believed(1)).state.match
    assert match is not None
    return match


def enabled_forms(match: Match) -> list[Category]:
    """The forms that can be tapped."""
    keys = claim_view(match, ClaimDraft()).forms
    return [form for form, key in zip(FORMS, keys, strict=True) if key.enabled]


def enabled_faces(match: Match, draft: ClaimDraft) -> list[Face]:
    """The faces that can be tapped."""
    keys = claim_view(match, draft).faces
    return [face for face, key in zip(FACES, keys, strict=True) if key.enabled]


def test_ME17_an_equal_claim_is_refused_with_the_reason() -> None:
    """Pair of kings believed: KKJ87 is not higher, KKQ87 is."""
    match = match_after("KKJ87")
    equal = claim_view(match, ClaimDraft.above(hand("KKJ87")))
    assert not equal.can_confirm
    assert equal.why_not == text("claim.not_higher", beaten=Faces.of("KKJ87"))
    higher = claim_view(match, ClaimDraft.above(hand("KKQ87")))
    assert higher.can_confirm
    assert not higher.why_not


def test_M19_confirm_is_on_for_just_the_claims_that_the_rules_accept() -> None:
    """All 252 hands against one that was believed."""
    match = match_after("AJJ77")
    for claim in ALL_HANDS:
        assert claim_view(match, ClaimDraft.above(claim)).can_confirm is can_pass_claim(match, claim)


def test_half_a_claim_cannot_be_confirmed_and_says_what_is_missing() -> None:
    """Blank dice are no reason to refuse, only to go on."""
    view = claim_view(match_after("KKJ87"), ClaimDraft())
    assert not view.can_confirm
    assert view.said == text("claim.choose_dice")
    assert not view.why_not


def test_only_forms_that_lead_to_a_higher_claim_are_on() -> None:
    """After a full of aces only poker and repoker beat it."""
    assert enabled_forms(match_after("AAA77")) == [Category.POKER, Category.REPOKER]
    assert Category.NOTHING not in enabled_forms(match_after("QJ877"))


def test_only_faces_that_make_the_form_higher_are_on() -> None:
    """Pair of queens believed: a pair of kings or aces."""
    draft = ClaimDraft().tap_form(Category.PAIR)
    assert enabled_faces(match_after("QQJ87"), draft) == [Face.ACE, Face.KING]


def test_two_pair_offers_a_first_face_for_which_a_second_exists_and_never_the_same_twice() -> None:
    """Kings and queens believed: aces with anything, or nothing."""
    match = match_after("KKQQ7")
    draft = ClaimDraft().tap_form(Category.TWO_PAIR)
    assert Face.ACE in enabled_faces(match, draft)
    second = enabled_faces(match, draft.tap_face(Face.ACE))
    assert second == [Face.KING, Face.QUEEN, Face.JACK, Face.RED, Face.BLACK]


def test_die_by_die_every_face_is_on() -> None:
    """The way to a legal claim may lead through an illegal one."""
    assert enabled_faces(match_after("AAAAK"), ClaimDraft()) == list(FACES)


def test_the_ruling_marks_each_die_and_offers_the_likeliest_other_face() -> None:
    """Sure, not sure, by hand: three marks; an offer only where there is doubt."""
    draft = RulingDraft.of(reading("KKQ87", {2: "KJ", 4: "J"})).name(4, Face.JACK)
    view = ruling_view(draft)
    assert [die.mark for die in view.dice] == [Mark.SURE, Mark.SURE, Mark.NOT_SURE, Mark.SURE, Mark.BY_HAND]
    assert [key.letter if key else None for key in view.others] == [None, None, "K", None, "7"]
    assert view.can_confirm
    assert view.said == DiceHand.parse("KKQ8J")


def test_a_ruling_needs_all_five_dice() -> None:
    """Four are not confirmed."""
    assert not ruling_view(RulingDraft.of(reading("KKQ8"))).can_confirm
