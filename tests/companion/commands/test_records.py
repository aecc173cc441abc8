"""verify, export and import from the command line: whole records, damaged ones, disks and folders that refuse."""

import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.desk import resume
from tests.companion.commands.conftest import Run
from tests.companion.referee.table import claim
from tests.companion.review.matches import play, recorded
from tests.full_disks import guarded, mounted, not_root

VERIFY = ("journal", "verify", "--journal")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A closed journal with one match and its pictures."""
    path = tmp_path / "j.sqlite3"
    journal, _, match = recorded(path)
    with journal:
        play(journal, (e.Disputed(0, 0, "no"),), match)
    return path


def match_of(place: Path) -> str:
    with Journal.open(place, read_only=True) as journal:
        return journal.matches()[0].match


def told(result: Result, code: int = 0) -> str:
    """What was said, without a traceback."""
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.output


# ---------------------------------------------------------------------------------------------------------- verify


def test_a_whole_journal(run: Run, place: Path) -> None:
    """Exit code 0, each match with its head hash."""
    with Journal.open(place, read_only=True) as journal:
        head = journal.head(match_of(place))
    text = told(run(*VERIFY, place))
    assert head in text
    assert "Nothing is damaged or missing" in text
    found = json.loads(told(run(*VERIFY, place, "--json", match_of(place), "--head", head)))
    assert (found["faults"], found["evidence"]) == ([], {"kept": 4, "trimmed": 0})


def test_the_matches_are_listed_by_the_names_that_commands_take(run: Run, place: Path, tmp_path: Path) -> None:
    """Game, begin, players; a damaged one is named all the same; an empty journal says so."""
    name = match_of(place)
    (line,) = told(run("journal", "list", "--journal", place)).splitlines()
    assert line.split()[:2] == [name, "mentiroso"]
    assert line.endswith("Ana, Bo, Íñigo")
    flip(place, place.read_bytes().index(b'"names":[') + 11)
    assert f"{name}  " in (damaged := told(run("journal", "list", "--journal", place)))
    assert "damaged" in damaged
    with Journal.open(tmp_path / "empty.sqlite3"):
        pass
    assert "no match has been played yet" in told(run("journal", "list", "--journal", tmp_path / "empty.sqlite3"))


def flip(path: Path, at: int) -> None:
    """One bit of one byte."""
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_a_flipped_byte_in_an_event_is_named(run: Run, place: Path) -> None:
    """Exit code 1; the match and the event; show refuses it, too."""
    at = place.read_bytes().index(b'"claim":"KKKJ7"') + 10
    flip(place, at)
    text = told(run(*VERIFY, place), 1)
    assert f"match {match_of(place)}, event " in text
    assert "its content was changed" in text
    assert "content was changed" in told(run("journal", "show", "--journal", place), 2)


def test_a_flipped_byte_in_a_picture_is_named(run: Run, place: Path) -> None:
    """Exit code 1; the picture; the review goes on without it."""
    picture = sorted(evidence_folder(place).glob("*.jpg"))[0]
    flip(picture, 100)
    text = told(run(*VERIFY, place), 1)
    assert picture.stem in text
    assert "1 fault" in text
    assert "(1 gone or damaged)" in told(run("review", "--journal", place))


def test_a_missing_picture_is_named(run: Run, place: Path) -> None:
    """Removed by hand, without a word in the journal."""
    picture = sorted(evidence_folder(place).glob("*.jpg"))[0]
    picture.unlink()
    found = json.loads(told(run(*VERIFY, place, "--json"), 1))
    assert len(found["faults"]) == 1
    assert picture.stem in found["faults"][0]


@pytest.mark.parametrize("pages", [0.3, 1, 2.5])
def test_a_truncated_database_is_said(run: Run, place: Path, pages: float) -> None:
    """Exit code 1 for verify, 2 for whoever wants to use it; the file stays as it was found."""
    place.write_bytes(place.read_bytes()[: round(4096 * pages)])
    before = place.read_bytes()
    assert "damaged" in told(run(*VERIFY, place), 1)
    for command in (("journal", "show"), ("review",), ("export", "--csv", "-")):
        assert place.name in told(run(*command, "--journal", place), 2)
    assert place.read_bytes() == before


def test_what_cannot_be_verified_at_all(run: Run, tmp_path: Path, place: Path) -> None:
    """No file, no such match, a hash without its match: exit code 2."""
    told(run(*VERIFY, tmp_path / "none"), 2)
    assert "nowhere" in told(run(*VERIFY, place, "nowhere"), 2)
    assert "MATCH" in told(run(*VERIFY, place, "--head", "ab"), 2)


def test_a_head_hash_of_another_record(run: Run, place: Path) -> None:
    """Somebody wrote the whole chain anew: only the noted hash tells."""
    assert "another record" in told(run(*VERIFY, place, match_of(place), "--head", "0" * 64), 1)


# -------------------------------------------------------------------------------------------------- export, import


def exported(run: Run, place: Path, out: Path, *more: object) -> dict[str, Any]:
    told(run("export", "--journal", place, "--json", out, *more))
    document: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return document


def test_export_then_import_gives_the_same_match(run: Run, place: Path, tmp_path: Path) -> None:
    """State, head hash and pictures; taking it in twice changes nothing."""
    out, other = tmp_path / "match.json", tmp_path / "other.sqlite3"
    document = exported(run, place, out)
    for _ in "12":
        assert document["head"] in told(run("journal", "import", out, "--journal", other))
    with Journal.open(place, read_only=True) as one, Journal.open(other, read_only=True) as two:
        match = match_of(place)
        assert two.events(match) == one.events(match)
        assert resume(two.events(match)) == resume(one.events(match))
    assert "Nothing is damaged or missing" in told(run(*VERIFY, other))


def test_an_export_without_pictures(run: Run, place: Path, tmp_path: Path) -> None:
    """The record comes over; that its pictures do not is said then and in every proof."""
    out, other = tmp_path / "match.json", tmp_path / "other.sqlite3"
    exported(run, place, out, "--no-pictures")
    assert not evidence_folder(out).exists()
    assert "4 of 4 pictures are not beside" in told(run("journal", "import", out, "--journal", other))
    assert "4 faults" in told(run(*VERIFY, other), 1)


def test_pictures_that_are_gone_are_said(run: Run, place: Path, tmp_path: Path) -> None:
    """The rest is copied."""
    sorted(evidence_folder(place).glob("*.jpg"))[0].unlink()
    result = told(run("export", "--journal", place, "--json", tmp_path / "m.json"))
    assert "1 are gone or damaged" in result
    assert len(list(evidence_folder(tmp_path / "m.json").iterdir())) == 3


def test_an_edited_export_is_not_taken_in(run: Run, place: Path, tmp_path: Path) -> None:
    """Nor one that is none; nothing of several files where one is bad."""
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    exported(run, place, good)
    bad.write_text(good.read_text(encoding="utf-8").replace('"loser":0', '"loser":1'), encoding="utf-8")
    none.write_bytes(b"\xff\xfe\x00")
    other = tmp_path / "other.sqlite3"
    assert "not an unchanged export" in told(run("journal", "import", good, bad, "--journal", other), 2)
    told(run("journal", "import", none, "--journal", other), 2)
    told(run("journal", "import", tmp_path / "missing.json", "--journal", other), 2)
    assert not other.exists()


def test_a_match_of_the_same_name_is_not_overwritten(run: Run, place: Path, tmp_path: Path) -> None:
    """The journal here has gone on since."""
    exported(run, place, tmp_path / "m.json")
    with Journal.open(place) as journal:
        play(journal, (e.DisputeRuled(0, e.Outcome.STANDS, "Bo", "seen"),), match_of(place))
    assert "another match named" in told(run("journal", "import", tmp_path / "m.json", "--journal", place), 2)


def test_several_forms_at_once_and_to_the_terminal(run: Run, place: Path, tmp_path: Path) -> None:
    """Score sheet and report; at least one form must be named."""
    sheet, html = tmp_path / "s.csv", tmp_path / "r.html"
    told(run("export", "--journal", place, "--csv", sheet, "--html", html, "--language", "fr"))
    page = html.read_text(encoding="utf-8")
    assert "data:image/jpeg" in page
    assert 'lang="fr"' in page
    assert run("export", "--journal", place, "--csv", "-").stdout.splitlines() == sheet.read_text("utf-8").splitlines()
    assert "--html" in told(run("export", "--journal", place), 2)
    assert sorted(path.name for path in tmp_path.glob("*.writing")) == []


def test_a_match_without_a_coup_is_exported_in_every_form(run: Run, tmp_path: Path) -> None:
    """Detective Poker, and nobody has scored yet: record, sheet and report are written all the same."""
    place = tmp_path / "j.sqlite3"
    with Journal.open(place) as journal:
        journal.begin_match("detective", {"names": ["A", "B", "C"]})
    told(run("export", "--journal", place, "--json", tmp_path / "m.json", "--csv", tmp_path / "m.csv"))
    told(run("export", "--journal", place, "--html", tmp_path / "m.html"))
    assert "Detective" in (tmp_path / "m.html").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------- disks, folders, writers


def test_two_companions_on_one_journal(run: Run, place: Path, tmp_path: Path) -> None:
    """The second is told who writes; looking is allowed, ruling and taking in are not."""
    exported(run, place, tmp_path / "m.json")
    rule = ("--hand", 1, "--rule", "stands", "--by", "Bo", "--why", "seen")
    with Journal.open(place):
        for command in (("journal", "import", tmp_path / "m.json"), ("review", *rule)):
            text = told(run(*command, "--journal", place), 2)
            assert f"process {os.getpid()}" in text
        told(run("review", "--journal", place))
        told(run(*VERIFY, place))
    told(run("review", *rule, "--journal", place))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB."""
    with mounted(tmp_path / "small", "256k") as disk:
        yield disk


def test_a_full_disk_leaves_no_half_import_and_no_half_export(
    run: Run, place: Path, tmp_path: Path, small_disk: Path
) -> None:
    """A clear message; what was there before is still whole; with room again it goes through."""
    out = tmp_path / "m.json"
    exported(run, place, out)
    other, filler, sheet = small_disk / "other.sqlite3", small_disk / "filler", small_disk / "s.csv"
    with Journal.open(other) as journal:
        before = play(journal, (e.MatchBegun(("A", "B")), e.StarterDrawn(0), claim(0, "KKKJ7")))
    sheet.write_text("an older sheet")
    fill(filler)
    assert "full" in told(run("journal", "import", out, "--journal", other), 2)
    assert "space" in told(run("export", "--journal", place, "--csv", sheet), 2).lower()
    assert sheet.read_text() == "an older sheet"
    filler.unlink()
    with Journal.open(other, read_only=True) as journal:
        assert journal.damage() == ()
        assert [head.match for head in journal.matches()] == [before]
    told(run("journal", "import", out, "--journal", other))
    assert "Nothing is damaged or missing" in told(run(*VERIFY, other))


def fill(filler: Path) -> None:
    """Until nothing more fits on the disk."""
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder that may be entered and read, not written."""
    with guarded() as folder:
        yield folder


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX rights")
def test_a_folder_that_may_not_be_written(run: Run, place: Path, closed: Path) -> None:
    """Which file, and why; looking still works; nothing is made there."""
    archived = Path(shutil.copy(place, closed / "j.sqlite3"))
    exported(run, place, closed / "m.json", "--no-pictures")
    before = sorted(closed.iterdir())
    rule = ("--hand", 1, "--rule", "stands", "--by", "Bo", "--why", "seen")
    with not_root(closed):
        said = told(run("journal", "import", closed / "m.json", "--journal", closed / "new.sqlite3"), 2)
        assert "new.sqlite3" in said
        assert "Permission denied" in said
        assert "s.csv" in told(run("export", "--journal", archived, "--csv", closed / "s.csv"), 2)
        told(run("review", *rule, "--journal", archived), 2)
        assert "Ana claims" in told(run("journal", "show", "--journal", archived))
        assert "4 faults" in told(run(*VERIFY, archived), 1), "its pictures were not copied along"
    assert sorted(closed.iterdir()) == before


def test_an_event_rewritten_with_its_chain_is_told_by_the_noted_hash(run: Run, place: Path) -> None:
    """A forger who recomputes everything: the chain holds, the hash that people noted does not."""
    match = match_of(place)
    with Journal.open(place, read_only=True) as journal:
        noted, events = journal.head(match), journal.events(match)
    with closing(sqlite3.connect(place)) as raw:
        for trigger in ("event_stays", "event_kept", "event_follows"):
            raw.execute(f"DROP TRIGGER {trigger}")
        raw.execute('DELETE FROM event WHERE "match" = ? AND seq = ?', (match, events[-1].seq))
        raw.commit()
    assert "Nothing is damaged" in told(run(*VERIFY, place))
    assert "events are missing" in told(run(*VERIFY, place, match, "--head", noted), 1)


def test_evidence_is_kept_within_its_room(place: Path) -> None:
    """What the oldest matches lost, the newest one's record says (as `referee --evidence-mb` does)."""
    from companion.review.budget import keep_within

    store = EvidenceStore(evidence_folder(place))
    with Journal.open(place) as journal:
        match = play(journal, (e.MatchBegun(("A", "B")), e.StarterDrawn(0)))
        gone = keep_within(journal, store, 1, match)
        assert len(gone) == 1, "three of the four pictures are disputed"
        assert journal.events(match)[-1].body["pictures"] == list(gone)
