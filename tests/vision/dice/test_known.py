"""A set that nobody taught, learned from what people say lies there."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from calibration.dice_set import FACE_OF_LABEL, FACES
from tests.conftest import shared_data
from tests.vision.dice.drawn_dice import row, view
from vision.dice.align import find_tops
from vision.dice.doubt import LEANS
from vision.dice.known import (
    MOST,
    NOTHING_KNOWN,
    OTHER_DICE,
    Contradiction,
    Known,
    none_of_others,
    remember,
    unheard_of,
)
from vision.dice.patch import cut_all
from vision.dice.read import read_dice
from vision.pictures import Picture, read_picture
from vision.readings import DieReading, ToldDie, as_quad

ROW = ["A", "K", "Q", "J", "10", "9"]


def _told(picture: Picture, labels: Sequence[str], sure: bool = False) -> list[ToldDie]:
    """Every die of a row, named from left to right."""
    tops = sorted(find_tops(picture, len(labels)), key=lambda top: float(top.middle[0]))
    assert len(tops) == len(labels)
    return [
        ToldDie(as_quad(top.quad), FACE_OF_LABEL[name], sure, tapped=not sure)
        for top, name in zip(tops, labels, strict=True)
    ]


def _learned(*rows: tuple[Sequence[str], Sequence[str]], known: Known = NOTHING_KNOWN) -> Known:
    """After rows of dice: the labels drawn, and what people said that they are."""
    first = count(1 + max((look.throw for look in known.looks), default=0))
    for number, (drawn, named) in zip(first, rows, strict=False):
        picture = row(view(), drawn, seed=number)
        known = remember(known, picture, _told(picture, named), number)
    return known


def test_all_six_faces_told_are_a_taught_set() -> None:
    """Named once each, and plain: the set that was learned reads the next throw by itself, all of it."""
    known = _learned((ROW, ROW))
    assert known.faces == known.settled == FACES
    dice_set = known.dice_set("learned", {"8": "10", "7": "9"})
    assert dice_set is not None and dice_set.complete
    assert {face.label for face in dice_set.faces.values()} == set(ROW)
    readings = sorted(read_dice(row(view(), ROW[::-1], seed=9), dice_set), key=lambda r: r.centre[0])
    assert [r.face for r in readings if r.sure] == [FACE_OF_LABEL[label] for label in ROW[::-1]]


def test_five_faces_are_no_set_yet() -> None:
    """Which of the six is missing can be told."""
    known = _learned((ROW[:5], ROW[:5]))
    assert set(FACES) - set(known.faces) == {"7"}
    assert known.dice_set("learned") is None


def test_a_look_named_otherwise_is_forgotten_on_both_sides_and_told() -> None:
    """A king is a king, and later a queen: neither is believed, and the next time it is learned anew."""
    known = _learned((ROW, ROW), (["K", "A", "J"], ["Q", "A", "J"]))
    assert known.contradictions == (Contradiction("K", "Q"),)
    assert "K" not in known.faces and len([look for look in known.looks if look.face == "Q"]) == 1
    assert known.dice_set("learned") is None
    again = _learned((["K", "A", "J"], ["K", "A", "J"]), known=known)
    assert again.contradictions == () and "K" in again.faces


def test_what_the_namer_surely_takes_for_another_face_is_not_learned() -> None:
    """Somebody slipped."""
    assert "J" not in _learned((["10", "A", "K"], ["J", "A", "K"])).faces


def test_other_dice_are_noticed_and_those_before_forgotten() -> None:
    """Where nothing looks as it should: the same letters, light on dark."""
    known = _learned((["K", "Q", "J"], ["K", "Q", "J"]))
    other = row(view(), ["K", "Q", "J"], seed=5)
    mixed = remember(known, 255 - other, _told(other, ["K", "Q", "J"]), 2)
    assert mixed.changed and not mixed.contradictions
    assert mixed.looks and {look.throw for look in mixed.looks} == {2}


def test_nothing_told_changes_nothing() -> None:
    """A throw that was ruled without the picture."""
    known = _learned((ROW, ROW))
    assert remember(known, row(view(), ROW), [], 2).looks == known.looks


def test_only_the_newest_looks_are_kept_and_sure_ones_teach_nothing_new() -> None:
    """However long the evening."""
    known = _learned(*[(["K", "Q", "J"], ["K", "Q", "J"])] * (MOST + 1))
    assert [look.throw for look in known.looks if look.face == "K"] == list(range(2, MOST + 2))
    picture = row(view(), ["K", "Q", "J"], seed=30)
    assert remember(known, picture, _told(picture, ["K", "Q", "J"], sure=True), 30).looks == known.looks


@pytest.mark.parametrize("number", [103, 111])
def test_an_untaught_set_is_read_better_from_throw_to_throw_and_never_wrongly(number: int) -> None:
    """Two rendered sets of court figures that the namer doubts: two throws told, three read."""
    folder = shared_data() / "dice" / "rendered"
    throws = [read_picture(folder / f"set_{number:04}_throw{i}.jpg") for i in range(5)]
    truth = _truth(folder, number)
    known = NOTHING_KNOWN
    for i in range(2):
        read = read_dice(throws[i], expected=5)
        told = [ToldDie(die.quad, face, tapped=True) for die in read if (face := _face_at(truth[i], die.centre))]
        known = remember(known, throws[i], told, i)
    before, after = 0, 0
    for i in range(2, 5):
        before += sum(r.sure for r in read_dice(throws[i], expected=5))
        readings = [r for r in read_dice(throws[i], known=known, expected=5) if r.sure]
        assert all(_face_at(truth[i], r.centre) == r.face for r in readings)
        after += len(readings)
    assert after >= before + 3


def _truth(folder: Path, number: int) -> list[list[tuple[str, np.ndarray]]]:
    rows = [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]
    throws = sorted((r for r in rows if r["set"] == number and not r["enrol"]), key=lambda r: r["file"])
    return [[(FACE_OF_LABEL[d["face"]], np.array(d["top"])) for d in r["dice"] if not d["hidden"]] for r in throws]


def _face_at(dice: Sequence[tuple[str, np.ndarray]], place: tuple[float, float]) -> str:
    return next((face for face, top in dice if float(np.hypot(*(top - place))) < 10), "")


def test_what_was_only_let_stand_says_nothing_before_a_second_throw_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guess was far from sure, and people may have overlooked it: one throw is no witness."""
    monkeypatch.setattr("vision.dice.known.name_faces", lambda patches: np.full((len(patches), len(FACES) + 2), 0.125))
    first, second, third = (row(view(), ["J", "K", "A"], seed=seed) for seed in (1, 2, 3))

    def stood(picture: Picture) -> list[ToldDie]:
        return [replace(die, tapped=False) for die in _told(picture, ["J", "K", "A"])]

    once = remember(NOTHING_KNOWN, first, stood(first), 0)
    assert "J" in once.faces and not any(look.face == "J" for look in once.speaking)
    assert "J" not in once.settled
    twice = remember(once, second, stood(second), 1)
    assert "J" in twice.settled and sum(look.face == "J" for look in twice.speaking) == 2
    named = remember(once, third, _told(third, ["J", "K", "A"]), 1)
    assert sum(look.face == "J" for look in named.speaking) == 2


def test_a_die_that_is_not_there_any_more_teaches_nothing() -> None:
    """It was pushed away between the reading and the picture that is kept."""
    picture = row(view(), ROW)
    told = _told(picture, ROW)
    assert remember(NOTHING_KNOWN, np.full_like(picture, 90), told, 0).looks == ()
    leaning = [replace(die, why=LEANS) for die in told]
    assert remember(NOTHING_KNOWN, picture, leaning, 0).looks == ()


def test_other_dice_than_those_learned_are_never_sure() -> None:
    """Two that show none of the learned faces put the whole throw in doubt; one may be seen badly."""
    quad = as_quad(np.zeros((4, 2)))
    sure = DieReading("K", quad, 0.99, True, (), "")
    none = replace(sure, sure=False, why="it looks like none of the faces")
    leaning = replace(sure, sure=False, why=LEANS)
    assert none_of_others((sure, none, leaning, leaning)) == (sure, none, leaning, leaning)
    doubted = none_of_others((sure, sure, none, none))
    assert [(die.sure, die.why) for die in doubted[1:3]] == [(False, OTHER_DICE), (False, none.why)]


def test_what_no_set_shows_is_in_doubt_however_much_it_looks_as_learned() -> None:
    """Another set's ace that looks as this one's nine did."""
    picture = row(view(), ROW)
    patches = cut_all(picture, [np.array(die.quad) for die in _told(picture, ROW)])
    faces = np.eye(7)[[FACES.index(FACE_OF_LABEL[label]) for label in ROW]]
    known = _learned((ROW, ROW))
    assert unheard_of(patches, faces, known) == {}
    wrong = np.roll(faces, 1, axis=0)
    assert unheard_of(patches, wrong, known)[0] == "7 by what was learned, A by what sets have in common"
    odd = replace(known, speaking=tuple(replace(look, face="7", names=np.zeros(8)) for look in known.speaking))
    assert 0 not in unheard_of(patches, wrong, odd)


def test_a_set_that_was_learned_does_not_read_another_one() -> None:
    """Rendered sets: learned of one, five throws of three others; and its own is read as before."""
    folder = shared_data() / "dice" / "rendered"
    known = NOTHING_KNOWN
    for i, truth in enumerate(_truth(folder, 100)):
        picture = read_picture(folder / f"set_0100_throw{i}.jpg")
        readings = read_dice(picture, expected=5)
        told = [ToldDie(die.quad, face, tapped=True) for die in readings if (face := _face_at(truth, die.centre))]
        known = remember(known, picture, told, i)
    learned = known.dice_set("learned")
    assert learned is not None
    for number in (100, 105, 110, 111):
        truths, right = _truth(folder, number), 0
        for i, truth in enumerate(truths):
            picture = read_picture(folder / f"set_{number:04}_throw{i}.jpg")
            sure = [die for die in read_dice(picture, learned, known=known, expected=5, thorough=False) if die.sure]
            assert all(_face_at(truth, die.centre) == die.face for die in sure)
            right += len(sure)
        assert number != 100 or right >= 23
