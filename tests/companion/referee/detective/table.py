"""A table of Detective Poker for tests: events written as in the rulebook, played one after another."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from companion.games import detective as d
from companion.games.cards import FULL_PACK, Card, parse_cards
from companion.referee.detective import events as e
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from vision.cards.reading import CardReading
from vision.readings import Alternative

CARDS = {card.value: card for card in d.ActionCard}
NAMES = ("Ana", "Bruno", "Chloé", "Dan")


def begun(players: int = 3, expert: bool = False, dealer: int = 0) -> tuple[Any, ...]:
    """The players sit down, the lot falls."""
    return (e.MatchBegun(NAMES[:players], expert), e.DealerDrawn(dealer))


def bets(text: str) -> Iterator[e.BetPlaced]:
    """Bets as in the rulebook: ``A->B 3 +1, B->A 1``; which action card it is nobody knows yet."""
    for piece in text.split(","):
        seats, chips, *card = piece.split()
        seat, owner = ("ABCD".index(letter) for letter in seats.split("->"))
        yield e.BetPlaced(seat, owner, int(chips), covered=bool(card))


def turned(text: str) -> e.ActionCardsTurned:
    """The action cards of the whole coup, from the same text: those under its bets, in order."""
    pieces = [piece.split() for piece in text.split(",")]
    return e.ActionCardsTurned(tuple(e.TurnedCard(i, CARDS[p[2]]) for i, p in enumerate(pieces) if len(p) > 2))


def board(text: str, by: str = e.PEOPLE) -> e.BoardTurned:
    """Cards come to the board."""
    return e.BoardTurned(parse_cards(text), by)


def hands(*texts: str, by: str = e.PEOPLE) -> e.HandsShown:
    """All players show their cards."""
    return e.HandsShown(tuple(e.ShownHand(seat, *parse_cards(text)) for seat, text in enumerate(texts)), by)


def card(text: str, sure: bool = True, x: float = 0.0, others: str = "") -> CardReading:
    """One card as the camera reads it; `others`: what else it may be."""
    code = text.upper()
    quad = ((x, 0.0), (x + 30, 0.0), (x + 30, 45.0), (x, 45.0))
    alternatives = tuple(Alternative(each, 0.5) for each in (code, *others.upper().split()))
    return CardReading(code, quad, 0.99 if sure else 0.6, sure, alternatives, "" if sure else "blurred")


def row(text: str) -> tuple[CardReading, ...]:
    """Cards in a row: ``As Kd? 7h``, the one with the mark not sure."""
    return tuple(card(t.rstrip("?"), sure=not t.endswith("?"), x=40.0 * i) for i, t in enumerate(text.split()))


def play(events: Iterable[Any], state: DetectiveState | None = None) -> tuple[DetectiveState, list[Any]]:
    """The state after these events and every effect on the way."""
    state = state or DetectiveState()
    effects: list[Any] = []
    for event in events:
        state, asked = reduce(state, event)
        effects += asked
    return state, effects


PREFLOP = "A->B 3 +1, B->A 1, C->B 1 BLANK"
FLOP = "A->B 1, B->A 2 CW, C->C 1 BLUFF"
TURN = "A->C 2, B->B 1, C->A 1 CW"
RIVER = "A->B 1 CW, B->B 3 +1, C->A 1"


def in_turn(text: str, first: str) -> str:
    """The same bets, beginning with the one of `first` (D7)."""
    pieces = [piece.strip() for piece in text.split(",")]
    start = next(i for i, piece in enumerate(pieces) if piece.startswith(first))
    return ", ".join(pieces[start:] + pieces[:start])


def coup_21() -> tuple[Any, ...]:
    """DE21 up to the showdown, dealt by A: B bets first before the flop, then C, A, B (D7)."""
    streets = [in_turn(text, first) for text, first in ((PREFLOP, "B"), (FLOP, "C"), (TURN, "A"), (RIVER, "B"))]
    return (
        e.CoupDealt(),
        *bets(streets[0]),
        board("As 7s Kh"),
        *bets(streets[1]),
        board("2s"),
        *bets(streets[2]),
        board("7d"),
        *bets(streets[3]),
    )


def action_cards_21() -> e.ActionCardsTurned:
    """Its action cards, in the order in which the bets were made."""
    return turned(
        ", ".join(in_turn(text, first) for text, first in ((PREFLOP, "B"), (FLOP, "C"), (TURN, "A"), (RIVER, "B")))
    )


HANDS_21 = ("Ah 7c", "Kd Ks", "9s 8s")


def legal_event(state: DetectiveState, rng: random.Random) -> Any:  # noqa: PLR0911 - one line for each phase
    """Something that the rules allow now, by chance; cards come from a pack that holds each once."""
    game = state.game
    if game is None or state.phase in (Phase.SEATING, Phase.OVER):
        return e.MatchBegun(NAMES[: rng.choice((3, 4))], rng.random() < 0.5)
    match state.phase:
        case Phase.LOT:
            return e.DealerDrawn(rng.randrange(game.players))
        case Phase.DEAL:
            return e.CoupDealt()
        case Phase.BETS:
            return _a_bet(game, rng)
        case Phase.BOARD:
            rest = unseen(state)
            return e.BoardTurned((rng.choice(rest),))
        case Phase.SCORED:
            return e.NextCoupBegun()
        case _:
            return _a_showing(state, rng)


def _a_bet(game: d.Game, rng: random.Random) -> Any:
    seat = game.bettor
    assert seat is not None
    covered = sum(each.covered for each in game.bets if each.seat == seat) < 4 and rng.random() < 0.5
    return e.BetPlaced(seat, rng.randrange(game.players), rng.randint(1, game.chip_limit(seat)), covered)


def _a_showing(state: DetectiveState, rng: random.Random) -> Any:
    game = state.game
    assert game is not None
    for seat, hole in enumerate(state.shown):
        if hole is None:
            return e.HandsShown((e.ShownHand(seat, *rng.sample(unseen(state), 2)),))
    for number, (made, kind) in enumerate(zip(game.bets, state.turned, strict=True)):
        if made.covered and kind is None:
            used = [c for b, c in zip(game.bets, state.turned, strict=True) if b.seat == made.seat]
            return e.ActionCardsTurned((e.TurnedCard(number, rng.choice([c for c in d.ActionCard if c not in used])),))
    return e.CoupScored()


def unseen(state: DetectiveState) -> list[Card]:
    """The cards that nobody has seen."""
    game = state.game
    assert game is not None
    seen = {*game.board, *game.taken_out, *(held for hole in state.shown if hole for held in hole)}
    return [each for each in FULL_PACK if each not in seen]


def match_over(state: DetectiveState, rng: random.Random) -> list[Any]:
    """A whole match from here: the events that lead to its end."""
    events: list[Any] = []
    while state.phase is not Phase.OVER or not events:
        event = legal_event(state, rng)
        events.append(event)
        state, _ = reduce(state, event)
        assert not state.refused, (event, state.refused)
    return events
