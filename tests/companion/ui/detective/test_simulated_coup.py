"""A coup of Detective Poker at the simulated table: drawn hands lay it, the camera reads it, taps take it."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from companion.commands.card_hands import CardHands
from companion.commands.parts import Table, simulated_table
from companion.journal.store import Journal
from companion.referee import events as dice
from companion.referee.detective import events as e
from companion.referee.detective.state import Phase
from companion.referee.state import TableState
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.player import QuickHands
from tests.slow import slow
from vision.drawn.card_camera import CardCamera

PATIENCE_S = 60.0
SEED = 6
NAMES = ("Ana", "Bo", "Cleo")


class Newcomer:
    """Taps what the guide says, once the referee has come so far; a screen that draws all the time would slow it."""

    def __init__(self, hands: Any, table: Table) -> None:
        assert table.hands is not None
        self.hands, self.cards = QuickHands(hands.stage), table.hands.cards
        self.referee: Any = table.referee
        self.taken: Counter[str] = Counter()

    @property
    def state(self) -> Any:
        """The newest."""
        return self.referee.state

    def until(self, there: Any) -> None:
        """Wait, then look at the screen."""
        assert self.referee.wait_for(there, PATIENCE_S), self.state
        self.hands.stage.crank(2)

    def take(self, what: str, key: str, moved: Any) -> None:
        """What the camera proposes is right."""
        self.hands.tap(key)
        self.until(moved)
        self.taken[what] += 1

    def bet(self) -> None:
        """A hand of the table bets; what the camera reads is what was laid."""
        made = len(self.state.game.bets)
        self.hands.tap(f"Bet for {NAMES[self.state.turn]}")
        laid: Any
        (laid,) = self.cards.laid(self.state)
        assert self.hands.reads(f"{NAMES[laid.seat]} has laid:")
        self.until(lambda state: state.bet_seen is not None)
        seen = self.state.bet_seen
        assert (seen.owner, seen.chips, seen.covered) == (laid.owner, laid.chips, laid.covered)
        self.take("bet", "Bet", lambda state: len(state.game.bets) > made)

    def bet_by_touch(self) -> None:
        """One chip on Ana's board; a hand lays it there."""
        made = len(self.state.game.bets)
        (owner,) = (press for press in self.hands.presses() if press.text.endswith(" Ana") and "Bet" not in press.text)
        self.hands.touch(owner)
        self.hands.tap("Bet")
        self.until(lambda state: len(state.game.bets) > made)

    def turn_up(self) -> None:
        """The board of the phase."""
        self.hands.tap("Turn up the board")
        self.until(lambda state: state.board_seen is not None and state.board_seen.new)
        self.take("board", "✔ Right", lambda state: state.phase is not Phase.BOARD)

    def show(self) -> None:
        """All hands, then the action cards, one in each place at a time."""
        self.hands.tap("Show all hands")
        laid: Any
        while None in self.state.shown:
            missing = self.state.shown.count(None)
            # One that it is not sure of is named, as at any table.
            self.until(lambda state: any(read.hole or read.why for read, known in _hands(state) if not known))
            if any(read.hole for read, known in _hands(self.state) if not known):
                self.take("hands", "✔ Right", lambda state, n=missing: state.shown.count(None) < n)
            elif all(read.why for read, known in _hands(self.state) if not known):
                (laid,) = self.cards.laid(self.state)
                self.referee.post(laid)
                self.until(lambda state: None not in state.shown)
        while not self.state.all_shown:
            known = self.state.turned
            self.hands.tap("Turn up the action cards")
            (laid,) = self.cards.laid(self.state)
            self.until(
                lambda state, cards=laid.cards: state.actions_seen and all(state.actions_seen[c.bet] for c in cards)
            )
            self.take("actions", "✔ Right", lambda state, before=known: state.turned != before)
        self.hands.tap("Show the points")
        self.until(lambda state: state.phase is Phase.SCORED)


def _hands(state: Any) -> list[tuple[Any, Any]]:
    """By seat, what the camera reads and what was taken."""
    return list(zip(state.hands_seen, state.shown, strict=False))


@slow
def test_a_coup_is_laid_by_drawn_hands_read_by_the_camera_and_taken_by_taps(
    table_opened: Opened, tmp_path: Path
) -> None:
    """The guided coup: every card and the first bets by the camera; pieces follow bets that are tapped in."""
    file = tmp_path / "journal.sqlite3"
    cards = CardHands(SEED, partial(CardCamera, reach_s=0.15, rest_s=0.5))
    with simulated_table(file, SEED, new=True, cards=cards) as table:
        hands = table_opened(table.referee, table.preview, table.hands, lot=lambda _: 0, first="home")
        player = Newcomer(hands, table)
        player.until(lambda state: state.camera is dice.Link.READY)
        assert table.fittings.kept is None
        player.hands.touch(player.hands.tile("Guided coup"))
        player.until(lambda state: getattr(state, "phase", None) is Phase.LOT)
        player.hands.tap("Draw the lot")
        player.until(lambda state: state.phase is Phase.DEAL)
        player.hands.tap("Deal the cards")
        player.until(lambda state: state.phase is Phase.BETS)
        for _ in range(3):
            player.bet()
        assert table.fittings.kept is not None
        while player.state.phase is not Phase.SHOWDOWN:
            if player.state.phase is Phase.BOARD:
                player.turn_up()
            else:
                player.bet_by_touch()
        player.show()
        # What was played lies on the table, as people and camera have it.
        camera = cards.camera()
        assert camera is not None
        player.until(lambda _: len(camera.scene.board) == 5 and [len(hand) for hand in camera.scene.hands] == [2, 2, 2])
        assert player.taken["bet"] == player.taken["board"] == 3
        assert player.taken["hands"] >= 1
        # Back to the dice: their table has no place that is known.
        table.referee.post(dice.MatchAbandoned("players", "x"))
        table.referee.post(dice.MatchBegun(("Ana", "Bo"), simulated=True))
        player.until(lambda state: isinstance(state, TableState))
        player.until(lambda _: table.fittings.kept is None and table.camera.latest().picture.shape == (720, 1280, 3))
    with Journal.open(file, read_only=True) as journal:
        head = next(head for head in journal.matches() if head.game == "detective")
        entries = journal.events(head.match)
    assert [entry.body["by"] for entry in entries if entry.kind == "board_turned"] == [e.CAMERA] * 3
    assert e.CAMERA in {entry.body["by"] for entry in entries if entry.kind == "hands_shown"}
    assert any(entry.body["evidence"] for entry in entries if entry.kind == "cards_read")
