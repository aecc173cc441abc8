"""From the referee's state to what is on the screen. Pure: every text by its key, every control on or off."""

from dataclasses import dataclass

from companion.games.dice import DiceHand
from companion.games.mentiroso.state import Place
from companion.referee.events import Link
from companion.referee.state import Phase, TableState
from companion.ui.banners import Banner, Tone, link_banners, table_banners
from companion.ui.dice import DieView, Mark
from companion.ui.mentiroso.box_banners import box_banners, box_link, with_throws
from companion.ui.mentiroso.dispute_view import (
    DisputeView,
    can_correct,
    dispute_of,
    frozen,
    news_of,
    undo_of,
)
from companion.ui.mentiroso.learning_banners import learning_banners
from companion.ui.mentiroso.score_view import PlayerView, players_of
from companion.ui.mentiroso.verdict_view import VerdictView, taker, verdict_of
from companion.ui.players import Player
from companion.ui.texts import NOTHING, Said, Told, text


@dataclass(frozen=True, slots=True)
class View:
    """The whole screen, but for what someone is still tapping in."""

    panel: Phase
    headline: Said
    hint: Said
    banners: tuple[Banner, ...]
    players: tuple[PlayerView, ...]
    curtain: Said | None
    """Why no picture is shown; None: show it."""
    claim: DiceHand | None
    """The claim that stands, or must be beaten."""
    claim_label: Said
    seen: tuple[DieView, ...]
    """The dice as the camera reads them at this moment."""
    visible: tuple[DieView, ...]
    """The dice in the open, as far as they were told (M13); marked where they were thrown in this turn."""
    verdict: VerdictView | None
    undo: Said | None
    """What an undo would take back; None: nothing."""
    dispute: DisputeView
    can_correct: bool
    """Whether the dice of the verdict that stands may be set right."""
    can_void: bool
    can_throw: bool
    """On the simulated table: throw, and look under the cup (M22)."""
    can_lift: bool
    """On the simulated table."""


def view_of(state: TableState, simulated: bool = False, known: tuple[Player, ...] = ()) -> View:
    """What the screen shows for a state; `simulated`: at a simulated table; `known`: players whose signs are known."""
    return View(
        panel=state.phase,
        headline=_headline(state),
        hint=_hint(state),
        banners=_banners(state, simulated),
        players=players_of(state, known),
        curtain=_curtain(state),
        claim=_claim(state),
        claim_label=_claim_label(state),
        seen=tuple(_seen(state)),
        visible=_visible(state),
        verdict=verdict_of(state, state.ruling) if state.ruling else None,
        undo=undo_of(state),
        dispute=dispute_of(state),
        can_correct=can_correct(state),
        can_void=state.phase in (Phase.CLAIM, Phase.ANSWER, Phase.LIFT, Phase.READING, Phase.RULING),
        can_throw=state.phase is Phase.CLAIM,
        can_lift=state.phase in (Phase.ANSWER, Phase.LIFT),
    )


_HEADLINES: dict[Phase, Said] = {
    Phase.LOT: text("headline.lot"),
    Phase.LIFT: text("headline.called"),
    Phase.READING: text("headline.called"),
    Phase.RULING: text("headline.ruling"),
    Phase.OVER: text("headline.over"),
}


def _headline(state: TableState) -> Said:
    name = state.names[state.turn] if state.turn is not None else NOTHING
    if state.phase is Phase.CLAIM:
        return text("headline.claim", name=name)
    if state.phase is Phase.ANSWER:
        return text("headline.answer", name=name)
    if state.phase is Phase.VERDICT and state.ruling is not None:
        return taker(state, state.ruling)
    return _HEADLINES.get(state.phase, NOTHING)


def _hint(state: TableState) -> Said:
    match state.phase:
        case Phase.CLAIM if state.match is not None and state.match.opening:
            return with_throws(state, text("hint.opening"))
        case Phase.CLAIM:
            return with_throws(state, text("hint.claim"))
        case Phase.ANSWER:
            return text("hint.answer")
        case Phase.LIFT | Phase.READING if state.call is not None:
            caller, claimant = state.names[state.call.caller], state.names[state.call.claimant]
            return text("hint.called", caller=caller, claimant=claimant)
        case Phase.RULING:
            return _why_by_hand(state)
        case _:
            return NOTHING


def _why_by_hand(state: TableState) -> Said:
    if state.camera is not Link.READY:
        return text("ruling.no_camera")
    if state.unwatched:
        return text("ruling.unwatched")
    if not state.readings:
        return text("ruling.unread")
    if len(state.readings) != 5:
        return text("ruling.count", found=len(state.readings))
    return text("ruling.not_sure", doubtful=sum(not reading.sure for reading in state.readings))


def _banners(state: TableState, simulated: bool) -> tuple[Banner, ...]:
    banners = link_banners(state.camera, box_link(state), state.simulated or simulated) + box_banners(state)
    banners += table_banners(state.table_advice) + learning_banners(state)
    if state.refused:
        why = Told(state.refused_what, state.names) if state.refused_what is not None else state.refused
        banners = (*banners, Banner(Tone.WARNING, text("banner.refused", why=why)))
    news, stopped = news_of(state), frozen(state)
    if stopped is not None:
        banners = (*banners, Banner(Tone.WARNING, stopped))
    if news is not None:
        banners = (*banners, Banner(Tone.NEWS, news))
    return banners


def _curtain(state: TableState) -> Said | None:
    if state.camera is Link.ABSENT:
        return text("curtain.no_camera")
    if state.camera is Link.LOST:
        return text("curtain.lost")
    if not state.gate_open:
        return text("curtain.private") if state.phase is Phase.CLAIM else text("curtain.waiting")
    return None


def _claim(state: TableState) -> DiceHand | None:
    if state.ruling is not None:
        return state.ruling.claim
    return state.match.to_beat if state.match else None


def _claim_label(state: TableState) -> Said:
    match = state.match
    if state.ruling is not None:
        return text("claim.stands", name=state.names[state.ruling.claimant])
    if match is None or match.claim is None:
        return text("claim.opening")
    name = state.names[match.claim.seat]
    if state.phase is Phase.CLAIM:
        return text("claim.to_beat", name=name)
    return text("claim.passed_blind", name=name) if match.claim.blind else text("claim.stands", name=name)


def _seen(state: TableState) -> list[DieView]:
    if not state.gate_open:
        return []
    ordered = sorted(state.readings, key=lambda reading: reading.centre[0])
    return [DieView(reading.face, Mark.SURE if reading.sure else Mark.NOT_SURE) for reading in ordered]


def _visible(state: TableState) -> tuple[DieView, ...]:
    match = state.match
    if match is None or state.phase not in (Phase.CLAIM, Phase.ANSWER):
        return ()
    lying = [die for die in match.dice if die.place is Place.TABLE and die.face is not None]
    return tuple(
        DieView(die.face.letter, Mark.THROWN if die.thrown else Mark.NONE)
        for die in sorted(lying, key=lambda die: die.face or 0, reverse=True)
        if die.face is not None
    )
