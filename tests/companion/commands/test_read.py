"""`companion read`: lines for people and programs, and marked pictures."""

import json
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from companion.cli import main
from vision.pictures import encode_png, read_picture


def test_pictures_are_drawn_where_asked(tmp_path: Path) -> None:
    """`--draw` writes one marked picture a file, for cards and for dice, of the same size."""
    (tmp_path / "empty.png").write_bytes(encode_png(np.full((120, 160, 3), 90, np.uint8)))
    for pieces in ("cards", "dice"):
        run = CliRunner().invoke(
            main, ["read", pieces, "--draw", str(tmp_path / pieces), "--json", str(tmp_path / "empty.png")]
        )
        assert run.exit_code == 0, run.output
        assert json.loads(run.output)[pieces] == []
        assert read_picture(tmp_path / pieces / "empty.png.jpg").shape == (120, 160, 3)


def test_a_missing_picture_is_one_message() -> None:
    """Exit code 2 and the name of the file."""
    run = CliRunner().invoke(main, ["read", "cards", "nowhere.png"])
    assert run.exit_code == 2 and "nowhere.png" in run.output
