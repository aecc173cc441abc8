"""Finding top faces: at any size, exactly, and nothing where there is none."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.dice_view import square
from tests.vision.dice.drawn_dice import TABLE, Placed, draw, view
from vision.dice import align
from vision.dice.align import find_tops, patches_of, without_prints
from vision.dice.detect import TopFace, of_one_size
from vision.dice.doubt import ABOVE, ABOVE_UNTAUGHT, Squeeze, is_side, place_doubt
from vision.dice.patch import cut_all

MIDDLE = float(view().on_plane(np.array([320.0, 180.0]))[1])
DICE: list[Placed] = [(-3.0, MIDDLE, 0.2, "K"), (0.0, MIDDLE + 1.5, 0.9, "9"), (3.0, MIDDLE - 1, 2.0, "10")]


@pytest.mark.parametrize("scale", [0.6, 1.0, 3.0])
def test_corners_lie_where_they_are(scale: float) -> None:
    """Within a tenth of an edge, for dice of 19, 32 and 96 pixels."""
    picture = draw(view(), DICE)
    size = (round(640 * scale), round(360 * scale))
    tops = find_tops(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8))
    assert len(tops) == 3
    for x, y, turn, _ in DICE:
        corners = (view().project(square((x, y), turn)) + 0.5) * scale - 0.5
        top = min(tops, key=lambda t: math.dist(t.middle, corners.mean(axis=0)))
        apart = np.linalg.norm(top.quad[:, None] - corners[None], axis=2).min(axis=1)
        assert apart.max() < 0.15 * top.size


def test_a_checked_cloth_holds_no_dice() -> None:
    """Squares as large as dice, with nothing printed on them."""
    cloth = np.zeros((360, 640, 3), np.uint8)
    cloth[:] = TABLE
    for i in range(0, 360, 30):
        for j in range(i % 60, 640, 60):
            cloth[i : i + 30, j : j + 30] = 235
    noise = np.random.default_rng(1).normal(0, 3, cloth.shape)
    blurred = cv2.GaussianBlur(np.clip(cloth + noise, 0, 255).astype(np.uint8), (0, 0), 0.8)
    assert [t for t in find_tops(np.asarray(blurred, np.uint8)) if t.score > 0.5] == []


def test_lying_nearly_right_takes_fewer_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice, their corners within a twentieth of an edge."""
    looked: list[int] = []
    rows = align._rows
    monkeypatch.setattr(
        align, "_rows", lambda picture, tops, *model: looked.append(len(tops)) or rows(picture, tops, *model)
    )
    picture = draw(view(), DICE)
    exact, looks = find_tops(picture, 3), sum(looked)
    nearly = find_tops(picture, 3, nearly=True)
    assert len(nearly) == len(exact) == 3 and sum(looked) - looks < looks
    for top in nearly:
        same = min(exact, key=top.apart)
        assert np.linalg.norm(top.quad - same.quad, axis=1).max() < 0.05 * top.size


def test_a_search_aligns_no_place_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it goes on to look for the die that is missing."""
    places: list[TopFace] = []
    aligned = align._aligned
    monkeypatch.setattr(
        align,
        "_aligned",
        lambda picture, tops, *how, **more: places.extend(tops) or aligned(picture, tops, *how, **more),
    )
    assert len(find_tops(draw(view(), DICE), 4)) == 3
    assert len({id(place) for place in places}) == len(places) > 3


@pytest.mark.parametrize(("enough", "looks"), [(3, [4]), (4, [4, 1]), (math.inf, [4, 1])])
def test_what_is_hardly_a_top_is_seen_once_where_all_are_plain(
    monkeypatch: pytest.MonkeyPatch, enough: float, looks: list[int]
) -> None:
    """Three that are plain, and one as likely as a tenth."""
    looked: list[int] = []

    def rows(_: object, tops: list[TopFace], *_model: object) -> np.ndarray:
        looked.append(len(tops))
        return np.array([[0.0] * 8 + [6.0 if top.score > 0.5 else -2.2, 1.0] for top in tops])

    monkeypatch.setattr(align, "_rows", rows)
    tops = [_seen(50.0 * i, 50.0, 20.0, score) for i, score in enumerate((1.0, 1.0, 1.0, 0.4))]
    align._aligned(draw(view(), DICE), tops, 0.1, enough=enough)
    assert looked == looks


@pytest.mark.parametrize(("expected", "searched"), [(None, False), (3, False), (4, True)])
def test_a_search_ends_where_three_dice_are_plain(
    monkeypatch: pytest.MonkeyPatch, expected: int | None, searched: bool
) -> None:
    """And where all are that must lie there; otherwise larger ones are looked for."""
    asked: list[bool] = []
    large = align.of_large_size
    monkeypatch.setattr(align, "of_large_size", lambda picture: asked.append(True) or large(picture))
    picture = cv2.resize(draw(view(), DICE), (1280, 720), interpolation=cv2.INTER_AREA)
    assert len(find_tops(np.asarray(picture, np.uint8), expected)) == 3
    assert bool(asked) is searched


@pytest.mark.parametrize(("elevation", "looked_at"), [(0.8, True), (1.1, False)])
def test_from_high_up_no_top_is_taken_for_a_side(
    monkeypatch: pytest.MonkeyPatch, elevation: float, looked_at: bool
) -> None:
    """Dice that are all squeezed alike from 63 degrees are tops, whatever lies above; from 46 that is looked at."""
    above: list[int] = []
    looked = align._looked_at_once
    monkeypatch.setattr(
        align, "_looked_at_once", lambda picture, tops: above.append(len(tops)) or looked(picture, tops)
    )
    assert len(find_tops(draw(view(elevation=elevation), DICE), 3)) == 3
    assert (sum(above) > 0) is looked_at


def test_one_that_is_squeezed_otherwise_may_be_a_side() -> None:
    """From as high up: then it is looked at what lies above any of them."""
    tops = find_tops(draw(view(elevation=1.1), DICE), 3)
    assert align._are_tops(tops)
    assert not align._are_tops([replace(tops[0], shape=(tops[0].shape[0] + 0.2, 0.0)), *tops[1:]])
    assert not align._are_tops(tops[1:])


def test_no_face_is_cut_twice() -> None:
    """What was cut to see whether something is printed there is what is read; elsewhere it looks otherwise."""
    picture = draw(view(), DICE)
    tops = find_tops(picture, 3)
    moved = tops[0].elsewhere(tops[0].quad + 9)
    assert all(top.patch is not None for top in tops) and moved.patch is None
    assert np.array_equal(patches_of(picture, [moved, *tops]), cut_all(picture, [moved.quad, *(t.quad for t in tops)]))


@pytest.mark.parametrize("shape", [(1, 1), (3, 900), (40, 16), (360, 640)])
def test_a_picture_of_any_shape_can_be_empty(shape: tuple[int, int]) -> None:
    """One pixel, a sliver, a thumbnail: no dice, no error."""
    assert find_tops(np.full((*shape, 3), 128, np.uint8)) == []


def test_what_hangs_below_a_top_face_may_be_its_side() -> None:
    """From half height a die's front looks as its top does: it is asked for."""
    top, *others = sorted(find_tops(draw(view(elevation=0.8), DICE)), key=lambda t: t.middle[0])
    low = top.quad[np.argsort(top.quad[:, 1])[-2:]]
    drop = np.array([0.0, 0.9 * top.size])
    side = type(top)(
        np.array([low[0], low[1], low[1] + drop, low[0] + drop]), 0.99, 1.0, top.size, top.shape, top.seen_at
    )
    tops = [top, *others, side]
    assert is_side(side, tops, Squeeze.of(tops))
    assert not any(is_side(t, tops, Squeeze.of(tops)) for t in (top, *others))
    assert place_doubt(side, tops, Squeeze.of(tops)) == "it may be the side of a die"


def test_from_high_above_two_dice_side_by_side_are_no_side() -> None:
    """There a side is a sliver: what is as large as a top is one, though it shares an edge and lies lower."""
    tops = sorted(find_tops(draw(view(elevation=1.35), DICE)), key=lambda t: t.middle[0])
    top = replace(tops[0], shape=(0.06, 0.0))
    low = np.argsort(top.quad[:, 1])
    other = replace(top, quad=top.quad + top.quad[low[2:]].mean(axis=0) - top.quad[low[:2]].mean(axis=0))
    assert not is_side(other, [top, other], Squeeze(0.0, 0.0, top.size, 3))
    assert is_side(other, [top, other], Squeeze.of([top, other])), "with two dice nothing is known of the camera"


def test_what_is_no_die_makes_no_side_of_one() -> None:
    """Two dice taken for a large one stand in the way of nothing: dice of a table are of one size."""
    tops = find_tops(draw(view(elevation=0.9), DICE))
    heap = replace(tops[0], quad=(tops[0].quad - tops[0].middle) * 1.5 + tops[0].middle - 6, size=tops[0].size * 1.5)
    assert Squeeze.of([*tops, heap]).of_other_size(heap)
    assert place_doubt(tops[0], [*tops, heap], Squeeze.of([*tops, heap])) == ""


def test_a_top_told_too_small_has_sides() -> None:
    """From low down a top may be told smaller than the others: its side is none the less one."""
    top, *others = find_tops(draw(view(elevation=0.8), DICE))
    low = top.quad[np.argsort(top.quad[:, 1])[-2:]]
    drop = np.array([0.0, 0.9 * top.size])
    here = Squeeze.of([top, *others])
    size = 0.7 * here.size
    small = replace(top, size=size)
    side = replace(top, quad=np.array([low[0], low[1], low[1] + drop, low[0] + drop]), size=0.9 * size)
    tops = [small, *others, side]
    assert here.of_other_size(small)
    assert is_side(side, tops, here)


def test_a_pip_is_no_die() -> None:
    """What lies on a face and is much smaller is printed on it; on what is no die of this table lies nothing."""
    tops = find_tops(draw(view(elevation=0.9), DICE))
    pip = replace(tops[0], quad=(tops[0].quad - tops[0].middle) / 2 + tops[0].middle, size=tops[0].size / 2)
    assert without_prints([pip, *tops]) == tops
    heap = replace(tops[0], size=1.6 * tops[0].size)
    assert without_prints([heap, *tops]) == [heap, *tops]
    assert without_prints([replace(pip, score=1.0), replace(tops[0], score=0.5)])[0].score == 1.0


@pytest.mark.parametrize("elevation", [0.8, 1.1])
def test_above_a_top_face_there_is_no_other(elevation: float) -> None:
    """The cloth above a die is no top; where one seems to lie there, the place may be that die's side."""
    tops = find_tops(draw(view(elevation=elevation), DICE))
    assert len(tops) == len(DICE) and all(top.above < ABOVE_UNTAUGHT for top in tops)
    assert place_doubt(replace(tops[0], above=0.9), tops, Squeeze.of(tops)) == "it may be the side of a die"


def _seen(x: float, y: float, size: float, score: float) -> TopFace:
    quad = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 + [x, y]
    return TopFace(quad, score, 1.0, size, (0.1, 0.0), size)


def test_pips_on_a_side_are_no_small_dice() -> None:
    """One plain die close up, and four pips below its top, each likely a die's top by itself."""
    die = _seen(80, 66, 56, 0.992)
    pips = [_seen(64 + 16 * (i % 2), 105 + 14 * (i // 2), 14, 0.93) for i in range(4)]
    assert of_one_size([die, *pips]) == [die]


def test_a_heap_is_not_taken_for_one_large_die() -> None:
    """Five dice that lie together look like a die from far away; each is plainer than the heap."""
    heap = _seen(677, 319, 193, 0.992)
    dice = [_seen(620 + 40 * i, 300 + 20 * (i % 3), 29, 0.999) for i in range(5)]
    assert of_one_size([heap, *dice]) == dice


def test_places_as_likely_no_top_explain_nothing() -> None:
    """Two doubtful specks are not worth more than one plain die."""
    die, specks = _seen(80, 66, 56, 0.99), [_seen(300 + 50 * i, 100, 32, 0.6) for i in range(3)]
    assert of_one_size([die, *specks]) == [die]


def test_a_place_that_was_lost_makes_a_side_of_what_lies_below() -> None:
    """The first network saw a top there and the second did not: what lies right below it may be that die's side."""
    picture = draw(view(), DICE)
    tops = find_tops(picture)
    leans = align._leans(tops)
    lost, die = next((squares[0], die) for die in tops if (squares := align._squares_above(die.quad, leans)))
    rough = replace(die, quad=lost, score=0.4)
    alone = [die]
    assert align.looked_above(picture, alone)[0].above < ABOVE
    assert align.looked_above(picture, alone, [rough])[0].above > ABOVE
    far = replace(rough, quad=rough.quad + 2 * die.size)
    assert align.looked_above(picture, alone, [far])[0].above < ABOVE


def test_a_second_look_keeps_what_lies_above() -> None:
    """Or a place put straight by a profile would no longer be in doubt."""
    picture = draw(view(), DICE)
    doubted = [replace(top, above=0.7) for top in find_tops(picture)]
    assert [top.above for top in align.align(picture, doubted)] == [0.7] * len(DICE)
