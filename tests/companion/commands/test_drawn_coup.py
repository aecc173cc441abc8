"""What lies on the drawn table of Detective Poker follows the game, and what hands lay is taken or goes again."""

from typing import Any

from companion.commands.card_hands import CardHands
from companion.commands.drawn_coup import scene_of
from companion.games.cards import parse_cards
from companion.referee.detective import events as e
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.guide.pack import next_acts
from vision.drawn.card_table import Scene

SEED = 6
DEALT = (e.MatchBegun(("Ana", "Bo", "Cleo"), simulated=True), e.DealerDrawn(0), e.CoupDealt())


def after(*events: e.Event, state: DetectiveState | None = None) -> DetectiveState:
    """The table after these."""
    state = state or DetectiveState()
    for event in events:
        state, _ = reduce(state, event)
        assert state.refused == ""
    return state


def played_to(phase: Phase, expert: bool = False, seed: int = SEED) -> DetectiveState:
    """The simulated players play until then."""
    state = after(e.MatchBegun(("Ana", "Bo", "Cleo"), expert, simulated=True), *DEALT[1:])
    while state.phase is not phase:
        state = after(*next_acts(state, seed), state=state)
    return state


def codes(lying: Any) -> list[Any]:
    """What cards show."""
    return [card.shows for card in lying]


def test_chips_and_cards_lie_where_the_bets_of_the_coup_are() -> None:
    """A bet that is tapped in, a bet that a hand has laid, and one that is moved."""
    state = after(*DEALT, e.BetPlaced(1, 0, 2, covered=True))
    assert [chip.colour for chip in scene_of(state).chips] == ["blue", "blue"]
    (back,) = scene_of(state).action_cards
    assert back.face_down
    laid = scene_of(state, (e.BetPlaced(2, 0, 1),))
    assert laid == scene_of(after(e.BetPlaced(2, 0, 1), state=state))
    moved = scene_of(after(e.BetMoved(1, 2, 1), state=state))
    assert [chip.colour for chip in moved.chips] == ["blue"]
    assert moved.action_cards == ()
    assert scene_of(after(*DEALT)) == Scene(3)


def test_D22_a_card_that_goes_out_lies_there_until_that_is_told() -> None:
    """Then the row closes up."""
    state = after(
        e.MatchBegun(("Ana", "Bo", "Cleo"), True), *DEALT[1:], *(e.BetPlaced(seat, 0, 1) for seat in (1, 2, 0))
    )
    flop = e.BoardTurned(parse_cards("Ks Kd 7h"))
    assert codes(scene_of(state, (flop,)).board) == ["KS", "KD", "7H"]
    state = after(flop, state=state)
    assert codes(scene_of(state, (flop,)).board) == ["KS", "7H"]
    assert codes(scene_of(state, (e.BoardTurned(parse_cards("2c")),)).board) == ["KS", "7H", "2C"]


def test_D15_at_the_showdown_each_action_card_lies_open_once() -> None:
    """Those in one place one after another: none hides another one that is turned up with it."""
    hands, state = CardHands(SEED), played_to(Phase.SHOWDOWN)
    assert scene_of(state).hands == ((), (), ())
    hands.lay(state)
    (shown,) = hands.laid(state)
    assert isinstance(shown, e.HandsShown)
    assert [len(hand) for hand in scene_of(state, (shown,)).hands] == [2, 2, 2]
    state, seen = after(shown, state=state), set()
    while not state.all_shown:
        hands.lay(state)
        (turned,) = hands.laid(state)
        assert isinstance(turned, e.ActionCardsTurned)
        up = [card for card in scene_of(state, (turned,)).action_cards if not card.face_down]
        assert len(up) == len({(card.x, card.y) for card in up}) == len(turned.cards)
        seen |= {card.shows for card in up}
        state = after(turned, state=state)
    assert state.game is not None
    assert len(seen) == sum(bet.covered for bet in state.game.bets)


def test_what_was_laid_goes_with_its_moment() -> None:
    """Taken back or played otherwise, the hands do not insist on it."""
    hands, state = CardHands(SEED), after(*DEALT)
    hands.lay(state)
    assert len(hands.laid(state)) == 1
    other = after(e.BetPlaced(1, 1, 1), state=state)
    assert hands.laid(other) == ()
    assert hands.laid(state) == ()


def test_only_a_table_of_cards_has_a_camera_over_cards() -> None:
    """And with another number of players another mat."""
    hands = CardHands(SEED)
    assert hands.camera() is None
    states = [after(*DEALT), after(e.MatchBegun(("A", "B", "C", "D")), *DEALT[1:])]
    for state in states:
        hands.state = lambda state=state: state
        while (camera := hands.camera()) is None or camera.profile.players != len(state.names):
            pass
        camera.read()
        assert camera.scene == Scene(len(state.names))
    hands.state = DetectiveState
    assert hands.camera() is None
