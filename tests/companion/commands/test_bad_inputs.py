"""Whatever is wrong with a file or a place: one message that names it, exit code 2, never a traceback."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from tests.companion.commands.conftest import Run
from tests.companion.review.matches import recorded
from tests.full_disks import mounted
from vision.pictures import encode_jpeg

PICTURE = encode_jpeg(np.full((360, 640, 3), 60, np.uint8))
BAD = {
    "missing.jpg": None,
    "folder": None,
    "empty.jpg": b"",
    "cut.jpg": PICTURE[:300],
    "text.jpg": b"no picture at all",
    "empty.toml": b"",
    "binary.toml": bytes(range(256)),
    "newer.toml": b'kind = "dice set"\nversion = 99\n',
    "other.toml": b'kind = "camera"\nversion = 1\nname = "x"\n',
    "half.json": b'{"kind": "cubilete dice set", "version": 2',
    "deep.json": b"[" * 100_000,
    "nothing.sqlite3": bytes(5000),
    "rubbish.cubilete": b"PK\x03\x04rubbish",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who has kept nothing yet."""
    for place in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(place, str(tmp_path / "home"))


def told(result: Result) -> str:
    """What was said; a traceback would stand in `exception`."""
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result.output


def uses(bad: Path, good: Path, out: Path) -> Iterator[tuple[object, ...]]:
    """Every command that reads a file, given this one in each place."""
    yield "read", "dice", bad
    yield "read", "cards", bad
    yield "read", "chips", bad
    yield "read", "dice", "--set", bad, good
    yield "read", "cards", "--deck", bad, good
    yield "read", "chips", "--set", bad, good
    yield "read", "dice", "--profile", bad, good
    yield "showdown", "--seats", 3, bad
    yield "showdown", "--seats", 3, "--table", bad, good
    yield "teach", "dice-set", "--photo", f"{bad}=A,K"
    yield "teach", "deck", "--photo", f"{bad}=AS"
    yield "teach", "chips", "--photo", f"{bad}=red,blue"
    for clip in (bad, good.parent):
        yield "referee", clip, "--box", bad, "--set", bad, "--claim", "KKKJ7", "--by", "A", "--against", "B"
    yield "calibrate", "table", bad
    yield "calibrate", "camera", bad
    yield "calibrate", "check", "--table", bad, good
    yield "profiles", "import", bad
    yield "journal", "list", "--journal", bad
    yield "journal", "import", bad, "--journal", out / "j.sqlite3"
    yield "export", "--html", out / "x.html", "--journal", bad
    yield "review", "--journal", bad


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told(run: Run, tmp_path: Path, name: str) -> None:
    """By its name, wherever it is given; nothing is written."""
    inputs, out = tmp_path / "in", tmp_path / "out"
    bad, good = inputs / name, inputs / "good.jpg"
    inputs.mkdir()
    good.write_bytes(PICTURE)
    content = BAD[name]
    if content is not None:
        bad.write_bytes(content)
    elif name == "folder":
        bad.mkdir()
    for words in uses(bad, good, out):
        result = run(*words)
        assert result.exit_code == 2, (words, told(result))
        assert told(result).strip(), words
    assert not list(out.glob("x.html"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("journal", "list"), "no match was played yet"),
        (("journal", "list", "--journal", "."), "expected a journal, found a folder"),
        (("board", "--serve", "--host", "no.such.host.invalid"), "choose another --port or --host"),
        (("simulate", "clip", "--dice", "KKKKX"), "not a face"),
        (("calibrate", "table", "--size", "nanxnan", "--corner", "1,1", "x.jpg"), "expected a size"),
        (("profiles", "delete", "deck", "../../etc", "--yes"), "expected a deck"),
        (("export",), "say what to write"),
    ],
    ids=str,
)
def test_what_cannot_be_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    """With what to do instead."""
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert result.exit_code == 2
    assert said in told(result)


def test_a_full_disk_is_told_with_what_was_to_be_written(run: Run, tmp_path: Path) -> None:
    """Each file that a command writes for people; none is left half written."""
    place = tmp_path / "j.sqlite3"
    recorded(place)[0].close()
    picture = tmp_path / "good.jpg"
    picture.write_bytes(PICTURE)
    with mounted(tmp_path / "disk", "16k") as disk:
        for words, named in (
            (("export", "--journal", place, "--html", disk / "r.html"), "r.html"),
            (("export", "--journal", place, "--json", disk / "m.json", "--no-pictures"), "m.json"),
            (("review", "--journal", place, "--hand", 1, "--draw", disk / "out"), "hand01"),
            (("read", "dice", "--draw", disk / "seen", picture), "good.jpg"),
            (("kit", "--out", disk / "kit.pdf"), "kit.pdf"),
            (("simulate", disk / "clip"), "clip"),
        ):
            with suppress(OSError), (disk / "filler").open("ab", buffering=0) as filler:
                while True:
                    filler.write(bytes(4096))
            result = run(*words)
            assert result.exit_code == 2, told(result)
            assert named in told(result) and "No space left" in told(result)
            assert not [path for path in disk.rglob("*") if path.suffix in {".html", ".json", ".pdf"}]
