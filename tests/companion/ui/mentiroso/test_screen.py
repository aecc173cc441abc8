"""The real window, touched: a hand played by taps alone, and everything that may come between."""

from typing import Any

import numpy as np
import pytest

from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.state import Phase
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import (
    CALLED,
    MAGENTA,
    NAMES,
    NOT_SURE,
    READY,
    Demo,
    MagentaPictures,
    Table,
    begun,
    hand,
    reading,
)


def shows_magenta(hands: Any) -> bool:
    """Whether the table can be seen."""
    pixels = hands.pixels(hands.app.page.ids.picture)
    return bool((np.abs(pixels.astype(int) - MAGENTA[:3]).max(axis=2) < 12).any())


def test_a_whole_hand_by_touch_alone_with_a_ruling_by_hand(opened: Opened) -> None:
    """No camera, no box: sit down, draw the lot, claim, believe, claim higher, call, name the dice, next hand."""
    table = Table()
    hands = opened(table, lot=lambda players: players - 1)
    assert hands.reads("Players")
    hands.tap("−")  # one player less
    hands.tap("Begin")
    assert table.state.names == ("A", "B", "C")
    hands.tap("Draw the lot")
    assert hands.reads("C: your claim")

    hands.tap("king", "king", "queen", "red")
    assert hands.press("Pass the dice").disabled
    hands.tap("black")
    assert hands.letters() == "KKQ87"
    hands.tap("Pass the dice")
    assert hands.reads("A: believe or call?")
    hands.tap("✔ BELIEVE")

    hands.tap("Pair", "ace", "Pass the dice")
    assert table.state.match is not None
    assert table.state.match.to_beat == hand("AAJ87")
    hands.tap("✘ CALL")
    assert table.state.phase is Phase.RULING

    hands.tap("ace", "ace", "king", "queen", "jack", "These are the dice")
    assert hands.reads("✔ TRUE")
    assert hands.reads("B takes a point")
    assert table.state.match.points == (0, 1, 0)
    assert table.state.phase is Phase.VERDICT
    hands.tap("Next hand")
    assert hands.reads("C: your claim")
    assert hands.letters() == "_____"
    assert [type(event) for event in table.posted] == [
        e.MatchBegun,
        e.StarterDrawn,
        e.ClaimConfirmed,
        e.Believed,
        e.ClaimConfirmed,
        e.Called,
        e.RulingGiven,
        e.NextHandBegun,
    ]


def test_ME17_a_claim_that_is_not_higher_cannot_be_confirmed(opened: Opened) -> None:
    """The reason stands beside the button; a tap on it does nothing."""
    table = Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87")), e.Believed(1))
    hands = opened(table)
    assert hands.letters() == "KKJ87"
    assert hands.reads("Not higher than KKJ87")
    hands.tap("Pass the dice")
    assert table.posted == []
    hands.touch(hands.dice()[2])
    hands.tap("queen")
    assert not hands.reads("Not higher")
    hands.tap("Pass the dice")
    (event,) = table.posted
    assert isinstance(event, e.ClaimConfirmed)
    assert (event.seat, event.claim) == (1, hand("KKQ87"))


def test_a_reading_that_is_not_sure_is_corrected_by_one_tap(opened: Opened) -> None:
    """The best guess stands there; the other face is one tap away; then it is confirmed."""
    table = Table(*CALLED, e.CupLifted(), NOT_SURE)
    hands = opened(table)
    assert hands.letters() == "KKQ87"
    assert hands.texts().count("? not sure") == 1
    assert hands.texts().count("✔ sure") == 4
    hands.tap("or K")
    assert hands.letters() == "KKK87"
    assert hands.reads("✎ by hand")
    hands.tap("These are the dice")
    (event,) = table.posted
    assert isinstance(event, e.RulingGiven)
    assert event.actual == DiceHand.parse("KKK87")
    assert hands.reads("✔ TRUE")


def test_a_guess_that_is_right_needs_no_correction(opened: Opened) -> None:
    """One tap confirms it."""
    table = Table(*CALLED, e.CupLifted(), NOT_SURE)
    hands = opened(table)
    hands.tap("These are the dice")
    assert hands.reads("✘ A LIE")


def test_a_sure_reading_is_a_verdict_with_dice_sentence_and_points(opened: Opened) -> None:
    """What was said, what there was, why, and who pays."""
    table = Table(*CALLED, e.CupLifted())
    hands = opened(table)
    assert hands.reads("Reading the dice")
    table.happen(e.DiceRead(reading("KKQ87"), sure=True))
    hands.stage.crank(2)
    assert hands.reads("✘ A LIE")
    assert hands.reads("Ana said three kings; there were two.")
    assert hands.reads("Read by the camera")
    assert hands.reads("Ana takes a point")
    assert hands.reads("●○○○○")
    assert hands.reads("1/5")
    assert hands.reads("Bruno starts the next hand")


def test_the_dice_seen_during_a_call_are_drawn_with_their_marks(opened: Opened) -> None:
    """Live, before anything is decided."""
    table = Table(*CALLED, e.CupLifted(), e.DiceGlimpsed(reading("KKQ87", {2: "K", 4: "J"})))
    hands = opened(table)
    assert hands.letters() == "KKQ87"
    assert hands.texts().count("? not sure") == 2


def test_nobody_has_to_wait_for_the_camera(opened: Opened) -> None:
    """Tap in the dice: the ruling panel opens although the reader is still at work."""
    table = Table(*CALLED, e.CupLifted())
    hands = opened(table)
    hands.tap("Tap in the dice", "king", "king", "king", "red", "black", "These are the dice")
    assert hands.reads("✔ TRUE")


def test_dice_that_are_being_tapped_in_follow_the_reader_until_the_first_tap(opened: Opened) -> None:
    """Then they are the person's, whatever the reader says later."""
    table = Table(*CALLED, e.CupLifted())
    hands = opened(table)
    hands.tap("Tap in the dice")
    assert hands.letters() == "_____"
    table.happen(NOT_SURE)
    hands.stage.crank(2)
    assert hands.letters() == "KKQ87"
    hands.tap("ace")
    table.happen(e.BoxChanged(e.Link.LOST))
    hands.stage.crank(2)
    assert hands.letters() == "KKA87"


def test_the_cup_can_be_lifted_on_the_screen(opened: Opened) -> None:
    """Every sense of the box has its button."""
    table = Table(*CALLED)
    hands = opened(table)
    assert hands.reads("Lift the cup")
    hands.tap("The cup is up")
    assert [type(event) for event in table.posted] == [e.CupLifted]


def test_the_language_is_switched_live(opened: Opened) -> None:
    """In the middle of a claim, and nothing that was tapped is lost."""
    hands = opened(Table(*begun()))
    hands.tap("king", "king")
    hands.tap("☰", "Español", "Volver a la mesa")
    assert hands.reads("Ana: te toca cantar")
    assert hands.letters() == "KK___"
    hands.tap("rey", "roja", "negra")
    hands.tap("☰", "Français", "Retour à la table")
    assert hands.reads("Ana : à vous d’annoncer")
    hands.tap("Passer les dés")
    hands.tap("☰", "English", "Back to the table")
    assert hands.reads("Bruno: believe or call?")


def test_the_screen_opens_in_the_language_it_is_told(opened: Opened) -> None:
    """And no key of a catalogue is left standing in it."""
    hands = opened(Table(*CALLED, e.CupLifted(), NOT_SURE), language="es")
    assert hands.reads("¿Qué dados hay?")
    assert not [text for text in hands.texts() if text.count(".") == 1 and " " not in text and text.islower()]


def test_light_and_dark_are_switched_live(opened: Opened) -> None:
    """The paper behind everything changes at once."""
    hands = opened(Table(*begun()))
    dark = hands.pixels(hands.app.root)[2, 2].mean()
    hands.tap("☰", "Light", "Back to the table")
    assert hands.pixels(hands.app.root)[2, 2].mean() > dark + 100


def test_nothing_secret_is_seen_while_dice_are_looked_at(opened: Opened) -> None:
    """The curtain is closed although pictures keep coming, and not a pixel of the last one stays behind it."""
    table = Table(*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87")))
    hands = opened(table, MagentaPictures())
    assert shows_magenta(hands)
    hands.tap("✔ BELIEVE")
    assert hands.reads("Private look: the camera is covered")
    assert not shows_magenta(hands)
    hands.tap("Pair", "ace", "Pass the dice")
    assert shows_magenta(hands)


def test_pictures_that_stop_leave_no_old_picture(opened: Opened) -> None:
    """A frozen picture would be taken for the table."""
    pictures: Any = MagentaPictures()
    hands = opened(Table(*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87"))), pictures)
    pictures.newest = lambda across: None
    assert not shows_magenta(hands)
    assert hands.reads("Waiting for a picture")


def test_two_textures_serve_all_frames(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A texture made for each frame leaks a megabyte a time; with one alone each picture waits for the last."""
    from kivy.graphics.texture import Texture

    made: list[object] = []

    class Counted:
        @staticmethod
        def create(**kwargs: Any) -> object:
            made.append(Texture.create(**kwargs))
            return made[-1]

    hands = opened(Table(*READY, *begun(), e.ClaimConfirmed(0, hand("KKJ87"))))
    monkeypatch.setattr("companion.ui.widgets.picture.Texture", Counted)
    picture, pictures = hands.app.page.ids.picture, MagentaPictures()
    for _ in range(50):
        picture.show(pictures.newest())
    assert picture.showing
    assert len(made) == 2


def test_parts_that_go_show_a_banner_and_block_nothing(opened: Opened) -> None:
    """Box and camera lost in the middle of a claim: what was tapped stays, the game goes on."""
    table = Table(*READY, *begun())
    hands = opened(table)
    hands.tap("king", "king")
    table.happen(e.BoxChanged(e.Link.LOST, "unplugged"))
    table.happen(e.CameraChanged(e.Link.LOST, "unplugged"))
    hands.stage.crank(2)
    assert hands.reads("Box lost")
    assert hands.reads("Camera lost")
    assert hands.letters() == "KK___"
    hands.tap("queen", "red", "black", "Pass the dice", "✘ CALL")
    assert table.state.phase is Phase.RULING


def test_the_simulated_table_is_marked_and_has_hands(opened: Opened) -> None:
    """Throwing and lifting are touched, each where it means something."""

    demo = Demo()
    table = Table(*READY)
    hands = opened(table, None, demo, lot=lambda _: 0)
    assert hands.reads("SIMULATED TABLE")
    hands.tap("Begin", "Draw the lot")
    assert table.state.simulated
    hands.tap("Lift the cup")
    assert demo.done == []
    hands.tap("Throw the dice", "Pair", "king", "Pass the dice", "Lift the cup")
    assert demo.done == ["throw", "lift"]
    assert hands.reads("SIMULATED TABLE")


def test_M22_simulated_dice_are_looked_at_while_a_finger_holds_the_cup(opened: Opened) -> None:
    """Down: they lie there. Up, anywhere: they are gone. And nobody looks out of turn."""
    from companion.ui.widgets import DiceRow

    def lying() -> str:
        return "".join(die.letter for row in hands.widgets(DiceRow) if row.parent is picture for die in row.children)

    table = Table(*READY, *begun())
    hands = opened(table, None, Demo("AAKQ8"))
    picture = hands.app.page.ids.picture.__self__
    look = hands.press("Look (hold)")
    assert lying() == ""
    touch = hands.down(look)
    assert sorted(lying()) == sorted("AAKQ8")
    touch.touch_move(1, 1)
    touch.touch_up()
    hands.lay_out()
    assert lying() == ""
    touch = hands.down(look)
    table.happen(e.ClaimConfirmed(0, hand("KKJ87")))
    hands.stage.crank(2)
    assert lying() == ""
    touch.touch_up()
    hands.tap("Look (hold)")
    assert lying() == ""


def test_M28_a_hand_is_voided_by_two_taps(opened: Opened) -> None:
    """The first only asks; the claim that was tapped in goes with the hand."""
    table = Table(*begun())
    hands = opened(table)
    hands.tap("king", "king")
    hands.tap("☰", "Void this hand")
    assert table.posted == []
    hands.tap("Void it? Tap again")
    assert [type(event) for event in table.posted] == [e.HandVoided]
    assert hands.letters() == "_____"


def test_the_menu_covers_the_table(opened: Opened) -> None:
    """No touch falls through it; and no hand can be voided where there is none."""
    table = Table(*begun(), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1))
    hands = opened(table)
    behind = hands.press("Next hand")
    hands.tap("☰")
    hands.touch(behind)
    assert table.posted == []
    assert hands.press("Void this hand").disabled


def test_a_lot_drawn_at_the_table_is_told_by_a_tap(opened: Opened) -> None:
    """M8: by the names."""
    table = Table(e.MatchBegun(NAMES))
    hands = opened(table)
    hands.tap("Chloé")
    (event,) = table.posted
    assert isinstance(event, e.StarterDrawn)
    assert event.seat == 2


def test_a_hasty_second_tap_does_not_call(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """CALL appears where the dice were passed: a panel takes no touch before anyone can have seen it."""
    table = Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87")), e.Believed(1))
    hands = opened(table)
    hands.tap("Pair", "ace")
    monkeypatch.setattr("companion.ui.panels.SETTLE_S", 3600.0)
    monkeypatch.setattr(hands.app.page.panel, "_begun_at", -3600.0)
    hands.tap("Pass the dice", "✘ CALL")
    assert [type(event) for event in table.posted] == [e.ClaimConfirmed]
    monkeypatch.setattr("companion.ui.panels.SETTLE_S", 0.0)
    hands.tap("✘ CALL")
    assert isinstance(table.posted[-1], e.Called)


def test_a_state_is_drawn_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames that bring nothing new cost nothing."""
    table = Table(*begun())
    hands = opened(table)
    drawn: list[object] = []
    monkeypatch.setattr(hands.app.page, "draw", drawn.append)
    hands.stage.crank(10)
    assert drawn == []
    table.happen(e.CupSeated())
    hands.stage.crank(3)
    assert drawn == [table.state]


def test_M14_M18_simulated_dice_are_thrown_once_and_before_a_claim_is_passed(opened: Opened) -> None:
    """After a call the cup stands beside the dice: nobody passes those. Nor are they thrown until they please."""
    verdict = (*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True))
    table, demo = Table(*verdict, e.NextHandBegun()), Demo()
    hands = opened(table, None, demo)
    assert table.state.cup_down is False
    hands.tap("Pair", "king")
    assert hands.reads("Throw the dice first") and hands.press("Pass the dice").disabled
    hands.tap("Throw the dice")
    table.happen(e.CupSeated())
    hands.stage.crank(2)
    assert hands.letters() == "KKJ87"
    assert hands.press("✔ Thrown").disabled
    hands.tap("✔ Thrown", "Pass the dice", "✔ BELIEVE")
    assert demo.done == ["throw"]
    # Whoever believed may throw again (M18), once.
    hands.tap("Throw the dice", "✔ Thrown", "▲ next", "Pass the dice")
    assert demo.done == ["throw", "throw"]
    assert table.state.phase is Phase.ANSWER


def test_at_a_real_table_nobody_is_told_to_throw(opened: Opened) -> None:
    """What is under the cup is not known there."""
    verdict = (*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True))
    hands = opened(Table(*verdict, e.NextHandBegun()))
    hands.tap("Pair", "king", "Pass the dice")
    assert hands.app.referee.state.phase is Phase.ANSWER
