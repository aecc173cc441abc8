"""`companion play` as a newcomer starts it: its own process, no display, a fresh home."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal.store import Journal
from tests.companion.commands.conftest import Run

#: Not the command of this name.
play = importlib.import_module("companion.commands.play")


def companion(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, on a machine without a screen."""
    env = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    env |= {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "KIVY_HOME": str(home / "kivy"),
    }
    env.pop("SDL_VIDEODRIVER", None)
    return subprocess.run(
        [sys.executable, "-m", "companion", *words], env=env, capture_output=True, text=True, timeout=300, check=False
    )


def test_without_a_display_a_coup_of_detective_poker_is_played_offscreen(tmp_path: Path) -> None:
    """The camera reads what drawn hands lay; every point is told; screenshot and journal are where it says."""
    done = companion(tmp_path, "play", "--game", "detective")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "no display" in lines[0]
    assert len([line for line in lines if " bet " in line]) == 12
    assert len([line for line in lines if "in this coup" in line]) == 3
    # Chance says which of them it is not sure of.
    read = [line for line in lines if line.endswith(": the camera read it.")]
    assert any(" bets " in line for line in read) and any(line.startswith("On the board: ") for line in read)
    picture = Path(next(line for line in lines if line.startswith("Screenshot: ")).removeprefix("Screenshot: "))
    assert picture.read_bytes().startswith(b"\x89PNG")
    with Journal.open(tmp_path / "data" / "cubilete" / "journal.sqlite3", read_only=True) as journal:
        (head,) = journal.matches()
        entries = journal.events(head.match)
    assert head.game == "detective"
    assert "coup_scored" in {entry.kind for entry in entries}
    assert "camera" in {entry.body["by"] for entry in entries if entry.kind == "board_turned"}
    assert "Traceback" not in done.stderr


def test_without_a_display_a_hand_is_played_offscreen(tmp_path: Path) -> None:
    """It says so, prints the verdict, and the screenshot and the journal are where it says."""
    done = companion(tmp_path, "play")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "no display" in lines[0]
    assert any("takes a point" in line for line in lines)
    picture = Path(next(line for line in lines if line.startswith("Screenshot: ")).removeprefix("Screenshot: "))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert tmp_path in picture.parents
    with Journal.open(tmp_path / "data" / "cubilete" / "journal.sqlite3", read_only=True) as journal:
        (head,) = journal.matches()
        kinds = [entry.kind for entry in journal.events(head.match)]
    # On a busy machine the drawn camera may falter after it.
    assert [kind for kind in kinds if kind != "camera_changed"][-1] == "verdict"
    assert "Traceback" not in done.stderr


def test_a_set_that_is_missing_is_told_with_a_display_or_without(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message and exit code 2; nothing is opened or played."""
    opened: list[str] = []
    monkeypatch.setattr(play, "_play_unseen", lambda *_: opened.append("unseen"))
    monkeypatch.setattr(play, "find_eye", lambda *_: opened.append("camera"))
    for display in (False, True):
        monkeypatch.setattr(play, "display_available", lambda display=display: display)
        result = run("play", "--set", tmp_path / "nothing.json")
        assert result.exit_code == 2
        assert "nothing.json" in result.output
    assert opened == []
