"""The chips' colours and size taught live: one stack of each colour, side by side."""

from dataclasses import replace

from calibration.profiles import ProfileError
from calibration.profiles.pieces_file import PieceSet
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Mark, Piece, Step, Tone
from companion.setup.task import KNOWN, Bench
from companion.setup.tasks.pieces import Phase, PiecesTask
from vision.camera.frames import Frame
from vision.chips.colours import USUAL
from vision.chips.teach import ChipSetError, Stack, chips_of_pieces, find_stacks, pieces_of_chips, teach_chips
from vision.pictures import Picture
from vision.readings import middle
from vision.stillness import Stillness

#: What a colour may be called; the screen knows these words. In the order in which a tap goes through them.
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown")
_LEAST, _MOST = 2, len(COLOURS)
_LOOK_NS = 500_000_000
_MOVED = 0.004
_STAYED_PX = 12.0


class ChipsTask(PiecesTask):
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench, "chips", Hint.CHIPS_KEPT)
        self._table = bench.watched_table()
        self._begin()

    def _begin(self) -> None:
        self._phase = Phase.LAY
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
        if self._phase not in (Phase.LAY, Phase.NAME):
            return
        if self._table is not None:
            self._table.see(frame.picture, frame.at_ns)
        scene = self._scene.update(frame.picture)
        if not scene.still or frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        stacks = find_stacks(scene.mean)
        if self._phase is Phase.NAME and _same_places(self._stacks, stacks):
            # Names that were put right stay where the stacks stay.
            return
        named = _LEAST <= len(stacks) <= _MOST
        self._stacks, self._picture = stacks, scene.mean
        self._phase = Phase.NAME if named else Phase.LAY
        self._names = _guess(stacks) if named else []

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.AGAIN:
            self._begin()
        elif act is Act.PIECE and self._phase is Phase.NAME and value.isdigit() and int(value) < len(self._names):
            number = int(value)
            self._names[number] = COLOURS[(COLOURS.index(self._names[number]) + 1) % len(COLOURS)]
        elif act is Act.TAKE and self._phase is Phase.NAME and len(set(self._names)) == len(self._names):
            self._phase = Phase.LEARN
        elif act is Act.PICK and value.partition("=")[0] == KNOWN:
            self._reuse(value.partition("=")[2])

    def _fit(self, pieces: PieceSet) -> None:
        self._bench.fittings.use_chips(chips_of_pieces(pieces))

    def work(self) -> bool:
        """See `Task`."""
        if self._phase is not Phase.LEARN or self._picture is None:
            return False
        try:
            table = self._table.profile if self._table is not None else None
            chips = teach_chips(self._picture, tuple(self._names), table)
            name = self._bench.free_name("chips", "chips")
            self._bench.store.save_pieces(pieces_of_chips(chips, name, self._bench.now()))
            self._bench.put_in_use(chips=name)
        except ChipSetError as error:
            self._phase, self._refused = Phase.NAME, error.advice or str(error)
        except ProfileError as error:
            self._phase, self._refused = Phase.NAME, str(error)
        else:
            self._name, self._phase, self._refused = name, Phase.KEPT, None
            self._bench.fittings.use_chips(chips)
        return True

    @property
    def step(self) -> Step:
        """See `Task`."""
        progress = {Phase.LAY: 0.0, Phase.NAME: 0.5, Phase.LEARN: 0.8, Phase.KEPT: 1.0}[self._phase]
        return replace(self._told(), size=self._size, drawn=self._bench.drawn, progress=progress)

    def _told(self) -> Step:
        if self._phase is Phase.LEARN:
            return Step(note(Hint.LEARNING))
        if self._phase is Phase.KEPT:
            return self._told_kept()
        refused = (self._refused,) if self._refused is not None else ()
        tone = Tone.TROUBLE if self._refused is not None else Tone.ASK
        if self._phase is Phase.NAME:
            doubled = {name for name in self._names if self._names.count(name) > 1}
            return Step(
                note(Hint.CHIPS_NAME),
                tone,
                refused,
                marks=tuple(Mark(stack.quad, str(number + 1), Tone.GOOD) for number, stack in enumerate(self._stacks)),
                pieces=tuple(Piece(name, name not in doubled) for name in self._names),
                keys=(Act.TAKE,) if not doubled else (),
            )
        return Step(
            note(Hint.CHIPS_LAY),
            tone,
            refused,
            marks=tuple(Mark(stack.quad) for stack in self._stacks),
            picks=self._picks,
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
