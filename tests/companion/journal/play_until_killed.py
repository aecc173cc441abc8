"""Plays events into a journal as fast as it can until the process is killed; run by test_journal_kill.py.

Usage: play_until_killed.py JOURNAL. Each line printed is an acknowledgement: "match seq hash" of an event whose
append returned, or "evidence sha" of a picture whose put returned.
"""

import os
import sys
from pathlib import Path

from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal


def main() -> None:
    path = Path(sys.argv[1])
    pictures = EvidenceStore(evidence_folder(path))
    with Journal.open(path) as journal:
        found = journal.matches()
        match = found[0].match if found else journal.begin_match("mentiroso", {"seats": ["Ana", "Bo"]})
        while True:
            sha = pictures.put(os.urandom(20_000))
            acknowledge(f"evidence {sha}")
            one = journal.append(match, "dice_read", {"evidence": [sha], "confidence_permille": 990})
            acknowledge(f"{match} {one.seq} {one.hash}")
            for event in journal.append_all(match, [("step", {"part": part}) for part in range(3)]):
                acknowledge(f"{match} {event.seq} {event.hash}")


def acknowledge(line: str) -> None:
    os.write(1, (line + "\n").encode())


main()
