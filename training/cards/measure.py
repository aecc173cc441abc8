"""Run the card reader over labelled pictures and score it, development and unseen parts apart.

    python -m training.cards.measure DATA SCORE.py OUT [--part development|unseen|rendered]

DATA is the folder of labelled pictures (cards/real, cards/rendered), SCORE.py the scorer. A photograph is unseen when
the first byte of the SHA-256 of its name is a multiple of three: those were neither looked at nor tuned on.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path

import cv2

from vision.cards.read import read_cards
from vision.cards.reading import cards_line


def is_unseen(name: str) -> bool:
    """Whether a photograph belongs to the third that only measures."""
    return hashlib.sha256(name.encode()).digest()[0] % 3 == 0


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("score", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--part", choices=["development", "unseen", "rendered"], default="development")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rendered = args.part == "rendered"
    folder = args.data / "cards" / ("rendered" if rendered else "real")
    labels = [json.loads(line) for line in (folder / ("truth.jsonl" if rendered else "labels.jsonl")).open()]
    if not rendered:
        labels = [row for row in labels if is_unseen(row["file"]) == (args.part == "unseen")]
    args.out.mkdir(parents=True, exist_ok=True)
    kept, said = args.out / f"{args.part}-labels.jsonl", args.out / f"{args.part}.jsonl"
    kept.write_text("".join(json.dumps(row) + "\n" for row in labels))
    with said.open("w") as lines:
        for row in labels:
            picture = cv2.imread(str(folder / row["file"]))
            begun = time.perf_counter()
            readings = read_cards(picture)
            lines.write(json.dumps(cards_line(row["file"], readings, 1000 * (time.perf_counter() - begun))) + "\n")
    subprocess.run([sys.executable, str(args.score), "cards", str(kept), str(said), "--verbose"], check=True)


if __name__ == "__main__":
    main()
