"""The dice set taught live: the five dice are put down in a row, twice; each row is named by tapping."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np

from calibration.advice import Say, advise
from calibration.dice_set import FACES, DiceSet
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Mark, Pick, Piece, Step, Tone
from companion.setup.task import KNOWN, Bench, trouble_of
from vision.camera.frames import Frame
from vision.dice.detect import TopFace
from vision.dice.read import read_dice
from vision.dice.teach import TeachError, find_row, teach_dice_set
from vision.pictures import Picture
from vision.readings import DieReading, as_quad
from vision.stillness import Stillness

DICE = 5
PRINTED = "printed"
#: How the two lowest faces are printed: the red one and the black one.
PRINTINGS = {"10 9": {"8": "10", "7": "9"}, "8 7": {"8": "8", "7": "7"}}
#: A still scene is looked at again after so long.
_LOOK_NS = 400_000_000
#: So many looks in a row must find the same row.
_AGREE = 2
#: Dice that lie within this share of their size of where they lay are the same row.
_STAYED = 0.5
_MOVED = 0.004
#: More than these are the grain of a bare table.
_MOST_SEEN = 8


class _Phase(StrEnum):
    LAY = "lay"
    NAME = "name"
    LEARN = "learn"
    TRY = "try"
    KEPT = "kept"


class DiceTask:
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._printed = next(iter(PRINTINGS))
        self._begin()

    def _begin(self) -> None:
        self._scene = Stillness(_MOVED)
        self._rows: list[tuple[Picture, list[str]]] = []
        self._set: DiceSet | None = None
        self._lay(fresh=True)

    def _lay(self, *, fresh: bool) -> None:
        """Wait for a row; not `fresh`: what lies there is the row before, and something must move first."""
        self._fresh = fresh
        self._phase = _Phase.LAY
        self._tops: list[TopFace] = []
        self._faces: list[Piece] = []
        self._picture: Picture | None = None
        self._readings: tuple[DieReading, ...] = ()
        self._size = (16, 9)
        self._agreed = 0
        self._stirred = False
        self._next_ns = 0
        self._refused: Word | None = None

    # ------------------------------------------------------------------------------------------------------- pictures

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        if self._phase in (_Phase.LEARN, _Phase.KEPT):
            return
        height, width = frame.picture.shape[:2]
        self._size = (width, height)
        scene = self._scene.update(frame.picture)
        if not scene.still:
            self._stirred, self._fresh, self._agreed = True, True, 0
            if self._phase is _Phase.LAY:
                self._tops = []
            self._readings = ()
            return
        if frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        if self._phase is _Phase.TRY:
            self._readings = read_dice(scene.mean, self._set, expected=DICE, thorough=False)
        elif self._stirred or (self._phase is _Phase.LAY and self._fresh):
            self._look(scene.mean)

    def _look(self, picture: Picture) -> None:
        """A row that lies still: five dice that stay become the row to be named."""
        tops = find_row(picture, DICE)
        if len(tops) > _MOST_SEEN:
            tops = []
        same = _same_places(self._tops, tops)
        if self._phase is _Phase.NAME:
            # A hand went over the table. Where the dice still lie there, their names are still theirs.
            self._stirred = False
            if same:
                return
            self._lay(fresh=True)
        self._agreed = self._agreed + 1 if same and len(tops) == DICE else 1
        self._tops = tops
        if len(tops) == DICE and self._agreed >= _AGREE:
            self._phase, self._picture, self._stirred, self._refused = _Phase.NAME, picture, False, None
            self._faces = self._guess(picture, tops)

    def _guess(self, picture: Picture, tops: Sequence[TopFace]) -> list[Piece]:
        """What the reader takes the dice for, as a beginning."""
        readings = read_dice(picture, self._set, expected=DICE, thorough=False)
        faces = []
        for top in tops:
            near = [r for r in readings if np.hypot(*(np.array(r.centre) - top.middle)) < _STAYED * top.size]
            faces.append(Piece(near[0].face, near[0].sure) if near else Piece(FACES[0], False))
        missing = [face for face in self._missing if face not in {piece.name for piece in faces}]
        doubtful = [number for number, piece in enumerate(faces) if not piece.sure]
        for number, face in zip(doubtful, missing, strict=False):
            # It is what this row was asked for.
            faces[number] = Piece(face, False)
        return faces

    @property
    def _known(self) -> tuple[str, ...]:
        return self._bench.known("dice set")

    @property
    def _missing(self) -> tuple[str, ...]:
        """Faces that the rows so far have not shown."""
        return self._set.missing if self._set is not None else ()

    # ----------------------------------------------------------------------------------------------------------- taps

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.AGAIN:
            self._begin()
        elif act is Act.PIECE and self._phase is _Phase.NAME and value.isdigit() and int(value) < len(self._faces):
            number = int(value)
            self._faces[number] = Piece(FACES[(FACES.index(self._faces[number].name) + 1) % len(FACES)])
        elif act is Act.PICK:
            self._pick(*value.partition("=")[::2])
        elif act is Act.TAKE and self._phase is _Phase.NAME:
            self._phase = _Phase.LEARN
        elif act is Act.KEEP and self._phase is _Phase.TRY:
            self._keep()

    def _pick(self, group: str, option: str) -> None:
        if group == PRINTED and option in PRINTINGS and not self._rows:
            self._printed = option
        elif group == KNOWN and option in self._known:
            self._refused = trouble_of(lambda: self._use(self._bench.store.dice_set(option)))

    def _keep(self) -> None:
        assert self._set is not None
        named = replace(self._set, name=self._bench.free_name("dice set", "dice"))

        def keep() -> None:
            self._bench.store.save_dice_set(named)
            self._use(named)

        self._refused = trouble_of(keep)

    def _use(self, dice_set: DiceSet) -> None:
        """Raises ProfileError."""
        self._bench.put_in_use(dice_set=dice_set.name)
        self._bench.fittings.use_dice_set(dice_set)
        self._set, self._phase = dice_set, _Phase.KEPT

    # ------------------------------------------------------------------------------------------------------- learning

    def work(self) -> bool:
        """See `Task`."""
        if self._phase is not _Phase.LEARN or self._picture is None:
            return False
        labels = PRINTINGS[self._printed]
        row = (self._picture, [labels.get(face.name, face.name) for face in self._faces])
        try:
            self._set = teach_dice_set([*self._rows, row], "dice")
        except TeachError as error:
            # The dice still lie there: names can be put right, or the row laid anew.
            self._phase, self._refused = _Phase.NAME, error.advice or str(error)
            return True
        self._rows.append(row)
        taught = self._set
        self._lay(fresh=False)
        if taught.complete:
            self._phase = _Phase.TRY
        return True

    # -------------------------------------------------------------------------------------------------------- to show

    @property
    def step(self) -> Step:
        """See `Task`."""
        tell = {
            _Phase.LAY: self._laying,
            _Phase.NAME: self._naming,
            _Phase.LEARN: lambda: Step(note(Hint.LEARNING)),
            _Phase.TRY: self._trying,
            _Phase.KEPT: self._kept,
        }[self._phase]
        step = tell()
        return replace(step, size=self._size, drawn=self._bench.drawn, progress=self._progress())

    def _progress(self) -> float:
        done = {_Phase.LAY: 0.0, _Phase.NAME: 0.5, _Phase.LEARN: 0.8, _Phase.TRY: 0.0, _Phase.KEPT: 0.0}[self._phase]
        if self._phase is _Phase.KEPT:
            return 1.0
        rows = 2 if self._phase is _Phase.TRY else min(len(self._rows), 1)
        return (rows + done) / 2.4

    def _laying(self) -> Step:
        seen: tuple[Word, ...] = (note(Hint.DICE_SEEN, seen=len(self._tops)),) if len(self._tops) != DICE else ()
        if self._tops and len(self._tops) == DICE:
            seen = (advise(Say.HOLD_STILL),)
        if self._refused is not None:
            seen = (self._refused, *seen)
        now = note(Hint.DICE_LAY)
        if self._rows:
            now = note(Hint.DICE_LAY_AGAIN, faces=self._labels(self._missing))
        known = (Pick(KNOWN, self._known, ""),) if self._known and not self._rows else ()
        keys = (Act.AGAIN,) if self._rows else ()
        return Step(
            now, Tone.TROUBLE if self._refused else Tone.ASK, seen, marks=self._outlines(), picks=known, keys=keys
        )

    def _naming(self) -> Step:
        printed = (Pick(PRINTED, tuple(PRINTINGS), self._printed),) if not self._rows else ()
        more: tuple[Word, ...] = (note(Hint.DICE_NAME),) if self._refused else ()
        missing = [face for face in self._missing if face not in {piece.name for piece in self._faces}]
        if missing:
            more = (*more, note(Hint.DICE_STILL_MISSING, faces=self._labels(missing)))
        return Step(
            self._refused or note(Hint.DICE_NAME),
            Tone.TROUBLE if self._refused else Tone.ASK,
            more,
            marks=self._outlines(),
            pieces=tuple(replace(face, name=self._labels([face.name])) for face in self._faces),
            picks=printed,
            keys=(Act.TAKE, Act.AGAIN),
        )

    def _trying(self) -> Step:
        sure = sum(reading.sure for reading in self._readings)
        marks = tuple(
            Mark(r.quad, self._labels([r.face]) + ("" if r.sure else "?"), Tone.GOOD if r.sure else Tone.TROUBLE)
            for r in self._readings
        )
        more: list[Word] = [note(Hint.DICE_SURE, sure=sure, seen=len(self._readings))] if self._readings else []
        if self._refused is not None:
            more.insert(0, self._refused)
        tone = Tone.TROUBLE if self._refused else Tone.GOOD
        return Step(note(Hint.DICE_TRY), tone, tuple(more), marks=marks, keys=(Act.KEEP, Act.AGAIN))

    def _kept(self) -> Step:
        assert self._set is not None
        kept = note(Hint.DICE_KEPT, name=self._set.name)
        if self._bench.drawn:
            kept = note(Hint.DRAWN_PLAYS if self._bench.plays else Hint.DRAWN_KEPT)
        return Step(kept, Tone.GOOD, keys=(Act.AGAIN,))

    def _outlines(self) -> tuple[Mark, ...]:
        named = self._faces if len(self._faces) == len(self._tops) else [None] * len(self._tops)
        return tuple(
            Mark(as_quad(top.quad), self._labels([face.name]) if face else "", Tone.GOOD if face else Tone.ASK)
            for top, face in zip(self._tops, named, strict=True)
        )

    def _labels(self, faces: Sequence[str]) -> str:
        """As they are printed on these dice."""
        labels = PRINTINGS[self._printed]
        return " ".join(labels.get(face, face) for face in faces)


def _same_places(before: Sequence[TopFace], now: Sequence[TopFace]) -> bool:
    """Whether two rows found from left to right are the same dice in the same places."""
    return len(before) == len(now) and all(
        float(np.hypot(*(a.middle - b.middle))) < _STAYED * b.size for a, b in zip(before, now, strict=True)
    )
