"""One hand of the simulated table with nobody at the screen: every station is real, only the people are played."""

import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from companion.commands.parts import Table
from companion.games.dice import DiceHand, in_print
from companion.journal.disk import make_folder
from companion.referee.events import ClaimConfirmed, Link, MatchBegun, RulingGiven, StarterDrawn
from companion.referee.printing import printing_of
from companion.referee.state import Phase, TableState
from companion.referee.tell import sentence
from companion.ui.launch import offscreen

PATIENCE_S = 60.0
CUP_DOWN_S = 1.0
"""How long the cup takes to come down on the drawn table, and a little more."""
PLAYERS = ("Ana", "Bo")


class RehearsalFailed(RuntimeError):  # noqa: N818 - said as it is
    """A part of the simulated table did not do its work; the message says which."""


def _stuck(what: str, state: TableState) -> RehearsalFailed:
    why = f" ({state.why_not_sure})" if state.why_not_sure else ""
    return RehearsalFailed(f"{what}: the table is still at {state.phase.value!r} after {PATIENCE_S:.0f} s{why}")


def rehearse(table: Table, picture: Path, *, language: str | None = None) -> Iterator[str]:
    """Play a hand, telling each step; writes the screen after the verdict to `picture` (PNG).

    Raises RehearsalFailed, NoDisplay.
    """
    referee, hands = table.referee, table.hands
    if hands is None:
        raise ValueError("only the simulated table can be rehearsed on")
    printing = printing_of(table.fittings.dice_set)
    make_folder(picture.parent)
    with offscreen(referee, table.preview, hands, language=language) as stage:

        def wait(there: Phase, what: str) -> TableState:
            if not stage.until(lambda: referee.state.phase is there, PATIENCE_S):
                raise _stuck(what, referee.state)
            return referee.state

        if not stage.until(lambda: referee.state.camera is referee.state.box is Link.READY, PATIENCE_S):
            raise RehearsalFailed(f"camera {referee.state.camera.value}, box {referee.state.box.value}: not ready")
        referee.post(MatchBegun(PLAYERS, simulated=True))
        referee.post(StarterDrawn(secrets.randbelow(len(PLAYERS))))
        state = wait(Phase.CLAIM, "the lot")
        hands.throw()
        dice = hands.dice
        settled = time.monotonic() + CUP_DOWN_S
        stage.until(lambda: time.monotonic() > settled, PATIENCE_S)
        # The truth as often as the smallest lie.
        claim = DiceHand.from_rank(min(252, dice.rank + secrets.randbelow(2)))
        claimant = state.turn
        assert claimant is not None
        referee.post(ClaimConfirmed(claimant, claim))
        state = wait(Phase.ANSWER, "the claim")
        yield f"{PLAYERS[claimant]} claims {in_print(claim.faces, printing)}."
        stage.crank(5)
        hands.lift_cup()
        if not stage.until(lambda: referee.state.phase in (Phase.VERDICT, Phase.RULING), PATIENCE_S):
            raise _stuck("the call", referee.state)
        yield f"{PLAYERS[1 - claimant]} lifts the cup: that is a call."
        if referee.state.phase is Phase.RULING:
            named = in_print(dice.faces, printing)
            yield f"The camera is not sure ({referee.state.why_not_sure}): a person names the dice, {named}."
            referee.post(RulingGiven(dice, PLAYERS[1 - claimant]))
            wait(Phase.VERDICT, "the ruling")
        ruling = referee.state.ruling
        assert ruling is not None
        yield sentence(ruling, PLAYERS, printing)
        stage.crank(10)
        stage.screenshot(picture)
