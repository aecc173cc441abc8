"""Room on the disk: the oldest undisputed pictures go, after the journal has said so; disputed ones never."""

import os
import time
from collections.abc import Callable

import pytest

from companion.journal.check import check
from companion.journal.evidence import trimmed_of
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.effects import LightSeat, ShowVerdict
from companion.review.budget import Housekeeper, disputed_evidence, plan
from tests.companion.referee.table import claim
from tests.companion.review.conftest import Played
from tests.companion.review.matches import picture, read

DISPUTE = e.Disputed(0, 0, "no")
VERDICT = ShowVerdict(lie=True, loser=0)


def more_hands(played: Played, count: int) -> None:
    """Hands of two pictures each; every picture is a minute younger than the one before, and older than now."""
    desk = Desk(played.journal)
    desk.resume(played.match, played.journal.events(played.match))
    for number in range(count):
        shas = tuple(played.store.put(picture(100 + 2 * number + i)) for i in range(2))
        desk.take(e.NextHandBegun())
        assert desk.state.turn is not None
        desk.take(claim(desk.state.turn, "KKKJ7"))
        assert desk.state.turn is not None
        desk.take(e.Called(desk.state.turn))
        desk.take(read("KKQJ7", *shas))
    assert len(desk.state.hands) == 2 + count
    for age, sha in enumerate(reversed([sha for hand in played.record.hands for sha in hand.evidence])):
        moment = time.time() - 60 * (age + 1)
        os.utime(played.store.path(sha), (moment, moment))


def test_while_everything_fits_nothing_goes(played: Played) -> None:
    """Not a single event is written either."""
    more_hands(played, 3)
    assert plan(played.journal, played.store, 10**9, played.match) == ()


def test_the_oldest_go_first_and_the_last_calls_stay(played: Played) -> None:
    """Whatever the budget: the newest verdicts can still be disputed."""
    more_hands(played, 3)
    hands = played.record.hands
    going = plan(played.journal, played.store, 1, played.match)
    assert going == (*hands[0].evidence, *hands[1].evidence)
    assert plan(played.journal, played.store, played.store.size() - 1, played.match) == going[:1]


def test_disputed_evidence_is_never_removed(played: Played) -> None:
    """Open, ruled or published; of every match in the journal."""
    first = played.record.hands[0].evidence
    for step in (
        DISPUTE,
        e.DisputeRuled(0, e.Outcome.STANDS, "Bo", "seen"),
        e.RulingPublished(0),
    ):
        played.then(step)
        assert disputed_evidence(played.journal) == frozenset(first)
    more_hands(played, 4)
    going = plan(played.journal, played.store, 1, played.match)
    assert going
    assert not set(first) & set(going)


def test_a_dispute_that_was_taken_back_keeps_nothing(played: Played) -> None:
    """It never was."""
    played.then(DISPUTE, e.Undone("Ana", "never mind"))
    assert disputed_evidence(played.journal) == frozenset()


def test_of_a_game_that_is_not_reviewed_here_all_is_kept(played: Played) -> None:
    """Where nobody can say which pictures a dispute is about."""
    match = played.journal.begin_match("tarot", {"names": ["A", "B", "C"]})
    played.journal.append(match, "cards_read", {"evidence": ["ab" * 32]})
    played.journal.append(match, "disputed", {"hand": 0})
    assert disputed_evidence(played.journal) == {"ab" * 32}


def kept_house(played: Played, budget: int, post: Callable[..., None]) -> Housekeeper:
    """A housekeeper of that match."""
    return Housekeeper(played.journal, played.store, budget, lambda: played.match, post)


def test_the_journal_says_so_before_a_picture_is_gone(played: Played) -> None:
    """Posted, written, and only then removed; afterwards nothing is missing without a word."""
    more_hands(played, 4)
    desk = Desk(played.journal)
    desk.resume(played.match, played.journal.events(played.match))
    order: list[tuple[bool, bool]] = []

    def post(event: e.EvidenceTrimmed, committed: Callable[[], None]) -> None:
        there = not played.store.damage(event.pictures)
        desk.take(event)
        order.append((there, not played.store.damage(event.pictures)))
        committed()

    keeper = kept_house(played, 1, post)
    keeper.start()
    keeper.carry_out(LightSeat(0))
    keeper.carry_out(VERDICT)
    for _ in range(500):
        if order and check(played.journal, played.store).trimmed:
            break
        time.sleep(0.01)
    keeper.stop()
    found = check(played.journal, played.store)
    assert order == [(True, True)]
    assert (found.faults, found.trimmed) == ((), 6)
    assert trimmed_of(played.journal.events(played.match)) == {
        sha for hand in played.record.hands[:3] for sha in hand.evidence
    }


def test_what_the_journal_does_not_say_stays(played: Played) -> None:
    """The referee called back, but the event came to nothing: no picture is touched."""
    more_hands(played, 4)
    keeper = kept_house(played, 1, lambda event, committed: committed())
    keeper.start()
    keeper.carry_out(VERDICT)
    keeper.stop()
    assert check(played.journal, played.store).faults == ()
    assert check(played.journal, played.store).trimmed == 0


def test_a_record_that_cannot_be_read_keeps_everything(played: Played, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody can say what is disputed in it: rather too many pictures than one too few."""
    more_hands(played, 4)
    played.then(e.Disputed(5, 0, "no"))
    played.journal.append(played.match, "starter_drawn", {"seat": 77})
    posted: list[object] = []
    keeper = kept_house(played, 1, lambda event, committed: posted.append(event))
    keeper.start()
    keeper.carry_out(VERDICT)
    keeper.stop()
    assert posted == []
    assert "could not be trimmed" in caplog.text


def test_the_rest_fits_or_is_kept_for_a_reason(played: Played) -> None:
    """Whatever the budget: what is planned makes the rest fit, unless all that is left is disputed or recent."""
    played.then(DISPUTE, e.DisputeRuled(0, e.Outcome.STANDS, "Bo", "seen"), e.RulingPublished(0))
    more_hands(played, 4)
    record = played.record
    reasons = {sha for hand in (record.hands[0], *record.hands[-3:]) for sha in hand.evidence}
    sizes = {sha: played.store.path(sha).stat().st_size for hand in record.hands for sha in hand.evidence}
    for budget in range(1, sum(sizes.values()) + 100, sum(sizes.values()) // 9):
        going = plan(played.journal, played.store, budget, played.match)
        left = sum(size for sha, size in sizes.items() if sha not in going)
        assert left <= budget or set(sizes) - set(going) == reasons
        assert not reasons & set(going)
