"""Every panel at three sizes and in three languages: nothing cut off, nothing on top of another, nothing too small."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from companion.referee import events as e
from companion.referee.state import Learning
from companion.ui.theme import Sizes
from tests.companion.ui.conftest import Opened
from tests.companion.ui.layout import SIZES, ancestors, box, overlap, page_faults
from tests.companion.ui.setup.moments import ShowRoom
from tests.companion.ui.tables import CALLED, NOT_SURE, READY, Demo, Table, begun, hand, reading

LONG = ("Maximiliano Q.", "Wilhelmina W.", "Ana", "Guadalupe M.")
TEN = tuple(f"Maximiliano {n}" for n in range(10))
CLAIMED = (*READY, *begun(names=LONG, simulated=True), e.ClaimConfirmed(0, hand("AAKKQ")))
LOST = (e.BoxChanged(e.Link.LOST), e.CameraChanged(e.Link.LOST))

HANDS: dict[str, tuple[e.Event, ...]] = {
    "lot": (*READY, e.MatchBegun(LONG)),
    "lot of ten": (*READY, e.MatchBegun(TEN)),
    "opening": (*READY, *begun(names=LONG)),
    "claim": (*CLAIMED, e.Believed(1)),
    "claim of ten": (*READY, *begun(names=TEN, limit=12), e.ClaimConfirmed(0, hand("AAKKQ")), e.Believed(1)),
    "answer": CLAIMED,
    "lift": CALLED,
    "reading": (*CALLED, e.CupLifted(), e.DiceGlimpsed(reading("QQQ87", {2: "K"}))),
    "ruling": (*CALLED, e.CupLifted(), NOT_SURE),
    "ruling without a camera": (*begun(names=LONG), e.ClaimConfirmed(0, hand("AAKKQ")), e.Called(1)),
    "verdict": (*CALLED, e.CupLifted(), e.DiceRead(reading("QQQ87"), sure=True)),
    "verdict that is sure with dice unread": (
        *CALLED,
        e.CupLifted(),
        e.DiceRead(reading("QQJ87", {0: "K"}), sure=False),
    ),
    "out": (*READY, *begun(names=LONG, limit=1), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1)),
    "over": (*READY, *begun(names=LONG[:2], limit=1), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1)),
    "everything lost": (*CLAIMED, e.Called(1), *LOST),
}


def faults(hands: Any, size: tuple[int, int]) -> list[str]:
    """What a designer would send back, on this page too."""
    found = page_faults(hands, size)
    root = hands.app.page
    sheets = [root.ids.body, root.ids.banners, root.ids.top, *root.panel.children]
    found += [f"overlap: {a} {b}" for a, b in combinations(sheets[:3], 2) if overlap(a, b)]
    found += [f"overlap in the panel: {a} {b}" for a, b in combinations(sheets[3:], 2) if overlap(a, b)]
    found += [f"outside the body: {a}" for a in sheets[3:] if a.height and box(a)[3] > box(root.ids.body)[3] + 1]
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_panel_holds_in_every_language(opened: Opened, size: tuple[int, int]) -> None:
    """With long names, ten players, lost parts, and the simulated table's row of hands."""
    table = Table(*begun())
    hands = opened(table, None, Demo(), size=size)
    wrong = []
    for name, history in HANDS.items():
        fresh = Table(*history)
        table.state, table.version = fresh.state, table.version + 1
        # The smallest window is the tightest, for its shape too.
        for language in ("en", "es", "fr") if size == (800, 480) else ("fr",):
            hands.app.speak(language)
            hands.lay_out()
            wrong += [f"{name}, {language}: {fault}" for fault in faults(hands, size)]
    assert not wrong, "\n".join(wrong)


LEARNING = (
    Learning(("A", "K", "Q", "J"), contradictions=(("8", "7"),)),
    Learning(("A", "K"), changed=True),
    Learning(("A", "K", "Q", "J", "8", "7"), complete=True),
)


@pytest.mark.parametrize("name", ["ruling", "verdict"])
def test_how_far_the_dice_are_known_is_not_cut_off(opened: Opened, name: str) -> None:
    """Beside whatever else is to be said at the simulated table; on the smallest screen, in every language."""
    table = Table(*begun())
    hands = opened(table, None, Demo())
    wrong = []
    for learning in LEARNING:
        table.state = replace(Table(*HANDS[name]).state, learning=learning)
        table.version += 1
        for language in ("en", "es", "fr"):
            hands.app.speak(language)
            hands.lay_out()
            wrong += [f"{learning}, {language}: {fault}" for fault in faults(hands, (800, 480))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("learned", [False, True])
def test_the_menu_holds(opened: Opened, learned: bool) -> None:
    """On the smallest screen, in every language; also where a set that was learned may be kept."""
    from companion.ui.mentiroso.menu import Menu

    table = Table(*CLAIMED)
    if learned:
        table.state = replace(table.state, learning=LEARNING[-1])
    hands = opened(table, workshop=ShowRoom())
    hands.tap("☰")
    for language in ("en", "es", "fr"):
        hands.app.speak(language)
        hands.lay_out()
        (menu,) = hands.widgets(Menu)
        presses = [press for press in hands.presses() if menu in list(ancestors(press))]
        assert len(presses) == (13 if learned else 11)
        assert all(box(press)[1] >= 0 and box(press)[3] <= 480 for press in presses)
        assert not [1 for a, b in combinations(presses, 2) if overlap(a, b)]
        assert all(press.height >= Sizes.of(800, 480).touch - 1 for press in presses)
