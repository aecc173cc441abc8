"""Every moment at three sizes and in three languages: nothing cut off, nothing on top of another, nothing too small."""

from itertools import combinations
from typing import Any

import pytest

from companion.referee.detective import events as e
from companion.referee.detective.state import Phase
from companion.referee.events import CameraChanged, Link
from companion.ui.detective.words import card_text
from companion.ui.guide.pack import next_acts, pack_of
from companion.ui.theme import Sizes
from tests.companion.ui.conftest import Opened
from tests.companion.ui.detective.scenes import SCENES, Table, row
from tests.companion.ui.mentiroso.test_layout import box, overlap
from tests.slow import slow

#: The largest has the shape of the middle one: it is drawn with the slow tests.
SIZES = [(1280, 800), pytest.param((1920, 1200), marks=slow), (800, 480)]
SMALLEST_SHARE = 0.5
"""Smaller than this part of the wanted size, text says that the layout is wrong."""
MANY_WORDS = 26
"""Longer texts may shrink more: they are sentences, not keys."""


def faults(hands: Any, size: tuple[int, int]) -> list[str]:
    """What a designer would send back."""
    from companion.ui.detective.pieces import SeatPlace
    from companion.ui.widgets import FitLabel, Press

    touch = Sizes.of(*size).touch
    found = []
    for label in hands.widgets(FitLabel):
        if not label.text.strip() or label.width < 1:
            continue
        widest = max(label._label.get_extents(word)[0] for word in label.text.split())
        if label.texture_size[1] > label.height + 1 or widest > label.width + 1:
            found.append(f"cut off: {label.text!r} {widest} x {label.texture_size[1]} in {label.size}")
        if label.font_size < label.largest * SMALLEST_SHARE and len(label.text) < MANY_WORDS:
            found.append(f"shrunk: {label.text!r} {label.font_size} of {label.largest}")
    presses = [press for press in hands.widgets(Press) if press.width > 1]
    for control in presses:
        if control.width < touch - 1 or control.height < touch - 1:
            found.append(f"too small: {control.text!r} {control.size}, least {touch}")
    for control in [*presses, *hands.widgets(SeatPlace)]:
        left, bottom, right, top = box(control)
        if left < -1 or bottom < -1 or right > size[0] + 1 or top > size[1] + 1:
            found.append(f"outside: {getattr(control, 'text', '')!r} {box(control)}")
    found += [f"overlap: {a.text!r} {b.text!r}" for a, b in combinations(presses, 2) if overlap(a, b)]
    page = hands.app.page
    sheets = [page.ids.body, page.ids.banners, page.ids.top]
    found += [f"overlap: {a} {b}" for a, b in combinations(sheets, 2) if overlap(a, b)]
    parts = [part for part in page.panel.children if part.height > 1]
    found += [f"overlap in the panel: {a} {b}" for a, b in combinations(parts, 2) if overlap(a, b)]
    found += [f"outside the body: {a}" for a in parts if box(a)[3] > box(page.ids.body)[3] + 1]
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_moment_holds_in_every_language(table_opened: Opened, size: tuple[int, int]) -> None:
    """With long names, four players, refusals and what the camera proposes."""
    table = Table(*SCENES["lot"])
    hands = table_opened(table, size=size)
    wrong = []
    for name, history in SCENES.items():
        table.be(*history)
        # The smallest window is the tightest, for its shape too.
        for language in ("en", "es", "fr") if size == (800, 480) else ("fr",):
            hands.app.speak(language)
            hands.lay_out()
            wrong += [f"{name}, {language}: {fault}" for fault in faults(hands, size)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_hands_of_four_with_long_names_are_read_before_they_are_taken(table_opened: Opened, language: str) -> None:
    """On the smallest window: every card that the camera is sure of, and the action cards in one's language."""
    table = Table(CameraChanged(Link.READY), *SCENES["deal"], e.CoupDealt())
    while table.state.phase is not Phase.SHOWDOWN:
        table.happen(*next_acts(table.state, 4))
    assert table.state.game is not None
    holes = pack_of(table.state.game, 4).holes
    table.happen(e.CardsRead((), tuple(row(" ".join(map(str, hole))) for hole in holes), sure=True))
    hands = table_opened(table, size=(800, 480), language=language)
    told = next(text for text in hands.texts() if card_text(holes[0].own) in text)
    assert all(card_text(card) in told for hole in holes for card in hole)
    assert not faults(hands, (800, 480))
    table.happen(e.HandsShown(tuple(e.ShownHand(seat, *hole) for seat, hole in enumerate(holes))))
    seen = [e.ActionCardSeen(table.state.game.bets[each.bet].seat, each.card) for each in _turned(table)]
    table.happen(e.CardsRead((), (), sure=True, actions=tuple(seen)))
    hands.stage.crank(2)
    assert not faults(hands, (800, 480))
    assert not [text for text in hands.texts() if language == "es" and "BLUFF" in text]


def _turned(table: Table) -> tuple[e.TurnedCard, ...]:
    (acts,) = next_acts(table.state, 4)
    assert isinstance(acts, e.ActionCardsTurned)
    return acts.cards
