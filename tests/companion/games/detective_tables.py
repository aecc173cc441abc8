"""Short ways to bring a game of Detective Poker where a test wants it."""

from collections.abc import Iterable

from companion.games import detective as d
from companion.games.cards import Card, parse_cards

CARDS = {"": None, "+1": d.ActionCard.PLUS_ONE, "CW": d.ActionCard.CW, "BLUFF": d.ActionCard.BLUFF}
CARDS["BLANK"] = d.ActionCard.BLANK


def holes(*texts: str) -> tuple[d.Hole, ...]:
    """Holes by seat, each own card then forehead card."""
    return tuple(d.Hole(*parse_cards(text)) for text in texts)


def started(players: int = 3, expert: bool = False, dealer: int = 0) -> d.Game:
    """A game whose first dealer is drawn."""
    return d.draw_dealer(d.set_up(players, d.Options(expert=expert))[0], dealer)[0]


def dealt(players: int = 3, expert: bool = False, dealer: int = 0, hands: tuple[d.Hole, ...] | None = None) -> d.Game:
    """A game at the first bet of its first coup."""
    return d.deal(started(players, expert, dealer), hands)[0]


def bets(game: d.Game, text: str) -> d.Game:
    """Place bets written as in the rulebook: ``A->B 3 +1, B->A 1``."""
    for piece in text.split(","):
        seats, chips, *card = piece.split()
        seat, owner = ("ABCD".index(letter) for letter in seats.split("->"))
        game, _ = d.bet(game, seat, owner, int(chips), CARDS[card[0] if card else ""])
    return game


def turned(game: d.Game, cards: Iterable[Card]) -> d.Game:
    """Cards come to the board."""
    for card in cards:
        game, _ = d.turn_up(game, card)
    return game


def shown(game: d.Game) -> d.Game:
    """The reveal of a simulated table, where all cards are known."""
    assert game.holes is not None
    return d.reveal(game, game.holes, tuple(bet.card for bet in game.bets))[0]


def minimal_bets(game: d.Game, card: d.ActionCard | None = None) -> d.Game:
    """Everyone bets one chip on A's board in this phase."""
    for _ in range(game.players):
        assert game.bettor is not None
        game, _ = d.bet(game, game.bettor, 0, 1, card)
    return game
