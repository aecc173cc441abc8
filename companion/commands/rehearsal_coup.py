"""One coup of Detective Poker at the simulated table with nobody at the screen: only the people are played.

Drawn hands lay the bets and the cards, the camera reads them, and a tap takes what it proposes, as at the screen.
"""

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic_ns
from typing import Any, TypeAlias, cast

from companion.commands.card_hands import CardHands
from companion.commands.parts import Table
from companion.commands.rehearsal import PATIENCE_S, RehearsalFailed
from companion.games.cards import write_cards
from companion.games.commentary import tell
from companion.games.detective import explain_coup
from companion.journal.disk import make_folder
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import Link
from companion.referee.live import LiveReferee
from companion.ui.detective.naming import actions_event, board_event, hands_event
from companion.ui.launch import offscreen
from vision.drawn.card_camera import CardCamera

PLAYERS = ("Ana", "Bruno", "Chloé")
LOOK_S = 12.0
"""So long the camera may look at what was laid; after that people tap it in."""
Taken: TypeAlias = e.BetPlaced | e.BoardTurned | e.HandsShown | e.ActionCardsTurned


def quick_hands(seed: int) -> CardHands:
    """Hands that nobody watches need not be slow enough for eyes; all chance is in the seed."""
    return CardHands(seed, partial(CardCamera, reach_s=0.15, rest_s=0.25))


def rehearse_coup(table: Table, picture: Path, *, language: str | None = None) -> Iterator[str]:
    """Play a coup, telling each step; writes the screen with the points to `picture` (PNG).

    What the camera is not sure of is tapped in, which is told. Raises RehearsalFailed, NoDisplay.
    """
    if table.hands is None:
        raise ValueError("only the simulated table can be rehearsed on")
    make_folder(picture.parent)
    # Which game a referee plays, the match that begins says.
    referee = cast(LiveReferee[Any], table.referee)
    yield from _Players(referee, table.hands.cards).play()
    with offscreen(referee, table.preview, table.hands, language=language) as stage:
        stage.crank(5)
        stage.screenshot(picture)


class _Players:
    def __init__(self, referee: LiveReferee[Any], cards: CardHands) -> None:
        self._referee, self._cards = referee, cards
        self._looked = self._sure = 0

    @property
    def _state(self) -> DetectiveState:
        return cast(DetectiveState, self._referee.state)

    def play(self) -> Iterator[str]:
        """A match, and its first coup up to the points."""
        if not self._referee.wait_for(lambda state: state.camera is Link.READY, PATIENCE_S):
            raise RehearsalFailed(f"camera {self._state.camera.value}: not ready")
        self._happen(e.MatchBegun(PLAYERS, simulated=True))
        self._happen(e.DealerDrawn(self._cards.seed % len(PLAYERS)))
        game = self._state.game
        assert game is not None and game.dealer is not None
        yield f"{PLAYERS[game.dealer]} deals."
        self._happen(e.CoupDealt())
        while not self._state.all_shown:
            yield from self._step()
        self._happen(e.CoupScored())
        coup = self._state.coup
        assert coup is not None
        yield f"Of {self._looked} things that were laid the camera read {self._sure}."
        for told in explain_coup(coup):
            yield tell(told, names=PLAYERS)

    def _step(self) -> Iterator[str]:
        """The next bet, cards of the board, hands or action cards: laid, read and taken, or tapped in."""
        self._cards.lay(self._state)
        (laid,) = (_not_known(self._state, act) for act in self._cards.laid(self._state))
        self._looked += 1
        self._referee.wait_for(lambda state: _read(state, laid) or _declined(state), LOOK_S)
        seen = _proposed(self._state)
        if seen is None:
            self._happen(laid)
            yield f"{_said(laid)}: the camera is not sure, so it is tapped in."
        elif not _pieces(seen) <= _pieces(laid):
            self._happen(laid)
            yield f"{_said(laid)}: the camera read something else ({_said(seen)}), so it is tapped in."
        else:
            self._sure += 1
            self._happen(seen)
            yield f"{_said(seen)}: the camera read it."

    def _happen(self, event: Any) -> None:
        """Tell the referee, and wait until it is in the journal."""
        written = threading.Event()
        self._referee.post(event, written.set)
        if not written.wait(PATIENCE_S) or self._referee.state.refused:
            raise RehearsalFailed(f"{type(event).__name__} was not taken: {self._referee.state.refused or 'no answer'}")


def _proposed(state: DetectiveState) -> Taken | None:
    """What one tap would take now."""
    match state.phase:
        case Phase.BETS:
            bet = state.bet_seen
            if bet is None or not bet.sure or state.turn is None:
                return None
            return e.BetPlaced(state.turn, bet.owner, bet.chips, bet.covered)
        case Phase.BOARD:
            return board_event(state, monotonic_ns())
        case Phase.SHOWDOWN:
            return hands_event(state, monotonic_ns()) or actions_event(state, monotonic_ns())
    return None


def _read(state: DetectiveState, laid: Taken) -> bool:
    """Whether the camera is sure of all that was laid and is not known yet."""
    seen = _proposed(state)
    return seen is not None and _pieces(laid) <= _pieces(seen)


def _not_known(state: DetectiveState, act: Any) -> Taken:
    """Of what lies there, the part that is still to be told."""
    if isinstance(act, e.HandsShown):
        return replace(act, hands=tuple(hand for hand in act.hands if state.shown[hand.seat] is None))
    return cast(Taken, act)


def _declined(state: DetectiveState) -> bool:
    """Whether the camera says itself that it is not sure of the bet, or of one of the hands."""
    if state.phase is Phase.BETS:
        return state.bet_seen is not None and not state.bet_seen.sure
    hands = zip(state.shown, state.hands_seen, strict=False)
    waited_for = [seen for known, seen in hands if known is None]
    return bool(waited_for) and all(seen.hole is not None or seen.why is not None for seen in waited_for)


def _pieces(event: Taken) -> frozenset[Any]:
    """What it says, one by one; the two cards of a hand in no order."""
    match event:
        case e.BetPlaced():
            return frozenset({(event.seat, event.owner, event.chips, event.covered)})
        case e.BoardTurned():
            return frozenset(event.cards)
        case e.HandsShown():
            return frozenset((hand.seat, frozenset((hand.own, hand.forehead))) for hand in event.hands)
        case e.ActionCardsTurned():
            return frozenset(event.cards)


def _said(event: Taken) -> str:
    match event:
        case e.BetPlaced():
            chips = "1 chip" if event.chips == 1 else f"{event.chips} chips"
            card = " with an action card" if event.covered else ""
            return f"{PLAYERS[event.seat]} bets {chips} on {PLAYERS[event.owner]}{card}"
        case e.BoardTurned():
            return f"On the board: {write_cards(event.cards)}"
        case e.HandsShown():
            hands = (f"{PLAYERS[hand.seat]} {write_cards((hand.own, hand.forehead))}" for hand in event.hands)
            return f"Hands are shown: {', '.join(hands)}"
        case e.ActionCardsTurned():
            return f"Action cards are turned up: {', '.join(each.card.value for each in event.cards)}"
