"""Every point of a coup in parts, for a sentence in any language (`companion.games.commentary.tell`)."""

from companion.games.detective.state import ActionCard, Coup, ScoredBet
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
