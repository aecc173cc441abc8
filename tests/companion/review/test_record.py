"""A match read back from its journal: hands, claims, evidence, disputes and corrections."""

import pytest

from companion.games.dice import DiceHand
from companion.games.mentiroso.state import Ground
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.codec import UnknownEvent
from companion.referee.desk import resume
from companion.review.record import Claimed, Correction, NotMentiroso, read_match
from tests.companion.referee.table import claim
from tests.companion.review.conftest import Played
from tests.companion.review.matches import BEGIN, BOX, PARTS, play

KKKJ7 = DiceHand.parse("KKKJ7")
DISPUTE = e.Disputed(0, 0, "the queen was a king")


def test_each_hand_has_its_claims_its_reading_and_its_verdict(played: Played) -> None:
    """What the camera read, what a person named, who believed, with what it was read."""
    first, second = played.record.hands
    assert first.claims == (Claimed(0, KKKJ7, blind=False),)
    assert (first.ruling.lie, first.ruling.loser, first.named) == (True, 0, None)
    assert first.reading is not None
    assert (len(first.evidence), first.moments_us, first.box) == (3, (-300_000, 0, 300_000), BOX)
    assert first.parts == PARTS
    assert [(made.seat, made.believed_by) for made in second.claims] == [(1, 2), (2, None)]
    assert second.named is not None
    assert (second.ruling.by, second.ruling.lie, second.ruling.loser) == ("Bo", False, 0)
    assert len(second.evidence) == 1
    assert [hand.points for hand in (first, second)] == [(1, 0, 0), (2, 0, 0)]


def test_the_record_is_that_of_the_table(played: Played) -> None:
    """State and head hash are those of the journal."""
    record = played.record
    assert record.state == resume(played.journal.events(played.match))
    assert (record.head, record.limit) == (played.journal.head(played.match), 5)
    assert record.names == ("Ana", "Bo", "Íñigo")


def test_the_hand_in_play_is_told_as_far_as_it_went(played: Played) -> None:
    """Its claims stand apart from the finished hands."""
    record = played.then(e.NextHandBegun(), claim(1, "QQJ87"), e.Believed(2))
    assert len(record.hands) == 2
    assert [(made.seat, made.believed_by) for made in record.open_claims] == [(1, 2)]


def test_M21_five_aces_believed_need_no_dice(played: Played) -> None:
    """No call, no pictures."""
    hand = played.then(e.NextHandBegun(), claim(1, "AAAAA"), e.Believed(2)).hands[-1]
    assert (hand.call, hand.evidence, hand.ruling.ground) == (None, (), Ground.ACES_BELIEVED)


def test_M28_a_void_hand_gives_no_record_but_its_reason(played: Played) -> None:
    """Its claims do not slip into the next hand."""
    record = played.then(
        e.NextHandBegun(), claim(1, "QQJ87"), e.HandVoided("a die fell"), claim(1, "AAAAA"), e.Believed(2)
    )
    assert record.voided == ("a die fell",)
    assert [made.hand for made in record.hands[-1].claims] == [DiceHand.parse("AAAAA")]


def test_a_dispute_goes_from_raised_to_published(played: Played) -> None:
    """The verdict is changed by the publication, not by the ruling; the hands after it stand."""
    (dispute,) = played.then(DISPUTE).hands[0].disputes
    assert (dispute.by, dispute.claims_that, dispute.outcome) == (0, "the queen was a king", None)
    ruled = played.then(e.DisputeRuled(0, e.Outcome.OVERTURNED, "Íñigo", "it is a king", KKKJ7))
    assert ruled.hands[0].disputes[0].outcome is e.Outcome.OVERTURNED
    assert (ruled.hands[0].ruling.lie, ruled.hands[0].points) == (True, (1, 0, 0))
    published = played.then(e.RulingPublished(0))
    assert published.hands[0].disputes[0].published
    assert published.hands[0].ruling.lie is False
    assert [hand.points for hand in published.hands] == [(0, 1, 0), (1, 1, 0)]
    assert published.hands[0].evidence == played.record.hands[0].evidence


def test_an_undone_dispute_is_none(played: Played) -> None:
    """What was taken back is not told."""
    played.then(DISPUTE)
    assert played.then(e.Undone("Ana", "never mind")).hands[0].disputes == ()


def test_a_correction_in_its_place_keeps_the_pictures(played: Played) -> None:
    """The camera's reading counts no more, its pictures are still the evidence, and who corrected it is told."""
    before = played.record.hands[1]
    hand = played.then(
        e.Corrected(before.decided_seq, "Ana", "three queens", e.RulingGiven(DiceHand.parse("KQQQ7"), "Ana"))
    ).hands[1]
    assert hand.ruling.actual == DiceHand.parse("KQQQ7")
    assert hand.corrections == (Correction(DiceHand.parse("KQQQ7"), "Ana", "three queens"),)
    assert hand.evidence == before.evidence


def test_a_corrected_reading_keeps_its_pictures(played: Played) -> None:
    """A hand that the camera decided, corrected while it is the last one or later."""
    before = played.record.hands[0]
    hand = played.then(e.Corrected(before.decided_seq, "all", "agreed", e.RulingGiven(KKKJ7, "all"))).hands[0]
    assert (hand.ruling.actual, hand.ruling.lie) == (KKKJ7, False)
    assert hand.evidence == before.evidence
    assert hand.corrections == (Correction(KKKJ7, "all", "agreed"),)


def test_the_other_game_and_forged_records_are_refused(played: Played) -> None:
    """Named, never a traceback."""
    other = played.journal.begin_match("detective", {"names": ["A", "B", "C"]})
    with pytest.raises(NotMentiroso, match="detective"):
        read_match(played.journal.events(other))
    played.journal.append(played.match, "starter_drawn", {"seat": 1})
    with pytest.raises(UnknownEvent, match="cannot have happened"):
        _ = played.record
    with pytest.raises(UnknownEvent, match="no entries"):
        read_match(())


def test_journals_that_do_not_say_when_are_read(played: Played) -> None:
    """Pictures without times, readings without box or parts: as older journals have them."""
    match = played.journal.begin_match("mentiroso", {"names": ["A", "B"], "limit": 5, "simulated": False})
    for kind, body in (
        ("camera_changed", {"link": "ready", "why": ""}),
        ("starter_drawn", {"seat": 0}),
        ("claim_confirmed", {"seat": 0, "claim": "KKKJ7", "blind": False}),
        ("called", {"seat": 1, "how": "tap"}),
        ("dice_read", {"readings": [], "sure": False, "why": "", "frame": None, "evidence": ["ab" * 32]}),
        ("ruling_given", {"actual": "KKQJ7", "by": "B"}),
    ):
        played.journal.append(match, kind, body)
    (hand,) = read_match(played.journal.events(match)).hands
    assert (hand.moments_us, hand.box, hand.parts) == ((None,), (), None)


def test_a_match_that_has_only_begun(played: Played, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing has ended yet."""
    with Journal.open(tmp_path_factory.mktemp("other") / "j.sqlite3") as journal:
        record = read_match(journal.events(play(journal, BEGIN)))
    assert (record.hands, record.open_claims, record.state.parts) == ((), (), PARTS)


def test_a_match_that_was_given_up_is_told_as_it_was_then(played: Played) -> None:
    """Its players, hands and score; and who gave it up."""
    before = played.record
    record = played.then(e.MatchAbandoned("Bo", "dinner"))
    assert (record.hands, record.names, record.state) == (before.hands, before.names, before.state)
    assert record.abandoned == "Bo: dinner"
