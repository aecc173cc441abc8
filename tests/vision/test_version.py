"""The name of a reader changes with what it consists of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vision import version
from vision.version import reader_version


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A reader of dice in a folder of its own."""
    for name in ("dice/read.py", "cards/read.py", "steady.py", "models/dice_net.onnx", "models/card_net.onnx"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name.encode() + b"\nline\n")
    monkeypatch.setattr(version, "_HERE", tmp_path)
    reader_version.cache_clear()
    yield tmp_path
    reader_version.cache_clear()


def named() -> str:
    """As a new process would name it."""
    reader_version.cache_clear()
    return reader_version("dice")


@pytest.mark.parametrize(
    ("file", "same"),
    [
        ("dice/read.py", False),
        ("steady.py", False),
        ("models/dice_net.onnx", False),
        ("cards/read.py", True),
        ("models/card_net.onnx", True),
    ],
)
def test_what_matters_changes_the_name(reader: Path, file: str, same: bool) -> None:
    """Its own code, the shared code, its models; nothing of the cards'."""
    before = named()
    (reader / file).write_bytes(b"changed")
    assert (named() == before) is same


def test_line_ends_do_not_matter(reader: Path) -> None:
    """The same on every system; in a model every byte does."""
    before = named()
    (reader / "steady.py").write_bytes(b"steady.py\r\nline\r\n")
    assert named() == before
    (reader / "models" / "dice_net.onnx").write_bytes(b"models/dice_net.onnx\r\nline\r\n")
    assert named() != before


def test_a_file_more_or_another_name_changes_it(reader: Path) -> None:
    """Content moved from one file to another is another reader."""
    before = named()
    (reader / "dice" / "read.py").rename(reader / "dice" / "reading.py")
    assert named() != before


def test_the_readers_have_names() -> None:
    """As the journal keeps them."""
    assert reader_version("dice").startswith("dice-")
    assert len(reader_version("cards")) == len("cards-") + 12
