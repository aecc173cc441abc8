"""Matches that are not on the table, for the review page: listed, opened, decided on; coups with their pictures."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from companion.commands import evidence_desk
from companion.commands.evidence_desk import EvidenceDesk
from companion.games.errors import Explanation
from companion.journal.disk import write_file
from companion.journal.evidence import PROFILE, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.detective.events import DisputeRuled
from companion.referee.events import (
    Disputed,
    MatchBegun,
    Outcome,
    Parts,
    PartsKnown,
    Profile,
    RulingPublished,
    StarterDrawn,
)
from companion.review.coup_reread import reread_coup
from companion.ui.review.port import Evidence, Opened, Trouble, called
from tests.companion.printed import SET, TEN_NINE
from tests.companion.review.coup_matches import QUEENS, all_of, recorded_coup, shown
from tests.companion.review.matches import play, recorded
from tests.full_disks import mounted

T = TypeVar("T")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal with a match of each game."""
    path = tmp_path / "j.sqlite3"
    recorded_coup(path)
    journal, _, _ = recorded(path)
    journal.close()
    return path


def names(file: Path) -> tuple[str, str]:
    """The match of dice, the match of cards."""
    with Journal.open(file, read_only=True) as journal:
        by_game = {head.game: head.match for head in journal.matches()}
    return by_game["mentiroso"], by_game["detective"]


def later(look: Callable[[], T | None], not_this: T | None = None) -> T:
    """What comes of it, once it is something else."""
    deadline = time.monotonic() + 60
    while (found := look()) is None or found is not_this:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return found


def test_all_matches_but_the_one_on_the_table_are_listed(file: Path) -> None:
    """With the names that stand on the keys."""
    dice, cards = names(file)
    with EvidenceDesk(file, lambda: dice) as desk:
        desk.list_matches()
        (listed,) = later(desk.matches)
        assert (listed.match, listed.game, listed.names) == (cards, "detective", ("<b>Ana", "=Bruno", "Chloé"))
    with EvidenceDesk(file, lambda: None) as desk:
        desk.list_matches()
        assert {each.match for each in later(desk.matches)} == {dice, cards}


def test_an_older_coup_is_decided_through_the_open_journal(file: Path) -> None:
    """Disputed, ruled, published: each is written, and the match comes back as it stands."""
    _, cards = names(file)
    with Journal.open(file) as journal, EvidenceDesk(file, lambda: None, journal) as desk:
        desk.open(cards)
        opened = later(desk.opened)
        for event in (Disputed(0, 2, "queens"), DisputeRuled(0, Outcome.OVERTURNED, "Dan", "seen", QUEENS)):
            desk.decide(cards, event)
            opened = later(desk.opened, opened)
            assert opened.refused == ""
        assert opened.state.board.points == (7, 6, 2)
        desk.decide(cards, RulingPublished(0))
        opened = later(desk.opened, opened)
        assert opened.state.board.points != (7, 6, 2)
        desk.decide(cards, Disputed(0, 1, "again"))
        opened = later(desk.opened, opened)
        assert isinstance(opened.refused, Explanation)
        assert opened.refused.key == "cannot.coup_settled"
        assert len(journal.events(cards)) == 28 + 4


def test_the_match_on_the_table_is_decided_at_the_table(file: Path) -> None:
    """Nothing is written behind the back of the referee that plays it; nor without a journal that is open."""
    dice, cards = names(file)
    with Journal.open(file) as journal:
        before = journal.head(dice)
        for desk in (EvidenceDesk(file, lambda: dice, journal), EvidenceDesk(file, lambda: None)):
            with desk:
                desk.decide(dice, Disputed(0, 0, "no"))
                assert "on the table" in str(later(desk.opened).refused)
        assert journal.head(dice) == before
        assert journal.head(cards)


def test_a_match_that_cannot_be_read_says_why(file: Path) -> None:
    """It stays in the list; nothing else happens."""
    with EvidenceDesk(file, lambda: None) as desk:
        desk.open("2026-01-01-none")
        opened = later(desk.opened)
        assert (opened.state, "2026-01-01-none" in str(opened.refused)) == (None, True)


def test_the_pictures_of_a_coup_come_with_what_was_read_of_each(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And are read again one by one; one that is gone is left out."""
    seen = all_of(*shown("Ah 7c", "Qd Qs", "9s 8s"))
    monkeypatch.setattr(
        evidence_desk, "reread_coup", lambda *args, **kw: reread_coup(*args, **kw, reader=lambda _: seen)
    )
    _, cards = names(file)
    with EvidenceDesk(file, lambda: None) as desk:
        found = _asked(desk, None, 0, match=cards)
        assert [len(picture.then or ()) for picture in found.pictures] == [7, 11]
        again = _asked(desk, found, 0, again=True, match=cards, picture=0)
        assert again.read == 0
        assert {called(card) for card in again.now or ()} >= {"Q♦", "Q♠"}
        store = EvidenceStore(evidence_folder(file))
        for path in store.folder.iterdir():
            path.unlink()
        assert _asked(desk, again, 0, match=cards).trouble is Trouble.GONE
        assert _asked(desk, desk.answer(), 5, match=cards).trouble is Trouble.FAILED


def _asked(desk: EvidenceDesk, before: Evidence | None, hand: int, **how: object) -> Evidence:
    desk.ask(hand, **how)  # type: ignore[arg-type]
    return later(desk.answer, before)


def test_the_match_on_the_table_may_be_another_one_meanwhile(file: Path) -> None:
    """Decided by the name of the match, not by its place in a list."""
    dice, _ = names(file)
    with Journal.open(file) as journal:
        play(journal, (Disputed(0, 0, "no"),), dice)
        with EvidenceDesk(file, lambda: None, journal) as desk:
            desk.open(dice)
            opened: Opened = later(desk.opened)
            assert opened.state.dispute.hand == 0


def test_a_full_disk_says_which_file_was_not_written(tmp_path: Path) -> None:
    """What stood there before stays, and nothing half written beside it."""
    with mounted(tmp_path / "disk", "64k") as disk:
        (disk / "report.html").write_bytes(b"before")
        with pytest.raises(OSError, match="No space left") as failed:
            write_file(disk / "report.html", b"x" * 100_000)
        assert failed.value.filename == str(disk / "report.html")
        assert [path.name for path in disk.iterdir()] == ["report.html"]
        assert (disk / "report.html").read_bytes() == b"before"


def test_an_older_match_is_opened_with_what_is_printed_on_its_dice(tmp_path: Path) -> None:
    """The set was kept with the pictures, whatever lies on the table now."""
    path = tmp_path / "j.sqlite3"
    profile = Profile(SET.name, EvidenceStore(evidence_folder(path)).put(SET.text().encode(), PROFILE))
    with Journal.open(path) as journal:
        play(journal, (MatchBegun(("Ana", "Bruno")), StarterDrawn(0), PartsKnown(Parts("1", "r", profile))))
        (head,) = journal.matches()
        with EvidenceDesk(path, lambda: None, journal) as desk:
            desk.open(head.match)
            assert later(desk.opened).printing == TEN_NINE
