"""A game of Detective Poker before a drawn camera: real readers, watches and desk; no thread and no clock."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from calibration.lens import Lens
from calibration.markers import ActionCard as Printed
from calibration.markers import ActionKind
from companion.games.cards import FULL_PACK, Card
from companion.games.detective import ActionCard, Coup, Hole, deal_holes, score_coup, walk
from companion.referee.desk import Desk
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.detective.watching import DetectiveWatch
from companion.referee.events import CameraChanged, Link
from companion.referee.fittings import Fittings
from companion.referee.table_watch import TableWatch
from companion.referee.watching import Watches
from tests.companion.referee.random_match import Memory
from vision.camera.frames import Frame
from vision.drawn.card_table import CardTable
from vision.drawn.lens_view import LensView

STEP_NS = 100_000_000
NAMES = ("Ana", "Bruno", "Chloé", "Dan")
#: None that of the own action cards: on a back of their colour the camera is not sure of chips.
COLOURS = ("red", "blue", "yellow", "green")
VIEW = LensView(elevation_deg=60.0, distance_mm=700.0, target_mm=(0.0, 0.0, 0.0), lens=Lens.typical(1600, 900, 0.8))


@dataclass
class Dealer:
    """Plays for everybody: lays cards and chips before the camera, and takes with one tap what it proposes.

    Where the camera is gone, or proposes something else within `patience` frames, people tap what lies there.
    """

    players: int = 3
    seed: int = 1
    expert: bool = False
    patience: int = 24
    table: CardTable = field(init=False)
    desk: Desk[DetectiveState] = field(init=False)
    by_camera: dict[str, int] = field(default_factory=lambda: {"bet": 0, "board": 0, "hand": 0, "card": 0})
    wrong: list[str] = field(default_factory=list)
    """What the camera was sure of, and was not so."""
    kept: int = 0
    losing: int | None = None
    """After so many bets of a coup somebody pulls the camera's cable out."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.table = CardTable(self.players, VIEW)
        self.at_ns = self.index = 0
        fittings = Fittings(table=self.table.profile)
        self.watches = Watches(TableWatch(fittings, lambda _: None), DetectiveWatch(self._keep, fittings))
        self.desk = Desk(Memory(), self._carry_out, game=DETECTIVE)
        self.tap(CameraChanged(Link.READY))
        self.tap(e.MatchBegun(NAMES[: self.players], self.expert))
        self.tap(e.DealerDrawn(self.rng.randrange(self.players)))

    @property
    def state(self) -> DetectiveState:
        """The table as everyone may see it."""
        return self.desk.state

    def tap(self, event: Any) -> None:
        """Somebody does something on the screen."""
        self.desk.take(event)

    def coup(self) -> Coup:
        """From the deal to the points; they are what the rules say of what was dealt and laid."""
        game = self._game()
        assert game.dealer is not None
        self.table.scene = type(self.table.scene)(self.players)
        self._look(3)
        dealer = game.dealer
        holes, rest = deal_holes(self.rng.sample(FULL_PACK, 52), self.players, dealer)
        turned = list(walk(rest, self.expert).turned)
        laid: list[ActionCard | None] = []
        self.tap(e.CoupDealt())
        while self.state.phase in (Phase.BETS, Phase.BOARD):
            if self.state.phase is Phase.BETS:
                self._bet(laid)
            else:
                self._turn_up(turned.pop(0))
        self._show(holes, laid)
        self.tap(e.CoupScored())
        coup = self._game().coups[-1]
        assert score_coup(dealer, holes, coup.board, [each.bet for each in coup.bets], self._game().options) == coup
        assert [each.bet.card for each in coup.bets] == laid
        if self.state.phase is Phase.SCORED:
            self.tap(e.NextCoupBegun())
        return coup

    def _bet(self, laid: list[ActionCard | None]) -> None:
        game = self._game()
        seat = game.bettor
        assert seat is not None
        used = [card for bet, card in zip(game.bets, laid, strict=True) if bet.seat == seat]
        card = self.rng.choice([None, None, *(c for c in ActionCard if c not in used)])
        owner, chips = self.rng.randrange(self.players), self.rng.randint(1, game.chip_limit(seat))
        laid.append(card)
        if len(laid) == self.losing:
            self.tap(CameraChanged(Link.LOST))
        printed = None if card is None else Printed(seat, ActionKind(list(ActionCard).index(card)))
        # The first bet is told from a table that lay still.
        self._look(5)
        self._reach(seat, lambda scene: scene.with_bet(owner, game.street - 1, chips, COLOURS[seat], printed))
        self._until(lambda state: state.bet_seen is not None)
        bet, seen = (owner, chips, card is not None), self.state.bet_seen
        if seen is not None and (seen.owner, seen.chips, seen.covered) == bet:
            self.by_camera["bet"] += 1
        elif seen is not None and seen.sure:
            self.wrong.append(f"{bet} seen as {seen}")
        self.tap(e.BetPlaced(seat, *bet))

    def _turn_up(self, card: Card) -> None:
        taken = self._game().taken_out
        lying = [str(c).upper() for c in self._game().board if c not in taken]
        self._reach(self._game().dealer, lambda scene: scene.with_board([*lying, str(card).upper()]))
        self._until(lambda state: state.board_seen is not None and bool(state.board_seen.new))
        seen = self.state.board_seen
        if seen is not None and seen.new == (card,):
            self.by_camera["board"] += 1
        elif seen is not None and seen.new:
            self.wrong.append(f"{card} seen as {seen.new}")
        self.tap(e.BoardTurned((card,), e.CAMERA if seen is not None and seen.new == (card,) else e.PEOPLE))

    def _show(self, holes: tuple[Hole, ...], laid: list[ActionCard | None]) -> None:
        hands = [[str(card).upper() for card in hole] for hole in holes]
        self._reach(0, lambda scene: scene.with_hands(hands).with_action_cards_turned())
        covered = [number for number, card in enumerate(laid) if card is not None]
        self._until(
            lambda state: (
                bool(state.hands_seen)
                and all(hand.hole for hand in state.hands_seen)
                and (not covered or (bool(state.actions_seen) and all(state.actions_seen[n] for n in covered)))
            )
        )
        for seat, hole in enumerate(holes):
            seen = self.state.hands_seen[seat].hole if self.state.hands_seen else None
            if seen is not None and set(seen) == set(hole):
                self.by_camera["hand"] += 1
            elif seen is not None:
                self.wrong.append(f"{hole} seen as {seen}")
            self.tap(e.HandsShown((e.ShownHand(seat, hole.own, hole.forehead),)))
        for number in covered:
            card = laid[number]
            assert card is not None
            read = self.state.actions_seen[number] if self.state.actions_seen else None
            self.by_camera["card"] += read is card
            if read is not None and read is not card:
                self.wrong.append(f"{card} seen as {read}")
            self.tap(e.ActionCardsTurned((e.TurnedCard(number, card),)))

    def _reach(self, seat: int | None, act: Callable[[Any], Any]) -> None:
        """A hand comes, does something, and goes."""
        before = self.table.scene
        self.table.scene = type(before)(**{**_fields(before), "reaching": seat})
        self._look(2)
        self.table.scene = act(before)

    def _until(self, there: Callable[[DetectiveState], bool]) -> None:
        for _ in range(self.patience):
            if self.state.camera is not Link.READY or there(self.state):
                return
            self._look(1)

    def _look(self, frames: int) -> None:
        """So many frames reach the watches."""
        if self.state.camera is not Link.READY:
            return
        picture = self.table.frame()
        for _ in range(frames):
            self.index += 1
            self.at_ns += STEP_NS
            for answer in self.watches.see(Frame(picture, self.index, self.at_ns)):
                self.desk.take(answer)

    def _carry_out(self, effect: Any) -> None:
        if isinstance(effect, self.watches.orders):
            self.watches.follow(effect, self.at_ns)

    def _keep(self, frame: Frame) -> str:
        assert self.state.phase is Phase.SHOWDOWN, "nothing is kept before the showdown (D5)"
        self.kept += 1
        return f"{frame.index:064x}"

    def _game(self) -> Any:
        game = self.state.game
        assert game is not None
        return game


def _fields(scene: Any) -> dict[str, Any]:
    return {name: getattr(scene, name) for name in scene.__dataclass_fields__}
