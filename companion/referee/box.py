"""What the box felt, in the referee's words."""

from companion.referee.events import ButtonPressed, CupLifted, CupSeated, Event
from firmware_bridge.events import BoxEvent, Input, Level


def event_of(told: BoxEvent, frame: int | None = None) -> Event | None:
    """The referee's event for one of the box's; None for what has no meaning in play (a release, a tilt)."""
    match told.input, told.level:
        case Input.CUP, Level.LIFTED:
            return CupLifted(told.at_ns, frame)
        case Input.CUP, Level.SEATED:
            return CupSeated(told.at_ns, frame)
        case ((Input.BELIEVE | Input.CALL), Level.PRESSED):
            return ButtonPressed(told.input.value, at_ns=told.at_ns)
        case _:
            return None
