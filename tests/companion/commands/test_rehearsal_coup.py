"""What the rehearsal of a coup takes from the camera, and what it taps in."""

from dataclasses import replace
from typing import Any

from companion.commands.rehearsal_coup import Taken, _declined, _not_known, _pieces, _Players, _proposed, _read
from companion.games.cards import parse_cards
from companion.games.detective import Hole
from companion.games.errors import Explanation
from companion.referee.detective import events as e
from companion.referee.detective.state import BetProposed, BoardSeen, DetectiveState, HandSeen, Phase
from tests.companion.ui.detective.scenes import Table

BET = e.BetPlaced(1, 0, 2, covered=True)


def betting(**seen: Any) -> DetectiveState:
    """Bo bets; the camera has seen this."""
    table = Table(e.MatchBegun(("Ana", "Bo", "Cleo")), e.DealerDrawn(0), e.CoupDealt())
    return replace(table.state, **seen)


def test_a_bet_is_taken_as_it_is_read_where_the_camera_is_sure() -> None:
    """Nothing is taken before it says something, and nothing of what it is not sure of."""
    assert (_proposed(betting()), _declined(betting())) == (None, False)
    sure = betting(bet_seen=BetProposed(0, 2, covered=True, sure=True))
    assert _read(sure, BET) and not _declined(sure)
    unsure = betting(bet_seen=BetProposed(0, 2, covered=True, sure=False))
    assert _declined(unsure) and not _read(unsure, BET)


def test_of_hands_only_those_that_nobody_has_seen_are_waited_for() -> None:
    """In whatever order the two cards lie; one that it is not sure of ends the waiting once all others are read."""
    ana, bo = (Hole(*parse_cards(text)) for text in ("As Kd", "2c 2d"))
    laid = e.HandsShown(tuple(e.ShownHand(seat, *hole) for seat, hole in enumerate((ana, bo))))
    state = DetectiveState(phase=Phase.SHOWDOWN, shown=(ana, None))
    missing = _not_known(state, laid)
    assert isinstance(missing, e.HandsShown) and [hand.seat for hand in missing.hands] == [1]
    turned = Hole(bo.forehead, bo.own)
    assert _read(replace(state, hands_seen=(HandSeen(()), HandSeen((), turned))), missing)
    doubt = HandSeen((), None, Explanation("seen.hand_count", {"seat": 1, "cards_many": 3}))
    assert _declined(replace(state, hands_seen=(HandSeen(()), doubt)))
    assert not _declined(replace(state, hands_seen=(HandSeen(()), HandSeen(()))))


class _Referee:
    """Always the same table; what is posted is taken at once."""

    def __init__(self, state: DetectiveState) -> None:
        self.state, self.posted = state, list[Any]()

    def post(self, event: Any, committed: Any) -> None:
        self.posted.append(event)
        committed()

    def wait_for(self, there: Any, _timeout_s: float) -> bool:
        return bool(there(self.state))


class _Cards:
    """Hands that lay this."""

    seed = 1

    def __init__(self, laid: Taken) -> None:
        self._laid = laid

    def lay(self, state: DetectiveState) -> None:
        """It lies there."""

    def laid(self, state: DetectiveState) -> tuple[Taken, ...]:
        return (self._laid,)


def stepped(state: DetectiveState, laid: Taken) -> tuple[str, Any]:
    """What is said of one step, and what the referee is told."""
    referee: Any = _Referee(state)
    cards: Any = _Cards(laid)
    (said,) = _Players(referee, cards)._step()
    return said, referee.posted[-1]


def test_what_the_camera_reads_otherwise_is_told_and_tapped_in() -> None:
    """Never taken, never passed over in silence."""
    said, taken = stepped(betting(bet_seen=BetProposed(2, 1, covered=False, sure=True)), BET)
    assert taken is BET and "the camera read something else (Bruno bets 1 chip on Chloé)" in said
    said, taken = stepped(betting(bet_seen=BetProposed(0, 2, covered=True, sure=True)), BET)
    assert _pieces(taken) == _pieces(BET) and said.endswith("with an action card: the camera read it.")
    said, taken = stepped(betting(), BET)
    assert taken is BET and said.endswith("not sure, so it is tapped in.")


def test_a_board_is_taken_with_the_cards_that_are_sure() -> None:
    """As the camera's."""
    laid = e.BoardTurned(parse_cards("As 7s Kh"))
    state = DetectiveState(phase=Phase.BOARD, board_seen=BoardSeen((), new=parse_cards("As 7s")))
    assert not _read(state, laid)
    said, taken = stepped(state, laid)
    assert (taken.cards, taken.by) == (parse_cards("As 7s"), e.CAMERA)
    assert said == "On the board: As 7s: the camera read it."
