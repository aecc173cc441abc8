"""Setting a table up live, as the screen's wizard does it."""

import string

import numpy as np
import pytest

from calibration.advice import ENGLISH, Say, advise
from calibration.outlines import outline
from calibration.table_session import TableSession, Way, look, tap
from calibration.zones import Zone, ZoneKind, box
from tests.calibration.scenes import LENS, MAT, MAT_PRINT, SIZE, USUAL, camera, grid, misses, playing_card, shot

VIEW = camera(55, 700)
EMPTY = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)


def test_the_mat_is_found_when_three_pictures_agree() -> None:
    """First it is missing, then it must be held still, then it is told how good it is."""
    session = TableSession(LENS)
    session, advice = look(session, EMPTY)
    assert advice[0].say is Say.SHOW_MAT and session.found is None
    for k in range(3):
        session, advice = look(session, shot(VIEW, [MAT_PRINT], seed=k))
        assert session.done == (k == 2)
        assert advice[0].say is (Say.MAT_GOOD if k == 2 else Say.HOLD_STILL)
    assert session.found is not None
    assert misses(session.found.profile, VIEW, grid(MAT.width, MAT.height)).max() < 2.0
    assert session.progress == 1.0
    session, _ = look(session, shot(camera(60, 720), [MAT_PRINT]))
    assert not session.done and session.agreeing == 1


def test_a_card_will_do() -> None:
    """Once it lies there."""
    session = TableSession(LENS, Way.CARD)
    session, advice = look(session, EMPTY)
    assert advice[0].say is Say.LAY_CARD
    near = camera(60, 500)
    for k in range(3):
        session, advice = look(session, shot(near, [playing_card(20)], seed=k))
    assert session.done


def test_four_taps_are_counted() -> None:
    """Crossed taps begin again; so does a fifth."""
    near = camera(60, 500)
    card = playing_card(20)
    picture, corners = shot(near, [card]), near.project(card.corners)
    session = TableSession(USUAL, Way.TAPS)
    session, advice = look(session, picture)
    assert advice == (advise(Say.TAP_CORNER, corner=1),)
    for k in (0, 2, 1, 3):
        session, advice = tap(session, picture, tuple(corners[k]))
    assert [a.say for a in advice] == [Say.TAPS_CROSSED, Say.TAP_CORNER]
    for k in range(4):
        assert session.progress == k / 4
        session, advice = tap(session, picture, tuple(corners[k]))
    assert session.done and session.progress == 1.0
    assert look(session, picture)[1] == advice
    session, advice = tap(session, picture, tuple(corners[0]))
    assert len(session.taps) == 1 and not session.done


def test_a_bad_fit_is_told_of_what_was_laid_there() -> None:
    """Of taps and cards nobody asks whether a mat was printed right."""
    near = camera(60, 500)
    card = playing_card(20)
    picture, corners = shot(near, [card]), near.project(card.corners)
    corners[0] += 15
    session = TableSession(USUAL, Way.TAPS)
    for corner in corners:
        session, advice = tap(session, picture, tuple(corner))
    assert [a.say for a in advice] == [Say.CORNERS_REPEAT]
    assert not session.done


def test_zones_can_be_drawn_over_the_picture() -> None:
    """In pixels, cut at the picture's edge; nothing of those outside it."""
    low = camera(20, 300).profile
    cup = next(z for z in MAT.zones if z.kind is ZoneKind.CUP)
    drawn = outline(VIEW.profile, cup)
    assert drawn is not None and drawn.shape == (36, 2)
    assert drawn.mean(axis=0) == pytest.approx(VIEW.profile.project(np.zeros(2)), abs=4)
    for seat in MAT.zones:
        for profile in (low, VIEW.profile):
            drawn = outline(profile, seat)
            if drawn is not None:
                assert (drawn > -60).all() and (drawn < np.array(SIZE) + 60).all()
    away = Zone(ZoneKind.SEAT, box(0, -900, 100, 100))
    assert outline(VIEW.profile, away) is None


@pytest.mark.parametrize("say", Say)
def test_every_advice_has_its_sentence(say: Say) -> None:
    """With all its values filled in."""
    names = [name for _, name, _, _ in string.Formatter().parse(ENGLISH[say]) if name]
    assert advise(say, **dict.fromkeys(names, 1.5)).text
