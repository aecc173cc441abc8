"""The coups of a match as they are reviewed, from the referee's state. Pure."""

from companion.games.detective.state import Coup
from companion.games.errors import Explanation
from companion.referee.detective.state import DetectiveState
from companion.referee.events import Outcome
from companion.ui.detective.words import signed
from companion.ui.review.view import OUTCOMES, CallLine, ReviewView
from companion.ui.texts import NOTHING, Said, Told, text

NO_BREAK = "\N{NO-BREAK SPACE}"
EMPTY = ReviewView((), text("review.nothing"), NOTHING, (), False, (), None, False, False, NOTHING)


def coup_review_view(
    state: DetectiveState, number: int, again: Coup | None, why: Explanation | None, named: bool, here: bool
) -> ReviewView:
    """Draw the list and coup `number`, from 0.

    `again`: the coup with the cards as people name them now, None where `why` forbids it; `named`: they named some
    otherwise; `here`: it is the match on the table, whose newest coup alone may be disputed there.
    """
    game, dispute = state.told_game, state.dispute
    if game is None or not 0 <= number < len(game.coups):
        return EMPTY
    coup, disputed = game.coups[number], dispute is not None and dispute.coup == number
    open_to_dispute = number == len(game.coups) - 1 or not here
    return ReviewView(
        calls=tuple(_line(state, each, game.coups[each], number) for each in reversed(range(len(game.coups)))),
        headline=text("review.coup", number=number + 1),
        sentence=_sentence(state, coup, again, why, named),
        claim=(),
        can_dispute=open_to_dispute
        and dispute is None
        and state.reviews[number].outcome is None
        and state.challenge_window_s > 0,
        can_rule=_outcomes(coup, again, named) if disputed else (),
        ruled=dispute.outcome if dispute is not None and disputed else None,
        can_publish=dispute is not None and disputed and dispute.outcome is not None,
        can_correct=named and again is not None and dispute is None,
        # What cards named otherwise would mean is then the more important sentence.
        board=NOTHING if dispute is None or named else text("review.coup_open", number=dispute.coup + 1),
    )


def _points(state: DetectiveState, coup: Coup, glue: str = " ") -> str:
    return "   ".join(f"{name}{glue}{signed(gain)}" for name, gain in zip(state.names, coup.gains, strict=True))


def _sentence(state: DetectiveState, coup: Coup, again: Coup | None, why: Explanation | None, named: bool) -> Said:
    if why is not None:
        return Told(why, state.names)
    if not named or again is None:
        return _points(state, coup)
    points = _points(state, again)
    return text("review.would_be", points=points)


def _line(state: DetectiveState, number: int, coup: Coup, chosen: int) -> CallLine:
    outcome = state.reviews[number].outcome
    return CallLine(
        hand=number,
        # In so narrow a key a name and its points stay together.
        said=f"{number + 1}  {_points(state, coup, NO_BREAK)}",
        disputed=state.dispute is not None and state.dispute.coup == number,
        outcome=OUTCOMES[outcome] if outcome is not None else NOTHING,
        chosen=number == chosen,
    )


def _outcomes(coup: Coup, again: Coup | None, named: bool) -> tuple[Outcome, ...]:
    """What may be ruled: cards that were named must not speak against it, and without any nothing is overturned."""
    changes = named and again is not None and again.gains != coup.gains
    if changes:
        return (Outcome.STANDS, Outcome.OVERTURNED, Outcome.INCONCLUSIVE)
    if again is None:
        return (Outcome.STANDS, Outcome.INCONCLUSIVE)
    return (Outcome.STANDS, Outcome.CONFIRMED, Outcome.INCONCLUSIVE)
