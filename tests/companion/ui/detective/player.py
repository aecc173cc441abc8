"""Hands that play Detective Poker on the screen: by touches alone, reading what stands there."""

import random
from collections.abc import Sequence
from typing import Any

from companion.games.cards import FULL_PACK, Card
from companion.games.detective import ActionCard, Hole, Street, deal_holes, walk
from companion.referee.detective.state import Phase
from tests.companion.ui.hands import Hands

KEYS = {ActionCard.PLUS_ONE: "+1", ActionCard.CW: "↻ CW", ActionCard.BLUFF: "↓ BLUFF", ActionCard.BLANK: "∅ BLANK"}


class QuickHands(Hands):
    """Touches without a picture after each one: a game has hundreds, and a software renderer draws for most of them."""

    def touch(self, widget: Any) -> None:
        """A finger comes down in the middle, and goes up."""
        self.down(widget).touch_up()
        self.lay_out()


class Player:
    """Plays whole coups: shuffles, deals, bets, turns up, shows. What lies under a bet only it knows."""

    def __init__(self, hands: Hands, table: Any, seed: int = 1) -> None:
        """`table`: whatever has the referee's `state`."""
        self.hands, self.table = QuickHands(hands.stage), table
        self.rng = random.Random(seed)
        self.holes: tuple[Hole, ...] = ()
        self.turned: list[Card] = []
        self.laid: list[ActionCard | None] = []

    def name(self, card: Card) -> None:
        """Rank, then suit."""
        self.hands.tap(card.rank.letter.replace("T", "10"), card.suit.symbol)

    def deal(self) -> None:
        """A fresh pack (D1)."""
        game = self.table.state.game
        assert game is not None and game.dealer is not None
        pack = self.rng.sample(FULL_PACK, 52)
        self.holes, rest = deal_holes(pack, game.players, game.dealer)
        self.turned = list(walk(rest, game.options.expert).turned)
        self.laid = []
        self.hands.tap("Dealt")

    def bet(self) -> None:
        """On any board, any chips that can be spared, now and then with an action card."""
        game = self.table.state.game
        assert game is not None and game.bettor is not None
        used = [card for bet, card in zip(game.bets, self.laid, strict=True) if bet.seat == game.bettor]
        card = self.rng.choice([None, *(c for c in ActionCard if c not in used)])
        owner = self.rng.randrange(game.players)
        chips = self.rng.randint(1, game.chip_limit(game.bettor))
        owners = [press for press in self.hands.presses() if press.text.endswith(" " + self.table.state.names[owner])]
        self.hands.touch(owners[-1])
        if chips > 1:
            self.hands.tap("●" * chips)
        if card is not None:
            self.hands.tap("+ action card")
        self.laid.append(card)
        self.hands.tap("Bet")

    def show(self) -> None:
        """Hands, then action cards."""
        for hole in self.holes:
            for card in hole:
                self.name(card)
        for card in self.laid:
            if card is not None:
                self.hands.tap(KEYS[card])
        self.hands.tap("Show the points")

    def coup(self) -> None:
        """One coup, from the deal to its points."""
        self.deal()
        while self.table.state.phase in (Phase.BETS, Phase.BOARD):
            if self.table.state.phase is Phase.BETS:
                self.bet()
            else:
                self.name(self.turned.pop(0))
        assert not self.turned
        self.show()

    def look(self) -> Sequence[str]:
        """Everything that stands there about the coup, phase by phase."""
        read = []
        for _ in Street:
            read += self.hands.texts()
            self.hands.tap("Go on")
        return read + self.hands.texts()
