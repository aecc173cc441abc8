"""A whole hand from the command line: teach, referee, journal; and every way in which the input can be broken."""

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from companion.games.dice import DiceHand
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from tests.companion.commands.conftest import Clip, Run
from tests.conftest import shared_data


def referee(run: Run, folder: Path, set_file: Path, claim: str, journal: Path, *more: object) -> Result:
    """`companion referee` on a folder that holds its own box record."""
    return run(
        "referee", folder, "--box", folder / "box.jsonl", "--set", set_file, "--claim", claim, "--by", "Ana",
        "--against", "Bo", "--journal", journal, "--json", *more,
    )  # fmt: skip


def told(result: Result) -> dict[str, Any]:
    """The one JSON object that was printed."""
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(result: Result) -> str:
    """The message of an input that cannot be used: exit code 2, no traceback."""
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.stderr


@pytest.mark.parametrize(
    ("claim", "verdict", "point"), [("KKQJ8", "lie", "Ana"), ("KKQJ7", "true", "Bo"), ("K K Q J 9", "true", "Bo")]
)
def test_M24_a_hand_from_a_clip(run: Run, clip: Clip, tmp_path: Path, claim: str, verdict: str, point: str) -> None:
    """Just above the dice is a lie, equal is true, whatever the black rank is called."""
    journal = tmp_path / "j.sqlite3"
    hand = told(referee(run, clip.folder, clip.set, claim, journal))
    assert (hand["verdict"], hand["point"], hand["actual"]) == (verdict, point, "KKQJ7")
    assert (hand["by"], hand["against"], hand["lift_frame"]) == ("Ana", "Bo", 15)
    assert 15 < hand["verdict_frame"] < 60
    assert len(hand["evidence"]) == 4  # before the lift, at it, half a second after it, and the one that was read
    with Journal.open(journal, read_only=True) as record:
        assert record.verify(hand["match"]) == hand["head"]
    store = EvidenceStore(evidence_folder(journal))
    assert all(store.get(sha).startswith(b"\xff\xd8") for sha in hand["evidence"])
    shown = run("journal", "show", "--journal", journal)
    assert shown.exit_code == 0
    for line in ("Ana claims", "Bo lifts the cup (frame 15): that is a call.", "K K Q J 7", f"{point} takes a point."):
        assert line in shown.stdout


def test_for_people_the_verdict_is_a_sentence(run: Run, clip: Clip, tmp_path: Path) -> None:
    """Without --json."""
    result = run(
        "referee", clip.folder, "--box", clip.box, "--set", clip.set, "--claim", "AAAAA", "--by", "Ana",
        "--against", "Bo", "--journal", tmp_path / "j",
    )  # fmt: skip
    assert result.exit_code == 0
    assert result.stdout == "Ana claimed AAAAA; the dice are KKQJ7: lie. Ana takes the point.\n"


def test_the_commands_that_simulate_prints_can_be_pasted(run: Run, tmp_path: Path) -> None:
    """Also where the folder's name has a space or a quote in it."""
    written = run("simulate", tmp_path / "Ana's clip")
    assert written.exit_code == 0, written.output
    commands = [shlex.split(line) for line in written.stdout.splitlines() if line.startswith("  companion ")]
    assert [words[1] for words in commands] == ["teach", "referee"]
    files = [word.split("=")[0] for words in commands for word in words if str(tmp_path) in word]
    assert [file for file in files if not Path(file).exists()] == [str(tmp_path / "Ana's clip" / "set.json")] * 2


@pytest.fixture
def broken(clip: Clip, tmp_path: Path) -> Path:
    """A copy of the clip that may be spoiled."""
    return Path(shutil.copytree(clip.folder, tmp_path / "broken"))


def test_a_clip_cut_off_in_the_middle(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """It ends while the cup is still in the air: nothing is decided, nothing is written."""
    for number in range(25, 60):
        (broken / f"{number:03d}.jpg").unlink()
    message = refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))
    assert "ends with frame 24" in message
    assert not (tmp_path / "j").exists()


def test_a_clip_that_ends_before_the_lift(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """The box's record goes on beyond it."""
    for number in range(10, 60):
        (broken / f"{number:03d}.jpg").unlink()
    assert "box's record goes on to frame 15" in refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))


def test_a_picture_cut_off_in_the_middle(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """A half-written file is named."""
    torn = broken / "030.jpg"
    torn.write_bytes(torn.read_bytes()[:5000])
    assert "030.jpg" in refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))


def test_a_gap_in_the_frames(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """A missing frame is told."""
    (broken / "030.jpg").unlink()
    assert "30" in refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))


def test_a_folder_with_no_frames(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """Only the teaching pictures are there."""
    for frame in broken.glob("[0-9]*.jpg"):
        frame.unlink()
    assert str(broken) in refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))


def test_a_box_record_with_a_torn_line(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """The line is named."""
    record = broken / "box.jsonl"
    record.write_text(record.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert "line 2" in refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))


def test_a_box_record_without_a_lift(run: Run, clip: Clip, broken: Path, tmp_path: Path) -> None:
    """Nobody called."""
    (broken / "box.jsonl").write_text('{"frame": 0, "input": "cup", "level": "seated"}\n', encoding="utf-8")
    assert "no lifted cup" in refused(referee(run, broken, clip.set, "KKQJ7", tmp_path / "j"))


@pytest.mark.parametrize("photo", ["teach0.jpg=A,K,Q,J,B", "teach0.jpg", "teach0.jpg=", "teach0.jpg=A,,Q"])
def test_an_unknown_face_in_a_photo(run: Run, clip: Clip, tmp_path: Path, photo: str) -> None:
    """The face, or the form, is explained; no set is written."""
    message = refused(run("teach", "dice-set", f"--photo={clip.folder / photo}", "--out", tmp_path / "set.json"))
    assert "A,K,Q,J,10" in message or "'B'" in message
    assert not (tmp_path / "set.json").exists()


def test_other_inputs_that_are_not_there(run: Run, clip: Clip, tmp_path: Path) -> None:
    """Missing files and folders, a claim that is none, the same player twice."""
    journal = tmp_path / "j"
    assert "nowhere" in refused(referee(run, tmp_path / "nowhere", clip.set, "KKQJ7", journal))
    assert "none.json" in refused(referee(run, clip.folder, tmp_path / "none.json", "KKQJ7", journal))
    assert "X" in refused(referee(run, clip.folder, clip.set, "KKQJX", journal))
    assert "two people" in refused(referee(run, clip.folder, clip.set, "KKQJ7", journal, "--against", "Ana"))
    assert "two people" in refused(referee(run, clip.folder, clip.set, "KKQJ7", journal, "--against", " "))
    refused(referee(run, clip.folder, clip.set, "KKQJ7", journal, "--fps", "0"))
    refused(run("journal", "show", "--journal", tmp_path / "none.sqlite3"))
    (tmp_path / "folder").mkdir()
    refused(referee(run, clip.folder, clip.set, "KKQJ7", tmp_path / "folder"))


def test_a_damaged_set(run: Run, clip: Clip, tmp_path: Path) -> None:
    """A set file cut in half."""
    half = tmp_path / "half.json"
    half.write_text(clip.set.read_text(encoding="utf-8")[:500], encoding="utf-8")
    assert "half.json" in refused(referee(run, clip.folder, half, "KKQJ7", tmp_path / "j"))


#: Clips in which dice stand inside one another, as real ones cannot (docs/model_cards/dice.md).
CLIPS = ["lift_00150", "lift_00151", "lift_00152", "lift_00153"]


def rendered(run: Run, name: str, above: int, work: Path) -> dict[str, Any]:
    """Teach and referee a rendered clip of the shared data with a claim so many ranks above its true hand."""
    lifts = shared_data() / "lifts"
    rows = {row["file"]: row for row in map(json.loads, (lifts / "truth.jsonl").read_text().splitlines())}
    row, folder, set_file = rows[name], lifts / name, work / "set.json"
    photos = [f"--photo={folder / f'teach{i}.jpg'}={','.join(faces)}" for i, faces in enumerate(row["taught"])]
    assert run("teach", "dice-set", *photos, "--out", set_file).exit_code == 0
    truth = DiceHand.parse(" ".join(die["face"] for die in row["dice"]))
    claim = DiceHand.from_rank(truth.rank + above)
    return told(referee(run, folder, set_file, str(claim), work / "j"))


@pytest.mark.parametrize("name", CLIPS)
@pytest.mark.parametrize(("above", "verdict"), [(0, "true"), (1, "lie")], ids=["equal", "just above"])
def test_M24_a_rendered_clip_is_never_wrong(run: Run, tmp_path: Path, name: str, above: int, verdict: str) -> None:
    """Right or not sure: a sure wrong verdict would be the worst that can happen."""
    hand = rendered(run, name, above, tmp_path)
    assert hand["verdict"] in {verdict, "not sure"}
    assert (hand["point"] is None) == (hand["verdict"] == "not sure")
