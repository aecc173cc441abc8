"""Detective Poker through the desk: journalled, folded, taken back, gone on with; and after the other game."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cards import FULL_PACK
from companion.games.detective.state import ActionCard
from companion.journal.store import Journal
from companion.referee import events as table
from companion.referee.codec import UnknownEvent
from companion.referee.desk import Desk, resume
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.effects import CloseGate, OpenGate, StopReading
from companion.referee.events import After, BoxChanged, CameraChanged, Link, Resumed, Undone
from companion.referee.games import GAMES
from companion.referee.state import TableState
from companion.referee.unfinished import unfinished
from tests.companion.referee.detective.table import (
    HANDS_21,
    NAMES,
    action_cards_21,
    begun,
    board,
    card,
    coup_21,
    hands,
    legal_event,
    row,
)
from tests.companion.referee.random_match import Memory

UNDO = Undone("Ana", "a wrong tap")
KINGS = tuple(card for card in FULL_PACK if str(card) in ("Kd", "Ks"))
SEEDS = st.integers(0, 2**32)
CARDS = st.sampled_from(FULL_PACK)
EVENTS = st.one_of(
    st.builds(e.MatchBegun, st.lists(st.text(max_size=8), max_size=4).map(tuple), st.booleans(), st.booleans()),
    st.builds(e.BetPlaced, st.integers(0, 3), st.integers(0, 3), st.integers(1, 3), st.booleans()),
    st.builds(e.BoardTurned, st.lists(CARDS, max_size=3).map(tuple), st.text(max_size=8)),
    st.builds(e.HandsShown, st.lists(st.builds(e.ShownHand, st.integers(0, 3), CARDS, CARDS), max_size=4).map(tuple)),
    st.builds(
        e.ActionCardsTurned,
        st.lists(st.builds(e.TurnedCard, st.integers(0, 15), st.sampled_from(ActionCard)), max_size=4).map(tuple),
    ),
    st.builds(e.CoupVoided, st.text(max_size=20), st.booleans()),
)


def bare(state: DetectiveState) -> DetectiveState:
    """Without what only tells of the last act."""
    return replace(state, refused="", refused_rule="", refused_what=None, told=None)


def game_of(state: DetectiveState) -> tuple[object, ...]:
    """What people play: everything but the parts of the table and what the camera proposes."""
    return state.phase, state.game, state.shown, state.turned, state.names


def with_news(state: DetectiveState, rng: random.Random) -> Any:
    """An act, or what the table may tell in between."""
    news = [
        CameraChanged(rng.choice([Link.READY, Link.LOST])),
        BoxChanged(rng.choice([Link.READY, Link.LOST])),
        e.CardsRead((card(str(rng.choice(FULL_PACK))),), sure=True),
    ]
    return rng.choice(news) if rng.random() < 0.2 else legal_event(state, rng)


def played(seed: int, acts: int) -> tuple[Desk[DetectiveState], Memory, list[DetectiveState]]:
    """A match at random, its journal, and the table before each step."""
    rng, memory = random.Random(seed), Memory()
    desk = Desk(memory, game=DETECTIVE)
    desk.take(e.MatchBegun(NAMES[: rng.choice((3, 4))], rng.random() < 0.5))
    before: list[DetectiveState] = []
    for _ in range(acts):
        if desk.state.phase is Phase.OVER:
            break
        was = desk.state
        now = desk.take(with_news(was, rng))
        if now.undoable is not was.undoable:
            before.append(was)
    return desk, memory, before


@given(EVENTS)
def test_every_event_comes_back_from_the_journals_text(event: Any) -> None:
    """Kind and body give the same event."""
    assert DETECTIVE.codec.decode(*DETECTIVE.codec.encode(event)) == event


def test_a_reading_comes_back_from_the_journals_text() -> None:
    """With every number and every alternative."""
    read = e.CardsRead(row("As Kd?"), (row("2c 3c"), ()), sure=False, why="blurred", evidence=("ab" * 32,))
    assert DETECTIVE.codec.decode(*DETECTIVE.codec.encode(read)) == read


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("claim_confirmed", {"seat": 0, "claim": "KKKJ7", "blind": False}),
        ("board_turned", {"cards": ["Xx"], "by": "players"}),
        ("action_cards_turned", {"cards": [{"bet": 0, "card": "+2"}], "by": "players"}),
    ],
)
def test_what_cannot_be_read_says_so(kind: str, body: dict[str, object]) -> None:
    """Another game's entry, a card that there is not."""
    with pytest.raises(UnknownEvent, match=kind):
        DETECTIVE.codec.decode(kind, body)


def test_a_coup_on_a_real_journal_is_there_after_a_restart(tmp_path: Path) -> None:
    """Killed in the middle of the showdown: the same table, and play goes on."""
    with Journal.open(tmp_path / "j.sqlite3") as journal:
        desk = Desk(journal, game=DETECTIVE)
        for event in (*begun(), *coup_21(), hands("Ah 7c")):
            desk.take(event)
        match, live = desk.match, desk.state
        assert match is not None
        assert journal.events(match)[0].body["game"] == "detective"
        assert unfinished(journal, simulated=False) == match
        again: Desk[Any] = Desk(journal)
        assert bare(again.resume(match, journal.events(match))) == bare(live)
        again.take(Resumed(After.START, camera=Link.READY))
        for event in (hands(*HANDS_21), action_cards_21(), e.CoupScored()):
            again.take(event)
        assert again.state.coup is not None
        assert again.state.coup.gains == (7, 6, 2)
        assert bare(resume(journal.events(match), DETECTIVE)) == bare(again.state)


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.integers(1, 90), st.integers(1, 30))
def test_undo_of_the_last_k_steps_equals_never_having_played_them(seed: int, acts: int, k: int) -> None:
    """Across bets, phases, coups and the end; the journal folds to the same."""
    desk, memory, before = played(seed, acts)
    for was in list(reversed(before))[:k]:
        desk.take(UNDO)
        assert not desk.state.refused
        assert game_of(desk.state) == game_of(was)
        assert desk.state.undoable == was.undoable
        assert desk.state.told is not None
    assert bare(resume(memory.entries, DETECTIVE)) == bare(desk.state)
    if k >= len(before):
        desk.take(UNDO)
        assert desk.state.refused_what is not None
        assert desk.state.refused_what.key == "cannot.nothing_to_undo"


def test_undo_closes_the_gate_again() -> None:
    """Back from the showdown to the last bet: the cards are secret as before (D5)."""
    asked: list[Any] = []
    desk = Desk(Memory(), asked.append, game=DETECTIVE)
    for event in (*begun(), *coup_21()):
        desk.take(event)
    assert desk.state.gate_open
    asked.clear()
    desk.take(UNDO)
    assert desk.state.phase is Phase.BETS
    assert not desk.state.gate_open
    assert asked[:2] == [StopReading(), CloseGate()]
    assert OpenGate() not in asked


def test_what_was_shown_stands_when_a_card_is_taken_back() -> None:
    """One naming is one step: the hands before it stay."""
    desk = Desk(Memory(), game=DETECTIVE)
    for event in (*begun(), *coup_21(), hands("Ah 7c"), e.HandsShown((e.ShownHand(1, *KINGS),))):
        desk.take(event)
    desk.take(UNDO)
    assert [hole is not None for hole in desk.state.shown] == [True, False, False]


def test_the_next_match_may_be_of_the_other_game() -> None:
    """The same desk, the same journal; the parts of the table stay known, and a match in play is not thrown away."""
    memory, names = Memory(), NAMES[:3]
    desk = Desk(memory)
    desk.take(CameraChanged(Link.READY))
    desk.take(e.MatchBegun(names))
    state: Any = desk.state
    assert isinstance(state, DetectiveState)
    assert (state.names, state.camera) == (names, Link.READY)
    assert memory.entries[0].body["game"] == "detective"
    desk.take(table.MatchBegun(names))
    assert desk.state.refused_what is not None
    assert desk.state.refused_what.key == "refused.set_up_already"
    assert isinstance(desk.state, DetectiveState)
    desk.take(e.DealerDrawn(0))
    desk.take(e.PlayerLeft(1))
    desk.take(table.MatchBegun(names))
    state = desk.state
    assert isinstance(state, TableState)
    assert (state.names, state.camera) == (names, Link.READY)
    assert memory.entries[0].body["game"] == "mentiroso"


def test_a_match_that_cannot_begin_leaves_the_table_as_it_was() -> None:
    """Two players for Detective Poker (D1): the reason stands there, and the other game's table."""
    desk = Desk(Memory())
    desk.take(e.MatchBegun(("A", "B")))
    assert isinstance(desk.state, TableState)
    assert desk.state.refused_what is not None
    assert desk.state.refused_what.key == "refused.detective_players"


def test_both_games_are_found_by_name() -> None:
    """As a match's first entry has it."""
    assert GAMES["detective"] is DETECTIVE
    assert set(GAMES) == {"mentiroso", "detective"}


def test_board_news_for_the_scoreboard() -> None:
    """Points and whose turn it is."""
    desk = Desk(Memory(), game=DETECTIVE)
    for event in (*begun(), *coup_21(), hands(*HANDS_21), action_cards_21(), e.CoupScored(), e.NextCoupBegun()):
        desk.take(event)
    assert DETECTIVE.board(desk.state).points == (7, 6, 2)
    assert DETECTIVE.board(desk.state).turn == 1
    desk.take(e.CoupDealt())
    assert desk.take(board("As")).refused
