"""Watches the table during a call: from the frames after the lift to one `DiceRead`.

The dice are read once they lie clear and nothing moves around them; when enough frames agree the reading is sure. When
they do not agree in time, the best guess is handed to a person.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import DiceSet
from companion.referee.effects import CloseGate, Effect, OpenGate, ReadDice, StopReading
from companion.referee.events import DiceGlimpsed, DiceRead
from companion.referee.film import Aftermath, Film
from companion.referee.fittings import Fittings
from companion.referee.table_watch import why_not_trusted
from companion.referee.verdict import DICE
from vision.camera.frames import Frame
from vision.dice.agree import together
from vision.dice.align import Finder, find_tops, tops_again, tops_at_a_glance
from vision.dice.read import at_most, get_ready, read_dice
from vision.onnx import ModelError
from vision.readings import DieReading
from vision.steady import Steady, SteadyResult
from vision.stillness import Stillness

Reader = Callable[[NDArray[np.uint8]], tuple[DieReading, ...]]
Again = Callable[[NDArray[np.uint8], Sequence[DieReading]], tuple[DieReading, ...]]
"""Reads dice anew where they lay a moment ago."""
Keep = Callable[[Frame], str]
"""Stores a picture as evidence and gives its SHA-256."""

LIFTING_NS = 300_000_000
"""The box feels a lift before the camera sees it, and no hand is quicker: for so long a picture shows the cup."""
SETTLED_NS = 60_000_000
"""What begins to move is slow: two pictures alike are not yet a still scene. For so long none may have shown a move."""
HASTE_NS = 100_000_000
"""How often what moves is glanced at, quickly: dice may lie in plain sight while the cup or a hand is elsewhere."""
PATIENCE_NS = 2_000_000_000
"""How long the dice may lie still and clear before a reading that is not sure is offered to a person."""
LIMIT_NS = 8_000_000_000
LIMIT_FRAMES = 15
"""How long after the lift a person is asked, whatever moves on the table: so much time, and on a slow machine so many
frames, as any two seem to show a movement there."""
CUP_SHARE = 0.02
"""A frame that differs from the one before in so much of the picture shows the cup or an arm."""
FIRST_GLANCE_NS, GLANCE_NS = 1_500_000_000, 1_000_000_000
"""How long after a lift, and how often, such a frame is searched all the same: the dice may lie clear while people talk
with their hands. Whether the dice themselves lie still is for the vote to see. Not sooner: to search a picture of the
cup for dice takes ten times as long as one of dice, and soon it is put away."""
SLOWEST_READ_S = 5.0
"""A slow tablet may take so long for one reading; frames further apart are not one vote."""
EAGER_READS = 4
REREAD_NS = 200_000_000
"""The first still frames are all read: they decide most calls. Later ones, when the reader was in doubt, less often;
and ever less while nothing moves, as the same picture says the same."""
SLOWEST_REREAD = 3
ENOUGH_NS = 500_000_000
"""How long a recording must show the dice clear and still before nobody can say that it was cut off."""


class Stage(StrEnum):
    """How far a watch has come."""

    IDLE = "idle"
    MOVING = "moving"
    """The cup or a hand still moves, or dice roll."""
    STILL = "still"
    """Clear and still: frames are being read."""


@dataclass
class Watch:
    """One per referee; not thread-safe. `see` is given every frame, `begin` and `stop` follow the referee's effects."""

    reader: Reader
    keep: Keep
    make_vote: Callable[[], Steady]
    glance: Reader | None = None
    """As `reader`, much quicker, and it finds less."""
    again: Again | None = None
    """As `reader`, of dice that `reader` was sure of a moment ago."""
    get_ready: Callable[[], None] = lambda: None
    """Called when pictures may be read soon."""
    film: Film = field(default_factory=Film)
    stage: Stage = Stage.IDLE
    orders: tuple[type, ...] = (OpenGate, CloseGate, ReadDice, StopReading)
    """The effects that `follow` understands."""
    _vote: Steady | None = None
    _scene: Stillness = field(default_factory=lambda: Stillness(CUP_SHARE))
    _lift: tuple[Frame, ...] = ()
    _after: Aftermath = field(default_factory=Aftermath)
    _began_ns: int | None = None
    _lift_known: bool = False
    _stirred: bool = False
    """Whether something moved since the dice were wanted."""
    _still_ns: int | None = None
    _seen_ns: int | None = None
    _reads: int = 0
    _shown: int = 0
    """Frames since the dice were wanted."""
    _read_ns: int = 0
    _glance_ns: int = 0
    _moving_ns: int = 0
    """When the newest frame was seen that showed a movement anywhere."""
    _lying: tuple[DieReading, ...] = ()
    """All dice, where the newest frame that was looked at surely showed them."""
    _contradicted: bool = False
    """Whether a look at where the dice lay did not find the same, in this call."""
    _most: int = 0
    """Dice seen at once since everything lies still."""
    _dull: int = 0
    """Readings since that has grown."""
    _best: tuple[DieReading, ...] = ()
    _why: str = ""
    _last: Frame | None = None

    @classmethod
    def for_table(cls, fittings: Fittings, keep: Keep) -> Self:
        """The watch of a table: five dice, read with the set and the table's place as they are in use at the moment.

        Without the slow second look: people wait, and a person decides sooner than it would.
        """

        known: DiceSet | str | None = "none yet"

        def ready() -> None:
            nonlocal known
            # Whoever reads a picture will say what is missing.
            dice_set = fittings.read_with
            if known is not dice_set:
                with suppress(ModelError):
                    get_ready(dice_set)
                known = dice_set

        def again(picture: NDArray[np.uint8], dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
            return _read_at(fittings, tops_again([np.array(die.quad) for die in dice]), picture)

        return cls(
            partial(_read_at, fittings, find_tops),
            keep,
            partial(Steady, expected=DICE, longest_gap_s=SLOWEST_READ_S),
            partial(_read_at, fittings, tops_at_a_glance),
            again,
            ready,
        )

    def begin(self, lift_ns: int | None) -> None:
        """The dice are wanted; `lift_ns` is when the cup was lifted, in the frames' own time, if anybody knows."""
        self._vote = self.make_vote()
        self._scene.reset()
        self.stage = Stage.MOVING
        self._began_ns, self._lift_known = lift_ns, lift_ns is not None
        self._best, self._why, self._last = (), "nothing has come to rest", None
        self._stirred = False
        self._lying, self._contradicted = (), False
        self._moved()
        self._shown = 0
        self._read_ns, self._glance_ns = (lift_ns or 0) + FIRST_GLANCE_NS - GLANCE_NS, 0
        self._lift = self.film.around(lift_ns) if lift_ns is not None else ()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._vote = None
        self._lift = ()
        self._after.begin(0)
        self.stage = Stage.IDLE

    def see(self, frame: Frame) -> DiceGlimpsed | DiceRead | None:
        """One frame; what it changed, if anything."""
        self.film.add(frame)
        if self._vote is None or frame.earliest_ns < self.film.since_ns:
            return None
        if self._began_ns is None:
            self._began_ns, self._read_ns = frame.earliest_ns, frame.at_ns
        if self._last is None:
            self._after.begin(self._began_ns)
        if frame.earliest_ns < self._began_ns:
            # It may show the table as it was before the lift.
            return None
        self._after.add(frame)
        self._shown += 1
        first, self._last = self._last is None, frame
        scene = self._scene.update(frame.picture)
        if not scene.still:
            self._stirred = self._stirred or not first
            self._moving_ns = frame.at_ns
            self._moved()
        if self._lift_known and frame.at_ns - self._began_ns < LIFTING_NS:
            self._vote.pass_by(frame.picture)
            return None
        if frame.at_ns - self._moving_ns < SETTLED_NS:
            return self._look_past(frame, self._vote)
        if self._still_ns is None:
            self.stage, self._still_ns = Stage.STILL, frame.at_ns
        if self._dull >= EAGER_READS and frame.at_ns - self._read_ns < self._reread_ns:
            if not self._vote.pass_by(frame.picture):
                # A die was pushed: too little for the whole picture, enough to be read soon.
                self._dull = EAGER_READS
            return None
        # The mean of the still frames has less noise than any of them.
        return self._read(frame, scene.mean, self._vote)

    @property
    def _reread_ns(self) -> int:
        return REREAD_NS * min(SLOWEST_REREAD, self._dull // EAGER_READS)

    def _look_past(self, frame: Frame, vote: Steady) -> DiceGlimpsed | DiceRead | None:
        """Something moves, somewhere; dice may lie clear all the same."""
        result = self._glanced(frame, vote)
        if result is not None:
            # A hand that hides some of them makes no better guess.
            if len(result.readings) >= max(1, len(self._best)):
                self._best, self._why = result.readings, result.why
            if result.sure:
                return self._answer(frame, True, "")
        if vote.stands:
            return DiceGlimpsed(self._best, self._why, at_ns=frame.at_ns)
        return self._answer(frame, False, self._why) if self._late(frame) else None

    def _glanced(self, frame: Frame, vote: Steady) -> SteadyResult | None:
        """What such a frame says; None where it is passed by."""
        if vote.stands or frame.at_ns - self._read_ns >= GLANCE_NS:
            self._read_ns = frame.at_ns
            return self._voted(frame, frame.picture, vote)
        if self._lying and self.again is not None:
            # Seen a moment ago, while something moved beside them: as soon as nothing does, they are read there.
            if not vote.pass_by(frame.picture):
                return None
            return self._counted(frame, self.again(frame.picture, self._lying), vote)
        if self.glance is not None and frame.at_ns - self._glance_ns >= HASTE_NS:
            self._glance_ns = frame.at_ns
            readings = self.glance(frame.picture)
            if len(readings) >= DICE:
                return self._counted(frame, readings, vote)
        vote.pass_by(frame.picture)
        return None

    def _voted(self, frame: Frame, picture: NDArray[np.uint8], vote: Steady) -> SteadyResult:
        """The first frame of a vote, and the one that decides, are searched; in those between, the dice lie where they
        lay, as nothing has moved, and each is read anew."""
        if self.again is None or self._contradicted or not self._lying or not vote.stands or vote.next_decides:
            return self._counted(frame, self.reader(picture), vote)
        result = self._counted(frame, self.again(picture, self._lying), vote)
        # From now on every frame of this call is searched.
        self._contradicted = not self._lying
        return result

    def _counted(self, frame: Frame, readings: tuple[DieReading, ...], vote: Steady) -> SteadyResult:
        result = vote.update(frame.at_ns / 1e9, readings, frame.picture)
        self._lying = readings if len(readings) == DICE and all(die.sure for die in readings) else ()
        return result

    def _late(self, frame: Frame) -> bool:
        """Without a box nobody knows when the cup will be lifted: then only people end the wait."""
        if not self._lift_known or self._began_ns is None or self._shown < LIMIT_FRAMES:
            return False
        return frame.at_ns - self._began_ns > LIMIT_NS

    def _moved(self) -> None:
        self.stage = Stage.MOVING if self._vote is not None else Stage.IDLE
        self._still_ns = self._seen_ns = None
        self._reads = self._dull = self._most = 0
        # Whatever was sure may have been turned since, or thrown again (M27): it is a guess from now on.
        self._best = tuple(replace(die, sure=False, why=die.why or "something moved since") for die in self._best)

    def _read(self, frame: Frame, mean: NDArray[np.uint8], vote: Steady) -> DiceGlimpsed | DiceRead:
        result = self._voted(frame, mean, vote)
        self._reads, self._read_ns = self._reads + 1, frame.at_ns
        more = len(result.readings) > self._most
        self._most, self._dull = max(self._most, len(result.readings)), 1 if more else self._dull + 1
        self._best, self._why = result.readings, result.why
        if result.sure:
            return self._answer(frame, True, "")
        # A cup that has not been lifted yet lies still too, with or without open dice beside it.
        up = self._lift_known or self._stirred or len(result.readings) >= DICE
        if self._seen_ns is None and result.readings and up:
            self._seen_ns = frame.at_ns
        patient = self._seen_ns is None or frame.at_ns - self._seen_ns <= PATIENCE_NS
        # However slow the machine is: enough frames are read for a vote before a person is asked.
        if self._reads >= EAGER_READS and (not patient or self._late(frame)):
            return self._answer(frame, False, result.why)
        return DiceGlimpsed(result.readings, result.why, at_ns=frame.at_ns)

    def follow(self, effect: Effect, at_ns: int = 0) -> None:
        """Do what the referee asked at `at_ns` of whoever watches the table; other effects mean nothing here."""
        match effect:
            case OpenGate():
                self.film.open(at_ns)
                self.get_ready()
            case CloseGate():
                self.stop()
                self.film.close()
            case ReadDice(lifted_at_ns=lifted_at_ns):
                self.begin(lifted_at_ns)
            case StopReading():
                self.stop()
            case _:
                pass

    def failed(self, frame: Frame, why: str) -> DiceRead:
        """`see` raised: a person names these dice."""
        self.stop()
        return DiceRead((), False, f"the dice could not be read ({why})", at_ns=frame.at_ns)

    def give_up(self) -> DiceRead | None:
        """No more frames will come: the best guess, not sure.

        None when nothing was asked, or the dice have not lain clear and still for `ENOUGH_NS`.
        """
        if self._vote is None or self._last is None or self._still_ns is None:
            return None
        if self._last.at_ns - self._still_ns < ENOUGH_NS:
            return None
        return self._answer(self._last, False, self._why)

    def _answer(self, frame: Frame, sure: bool, why: str) -> DiceRead:
        # A frame that both lies at the lift and decides is kept once.
        frames = {seen.index: seen for seen in (*self._lift, *self._after.before(frame), frame)}
        evidence = tuple(self.keep(seen) for seen in frames.values())
        zero_ns = self._began_ns or 0
        moments_us = tuple((seen.at_ns - zero_ns) // 1000 for seen in frames.values())
        best = self._best
        self.stop()
        return DiceRead(best, sure, why, frame.index, evidence, moments_us, at_ns=frame.at_ns)


def _read_at(fittings: Fittings, find: Finder, picture: NDArray[np.uint8]) -> tuple[DieReading, ...]:
    """The dice in a picture of this table; none of them sure while nobody knows where its camera stands."""
    kept = fittings.kept
    profile = kept.profile if kept is not None else None
    light = kept.light if kept is not None else None
    read = partial(
        read_dice, dice_set=fittings.read_with, known=fittings.told,
        profile=profile, expected=DICE, thorough=False, find=find,
    )  # fmt: skip
    if light is not None and light.correctable:
        readings = read(light.correct(picture))
        if len(readings) != DICE or not all(die.sure for die in readings):
            # What the picture as it came shows surely is not lost by the correction.
            readings = at_most(DICE, together(readings, read(picture)))
    else:
        readings = read(picture)
    why = why_not_trusted(kept)
    return tuple(replace(die, sure=False, why=die.why or why) for die in readings) if why else readings
