"""The pictures of a call, looked up for the review page while the screen goes on."""

import shutil
import time
from pathlib import Path

import pytest

from companion.commands.evidence_desk import EvidenceDesk
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.ui.review.port import Evidence, Trouble
from tests.companion.commands.conftest import Clip, Run


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, run: Run, clip: Clip) -> Path:
    """A journal with one hand that a camera decided."""
    file = tmp_path_factory.mktemp("journal") / "journal.sqlite3"
    result = run(
        "referee", clip.folder, "--box", clip.box, "--set", clip.set, "--claim", "KKKJ7", "--by", "Ana",
        "--against", "Bo", "--journal", file,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return file


def match_of(file: Path) -> str:
    """The only match."""
    with Journal.open(file, read_only=True) as journal:
        (head,) = journal.matches()
    return head.match


def kept(file: Path) -> list[str]:
    """The names of its pictures, the one that decided last."""
    with Journal.open(file, read_only=True) as journal:
        (head,) = journal.matches()
        entries = journal.events(head.match)
    return [sha for entry in entries for sha in entry.body.get("evidence", ())]


def asked(desk: EvidenceDesk, hand: int, again: bool = False) -> Evidence:
    """Ask, and wait for the answer."""
    before = desk.answer()
    desk.ask(hand, again)
    deadline = time.monotonic() + 120
    while desk.answer() is before:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    answer = desk.answer()
    assert answer is not None
    return answer


def test_a_call_is_found_with_its_pictures_and_read_again(recorded: Path) -> None:
    """All its pictures in order of time, what was read then, and what today's reader says of the last one."""
    match = match_of(recorded)
    with EvidenceDesk(recorded, lambda: match) as desk:
        found = asked(desk, 0)
        assert found.trouble is Trouble.NONE
        assert len(found.pictures) == len(kept(recorded)) >= 3
        assert len(found.then) == 5
        assert found.now is None
        moments = [picture.moment_us for picture in found.pictures if picture.moment_us is not None]
        assert moments == sorted(moments)
        again = asked(desk, 0, again=True)
        assert again.now is not None
        assert sorted(die.face for die in again.now) == sorted(die.face for die in again.then)


def test_pictures_that_are_gone_are_said_to_be_gone(recorded: Path, tmp_path: Path) -> None:
    """The record alone is no evidence."""
    file = tmp_path / "journal.sqlite3"
    shutil.copy(recorded, file)
    match = match_of(file)
    with EvidenceDesk(file, lambda: match) as desk:
        assert asked(desk, 0) == Evidence(0, trouble=Trouble.GONE)
    shutil.copytree(evidence_folder(recorded), evidence_folder(file))
    store = EvidenceStore(evidence_folder(file))
    store.path(kept(file)[-1]).write_bytes(b"damaged")
    with EvidenceDesk(file, lambda: match) as desk:
        left = asked(desk, 0)
        assert (len(left.pictures), left.then) == (len(kept(file)) - 1, ())
        assert asked(desk, 0, again=True).trouble is Trouble.GONE


def test_what_is_not_there_is_no_traceback(recorded: Path, tmp_path: Path) -> None:
    """No match yet, no such hand, no journal."""
    with EvidenceDesk(recorded, lambda: None) as desk:
        assert asked(desk, 0).trouble is Trouble.NO_PICTURES
    match = match_of(recorded)
    with EvidenceDesk(recorded, lambda: match) as desk:
        assert asked(desk, 7).trouble is Trouble.FAILED
    with EvidenceDesk(tmp_path / "none.sqlite3", lambda: match) as desk:
        assert asked(desk, 0).trouble is Trouble.FAILED
