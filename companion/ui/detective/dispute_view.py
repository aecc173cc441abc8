"""Whether the points of the newest coup may be disputed, as far as this does not depend on the time. Pure."""

from companion.referee.detective.state import DetectiveState
from companion.ui.mentiroso.dispute_view import Challenger, DisputeView


def may_dispute(state: DetectiveState) -> bool:
    """Disputes were agreed on, none is open, this coup was not disputed yet, and somebody has one left."""
    fresh = bool(state.reviews) and state.reviews[-1].outcome is None
    return fresh and state.dispute is None and state.challenge_window_s > 0 and any(state.challenges)


def dispute_of(state: DetectiveState) -> DisputeView:
    """Who may dispute the newest coup."""
    left = enumerate(state.challenges)
    challengers = tuple(Challenger(seat, state.names[seat], many) for seat, many in left if many)
    return DisputeView(len(state.reviews), challengers=challengers, coup=True)
