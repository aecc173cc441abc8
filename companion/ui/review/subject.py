"""What is reviewed: calls of Mentiroso or coups of Detective Poker, as the page needs to tell them apart. Pure."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.games.cards import Card
from companion.games.detective.state import ActionCard, Coup, Hole
from companion.games.errors import Explanation, RulesError
from companion.referee.detective import events as coup_events
from companion.referee.detective.found import with_found
from companion.referee.detective.state import DetectiveState
from companion.referee.events import DisputeRuled, Outcome, VerdictCorrected
from companion.referee.state import DieReading, TableState
from companion.ui.mentiroso.panels.base import PEOPLE
from companion.ui.mentiroso.ruling_draft import RulingDraft
from companion.ui.review.coup_view import coup_review_view
from companion.ui.review.port import Evidence
from companion.ui.review.view import ReviewView, draft_of, review_view

#: Written to the journal, which has one language.
WHY = "reviewed on the tablet"
NAMING = (Outcome.CONFIRMED, Outcome.OVERTURNED)
"""The outcomes with which it is told what lay there."""


@dataclass(frozen=True, slots=True)
class CardsDraft:
    """Cards of a coup as people name them now: only those that lay otherwise."""

    hands: tuple[tuple[int, Hole], ...] = ()
    board: tuple[Card, ...] = ()
    cards: tuple[tuple[int, ActionCard], ...] = ()
    """By number of the bet."""

    @property
    def found(self) -> coup_events.CardsFound | None:
        """As the referee is told; None where nothing was named otherwise."""
        found = coup_events.CardsFound(
            tuple(coup_events.ShownHand(seat, *hole) for seat, hole in self.hands),
            self.board,
            tuple(coup_events.TurnedCard(bet, card) for bet, card in self.cards),
        )
        return found if found != coup_events.CardsFound() else None

    def name_hand(self, coup: Coup, seat: int, hole: Hole) -> "CardsDraft":
        """Those were this player's cards."""
        others = tuple(each for each in self.hands if each[0] != seat)
        same = set(hole) == set(coup.holes[seat])
        return replace(self, hands=others if same else tuple(sorted((*others, (seat, hole)))))

    def name_board(self, coup: Coup, board: tuple[Card, ...]) -> "CardsDraft":
        """That was the board."""
        return replace(self, board=() if board == coup.board else board)

    def turn(self, coup: Coup, bet: int) -> "CardsDraft":
        """The action card under this bet is the next kind."""
        kinds = list(ActionCard)
        now = dict(self.cards).get(bet, coup.bets[bet].bet.card)
        following = kinds[(kinds.index(now) + 1) % len(kinds)] if now is not None else kinds[0]
        others = tuple(each for each in self.cards if each[0] != bet)
        same = following is coup.bets[bet].bet.card
        return replace(self, cards=others if same else tuple(sorted((*others, (bet, following)))))

    def hole(self, coup: Coup, seat: int) -> Hole:
        """This player's cards as they are named now."""
        return dict(self.hands).get(seat, coup.holes[seat])

    def kind(self, coup: Coup, bet: int) -> ActionCard | None:
        """The action card under this bet as it is named now."""
        return dict(self.cards).get(bet, coup.bets[bet].bet.card)


class Subject(Protocol):
    """One game's calls or coups."""

    cards: bool
    """Whether cards are named, not dice."""

    def count(self, state: Any) -> int:
        """How many there are."""

    def disputed(self, state: Any) -> int | None:
        """Which one is in dispute."""

    def draft(self, state: Any, number: int, evidence: Evidence | None) -> Any:
        """What lay there, as the table decided."""

    def view(self, state: Any, number: int, draft: Any, touched: bool, here: bool) -> ReviewView:
        """The page; `touched`: people named something otherwise; `here`: it is the match on the table."""

    def rule(self, number: int, outcome: Outcome, draft: Any, touched: bool, at_ns: int) -> Any:
        """The event of a ruling."""

    def correct(self, number: int, draft: Any, at_ns: int) -> Any | None:
        """The event of a correction; None where nothing is named."""


class Calls:
    """Of Mentiroso."""

    cards = False

    def count(self, state: TableState) -> int:
        """See `Subject`."""
        return len(state.hands)

    def disputed(self, state: TableState) -> int | None:
        """See `Subject`."""
        return state.dispute.hand if state.dispute is not None else None

    def draft(self, state: TableState, number: int, evidence: Evidence | None) -> RulingDraft:
        """See `Subject`."""
        dice = tuple(die for die in evidence.then if isinstance(die, DieReading)) if evidence is not None else ()
        return draft_of(state.hands[number], dice)

    def view(self, state: TableState, number: int, draft: RulingDraft, touched: bool, here: bool) -> ReviewView:
        """See `Subject`."""
        return review_view(state, number, draft.hand if touched else None, here)

    def rule(self, number: int, outcome: Outcome, draft: RulingDraft, touched: bool, at_ns: int) -> DisputeRuled:
        """See `Subject`."""
        actual = draft.hand if outcome in NAMING and touched else None
        return DisputeRuled(number, outcome, PEOPLE, WHY, actual, at_ns)

    def correct(self, number: int, draft: RulingDraft, at_ns: int) -> VerdictCorrected | None:
        """See `Subject`."""
        return None if draft.hand is None else VerdictCorrected(number, draft.hand, PEOPLE, WHY, at_ns)


class Coups:
    """Of Detective Poker."""

    cards = True

    def count(self, state: DetectiveState) -> int:
        """See `Subject`; while one is in dispute those scored since are not told."""
        return len(state.told_game.coups) if state.told_game is not None else 0

    def disputed(self, state: DetectiveState) -> int | None:
        """See `Subject`."""
        return state.dispute.coup if state.dispute is not None else None

    def draft(self, state: DetectiveState, number: int, evidence: Evidence | None) -> CardsDraft:
        """See `Subject`."""
        return CardsDraft()

    def view(self, state: DetectiveState, number: int, draft: CardsDraft, touched: bool, here: bool) -> ReviewView:
        """See `Subject`."""
        coup, why = _again(state, number, draft)
        return coup_review_view(state, number, coup, why, draft.found is not None, here)

    def rule(
        self, number: int, outcome: Outcome, draft: CardsDraft, touched: bool, at_ns: int
    ) -> coup_events.DisputeRuled:
        """See `Subject`."""
        found = draft.found if outcome in NAMING else None
        return coup_events.DisputeRuled(number, outcome, PEOPLE, WHY, found, at_ns)

    def correct(self, number: int, draft: CardsDraft, at_ns: int) -> coup_events.CoupCorrected | None:
        """See `Subject`."""
        found = draft.found
        return None if found is None else coup_events.CoupCorrected(number, found, PEOPLE, WHY, at_ns)


def _again(state: DetectiveState, number: int, draft: CardsDraft) -> tuple[Coup | None, Explanation | None]:
    """The coup with the cards as they are named, or why it cannot be."""
    game = state.told_game
    if game is None or not 0 <= number < len(game.coups):
        return None, None
    try:
        return with_found(game, game.coups[number], draft.found or coup_events.CardsFound()), None
    except RulesError as refusal:
        return None, refusal.explanation


def subject_of(state: object) -> Subject:
    """The one that this state is of."""
    return Coups() if isinstance(state, DetectiveState) else Calls()
