"""The match that was being played when the companion last ended, however it ended."""

from companion.journal.store import Journal
from companion.referee.codec import UnknownEvent
from companion.referee.desk import played, read_story
from companion.referee.games import GAMES


def unfinished(journal: Journal, *, simulated: bool) -> str | None:
    """The newest match of this kind of table, where it has not ended; None where there is none to go on with.

    Matches of the simulated table are gone on with at the simulated table only, and those from a recording nowhere.
    Raises JournalDamaged and UnknownEvent where that match cannot be read: nothing of it is lost, and a new one can be
    begun beside it.
    """
    for head in reversed(journal.matches()):
        entries = journal.events(head.match)
        begun = entries[0].body
        if bool(begun.get("simulated")) is not simulated or begun.get("recorded"):
            continue
        game = GAMES.get(head.game)
        if game is None:
            raise UnknownEvent(f"match {head.match} is of a game that this version does not know: {head.game!r}")
        state = played(read_story(game, entries))
        # Without names it was left before anyone had won.
        return head.match if state.names and not game.over(state) else None
    return None
