"""How a hand ends and the next one starts (M7, M9, M10, M24)."""

from dataclasses import replace

from companion.games.mentiroso.state import DICE, Die, Match, Phase, Place, Verdict
from companion.games.seats import Seat, next_seat


def start_hand(match: Match, starter: Seat) -> Match:
    """A new hand: no claim yet, the dice on the table, all five still to be thrown (M18)."""
    place = Place.TABLE if match.options.throws == "told" else Place.UNTOLD
    dice = tuple(Die(place) for _ in DICE)
    fresh = replace(match, phase=Phase.TURN, starter=starter, actor=starter, dice=dice, claims=())
    return replace(fresh, thrown_before=(), fixed=None, thrown_blind=False, looked=False)


def put_out(match: Match, seat: Seat) -> Match:
    """The seat is out of the match; the last two may start their duel from nothing (M10)."""
    left = replace(match, out=(*match.out, seat))
    if match.options.duel_reset and len(left.active) == 2:
        return replace(left, points=tuple(0 if other in left.active else n for other, n in enumerate(left.points)))
    return left


def finish(match: Match) -> Match:
    """One player is left (M10)."""
    return replace(match, phase=Phase.OVER, starter=None, actor=None, dice=(), claims=(), thrown_before=(), fixed=None)


def give_point(match: Match, verdict: Verdict) -> Match:
    """The loser takes a point, is out if that was the last one allowed (M7), and the next hand starts (M9)."""
    points = tuple(n + (seat == verdict.loser) for seat, n in enumerate(match.points))
    scored = replace(match, points=points, hands=match.hands + 1, verdict=verdict)
    if points[verdict.loser] >= match.options.limit:
        scored = put_out(scored, verdict.loser)
    if len(scored.active) == 1:
        return finish(scored)
    return start_hand(scored, _next_starter(scored, verdict))


def _next_starter(match: Match, verdict: Verdict) -> Seat:
    if match.options.next_starter == "winner":
        return verdict.winner
    if match.options.next_starter == "loser" and verdict.loser in match.active:
        return verdict.loser
    return next_seat(verdict.loser, match.players, match.active)
