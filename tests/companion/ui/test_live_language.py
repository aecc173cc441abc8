"""The language is switched while a page is shown: at once, and no key of a catalogue is left standing anywhere."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.referee import events as e
from companion.ui.screens import SCREENS
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import SCENES as COUP
from tests.companion.ui.detective.scenes import Table as CoupTable
from tests.companion.ui.tables import CALLED, NOT_SURE, Table, begun, hand, reading
from tests.companion.ui.test_pages import steps

#: The moments of a hand, one for each panel.
HAND: dict[str, tuple[Any, ...]] = {
    "lot": (e.MatchBegun(("Ana", "Bo", "Cleo")),),
    "claim": begun(),
    "answer": (*begun(), e.ClaimConfirmed(0, hand("KKJ87"))),
    "lift": CALLED,
    "ruling": (*CALLED, e.CupLifted(), NOT_SURE),
    "verdict": (*CALLED, e.CupLifted(), e.DiceRead(reading("KKQ87"), sure=True)),
    "over": (*begun(1, ("Ana", "Bo")), e.ClaimConfirmed(0, hand("AAAAA")), e.Believed(1)),
}


def is_key(said: str) -> bool:
    """Whether it is a key that no catalogue knows."""
    return said.count(".") == 1 and " " not in said and said.islower()


def in_each_language(hands: Any) -> Iterator[tuple[str, ...]]:
    """Everything that can be read, after the language was switched under it."""
    for language in ("en", "es", "fr"):
        hands.app.speak(language)
        hands.lay_out()
        texts = tuple(hands.texts())
        assert not [said for said in texts if is_key(said)], texts
        yield texts


def test_on_every_page_and_every_sheet_of_it(opened: Opened) -> None:
    """All pages that there are, the table of either game with them."""
    tables = {"detective": CoupTable(*COUP["points"])}
    for name in SCREENS:
        hands = opened(tables.get(name) or Table(*HAND["verdict"]), first=name)
        for turn in steps(hands.app.page):
            turn()
            assert len(set(in_each_language(hands))) == 3, name
        hands.stage.close()


@pytest.mark.parametrize("moment", HAND)
def test_in_every_moment_of_a_hand(opened: Opened, moment: str) -> None:
    """Each panel of the table, and what lies over it."""
    hands = opened(Table(*HAND[moment]), first="table")
    assert len(set(in_each_language(hands))) == 3
    hands.app.page.open_menu()
    assert len(set(in_each_language(hands))) == 3


def test_in_every_moment_of_a_coup(opened: Opened) -> None:
    """Each panel, the scores and the menu."""
    table = CoupTable(*COUP["lot"])
    hands = opened(table, first="detective")
    for moment, history in COUP.items():
        table.be(*history)
        assert len(set(in_each_language(hands))) == 3, moment
    hands.app.page.open_scores()
    assert len(set(in_each_language(hands))) == 3
    hands.app.page.open_menu()
    assert len(set(in_each_language(hands))) == 3
