"""The pages of the set-up as they are looked at: what is asked, what was found, what went wrong."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from benchmarks.scenes import READY, Scene
from calibration.advice import Say, advise
from calibration.mat import mat
from calibration.picture import Picture
from companion.setup.hints import Hint, note
from companion.setup.known import Known
from companion.setup.step import Act, Mark, Part, Pick, Piece, Step, Tone
from companion.setup.tasks.table import zone_marks
from companion.setup.workshop import Moment
from companion.setup.workshop import Picture as Shown
from vision.drawn.chip_stacks import stacks_print
from vision.drawn.held_board import LENS, HeldBoard
from vision.drawn.kit_table import mat_print, photograph
from vision.drawn.lens_view import LensView
from vision.drawn.table import DrawnTable
from vision.pictures import for_screen

VIEW = LensView(lens=LENS, elevation_deg=62, distance_mm=720, target_mm=(0.0, 0.0, 0.0), azimuth_deg=4.0)
WAY = Pick("way", ("mat", "card", "taps"), "mat")
PLAYERS = Pick("players", ("2", "3", "4", "6", "8", "10"), "4")
#: Pixels that a picture of the set-up takes on a large screen.
_ACROSS = 960
ROW = "AKQJ8"
LABELS = ("A", "K", "Q", "J", "10")


def moments() -> tuple[tuple[str, Part, Step, Picture | None], ...]:
    """Name, page, what it shows, and the picture behind it (BGR; None: there is none). Drawing takes a moment."""
    dice = DrawnTable(seed=3)
    row, bare = dice.teaching_row(ROW), dice.frame(0.0)
    truth = sorted(dice.row_truth(ROW), key=lambda die: die.centre[0])
    quads = [tuple((float(x), float(y)) for x, y in die.quad) for die in truth]
    named = tuple(Mark(quad, label, Tone.GOOD) for quad, label in zip(quads, LABELS, strict=True))
    board = HeldBoard()
    board.heed(advise(Say.BOARD_TO, where="top left"))
    laid = photograph(VIEW, [mat_print(mat("mentiroso", 4))], light=0.86)
    found = zone_marks(replace(VIEW.profile, zones=mat("mentiroso", 4).zones, mat="mentiroso"), Tone.GOOD)
    cells = tuple(Mark(_cell(x, y), tone=Tone.GOOD, filled=True) for x in range(3) for y in range(2))
    return (
        ("set-up: camera", Part.CAMERA, _step(
            Step(note(Hint.CAMERA_SEES), Tone.GOOD, (note(Hint.CAMERA_GIVES, width=1280, height=720, rate=30),), 1.0,
                 picks=(Pick("cameras", ("Integrated Camera", "USB 2.0 Camera"), "USB 2.0 Camera"),), keys=(Act.LOOK,),
                 address=True), bare), bare),
        ("set-up: lens", Part.LENS, _step(
            Step(advise(Say.BOARD_TO, where="right"), progress=0.4, marks=cells, keys=(Act.AGAIN,)), board.picture()),
         board.picture()),
        ("set-up: table found", Part.TABLE, _step(
            Step(advise(Say.MAT_GOOD, mm=0.2), Tone.GOOD, (note(Hint.TABLE_FOUND),), 1.0, marks=found,
                 picks=(WAY, PLAYERS), keys=(Act.KEEP, Act.AGAIN)), laid), laid),
        ("set-up: check", Part.CHECK, _step(
            Step(advise(Say.CAMERA_MOVED), Tone.TROUBLE, (advise(Say.LIGHT_GOOD),)), laid), laid),
        ("set-up: dice named", Part.DICE, _step(
            Step(note(Hint.DICE_NAME), progress=0.2, marks=named, keys=(Act.TAKE, Act.AGAIN),
                 pieces=tuple(Piece(label, label in "AK") for label in LABELS),
                 picks=(Pick("printed", ("10 9", "8 7"), "10 9"),)), row), row),
        ("set-up: dice refused", Part.DICE, _step(
            Step(advise(Say.TEACH_TWINS, one="K", other="Q"), Tone.TROUBLE, (note(Hint.DICE_NAME),), 0.6, marks=named,
                 pieces=tuple(Piece(label) for label in LABELS), keys=(Act.TAKE, Act.AGAIN)), row), row),
        ("set-up: chips", Part.CHIPS, _step(
            Step(note(Hint.CHIPS_NAME), progress=0.5, keys=(Act.TAKE,),
                 pieces=tuple(Piece(name) for name in ("red", "yellow", "green", "blue"))), _chips()), _chips()),
        ("set-up: box", Part.BOX, Step(note(Hint.BOX_LAMP_SEAT, seat=2), progress=0.6, keys=(Act.YES, Act.NO)), None),
        ("set-up: no camera", Part.DECK, Step(note(Hint.NO_CAMERA), Tone.TROUBLE, keys=(Act.DRAW,)), None),
    )  # fmt: skip


class ShowRoom:
    """As `companion.setup.workshop.Workshop`, without a thread: always shows the same moment."""

    def __init__(self, part: Part, step: Step, picture: Picture | None) -> None:
        self.known = Known(lens=True, dice_set="bone dice")
        self.moment = Moment(1, part, step)
        self._picture = Shown(1, for_screen(picture, _ACROSS)) if picture is not None else None

    def newest(self) -> Shown | None:
        """The picture behind it."""
        return self._picture

    def begin(self, part: Part) -> None:
        """It is always begun."""

    def act(self, act: Act, value: str = "") -> None:
        """Nothing is done here."""

    def leave(self) -> None:
        """Nothing is open here."""


def setup_scenes() -> Iterator[Scene]:
    """The list of parts, and the pages of the set-up."""
    yield Scene("set-up: parts", "setup", READY, workshop=ShowRoom(Part.CAMERA, Step(""), None))
    for name, part, step, picture in moments():
        yield Scene(name, "setup", READY, touch=partial(_go, part), workshop=ShowRoom(part, step, picture))


def _go(part: Part, app: Any) -> None:
    app.page.go(part.value)


def _step(step: Step, picture: Picture) -> Step:
    return replace(step, size=(picture.shape[1], picture.shape[0]))


def _chips() -> Picture:
    view = LensView(lens=LENS, elevation_deg=70, distance_mm=430, target_mm=(0.0, 0.0, 0.0))
    return photograph(view, [stacks_print()], wood=False)


def _cell(x: int, y: int) -> tuple[tuple[float, float], ...]:
    width, height = LENS.width / 5, LENS.height / 4
    corners = np.array([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]) * (width, height)
    return tuple((float(a), float(b)) for a, b in corners)
