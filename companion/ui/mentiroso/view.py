"""From the referee's state to what is on the screen. Pure: every text by its key, every control on or off."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.dice import DiceHand
from companion.games.mentiroso.explaining import explain
from companion.games.mentiroso.state import Ground, Match
from companion.referee.events import Link
from companion.referee.state import Phase, Ruling, TableState
from companion.ui.texts import NOTHING, Said, Told, text


class Mark(StrEnum):
    """What is drawn beside a die: a shape and a word, never a colour alone."""

    NONE = "none"
    SURE = "sure"
    NOT_SURE = "not sure"
    BY_HAND = "by hand"
    """A person named it."""


@dataclass(frozen=True, slots=True)
class DieView:
    """One die; `letter` is empty for a blank one, `?` for one that could not be read."""

    letter: str
    mark: Mark = Mark.NONE
    chosen: bool = False


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


class Tone(StrEnum):
    """How a banner looks."""

    SIMULATED = "simulated"
    WARNING = "warning"
    NOTE = "note"
    """Good to know; at a table that never had a box it stands there all evening."""


@dataclass(frozen=True, slots=True)
class Banner:
    """Something that everyone should know all the time, or until it is mended."""

    tone: Tone
    said: Said


@dataclass(frozen=True, slots=True)
class VerdictView:
    """How the hand ended."""

    lie: bool | None
    """None where nobody was called a liar (M21)."""
    word: Said
    sentence: Said
    by: Said
    claim: tuple[DieView, ...]
    actual: tuple[DieView, ...]
    """Empty where no dice were needed (M21)."""
    next: Said
    """Who starts the next hand, or who has won."""


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


def view_of(state: TableState, simulated: bool = False) -> View:
    """What the screen shows for a state; `simulated`: at a simulated table, said also before the match begins."""
    match = state.match
    return View(
        panel=state.phase,
        headline=_headline(state),
        hint=_hint(state),
        banners=tuple(_banners(state, simulated)),
        players=_players(state),
        curtain=_curtain(state),
        claim=match.to_beat if match else None,
        claim_label=_claim_label(state),
        seen=tuple(_seen(state)),
        verdict=_verdict(state, state.ruling) if state.ruling else None,
        can_void=state.phase in (Phase.CLAIM, Phase.ANSWER, Phase.LIFT, Phase.READING, Phase.RULING),
        can_throw=state.phase is Phase.CLAIM,
        can_lift=state.phase in (Phase.ANSWER, Phase.LIFT),
    )


def dice_of(hand: DiceHand) -> tuple[DieView, ...]:
    """A hand laid out as people do: the largest group first."""
    return tuple(DieView(face.letter) for face in hand.grouped)


_HEADLINES: dict[Phase, Said] = {
    Phase.SEATING: text("headline.seating"),
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
        return _taker(state, state.ruling)
    return _HEADLINES.get(state.phase, NOTHING)


def _hint(state: TableState) -> Said:
    match state.phase:
        case Phase.CLAIM if state.match is not None and state.match.opening:
            return text("hint.opening")
        case Phase.CLAIM:
            return text("hint.claim")
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


def _banners(state: TableState, simulated: bool) -> list[Banner]:
    banners = []
    if state.simulated or simulated:
        banners.append(Banner(Tone.SIMULATED, text("banner.simulated")))
    if state.camera is Link.LOST:
        banners.append(Banner(Tone.WARNING, text("banner.camera_lost")))
    if state.camera is Link.SEARCHING:
        banners.append(Banner(Tone.NOTE, text("banner.camera_searching")))
    if state.box is Link.LOST:
        banners.append(Banner(Tone.WARNING, text("banner.box_lost")))
    if state.box is Link.SEARCHING:
        banners.append(Banner(Tone.NOTE, text("banner.box_searching")))
    if state.refused:
        why = Told(state.refused_what, state.names) if state.refused_what is not None else state.refused
        banners.append(Banner(Tone.WARNING, text("banner.refused", why=why)))
    return banners


def _players(state: TableState) -> tuple[PlayerView, ...]:
    match = state.match
    if match is None:
        return ()
    awaited = match.actor if state.phase not in (Phase.VERDICT, Phase.OVER) else None
    loser = state.ruling.loser if state.ruling else None
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


def _verdict(state: TableState, ruling: Ruling) -> VerdictView:
    match = state.match
    if match is not None and match.winner is not None:
        following: Said = text("verdict.wins", name=_winner(state))
    elif match is not None and match.actor is not None:
        following = text("verdict.next", name=state.names[match.actor])
    else:
        following = NOTHING
    return VerdictView(
        lie=None if ruling.ground is Ground.ACES_BELIEVED else ruling.lie,
        word=_verdict_word(ruling),
        sentence=_sentence(state, ruling),
        by=_by(ruling),
        claim=dice_of(ruling.claim),
        actual=dice_of(ruling.actual) if ruling.actual else tuple(DieView(letter) for letter in ruling.known),
        next=following,
    )


def _taker(state: TableState, ruling: Ruling) -> Said:
    name = state.names[ruling.loser]
    return text("verdict.point_and_out", name=name) if ruling.eliminated else text("verdict.point", name=name)


def _verdict_word(ruling: Ruling) -> Said:
    if ruling.ground is Ground.ACES_BELIEVED:
        return text("verdict.aces")
    return text("verdict.lie") if ruling.lie else text("verdict.true")


def _sentence(state: TableState, ruling: Ruling) -> Said:
    claimant = state.names[ruling.claimant]
    if ruling.ground is Ground.RULED and ruling.known:
        # The verdict holds whatever the unread dice show: nobody ruled, and the hand has no name.
        if ruling.lie:
            return text("verdict.surely_lower", name=claimant, claim=ruling.claim)
        return text("verdict.surely_enough", name=claimant, claim=ruling.claim)
    verdict = state.match.verdict if state.match else None
    return Told(explain(verdict), state.names) if verdict else NOTHING


def _by(ruling: Ruling) -> Said:
    if ruling.ground is Ground.ACES_BELIEVED:
        return NOTHING
    return text("verdict.by_camera") if ruling.by == "camera" else text("verdict.by_hand")


def _winner(state: TableState) -> str:
    winner = state.match.winner if state.match else None
    return NOTHING if winner is None else state.names[winner]
