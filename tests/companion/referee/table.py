"""A table for the referee's tests: readings out of letters, and events played one after another."""

from collections.abc import Iterable

from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.effects import Effect
from companion.referee.reduce import reduce
from companion.referee.state import TableState
from vision.readings import Alternative, DieReading

SQUARE = ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0))


def die(face: str, sure: bool = True) -> DieReading:
    """A reading of one face."""
    return DieReading(face, SQUARE, 0.99 if sure else 0.5, sure, (Alternative(face, 0.99),), "" if sure else "blurred")


def dice(letters: str) -> tuple[DieReading, ...]:
    """`KKQ?J` : four dice read for sure, one not."""
    return tuple(die("A" if letter == "?" else letter, letter != "?") for letter in letters)


def claim(seat: int, hand: str) -> e.ClaimConfirmed:
    """A claim in letters."""
    return e.ClaimConfirmed(seat, DiceHand.parse(hand))


def play(events: Iterable[e.Event], state: TableState | None = None) -> tuple[TableState, list[Effect]]:
    """The state after these events and every effect on the way."""
    state = state or TableState()
    effects: list[Effect] = []
    for event in events:
        state, asked = reduce(state, event)
        effects += asked
    return state, effects


def seated(*names: str, limit: int = 5, camera: bool = True, box: bool = True) -> TableState:
    """A match at the first claim of the first seat, the cup down."""
    links: list[e.Event] = []
    if camera:
        links.append(e.CameraChanged(e.Link.READY))
    if box:
        links += [e.BoxChanged(e.Link.READY), e.CupSeated()]
    state, _ = play([*links, e.MatchBegun(names or ("A", "B"), limit), e.StarterDrawn(0)])
    return state
