"""The lines of the score, as everyone may see them. Pure."""

from dataclasses import dataclass

from companion.games.mentiroso.state import Match
from companion.referee.board import Board
from companion.referee.state import Phase, TableState
from companion.ui.players import KINDS, Kind, Player, kinds_of


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One line of the score."""

    seat: int
    name: str
    points: int
    limit: int
    turn: bool
    """Everyone waits for this player."""
    out: bool
    place: int | None
    """Counted from 1; known once a player is out, and for all at the end (M11)."""
    took_point: bool
    """In the verdict that stands on the board."""
    kind: Kind = KINDS[0]
    """The player's sign and colour."""


def players_of(state: TableState, known: tuple[Player, ...] = ()) -> tuple[PlayerView, ...]:
    """In the order of play; while a verdict is in dispute, with the points as they were before."""
    match, board = state.match, state.board
    if match is None:
        return ()
    awaited = match.actor if state.phase not in (Phase.VERDICT, Phase.OVER) else None
    loser = state.ruling.loser if state.ruling and state.dispute is None else None
    kinds = kinds_of(state.names, known)
    return tuple(
        PlayerView(
            seat=seat,
            name=name,
            points=board.points[seat],
            limit=match.options.limit,
            turn=seat == awaited,
            out=seat in board.out,
            place=_place(match, board, seat),
            took_point=seat == loser,
            kind=kinds[seat],
        )
        for seat, name in enumerate(state.names)
    )


def _place(match: Match, board: Board, seat: int) -> int | None:
    # All but one are out: the last places of all are known, and so is the first.
    known = seat in board.out or len(board.out) == match.players - 1
    return board.places.index(seat) + 1 if known else None
