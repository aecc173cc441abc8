"""The start panel before anyone sits."""

import pytest

from companion.ui.newgame.draft import SeatingDraft, seating_view
from companion.ui.texts import NOTHING, text


def test_M6_two_to_ten_players() -> None:
    """The buttons stop where the rules do."""
    two, ten = SeatingDraft().seat(("A", "B")), SeatingDraft().seat(tuple("ABCDEFGHIJ"))
    assert (seating_view(two).can_remove, seating_view(two).can_add) == (False, True)
    assert (seating_view(ten).can_remove, seating_view(ten).can_add) == (True, False)


def test_M7_the_limit_is_one_or_more() -> None:
    """Five unless said otherwise."""
    assert SeatingDraft().limit == 5
    assert not seating_view(SeatingDraft(limit=1)).can_lower
    assert seating_view(SeatingDraft().higher_limit(1)).limit == 6


def test_a_new_player_gets_a_letter_that_nobody_has() -> None:
    """B has been renamed to E: the fifth is called B."""
    draft = SeatingDraft().rename(1, "E").more_players(1)
    assert draft.names == ("A", "E", "C", "D", "B")
    assert draft.more_players(-1).names == ("A", "E", "C", "D")


@pytest.mark.parametrize(("name", "why"), [("  ", "seating.name_missing"), ("a ", "seating.name_twice")])
def test_players_are_told_apart_by_name(name: str, why: str) -> None:
    """No blank name, none twice; the reason is said."""
    view = seating_view(SeatingDraft().rename(1, name))
    assert view.why_not == text(why)
    assert not view.can_begin


def test_four_named_players_can_begin() -> None:
    """As it stands when the screen opens."""
    view = seating_view(SeatingDraft())
    assert view.can_begin
    assert view.why_not == NOTHING
