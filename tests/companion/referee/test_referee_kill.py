"""The referee, really killed in full play: nothing that stood on the board is lost, the next start goes on there."""

import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from companion.journal.evidence import EvidenceStore, evidence_of
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.desk import resume
from companion.referee.games import GAMES
from tests.companion.referee.play_until_killed import digest, play

KILLS = int(os.environ.get("CUBILETE_KILLS", "12"))
PATIENCE_S = 60.0


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_referee_that_is_killed_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    """Undo, corrections, disputes in matches of both games: every table that was shown comes back from the disk."""
    path, told = tmp_path / "journal.sqlite3", tmp_path / "told"
    # A server that forks has all imported already: the kills fall on play, not on the start of Python.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.companion.referee.play_until_killed"])
    pick = random.Random(7)
    acknowledged: dict[tuple[str, int], str] = {}
    gone_on = 0
    for _ in range(KILLS):
        told.write_text("")
        player = context.Process(target=play, args=(path, told), daemon=True)
        player.start()
        _wait(lambda: told.stat().st_size > 0, player)
        time.sleep(pick.uniform(0, 0.3))
        assert player.pid is not None
        os.kill(player.pid, signal.SIGKILL)
        player.join(PATIENCE_S)
        assert player.exitcode == -signal.SIGKILL
        lines = [line.split() for line in told.read_text().split("\n")[:-1]]
        acknowledged |= _proved(path, lines)
        gone_on += lines[0][0] == "state"
    with Journal.open(path) as journal:
        assert journal.damage() == ()
        stored = {(h.match, entry.seq): entry.hash for h in journal.matches() for entry in journal.events(h.match)}
        games = {head.game for head in journal.matches()}
    assert acknowledged.items() <= stored.items()
    assert games == set(GAMES) or KILLS < 100, "with few kills chance may have dealt one game only"
    assert gone_on >= KILLS // 2
    assert len(acknowledged) > 2 * KILLS, "the kills came before anything was played: the test proved nothing"


def _proved(path: Path, lines: list[list[str]]) -> dict[tuple[str, int], str]:
    """What was acknowledged before one kill, held against the disk."""
    events = {(words[1], int(words[2])): words[3] for words in lines if words[0] == "event"}
    shown = [words for words in lines if words[0] == "state"]
    pictures = {words[1] for words in lines if words[0] == "evidence"}
    with Journal.open(path) as journal:
        touched = {words[1] for words in lines if words[0] != "evidence"}
        stored = {match: journal.events(match) for match in touched}
    kept = {(match, entry.seq): entry.hash for match, entries in stored.items() for entry in entries}
    assert events.items() <= kept.items()
    named = evidence_of(entry for entries in stored.values() for entry in entries)
    assert EvidenceStore(evidence_folder(path)).damage(pictures | set(named)) == ()
    # The first table is the one that was gone on with, the last the one that stood there at the kill.
    for words in (*shown[:1], *shown[-1:]):
        entries = stored[words[1]][: int(words[2])]
        assert digest(resume(entries, GAMES[str(entries[0].body["game"])])) == words[3]
    return events


def _wait(there: Callable[[], bool], player: BaseProcess) -> None:
    end = time.monotonic() + PATIENCE_S
    while not there():
        assert player.is_alive()
        assert time.monotonic() < end
        time.sleep(0.002)
