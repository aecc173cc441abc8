"""The dice set file: what was taught comes back, and nothing else is taken for a dice set."""

import base64
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.dice_set import PICTURE_SIDE, DiceSet, DiceSetError, TaughtFace
from calibration.dice_view import DiceView


def a_set() -> DiceSet:
    noise = np.random.default_rng(5)
    faces = {
        f: TaughtFace(f, label, (noise.integers(0, 256, (PICTURE_SIDE, PICTURE_SIDE, 3)).astype(np.uint8),))
        for f, label in (("A", "A"), ("8", "10"), ("7", "9"))
    }
    return DiceSet("café", faces, DiceView(960, 540, 864.0, 0.9, 25.0), "2026-01-02T03:04:05+00:00")


def test_a_saved_set_comes_back(tmp_path: Path) -> None:
    """One JSON file holds pictures, labels, camera and name without loss."""
    path = tmp_path / "set.json"
    a_set().save(path)
    back = DiceSet.load(path)
    assert (back.name, back.created, back.view) == (a_set().name, a_set().created, a_set().view)
    assert {f: t.label for f, t in back.faces.items()} == {"A": "A", "8": "10", "7": "9"}
    for face, taught in a_set().faces.items():
        assert np.array_equal(back.faces[face].pictures[0], taught.pictures[0])
    assert back.missing == ("K", "Q", "J") and not back.complete
    assert [p.name for p in tmp_path.iterdir()] == ["set.json"]


def changed(path: Path, **changes: Any) -> Path:
    document = json.loads(path.read_text())
    document.update(changes)
    path.write_text(json.dumps(document))
    return path


def picture(width: int) -> str:
    done, data = cv2.imencode(".png", np.zeros((width, width, 3), np.uint8))
    assert done
    return base64.b64encode(data.tobytes()).decode()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kind": "card deck"}, "another kind"),
        ({"version": 99}, "newer companion"),
        ({"version": 1}, "older companion"),
        ({"version": True}, "version number"),
        ({"name": ""}, "name"),
        ({"created": "yesterday"}, "time of teaching"),
        ({"faces": {}}, "found none"),
        ({"faces": {"Z": {"label": "Z", "pictures": []}}}, "expected faces"),
        ({"faces": {"8": {"label": "9", "pictures": [picture(PICTURE_SIDE)]}}}, "does not belong"),
        ({"faces": {"A": {"label": "A", "pictures": [picture(4000)]}}}, "60 x 60"),
        ({"faces": {"A": {"label": "A", "pictures": ["%%%"]}}}, "damaged"),
        ({"faces": {"A": {"label": "A", "pictures": [picture(PICTURE_SIDE)[:60]]}}}, "damaged"),
        ({"view": {"width": 960}}, "view"),
        ({"view": {"width": 9e99, "height": 1, "focal": 1, "elevation": 1, "distance": 1}}, "width"),
        ({"view": None}, "view"),
    ],
)
def test_a_damaged_or_foreign_set_is_refused(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    """Each with a message that names the file and the reason."""
    path = tmp_path / "set.json"
    a_set().save(path)
    with pytest.raises(DiceSetError, match=reason) as error:
        DiceSet.load(changed(path, **changes))
    assert "set.json" in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[1, 2]", b"\xff\xfe\x00", b"[" * 100_000, b"null"])
def test_what_is_no_json_object_is_refused(tmp_path: Path, content: bytes) -> None:
    """Empty, torn, binary or endlessly nested files end in a message, not in a traceback."""
    path = tmp_path / "set.json"
    path.write_bytes(content)
    with pytest.raises(DiceSetError):
        DiceSet.load(path)


def test_missing_folder_or_file_is_named(tmp_path: Path) -> None:
    """Both directions say which path."""
    with pytest.raises(DiceSetError, match=r"none\.json"):
        DiceSet.load(tmp_path / "none.json")
    with pytest.raises(DiceSetError, match="cannot be written"):
        a_set().save(tmp_path / "no folder" / "set.json")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """A dice set has at most a few megabytes."""
    path = tmp_path / "set.json"
    with path.open("wb") as out:
        out.truncate(50_000_000)
    with pytest.raises(DiceSetError, match="larger"):
        DiceSet.load(path)
