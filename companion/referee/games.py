"""The games that can be refereed."""

from collections.abc import Mapping
from typing import Any

from companion.referee.codec import MENTIROSO_CODEC
from companion.referee.detective.game import DETECTIVE
from companion.referee.game import Game
from companion.referee.reduce import reduce
from companion.referee.revise import amend
from companion.referee.state import Phase, TableState
from companion.referee.steps import step

MENTIROSO: Game[TableState] = Game(
    name="mentiroso",
    empty=TableState(),
    reduce=reduce,
    codec=MENTIROSO_CODEC,
    step=step,
    board=lambda state: state.board,
    over=lambda state: state.phase is Phase.SEATING or (state.phase is Phase.OVER and state.dispute is None),
    amend=amend,
)

GAMES: Mapping[str, Game[Any]] = {game.name: game for game in (MENTIROSO, DETECTIVE)}
"""By the name that stands in a match's first entry."""
