"""Plays events into a journal as fast as it can until the process is killed; run by test_journal_kill.py.

Usage: play_until_killed.py JOURNAL. Each line printed is an acknowledgement: "match seq hash" of an event whose
append returned, or "evidence sha" of a picture whose put returned.
"""

import os
import sys
from pathlib import Path

from companion.journal.evidence import TRIMMED, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal

BUDGET = 200_000
"""Ten pictures: soon each new one pushes an old one out."""


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
            going = pictures.plan_trim(BUDGET, keep=[sha])
            if going:
                said = journal.append(match, TRIMMED, {"pictures": going, "why": "full"})
                acknowledge(f"{match} {said.seq} {said.hash}")
                pictures.remove(going)
            for event in journal.append_all(match, [("step", {"part": part}) for part in range(3)]):
                acknowledge(f"{match} {event.seq} {event.hash}")


def acknowledge(line: str) -> None:
    os.write(1, (line + "\n").encode())


main()
