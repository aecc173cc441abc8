"""The card reader on real photographs and rendered tables, where they are on this machine."""

import json
from collections import Counter
from pathlib import Path

import pytest

from vision.cards.read import read_cards
from vision.pictures import read_picture

#: Share of the cards that must be read right and sure.
FLOOR = {"real": 0.9, "rendered": 0.75}
#: Every so many pictures: the whole set is for `training.cards.measure`.
STRIDE = {"real": 14, "rendered": 8}


def figures(folder: Path, labels: str, stride: int) -> tuple[int, int, int, int]:
    """Cards on the tables, read right and sure, sure in all, sure but not there."""
    wanted = right = sure = wrong = 0
    for line in (folder / labels).read_text(encoding="utf-8").splitlines()[::stride]:
        row = json.loads(line)
        if {"unsure", "incomplete"} & set(row.get("tags", [])):
            continue
        lying = Counter(c["card"] for c in row["cards"])
        must = Counter(c["card"] for c in row["cards"] if c.get("indices_visible", 1) > 0)
        seen = Counter(r.card for r in read_cards(read_picture(folder / row["file"])) if r.sure)
        wanted += must.total()
        right += (must & seen).total()
        sure += seen.total()
        wrong += (seen - lying).total()
    return wanted, right, sure, wrong


@pytest.mark.parametrize("kind", ["real", "rendered"])
def test_photographs_are_read(data: Path, kind: str) -> None:
    """The floor under what the model card says: a change that makes the reader worse is seen here first."""
    labels = {"real": "labels.jsonl", "rendered": "truth.jsonl"}[kind]
    wanted, right, sure, wrong = figures(data / "cards" / kind, labels, STRIDE[kind])
    assert wanted > 20
    assert right >= FLOOR[kind] * wanted
    assert wrong <= 0.02 * max(sure, 1)


def test_a_table_without_cards_stays_empty(data: Path) -> None:
    """Photographs of wooden blocks: no card is ever sure."""
    blocks = sorted((data / "cards" / "real").glob("jenga_*"))[:4]
    assert blocks
    assert not [r for path in blocks for r in read_cards(read_picture(path)) if r.sure]
