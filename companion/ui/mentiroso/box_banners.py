"""What the box has to say beyond its link: what is broken, what was missed, whose hand it was. Pure."""

from companion.referee.events import Link
from companion.referee.felt import BoxFelt, Input
from companion.referee.state import Phase, TableState
from companion.ui.banners import Banner, Tone
from companion.ui.texts import Said, text

CONTRADICTIONS = 2
"""Once may be a cup put back in haste."""
_BEFORE = (Phase.SEATING, Phase.LOT)


def box_link(state: TableState) -> Link:
    """The box's link as people want to know it: while a port is asked, that is said."""
    return Link.HANDSHAKING if state.felt.asking and state.box is Link.SEARCHING else state.box


def box_banners(state: TableState) -> tuple[Banner, ...]:
    """For a box that is there."""
    felt = state.felt
    if state.box is not Link.READY:
        return ()
    said = [Banner(Tone.WARNING, stuck) for stuck in _all_stuck(felt.stuck)]
    if felt.missed:
        said.append(Banner(Tone.WARNING, text("banner.box_missed")))
    if felt.contradicted >= CONTRADICTIONS:
        said.append(Banner(Tone.WARNING, text("banner.cup_contradicts")))
    if felt.not_counted and state.phase is Phase.ANSWER and state.turn is not None:
        said.append(Banner(Tone.WARNING, text("banner.not_counted", name=state.names[state.turn])))
    if felt.tilted and state.phase is Phase.ANSWER:
        said.append(Banner(Tone.NOTE, text("banner.cup_tilted")))
    return (*said, *(_of_set_up(felt) if state.phase in _BEFORE else ()))


def with_throws(state: TableState, hint: Said) -> Said:
    """The hint of a turn, with the throws that the box felt: for people to see, never held against anyone."""
    felt = state.felt
    if state.box is not Link.READY or not felt.counts_throws or not felt.throws:
        return hint
    return text("hint.thrown", hint=hint, count=felt.throws)


def _all_stuck(inputs: tuple[Input, ...]) -> list[Said]:
    """More than two are one fault: a cable in the box, a board that is broken."""
    return [_stuck(which) for which in inputs] if len(inputs) <= 2 else [text("banner.many_stuck", count=len(inputs))]


def _stuck(which: Input) -> Said:
    match which:
        case Input.CUP:
            return text("banner.cup_stuck")
        case Input.BELIEVE:
            return text("banner.button_stuck", button=text("answer.believe"))
        case Input.CALL:
            return text("banner.button_stuck", button=text("answer.call"))
        case Input.TILT:
            return text("banner.tilt_stuck")
        case Input.SHAKE:
            return text("banner.shake_stuck")
        case _:
            return text("banner.seat_stuck", number=which.seat or 0)


def _of_set_up(felt: BoxFelt) -> tuple[Banner, ...]:
    if felt.parts is None:
        return ()
    said = []
    if not felt.parts.tested:
        said.append(Banner(Tone.NOTE, text("banner.box_untested")))
    if Input.CUP in felt.parts.inverted:
        said.append(Banner(Tone.NOTE, text("banner.cup_inverted")))
    return tuple(said)
