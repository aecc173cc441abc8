"""A drawn clip, its taught set and a command line to try them on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from vision.drawn.clip import TEACHING_ROWS, write_clip

DICE = "KKQJ7"


@dataclass(frozen=True, slots=True)
class Clip:
    """A recorded hand of drawn dice."""

    folder: Path
    dice: str

    @property
    def box(self) -> Path:
        return self.folder / "box.jsonl"

    @property
    def set(self) -> Path:
        return self.folder / "set.json"


Run = Callable[..., Result]


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs `companion ...` in this process; a traceback would show as `exception`."""

    def companion(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words])

    return companion


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Clip:
    """Drawn once for all tests; nobody may write into it."""
    folder = tmp_path_factory.mktemp("clip")
    write_clip(folder, DICE, seed=5)
    made = Clip(folder, DICE)
    photos = [f"--photo={folder / f'teach{i}.jpg'}={','.join(row)}" for i, row in enumerate(TEACHING_ROWS)]
    result = run("teach", "dice-set", *photos, "--out", made.set)
    assert result.exit_code == 0, result.output
    return made
