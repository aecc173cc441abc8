"""Composed scenes on the disk: files of so many scenes each, written by one program and taken up by another."""

import argparse
import logging
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

log = logging.getLogger(__name__)


def scenes_parser(doc: str | None) -> argparse.ArgumentParser:
    """The arguments of every program that composes scenes; how many, each says itself."""
    out = argparse.ArgumentParser(description=doc)
    out.add_argument("art", type=Path)
    out.add_argument("out", type=Path)
    out.add_argument("--seed", type=int, default=1)
    return out


def begin_scenes(args: argparse.Namespace) -> np.random.Generator:
    """One thread, a folder to write to, everything that is left to chance from `args.seed`."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    return np.random.default_rng(args.seed)


def write_shards(
    args: argparse.Namespace,
    count: int,
    compose: Callable[[], Iterable[tuple[np.ndarray, np.ndarray]]],
    labels: str,
    worst: int,
    rng: np.random.Generator,
) -> None:
    """So many files; see `write_shard`. `compose` gives the scenes of the next one."""
    for shard in range(count):
        target = args.out / f"{args.seed}-{shard:04d}.npz"
        write_shard(target, compose(), labels, worst, rng)
        log.info("%s", target)


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
