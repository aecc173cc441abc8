"""Points of a coup in dispute: window, allowance, frozen board; what each ruling does; corrections; undo."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cards import parse_cards
from companion.games.commentary import tell
from companion.games.detective.state import ActionCard
from companion.journal.store import Journal
from companion.referee.desk import Desk, resume
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import Disputed, MatchAbandoned, Outcome, RulingPublished, Undone
from companion.referee.tell import tell_match
from companion.referee.unfinished import unfinished
from tests.companion.referee.detective.table import HANDS_21, NAMES, action_cards_21, coup_21, hands, match_over, unseen
from tests.companion.referee.random_match import Memory

S = 1_000_000_000
SCORED = (*coup_21(), hands(*HANDS_21), action_cards_21(), e.CoupScored(at_ns=100 * S))
#: Bruno's kings were queens: Ana's sevens and aces are best on the river.
QUEENS = e.CardsFound(hands=(e.ShownHand(1, *parse_cards("Qd Qs")),))
SAME = e.CardsFound(hands=(e.ShownHand(2, *parse_cards("Ts 8s")),))


def table(*events: Any, players: int = 3, **options: Any) -> Desk[DetectiveState]:
    """After these events, none of them refused."""
    desk = Desk(Memory(), game=DETECTIVE)
    for event in (e.MatchBegun(NAMES[:players], **options), e.DealerDrawn(0), *events):
        state = desk.take(event)
        assert not state.refused, (event, state.refused)
    return desk


def refusal(state: DetectiveState) -> str:
    """The key of the sentence."""
    assert state.refused_what is not None
    return state.refused_what.key


def totals(desk: Desk[DetectiveState]) -> tuple[int, ...]:
    """As they are, whatever is shown."""
    assert desk.state.game is not None
    return desk.state.game.totals


def test_a_dispute_freezes_the_points_until_the_ruling_is_published() -> None:
    """Play goes on meanwhile; nobody sees points before it is announced, and then every total follows."""
    desk = table(*SCORED, Disputed(0, 1, "those were queens"))
    before, shown = totals(desk), desk.state.board
    for event in (e.NextCoupBegun(), *match_over(desk.take(e.NextCoupBegun()), random.Random(4))):
        desk.take(event)
    assert totals(desk) != before
    assert desk.state.board == shown
    assert desk.state.told_game is not None
    assert (desk.state.told_game.totals, len(desk.state.told_game.coups)) == (before, 1)
    assert refusal(desk.take(e.MatchBegun(NAMES[:3]))) == "cannot.coup_in_dispute"
    assert not DETECTIVE.over(desk.state)
    played = totals(desk)
    desk.take(e.DisputeRuled(0, Outcome.OVERTURNED, "Dan", "picture 2", QUEENS))
    assert (totals(desk), desk.state.board) == (played, shown)
    old, state = desk.state.game.coups[0], desk.take(RulingPublished(0))
    assert state.game is not None
    new = state.game.coups[0]
    assert new.gains != old.gains
    assert totals(desk) == tuple(t - a + b for t, a, b in zip(played, old.gains, new.gains, strict=True))
    assert state.board.points == totals(desk)
    assert state.told is not None
    assert tell(state.told, "en", state.names).startswith("Coup 1: the points were wrong.")
    assert DETECTIVE.over(state)


@pytest.mark.parametrize(
    ("outcome", "found", "kept"),
    [
        (Outcome.STANDS, None, False),
        (Outcome.CONFIRMED, None, False),
        (Outcome.CONFIRMED, SAME, False),
        (Outcome.OVERTURNED, QUEENS, True),
        (Outcome.INCONCLUSIVE, None, True),
    ],
)
def test_a_won_challenge_is_kept(outcome: Outcome, found: e.CardsFound | None, kept: bool) -> None:
    """Lost where the points were right or nothing speaks against them; a coup is disputed once."""
    desk = table(*SCORED, Disputed(0, 1, "no"), e.DisputeRuled(0, outcome, "Dan", "seen", found), challenges=1)
    assert desk.state.challenges == (1, 1, 1), "the ruling is not to be read from the allowance"
    state = desk.take(RulingPublished(0))
    assert state.challenges == (1, int(kept), 1)
    assert state.reviews[0].outcome is outcome
    assert refusal(desk.take(Disputed(0, 0, "again"))) == "cannot.coup_settled"


def test_the_window_is_held_by_the_times_of_the_events() -> None:
    """120 s after the points, and not a moment longer; 0 seconds: no disputes at all."""
    assert table(*SCORED).take(Disputed(0, 0, "no", at_ns=220 * S)).dispute is not None
    assert refusal(table(*SCORED).take(Disputed(0, 0, "no", at_ns=220 * S + 1))) == "cannot.coup_late"
    short = table(*SCORED, challenge_window_s=10)
    assert refusal(short.take(Disputed(0, 0, "no", at_ns=111 * S))) == "cannot.coup_late"
    assert refusal(table(*SCORED, challenge_window_s=0).take(Disputed(0, 0, "no"))) == "cannot.no_disputes"


def test_what_has_no_meaning_is_refused_with_the_reason() -> None:
    """No such coup or seat, nothing disputed, nothing ruled, one at a time, none left."""
    desk = table(*SCORED)
    assert refusal(desk.take(Disputed(1, 0, "no"))) == "cannot.no_such_coup"
    assert refusal(desk.take(Disputed(0, 7, "no"))) == "cannot.not_at_table"
    assert refusal(desk.take(RulingPublished(0))) == "cannot.coup_not_disputed"
    desk.take(Disputed(0, 0, "no"))
    assert refusal(desk.take(Disputed(0, 1, "no"))) == "cannot.coup_in_dispute"
    assert refusal(desk.take(RulingPublished(0))) == "cannot.coup_not_ruled"
    none_left = table(*SCORED, challenges=0)
    assert refusal(none_left.take(Disputed(0, 0, "no"))) == "cannot.no_challenge_left"


@pytest.mark.parametrize(
    ("outcome", "found", "key"),
    [
        (Outcome.OVERTURNED, None, "cannot.cards_needed"),
        (Outcome.OVERTURNED, SAME, "cannot.same_points"),
        (Outcome.STANDS, QUEENS, "cannot.outcome_against_cards"),
        (Outcome.OVERTURNED, e.CardsFound((e.ShownHand(0, *parse_cards("Kd 7c")),)), "refused.card_twice"),
        (Outcome.OVERTURNED, e.CardsFound(board=parse_cards("As 7s")), "refused.board_count"),
        (Outcome.OVERTURNED, e.CardsFound(cards=(e.TurnedCard(99, ActionCard.CW),)), "refused.no_card_there"),
    ],
)
def test_a_ruling_that_its_own_cards_contradict_is_refused(
    outcome: Outcome, found: e.CardsFound | None, key: str
) -> None:
    """So is one that the rules do not know: a card twice, a short board, a bet that nobody made."""
    desk = table(*SCORED, Disputed(0, 1, "no"))
    state = desk.take(e.DisputeRuled(0, outcome, "Dan", "seen", found))
    assert refusal(state) == key
    assert state.dispute is not None
    assert state.dispute.outcome is None


def test_D22_no_rank_is_twice_on_the_board_of_experts() -> None:
    """A correction is held to the rules as the coup was."""
    rng = random.Random(3)
    desk = table(expert=True)
    for event in match_over(desk.state, rng):
        desk.take(event)
    assert desk.state.game is not None
    coup = desk.state.game.coups[0]
    twin = next(c for c in unseen(replace(desk.state, game=replace(desk.state.game, board=coup.board)))
                if c.rank is coup.board[0].rank and c not in {h for hole in coup.holes for h in hole})  # fmt: skip
    state = desk.take(e.CoupCorrected(0, e.CardsFound(board=(*coup.board[:4], twin)), "all", "seen"))
    assert refusal(state) == "refused.rank_twice"


def test_a_correction_that_all_agree_on_scores_the_coup_again_and_can_be_taken_back() -> None:
    """An action card named wrongly: only what changed is told; an undo brings the points back."""
    desk = table(*SCORED)
    before = totals(desk)
    bet = next(i for i, each in enumerate(desk.state.game.coups[0].bets) if each.bet.card is ActionCard.BLUFF)
    assert refusal(desk.take(e.CoupCorrected(0, e.CardsFound(), "all", "?"))) == "cannot.cards_needed"
    state = desk.take(e.CoupCorrected(0, e.CardsFound(cards=(e.TurnedCard(bet, ActionCard.PLUS_ONE),)), "all", "seen"))
    assert not state.refused
    assert totals(desk) != before
    assert state.told is not None
    assert tell(state.told, "en", state.names).startswith("Corrected.")
    assert state.undoable is not None
    for language in ("en", "es", "fr"):
        assert "+1" in tell(state.undoable, language, state.names)
    desk.take(Undone("Ana", "no"))
    assert totals(desk) == before


def test_the_journal_gives_the_same_table_back_and_tells_it(tmp_path: Path) -> None:
    """In dispute over a restart: the match goes on; the record says who was right and what changed."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal, game=DETECTIVE)
        events = match_over(DetectiveState(), random.Random(7))
        for event in (*events, Disputed(1, 0, "no")):
            desk.take(event)
        assert desk.match is not None
        assert desk.state.phase is Phase.OVER
        assert unfinished(journal, simulated=False) == desk.match, "a match in dispute is not over"
        again = Desk(journal, game=DETECTIVE)
        state = again.resume(desk.match, journal.events(desk.match))
        assert (state.dispute, state.board) == (desk.state.dispute, desk.state.board)
        for event in (e.DisputeRuled(1, Outcome.INCONCLUSIVE, "Dan", "dark"), RulingPublished(1)):
            again.take(event)
        told = tell_match(desk.match, journal.events(desk.match))
        assert "disputed the points of coup 2" in told
        assert "nobody can tell; the points stay" in told
        assert told.count(" wins") + told.count("share the win") == 1
        assert unfinished(journal, simulated=False) is None


def test_a_match_in_dispute_after_its_end_can_be_given_up() -> None:
    """As the other game has it; nothing blocks the next match for ever."""
    desk = table(*SCORED, e.PlayerLeft(2), Disputed(0, 0, "no"))
    assert desk.take(MatchAbandoned("all", "enough")).names == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_undo_of_disputes_rulings_and_corrections_is_as_if_they_had_never_been(seed: int, steps: int) -> None:
    """The last k steps taken back: the state is that of the match without them, and the fold of the record agrees."""
    rng = random.Random(seed)
    desk = table(*SCORED)
    states = [_bare(desk.state)]
    for _ in range(steps):
        state = desk.take(_anything(desk.state, rng))
        if not state.refused:
            states.append(_bare(state))
    taken = rng.randint(1, len(states)) - 1
    for _ in range(taken):
        desk.take(Undone("Ana", "no"))
    assert _bare(desk.state) == states[len(states) - 1 - taken]
    record = desk._record
    assert isinstance(record, Memory)
    assert _bare(resume(record.entries, DETECTIVE)) == _bare(desk.state)


def _anything(state: DetectiveState, rng: random.Random) -> Any:
    found = rng.choice((QUEENS, SAME))
    return rng.choice(
        (
            Disputed(0, rng.randrange(3), "no"),
            e.DisputeRuled(0, rng.choice(list(Outcome)), "Dan", "seen", rng.choice((None, found))),
            RulingPublished(0),
            e.CoupCorrected(0, found, "all", "seen"),
            e.NextCoupBegun() if state.phase is Phase.SCORED else e.CoupDealt(),
        )
    )


def _bare(state: DetectiveState) -> DetectiveState:
    """Without what only tells of the last act; after an undo the gate stays closed until cards are shown again."""
    return replace(state, gate_open=False, refused="", refused_rule="", refused_what=None, told=None, undoable=None)
