"""What the other dice of a table say of one that nobody taught."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from calibration.dice_set import FACES
from tests.vision.dice.drawn_dice import Placed, draw, view
from vision.dice.align import find_tops
from vision.dice.company import alike, told_by_memory, told_together
from vision.dice.match import look_at
from vision.dice.patch import all_turns, cut_all

LEAST = 0.98
A, K, J, NONE = FACES.index("A"), FACES.index("K"), FACES.index("J"), len(FACES)


def _row(**shares: float) -> np.ndarray:
    """Probabilities of A, K, J and none as they are given, what is left spread over all."""
    row = np.full(len(FACES) + 1, (1 - sum(shares.values())) / (len(FACES) + 1))
    for name, share in shares.items():
        row[{"A": A, "K": K, "J": J, "none": NONE}[name]] += share
    return row


def test_its_double_beside_it_settles_a_doubt() -> None:
    """Two that look alike, one of them surely a jack: the other is one too."""
    rows = np.stack([_row(J=0.99), _row(J=0.6, A=0.3)])
    told = told_together(rows, np.array([[4.0, 4.0], [4.0, 4.0]]), [0, 1], LEAST)
    assert told[1, J] > 0.97 > rows[1, J]


def test_what_looks_otherwise_than_a_sure_ace_is_no_ace() -> None:
    """A jack that may be an ace, and an ace that looks nothing like it."""
    rows = np.stack([_row(A=0.99), _row(J=0.9, A=0.08)])
    told = told_together(rows, np.array([[4.0, -4.0], [-4.0, 4.0]]), [0, 1], LEAST)
    assert told[1, J] > 0.95 and told[1, A] < 0.02


def test_a_double_that_is_not_sure_itself_makes_nothing_surer() -> None:
    """The namer errs alike on two that look alike: they are no two witnesses."""
    rows = np.stack([_row(J=0.97), _row(J=0.97)])
    assert np.allclose(told_together(rows, np.full((2, 2), 4.0), [0, 1], LEAST), rows)


def test_what_only_resembles_a_sure_face_is_not_told_by_it() -> None:
    """Kings and jacks of one engraver resemble each other."""
    rows = np.stack([_row(K=0.999), _row(J=0.6, K=0.3)])
    assert np.allclose(told_together(rows, np.full((2, 2), 2.0), [0, 1], LEAST), rows)


def test_doubtful_neighbours_prove_nothing() -> None:
    """Two kings or jacks that look alike, and neither is known: both stay in doubt."""
    rows = np.stack([_row(K=0.5, J=0.45), _row(K=0.48, J=0.47)])
    told = told_together(rows, np.full((2, 2), 4.0), [0, 1], LEAST)
    assert told[:, K].max() < 0.75


def test_two_pictures_of_one_die_are_no_company() -> None:
    """Else every die would vouch for itself."""
    rows = np.stack([_row(J=0.9, A=0.08), _row(J=0.9, A=0.08)])
    assert np.allclose(told_together(rows, np.full((2, 2), 4.0), [0, 0], LEAST), rows)


def test_what_is_no_face_says_nothing() -> None:
    """A stain that looks like the die beside it."""
    rows = np.stack([_row(none=0.95, J=0.04), _row(J=0.6, A=0.3)])
    assert np.allclose(told_together(rows, np.full((2, 2), 4.0), [0, 1], LEAST)[1], rows[1])


@given(
    hnp.arrays(np.float64, (4, 7), elements=st.floats(1e-6, 1)),
    hnp.arrays(np.float64, (4, 4), elements=st.floats(-4, 4)),
)
def test_told_are_probabilities_and_order_does_not_count(shares: np.ndarray, same: np.ndarray) -> None:
    """Whatever is seen: each row adds up to one, and the dice may be told in any order."""
    rows, same = shares / shares.sum(axis=1, keepdims=True), (same + same.T) / 2
    told = told_together(rows, same, range(4), LEAST)
    assert np.allclose(told.sum(axis=1), 1) and (told >= 0).all()
    order = np.array([2, 0, 3, 1])
    assert np.allclose(told_together(rows[order], same[np.ix_(order, order)], range(4), LEAST), told[order])


def test_doubles_look_alike_however_they_lie() -> None:
    """Two kings turned anyhow, and a nine."""
    dice: list[Placed] = [(-3.0, 12.0, 0.2, "K"), (0.0, 13.5, 1.9, "K"), (3.0, 11.0, 2.0, "9")]
    middle = float(view().on_plane(np.array([320.0, 180.0]))[1])
    picture = draw(view(), [(x, y - 12 + middle, turn, face) for x, y, turn, face in dice])
    tops = sorted(find_tops(picture), key=lambda top: float(top.middle[0]))
    same = alike(look_at(all_turns(cut_all(picture, [top.quad for top in tops]))))
    assert len(tops) == 3
    assert same[0, 1] > 2 and max(same[0, 2], same[1, 2]) < 0


def _odds(**faces: float) -> np.ndarray:
    """Log-odds with what is remembered of some faces; of the others nothing is."""
    return np.array([[faces.get(face, np.nan) for face in FACES]])


def test_what_looks_as_a_face_did_that_a_person_named_is_that_face() -> None:
    """A king of which the namer says king or jack alike, and a look of a king that somebody named."""
    told = told_by_memory(np.stack([_row(K=0.45, J=0.45)]), _odds(K=12.0))
    assert told[0, K] > 0.995


def test_what_nobody_would_take_for_it_is_no_such_face_however_alike() -> None:
    """One tap on the wrong face does not outweigh a namer that is sure of another one."""
    told = told_by_memory(np.stack([_row(J=0.999)]), _odds(K=12.0))
    assert told[0].max() < 0.995


def test_what_looks_like_none_that_is_remembered_is_no_surer_than_by_itself() -> None:
    """Kings are known, and this is none: that it is a jack is still for the namer alone to say."""
    rows = np.stack([_row(J=0.9, K=0.08)])
    told = told_by_memory(rows, _odds(K=-6.0))
    assert told[0, J] <= rows[0, J] and told[0, K] < 0.02
    assert told.sum() == pytest.approx(1)


def test_nothing_remembered_changes_nothing() -> None:
    """A first throw."""
    rows = np.stack([_row(J=0.9, K=0.08)])
    assert np.allclose(told_by_memory(rows, _odds()), rows)


def test_aces_of_another_suit_are_aces_still() -> None:
    """An ace that looks like no ace that was seen is only a little less likely one."""
    told = told_by_memory(np.stack([_row(A=0.99)]), _odds(A=-9.0))
    assert told[0, A] > 0.8
