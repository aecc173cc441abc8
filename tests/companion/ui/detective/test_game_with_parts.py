"""A whole game of Detective Poker by touches, with a camera and a box of software; both are lost in the middle."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.referee.box import BoxDesk
from companion.referee.detective import events as e
from companion.referee.detective.state import Phase
from companion.referee.events import Link
from companion.referee.live import LiveReferee
from firmware_bridge.session import BoxSession
from firmware_bridge.settings import ANY_BOX, BoxSettings
from firmware_bridge.simulator import SimulatedBox
from tests.companion.referee.detective.table import row
from tests.companion.referee.detective.test_watch import Scene, SoftwareCamera, pair
from tests.companion.referee.detective.test_watch import live as live  # noqa: PLC0414 - a fixture
from tests.companion.referee.detective.test_watch import scene as scene  # noqa: PLC0414 - a fixture
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.player import Player
from vision.camera import CameraError

PATIENCE_S = 60.0
#: Where the players' cards lie, clockwise from the side of the camera.
PLACES = ((90.0, 200.0), (-60.0, -60.0), (240.0, -60.0))


class Prompt:
    """The running referee, for hands that wait after each touch until it is in the journal."""

    def __init__(self, live: LiveReferee[Any]) -> None:
        self._live = live

    @property
    def state(self) -> Any:
        """The newest."""
        return self._live.state

    @property
    def version(self) -> int:
        """Of the state."""
        return self._live.version

    def post(self, event: Any) -> None:
        """Tell the referee, and wait."""
        written = threading.Event()
        self._live.post(event, written.set)
        assert written.wait(PATIENCE_S)


class SeenPlayer(Player):
    """Lays real cards before the camera, and takes what it proposes with one tap; by the pad once it is gone."""

    def __init__(self, hands: Any, live: LiveReferee[Any], scene: Scene) -> None:
        super().__init__(hands, Prompt(live))
        self._live, self._scene = live, scene
        self.lying: list[str] = []
        self.by_camera = 0
        self.losing: Callable[[], None] | None = None
        """Done when the next board card is laid."""

    def until(self, there: Any) -> None:
        """Wait for the referee, then look at the screen."""
        assert self._live.wait_for(there, PATIENCE_S), self._live.state
        self.hands.stage.crank(2)

    def deal(self) -> None:
        """The cards of the last coup are gone."""
        self.lying = []
        self._scene.lay()
        super().deal()

    def name(self, card: Any) -> None:
        """A board card is laid down; a hand is named only where no camera sees it."""
        if self.losing is not None:
            self.losing()
            self.losing = None
            self.until(lambda state: state.camera is Link.LOST and state.box is not Link.READY)
            assert self.hands.reads("Camera lost")
            assert self.hands.reads("Box lost") or self.hands.reads("Looking for the box")
        state = self._live.state
        if state.camera is not Link.READY:
            super().name(card)
            return
        if state.phase is Phase.BOARD:
            self.lying.append(str(card))
            self._scene.lay(*row(" ".join(self.lying)))
            self.until(lambda state: state.board_seen is not None and state.board_seen.new)
            self.hands.tap("✔ Right")
            self.by_camera += 1

    def show(self) -> None:
        """All hands lie open; the action cards are named."""
        if self._live.state.camera is Link.READY:
            holes = [" ".join(map(str, hole)) for hole in self.holes]
            cards = [card for hole, place in zip(holes, PLACES, strict=True) for card in pair(hole, *place)]
            self._scene.lay(*row(" ".join(self.lying)), *cards)
            # A reading that comes between look and tap may be sure of fewer: then there is another tap.
            while None in self._live.state.shown:
                self.until(lambda state: any(hand.hole for hand in state.hands_seen))
                self.hands.tap("✔ Right")
            self.by_camera += 1
        super().show()


@pytest.fixture
def box(live: LiveReferee[Any]) -> Iterator[SimulatedBox]:
    """A box of software on the same referee."""
    desk = BoxDesk(BoxSettings(tested=ANY_BOX))
    with SimulatedBox() as box:
        session = BoxSession(desk.deliver, lambda: (box.port,), None, frozenset())
        desk.attach(session, live.post)
        with session:
            yield box


def test_a_whole_game_with_a_camera_and_a_box_of_software_that_are_lost_in_the_middle(
    table_opened: Opened,
    live: LiveReferee[Any],
    box: SimulatedBox,
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two coups are read by the camera; in the third cable and camera go, and the pad serves to the end of the game."""
    assert live.wait_for(lambda state: state.camera is state.box is Link.READY, PATIENCE_S)
    prompt = Prompt(live)
    prompt.post(e.MatchBegun(("Ana", "Bruno", "Chloé")))
    hands = table_opened(prompt, lot=lambda n: n - 1)
    player = SeenPlayer(hands, live, scene)
    player.hands.tap("Draw the lot")
    for coup in range(6):
        if coup == 2:
            player.losing = lambda: lose(box, monkeypatch)
        player.coup()
        if coup == 1:
            # Five cards of the board one by one (D10), and all hands at once.
            assert player.by_camera == 2 * (5 + 1)
        player.look()
        player.hands.tap("Next coup" if coup < 5 else "The end of the game")
    assert live.state.phase is Phase.OVER
    assert len(live.state.game.coups) == 6
    assert player.by_camera == 2 * (5 + 1)


def lose(box: SimulatedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cables are pulled out."""

    def gone(_: SoftwareCamera) -> None:
        raise CameraError("unplugged")

    monkeypatch.setattr(SoftwareCamera, "read", gone)
    box.unplug()
