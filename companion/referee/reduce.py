"""The referee: (state, event) -> (state, effects). Pure; the cycle it follows is written out in docs/cycle.md.

What an event does is told by subject: `playing` (match, claims, answers), `sensing` (cup, box, camera), `judging` (dice
and points), `revise` (restart, corrections, disputes).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.errors import RulesError
from companion.referee import box_sense, judging, playing, revise, sensing
from companion.referee import events as e
from companion.referee.effects import Refuse
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet, BoxTold
from companion.referee.moves import Step
from companion.referee.state import TableState

_UNSAID = (e.DiceGlimpsed, e.PartsKnown, e.EvidenceTrimmed, BoxTold, BoxHeard, BoxMet, BoxForgot)
"""Not done by people, so no answer to what was refused: its reason goes on standing there."""


def reduce(state: TableState, event: e.Event) -> Step:
    """One event. An action that the rules refuse changes nothing but `refused`; one with no meaning now, nothing."""
    try:
        after, effects = _HANDLERS[type(event)](state, event)
    except RulesError as refusal:
        rule = getattr(refusal, "rule", "")
        why = str(refusal)
        return replace(state, refused=why, refused_rule=rule, refused_what=refusal.explanation), (Refuse(rule, why),)
    if after is not state and after.refused == state.refused and not isinstance(event, _UNSAID):
        after = replace(after, refused="", refused_rule="", refused_what=None)
    return after, effects


def fold(history: tuple[e.Event, ...]) -> TableState:
    """The state that a journal's events lead to."""
    state = TableState()
    for event in history:
        state, _ = reduce(state, event)
    return state


def _box_met(state: TableState, event: BoxMet) -> Step:
    """What it is; and how the cup stands, where the table had lost sight of it and the box has nothing new to tell."""
    met, effects = sensing.box_met(state, event)
    found = box_sense.cup_found(met.felt, event) if state.cup_down is None else None
    if found is None:
        return met, effects
    after, more = reduce(met, found)
    return after, (*effects, *more)


def _box_told(state: TableState, event: BoxTold) -> Step:
    """Its name into the journal, and in the same breath what it means."""
    meaning = box_sense.meaning_of(state.felt, event)
    heard, effects = sensing.box_heard(state, event.heard)
    heard = replace(heard, felt=box_sense.pressed(heard.felt, event))
    if meaning is None:
        return heard, effects
    after, more = reduce(heard, meaning)
    return after, (*effects, *more)


_HANDLERS: dict[type, Callable[[TableState, Any], Step]] = {
    e.MatchBegun: playing.match_begun,
    e.StarterDrawn: playing.starter_drawn,
    e.OpenDiceTold: playing.open_dice_told,
    e.ClaimConfirmed: playing.claim_confirmed,
    e.Believed: playing.believed,
    e.Called: playing.called,
    e.NextHandBegun: playing.next_hand_begun,
    e.HandVoided: playing.hand_voided,
    e.CupLifted: sensing.cup_lifted,
    e.CupSeated: sensing.cup_seated,
    e.ButtonPressed: sensing.button_pressed,
    e.BoxChanged: sensing.box_changed,
    BoxMet: _box_met,
    BoxTold: _box_told,
    BoxHeard: sensing.box_heard,
    BoxForgot: sensing.box_forgot,
    e.CameraChanged: sensing.camera_changed,
    e.PartsKnown: sensing.parts_known,
    e.EvidenceTrimmed: sensing.evidence_trimmed,
    e.DiceGlimpsed: judging.dice_glimpsed,
    e.DiceRead: judging.dice_read,
    e.RulingGiven: judging.ruling_given,
    e.MatchAbandoned: revise.match_abandoned,
    e.Resumed: revise.resumed,
    e.VerdictCorrected: revise.verdict_corrected,
    e.Disputed: revise.disputed,
    e.DisputeRuled: revise.dispute_ruled,
    e.RulingPublished: revise.ruling_published,
}
