"""Corrections in Detective Poker: a wrong event and the right one in one step, across bets, phases and coups."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cards import parse_cards
from companion.games.commentary import tell
from companion.journal.retraction import RETRACTED
from companion.referee.desk import Desk, resume
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import Corrected, Undone
from tests.companion.referee.detective.table import HANDS_21, action_cards_21, begun, board, coup_21, hands, match_over
from tests.companion.referee.random_match import Memory
from tests.slow import slow

SCORED = (*begun(), *coup_21(), hands(*HANDS_21), action_cards_21(), e.CoupScored())


def desk_after(*events: Any) -> tuple[Desk[DetectiveState], Memory]:
    """None of them refused."""
    memory = Memory()
    desk = Desk(memory, game=DETECTIVE)
    for event in events:
        state = desk.take(event)
        assert not state.refused, (event, state.refused)
    return desk, memory


def seq_of(memory: Memory, kind: str, number: int = 0) -> int:
    """Of the entry of this kind, from 0."""
    return [entry.seq for entry in memory.entries if entry.kind == kind][number]


def bare(state: DetectiveState) -> DetectiveState:
    """Without what only tells of the last act; the gate stays closed until cards are shown again."""
    told = {"refused": "", "refused_rule": "", "refused_what": None, "told": None, "undoable": None}
    return replace(state, gate_open=False, **told)  # type: ignore[arg-type]


def test_a_bet_entered_wrongly_is_put_right_across_phases_and_points() -> None:
    """Ana's first bet was on Chloé: the points follow as if it had been said so; only what changed is told."""
    desk, memory = desk_after(*SCORED)
    placed = [event for event in SCORED if isinstance(event, e.BetPlaced)]
    wrong = next(bet for bet in placed if bet.seat == 0)
    right = replace(wrong, owner=2)
    state = desk.take(Corrected(seq_of(memory, "bet_placed", placed.index(wrong)), "Ana", "misheard", right))
    assert not state.refused
    as_it_was = [right if event is wrong else event for event in SCORED]
    assert bare(state) == bare(desk_after(*as_it_was)[0].state)
    assert state.told is not None
    told = tell(state.told, "en", state.names)
    assert told.startswith("Corrected.")
    assert "Chloé" not in told
    assert [entry.kind for entry in memory.entries].count(RETRACTED) == 2, "the bet, and the verdict that followed"
    assert bare(resume(memory.entries, DETECTIVE)) == bare(state)


def test_a_hand_named_wrongly_in_an_earlier_coup_is_put_right() -> None:
    """The coups since stand; the totals follow."""
    rest = match_over(desk_after(*SCORED, e.NextCoupBegun())[0].state, random.Random(5))
    desk, memory = desk_after(*SCORED, e.NextCoupBegun(), *rest)
    before = desk.state.game
    state = desk.take(Corrected(seq_of(memory, "hands_shown"), "Ana", "seen again", hands("Ah 7c", "Qd Qs", "9s 8s")))
    assert not state.refused
    assert before is not None
    assert state.game is not None
    assert state.game.coups[1:] == before.coups[1:]
    assert state.game.coups[0] != before.coups[0]
    gains = (sum(coup.gains[seat] for coup in state.game.coups) for seat in range(3))
    assert state.game.totals == tuple(gains)


def test_a_correction_that_later_acts_forbid_is_refused_with_the_reason() -> None:
    """A card of the flop that a player shows later: D1; nothing is written."""
    desk, memory = desk_after(*SCORED)
    count = len(memory.entries)
    state = desk.take(Corrected(seq_of(memory, "board_turned"), "Ana", "?", board("Ah 7s Kh")))
    assert state.refused_what is not None
    assert state.refused_what.key == "cannot.later_not_legal"
    assert "A♥" in state.refused
    assert len(memory.entries) == count


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_the_undo_of_a_correction_is_as_if_it_had_never_been(seed: int) -> None:
    """Whatever step was put right, and wherever the match stands."""
    rng = random.Random(seed)
    memory = Memory()
    desk = Desk(memory, game=DETECTIVE)
    for event in match_over(DetectiveState(), random.Random(seed))[: rng.randint(5, 60)]:
        desk.take(event)
    before = bare(desk.state)
    step = rng.choice(desk.steps)
    kind = next(entry for entry in memory.entries if entry.seq == step.seq)
    wrong = DETECTIVE.codec.decode(kind.kind, kind.body)
    right = _otherwise(wrong, rng)
    state = desk.take(Corrected(step.seq, "Ana", "misheard", right))
    if state.refused:
        assert bare(state) == before
        return
    assert bare(resume(memory.entries, DETECTIVE)) == bare(state)
    assert bare(desk.take(Undone("Ana", "it was right"))) == before


def _otherwise(wrong: Any, rng: random.Random) -> Any:
    match wrong:
        case e.BetPlaced():
            return replace(wrong, owner=rng.randrange(3), chips=rng.randint(1, 3))
        case e.BoardTurned():
            return replace(wrong, cards=parse_cards(rng.choice(("2c", "Th", "Js 4d 5d"))))
        case e.HandsShown(hands=shown):
            return e.HandsShown((replace(shown[0], own=shown[0].forehead, forehead=shown[0].own), *shown[1:]))
        case e.DealerDrawn():
            return e.DealerDrawn(rng.randrange(3))
        case _:
            return wrong


@pytest.mark.parametrize("back", [12, pytest.param(60, marks=slow)])
def test_undo_reaches_over_the_end_of_a_match_bet_by_bet(back: int) -> None:
    """Over the winner, the points, the showdown, into the coup before; each step leaves the table as it was then."""
    rng = random.Random(11)
    memory = Memory()
    desk = Desk(memory, game=DETECTIVE)
    states = []
    for event in match_over(DetectiveState(), rng):
        desk.take(event)
        states.append(bare(desk.state))
    assert desk.state.phase is Phase.OVER
    # Every undo plays the match again: many steps cost seconds.
    for _ in range(back):
        states.pop()
        state = desk.take(Undone("Ana", "back"))
        assert not state.refused, state.refused
        assert bare(state) == states[-1]
    assert desk.state.phase is not Phase.OVER
