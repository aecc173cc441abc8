"""The guided hand: at each step it says what to do, and it can be ended."""

from companion.referee import events as e
from companion.referee.state import Phase
from companion.ui.guide.steps import Done, guide
from companion.ui.texts import text
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import CALLED, NOT_SURE, READY, Demo, Table, begun, hand, reading


def test_a_hand_is_guided_from_the_lot_to_the_verdict(opened: Opened) -> None:
    """Each tap that the guide asks for leads to its next word."""
    table = Table(*READY)
    demo = Demo("KKQ87")
    hands = opened(table, None, demo, lot=lambda _: 0, first="home")
    hands.touch(hands.tile("Guided hand"))
    assert hands.reads("This guide plays a hand with you")
    hands.tap("Draw the lot")
    assert hands.reads("Ana starts: tap “Throw the dice”")
    hands.tap("Throw the dice")
    assert hands.reads("Hold “Look”")
    touch = hands.down(hands.press("Look (hold)"))
    touch.touch_up()
    hands.lay_out()
    assert hands.reads("Now say a hand, true or not")
    hands.tap("Pair", "king", "Pass the dice")
    assert hands.reads("Bo has to answer before looking")
    hands.tap("✔ BELIEVE")
    assert hands.reads("Bo believed")
    hands.tap("▲ next", "Pass the dice")
    assert hands.reads("Now call")
    hands.tap("Lift the cup")
    assert demo.done == ["throw", "lift"]
    table.happen(e.CupLifted())
    hands.stage.crank(2)
    assert hands.reads("The camera reads the dice")
    table.happen(e.DiceRead(reading("KKQ87"), sure=True))
    hands.stage.crank(2)
    assert hands.reads("That is the verdict and why")


def test_the_guide_is_ended_by_a_tap(opened: Opened) -> None:
    """And stays silent then."""
    hands = opened(Table(*begun(simulated=True)), None, Demo())
    hands.app.guided = True
    hands.app.page.guide()
    hands.lay_out()
    assert hands.reads("☞")
    hands.tap("☰", "End the guide")
    assert not hands.reads("☞")
    assert not hands.app.guided


def test_a_real_table_has_no_guide_but_a_way_to_set_up(opened: Opened) -> None:
    """Nobody explains to players who throw real dice."""
    hands = opened(Table(*READY), first="home")
    hands.touch(hands.tile("Set-up"))
    assert hands.reads("A clear picture of the table comes in")


def test_every_moment_of_a_hand_has_a_word() -> None:
    """But not before anyone sits."""
    histories: dict[Phase, tuple[e.Event, ...]] = {
        Phase.SEATING: READY,
        Phase.LOT: (e.MatchBegun(("Ana", "Bo")),),
        Phase.CLAIM: begun(),
        Phase.ANSWER: (*begun(), e.ClaimConfirmed(0, hand("KKJ87"))),
        Phase.LIFT: CALLED,
        Phase.READING: (*CALLED, e.CupLifted()),
        Phase.RULING: (*CALLED, e.CupLifted(), NOT_SURE),
        Phase.VERDICT: (*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True)),
        Phase.OVER: (*begun(1, ("Ana", "Bo")), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1)),
    }
    assert set(histories) == set(Phase)
    for phase, history in histories.items():
        state = Table(*history).state
        assert state.phase is phase
        assert bool(guide(state, Done())) is (phase is not Phase.SEATING)
    assert guide(Table(*begun()).state, Done(thrown=True)) == text("guide.look", name="Ana")
