"""What the referee is told when the players sit down."""

from time import monotonic_ns

from companion.referee.detective.events import MatchBegun as DetectiveBegun
from companion.referee.events import MatchBegun
from companion.ui.newgame.draft import DETECTIVE, SeatingDraft


def begin_event(draft: SeatingDraft, simulated: bool) -> MatchBegun | DetectiveBegun:
    """The event that begins the match that was agreed on."""
    if draft.game == DETECTIVE:
        return DetectiveBegun(
            draft.seated,
            draft.expert,
            simulated,
            challenge_window_s=draft.challenge_window_s,
            challenges=draft.challenges,
            at_ns=monotonic_ns(),
        )
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
