"""What the referee is told when the players sit down."""

from time import monotonic_ns

from companion.referee.events import Event, MatchBegun
from companion.ui.newgame.draft import SeatingDraft


def begin_event(draft: SeatingDraft, simulated: bool) -> Event:
    """The event that begins the match that was agreed on."""
    return MatchBegun(
        names=draft.seated,
        limit=draft.limit,
        simulated=simulated,
        next_starter=draft.next_starter,
        duel_reset=draft.duel_reset,
        challenge_window_s=draft.challenge_window_s,
        challenges=draft.challenges,
        at_ns=monotonic_ns(),
    )
