"""The chips' colours taught live: one stack of each colour, side by side."""

from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum

from calibration.profiles import ProfileError
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Mark, Pick, Piece, Step, Tone
from companion.setup.task import Bench, trouble_of
from vision.camera.frames import Frame
from vision.chips.colours import USUAL
from vision.chips.teach import ChipSetError, Stack, chips_of_pieces, find_stacks, pieces_of_chips, teach_chips
from vision.pictures import Picture
from vision.readings import middle
from vision.stillness import Stillness

KNOWN = "known"
#: What a colour may be called; the screen knows these words. In the order in which a tap goes through them.
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown")
_LEAST, _MOST = 2, len(COLOURS)
_MOST_KNOWN = 3
_LOOK_NS = 500_000_000
_MOVED = 0.004
_STAYED_PX = 12.0


class _Phase(StrEnum):
    LAY = "lay"
    NAME = "name"
    LEARN = "learn"
    KEPT = "kept"


class ChipsTask:
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._known = bench.store.names("chips")[:_MOST_KNOWN]
        self._name = ""
        self._begin()

    def _begin(self) -> None:
        self._phase = _Phase.LAY
        self._scene = Stillness(_MOVED)
        self._stacks: tuple[Stack, ...] = ()
        self._names: list[str] = []
        self._picture: Picture | None = None
        self._size = (16, 9)
        self._next_ns = 0
        self._refused: Word | None = None

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        height, width = frame.picture.shape[:2]
        self._size = (width, height)
        if self._phase not in (_Phase.LAY, _Phase.NAME):
            return
        scene = self._scene.update(frame.picture)
        if not scene.still or frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        stacks = find_stacks(scene.mean)
        if self._phase is _Phase.NAME and _same_places(self._stacks, stacks):
            # Names that were put right stay where the stacks stay.
            return
        named = _LEAST <= len(stacks) <= _MOST
        self._stacks, self._picture = stacks, scene.mean
        self._phase = _Phase.NAME if named else _Phase.LAY
        self._names = _guess(stacks) if named else []

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.AGAIN:
            self._begin()
        elif act is Act.PIECE and self._phase is _Phase.NAME and value.isdigit() and int(value) < len(self._names):
            number = int(value)
            self._names[number] = COLOURS[(COLOURS.index(self._names[number]) + 1) % len(COLOURS)]
        elif act is Act.TAKE and self._phase is _Phase.NAME and len(set(self._names)) == len(self._names):
            self._phase = _Phase.LEARN
        elif act is Act.PICK and value.partition("=")[0] == KNOWN:
            self._reuse(value.partition("=")[2])

    def _reuse(self, name: str) -> None:
        bench = self._bench

        def reuse() -> None:
            bench.fittings.use_chips(chips_of_pieces(bench.store.pieces("chips", name)))
            bench.put_in_use(chips=name)

        if name in self._known:
            self._refused = trouble_of(reuse)
            if self._refused is None:
                self._name, self._phase = name, _Phase.KEPT

    def work(self) -> bool:
        """See `Task`."""
        if self._phase is not _Phase.LEARN or self._picture is None:
            return False
        try:
            chips = teach_chips(self._picture, tuple(self._names))
            name = self._bench.free_name("chips", "chips")
            self._bench.store.save_pieces(pieces_of_chips(chips, name, datetime.now(UTC).isoformat(timespec="seconds")))
            self._bench.put_in_use(chips=name)
        except ChipSetError as error:
            self._phase, self._refused = _Phase.NAME, error.advice or str(error)
        except ProfileError as error:
            self._phase, self._refused = _Phase.NAME, str(error)
        else:
            self._name, self._phase, self._refused = name, _Phase.KEPT, None
            self._bench.fittings.use_chips(chips)
        return True

    @property
    def step(self) -> Step:
        """See `Task`."""
        progress = {_Phase.LAY: 0.0, _Phase.NAME: 0.5, _Phase.LEARN: 0.8, _Phase.KEPT: 1.0}[self._phase]
        return replace(self._told(), size=self._size, drawn=self._bench.drawn, progress=progress)

    def _told(self) -> Step:
        if self._phase is _Phase.LEARN:
            return Step(note(Hint.LEARNING))
        if self._phase is _Phase.KEPT:
            kept = note(Hint.DRAWN_KEPT) if self._bench.drawn else note(Hint.CHIPS_KEPT, name=self._name)
            return Step(kept, Tone.GOOD, keys=(Act.AGAIN,))
        refused = (self._refused,) if self._refused is not None else ()
        tone = Tone.TROUBLE if self._refused is not None else Tone.ASK
        if self._phase is _Phase.NAME:
            doubled = {name for name in self._names if self._names.count(name) > 1}
            return Step(
                note(Hint.CHIPS_NAME),
                tone,
                refused,
                marks=tuple(Mark(stack.quad, str(number + 1), Tone.GOOD) for number, stack in enumerate(self._stacks)),
                pieces=tuple(Piece(name, name not in doubled) for name in self._names),
                keys=(Act.TAKE,) if not doubled else (),
            )
        known = (Pick(KNOWN, self._known, ""),) if self._known else ()
        return Step(
            note(Hint.CHIPS_LAY), tone, refused, marks=tuple(Mark(stack.quad) for stack in self._stacks), picks=known
        )


def _guess(stacks: tuple[Stack, ...]) -> list[str]:
    """The usual names, each once; a stack that is like none of them gets one that is left."""
    left = list(COLOURS)
    names: list[str] = []
    for stack in stacks:
        near = min(USUAL, key=lambda usual: abs((stack.hue - usual.hue + 180) % 360 - 180)).name
        name = near if near in left else left[0]
        left.remove(name)
        names.append(name)
    return names


def _same_places(before: tuple[Stack, ...], now: tuple[Stack, ...]) -> bool:
    return len(before) == len(now) and all(
        max(abs(a - b) for a, b in zip(middle(one.quad), middle(other.quad), strict=True)) < _STAYED_PX
        for one, other in zip(before, now, strict=True)
    )
