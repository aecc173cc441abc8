"""A table's parts are let go, also where one of them cannot be had."""

import threading
from pathlib import Path

import pytest

from companion.commands.parts import real_table
from companion.journal.errors import JournalBusy
from companion.journal.store import Journal
from vision.drawn.camera import DrawnCamera
from vision.drawn.table import DrawnTable


def test_a_journal_that_is_busy_lets_the_camera_go(tmp_path: Path) -> None:
    """A second companion is told so; its camera thread does not go on reading behind its back."""
    camera = DrawnCamera(DrawnTable(1, (320, 180)))
    place = tmp_path / "j.sqlite3"
    with Journal.open(place), pytest.raises(JournalBusy), real_table(place, camera, None, None):
        pass
    assert [thread.name for thread in threading.enumerate() if camera.name in thread.name] == []
