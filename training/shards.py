"""Composed scenes on the disk: files of so many scenes each, written by one program and taken up by another."""

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np


def write_shard(
    target: Path, scenes: Iterable[tuple[np.ndarray, np.ndarray]], labels: str, worst: int, rng: np.random.Generator
) -> None:
    """One file <seed>-<number>.npz: `pictures` (JPEG bytes, cut by `sizes`), the rows of all scenes under the name
    `labels`, and `first`, the row where each scene's begin. `worst`: JPEG quality."""
    pictures, rows, first = [], [], [0]
    for scene, labelled in scenes:
        quality = int(rng.integers(worst, 97))
        pictures.append(cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].ravel())
        rows.append(labelled)
        first.append(first[-1] + len(labelled))
    content = {
        "pictures": np.concatenate(pictures),
        "sizes": np.cumsum([0, *(len(p) for p in pictures)]),
        labels: np.concatenate(rows),
        "first": np.array(first),
    }
    part = target.with_suffix(".part.npz")
    np.savez(part, **content)
    part.rename(target)


class Shards:
    """All scene files of a folder, of `size` scenes each, opened as they appear; `labels` as they were written."""

    def __init__(self, folder: Path, size: int, labels: str) -> None:
        self._folder, self._size, self._labels = folder, size, labels
        self._parts: list[dict[str, np.ndarray]] = []
        self._known: set[Path] = set()
        self.refresh()

    def refresh(self) -> None:
        """Take up what was written since."""
        for path in sorted(self._folder.glob("*-????.npz")):
            if path not in self._known:
                self._known.add(path)
                self._parts.append(dict(np.load(path)))

    def __len__(self) -> int:
        return len(self._parts) * self._size

    def scene(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """One scene of all: picture (BGR) and its rows."""
        part, i = self._parts[number // self._size], number % self._size
        data = part["pictures"][part["sizes"][i] : part["sizes"][i + 1]]
        return cv2.imdecode(data, cv2.IMREAD_COLOR), part[self._labels][part["first"][i] : part["first"][i + 1]]
