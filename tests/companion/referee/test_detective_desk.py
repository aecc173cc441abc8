"""What the desk does for Detective Poker too: what was undone is told, corrections, going on after a restart."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.commentary import tell
from companion.journal.store import Journal
from companion.referee import events as common
from companion.referee.desk import Desk, resume
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.effects import CloseGate, StopReading
from companion.referee.games import DETECTIVE
from companion.referee.unfinished import unfinished
from tests.companion.referee.detective.table import begun, bets
from tests.companion.referee.random_match import Memory

UNDO = common.Undone("Ana", "a wrong tap")


def desk_of(*events: Any) -> tuple[Desk[DetectiveState], Memory]:
    """A table of Detective Poker after these events."""
    memory = Memory()
    desk = Desk(memory, game=DETECTIVE)
    for event in events:
        desk.take(event)
    return desk, memory


def bare(state: DetectiveState) -> DetectiveState:
    """Without what is said once and not kept."""
    return replace(state, refused="", refused_rule="", refused_what=None, told=None)


def game_of(state: DetectiveState) -> tuple[object, ...]:
    """What people play, without what the camera makes of it at this moment."""
    return state.phase, state.names, state.game, state.shown, state.turned


def test_a_bet_is_taken_back_and_told() -> None:
    """D25: who bet wrongly bets again; the camera is told to forget what it had been looking at."""
    desk, _ = desk_of(*begun(), e.CoupDealt(), *bets("B->A 2"))
    asked: list[Any] = []
    desk._carry_out = asked.append
    state = desk.take(UNDO)
    assert (state.phase, state.turn) == (Phase.BETS, 1)
    assert asked[:2] == [StopReading(), CloseGate()]
    assert state.told is not None
    assert "Bruno bet 2 chips on Ana." in tell(state.told, "en", state.names)


def test_a_bet_of_before_is_corrected() -> None:
    """D9 holds it against the bets that came later."""
    desk, memory = desk_of(*begun(), e.CoupDealt(), *bets("B->A 2, C->A 1"))
    seq = next(x.seq for x in memory.entries if x.kind == "bet_placed")
    state = desk.take(common.Corrected(seq, "Ana", "three", e.BetPlaced(1, 2, 3)))
    assert state.game is not None
    assert (state.game.bets[0].owner, state.game.bets[0].chips, state.turn) == (2, 3, 0)
    wrong = desk.take(common.Corrected(seq, "Ana", "four", e.BetPlaced(1, 2, 4)))
    assert wrong.refused_what is not None
    assert wrong.refused_what.key == "cannot.right_not_legal"
    assert bare(resume(memory.entries, DETECTIVE)) == bare(state)


def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The journal says which game it is."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal, game=DETECTIVE)
        for event in (*begun(), e.CoupDealt(), *bets("B->A 2")):
            desk.take(event)
        match = unfinished(journal, simulated=False)
        assert match == desk.match
        assert match is not None
        again: Desk[Any] = Desk(journal)
        again.resume(match, journal.events(match))
        again.take(common.Resumed(common.After.START))
        assert game_of(again.state) == game_of(desk.state)
        again.take(next(bets("C->A 1")))
        assert not again.state.refused
        again.take(common.MatchAbandoned("Ana", "late"))
        assert unfinished(journal, simulated=False) is None
