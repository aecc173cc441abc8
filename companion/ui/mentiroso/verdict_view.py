"""How a hand ended, as it stands on the board. Pure."""

from dataclasses import dataclass

from companion.games.mentiroso.explaining import explain
from companion.games.mentiroso.state import Ground
from companion.referee.state import Ruling, TableState
from companion.ui.dice import DieView, dice_of
from companion.ui.texts import NOTHING, Said, Told, text


@dataclass(frozen=True, slots=True)
class VerdictView:
    """How the hand ended."""

    lie: bool | None
    """None where nobody was called a liar (M21)."""
    word: Said
    sentence: Said
    by: Said
    claim: tuple[DieView, ...]
    actual: tuple[DieView, ...]
    """Empty where no dice were needed (M21)."""
    next: Said
    """Who starts the next hand, or who has won."""


def verdict_of(state: TableState, ruling: Ruling) -> VerdictView:
    """What is drawn of a ruling."""
    match = state.match
    if match is not None and match.winner is not None:
        following: Said = text("verdict.wins", name=state.names[match.winner])
    elif match is not None and match.actor is not None:
        following = text("verdict.next", name=state.names[match.actor])
    else:
        following = NOTHING
    return VerdictView(
        lie=None if ruling.ground is Ground.ACES_BELIEVED else ruling.lie,
        word=_word(ruling),
        sentence=_sentence(state, ruling),
        by=_by(ruling),
        claim=dice_of(ruling.claim),
        actual=dice_of(ruling.actual) if ruling.actual else tuple(DieView(letter) for letter in ruling.known),
        next=following,
    )


def taker(state: TableState, ruling: Ruling) -> Said:
    """Who takes the point, and whether he is out with it."""
    name = state.names[ruling.loser]
    return text("verdict.point_and_out", name=name) if ruling.eliminated else text("verdict.point", name=name)


def _word(ruling: Ruling) -> Said:
    if ruling.ground is Ground.ACES_BELIEVED:
        return text("verdict.aces")
    return text("verdict.lie") if ruling.lie else text("verdict.true")


def _sentence(state: TableState, ruling: Ruling) -> Said:
    claimant = state.names[ruling.claimant]
    if ruling.ground is Ground.RULED and ruling.known:
        # The verdict holds whatever the unread dice show: nobody ruled, and the hand has no name.
        if ruling.lie:
            return text("verdict.surely_lower", name=claimant, claim=ruling.claim)
        return text("verdict.surely_enough", name=claimant, claim=ruling.claim)
    verdict = state.match.verdict if state.match else None
    return Told(explain(verdict), state.names) if verdict else NOTHING


def _by(ruling: Ruling) -> Said:
    if ruling.ground is Ground.ACES_BELIEVED:
        return NOTHING
    return text("verdict.by_camera") if ruling.by == "camera" else text("verdict.by_hand")
