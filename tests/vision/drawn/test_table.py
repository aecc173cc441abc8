"""The drawn pictures: their truth holds, the cup hides, the same seed gives the same picture."""

from itertools import product

import cv2
import numpy as np
import pytest

from vision.drawn import AWAY_S, CLEAR_S, FACES, SEAT_S, CupState, DieTruth, DrawnError, DrawnTable, View
from vision.drawn.dice import HALF_MM
from vision.drawn.faces import TEXTURE_PX, face_ink

SIZE = (640, 360)


@pytest.fixture(scope="module")
def big() -> DrawnTable:
    return DrawnTable(5, (1280, 720))


def best_match(picture: np.ndarray, die: DieTruth) -> tuple[str, int]:
    """The face and quarter turn whose print fits best onto the top face that the truth outlines."""
    side = 64
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    flat = cv2.warpPerspective(
        cv2.GaussianBlur(picture, (3, 3), 0.6),
        cv2.getPerspectiveTransform(die.quad.astype(np.float32), square),
        (side, side),
    )
    darkness = 255 - flat.min(axis=2).astype(np.float32)
    scores = {}
    for face, turn in product(FACES, range(4)):
        # The print takes the middle 90 % of the face.
        ink = face_ink(face)[..., 3]
        ink = cv2.copyMakeBorder(ink, *[TEXTURE_PX // 18] * 4, cv2.BORDER_CONSTANT, value=0)
        ink = np.rot90(cv2.resize(ink, (side, side), interpolation=cv2.INTER_AREA), turn)
        inner = slice(8, -8)
        scores[face, turn] = float(np.corrcoef(ink[inner, inner].ravel(), darkness[inner, inner].ravel())[0, 1])
    best = max(scores, key=lambda key: scores[key])
    assert scores[best] > 0.55, scores
    return best


@pytest.mark.parametrize("faces", ["AKQJ8", "7AKQJ"])
def test_each_print_is_where_and_how_the_truth_says(big: DrawnTable, faces: str) -> None:
    """Flattened by the truth's corners, each top face shows its own print, upright, in a row and thrown."""
    picture = big.teaching_row(faces)
    found = [best_match(picture, die) for die in big.row_truth(faces)]
    big.throw(faces)
    picture = big.frame(100.0)
    found += [best_match(picture, die) for die in big.truth()]
    upright = {"8": {0, 2}}  # ten diamonds look the same upside down
    assert [face for face, _ in found] == list(faces) * 2
    assert all(turn in upright.get(face, {0}) for face, turn in found), found


def test_the_same_seed_gives_the_same_pictures_to_the_bit() -> None:
    """And another seed other ones."""

    def play(seed: int) -> list[np.ndarray]:
        table = DrawnTable(seed, SIZE)
        table.seat_cup()
        table.throw("AKQJ8")
        table.lift_cup(1.0)
        return [table.frame(t) for t in (0.5, 1.3, 2.5)] + [table.teaching_row("AK")]

    assert all(np.array_equal(a, b) for a, b in zip(play(3), play(3), strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(play(3), play(4), strict=True))


def test_a_seated_cup_hides_the_dice_to_the_bit() -> None:
    """Whatever lies under it, the picture is the same as with nothing under it."""
    pictures = []
    for faces in ("AAAAA", "87QJK", None):
        table = DrawnTable(1, SIZE)
        table.seat_cup()
        if faces:
            table.throw(faces)
        pictures.append(table.frame(0.0))
    assert np.array_equal(pictures[0], pictures[1])
    assert np.array_equal(pictures[0], pictures[2])


def test_the_lift_clears_the_dice_in_time() -> None:
    """The dice are hidden at first, clear after CLEAR_S, and the cup is out of the picture after AWAY_S."""
    table = DrawnTable(2, SIZE, noise=0)
    table.seat_cup()
    table.throw("AKQJ7")
    table.lift_cup(10.0)
    assert table.cup_at(9.99) is CupState.SEATED
    final = table.frame(10 + 5.0).astype(int)
    assert table.cup is CupState.AWAY
    clear = table.frame(10 + CLEAR_S).astype(int)
    assert table.cup is CupState.LIFTING
    early = table.frame(10 + 0.1).astype(int)
    for die in table.truth():
        x, y, width, height = (round(v) for v in die.box)
        region = (slice(y, y + height), slice(x, x + width))
        assert np.abs(clear[region] - final[region]).max() <= 2
        assert np.abs(early[region] - final[region]).mean() > 15
    assert np.abs(table.frame(10 + AWAY_S - 1e-6).astype(int) - final).max() <= 1


def test_dice_gathered_into_the_cup_are_out_of_sight_until_the_next_lift() -> None:
    """While the cup comes down with the new throw in it, the table is empty; without gathering, the dice stay."""
    table = DrawnTable(2, SIZE, noise=0)
    empty = table.frame(0.0)
    table.throw("AKQJ7")
    open_dice = table.frame(0.0)
    table.seat_cup(1.0)
    table.throw("88877")
    assert np.array_equal(table.frame(1.0), empty)
    assert table.cup is CupState.LOWERING
    assert table.cup_at(1 + SEAT_S) is CupState.SEATED
    assert not np.array_equal(open_dice, empty)

    table = DrawnTable(2, SIZE, noise=0)
    table.throw("AKQJ7")
    table.seat_cup(1.0, gather=False)
    assert np.array_equal(table.frame(1.0), open_dice)
    assert "".join(die.face for die in table.truth()) == "AKQJ7"


def test_the_cup_never_jumps() -> None:
    """Whatever is asked for in the middle of a movement, it goes on from where it is."""
    table = DrawnTable(2, SIZE, noise=0)
    table.seat_cup(0.0)
    coming_down = table.frame(0.2)
    table.lift_cup(0.2)
    assert np.array_equal(table.frame(0.2), coming_down)
    going_up = table.frame(0.4)
    table.seat_cup(0.4)
    assert np.array_equal(table.frame(0.4), going_up)
    table.seat_cup(9.0)
    seated = table.frame(9.0)
    assert table.cup is CupState.SEATED
    table.lift_cup(10.0)
    assert np.array_equal(table.frame(9.9), seated)
    table.lift_cup(12.0)
    assert table.cup_at(11.9) is table.cup_at(12.1) is CupState.AWAY


def test_noise_differs_from_frame_to_frame_and_is_slight() -> None:
    """As a sensor's: about as strong as asked for, with no drift."""
    table = DrawnTable(0, SIZE, noise=2.0)
    change = table.frame(0.0).astype(int) - table.frame(1 / 30)
    assert change.std() == pytest.approx(2.0 * 2**0.5, rel=0.15)
    assert abs(change.mean()) < 0.05


def test_a_wrong_face_leaves_the_table_as_it_was() -> None:
    """The refusal changes nothing."""
    table = DrawnTable(0, SIZE)
    table.throw("AK")
    with pytest.raises(DrawnError):
        table.throw("AZ")
    assert [die.face for die in table.truth()] == ["A", "K"]


@pytest.mark.parametrize("elevation", [15.0, 89.9])
def test_steep_and_shallow_cameras_see_the_cup_too(elevation: float) -> None:
    """The cup stays a thing of one colour, brown: red above green above blue."""
    view = View(SIZE, elevation, 600)
    table = DrawnTable(0, view=view)
    table.seat_cup()
    x, y = (round(v) for v in view.project(np.array([0.0, 0.0, 96.0])))
    blue, green, red = table.frame(0.0)[y - 3 : y + 4, x - 3 : x + 4].mean(axis=(0, 1))
    assert red > green > 20
    assert red > 2 * blue


@pytest.mark.parametrize("size", [(8, 8), (1280, 50), (100_000, 100_000)])
def test_a_picture_too_small_or_too_large_is_refused(size: tuple[int, int]) -> None:
    """Before anything is drawn."""
    with pytest.raises(DrawnError, match="pixels"):
        DrawnTable(0, size)


def test_the_die_is_sixteen_millimetres() -> None:
    """The common size of poker dice."""
    assert 2 * HALF_MM == 16
