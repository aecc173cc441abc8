"""Starting the companion again: the match that had not ended goes on, or another begins; nothing is lost."""

from pathlib import Path

from companion.commands.parts import real_table
from companion.games.dice import DiceHand
from companion.journal.store import Journal
from companion.referee.events import Called, ClaimConfirmed, MatchBegun, RulingGiven, StarterDrawn
from companion.referee.state import Phase

PATIENCE_S = 20.0


def begun(place: Path) -> str:
    """A match in the middle of its first hand; the companion then ended."""
    with real_table(place, None, None, None) as table:
        for event in (MatchBegun(("Ana", "Bo")), StarterDrawn(0), ClaimConfirmed(0, DiceHand.parse("KKKJ7"))):
            table.referee.post(event)
        assert table.referee.wait_for(lambda state: state.phase is Phase.ANSWER, PATIENCE_S)
        assert table.referee.match is not None
        return table.referee.match


def test_a_table_goes_on_with_the_match_that_had_not_ended(tmp_path: Path) -> None:
    """Names, turn and claim are there before anyone taps; and the hand is played to its end."""
    place = tmp_path / "j.sqlite3"
    match = begun(place)
    with real_table(place, None, None, None) as table:
        referee = table.referee
        assert (referee.match, referee.state.names, referee.state.turn) == (match, ("Ana", "Bo"), 1)
        referee.post(Called(1))
        referee.post(RulingGiven(DiceHand.parse("KKQJ7"), "Bo"))
        assert referee.wait_for(lambda state: state.phase is Phase.VERDICT, PATIENCE_S), referee.state
    with Journal.open(place) as journal:
        journal.verify(match)
        assert len(journal.matches()) == 1


def test_a_new_match_may_begin_instead(tmp_path: Path) -> None:
    """The other one stays in the journal, and is gone on with where no other has begun since."""
    place = tmp_path / "j.sqlite3"
    match = begun(place)
    with real_table(place, None, None, None, new=True) as table:
        assert (table.referee.match, table.referee.state.phase) == (None, Phase.SEATING)
    with real_table(place, None, None, None) as table:
        assert table.referee.match == match


def test_a_match_that_cannot_be_read_is_told_and_another_can_begin(tmp_path: Path) -> None:
    """Written by a newer companion: the board says so until somebody does something; nothing of it is lost."""
    place = tmp_path / "j.sqlite3"
    match = begun(place)
    with Journal.open(place) as journal:
        journal.append(match, "dice_juggled", {"height": 3})
        head = journal.head(match)
    with real_table(place, None, None, None) as table:
        referee = table.referee
        assert referee.state.phase is Phase.SEATING
        assert "dice_juggled" in referee.state.refused
        assert "begin a new one" in referee.state.refused
        referee.post(MatchBegun(("Cy", "Di")))
        assert referee.wait_for(lambda state: state.phase is Phase.LOT and not state.refused, PATIENCE_S)
    with Journal.open(place) as journal:
        assert journal.verify(match) == head
        assert len(journal.matches()) == 2
