"""From the referee's state to what is on the screen. Pure: every text by its key, every control on or off."""

from dataclasses import dataclass

from companion.games.dice import DiceHand
from companion.games.mentiroso.state import Match
from companion.referee.events import Link
from companion.referee.state import Phase, TableState
from companion.ui.banners import Banner, Tone, link_banners
from companion.ui.dice import DieView, Mark
from companion.ui.mentiroso.box_banners import box_banners, box_link, with_throws
from companion.ui.mentiroso.verdict_view import VerdictView, taker, verdict_of
from companion.ui.players import KINDS, Kind, Player, kinds_of
from companion.ui.texts import NOTHING, Said, Told, text


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One line of the score."""

    seat: int
    name: str
    points: int
    limit: int
    turn: bool
    """Everyone waits for this player."""
    out: bool
    place: int | None
    """Counted from 1; known once a player is out, and for all at the end (M11)."""
    took_point: bool
    """In the verdict that stands on the board."""
    kind: Kind = KINDS[0]
    """The player's sign and colour."""


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
    verdict: VerdictView | None
    can_void: bool
    can_throw: bool
    """On the simulated table: throw, and look under the cup (M22)."""
    can_lift: bool
    """On the simulated table."""


def view_of(state: TableState, simulated: bool = False, known: tuple[Player, ...] = ()) -> View:
    """What the screen shows for a state; `simulated`: at a simulated table; `known`: players whose signs are known."""
    match = state.match
    return View(
        panel=state.phase,
        headline=_headline(state),
        hint=_hint(state),
        banners=_banners(state, simulated),
        players=players_of(state, known),
        curtain=_curtain(state),
        claim=match.to_beat if match else None,
        claim_label=_claim_label(state),
        seen=tuple(_seen(state)),
        verdict=verdict_of(state, state.ruling) if state.ruling else None,
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
    if len(state.readings) != 5:
        return text("ruling.count", found=len(state.readings))
    return text("ruling.not_sure", doubtful=sum(not reading.sure for reading in state.readings))


def _banners(state: TableState, simulated: bool) -> tuple[Banner, ...]:
    banners = link_banners(state.camera, box_link(state), state.simulated or simulated) + box_banners(state)
    if state.refused:
        why = Told(state.refused_what, state.names) if state.refused_what is not None else state.refused
        banners = (*banners, Banner(Tone.WARNING, text("banner.refused", why=why)))
    return banners


def players_of(state: TableState, known: tuple[Player, ...] = ()) -> tuple[PlayerView, ...]:
    """The lines of the score, in the order of play."""
    match = state.match
    if match is None:
        return ()
    awaited = match.actor if state.phase not in (Phase.VERDICT, Phase.OVER) else None
    loser = state.ruling.loser if state.ruling else None
    kinds = kinds_of(state.names, known)
    return tuple(
        PlayerView(
            seat=seat,
            name=name,
            points=match.points[seat],
            limit=match.options.limit,
            turn=seat == awaited,
            out=seat in match.out,
            place=_place(match, seat),
            took_point=seat == loser,
            kind=kinds[seat],
        )
        for seat, name in enumerate(state.names)
    )


def _place(match: Match, seat: int) -> int | None:
    known = seat in match.out or match.winner is not None
    return match.places.index(seat) + 1 if known else None


def _curtain(state: TableState) -> Said | None:
    if state.camera is Link.ABSENT:
        return text("curtain.no_camera")
    if state.camera is Link.LOST:
        return text("curtain.lost")
    if not state.gate_open:
        return text("curtain.private") if state.phase is Phase.CLAIM else text("curtain.waiting")
    return None


def _claim_label(state: TableState) -> Said:
    match = state.match
    if match is None or match.claim is None:
        return text("claim.opening")
    name = state.names[match.claim.seat]
    return text("claim.to_beat", name=name) if state.phase is Phase.CLAIM else text("claim.stands", name=name)


def _seen(state: TableState) -> list[DieView]:
    if not state.gate_open:
        return []
    ordered = sorted(state.readings, key=lambda reading: reading.centre[0])
    return [DieView(reading.face, Mark.SURE if reading.sure else Mark.NOT_SURE) for reading in ordered]
