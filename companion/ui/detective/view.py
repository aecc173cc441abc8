"""From the referee's state to what stands on the page, but for what someone is still tapping in. Pure."""

from dataclasses import dataclass

from companion.games.detective.explaining import explain_end
from companion.games.detective.state import Game, Stage, Street
from companion.games.detective.table import can_void_coup
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.banners import Banner, Tone, link_banners, table_banners
from companion.ui.detective.words import STREET
from companion.ui.texts import NOTHING, Said, Told, text

#: Written to the journal, which has one language.
WHY_VOID = "a card was seen, or the players agreed (D24)"


@dataclass(frozen=True, slots=True)
class View:
    """The frame of the page."""

    headline: Said
    hint: Said
    banners: tuple[Banner, ...]
    undo: Said
    """What an undo would take back; nothing where there is nothing."""
    can_void: bool
    must_agree: bool
    """Voiding needs everybody's consent now (D24)."""
    can_leave: bool


def view_of(state: DetectiveState, simulated: bool = False, ended: bool = True) -> View:
    """What the frame shows for a state; `simulated`: at a simulated table; `ended`: the last points have been seen."""
    game = state.game
    return View(
        headline=_headline(state) if ended else text("detective.scored", coup=len(game.coups) if game else 0),
        hint=_hint(state) if ended else NOTHING,
        banners=_banners(state, simulated),
        undo=Told(state.undoable, state.names) if state.undoable is not None else NOTHING,
        can_void=game is not None and can_void_coup(game, WHY_VOID, agreed=True),
        must_agree=game is not None and not can_void_coup(game, WHY_VOID, agreed=False),
        can_leave=game is not None and game.stage is not Stage.OVER,
    )


def _headline(state: DetectiveState) -> Said:  # noqa: PLR0911 - one line for each phase
    game = state.game
    if game is None or state.phase is Phase.LOT:
        return text("detective.lot")
    name = state.names[state.turn] if state.turn is not None else NOTHING
    match state.phase:
        case Phase.DEAL:
            return text("detective.deals", name=name)
        case Phase.BETS:
            return text("detective.bets", name=name)
        case Phase.BOARD:
            return text("detective.turns", name=name, street=STREET[game.street])
        case Phase.SHOWDOWN:
            return text("detective.actions") if None not in state.shown else text("detective.showdown")
        case Phase.SCORED:
            return text("detective.scored", coup=len(game.coups))
        case _ if state.dispute is not None:
            # Who has won depends on what is ruled.
            return text("review.coup_open", number=state.dispute.coup + 1)
        case _:
            return Told(explain_end(game), state.names)


def _hint(state: DetectiveState) -> Said:  # noqa: PLR0911 - one line for each phase
    game = state.game
    if game is None:
        return NOTHING
    match state.phase:
        case Phase.LOT:
            return text("detective.lot_hint")
        case Phase.DEAL:
            return text("detective.coup_of", coup=len(game.coups) + 1, coups=2 * game.players)
        case Phase.BETS if game.bettor is not None:
            left, limit = game.chips_left(game.bettor), game.chip_limit(game.bettor)
            return text("detective.bets_hint", street=STREET[game.street], left=left, limit=limit)
        case Phase.BOARD:
            return _board_hint(game)
        case Phase.SHOWDOWN:
            return text("detective.showdown_hint")
        case Phase.OVER if game.left is not None:
            return text("detective.left", name=state.names[game.left])
        case Phase.OVER:
            return text("detective.over_hint")
        case _:
            return NOTHING


def _board_hint(game: Game) -> Said:
    missing = game.street.board_cards - len(game.board)
    if game.street is Street.FLOP and missing == 3:
        return text("detective.burn_flop")
    if game.street is Street.FLOP:
        return text("detective.flop_goes_on", missing=missing)
    return text("detective.burn_one")


def _banners(state: DetectiveState, simulated: bool) -> tuple[Banner, ...]:
    banners = link_banners(state.camera, state.box, state.simulated or simulated)
    banners += table_banners(state.table_advice)
    if state.refused:
        why = Told(state.refused_what, state.names) if state.refused_what is not None else state.refused
        banners = (*banners, Banner(Tone.WARNING, text("banner.refused", why=why)))
    if state.dispute is not None:
        number, name = state.dispute.coup + 1, state.names[state.dispute.by]
        banners = (*banners, Banner(Tone.WARNING, text("banner.disputed_coup", name=name, number=number)))
    if state.notice is not None:
        banners = (*banners, Banner(Tone.NEWS, Told(state.notice, state.names)))
    if state.told is not None:
        banners = (*banners, Banner(Tone.NEWS, Told(state.told, state.names)))
    if state.board_seen is not None and state.board_seen.why is not None and not state.board_seen.doubtful:
        why = Told(state.board_seen.why, state.names)
        banners = (*banners, Banner(Tone.WARNING, text("detective.out_of_step", why=why)))
    return banners
