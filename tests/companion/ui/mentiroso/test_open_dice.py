"""Dice in the open: tapped in by the player in turn, seen by all, marked where they were thrown in this turn."""

from companion.referee import events as e
from companion.ui.dice import DieView, Mark
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import Table, begun, hand


def test_M13_dice_in_the_open_are_told_and_marked(opened: Opened) -> None:
    """Six keys, a die taken away by a tap; then they stand beside the claim, for the receiver too."""
    table = Table(*begun())
    hands = opened(table)
    hands.tap("In the open…")
    sheet = hands.app.page.children[0]
    keys = [press for press in sheet.walk() if getattr(press, "letter", "") in "KQ8" and hasattr(press, "name")]
    for letter in "KKQ":
        hands.touch(next(key for key in keys if key.letter == letter))
    rows = [widget for widget in sheet.walk() if type(widget).__name__ == "DiceRow"]
    hands.touch(list(reversed(rows[0].children))[2])
    hands.tap("That is all")
    (event,) = table.posted
    assert isinstance(event, e.OpenDiceTold)
    assert (event.seat, event.letters) == (0, "KK")
    assert hands.app.page.view.visible == (DieView("K", Mark.THROWN), DieView("K", Mark.THROWN))
    assert hands.texts().count("↻ thrown") == 2
    hands.tap("Pair", "king", "Pass the dice")
    assert hands.texts().count("↻ thrown") == 2
    hands.tap("✔ BELIEVE")
    assert hands.app.page.view.visible == (DieView("K"), DieView("K"))


def test_only_five_can_lie_there(opened: Opened) -> None:
    """And nothing is told by leaving the sheet."""
    table = Table(*begun(), e.OpenDiceTold(0, "AAAAA"))
    hands = opened(table)
    hands.tap("In the open…")
    sheet = hands.app.page.children[0]
    assert not any(key.enabled for key in sheet.keys)
    hands.tap("As it was")
    assert table.posted == []


def test_nobody_tells_out_of_turn(opened: Opened) -> None:
    """The key is there only while somebody throws."""
    hands = opened(Table(*begun(), e.ClaimConfirmed(0, hand("KKJ87"))))
    assert "In the open…" not in [press.text for press in hands.presses()]
