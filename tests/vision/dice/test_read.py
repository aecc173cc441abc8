"""Reading throws with a taught set."""

import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.dice_set import DiceSet
from tests.vision.dice.drawn_dice import Placed, draw, view
from vision.dice.align import tops_again, tops_at_a_glance
from vision.dice.read import get_ready, read_dice
from vision.dice.teach import teach_dice_set
from vision.readings import DieReading, dice_line

MIDDLE = float(view().on_plane(np.array([320.0, 180.0]))[1])
THROWS: list[list[Placed]] = [
    [
        (-3, MIDDLE + 2, 0.3, "K"),
        (0.2, MIDDLE, 1.0, "9"),
        (2.5, MIDDLE + 0.3, 0.2, "10"),
        (4, MIDDLE - 2, 0.7, "A"),
        (-2, MIDDLE - 3, 2.5, "K"),
    ],
    [
        (-4, MIDDLE, 2.0, "Q"),
        (-1.5, MIDDLE + 1, 0.4, "J"),
        (1, MIDDLE - 1, 3.3, "10"),
        (3, MIDDLE + 2, 4.0, "9"),
        (5, MIDDLE - 1, 5.1, "Q"),
    ],
]
RANK = {"10": "8", "9": "7"}
#: Pixels: how long the edge of a die is in the clips.
EDGE = 30.0


@pytest.mark.parametrize("throw", THROWS)
def test_a_throw_is_read_right_where_it_lies(taught: DiceSet, throw: list[Placed]) -> None:
    """Every die is found at its place with its face, and nothing is invented."""
    readings = read_dice(draw(view(), throw, seed=9), taught, expected=5)
    assert len(readings) == 5
    for reading in readings:
        _alternatives_add_up(reading)
    for x, y, _, label in throw:
        at = view().project(np.array([x, y]))
        near = min(readings, key=lambda r: math.dist(r.centre, at))
        assert math.dist(near.centre, at) < 6
        assert near.face == RANK.get(label, label)
    assert sum(r.sure for r in readings) >= 4


def test_dice_that_lie_where_they_lay_are_read_anew_without_a_search(taught: DiceSet) -> None:
    """Another exposure of the same throw: the same faces. Where a die was taken away none is sure."""
    throw = THROWS[1]
    before = read_dice(draw(view(), throw, seed=9), taught, expected=5, thorough=False)
    lying = tops_again([np.array(die.quad) for die in before])
    again = read_dice(draw(view(), throw, seed=10), taught, expected=5, find=lying, thorough=False)
    assert sorted(die.face for die in again) == sorted(die.face for die in before)
    fewer = read_dice(draw(view(), throw[1:], seed=11), taught, expected=5, find=lying, thorough=False)
    gone = view().project(np.array(throw[0][:2]))
    assert sum(die.sure for die in fewer) == 4 and not any(
        math.dist(die.centre, gone) < 12 for die in fewer if die.sure
    )


def test_a_glance_sees_all_dice_or_none(taught: DiceSet) -> None:
    """As many as are expected, with the faces that a search reads; of fewer, none."""
    picture = draw(view(), THROWS[1], seed=9)
    searched = read_dice(picture, taught, expected=5, thorough=False)
    glanced = read_dice(picture, taught, expected=5, find=tops_at_a_glance)
    assert sorted(die.face for die in glanced) == sorted(die.face for die in searched)
    assert read_dice(picture, taught, expected=6, find=tops_at_a_glance) == ()
    assert read_dice(draw(view(), []), taught, find=tops_at_a_glance) == ()


def test_getting_ready_reads_nothing_and_is_enough(taught: DiceSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a set and without: afterwards no model is loaded any more."""
    for dice_set in (taught, None):
        get_ready(dice_set)
    monkeypatch.setattr("vision.onnx.with_onnxruntime", None)
    monkeypatch.setattr("vision.onnx.with_opencv", None)
    for dice_set in (taught, None):
        assert len(read_dice(draw(view(), THROWS[0], seed=9), dice_set, expected=5, thorough=False)) == 5


def test_an_empty_table_shows_no_dice(taught: DiceSet) -> None:
    """Nothing in view and nothing reported, however many are expected."""
    assert read_dice(draw(view(), []), taught) == ()
    assert read_dice(draw(view(), []), taught, expected=5) == ()


def test_a_face_that_was_never_taught_is_not_sure(taught: DiceSet) -> None:
    """The black rank was not shown when this set was taught: its die is never surely another face."""
    known = DiceSet(taught.name, {f: t for f, t in taught.faces.items() if f != "7"}, taught.view, taught.created)
    picture = draw(view(), [(0.2, MIDDLE, 1.0, "9"), (2.5, MIDDLE + 1, 0.2, "K")], seed=4)
    readings = read_dice(picture, known, expected=2)
    at = view().project(np.array([0.2, MIDDLE]))
    assert not any(r.sure for r in readings if math.dist(r.centre, at) < 12)


def _alternatives_add_up(reading: DieReading) -> None:
    """Likeliest first, each face once, probabilities of at most one in all."""
    values = [a.value for a in reading.alternatives]
    assert values[0] == reading.face and len(set(values)) == len(values)
    assert sum(a.confidence for a in reading.alternatives) <= 1 + 1e-6
    assert (reading.why == "") == reading.sure


@pytest.mark.parametrize("throw", THROWS)
def test_without_a_set_what_is_sure_is_right(throw: list[Placed]) -> None:
    """The untaught reader finds all five; what it is not sure of keeps all six faces and says why."""
    readings = read_dice(draw(view(), throw, seed=2))
    assert len(readings) == 5
    assert not Counter(r.face for r in readings if r.sure) - Counter(RANK.get(label, label) for *_, label in throw)
    assert all(len(r.alternatives) == 6 and r.why for r in readings if not r.sure)


def test_ordinary_dice_are_seen_and_never_read(taught: DiceSet) -> None:
    """A four of spots is no face of a poker die: it lies there, and is not sure, with or without a set."""
    dice: list[Placed] = [(-3, MIDDLE + 1, 0.3, "four"), (0.2, MIDDLE, 1.0, "four"), (3, MIDDLE, 0.2, "four")]
    picture = draw(view(), dice, seed=5)
    assert len(read_dice(picture)) == 3
    assert not any(r.sure for r in read_dice(picture) + read_dice(picture, taught, thorough=False))


@pytest.mark.parametrize(("size", "elevation"), [(24.0, 0.8), (44.0, 1.3)])
def test_the_camera_may_stand_elsewhere_than_when_the_set_was_taught(
    taught: DiceSet, size: float, elevation: float
) -> None:
    """Taught at 32 pixels and 60 degrees; read nearer and farther, steeper and flatter."""
    camera = view(size=size, elevation=elevation)
    middle = camera.on_plane(np.array([320.0, 180.0]))
    dice: list[Placed] = [(-3.5, middle[1], 0.3, "K"), (0.0, middle[1] + 1, 1.0, "9"), (3.5, middle[1] - 1, 2.2, "10")]
    readings = read_dice(draw(camera, dice, seed=6), taught, expected=3)
    assert sorted(r.face for r in readings) == ["7", "8", "K"]
    assert sum(r.sure for r in readings) >= 2


def test_the_line_of_json_has_the_scorers_words(taught: DiceSet) -> None:
    """file, dice with face, quad, confidence, sure, and ms."""
    line = json.loads(json.dumps(dice_line("x.jpg", read_dice(draw(view(), THROWS[0][:1]), taught), 9.81)))
    assert line["file"] == "x.jpg" and line["ms"] == 9.8
    assert {"face", "quad", "confidence", "sure", "alternatives", "why"} == set(line["dice"][0])
    assert len(line["dice"][0]["quad"]) == 4


def test_a_lifted_cup_shows_the_five_dice(data: Path) -> None:
    """A cup lifted off five dice: none is surely misread; what stands inside no other die is sure."""
    truth = next(json.loads(r) for r in (data / "lifts/truth.jsonl").read_text().splitlines() if "lift_00152" in r)
    clip = data / "lifts" / truth["file"]
    photos = [(cv2.imread(str(clip / f"teach{k}.jpg")), truth["taught"][k]) for k in (0, 1)]
    dice_set = teach_dice_set([(np.asarray(p, np.uint8), t) for p, t in photos], "clip")
    lying = Counter(RANK.get(d["face"], d["face"]) for d in truth["dice"])
    readings = read_dice(np.asarray(cv2.imread(str(clip / "050.jpg")), np.uint8), dice_set, expected=5)
    sure = Counter(r.face for r in readings if r.sure)
    assert not sure - lying
    tops = [np.array(d["top"]) for d in truth["dice"]]
    apart = [min(np.hypot(*(top - other)) for other in tops if other is not top) for top in tops]
    free = [d["face"] for d, nearest in zip(truth["dice"], apart, strict=True) if nearest > EDGE]
    assert len(free) == 2 and not Counter(RANK.get(face, face) for face in free) - sure
