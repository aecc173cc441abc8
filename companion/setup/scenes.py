"""Drawn pictures for each page, so that the set-up can be tried without a camera: drawn hands do what is asked."""

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np

from calibration.advice import Advice, Say
from calibration.lens import Lens
from calibration.mat import mat
from calibration.table_session import Way
from companion.setup.hints import Hint, Note, note
from companion.setup.step import Act, Part, Step
from companion.setup.tasks.deck import ROWS
from companion.setup.tasks.table import THING, THINGS, WAY
from vision.camera.frames import Frame
from vision.drawn.chip_stacks import stacks_print
from vision.drawn.clip import TEACHING_ROWS
from vision.drawn.faces import FACES
from vision.drawn.held_board import LENS, HeldBoard
from vision.drawn.kit_table import mat_print, photograph
from vision.drawn.lens_view import LensView
from vision.drawn.paper import Paper
from vision.drawn.playing_cards import card_print, lay_cards
from vision.drawn.table import DrawnTable
from vision.pictures import Picture

#: The name of the drawn camera.
DRAWN = "drawn table"
_PERIOD_S = 0.15
#: The board is held still for so many pictures before it is moved as advised.
_HELD = 5
#: Under the lamp's full light the mat's white patch would be blinded.
_LIGHT = 0.86
#: Whether the table is drawn with its grain; without, it is quicker.
WOOD = True
#: So far apart lie the cards of a suit; otherwise each time that they are laid out again, as people do it where the
#: reader does not find all thirteen.
_APART_MM = (8.0, 10.0, 7.0, 4.0)
#: From which side the drawn camera looks, in degrees: as it was set up, and bumped.
_STANDS, _BUMPED = 4.0, 5.0
#: The noise that is left of a mean of pictures.
_STILL_NOISE = 0.7


class Scene(Protocol):
    """What is before the drawn camera. `picture` is asked by one thread, the rest is called by another."""

    @property
    def key(self) -> Act | None:
        """What the drawn hand can be told to do now; None: nothing."""

    def picture(self) -> Picture:
        """What is seen now."""

    def heed(self, step: Step) -> None:
        """What the page asks for now."""

    def hand(self) -> None:
        """Do what the page asks for."""

    def clear(self) -> None:
        """The page begins anew."""


class SceneCamera:
    """A scene as a `vision.camera.Camera`."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._closed = threading.Event()
        self._count = 0
        self.fps = 1 / _PERIOD_S

    @property
    def name(self) -> str:
        """See `Camera`."""
        return DRAWN

    def read(self) -> Frame | None:
        """See `Camera`; None once it is closed."""
        if self._count:
            self._closed.wait(_PERIOD_S)
        if self._closed.is_set():
            return None
        self._count += 1
        return Frame(self._scene.picture(), self._count - 1, time.monotonic_ns())

    def interrupt(self) -> None:
        """See `Camera`."""
        self._closed.set()

    def close(self) -> None:
        """See `Camera`."""
        self._closed.set()


class _Drawn:
    """A picture that is drawn once, and again when something changed."""

    def __init__(self) -> None:
        self._wanted = self._done = 0
        self._picture: Picture | None = None
        self._step = Step("")

    def picture(self) -> Picture:
        """See `Scene`."""
        wanted = self._wanted
        if self._picture is None or self._done != wanted:
            self._picture, self._done = self._draw(), wanted
        return self._picture

    def _draw(self) -> Picture:
        raise NotImplementedError

    @property
    def key(self) -> Act | None:
        """See `Scene`."""
        return None

    def heed(self, step: Step) -> None:
        """See `Scene`."""
        self._step = step

    def hand(self) -> None:
        """See `Scene`."""

    def clear(self) -> None:
        """See `Scene`."""

    def _asked(self, *hints: Hint) -> bool:
        return isinstance(self._step.now, Note) and self._step.now.hint in hints


class LensScene(_Drawn):
    """Hands hold the board where they are told, and keep it still for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self._board = HeldBoard()
        self._given = 0

    def picture(self) -> Picture:
        """See `Scene`."""
        self._given += 1
        return super().picture()

    def heed(self, step: Step) -> None:
        """See `Scene`."""
        if not isinstance(step.now, Advice) or step.now.say in (Say.HOLD_STILL, Say.SHOW_BOARD, Say.LENS_ENOUGH):
            return
        if self._given >= _HELD:
            self._given = 0
            self._board.heed(step.now)
            self._wanted += 1

    def _draw(self) -> Picture:
        return self._board.picture(wood=WOOD)


class TableScene(_Drawn):
    """A mat, a card, or a sheet of paper lies on the table; on the page that checks, the hand bumps the camera."""

    def __init__(self, *, bumped: bool = False) -> None:
        super().__init__()
        self._bumpable = bumped
        self._azimuth = _STANDS
        self._way, self._thing = Way.MAT, ""

    @property
    def key(self) -> Act | None:
        """See `Scene`."""
        return Act.BUMP if self._bumpable and self._step.marks else None

    def heed(self, step: Step) -> None:
        """See `Scene`."""
        super().heed(step)
        picks = {pick.group: pick.value for pick in step.picks}
        way, thing = Way(picks.get(WAY, Way.MAT)), picks.get(THING, "")
        if self._bumpable:
            # What was set up without a mat is checked without one.
            way = Way.CARD if note(Hint.TABLE_NO_MAT) in step.more or self._way is Way.CARD else Way.MAT
        if (way, thing) != (self._way, self._thing):
            self._way, self._thing = way, thing
            self._wanted += 1

    def hand(self) -> None:
        """See `Scene`."""
        if self._way is Way.MAT:
            self._azimuth += 3.0
        else:
            # Without a mat it must be put back, and so it is.
            self._azimuth = _BUMPED if self._azimuth == _STANDS else _STANDS
        self._wanted += 1

    def _draw(self) -> Picture:
        view = LensView(
            lens=LENS, elevation_deg=62, distance_mm=720, target_mm=(0.0, 0.0, 0.0), azimuth_deg=self._azimuth
        )
        return photograph(view, [self._paper()], light=_LIGHT, wood=WOOD)

    def _paper(self) -> Paper:
        if self._way is Way.MAT:
            return mat_print(mat("mentiroso", 4))
        right, up = (0.97, 0.24, 0.0), (-0.24, 0.97, 0.0)
        if self._way is Way.CARD:
            return Paper(card_print("QH"), 8.0, (20.0, 10.0, 0.3), right, up)
        width, height = THINGS[Way.TAPS].get(self._thing, (297.0, 210.0))
        return Paper(np.full((round(height), round(width), 3), 240, np.uint8), 1.0, (0.0, 0.0, 0.1), right, up)


class DiceScene(_Drawn):
    """The drawn table's own dice: laid in the two rows that show all six faces, then thrown."""

    def __init__(self, table: DrawnTable | None = None) -> None:
        super().__init__()
        self._table = table or DrawnTable(seed=secrets.randbelow(1000))
        self._row = ""
        self._thrown = False

    @property
    def key(self) -> Act | None:
        """See `Scene`."""
        return Act.HAND if self._asked(Hint.DICE_LAY, Hint.DICE_LAY_AGAIN, Hint.DICE_TRY) else None

    def hand(self) -> None:
        """See `Scene`."""
        self._thrown = self._asked(Hint.DICE_TRY)
        if self._thrown:
            self._table.throw([secrets.choice(FACES) for _ in range(5)])
        else:
            self._row = TEACHING_ROWS[1 if self._asked(Hint.DICE_LAY_AGAIN) else 0]
        self._wanted += 1

    def clear(self) -> None:
        """See `Scene`."""
        self._row, self._thrown = "", False
        self._wanted += 1

    def _draw(self) -> Picture:
        if self._row and not self._thrown:
            return self._table.teaching_row(self._row)
        return self._table.frame(0.0)


class DeckScene(_Drawn):
    """The suit that is asked for is laid out in rows."""

    def __init__(self) -> None:
        super().__init__()
        self._suit = ""
        self._laid = 0

    @property
    def key(self) -> Act | None:
        """See `Scene`."""
        return Act.HAND if self._asked(Hint.DECK_LAY) else None

    def hand(self) -> None:
        """See `Scene`."""
        if isinstance(self._step.now, Note):
            suit = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}.get(dict(self._step.now.values).get("suit", ""), "")
            self._suit, self._laid = suit, self._laid + 1 if suit == self._suit else 0
            self._wanted += 1

    def clear(self) -> None:
        """See `Scene`."""
        self._suit, self._laid = "", 0
        self._wanted += 1

    def _draw(self) -> Picture:
        view = LensView(lens=Lens.typical(1280, 720), elevation_deg=86, distance_mm=468, target_mm=(0.0, 0.0, 0.0))
        rows = [[rank + self._suit for rank in row] for row in ROWS] if self._suit else []
        papers = lay_cards(rows, apart=_APART_MM[self._laid % len(_APART_MM)])
        return photograph(view, papers, noise=_STILL_NOISE, wood=WOOD)


class ChipsScene(_Drawn):
    """A cloth with a stack of each usual colour; they lie there from the beginning."""

    def _draw(self) -> Picture:
        view = LensView(lens=LENS, elevation_deg=70, distance_mm=430, target_mm=(0.0, 0.0, 0.0))
        return photograph(view, [stacks_print()], wood=False)


class EmptyScene(_Drawn):
    """The bare table."""

    def _draw(self) -> Picture:
        return DrawnTable().frame(0.0)


_SCENES: Mapping[Part, Callable[[], Scene]] = {
    Part.LENS: LensScene,
    Part.TABLE: TableScene,
    Part.CHECK: lambda: TableScene(bumped=True),
    Part.DICE: DiceScene,
    Part.DECK: DeckScene,
    Part.CHIPS: ChipsScene,
}


def scene_of(part: Part) -> Scene:
    """What lies before the drawn camera on a page."""
    return _SCENES.get(part, EmptyScene)()
