"""One coup of Detective Poker with nobody at the screen: the referee, the journal and the page are real."""

import random
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from companion.commands.parts import Table
from companion.commands.rehearsal import PATIENCE_S, RehearsalFailed
from companion.games.cards import FULL_PACK, write_cards
from companion.games.commentary import tell
from companion.games.detective import ActionCard, deal_holes, explain_coup, walk
from companion.journal.disk import make_folder
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.live import LiveReferee
from companion.ui.launch import offscreen

PLAYERS = ("Ana", "Bruno", "Chloé")


def rehearse_coup(
    table: Table, picture: Path, *, language: str | None = None, seed: int | None = None
) -> Iterator[str]:
    """Play a coup, telling each step; writes the screen with the points to `picture` (PNG).

    `seed`: of the shuffle and the bets; chance where none is given. Raises RehearsalFailed, NoDisplay.
    """
    rng = random.Random(secrets.randbelow(2**31) if seed is None else seed)
    # Which game a referee plays, the match that begins says.
    referee = cast(LiveReferee[Any], table.referee)
    make_folder(picture.parent)
    yield from _play(referee, rng)
    with offscreen(referee, table.preview, table.hands, language=language) as stage:
        stage.crank(5)
        stage.screenshot(picture)


def _play(referee: LiveReferee[Any], rng: random.Random) -> Iterator[str]:
    _happen(referee, e.MatchBegun(PLAYERS, simulated=True))
    state = _happen(referee, e.DealerDrawn(rng.randrange(len(PLAYERS))))
    assert state.game is not None and state.game.dealer is not None
    yield f"{PLAYERS[state.game.dealer]} deals."
    holes, rest = deal_holes(rng.sample(FULL_PACK, len(FULL_PACK)), len(PLAYERS), state.game.dealer)
    board, laid = walk(rest, expert=False).board, list[ActionCard | None]()
    state = _happen(referee, e.CoupDealt())
    while state.phase in (Phase.BETS, Phase.BOARD):
        game = state.game
        assert game is not None
        if game.bettor is None:
            turned = board[len(game.board) : game.street.board_cards]
            state = _happen(referee, e.BoardTurned(turned))
            yield f"On the board: {write_cards(turned)}."
            continue
        used = [card for bet, card in zip(game.bets, laid, strict=True) if bet.seat == game.bettor]
        laid.append(rng.choice([None, *(card for card in ActionCard if card not in used)]))
        owner, chips = rng.randrange(len(PLAYERS)), rng.randint(1, game.chip_limit(game.bettor))
        state = _happen(referee, e.BetPlaced(game.bettor, owner, chips, covered=laid[-1] is not None))
    _happen(referee, e.HandsShown(tuple(e.ShownHand(seat, *hole) for seat, hole in enumerate(holes))))
    turned_up = tuple(e.TurnedCard(bet, card) for bet, card in enumerate(laid) if card is not None)
    _happen(referee, e.ActionCardsTurned(turned_up))
    state = _happen(referee, e.CoupScored())
    assert state.coup is not None
    for told in explain_coup(state.coup):
        yield tell(told, names=PLAYERS)


def _happen(referee: LiveReferee[Any], event: Any) -> DetectiveState:
    """Tell the referee, and wait until it is in the journal."""
    written = threading.Event()
    referee.post(event, written.set)
    if not written.wait(PATIENCE_S) or referee.state.refused:
        raise RehearsalFailed(f"{type(event).__name__} was not taken: {referee.state.refused or 'no answer'}")
    return cast(DetectiveState, referee.state)
