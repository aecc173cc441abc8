"""What people see as one step of Mentiroso, so that it can be told and taken back as one."""

from companion.games.errors import Explanation
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.explaining import explain_operation
from companion.referee import events as e
from companion.referee.state import Phase, TableState


def step(before: TableState, event: e.Event) -> Explanation | None:  # noqa: PLR0911, PLR0912 - one line for each kind
    """What was done with an event that was taken, in parts for a sentence; None for what belongs to the step before.

    The lift that a call waits for, the reading and the verdict belong to the answer; a person's naming of the dice is a
    step of its own.
    """
    match event:
        case e.StarterDrawn(seat):
            return explain_operation(op.DrawLot(seat))
        case e.ClaimConfirmed(seat, claim, blind):
            return explain_operation(op.PassClaim(seat, claim, blind))
        case e.Believed(seat):
            return explain_operation(op.Believe(seat))
        case e.Called(seat):
            return explain_operation(op.Call(seat))
        case e.CupLifted(timed=True) if before.phase is Phase.ANSWER and before.turn is not None:
            return explain_operation(op.Call(before.turn, by_lifting=True))
        case e.RulingGiven(actual):
            return explain_operation(op.Show(actual))
        case e.HandVoided(why):
            return explain_operation(op.VoidHand(why))
        case e.NextHandBegun():
            return Explanation("mentiroso.next_hand")
        case e.MatchAbandoned():
            return Explanation("match.abandoned")
        case e.VerdictCorrected(hand, actual):
            return Explanation("dispute.corrected", {"number": hand + 1, "actual": actual})
        case e.Disputed(hand, seat):
            return Explanation("dispute.raised", {"seat": seat, "number": hand + 1})
        case e.DisputeRuled(hand):
            return Explanation("dispute.ruled", {"number": hand + 1})
        case e.RulingPublished(hand):
            return Explanation("dispute.published", {"number": hand + 1})
        case _:
            return None
