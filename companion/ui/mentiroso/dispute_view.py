"""What may be taken back, corrected or disputed now. Pure: the time comes from outside."""

from dataclasses import dataclass

from companion.games.mentiroso.state import Ground
from companion.referee.state import Phase, TableState
from companion.ui.texts import Said, Told, text


@dataclass(frozen=True, slots=True)
class Challenger:
    """Someone who may dispute the newest verdict."""

    seat: int
    name: str
    left: int
    """How many disputes he may still lose."""


@dataclass(frozen=True, slots=True)
class DisputeView:
    """The newest verdict that could be disputed, or the dispute that is open."""

    number: int = 0
    """The hand, as people count them; 0: there is none yet."""
    open: bool = False
    """It is disputed; the score stands still until the ruling is published."""
    challengers: tuple[Challenger, ...] = ()
    """Empty where nobody may dispute it."""
    coup: bool = False
    """Of Detective Poker: the number is that of a coup."""

    @property
    def hand(self) -> int:
        """The same, as an index into `TableState.hands`."""
        return self.number - 1


NO_DISPUTE = DisputeView()


def dispute_of(state: TableState) -> DisputeView:
    """Who may dispute the newest verdict, as far as this does not depend on the time."""
    if state.dispute is not None:
        return DisputeView(state.dispute.hand + 1, open=True)
    if not state.hands or state.challenge_window_s == 0 or state.hands[-1].outcome is not None:
        return NO_DISPUTE
    challengers = tuple(Challenger(seat, state.names[seat], left) for seat, left in enumerate(state.challenges) if left)
    return DisputeView(len(state.hands), challengers=challengers)


def seconds_left(state: TableState, now_ns: int) -> int | None:
    """How long the newest verdict may still be disputed; None: for as long as it is the newest."""
    if not state.hands or state.hands[-1].at_ns is None:
        return None
    left_ns = state.hands[-1].at_ns + state.challenge_window_s * 1_000_000_000 - now_ns
    return max(0, -(-left_ns // 1_000_000_000))


def undo_of(state: TableState) -> Said | None:
    """What an undo would take back; None where nothing can be."""
    return None if state.undoable is None else Told(state.undoable, state.names)


def news_of(state: TableState) -> Said | None:
    """What the last undo, correction or ruling changed, and nothing else."""
    return None if state.told is None else Told(state.told, state.names)


def frozen(state: TableState) -> Said | None:
    """Why the score stands still."""
    if state.dispute is None:
        return None
    return text("banner.disputed", name=state.names[state.dispute.by], number=state.dispute.hand + 1)


def can_correct(state: TableState) -> bool:
    """Whether the dice that decided the newest hand may be set right here."""
    shown = state.phase in (Phase.VERDICT, Phase.OVER) and state.ruling is not None
    return shown and state.dispute is None and state.hands[-1].ground is not Ground.ACES_BELIEVED
