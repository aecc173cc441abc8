"""The lens: the calibration board is held before the camera, here and there, tilted all ways."""

from dataclasses import replace

import numpy as np

from calibration.advice import Advice, Say, advise
from calibration.board import find_board
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.lens_session import PARTS, LensSession, look_at_board, solve_lens
from calibration.profiles import ProfileError
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Mark, Points, Step, Tone
from companion.setup.task import Bench
from vision.camera.frames import Frame

_THIRDS = {"left": 0, "middle": 1, "right": 2, "top": 0, "bottom": 2}
#: Without a board in sight it is looked for so often only: that takes longest.
_LOOK_NS = 250_000_000


class LensTask:
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._begin()

    def _begin(self) -> None:
        self._session = LensSession()
        self._advice: Word = advise(Say.SHOW_BOARD)
        self._size = (16, 9)
        self._next_ns = 0
        self._found: tuple[Lens, float] | None = None
        self._told: Word | None = None
        self._kept = False
        self._refused: Word | None = None

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        if self._session.done or frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        height, width = frame.picture.shape[:2]
        self._size = (width, height)
        try:
            self._session, self._advice = look_at_board(self._session, find_board(frame.picture))
        except CalibrationError as error:
            # The camera gives another size than before.
            self._begin()
            self._refused = str(error)

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.AGAIN:
            self._begin()
        elif act is Act.KEEP and self._found is not None:
            lens, error = self._found
            try:
                self._bench.store.keep_lens(self._bench.camera, lens, error, self._bench.now())
            except ProfileError as trouble:
                self._refused = str(trouble)
            else:
                self._kept, self._refused = True, None

    def work(self) -> bool:
        """See `Task`."""
        if not self._session.done or self._told is not None:
            return False
        try:
            lens, error, self._told = solve_lens(self._session)
            self._found = (lens, error)
        except CalibrationError as trouble:
            self._told = str(trouble)
        return True

    @property
    def step(self) -> Step:
        """See `Task`."""
        session = self._session
        told = Step(self._advice, progress=session.progress, marks=self._marks())
        if self._kept:
            kept = note(Hint.DRAWN_KEPT) if self._bench.drawn else note(Hint.LENS_KEPT, name=self._bench.camera)
            told = Step(kept, Tone.GOOD, keys=(Act.AGAIN,), progress=1.0)
        elif session.done and self._told is None:
            told = Step(note(Hint.LENS_SOLVING), progress=1.0)
        elif self._told is not None:
            good = self._found is not None
            keys = (Act.KEEP, Act.AGAIN) if good else (Act.AGAIN,)
            told = Step(self._told, Tone.GOOD if good else Tone.TROUBLE, keys=keys, progress=1.0, marks=self._marks())
        elif session.views:
            told = replace(told, keys=(Act.AGAIN,))
        if self._refused is not None:
            told = replace(told, more=(self._refused, *told.more), tone=Tone.TROUBLE)
        return replace(told, size=self._size, drawn=self._bench.drawn)

    def _marks(self) -> tuple[Mark, ...]:
        """Where corners were seen so far, where the board should go next, and where it is."""
        width, height = self._size
        cell = (width / PARTS[0], height / PARTS[1])
        marks = [
            Mark(_box(x * cell[0], y * cell[1], *cell), tone=Tone.GOOD, filled=True)
            for x, y in sorted(self._session.covered)
        ]
        if isinstance(self._advice, Advice) and self._advice.say is Say.BOARD_TO:
            column, row = 1, 1
            for word in dict(self._advice.values)["where"].split():
                column = _THIRDS[word] if word in ("left", "right") else column
                row = _THIRDS[word] if word in ("top", "bottom") else row
            marks.append(Mark(_box(column * width / 3, row * height / 3, width / 3, height / 3), tone=Tone.ASK))
        if self._session.last is not None and not self._session.done:
            marks.append(Mark(_around(self._session.last.pixels), tone=Tone.GOOD))
        return tuple(marks)


def _box(left: float, top: float, width: float, height: float) -> Points:
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def _around(pixels: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Points:
    """The corners that lie farthest out in each diagonal direction: the board's outline as far as it was seen."""
    ways = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return tuple((float(x), float(y)) for x, y in (pixels[int(np.argmax(pixels @ way))] for way in ways))
