"""What the stand-in does (M30): it plays an absent player's seat and never looks under the cup.

It knows what everybody knows: the claims, the dice in the open, which dice were thrown. A neighbour throws for it.
"""

from companion.games.errors import Explanation, IllegalAction
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.stand_in.belief import hidden_odds
from companion.games.mentiroso.stand_in.multisets import at_least
from companion.games.mentiroso.stand_in.turn import Decision, outlook_of_turn, percent, plans
from companion.games.mentiroso.state import Die, Phase, Place
from companion.games.mentiroso.view import PublicView
from companion.games.seats import Seat


def decide(view: PublicView) -> Decision:
    """The answer to a claim, or the next step of a turn; ask again after its acts until the dice are passed.

    At the throw for five aces (M21, variant) there is nothing to choose: the decision has no acts, the dice are thrown.

    Raises:
        IllegalAction: M30, where nobody has to answer, throw or claim, or a die in the open was not read yet.
    """
    if any(_unread(die, view) for die in view.dice):
        raise IllegalAction("M30", "unread_dice")
    if view.actor is not None:
        if view.phase is Phase.ANSWER:
            return _answer(view, view.actor)
        if view.phase is Phase.TURN:
            return min(plans(view, view.actor), key=lambda plan: plan.danger)
        if view.phase is Phase.ACES:
            return Decision((), Explanation("stand_in.aces", {"seat": view.actor}), 1.0)
    raise IllegalAction("M30", "nothing_to_decide", phase=view.phase)


def _unread(die: Die, view: PublicView) -> bool:
    """Lies in the open with an unknown face, and not only until it is thrown at an opening."""
    to_throw = view.opening and not die.thrown
    return die.place is Place.TABLE and die.face is None and not to_throw


def _answer(view: PublicView, seat: Seat) -> Decision:
    """BELIEVE or CALL (M20), whichever is less likely to cost the point."""
    assert view.claim is not None
    odds = hidden_odds(view)
    rank = view.claim.hand.rank
    true = float(at_least(view.visible, odds)[rank - 1])
    believing = outlook_of_turn(view, odds, rank)
    values = {"seat": seat, "hand": view.claim.hand, "chance": percent(true), "danger": percent(believing)}
    if true < believing:
        return Decision((op.Call(seat),), Explanation("stand_in.call", values), true)
    return Decision((op.Believe(seat),), Explanation("stand_in.believe", values), believing)
