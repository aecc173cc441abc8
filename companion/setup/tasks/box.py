"""The box tested live: every input, every lamp, every sound, one after the other, and what the cup's sensor means."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from companion.setup.hints import Hint, Note, Word, note
from companion.setup.step import Act, Step, Tone
from companion.setup.task import Bench, IdleTask
from firmware_bridge.delivery import inputs_of
from firmware_bridge.events import BoxEvent, BoxItem, BoxState, BoxStatus, Input, Level, levels_of
from firmware_bridge.messages import Beep, Capability, Lamp, Welcome
from firmware_bridge.settings import BoxSettings, print_of

SEAT_LAMPS = 10


class BoxPort(Protocol):
    """The box at the running table."""

    @property
    def box(self) -> Welcome | None:
        """What it is; None while none answers."""

    @property
    def settings(self) -> BoxSettings:
        """What was learned of it before; how its inputs are read now."""

    @property
    def playing(self) -> bool:
        """Whether a match goes on: then every press means something."""

    def take(self) -> tuple[BoxItem, ...]:
        """What it told since the last call."""

    def show(self, lamps: frozenset[Lamp]) -> None:
        """Light these and no others."""

    def beep(self, beep: Beep) -> None:
        """Sound once."""

    def learn(self, settings: BoxSettings) -> None:
        """This is how it is read from now on. Raises OSError where it cannot be kept; it holds until the end then."""

    def hand(self, which: Input, level: Level) -> None:
        """The hand at a drawn box brings an input to a level; at a real one nothing happens."""

    @property
    def lit(self) -> frozenset[Lamp] | None:
        """The lamps of a drawn box that shine; None at a real one."""


@dataclass(frozen=True, slots=True)
class _Feel:
    """An input must come to a level."""

    which: Input
    level: Level
    asked: Note


@dataclass(frozen=True, slots=True)
class _Stand:
    """The cup must stand on its sensor, whatever the sensor calls that."""

    asked: Note


@dataclass(frozen=True, slots=True)
class _See:
    """A lamp must shine alone, or a sound be heard: a person tells."""

    asked: Note
    lamp: Lamp | None = None
    beep: Beep | None = None


_Ask = _Feel | _Stand | _See


class BoxTask(IdleTask):
    """See `companion.setup.task.Task`. `port` None: there never was a box here, and none is looked for."""

    def __init__(self, bench: Bench, port: BoxPort | None) -> None:
        self._bench = bench
        self._port = port
        self._refused: Word | None = None
        self._begin()

    def _begin(self) -> None:
        self._asks: tuple[_Ask, ...] = ()
        self._at = 0
        self._failed: list[Note] = []
        self._toggled: frozenset[Input] = frozenset()
        self._levels: dict[Input, Level] = {}
        self._tested: Welcome | None = None
        self._ended = self._lost = False

    # ----------------------------------------------------------------------------------------------------------- taps

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if self._port is None or self._port.playing:
            return
        if act in (Act.BEGIN, Act.AGAIN) and self._port.box is not None:
            self._start(self._port.box)
            return
        ask = self._ask
        if ask is None:
            return
        if act is Act.SKIP or (act is Act.NO and isinstance(ask, _See)):
            self._next(passed=False)
        elif act is Act.YES and isinstance(ask, _See):
            self._next(passed=True)
        elif act is Act.DONE and isinstance(ask, _Stand):
            self._learn_the_cup()
        elif act is Act.HAND:
            self._let_the_hand(ask)

    def _let_the_hand(self, ask: _Ask) -> None:
        assert self._port is not None
        match ask:
            case _Stand():
                self._port.hand(Input.CUP, Level.SEATED)
                self._learn_the_cup()
            case _Feel(which, level):
                self._port.hand(which, level)
            case _See(lamp=lamp):
                self._next(passed=lamp is None or self._port.lit == frozenset({lamp}))

    def _start(self, box: Welcome) -> None:
        assert self._port is not None
        self._begin()
        self._refused = None
        inverted = self._port.settings.inverted
        self._levels = {which: _read(which, box.levels.of(which), inverted) for which in Input}
        self._port.take()  # what was pressed before is no answer
        self._tested, self._asks = box, tuple(_asks(box))
        self._enter()

    def _learn_the_cup(self) -> None:
        self._follow()
        # Where it calls a cup that stands lifted, it speaks the other way round: that is learned.
        self._toggled = frozenset({Input.CUP}) if self._levels.get(Input.CUP) is Level.LIFTED else frozenset()
        self._next(passed=self._levels.get(Input.CUP) is not Level.STUCK)

    # ------------------------------------------------------------------------------------------------------- the box

    def work(self) -> bool:
        """See `Task`: what the box told meanwhile."""
        return self._port is not None and self._follow()

    def _follow(self) -> bool:
        assert self._port is not None
        items = self._port.take()
        for item in items:
            if isinstance(item, BoxEvent):
                self._felt(item)
            elif isinstance(item, BoxStatus) and item.state is not BoxState.READY and self._ask is not None:
                self._asks, self._lost = (), True
        return bool(items)

    def _felt(self, told: BoxEvent) -> None:
        self._levels[told.input] = told.level
        ask = self._ask
        if not isinstance(ask, _Feel) or told.input is not ask.which:
            return
        if told.level is Level.STUCK:
            self._next(passed=False)
        elif _read(told.input, told.level, self._toggled) is ask.level:
            self._next(passed=True)

    @property
    def _ask(self) -> _Ask | None:
        return self._asks[self._at] if self._at < len(self._asks) else None

    def _next(self, passed: bool) -> None:
        ask = self._ask
        assert ask is not None
        if not passed:
            self._failed.append(ask.asked)
            after = self._asks[self._at + 1] if self._at + 1 < len(self._asks) else None
            if isinstance(ask, _Feel) and isinstance(after, _Feel) and after.which is ask.which:
                # An input that cannot be moved cannot be moved back.
                self._at += 1
        self._at += 1
        self._enter()

    def _enter(self) -> None:
        """Light or sound what is asked next; at the end keep what was learned."""
        assert self._port is not None
        ask = self._ask
        if isinstance(ask, _See):
            self._port.show(frozenset() if ask.lamp is None else frozenset({ask.lamp}))
            if ask.beep is not None:
                self._port.beep(ask.beep)
        elif ask is None:
            self._port.show(frozenset())
            self._end()

    def _end(self) -> None:
        assert self._port is not None
        assert self._tested is not None
        self._ended = True
        before = self._port.settings
        tested = "" if self._failed else print_of(self._tested)
        try:
            self._port.learn(replace(before, inverted=before.inverted ^ self._toggled, tested=tested))
        except OSError as error:
            self._refused = str(error)

    # -------------------------------------------------------------------------------------------------------- to show

    @property
    def step(self) -> Step:
        """See `Task`."""
        told = self._told()
        if self._refused is not None:
            told = replace(told, more=(self._refused, *told.more))
        return replace(told, drawn=self._bench.drawn)

    def _told(self) -> Step:
        port, ask = self._port, self._ask
        if port is not None and port.playing:
            return Step(note(Hint.BOX_PLAYED), Tone.TROUBLE)
        if ask is not None and port is not None:
            return self._asking(ask, drawn=port.lit is not None)
        if self._ended:
            return self._result()
        box = port.box if port is not None else None
        keys = (Act.BEGIN,) if box is not None else ()
        if self._lost:
            return Step(note(Hint.BOX_LOST), Tone.TROUBLE, keys=keys)
        if box is None:
            return Step(note(Hint.BOX_NONE))
        return Step(note(Hint.BOX_BEGIN, seats=box.seats), keys=keys, progress=0.0)

    def _asking(self, ask: _Ask, *, drawn: bool) -> Step:
        keys = {_Stand: (Act.DONE,), _Feel: (Act.SKIP,), _See: (Act.YES, Act.NO)}[type(ask)]
        hand = (Act.HAND,) if drawn else ()
        return Step(ask.asked, progress=self._at / len(self._asks), keys=(*hand, *keys))

    def _result(self) -> Step:
        if not self._failed:
            return Step(note(Hint.BOX_PASSED), Tone.GOOD, keys=(Act.AGAIN,), progress=1.0)
        failed: tuple[Word, ...] = tuple(self._failed)
        return Step(note(Hint.BOX_FAILED, count=len(failed)), Tone.TROUBLE, failed, keys=(Act.AGAIN,), progress=1.0)


def _read(which: Input, level: Level, inverted: frozenset[Input]) -> Level:
    """A level as it is meant."""
    rest, active, stuck = levels_of(which)
    if which not in inverted or level is stuck:
        return level
    return active if level is rest else rest


def _asks(box: Welcome) -> Iterator[_Ask]:
    if Capability.CUP in box.capabilities:
        yield _Stand(note(Hint.BOX_STAND))
    for which in inputs_of(box.capabilities, box.seats):
        rest, active, _ = levels_of(which)
        for level in (active, rest):
            yield _Feel(which, level, _request(which, level))
    if Capability.SEAT_LAMPS in box.capabilities:
        for seat in range(min(box.seats, SEAT_LAMPS)):
            yield _See(note(Hint.BOX_LAMP_SEAT, seat=seat), Lamp(seat))
    if Capability.VERDICT_LAMPS in box.capabilities:
        yield _See(note(Hint.BOX_LAMP_TRUE), Lamp.TRUE)
        yield _See(note(Hint.BOX_LAMP_LIE), Lamp.LIE)
    if Capability.BUZZER in box.capabilities:
        for number, beep in enumerate((Beep.TURN, Beep.TRUE, Beep.LIE), 1):
            yield _See(note(Hint.BOX_SOUND, number=number), beep=beep)


_REQUESTS = {
    (Input.CUP, Level.LIFTED): Hint.BOX_LIFT_CUP,
    (Input.CUP, Level.SEATED): Hint.BOX_SEAT_CUP,
    (Input.TILT, Level.TILTED): Hint.BOX_TILT,
    (Input.TILT, Level.UPRIGHT): Hint.BOX_UPRIGHT,
    (Input.SHAKE, Level.SHAKING): Hint.BOX_SHAKE,
    (Input.SHAKE, Level.STILL): Hint.BOX_STILL,
    (Input.BELIEVE, Level.PRESSED): Hint.BOX_PRESS_BELIEVE,
    (Input.CALL, Level.PRESSED): Hint.BOX_PRESS_CALL,
}


def _request(which: Input, level: Level) -> Note:
    """What to do at the box to bring an input to a level."""
    if which.seat is not None and level is Level.PRESSED:
        return note(Hint.BOX_PRESS_SEAT, seat=which.seat)
    return note(_REQUESTS.get((which, level), Hint.BOX_RELEASE))
