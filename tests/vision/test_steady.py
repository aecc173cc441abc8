"""The vote over frames: sure only when enough dice agree for long enough and nothing moves."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.readings import Alternative, DieReading
from vision.steady import Steady
from vision.stillness import Stillness

EMPTY = np.full((120, 200, 3), 90, np.uint8)


def die(face: str, x: float, y: float, sure: bool = True) -> DieReading:
    quad = ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10))
    return DieReading(face, quad, 0.99, sure, (Alternative(face, 0.99),), "" if sure else "half hidden")


def noisy(seed: int, ground: NDArray[np.uint8] = EMPTY) -> NDArray[np.uint8]:
    grain = np.random.default_rng(seed).normal(0, 2, ground.shape)
    return np.clip(ground + grain, 0, 255).astype(np.uint8)


def test_it_is_sure_once_enough_still_frames_agree() -> None:
    """The first frame has nothing to be compared with; then `agree` frames must say the same."""
    vote = Steady(expected=2, agree=3)
    dice = (die("K", 60, 60), die("8", 120, 60))
    decides, results = [], []
    for k in range(5):
        decides.append(vote.next_decides)
        results.append(vote.update(k / 30, dice, noisy(k)))
    assert [r.sure for r in results] == [False, False, False, True, True]
    assert decides == [False, False, False, True, True]
    assert all(not d.sure and d.why for d in results[1].readings)
    assert results[3].readings == dice and results[3].why == ""


@pytest.mark.parametrize(
    "dice",
    [
        (die("K", 60, 60),),
        (die("K", 60, 60), die("8", 120, 60), die("A", 90, 90)),
        (die("K", 60, 60), die("8", 120, 60, sure=False)),
        (die("K", 60, 60), die("Q", 120, 60)),
        (die("K", 60, 60), die("8", 140, 60)),
    ],
    ids=["too few", "too many", "not sure", "other face", "moved"],
)
def test_any_doubt_starts_the_vote_again(dice: tuple[DieReading, ...]) -> None:
    """Fewer or more dice than the game knows, a doubt, another face or another place."""
    vote = Steady(expected=2, agree=2)
    settled = (die("K", 60, 60), die("8", 120, 60))
    assert [vote.update(k / 30, settled, noisy(k)).sure for k in range(3)][-1]
    assert not vote.update(0.1, dice, noisy(3)).sure
    assert not vote.update(0.13, settled, noisy(4)).sure


def test_a_hand_that_moves_beside_the_dice_puts_it_back() -> None:
    """The dice lie still and are read, but something else moves near them."""
    vote = Steady(expected=2, agree=2)
    dice = (die("K", 60, 60), die("8", 120, 60))
    for k in range(4):
        result = vote.update(k / 30, dice, noisy(k))
    assert result.sure
    hand = EMPTY.copy()
    hand[70:110, 80:110] = (120, 140, 200)
    result = vote.update(4 / 30, dice, noisy(4, hand))
    assert not result.sure and not result.still and result.why == "something moves"


def test_old_frames_do_not_count() -> None:
    """After a gap the vote begins again."""
    vote = Steady(expected=1, agree=2, longest_gap_s=0.5)
    dice = (die("K", 60, 60),)
    assert [vote.update(k / 30, dice, noisy(k)).sure for k in range(3)][-1]
    assert not vote.update(5.0, dice, noisy(4)).sure


def test_the_mean_of_still_frames_has_less_noise() -> None:
    """Eight still frames averaged: the noise of a frame falls to about a third."""
    still = Stillness()
    for k in range(9):
        result = still.update(noisy(k))
    assert result.still and result.frames == 8
    assert np.std(result.mean.astype(float) - EMPTY) < 0.45 * np.std(noisy(3).astype(float) - EMPTY)


def test_a_changed_light_is_no_stillness() -> None:
    """The whole picture gets brighter: whatever was agreed no longer counts."""
    still = Stillness()
    still.update(noisy(1))
    assert still.update(noisy(2)).still
    assert not still.update(noisy(3, EMPTY + 40)).still


def test_frames_that_are_not_read_count_for_stillness_only() -> None:
    """After one that was passed by, the first frame that is read is already a vote; a movement between is noticed."""
    vote = Steady(expected=2, agree=2)
    dice = (die("K", 60, 60), die("8", 120, 60))
    vote.pass_by(noisy(0))
    assert [vote.update(k / 30, dice, noisy(k)).sure for k in (1, 2)] == [False, True]
    hand = EMPTY.copy()
    hand[40:100, 80:150] = 220
    vote.pass_by(noisy(3, hand))
    assert not vote.update(0.2, dice, noisy(4)).sure


def test_a_hand_that_comes_and_goes_between_two_readings_puts_it_back() -> None:
    """It may have turned a die: what was agreed before it does not count; beside the table it is nobody's business."""
    dice = (die("K", 60, 60), die("8", 90, 60))
    hand, away = EMPTY.copy(), EMPTY.copy()
    hand[50:80, 70:100] = (120, 140, 200)
    away[0:30, 180:200] = (120, 140, 200)
    for passing, sure in ((away, True), (hand, False)):
        vote = Steady(expected=2, agree=2)
        assert [vote.update(k / 30, dice, noisy(k)).sure for k in range(3)][-1]
        for k, ground in enumerate((passing, EMPTY, EMPTY)):
            vote.pass_by(noisy(10 + k, ground))
        assert vote.update(0.3, dice, noisy(20)).sure is sure


@pytest.mark.parametrize("change", ["rolls", "is covered", "in another light"])
def test_what_happens_to_one_die_puts_it_back(change: str) -> None:
    """Five dice of which one rolls on, is hidden by a resting hand, or all are seen in another light."""
    five = tuple(die("KQJA8"[k], 20 + 35 * k, 60) for k in range(5))
    vote = Steady(expected=5)
    assert [vote.update(k / 30, five, noisy(k)).sure for k in range(4)][-1]
    after = {"rolls": (*five[:4], die("8", 172, 66)), "is covered": five[:4], "in another light": five}[change]
    ground = EMPTY + 40 if change == "in another light" else EMPTY
    result = vote.update(0.2, after, noisy(9, ground))
    assert not result.sure
    assert result.why
    assert not any(reading.sure for reading in result.readings)
    assert [vote.update(0.25 + k / 30, five, noisy(30 + k)).sure for k in range(5)][-1]


def test_a_vote_stands_only_over_all_dice() -> None:
    """While a cup hides some of them nothing is decided; with the last one in sight the vote begins."""
    vote, one, two = Steady(expected=2), (die("K", 60, 60),), (die("K", 60, 60), die("8", 120, 60))
    standing = []
    for number, dice in enumerate(((), one, one, two, two)):
        vote.update(number / 30, dice, noisy(number))
        standing.append(vote.stands)
    assert standing == [False, False, False, False, True]
