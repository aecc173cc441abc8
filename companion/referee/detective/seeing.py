"""From what the camera reads to what may be proposed: a sure reading that the rules allow, or the reason against it."""

from collections.abc import Sequence

from companion.games.cards import Card
from companion.games.detective.betting import verify_bet
from companion.games.detective.history import apply
from companion.games.detective.operations import TurnUp
from companion.games.detective.showing import verify_show_hand
from companion.games.detective.state import Game, Hole, Stage
from companion.games.errors import Explanation, RulesError
from companion.referee.detective.events import BetSeen
from companion.referee.detective.state import BetProposed, BoardSeen, HandSeen
from vision.cards.reading import CardReading


def board_seen(game: Game, readings: Sequence[CardReading], sure: bool) -> BoardSeen:
    """Hold a reading of the board row against the phase: order, number, and no card twice (D1, D6, D22).

    Cards that were taken out and still lie beside the row count for nothing.
    """
    readings = tuple(readings)
    row = tuple(card for card in map(card_of, readings) if card not in game.taken_out)
    if why := _twice(row):
        return BoardSeen(readings, why=why)
    doubtful = sum(not reading.sure for reading in readings)
    if doubtful or not sure:
        return BoardSeen(readings, doubtful=True, why=_doubt(doubtful or len(readings)))
    why = _out_of_step(game, row)
    return BoardSeen(readings, () if why else row[len(game.board) :], why=why)


def _twice(row: Sequence[Card]) -> Explanation | None:
    twice = tuple(sorted({card for card in row if row.count(card) > 1}))
    return Explanation("seen.twice", {"cards": twice}) if twice else None


def _out_of_step(game: Game, row: tuple[Card, ...]) -> Explanation | None:
    """Why the board cannot look like this now; None where it can."""
    lying, new = game.board, row[len(game.board) :]
    if row[: len(lying)] != lying[: len(row)]:
        return Explanation("seen.moved", {"expected": lying, "found": row})
    if new and game.stage is not Stage.BOARD:
        return Explanation("seen.early")
    try:
        turned_up(game, new)
    except RulesError:
        return Explanation("seen.too_many", {"found": len(row), "expected": game.street.board_cards})
    return None


def turned_up(game: Game, cards: Sequence[Card]) -> Game:
    """The game after these cards came to the board, one by one.

    Raises:
        IllegalAction: D6 (more than the phase takes), D1 (a card that lies elsewhere).
    """
    for card in cards:
        game = apply(game, TurnUp(card))
    return game


def hands_seen(game: Game, readings: Sequence[Sequence[CardReading]], sure: bool) -> tuple[HandSeen, ...]:
    """Hold the cards that each player shows against each other and the board: two each, all different (D1, D5)."""
    holes: list[Hole | None] = [Hole(*map(card_of, each)) if len(each) == 2 else None for each in readings]
    return tuple(_hand_seen(game, holes, seat, tuple(each), sure) for seat, each in enumerate(readings))


def _hand_seen(
    game: Game, holes: Sequence[Hole | None], seat: int, readings: tuple[CardReading, ...], sure: bool
) -> HandSeen:
    hole = holes[seat]
    if hole is None:
        count = {"seat": seat, "cards_many": len(readings)}
        return HandSeen(readings, why=Explanation("seen.hand_count", count) if readings else None)
    try:
        verify_show_hand(game, holes, seat, hole)
    except RulesError as refusal:
        return HandSeen(readings, why=Explanation("seen.twice", refusal.explanation.values))
    doubtful = sum(not reading.sure for reading in readings)
    if doubtful or not sure:
        return HandSeen(readings, why=_doubt(doubtful or 2))
    return HandSeen(readings, hole)


def bet_seen(game: Game, event: BetSeen) -> BetProposed | None:
    """The bet as a proposal to whoever is to bet; None when nobody is, or on nobody's board.

    What the rules refuse is never sure (D8, D9).
    """
    if game.bettor is None or event.owner not in range(game.players):
        return None
    why = None if event.sure else Explanation("seen.bet")
    try:
        verify_bet(game, game.bettor, event.owner, event.chips, covered=event.covered)
    except RulesError as refusal:
        why = refusal.explanation
    return BetProposed(event.owner, event.chips, event.covered, sure=why is None, why=why)


def meaning(board: BoardSeen | None, hands: Sequence[HandSeen]) -> object:
    """What a reading says, without where in the picture it says it: equal where nothing has changed for people."""
    seen = (board, *hands)
    return tuple(each and (tuple((r.card, r.sure) for r in each.readings), each.why) for each in seen)


def card_of(reading: CardReading) -> Card:
    """The likeliest card."""
    return Card.parse(reading.card)


def _doubt(cards: int) -> Explanation:
    return Explanation("seen.doubt", {"cards_many": cards})
