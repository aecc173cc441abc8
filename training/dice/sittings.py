"""The scenes of `training.dice.scenes`, by the sitting; rows of COLUMNS."""

from pathlib import Path

import numpy as np

from training.dice.scenes import LABELS, ROUNDS, SHARD
from training.shards import Shards


def scenes_of(folder: Path) -> Shards:
    """The scenes of `training.dice.scenes`, sittings or lineups, one by one."""
    return Shards(folder, SHARD * ROUNDS, LABELS)


class Sittings:
    """All scene files of a folder; its length is the number of sittings, of so many scenes each."""

    def __init__(self, folder: Path, rounds: int = ROUNDS) -> None:
        self._scenes, self._rounds = Shards(folder, SHARD * rounds, LABELS), rounds
        self.refresh, self.scene = self._scenes.refresh, self._scenes.scene

    def __len__(self) -> int:
        return len(self._scenes) // self._rounds

    def sitting(self, number: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """All scenes of one sitting."""
        return [self.scene(number * self._rounds + i) for i in range(self._rounds)]
