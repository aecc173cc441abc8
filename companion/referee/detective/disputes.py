"""Points of Detective Poker in dispute, ruled on, and put right; docs/detective.md says what each ruling means.

The order of play does not depend on the points: coups played since stand, and only the totals follow.
"""

from dataclasses import replace

from companion.games.detective.rescoring import with_coups
from companion.games.detective.state import Coup, Game
from companion.games.errors import Explanation
from companion.referee.board import differences
from companion.referee.detective import events as e
from companion.referee.detective.found import with_found
from companion.referee.detective.sensing import Step
from companion.referee.detective.state import DetectiveState, Dispute
from companion.referee.disputable import NotNow, Refusals, verify_disputed
from companion.referee.effects import Append, AppendVerdict
from companion.referee.events import Disputed, Outcome, RulingPublished

_REFUSALS = Refusals(open="coup_in_dispute", settled="coup_settled", late="coup_late")
LOST = (Outcome.STANDS, Outcome.CONFIRMED)
"""The rulings that cost whoever disputed a challenge."""


def verdict_body(game: Game, number: int) -> dict[str, object]:
    """What followed from the showdown of coup `number` (counted from 0), as the journal tells it."""
    coup = game.coups[number]
    return {
        "coup": number + 1,
        "dealer": coup.dealer,
        "best": [sorted(seats) for seats in coup.best],
        "worst": [sorted(seats) for seats in coup.worst],
        "points": [each.points for each in coup.bets],
        "gains": list(coup.gains),
        "totals": list(game.totals),
    }


def disputed(state: DetectiveState, event: Disputed) -> Step:
    """A seat disputes the points of a coup, within the window."""
    _coup(state, event.hand)
    in_dispute = None if state.dispute is None else state.dispute.coup
    verify_disputed(state, event, state.reviews, in_dispute, _REFUSALS)
    game = state.game
    assert game is not None
    dispute = Dispute(event.hand, event.by, event.why, game, state.board)
    return replace(state, dispute=dispute), (Append(event),)


def dispute_ruled(state: DetectiveState, event: e.DisputeRuled) -> Step:
    """The evidence was reviewed. Until it is published it may be ruled again."""
    dispute = _dispute(state, event.coup)
    overturned = event.outcome is Outcome.OVERTURNED
    if overturned and event.found is None:
        raise NotNow("cards_needed", number=event.coup + 1)
    if event.found is not None:
        changes = _found(state, event.coup, event.found).gains != _coup(state, event.coup).gains
        if changes and not overturned:
            raise NotNow("outcome_against_cards", number=event.coup + 1)
        if overturned and not changes:
            raise NotNow("same_points", number=event.coup + 1)
    ruled = replace(dispute, outcome=event.outcome, ruled_by=event.by, ruled_why=event.why, found=event.found)
    return replace(state, dispute=ruled), (Append(event),)


def ruling_published(state: DetectiveState, event: RulingPublished) -> Step:
    """The ruling is announced: points are shown again, the challenge is kept or lost, wrong points are put right."""
    dispute = _dispute(state, event.hand)
    if dispute.outcome is None:
        raise NotNow("coup_not_ruled", number=event.hand + 1)
    lost = dispute.outcome in LOST
    challenges = tuple(n - (lost and seat == dispute.by) for seat, n in enumerate(state.challenges))
    reviews = list(state.reviews)
    reviews[event.hand] = replace(reviews[event.hand], outcome=dispute.outcome)
    after = replace(state, dispute=None, challenges=challenges, reviews=tuple(reviews))
    verdict: tuple[AppendVerdict, ...] = ()
    if dispute.found is not None and dispute.outcome in (Outcome.CONFIRMED, Outcome.OVERTURNED):
        after, verdict = _scored_again(after, event.hand, dispute.found)
    told = _told(f"coup_{dispute.outcome.value}", event.hand, dispute, after)
    return replace(after, told=told), (Append(event), *verdict)


def coup_corrected(state: DetectiveState, event: e.CoupCorrected) -> Step:
    """An earlier coup was scored on the wrong cards, as all agree."""
    _coup(state, event.coup)
    if state.dispute is not None:
        raise NotNow("coup_in_dispute", number=state.dispute.coup + 1)
    if event.found == e.CardsFound():
        raise NotNow("cards_needed", number=event.coup + 1)
    after, verdict = _scored_again(state, event.coup, event.found)
    changes = differences(state.board, after.board) or (Explanation("changed.nothing"),)
    return replace(after, told=Explanation("told.corrected", {"changes": changes})), (Append(event), *verdict)


def _told(key: str, number: int, dispute: Dispute, after: DetectiveState) -> Explanation:
    changes = differences(dispute.board, after.board) or (Explanation("changed.nothing"),)
    return Explanation(f"told.{key}", {"number": number + 1, "changes": changes})


def _scored_again(
    state: DetectiveState, number: int, found: e.CardsFound
) -> tuple[DetectiveState, tuple[AppendVerdict, ...]]:
    assert state.game is not None
    coups = list(state.game.coups)
    coups[number] = _found(state, number, found)
    game = with_coups(state.game, coups)
    return replace(state, game=game), (AppendVerdict(verdict_body(game, number)),)


def _found(state: DetectiveState, number: int, found: e.CardsFound) -> Coup:
    assert state.game is not None
    return with_found(state.game, _coup(state, number), found)


def _coup(state: DetectiveState, number: int) -> Coup:
    coups = state.game.coups if state.game is not None else ()
    if not 0 <= number < len(coups):
        raise NotNow("no_such_coup", number=number + 1)
    return coups[number]


def _dispute(state: DetectiveState, number: int) -> Dispute:
    if state.dispute is None or state.dispute.coup != number:
        raise NotNow("coup_not_disputed", number=number + 1)
    return state.dispute
