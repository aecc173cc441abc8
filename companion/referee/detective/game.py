"""Detective Poker as the desk, the journal and undo need to know it."""

from typing import get_args

from companion.referee.codec import Codec
from companion.referee.detective.events import Event
from companion.referee.detective.reduce import reduce
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.detective.steps import step
from companion.referee.game import Game

DETECTIVE: Game[DetectiveState] = Game(
    name="detective",
    empty=DetectiveState(),
    reduce=reduce,
    codec=Codec(get_args(Event)),
    step=step,
    board=lambda state: state.board,
    over=lambda state: state.phase is Phase.OVER and state.dispute is None,
)
