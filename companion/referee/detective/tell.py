"""The record of a game of Detective Poker, told as people would; in English, as `companion.referee.tell`."""

from collections.abc import Iterable
from typing import Any

from companion.games.commentary import tell
from companion.games.detective.explaining import explain_coup, explain_end
from companion.journal.chain import Event as Entry
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.detective.steps import step
from companion.referee.history import happened, moments


def tell_game(name: str, entries: Iterable[Entry]) -> str:
    """Every coup, line by line, from what was written down and was not taken back.

    Raises UnknownEvent for an entry that this version cannot read, or that the rules forbid where it stands.
    """
    told = tuple(entries)
    lines: list[str] = []
    for entry, event, before, state in moments(name, happened(DETECTIVE.codec, told), reduce, DetectiveState()):
        if isinstance(event, e.MatchBegun):
            rules = "expert rules" if event.expert else "base rules"
            where = ", on the simulated table" if event.simulated else ""
            players = ", ".join(event.names)
            lines.append(f"Match {name}, Detective Poker, begun {entry.at}{where}: {players}; {rules}.")
        lines += _lines(event, before, state)
    lines.append(f"Record: {len(told)} entries, ending with {told[-1].hash}" if told else "Nothing was written down.")
    return "\n".join(lines)


def _lines(event: Any, before: DetectiveState, after: DetectiveState) -> list[str]:
    what = step(before, event)
    if what is None:
        return []
    names = after.names or before.names
    said = tell(what, names=names)
    lines = [f"  {said}"]
    if isinstance(event, e.CoupDealt) and before.game is not None:
        lines = [f"Coup {len(before.game.coups) + 1}. {said}"]
    if isinstance(event, e.BoardTurned | e.HandsShown | e.ActionCardsTurned) and event.by == e.CAMERA:
        lines = [f"  {said} (read by the camera)"]
    if isinstance(event, e.CoupScored) and after.coup is not None:
        lines = [f"    {tell(each, names=names)}" for each in explain_coup(after.coup)]
    if after.told is not None and after.told is not before.told:
        lines.append(f"    {tell(after.told, names=names)}")
    if after.phase is Phase.OVER and after.game is not None and after.game != before.game:
        lines.append(tell(explain_end(after.game), names=names))
    return lines
