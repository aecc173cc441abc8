"""From what the camera reads to what may be proposed: a sure reading that the rules allow, or the reason against it."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.cards import Card
from companion.games.detective.betting import verify_bet
from companion.games.detective.history import apply
from companion.games.detective.operations import TurnUp
from companion.games.detective.showing import verify_show_hand, verify_turn_action_card
from companion.games.detective.state import ActionCard, Bet, Game, Hole, Stage
from companion.games.errors import Explanation, RulesError
from companion.referee.detective.events import ActionCardSeen, BetSeen
from companion.referee.detective.state import BetProposed, BoardSeen, HandSeen
from vision.cards.reading import CardReading


def board_seen(game: Game, readings: Sequence[CardReading], sure: bool, places: Sequence[int] = ()) -> BoardSeen:
    """Hold a reading of the board row against the phase: order, number, and no card twice (D1, D6, D22).

    places: in which place of the row each reading lies, where a mat tells. Only doubts about new cards count
    (`as_lying`). Cards that were taken out and still lie beside the row count for nothing, but one in doubt may be a
    new one.
    """
    readings = tuple(readings)
    spots = places_of(readings, places)
    out = [reading for reading in readings if card_of(reading) in game.taken_out]
    rest = [(spot, reading) for spot, reading in zip(spots, readings, strict=True) if reading not in out]
    # Without a mat the place is the number of the card in the row, of those that count.
    at = [spot for spot, _ in rest] if places else range(len(rest))
    held = as_lying([reading for _, reading in rest], game.board, game.street.board_cards, at)
    row = tuple(map(card_of, held))
    if why := _twice(row):
        return BoardSeen(readings, spots, why=why)
    doubtful = sum(not reading.sure for reading in (*held, *out))
    if doubtful or not sure:
        return BoardSeen(readings, spots, doubtful=True, why=_doubt(doubtful or len(readings)))
    why = _out_of_step(game, row) or _left_out(game, row, at)
    return BoardSeen(readings, spots, () if why else row[len(game.board) :], why=why)


def places_of(readings: Sequence[CardReading], places: Sequence[int]) -> tuple[int, ...]:
    """The place of each reading in the row: that of the mat, else its number."""
    return tuple(places) if len(places) == len(readings) else tuple(range(len(readings)))


def as_lying(
    row: Sequence[CardReading], lying: Sequence[Card], expected: int, places: Sequence[int]
) -> tuple[CardReading, ...]:
    """A row in which the cards that are known to lie there are taken for known: a reading in doubt, in the place of one
    that it may well be, says nothing new. One that is read surely as another card, or may not be this one, stays.

    expected: how many cards lie there when the phase is complete. While more than one is to come, a known card that is
    not read at all must not let a new one pass for it: there the place counts. Else it is the order, as people may
    begin their row where they like.
    """
    at = places if expected - len(lying) > 1 else range(len(row))
    return tuple(
        _as(reading, lying[place]) if place < len(lying) else reading for place, reading in zip(at, row, strict=True)
    )


def _as(reading: CardReading, card: Card) -> CardReading:
    if reading.sure or card not in (Card.parse(each.value) for each in reading.alternatives):
        return reading
    return replace(reading, card=str(card).upper(), sure=True, why="")


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


def _left_out(game: Game, row: tuple[Card, ...], places: Sequence[int]) -> Explanation | None:
    """Why a card is not the next one although it is new: a place before it shows none that is known (D10)."""
    lying, new = len(game.board), row[len(game.board) :]
    complete = len(row) == game.street.board_cards
    # A replacement may lie where the card was that was taken out (D22).
    if complete or game.taken_out or list(places[lying:]) == list(range(lying, len(row))):
        return None
    return Explanation("seen.left_out", {"cards": new})


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


def actions_seen(
    game: Game, cards: Sequence[ActionCardSeen], sure: bool
) -> tuple[tuple[ActionCard | None, ...], Explanation | None]:
    """The action card under each bet, as far as the cards that lie face up tell, and what is odd about them.

    Where the mat tells in which place a card lies, its bet is the covered one there of the player whose colour it has
    (D8); else that player's only one.
    """
    if not cards:
        return (), None
    found: list[ActionCard | None] = [None] * len(game.bets)
    why: Explanation | None = None
    for seen in cards:
        bets = [number for number, bet in enumerate(game.bets) if _may_cover(seen, bet)]
        odd = {"seat": seen.seat % game.players, "card": seen.card.value}
        if not bets:
            why = why or Explanation("seen.action_nowhere", odd)
        elif len(bets) == 1:
            try:
                verify_turn_action_card(game, found, bets[0], seen.card)
            except RulesError:
                continue
            # Two cards under one bet (D8): neither is told.
            twice = found[bets[0]] is not None
            why = Explanation("seen.action_twice", odd) if twice else why
            found[bets[0]] = None if twice else seen.card
    return tuple(found) if sure else (None,) * len(found), why


def _may_cover(seen: ActionCardSeen, bet: Bet) -> bool:
    there = (seen.owner, seen.street) in ((None, None), (bet.owner, bet.street))
    return bet.covered and bet.seat == seen.seat and there


def bet_seen(game: Game, event: BetSeen) -> BetProposed | None:
    """The bet as a proposal to whoever is to bet; None when nobody is, or on nobody's board.

    What the rules refuse is never sure (D8, D9).
    """
    if game.bettor is None or event.owner not in range(game.players) or event.chips < 1:
        return None
    why = None if event.sure else Explanation("seen.bet")
    if event.whose is not None:
        why = Explanation("seen.bet_colour", {"seat": event.whose % game.players})
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
