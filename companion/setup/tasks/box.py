"""The box tested live: every input, every lamp, every sound, one after the other, and what the cup's sensor means."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from companion.setup.hints import Hint, Note, Word, note
from companion.setup.step import Act, Step, Tone
from companion.setup.task import Bench, IdleTask
from firmware_bridge.events import BoxEvent, BoxItem, BoxState, BoxStatus, Input, Level
from firmware_bridge.messages import Beep, Lamp, Welcome
from firmware_bridge.selftest import SOUNDS, Ask, Feel, SelfTest, Shine, Sound, Stand
from firmware_bridge.settings import BoxSettings, print_of


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


class BoxTask(IdleTask):
    """See `companion.setup.task.Task`. `port` None: there never was a box here, and none is looked for."""

    def __init__(self, bench: Bench, port: BoxPort | None) -> None:
        self._bench = bench
        self._port = port
        self._refused: Word | None = None
        self._begin()

    def _begin(self) -> None:
        self._test: SelfTest | None = None
        self._entered: int | None = None
        self._tested: Welcome | None = None
        self._lost = False

    # ----------------------------------------------------------------------------------------------------------- taps

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        port, test = self._port, self._test
        if port is None or port.playing:
            return
        if act in (Act.BEGIN, Act.AGAIN) and port.box is not None:
            self._start(port, port.box)
        elif test is not None and test.ask is not None:
            self._told_of(act, port, test, test.ask)
            self._enter(port)

    def _start(self, port: BoxPort, box: Welcome) -> None:
        self._begin()
        self._refused = None
        port.take()  # what was pressed before is no answer
        self._tested, self._test = box, SelfTest(box, port.settings.inverted)
        self._enter(port)

    def _told_of(self, act: Act, port: BoxPort, test: SelfTest, ask: Ask) -> None:
        match act, ask:
            case Act.YES | Act.NO, Shine() | Sound():
                test.answer(act is Act.YES)
            case Act.SKIP, _:
                test.give_up()
            case Act.DONE, Stand():
                self._follow(port, test)
                test.stands()
            case Act.HAND, _:
                self._let_the_hand(port, test, ask)

    def _let_the_hand(self, port: BoxPort, test: SelfTest, ask: Ask) -> None:
        match ask:
            case Stand():
                port.hand(Input.CUP, Level.SEATED)
                self._follow(port, test)
                test.stands()
            case Feel(which, level):
                port.hand(which, level)
            case Shine(lamp):
                test.answer(port.lit == frozenset({lamp}))
            case Sound():
                test.answer(True)

    # ------------------------------------------------------------------------------------------------------- the box

    def work(self) -> bool:
        """See `Task`: what the box told meanwhile."""
        port, test = self._port, self._test
        if port is None:
            return False
        told = self._follow(port, test)
        self._enter(port)
        return told

    def _follow(self, port: BoxPort, test: SelfTest | None) -> bool:
        items = port.take()
        for item in items:
            if test is None or test.ask is None:
                continue
            if isinstance(item, BoxEvent):
                test.felt(item)
            elif isinstance(item, BoxStatus) and item.state is not BoxState.READY:
                self._test, self._lost = None, True
        return bool(items)

    def _enter(self, port: BoxPort) -> None:
        """Light or sound what is asked next; at the end keep what was learned."""
        test = self._test
        if test is None or len(test.results) == self._entered:
            return
        self._entered = len(test.results)
        port.show(test.lamps)
        if isinstance(test.ask, Sound):
            port.beep(test.ask.beep)
        elif test.ask is None:
            self._keep(port, test)

    def _keep(self, port: BoxPort, test: SelfTest) -> None:
        assert self._tested is not None
        before = port.settings
        tested = "" if test.faults else print_of(self._tested)
        try:
            port.learn(replace(before, inverted=before.inverted ^ test.toggled, tested=tested))
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
        port, test = self._port, self._test
        if port is not None and port.playing:
            return Step(note(Hint.BOX_PLAYED), Tone.TROUBLE)
        if test is not None and test.ask is not None and port is not None:
            hand = (Act.HAND,) if port.lit is not None else ()
            return Step(_asked(test.ask), progress=test.progress, keys=(*hand, *_KEYS[type(test.ask)]))
        if test is not None:
            return _result(test)
        box = port.box if port is not None else None
        keys = (Act.BEGIN,) if box is not None else ()
        if self._lost:
            return Step(note(Hint.BOX_LOST), Tone.TROUBLE, keys=keys)
        if box is None:
            return Step(note(Hint.BOX_NONE))
        return Step(note(Hint.BOX_BEGIN, seats=box.seats), keys=keys, progress=0.0)


_KEYS: Mapping[type[Ask], tuple[Act, ...]] = {
    Stand: (Act.DONE,),
    Feel: (Act.SKIP,),
    Shine: (Act.YES, Act.NO),
    Sound: (Act.YES, Act.NO),
}


def _result(test: SelfTest) -> Step:
    failed: tuple[Word, ...] = tuple(_asked(fault.ask) for fault in test.faults)
    if not failed:
        return Step(note(Hint.BOX_PASSED), Tone.GOOD, keys=(Act.AGAIN,), progress=1.0)
    return Step(note(Hint.BOX_FAILED, count=len(failed)), Tone.TROUBLE, failed, keys=(Act.AGAIN,), progress=1.0)


def _asked(ask: Ask) -> Note:
    match ask:
        case Stand():
            return note(Hint.BOX_STAND)
        case Feel(which, level):
            return _request(which, level)
        case Shine(Lamp.TRUE):
            return note(Hint.BOX_LAMP_TRUE)
        case Shine(Lamp.LIE):
            return note(Hint.BOX_LAMP_LIE)
        case Shine(lamp):
            return note(Hint.BOX_LAMP_SEAT, seat=int(lamp))
        case Sound(beep):
            return note(Hint.BOX_SOUND, number=SOUNDS.index(beep) + 1)


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
