"""From one state of a table of Detective Poker to the next: which tone sounds, and what is said aloud. Pure."""

from companion.games.detective.explaining import explain_end
from companion.referee.detective.state import DetectiveState, Phase
from companion.referee.events import Link
from companion.ui.detective.bet_draft import bet_words
from companion.ui.detective.view import view_of
from companion.ui.detective.words import cards_text, signed
from companion.ui.sound.cues import Cue, Heard
from companion.ui.texts import NOTHING, Told, text


def heard(before: DetectiveState, after: DetectiveState) -> Heard | None:
    """The most important thing that has changed; None where nothing did that anyone should hear."""
    for listen in (_refused, _news, _points, _notice, _step, _bet, _board, _showdown, _links):
        found = listen(before, after)
        if found is not None:
            return found
    return None


def _refused(before: DetectiveState, after: DetectiveState) -> Heard | None:
    return Heard(Cue.REFUSED) if after.refused and after.refused != before.refused else None


def _news(before: DetectiveState, after: DetectiveState) -> Heard | None:
    if after.told is None or after.told is before.told:
        return None
    return Heard(Cue.NEWS, Told(after.told, after.names))


def _points(before: DetectiveState, after: DetectiveState) -> Heard | None:
    game, coup = after.game, after.coup
    if game is None or after.phase is before.phase:
        return None
    if after.phase is Phase.OVER and after.dispute is not None:
        # Who has won is told when it is settled.
        return Heard(Cue.POINT)
    if after.phase is Phase.OVER:
        return Heard(Cue.WIN, Told(explain_end(game), after.names))
    if after.phase is Phase.SCORED and coup is not None:
        gains = ", ".join(f"{name} {signed(gain)}" for name, gain in zip(after.names, coup.gains, strict=True))
        return Heard(Cue.POINT, text("spoken.gains", gains=gains))
    return None


def _notice(before: DetectiveState, after: DetectiveState) -> Heard | None:
    if after.notice is None or after.notice is before.notice:
        return None
    return Heard(Cue.NEWS, Told(after.notice, after.names))


def _step(before: DetectiveState, after: DetectiveState) -> Heard | None:
    if after.game is None or (after.phase is before.phase and after.turn == before.turn):
        return None
    if after.phase is Phase.LOT:
        return Heard(Cue.BEGIN)
    return Heard(Cue.PASS, view_of(after).headline)


def _bet(before: DetectiveState, after: DetectiveState) -> Heard | None:
    """The camera has seen a bet: it is said, so that nobody need look at the screen to object."""
    seen = after.bet_seen
    if seen is None or seen == before.bet_seen:
        return None
    if not seen.sure:
        return Heard(Cue.NOT_SURE)
    return Heard(Cue.NEWS, text("bet.seen", bet=bet_words(after.names[seen.owner], seen.chips, seen.covered)))


def _board(before: DetectiveState, after: DetectiveState) -> Heard | None:
    """The camera proposes a board, or cannot; what is impossible on a table is said."""
    seen = after.board_seen
    if seen is None or seen is before.board_seen or (seen.why is None and not seen.new):
        return None
    if seen.new:
        return Heard(Cue.NEWS, text("naming.seen", cards=cards_text(seen.new)))
    spoken = Told(seen.why, after.names) if seen.why is not None and not seen.doubtful else NOTHING
    return Heard(Cue.NOT_SURE, spoken)


def _showdown(before: DetectiveState, after: DetectiveState) -> Heard | None:
    """More hands or action cards are read than before."""
    if after.phase is not Phase.SHOWDOWN:
        return None
    now, was = (_read(state) for state in (after, before))
    return Heard(Cue.NEWS) if now > was else None


def _read(state: DetectiveState) -> int:
    hands = sum(each.hole is not None for each in state.hands_seen)
    return hands + sum(card is not None for card in state.actions_seen)


def _links(before: DetectiveState, after: DetectiveState) -> Heard | None:
    for was, now in ((before.camera, after.camera), (before.box, after.box)):
        if was is Link.READY and now is Link.LOST:
            return Heard(Cue.LOST)
        if was is Link.LOST and now is Link.READY:
            return Heard(Cue.FOUND)
    return None
