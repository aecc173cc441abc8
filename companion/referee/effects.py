"""What the referee asks of the world around it. Requests only: whoever runs the reducer carries them out."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Append:
    """Write this event to the journal before anyone sees the state that follows from it."""

    event: Any
    """Of whichever game is played."""


@dataclass(frozen=True, slots=True)
class AppendVerdict:
    """Write down what followed from the events: told in the journal, recomputed in a fold."""

    body: dict[str, object]


@dataclass(frozen=True, slots=True)
class ReadDice:
    """Read five dice from now on, and answer with `DiceRead`."""

    expected: int = 5
    lifted_at_ns: int | None = None
    """When the cup was lifted, on the host's monotonic clock (or since the start of a recording); None: not known."""


@dataclass(frozen=True, slots=True)
class StopReading:
    """Nobody waits for a reading any more."""


@dataclass(frozen=True, slots=True)
class OpenGate:
    """Pictures may be shown, kept and read from now on."""


@dataclass(frozen=True, slots=True)
class CloseGate:
    """Nothing secret is seen: no picture is shown, kept or read, and those held back so far are dropped."""


@dataclass(frozen=True, slots=True)
class LightSeat:
    """Light the lamp of this seat and no other; None puts all out."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class ShowVerdict:
    """Light, sound and voice for a verdict."""

    lie: bool
    loser: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """An action was not legal: tell the person why, with the rule's number; nothing has changed."""

    rule: str
    why: str
    values: dict[str, object] = field(default_factory=dict)


Effect = Append | AppendVerdict | ReadDice | StopReading | OpenGate | CloseGate | LightSeat | ShowVerdict | Refuse
