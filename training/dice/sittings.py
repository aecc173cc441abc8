"""The scene files of `training.dice.scenes`, opened as they appear."""

from pathlib import Path

import cv2
import numpy as np

from training.dice.scenes import ROUNDS, SHARD


class Sittings:
    """All scene files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
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
        return len(self._parts) * SHARD

    def scene(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """One scene of all: picture (BGR) and rows of COLUMNS."""
        part, i = self._parts[number // (SHARD * ROUNDS)], number % (SHARD * ROUNDS)
        data = part["pictures"][part["sizes"][i] : part["sizes"][i + 1]]
        return cv2.imdecode(data, cv2.IMREAD_COLOR), part["dice"][part["first"][i] : part["first"][i + 1]]

    def sitting(self, number: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """All scenes of one sitting."""
        return [self.scene(number * ROUNDS + i) for i in range(ROUNDS)]
