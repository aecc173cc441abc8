"""Real processes, really killed: what was acknowledged is there, and half of anything is not."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.journal.errors import JournalBusy
from companion.journal.evidence import EvidenceStore, evidence_of, trimmed_of
from companion.journal.place import evidence_folder
from companion.journal.store import Journal

ROOT = Path(__file__).resolve().parents[3]
PLAYER = Path(__file__).with_name("play_until_killed.py")
ROUNDS = int(os.environ.get("CUBILETE_KILLS", "12"))


def play(path: Path, told: Path) -> subprocess.Popen[str]:
    """A process that plays into the journal at `path` and acknowledges into the file `told`."""
    with told.open("w") as out:
        return subprocess.Popen(
            [sys.executable, str(PLAYER), str(path)],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )


def wait_until_told(player: subprocess.Popen[str], told: Path) -> None:
    deadline = time.monotonic() + 30
    while not told.stat().st_size:
        assert player.poll() is None, player.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.005)


def kill(player: subprocess.Popen[str], told: Path) -> list[str]:
    """What the player had acknowledged when it was killed; fails where it ended by itself."""
    player.send_signal(signal.SIGKILL)
    _, err = player.communicate(timeout=20)
    assert player.returncode == -signal.SIGKILL, err
    return told.read_text().split("\n")[:-1]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    """Kills at random moments, from the first import on: each start finds every acknowledged event and picture.

    Pictures are missing only where the journal says that they were trimmed.
    """
    path, told = tmp_path / "new" / "journal.sqlite3", tmp_path / "told"
    pictures = EvidenceStore(evidence_folder(path))
    pick = random.Random(5)
    acknowledged: dict[int, str] = {}
    shown: set[str] = set()
    for turn in range(ROUNDS):
        player = play(path, told)
        if turn % 2:  # in full play; the others somewhere between the first import and play
            wait_until_told(player, told)
        time.sleep(pick.uniform(0, 0.4))
        for line in kill(player, told):
            words = line.split()
            if words[0] == "evidence":
                shown.add(words[1])
            else:
                acknowledged[int(words[1])] = words[2]
        with Journal.open(path) as journal:
            assert journal.damage() == ()
            events = journal.events(journal.matches()[0].match) if journal.matches() else ()
        stored = {event.seq: event.hash for event in events}
        assert acknowledged.items() <= stored.items()
        # All of an append_all or none of it: the parts always come in threes.
        parts = [event.body["part"] for event in events if event.kind == "step"]
        assert parts == [0, 1, 2] * (len(parts) // 3)
        assert pictures.damage((shown | set(evidence_of(events))) - trimmed_of(events)) == ()
    assert len(acknowledged) >= ROUNDS // 2, "the kills came before anything was written: the test proved nothing"


def test_second_writer_is_told_and_a_killed_one_makes_room(tmp_path: Path) -> None:
    """Two companions on one journal: the second is told which process writes; a kill leaves no stale lock."""
    path, told = tmp_path / "journal.sqlite3", tmp_path / "told"
    player = play(path, told)
    try:
        wait_until_told(player, told)
        with pytest.raises(JournalBusy, match=str(player.pid)):
            Journal.open(path)
        # Showing is allowed meanwhile, and sees a growing, proved record.
        with Journal.open(path, read_only=True) as shown:
            match = shown.matches()[0].match
            before = len(shown.events(match))
            deadline = time.monotonic() + 10
            while len(shown.events(match)) <= before:
                assert time.monotonic() < deadline
    finally:
        player.kill()
        player.communicate(timeout=20)
    with Journal.open(path) as journal:
        assert len(journal.events(match)) > before
        journal.append(match, "resumed", {})
        assert journal.damage() == ()


def test_second_writer_in_the_same_process_is_refused(tmp_path: Path) -> None:
    """One writer means one, not one per process; closing makes room."""
    path = tmp_path / "journal.sqlite3"
    with Journal.open(path), pytest.raises(JournalBusy):
        Journal.open(path)
    with Journal.open(path) as journal:
        journal.begin_match("mentiroso", {})
