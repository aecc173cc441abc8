"""What lies in the open, as the player in turn tells it (M13, M15, M17)."""

import pytest

from companion.games.mentiroso.state import Place
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.effects import Append, Refuse
from companion.referee.reduce import reduce
from companion.referee.state import TableState
from tests.companion.ui.tables import Memory, begun, hand

BELIEVED = (*begun(), e.OpenDiceTold(0, "KK"), e.ClaimConfirmed(0, hand("KKJ87")), e.Believed(1))


def after(*history: e.Event) -> TableState:
    """The state that these events lead to."""
    desk = Desk(Memory())
    for event in history:
        desk.take(event)
    return desk.state


def lying(state: TableState) -> list[tuple[str, bool]]:
    """Faces in the open, and whether each was thrown in this turn."""
    assert state.match is not None
    open_dice = [die for die in state.match.dice if die.place is Place.TABLE and die.face is not None]
    return sorted((die.face.letter, die.thrown) for die in open_dice if die.face is not None)


def test_M13_dice_in_the_open_are_remembered_and_their_marks_go_with_the_turn() -> None:
    """At an opening all were thrown (M18); the next player has thrown none yet."""
    assert lying(after(*begun(), e.OpenDiceTold(0, "KK"))) == [("K", True), ("K", True)]
    assert lying(after(*BELIEVED)) == [("K", False), ("K", False)]


def test_M13_a_die_with_another_face_was_thrown() -> None:
    """As few as possible are taken to have changed."""
    assert lying(after(*BELIEVED, e.OpenDiceTold(1, "KQ"))) == [("K", False), ("Q", True)]


@pytest.mark.parametrize("event", [e.OpenDiceTold(1, "K"), e.OpenDiceTold(0, "KKKKKK"), e.OpenDiceTold(0, "KX")])
def test_what_cannot_lie_there_is_refused(event: e.OpenDiceTold) -> None:
    """Not in turn, six dice, no face; nothing changes."""
    state = after(*begun())
    refused, effects = reduce(state, event)
    assert refused.match == state.match
    assert [type(effect) for effect in effects] == [Refuse]


def test_it_is_written_down() -> None:
    """And read back."""
    from companion.referee.codec import MENTIROSO_CODEC

    _, effects = reduce(after(*begun()), e.OpenDiceTold(0, "K8"))
    (append,) = effects
    assert isinstance(append, Append)
    assert MENTIROSO_CODEC.decode(*MENTIROSO_CODEC.encode(append.event)) == append.event
