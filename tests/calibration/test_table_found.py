"""Tables found in rendered pictures with known cameras: by the mat, by taps, by a card."""

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.from_card import table_from_card
from calibration.from_mat import Quality, table_from_markers, table_from_mat
from calibration.from_rectangle import table_from_taps
from calibration.mat import mat
from tests.calibration.scenes import (
    LENS,
    MAT,
    MAT_PRINT,
    SIZE,
    USUAL,
    camera,
    covering,
    glare,
    grid,
    misses,
    playing_card,
    shot,
)
from vision.drawn.kit_table import mat_print, photograph
from vision.drawn.paper import Paper

ALL_OVER = grid(MAT.width, MAT.height)


@pytest.mark.parametrize(("elevation", "distance"), [(35, 900), (60, 500), (90, 700)])
def test_the_mat_gives_places_within_two_millimetres(elevation: float, distance: float) -> None:
    """Over the whole mat, with the lens known and with a usual one in its place."""
    view = camera(elevation, distance)
    picture = shot(view, [MAT_PRINT])
    for lens in (LENS, USUAL):
        found = table_from_mat(picture, lens)
        assert misses(found.profile, view, ALL_OVER).max() < 2.0
        assert found.quality is Quality.GOOD
        assert (found.profile.mat, found.profile.players) == ("mentiroso", 4)
        assert found.profile.zones == MAT.zones


def test_half_of_the_mat_may_be_covered() -> None:
    """Hands, cards and the cup over half of the markers."""
    view, chance = camera(55, 700), np.random.default_rng(3)
    lids = [covering(chance, m.x, m.y, 40, 44) for m in MAT.markers[::2]]
    found = table_from_mat(shot(view, [MAT_PRINT, *lids]), LENS)
    assert found.seen <= len(MAT.markers) - len(lids)
    assert misses(found.profile, view, ALL_OVER).max() < 2.0


def test_glare_and_blur_are_no_trouble() -> None:
    """A reflection that blinds some markers, and a lens out of focus."""
    view = camera(50, 700)
    shiny = glare(shot(view, [MAT_PRINT]), 360, 250, 70)
    blurred = shot(view, [MAT_PRINT], blur_px=1.6)
    for picture in (shiny, blurred):
        assert misses(table_from_mat(picture, LENS).profile, view, ALL_OVER).max() < 2.0


def seen_markers(table, view) -> dict[int, np.ndarray]:
    """The markers where they must be seen, without drawing anything."""
    return {m.number: view.project(np.column_stack([m.corners, np.zeros(4)])) for m in table.markers}


def test_a_badly_taped_sheet_is_named() -> None:
    """The right sheet lies 4 mm off: told by its number, and the rest is not bent to fit."""
    view = camera(60, 700)
    markers = seen_markers(MAT, view)
    for marker in MAT.markers:
        if MAT.sheet_of(marker) == 2:
            moved = marker.corners + np.array([0.0, 4.0])
            markers[marker.number] = view.project(np.column_stack([moved, np.zeros(4)]))
    found = table_from_markers(markers, LENS)
    assert any("Sheet 3" in advice.text for advice in found.advice)
    assert not any("Sheet 1" in advice.text for advice in found.advice)
    assert found.quality is not Quality.GOOD


def test_one_wrong_marker_is_not_believed() -> None:
    """A marker of a second kit that lies about: the table stays right."""
    view = camera(60, 700)
    markers = seen_markers(MAT, view)
    markers[4] = markers[4] + 60.0
    found = table_from_markers(markers, LENS)
    assert misses(found.profile, view, ALL_OVER).max() < 1.0


def test_which_mat_lies_there_is_seen() -> None:
    """The detective mat for three: the profile knows its boards."""
    table = mat("detective", 3)
    found = table_from_mat(shot(camera(60, 700), [mat_print(table)]), LENS, players=3)
    assert found.profile.mat == "detective"
    assert found.profile.zones == table.zones


def test_too_little_of_the_mat_is_told() -> None:
    """No mat, and a mat of which two markers are seen."""
    empty = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    with pytest.raises(CalibrationError, match="expected the printed mat, found none"):
        table_from_mat(empty, LENS)
    markers = dict(list(seen_markers(MAT, camera(60, 700)).items())[:2])
    with pytest.raises(CalibrationError, match=r"found 2.*Take away what covers"):
        table_from_markers(markers, LENS)


def shifted(found, view, places: np.ndarray, at: tuple[float, float], turn: float) -> float:
    """The largest miss when the found frame is that of a thing at `at`, turned by `turn` and any quarters."""
    pixels = view.project(np.column_stack([places, np.zeros(len(places))]))
    seen = ((pixels > 0) & (pixels < (view.lens.width, view.lens.height))).all(axis=1)
    got, worst = found.profile.on_table(pixels[seen]), []
    for quarter in range(4):
        angle = np.radians(turn + 90 * quarter)
        back = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        worst.append(np.linalg.norm(got - (places[seen] - at) @ back, axis=1).max())
    return float(min(worst))


@pytest.mark.parametrize(("elevation", "distance", "turn"), [(35, 900, 10), (60, 600, 70), (90, 500, 25)])
def test_one_card_gives_places_within_five_millimetres(elevation: float, distance: float, turn: float) -> None:
    """Over all of the table where the mat would lie, with the lens known."""
    view = camera(elevation, distance, lens=LENS.resized(1280, 720))
    found = table_from_card(shot(view, [playing_card(turn)]), LENS)
    assert shifted(found, view, ALL_OVER, (20, 10), turn) < 5.0
    assert found.profile.eye[2] == pytest.approx(view.eye[2], rel=0.02)


def test_without_a_card_there_is_no_table() -> None:
    """Wood and felt are no card."""
    with pytest.raises(CalibrationError, match="63 x 88 mm lying on the table, found none"):
        table_from_card(photograph(camera(50, 700), []), LENS)


def test_a_small_label_beside_the_cards_is_not_taken_for_one() -> None:
    """It has a card's shape; but the cards agree with each other, and alone the larger one is the card."""
    view = camera(60, 500)
    label = Paper(np.full((88, 63, 3), 240, np.uint8), 4.0, (110.0, 40.0, 0.1))
    for cards in ([playing_card(20)], [playing_card(20), playing_card(75, (-90.0, -20.0))]):
        found = table_from_card(shot(view, [*cards, label]), LENS)
        assert found.profile.eye[2] == pytest.approx(view.eye[2], rel=0.03)


def test_what_is_printed_on_paper_is_no_card() -> None:
    """A pip or a figure has a card's shape, but what lies round it is paler than it is."""
    paper = np.full((1500, 1500, 3), 235, np.uint8)
    paper[600:900, 640:855] = (60, 50, 170)
    with pytest.raises(CalibrationError, match="found none"):
        table_from_card(shot(camera(60, 500), [Paper(paper, 5.0)]), LENS)
    paper[:] = 120
    paper[600:900, 640:855] = 235
    assert table_from_card(shot(camera(60, 500), [Paper(paper, 5.0)]), LENS).seen == 4


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_four_taps_on_a_rectangle(start: int) -> None:
    """From any corner, either way round, three pixels beside it: the edges put them right."""
    sheet = Paper(np.full((210, 297, 3), 245, np.uint8), 1.0)
    view = camera(45, 700)
    picture = shot(view, [sheet])
    corners = view.project(sheet.corners)
    chance = np.random.default_rng(start)
    taps = np.roll(corners, start, axis=0)[:: 1 if start % 2 else -1] + chance.uniform(-3, 3, (4, 2))
    found = table_from_taps(picture, [tuple(t) for t in taps], (210, 297), LENS)
    assert shifted(found, view, ALL_OVER, (0, 0), 0) < 2.0
    assert found.profile.eye[1] < 0


@pytest.mark.parametrize(
    ("taps", "size", "told"),
    [
        ([(10, 10), (100, 10), (100, 80)], (60, 90), "expected four taps"),
        ([(10, 10), (100, 80), (100, 10), (10, 80)], (60, 90), "do not go round"),
        ([(10, 10), (100, 10), (100, 80), (10, 80)], (2, 90), "expected sides of 10 to 3000 mm"),
        ([(10, 10), (100, 10), (200, 10), (300, 10)], (60, 90), "do not go round"),
    ],
)
def test_taps_that_are_no_rectangle_are_told(
    taps: list[tuple[float, float]], size: tuple[float, float], told: str
) -> None:
    """What was expected, what was found."""
    with pytest.raises(CalibrationError, match=told):
        table_from_taps(np.zeros((540, 960, 3), np.uint8), taps, size, LENS)
