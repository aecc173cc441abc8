"""What people see as one step of a game, so that it can be told and taken back as one."""

from typing import Any

from companion.games.detective import operations as op
from companion.games.detective.explaining import explain_operation
from companion.games.errors import Explanation
from companion.referee.detective import events as e
from companion.referee.detective.found import explain_found
from companion.referee.detective.state import DetectiveState
from companion.referee.events import Disputed, MatchAbandoned, RulingPublished

STEPS: frozenset[type] = frozenset(
    {
        e.DealerDrawn,
        e.CoupDealt,
        e.BetPlaced,
        e.BetMoved,
        e.ActionCardLaid,
        e.BoardTurned,
        e.HandsShown,
        e.ActionCardsTurned,
        e.CoupScored,
        e.NextCoupBegun,
        e.CoupVoided,
        e.PlayerLeft,
        Disputed,
        e.DisputeRuled,
        RulingPublished,
        e.CoupCorrected,
        MatchAbandoned,
    }
)
"""What a person did. Readings of the camera belong to the step before them."""


def step(before: DetectiveState, event: Any) -> Explanation | None:  # noqa: PLR0911, PLR0912 - one line for each kind
    """What was done with an event that was taken, in parts for a sentence; None for what is no step of its own.

    `before` is the table at which it was done.
    """
    match event:
        case e.DealerDrawn(seat):
            return explain_operation(op.DrawDealer(seat))
        case e.CoupDealt():
            dealer = before.game.dealer if before.game is not None else None
            return explain_operation(op.Deal(dealer or 0))
        case e.BetPlaced(seat, owner, chips, covered):
            return explain_operation(op.PlaceBet(seat, owner, chips, covered))
        case e.BetMoved(seat, owner, chips):
            return Explanation("detective.move_bet", {"seat": seat, "owner": owner, "chips": chips})
        case e.ActionCardLaid(seat):
            return explain_operation(op.AddCard(seat))
        case e.BoardTurned(cards):
            return Explanation("detective.turn_up", {"card": cards})
        case e.HandsShown(hands):
            seats = tuple(hand.seat for hand in hands)
            cards = tuple(card for hand in hands for card in (hand.own, hand.forehead))
            return Explanation("detective.show_hand", {"seats": seats, "cards": cards})
        case e.ActionCardsTurned(cards):
            return Explanation("detective.show_card", {"cards": tuple(each.card for each in cards)})
        case e.CoupScored():
            return Explanation("detective.score")
        case e.NextCoupBegun():
            return Explanation("detective.next_coup")
        case e.CoupVoided(why):
            return explain_operation(op.VoidCoup(why))
        case e.PlayerLeft(seat):
            return explain_operation(op.Leave(seat))
        case Disputed(number, seat):
            return Explanation("coup.raised", {"seat": seat, "number": number + 1})
        case e.DisputeRuled(number):
            return Explanation("coup.ruled", {"number": number + 1})
        case RulingPublished(number):
            return Explanation("coup.published", {"number": number + 1})
        case e.CoupCorrected(number, found) if before.game is not None:
            told = explain_found(found, before.game.coups[number])
            return Explanation("coup.corrected", {"number": number + 1, "found": told})
        case MatchAbandoned():
            return Explanation("match.abandoned")
        case _:
            return None
