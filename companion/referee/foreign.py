"""A match from elsewhere, before it is taken into a journal: one that a referee could have written, nothing else."""

import unicodedata
from collections.abc import Sequence

from companion.journal.chain import Event as Entry
from companion.referee.codec import UnknownEvent
from companion.referee.desk import played, read_story
from companion.referee.games import GAMES

MOST_NAME = 60
"""Letters of a player's name."""


def verify_foreign(entries: Sequence[Entry]) -> None:
    """The rules allow every entry, and the names can be shown on any screen.

    What was taken in stays for good, and the companion looks at the newest match at every start. Raises UnknownEvent.
    """
    match, game = entries[0].match, GAMES.get(str(entries[0].body.get("game")))
    if game is None:
        raise UnknownEvent(f"match {match} is of a game that this version does not know; nothing was taken in")
    played(read_story(game, entries))
    names = entries[0].body.get("names")
    for name in names if isinstance(names, list) else ():
        if len(name) > MOST_NAME or any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
            raise UnknownEvent(
                f"match {match}: expected names of at most {MOST_NAME} letters, found {name[:MOST_NAME]!r}; "
                "nothing was taken in"
            )
