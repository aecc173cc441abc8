"""Who lied and was caught, whose calls were right."""

from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.review.statistics import PlayerStatistics, of_table, share, statistics
from tests.companion.referee.table import claim
from tests.companion.review.conftest import Played

ANA = PlayerStatistics(
    0, "Ana", lost=2, called=1, caught=1, calls=1, right=0, aces_believed=0, claims=1, believed=0, beliefs=0
)
BO = PlayerStatistics(
    1, "Bo", lost=0, called=0, caught=0, calls=1, right=1, aces_believed=0, claims=1, believed=1, beliefs=0
)
INIGO = PlayerStatistics(
    2, "Íñigo", lost=0, called=1, caught=0, calls=0, right=0, aces_believed=0, claims=1, believed=0, beliefs=1
)


def test_claims_calls_and_beliefs_are_counted(played: Played) -> None:
    """A golden table of the two hands; nobody is said to have lied where the dice were not shown."""
    assert statistics(played.record) == (ANA, BO, INIGO)
    assert (ANA.honest, ANA.wrong, BO.wrong, INIGO.honest) == (0, 1, 0, 1)


def test_the_screen_knows_the_calls_only(played: Played) -> None:
    """From the state of the table, without the claims that were believed."""
    ana = of_table(played.record.state)[0]
    assert (ana.lost, ana.called, ana.caught, ana.calls, ana.right) == (2, 1, 1, 1, 0)
    assert (ana.claims, ana.believed, ana.beliefs) == (None, None, None)


def test_M21_who_believes_five_aces_called_nothing(played: Played) -> None:
    """The point is counted, as no call and no lie."""
    bo, inigo = statistics(played.then(e.NextHandBegun(), claim(1, "AAAAA"), e.Believed(2)))[1:]
    assert (inigo.lost, inigo.aces_believed, inigo.beliefs, inigo.calls) == (1, 1, 2, 0)
    assert (bo.claims, bo.believed, bo.called) == (2, 2, 0)


def test_a_claim_of_the_hand_in_play_counts(played: Played) -> None:
    """And whoever believed it."""
    bo, inigo = statistics(played.then(e.NextHandBegun(), claim(1, "QQJ87"), e.Believed(2)))[1:]
    assert (bo.claims, bo.believed, inigo.beliefs) == (2, 2, 2)


def test_an_overturned_verdict_changes_who_lied(played: Played) -> None:
    """Statistics follow the record as it stands."""
    record = played.then(
        e.Disputed(0, 0, "no"),
        e.DisputeRuled(0, e.Outcome.OVERTURNED, "Íñigo", "seen", DiceHand.parse("KKKJ7")),
        e.RulingPublished(0),
    )
    ana, bo, _ = statistics(record)
    assert (ana.caught, ana.honest, ana.lost) == (0, 1, 1)
    assert (bo.right, bo.wrong, bo.lost) == (0, 1, 1)


def test_shares_are_whole_percent() -> None:
    """Halves up; of nothing there is no share."""
    assert [share(1, 3), share(2, 3), share(1, 8), share(1, 200), share(0, 5), share(5, 5)] == [33, 67, 13, 1, 0, 100]
    assert share(0, 0) is None
