"""Hands at the drawn table of Detective Poker: they lay what is played, and what lies there follows the game."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.commands.drawn_coup import one_in_each_place, scene_of
from companion.referee.detective import events as e
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.guide.pack import next_acts
from vision.drawn.card_camera import CardCamera

PATIENCE = 100
"""After so many pictures a hand comes though nobody seems to look."""
_LAID = (e.BetPlaced, e.BoardTurned, e.HandsShown, e.ActionCardsTurned)


class CardHands:
    """The screen asks for acts, the thread of the camera lets the pieces follow. All chance is in the seed."""

    def __init__(self, seed: int, make_camera: Callable[[int], CardCamera] = CardCamera) -> None:
        """make_camera: through it a table with so many players is seen while it is played at with cards."""
        self.seed = seed
        self.state: Callable[[], Any] = lambda: None
        """The table as the referee has it, whichever game is played; set once there is a referee."""
        self.seen: Callable[[], bool] = lambda: True
        """Whether the camera has looked at the table as it lies: people take longer than drawn hands."""
        self._make_camera = make_camera
        self._coming: CardCamera | None = None
        """The one for the game as it stands; looked through once its mat is drawn."""
        self._camera: CardCamera | None = None
        self._players = 0
        self._followed: tuple[object, tuple[e.Event, ...]] | None = None
        self._waited = 0
        """Pictures in which nobody had looked."""
        self._lock = threading.Lock()
        self._laid: tuple[object, tuple[e.Event, ...]] | None = None
        """In which moment of the game, and what was laid before the camera."""

    def lay(self, state: DetectiveState) -> None:
        """Do the next act of the simulated players in sight of the camera; nothing where nothing is to be laid.

        It becomes an event only by whoever takes what the camera reads.
        """
        acts = tuple(act for act in next_acts(state, self.seed)[:1] if isinstance(act, _LAID))
        if acts and isinstance(acts[0], e.ActionCardsTurned):
            assert state.game is not None
            acts = (e.ActionCardsTurned(one_in_each_place(state.game, acts[0].cards)),)
        with self._lock:
            self._laid = _moment(state), acts

    def laid(self, state: DetectiveState) -> tuple[e.Event, ...]:
        """What was laid in this moment of the game; what was laid before it is taken or gone."""
        with self._lock:
            if self._laid is not None and self._laid[0] != _moment(state):
                self._laid = None
            return self._laid[1] if self._laid is not None else ()

    def camera(self) -> CardCamera | None:
        """The camera over the cards as they lie now; None while another game is played, and until the mat is drawn."""
        state = self.state()
        if not isinstance(state, DetectiveState) or state.game is None:
            self._coming = self._camera = None
            return None
        if self._coming is None or self._players != state.game.players:
            self._coming, self._players = self._make_camera(state.game.players), state.game.players
        if self._coming.ready:
            if self._camera is not self._coming:
                self._camera, self._followed = self._coming, None
            self._follow(self._camera, state)
        return self._camera

    def _follow(self, camera: CardCamera, state: DetectiveState) -> None:
        game, acts = (state.phase, state.game, state.shown, state.turned), self.laid(state)
        before, self._followed = self._followed, (game, acts)
        if before is None:
            # What hands lay from now on is to be seen as it comes.
            camera.lay(scene_of(state))
        self._waited = 0 if self.seen() or before is None or before[0] != game else self._waited + 1
        if 0 < self._waited < PATIENCE:
            camera.rest()
        if before == self._followed:
            return
        if before is None or before[0] != game:
            camera.rest()
        camera.want(scene_of(state, acts), _whose(state, acts))


def _moment(state: DetectiveState) -> object:
    """What was laid stands before the camera until this changes."""
    game = state.game
    return game and (state.phase, len(game.coups), game.street, len(game.bets))


def _whose(state: DetectiveState, acts: Sequence[e.Event]) -> int | None:
    """Whose hand changes now what lies there: that of the bettor, or the dealer's."""
    game = state.game
    assert game is not None
    betting = [*(bet.seat for bet in game.bets), *(act.seat for act in acts if isinstance(act, e.BetPlaced))]
    return betting[-1] if betting and state.phase is Phase.BETS else game.dealer
