"""Operations and every point of a coup in parts, for a sentence in any language (`companion.games.commentary.tell`)."""

from companion.games.detective import operations as op
from companion.games.detective.ranking import winners
from companion.games.detective.state import ActionCard, Coup, Game, ScoredBet
from companion.games.errors import Explanation


def explain_bet(coup: Coup, scored: ScoredBet) -> Explanation:
    """Why a bet gave its points.

    Keys: ``bet.`` + ``best`` or ``worst`` (what the bet said: with BLUFF the worst) + ``_right``, ``_wrong`` or
    ``_penalty`` (expert: the wrong +1). Values: `seat`, `owner`, `target`, `chips`, `points`, `street` (its word),
    `card` (its word, ``none`` without one), and `seats`, those that were best or worst.
    """
    bet = scored.bet
    extreme = "worst" if bet.card is ActionCard.BLUFF else "best"
    found = (coup.worst if extreme == "worst" else coup.best)[bet.street - 1]
    outcome = "right" if scored.right else ("penalty" if scored.points else "wrong")
    return Explanation(
        f"bet.{extreme}_{outcome}",
        {
            "seat": bet.seat,
            "owner": bet.owner,
            "target": scored.target,
            "chips": bet.chips,
            "points": scored.points,
            "street": bet.street.name.lower(),
            "card": bet.card.value if bet.card is not None else "none",
            "seats": tuple(sorted(found)),
        },
    )


def explain_coup(coup: Coup) -> tuple[Explanation, ...]:
    """One explanation for each bet, in the order of the bets, then one for the sum of each seat (``coup.sum``)."""
    sums = (Explanation("coup.sum", {"seat": seat, "points": gain}) for seat, gain in enumerate(coup.gains))
    return (*(explain_bet(coup, scored) for scored in coup.bets), *sums)


def explain_operation(operation: op.Operation) -> Explanation:  # noqa: PLR0911 - one line for each kind
    """What was done, without its secrets. Keys: ``detective.`` and the kind of operation, as in the sentences."""
    match operation:
        case op.SetUp(players, options):
            key = "set_up_expert" if options.expert else "set_up"
            return Explanation(f"detective.{key}", {"players": players})
        case op.DrawDealer(dealer):
            return Explanation("detective.draw_dealer", {"dealer": dealer})
        case op.Deal(dealer):
            return Explanation("detective.deal", {"dealer": dealer})
        case op.PlaceBet(seat, owner, chips, covered):
            key = "bet_covered" if covered else "bet"
            return Explanation(f"detective.{key}", {"seat": seat, "owner": owner, "chips": chips})
        case op.AddCard(seat):
            return Explanation("detective.add_card", {"seat": seat})
        case op.TurnUp(card):
            return Explanation("detective.turn_up", {"card": card})
        case op.Reveal():
            return Explanation("detective.reveal")
        case op.VoidCoup(reason):
            return Explanation("detective.void_coup", {"reason": reason})
        case op.Leave(seat):
            return Explanation("detective.leave", {"seat": seat})


def explain_end(game: Game) -> Explanation:
    """Who won (D20). Only for a game that is over."""
    first = winners(game)
    points = game.totals[first[0]]
    if len(first) == 1:
        return Explanation("detective.over", {"winner": first[0], "points": points})
    return Explanation("detective.over_shared", {"seats": first, "points": points})
