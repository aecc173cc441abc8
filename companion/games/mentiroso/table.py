"""Setting up, the lot, void hands and players who leave (M6 to M8, M28 to M30)."""

from companion.games.errors import IllegalAction, NotUnderstood
from companion.games.mentiroso.operations import DrawLot, SetUp, VoidHand, Withdraw
from companion.games.mentiroso.options import AS_WRITTEN, STARTERS, THROWS, Options
from companion.games.mentiroso.scoring import finish, put_out, start_hand
from companion.games.mentiroso.state import Match, Phase
from companion.games.seats import Seat, holds, next_seat


def verify_set_up(players: int, options: Options = AS_WRITTEN) -> None:
    """2 to 10 players (M6), a limit of at least one point (M7), and options there are.

    Raises:
        IllegalAction: M6 or M7.
        NotUnderstood: an option has a value that means nothing.
    """
    if not 2 <= players <= 10:
        raise IllegalAction("M6", "players", players=players)
    if options.limit < 1:
        raise IllegalAction("M7", "limit", limit=options.limit)
    for found, expected in ((options.throws, THROWS), (options.next_starter, STARTERS)):
        if found not in expected:
            raise NotUnderstood("value", found=found, expected=expected)


def set_up(players: int, options: Options = AS_WRITTEN) -> tuple[Match, SetUp]:
    """Agree on a match; the lot comes next."""
    verify_set_up(players, options)
    return Match(options, points=(0,) * players), SetUp(players, options)


def verify_draw_lot(match: Match, starter: Seat) -> None:
    """The lot is drawn once, among those at the table.

    Raises:
        IllegalAction: M8.
    """
    if match.phase is not Phase.LOT:
        raise IllegalAction("M8", "lot_drawn")
    if starter not in match.active:
        raise IllegalAction("M8", "not_at_table", seat=starter)


def draw_lot(match: Match, starter: Seat) -> tuple[Match, DrawLot]:
    """Record whom the lot named (M8), and start the first hand."""
    verify_draw_lot(match, starter)
    return start_hand(match, starter), DrawLot(starter)


def verify_void_hand(match: Match, reason: str) -> None:
    """There is a hand to void, and a reason is given.

    Raises:
        IllegalAction: M28.
    """
    if match.phase in (Phase.LOT, Phase.OVER):
        raise IllegalAction("M28", "no_hand")
    if not reason.strip():
        raise IllegalAction("M28", "no_reason")


def void_hand(match: Match, reason: str) -> tuple[Match, VoidHand]:
    """The hand does not count: the same starter, no point (M28)."""
    verify_void_hand(match, reason)
    assert match.starter is not None
    return start_hand(match, match.starter), VoidHand(reason)


def verify_withdraw(match: Match, seat: Seat) -> None:
    """Only who plays can leave.

    Raises:
        IllegalAction: M30.
    """
    if match.phase is Phase.OVER:
        raise IllegalAction("M30", "match_over")
    if seat not in match.active:
        raise IllegalAction("M30", "not_at_table", seat=seat)


def withdraw(match: Match, seat: Seat) -> tuple[Match, Withdraw]:
    """Out now, the hand void; the next player to the right of its starter starts, or the last one left wins (M30)."""
    verify_withdraw(match, seat)
    left = put_out(match, seat)
    if len(left.active) == 1:
        return finish(left), Withdraw(seat)
    if match.starter is None:
        return left, Withdraw(seat)
    return start_hand(left, next_seat(match.starter, match.players, left.active)), Withdraw(seat)


can_set_up = holds(verify_set_up)
can_draw_lot = holds(verify_draw_lot)
can_void_hand = holds(verify_void_hand)
can_withdraw = holds(verify_withdraw)
