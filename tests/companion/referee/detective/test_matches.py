"""Whole matches by chance: they end, and the journal's events alone give the same table."""

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import detective as d
from companion.games.commentary import LANGUAGES, tell
from companion.referee.detective import events as e
from companion.referee.detective.reduce import fold, reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.detective.steps import STEPS, step
from companion.referee.effects import Append
from companion.referee.events import BoxChanged, CameraChanged, Link
from tests.companion.referee.detective.table import legal_event, match_over, row, unseen

WHOLE = settings(max_examples=6, deadline=None)


def anything(state: DetectiveState, rng: random.Random) -> Any:
    """Mostly what the rules allow, else what a table may also do: mistakes, news, readings, trouble."""
    seat, other = rng.randrange(4), rng.randrange(4)
    cards = unseen(state) if state.game is not None else []
    some = " ".join(map(str, rng.sample(cards, 3))) if cards else "As Kd 7h"
    odd = [
        e.BetPlaced(seat, other, rng.randrange(5), rng.random() < 0.5),
        e.BetMoved(seat, other, rng.randrange(5), rng.random() < 0.5),
        e.ActionCardLaid(seat),
        e.CoupVoided(rng.choice(["", "seen"]), rng.random() < 0.1),
        e.CoupScored(),
        e.NextCoupBegun(),
        e.CardsRead(row(some), (row(some[:5]),) * 3, sure=rng.random() < 0.5),
        e.BetSeen(other, rng.randrange(5), sure=rng.random() < 0.5),
        CameraChanged(rng.choice(list(Link))),
        BoxChanged(rng.choice(list(Link))),
    ]
    return rng.choice(odd) if rng.random() < 0.25 else legal_event(state, rng)


@WHOLE
@given(st.integers(0, 2**32))
def test_a_random_match_ends_after_two_manches(seed: int) -> None:
    """D20: 2n coups, whoever plays; the totals are the sums of the coups."""
    events = match_over(DetectiveState(), random.Random(seed))
    state = fold(tuple(events))
    assert state.phase is Phase.OVER
    assert state.game is not None
    assert len(state.game.coups) == 2 * state.game.players
    sums = tuple(sum(coup.gains[seat] for coup in state.game.coups) for seat in range(state.game.players))
    assert state.game.totals == sums


@WHOLE
@given(st.integers(0, 2**32))
def test_the_journal_alone_gives_the_same_table(seed: int) -> None:
    """At every moment: the fold of what was appended is the live state, but for a refusal, which nobody writes down."""
    rng = random.Random(seed)
    state, written = DetectiveState(), list[Any]()
    for _ in range(120):
        state, effects = reduce(state, anything(state, rng))
        written += [effect.event for effect in effects if isinstance(effect, Append)]
    folded = fold(tuple(written))
    assert not folded.refused
    assert folded == without_refusal(state)


def without_refusal(state: DetectiveState) -> DetectiveState:
    """The same table, the refusal forgotten."""
    return replace(state, refused="", refused_rule="", refused_what=None)


@WHOLE
@given(st.integers(0, 2**32))
def test_D5_nothing_secret_is_known_before_the_showdown(seed: int) -> None:
    """No hand and no kind of an action card, in the state or in what is written down."""
    rng = random.Random(seed)
    state = DetectiveState()
    for _ in range(120):
        state, effects = reduce(state, anything(state, rng))
        if state.game is None or state.phase is Phase.SHOWDOWN:
            continue
        assert state.game == d.public_view(state.game)
        assert state.shown == state.turned == state.hands_seen == () or state.phase in (Phase.SCORED, Phase.OVER)
        for effect in effects:
            if isinstance(effect, Append) and isinstance(effect.event, e.CardsRead):
                assert effect.event.hands == ()


@WHOLE
@given(st.integers(0, 2**32))
def test_every_step_can_be_told(seed: int) -> None:
    """In every language; sitting down and news of the camera are no steps."""
    state = DetectiveState()
    for event in match_over(state, random.Random(seed)):
        told = step(state, event)
        assert (told is not None) == (type(event) in STEPS)
        assert told is None or all(tell(told, language) for language in LANGUAGES)
        state, _ = reduce(state, event)
    assert step(state, CameraChanged(Link.LOST)) is None
