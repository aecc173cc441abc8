"""A call read again: today's reading beside the one of then, on the kept pictures."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.dice import DiceHand
from companion.journal.errors import EvidenceDamaged, EvidenceMissing
from companion.referee.events import Parts, Profile
from companion.review.pictures import drawn, write_pictures
from companion.review.reread import NothingToRead, compared, reread, stored_set
from tests.companion.review.conftest import Played
from vision.pictures import PictureError, read_picture
from vision.readings import DieReading, Quad
from vision.version import reader_version


def at(face: str, x: float, y: float = 40.0, sure: bool = True) -> DieReading:
    """A die of 30 pixels with its top left corner there."""
    quad: Quad = ((x, y), (x + 30, y), (x + 30, y + 30), (x, y + 30))
    return DieReading(face, quad, 0.9, sure, (), "" if sure else "blurred")


def row(letters: str, shift: float = 0.0) -> tuple[DieReading, ...]:
    """Dice from left to right."""
    return tuple(at(face, 50.0 * i + shift) for i, face in enumerate(letters))


def test_the_same_dice_are_the_same_wherever_they_are_listed() -> None:
    """In any order, a little beside where they were."""
    pairs = compared(row("KKQJ7"), tuple(reversed(row("KKQJ7", shift=4.0))))
    assert [pair.then.face for pair in pairs if pair.then] == list("KKQJ7")
    assert all(pair.same for pair in pairs)


def test_another_face_a_lost_die_and_a_new_one_are_told_apart() -> None:
    """Each die of then has its line; what is new comes last."""
    pairs = compared(row("KKQ"), (at("K", 0), at("Q", 50), at("A", 300)))
    assert [(p.then and p.then.face, p.now and p.now.face) for p in pairs] == [
        ("K", "K"), ("K", "Q"), ("Q", None), (None, "A"),
    ]  # fmt: skip
    assert [p.same for p in pairs] == [True, False, False, False]


def test_no_die_is_taken_for_two() -> None:
    """One die now between two of then goes to one of them."""
    pairs = compared((at("K", 0), at("K", 12)), (at("K", 6),))
    assert [p.now is not None for p in pairs] == [True, False]


def test_the_last_picture_is_read_and_held_against_the_claim(played: Played) -> None:
    """A lie then, the truth by today's reader: both are told."""
    hand = played.record.hands[0]
    again = reread(hand, played.store, None, lambda picture: row("KKKJ7"))
    assert again.sha == hand.evidence[-1]
    assert again.picture.shape == (90, 160, 3)
    assert (again.finding.lie, again.finding.actual) == (False, DiceHand.parse("KKKJ7"))
    assert (again.reader_then, again.reader_now) == ("dice-0123456789ab", reader_version("dice"))
    assert again.profile == ""


def test_what_is_not_sure_today_decides_nothing(played: Played) -> None:
    """Never a wrong call in silence, in a review least of all."""
    hand = played.record.hands[0]
    unsure = (*row("KKQJ"), at("7", 200, sure=False))
    assert reread(hand, played.store, None, lambda _: unsure).finding.actual is None
    assert reread(hand, played.store, None, lambda _: row("KKKJ")).finding.actual is None
    assert not reread(hand, played.store, None, lambda _: ()).agrees


def test_a_call_without_pictures_cannot_be_read_again(played: Played) -> None:
    """Nor one whose picture is gone or was changed: each says so."""
    hand = played.record.hands[0]
    assert hand.reading is not None
    with pytest.raises(NothingToRead, match="hand 1"):
        reread(replace(hand, reading=replace(hand.reading, evidence=())), played.store, None)
    path = played.store.path(hand.evidence[-1])
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(EvidenceDamaged):
        reread(hand, played.store, None)
    path.unlink()
    with pytest.raises(EvidenceMissing):
        reread(hand, played.store, None)


def test_evidence_that_is_no_picture_is_said(played: Played) -> None:
    """The bytes are those that were kept, and still nothing can be read."""
    hand = played.record.hands[0]
    assert hand.reading is not None
    odd = replace(hand, reading=replace(hand.reading, evidence=(played.store.put(b"no picture"),), moments_us=()))
    with pytest.raises(PictureError, match="hand 1"):
        reread(odd, played.store, None)


def test_no_set_is_made_up(played: Played) -> None:
    """Where nothing was taught, or nobody noted it, there is none; one that is gone is missing."""
    assert stored_set(None, played.store) is None
    assert stored_set(Parts("1", "r"), played.store) is None
    with pytest.raises(EvidenceMissing):
        stored_set(Parts("1", "r", Profile("mine", "ab" * 32)), played.store)


def test_the_pictures_are_written_as_they_were_kept(played: Played, tmp_path: Path) -> None:
    """Byte for byte, in the order of time; the drawn-on ones beside them; what is gone is left out."""
    hand = played.record.hands[0]
    played.store.remove([hand.evidence[1]])
    again = reread(hand, played.store, None, lambda _: row("KKQJ7"))
    written = write_pictures(hand, played.store, again, tmp_path / "out")
    assert [path.name for path in written] == [
        "hand01-1-before0300ms.jpg", "hand01-3-after0300ms.jpg", "hand01-read-then.jpg", "hand01-read-today.jpg",
    ]  # fmt: skip
    assert written[0].read_bytes() == played.store.get(hand.evidence[0])
    assert read_picture(written[2]).shape == (90, 160, 3)
    assert drawn(hand, played.store) != played.store.get(hand.evidence[-1])
