"""A companion without screen and camera, in a process of its own that a test may kill at any moment."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.journal.store import Journal
from companion.referee.box import BoxDesk
from companion.referee.desk import Desk
from companion.referee.events import MatchBegun
from companion.referee.live import LiveReferee
from companion.referee.watch import Watch
from firmware_bridge.session import BoxSession
from vision.steady import Steady


def begin(place: Path) -> str:
    """A match in a new journal; its name."""
    with Journal.open(place) as journal:
        desk = Desk(journal)
        desk.take(MatchBegun(("Ana", "Bo")))
        assert desk.match is not None
        return desk.match


def run(place: str, match: str, port: str, pause_s: float = 0.0) -> None:
    """Link, referee and journal, going on where the journal stands; until it is killed.

    `pause_s`: how long between what the box told and its commit, so that many die in between.
    """
    journal = Journal.open(place)
    box_desk = BoxDesk()
    watch = Watch(lambda _: (), lambda _: "", partial(Steady, expected=5))
    referee = LiveReferee(journal, None, watch, box_desk.carry_out, box_desk.diary)
    referee.resume(match, journal.events(match))
    session = BoxSession(box_desk.deliver, port, referee.state.felt.remembered)
    box_desk.attach(session, partial(_post, referee.post, pause_s))
    referee.start()
    session.start()
    time.sleep(600)


def _post(post: Callable[..., None], pause_s: float, event: object, committed: Callable[[], None]) -> None:
    time.sleep(pause_s)
    post(event, committed)
