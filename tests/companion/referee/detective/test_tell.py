"""The record of a game, told: every bet, every point, and what was taken back left out."""

from pathlib import Path

import pytest

from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.referee.desk import Desk
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.events import Undone
from companion.referee.tell import tell_match
from tests.companion.referee.detective.table import HANDS_21, action_cards_21, begun, board, coup_21, hands


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """An empty one, on the disk."""
    return Journal.open(tmp_path / "j.sqlite3")


def test_DE21_told_from_the_journal(journal: Journal) -> None:
    """Twelve bets and twelve reasons, three sums; the deal that was taken back is not told."""
    with journal:
        desk = Desk(journal, game=DETECTIVE)
        for event in (*begun(), *coup_21(), hands(*HANDS_21, by=e.CAMERA), action_cards_21(), e.CoupScored()):
            desk.take(event)
        for event in (e.NextCoupBegun(), e.CoupDealt(), Undone("Ana", "not yet"), e.PlayerLeft(1)):
            desk.take(event)
        assert desk.match is not None
        lines = tell_match("m", journal.events(desk.match)).splitlines()
    assert lines[0].startswith("Match m, Detective Poker, begun ")
    assert lines[0].endswith("Ana, Bruno, Chloé; base rules.")
    assert lines[2] == "Coup 1. Ana dealt two cards each."
    assert "  Bruno bet 3 chips on Bruno, over an action card." in lines
    assert "  Shown by Ana, Bruno and Chloé: A♥, 7♣, K♦, K♠, 9♠ and 8♠. (read by the camera)" in lines
    assert "    Bruno bet 2 chips on Ana on the flop (CW): Bruno was best. 2 points for Bruno." in lines
    assert "    Ana: 7 points in this coup." in lines
    assert not [line for line in lines if line.startswith("Coup 2.")]
    assert lines[-2] == "Ana wins with 7 points."


def test_an_entry_that_cannot_have_happened_is_named(journal: Journal) -> None:
    """A board card before any bet: no referee wrote it."""
    with journal:
        match = journal.begin_match("detective", DETECTIVE.codec.encode(e.MatchBegun(("A", "B", "C")))[1])
        journal.append_all(match, [DETECTIVE.codec.encode(board("As"))])
        with pytest.raises(UnknownEvent, match=r"entry 2 \(board_turned\)"):
            tell_match("m", journal.events(match))
