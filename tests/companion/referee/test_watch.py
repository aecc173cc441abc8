"""The watch over a call: what is read, when it answers, what it keeps. The reader is scripted, the frames are not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.referee.effects import OpenGate
from companion.referee.events import DiceGlimpsed, DiceRead
from companion.referee.film import AFTER_KEPT
from companion.referee.watch import LIMIT_NS, PATIENCE_NS, Watch
from tests.companion.referee.table import SQUARE
from vision.camera.frames import Frame
from vision.readings import Alternative, DieReading
from vision.steady import Steady

FRAME_NS = 33_333_333
Picture = NDArray[np.uint8]


def at(face: str, x: float, sure: bool = True) -> DieReading:
    """A die of its own place."""
    quad = tuple((px + x, py + 40) for px, py in SQUARE)
    return DieReading(face, quad, 0.9, sure, (Alternative(face, 0.9),), "" if sure else "blurred")  # type: ignore[arg-type]


def five(letters: str, sure: bool = True) -> tuple[DieReading, ...]:
    """Five dice in a row."""
    return tuple(at(face, 40.0 * i, sure) for i, face in enumerate(letters))


@dataclass
class Scene:
    """A camera whose pictures move or hold still as told, and a reader that says what it is told."""

    says: tuple[DieReading, ...] = ()
    again: tuple[DieReading, ...] | None = None
    """What is said of dice that lie where they lay; None: the same."""
    looks: list[str] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    _count: int = 0

    def watch(self) -> Watch:
        """A watch whose gate is open."""
        watch = Watch(self.read, self.keep, partial(Steady, expected=5))
        watch.film.open()
        return watch

    def eager_watch(self) -> Watch:
        """As `watch`, with all the ways of looking that a table's watch has."""
        watch = self.watch()
        watch.glance, watch.again = self.glance, self.look_again
        return watch

    @property
    def reads(self) -> int:
        """How often a picture was searched."""
        return self.looks.count("search")

    def read(self, picture: Picture) -> tuple[DieReading, ...]:
        self.looks.append("search")
        return self.says

    def glance(self, picture: Picture) -> tuple[DieReading, ...]:
        self.looks.append("glance")
        return self.says

    def look_again(self, picture: Picture, dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
        assert len(dice) == 5
        assert all(die.sure for die in dice)
        self.looks.append("again")
        return self.says if self.again is None else self.again

    def keep(self, frame: Frame) -> str:
        self.kept.append(frame.index)
        return f"{frame.index:064x}"

    def frame(self, moving: bool = False, aside: bool = False) -> Frame:
        """The next frame; a bright block jumps about while something moves, over the dice or far from them."""
        picture = np.full((180, 320, 3), 90, np.uint8)
        if moving:
            left = 40 * (self._count % 5)
            picture[20:160, left : left + 80] = 230
        elif aside:
            left = 40 * (self._count % 5)
            picture[150:175, left : left + 80] = 230
        self._count += 1
        return Frame(picture, self._count - 1, (self._count - 1) * FRAME_NS)

    def until(
        self, watch: Watch, done: Callable[[DiceRead | DiceGlimpsed | None], bool], moving: bool, most: int
    ) -> DiceRead:
        """Show frames until an answer comes."""
        for _ in range(most):
            answer = watch.see(self.frame(moving))
            if done(answer):
                assert isinstance(answer, DiceRead)
                return answer
        raise AssertionError(f"no answer within {most} frames")


def called() -> tuple[Scene, Watch]:
    """A still scene with five dice, and a watch that saw it for half a second before the call."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    for _ in range(15):
        watch.see(scene.frame())
    watch.begin(15 * FRAME_NS)
    return scene, watch


def answered(answer: DiceRead | DiceGlimpsed | None) -> bool:
    """The watch is done."""
    return isinstance(answer, DiceRead)


def test_nothing_is_read_before_it_is_asked_for() -> None:
    """Frames before the call cost no reading and give no answer."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    assert [watch.see(scene.frame()) for _ in range(10)] == [None] * 10
    assert scene.reads == 0


def test_a_moving_cup_is_glanced_at() -> None:
    """Seldom, and never believed; when the scene lies still three frames that agree are sure."""
    scene, watch = called()
    for _ in range(60):
        assert watch.see(scene.frame(moving=True)) is None
    assert scene.reads == 1
    answer = scene.until(watch, answered, moving=False, most=8)
    assert answer.sure
    assert [r.face for r in answer.readings] == list("KKQJ7")


def test_a_cup_whose_lift_is_only_felt_is_not_read() -> None:
    """The box is quicker than the eye: the picture still shows the cup, and to search it for dice takes long."""
    scene, watch = called()
    for _ in range(8):
        assert watch.see(scene.frame()) is None
    assert scene.reads == 0


def test_a_lift_that_begins_slowly_is_not_searched() -> None:
    """Two pictures alike between two that differ are no still scene, soon after the lift or later."""
    scene, watch = called()
    for number in range(30):
        assert watch.see(scene.frame(moving=number % 3 == 0)) is None
    assert scene.reads == 0


def test_dice_in_plain_sight_are_read_while_the_cup_is_carried_off() -> None:
    """Long before a picture in which things move is searched: a glance finds them, and the vote does the rest."""
    scene = Scene(five("KKQJ7"))
    watch = scene.eager_watch()
    watch.begin(0)
    answers = [watch.see(scene.frame(aside=True)) for _ in range(14)]
    answer = next(answer for answer in answers if isinstance(answer, DiceRead))
    assert answer.sure
    assert scene.looks == ["glance", "again", "search"]


def test_what_decides_is_searched_and_what_lies_between_is_read_anew() -> None:
    """The first and the last frame of a vote are searched for dice; the second is looked at where they lie."""
    scene = Scene(five("KKQJ7"))
    watch = scene.eager_watch()
    watch.begin(None)
    scene.until(watch, answered, moving=False, most=8)
    assert scene.looks == ["search", "again", "search"]


def test_dice_seen_beside_a_moving_cup_are_read_as_soon_as_it_is_gone() -> None:
    """They are not glanced at again and again; once nothing moves near them, they are looked at where they lie."""
    scene = Scene(five("KKQJ7"))
    watch = scene.eager_watch()
    watch.begin(0)
    for _ in range(30):
        assert not isinstance(watch.see(scene.frame(moving=True)), DiceRead)
    assert scene.looks == ["glance"]
    answer = scene.until(watch, answered, moving=False, most=5)
    assert answer.sure
    assert scene.looks == ["glance", "again", "again", "search"]


def test_dice_that_were_seen_and_taken_away_are_searched_for() -> None:
    """Seen beside a hand, and then thrown again: the old places show nothing, and the new ones are found."""
    scene = Scene(five("KKQJ7"), again=())
    watch = scene.eager_watch()
    watch.begin(0)
    for _ in range(30):
        watch.see(scene.frame(moving=True))
    scene.says = five("AAQJ7")
    answer = scene.until(watch, answered, moving=False, most=24)
    assert answer.sure
    assert [die.face for die in answer.readings] == list("AAQJ7")


def test_a_glance_that_finds_too_few_is_no_reading() -> None:
    """Four dice beside a hand: nothing is told, nothing is kept, and the wait goes on."""
    scene = Scene(five("KKQJ"))
    watch = scene.eager_watch()
    watch.begin(0)
    assert [watch.see(scene.frame(aside=True)) for _ in range(40)] == [None] * 40
    assert set(scene.looks) == {"glance"}
    assert len(scene.looks) < 14


@pytest.mark.parametrize("again", [(*five("KKQJ"), at("7", 160.0, sure=False)), five("KKQQ7"), five("KKQJ")])
def test_a_doubt_at_the_second_look_starts_the_vote_again(again: tuple[DieReading, ...]) -> None:
    """Sure at first; where they lay in doubt, another face, or gone: three searches in a row must agree after it."""
    scene = Scene(five("KKQJ7"), again)
    watch = scene.eager_watch()
    watch.begin(None)
    assert scene.until(watch, answered, moving=False, most=90).sure
    assert scene.looks == ["search", "again", "search", "search", "search"]


def test_it_gets_ready_when_the_gate_opens() -> None:
    """Models are loaded before anybody waits for them, and no picture is read for it."""
    scene = Scene(five("KKQJ7"))
    watch, ready = scene.watch(), []
    watch.get_ready = lambda: ready.append(True)
    watch.follow(OpenGate(), 0)
    assert ready == [True]
    assert scene.reads == 0


def test_the_evidence_is_before_at_and_after_the_lift() -> None:
    """A frame a third of a second before, the one of the lift, the one that decided."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    for _ in range(16):
        watch.see(scene.frame())
    watch.begin(15 * FRAME_NS)
    for _ in range(5):
        watch.see(scene.frame(moving=True))
    answer = scene.until(watch, answered, moving=False, most=8)
    assert scene.kept == [6, 15, answer.frame]
    assert len(answer.evidence) == 3


def test_frames_on_the_way_are_evidence_too() -> None:
    """A hand that touches a die between lift and reading is seen; each picture has its time since the lift."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    for _ in range(16):
        watch.see(scene.frame())
    watch.begin(15 * FRAME_NS)
    for _ in range(60):
        watch.see(scene.frame(moving=True))
    answer = scene.until(watch, answered, moving=False, most=8)
    before, at, *way, last = scene.kept
    assert (before, at, last) == (6, 15, answer.frame)
    assert len(way) == AFTER_KEPT
    assert all(at < one < other < last for one, other in pairwise(way))
    assert answer.moments_us == tuple((index - 15) * FRAME_NS // 1000 for index in scene.kept)


def test_a_gate_that_closes_in_a_call_forgets_its_frames() -> None:
    """A void hand: what was seen of it is not held until the next call."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    watch.begin(0)
    for _ in range(40):
        watch.see(scene.frame(moving=True))
    watch.stop()
    watch.film.close()
    assert watch._after.before(scene.frame()) == ()


def test_a_closed_gate_keeps_no_frame() -> None:
    """What was seen in private is gone: the evidence holds the deciding frame only."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    watch.film.close()
    for _ in range(16):
        watch.see(scene.frame())
    assert len(watch.film) == 0
    watch.begin(15 * FRAME_NS)
    answer = scene.until(watch, answered, moving=False, most=18)
    assert scene.kept == [answer.frame]


def test_a_frame_from_before_the_gate_opened_is_neither_kept_nor_read() -> None:
    """A frame that was on its way when the gate opened shows what was private."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    watch.film.close()
    watch.film.open(5 * FRAME_NS)
    watch.begin(None)
    for _ in range(5):
        watch.see(scene.frame())
    assert (len(watch.film), scene.reads) == (0, 0)
    watch.see(scene.frame())
    assert len(watch.film) == 1


def test_what_was_sure_before_a_movement_is_sure_no_more() -> None:
    """Three dice were sure, then a hand came (M27: a cocked die is thrown again) and stayed: they are only a guess."""
    scene = Scene((*five("KKKJ")[:4], at("7", 160.0, sure=False)))
    watch = scene.watch()
    watch.begin(0)
    for _ in range(10):
        watch.see(scene.frame())
    answer = scene.until(watch, answered, moving=True, most=300)
    assert [die.face for die in answer.readings] == list("KKKJ7")
    assert not any(die.sure for die in answer.readings)


def test_not_sure_for_two_seconds_asks_a_person() -> None:
    """The best guess is handed over with the reason, after the patience and not before."""
    scene = Scene(five("KKQJ7", sure=False))
    watch = scene.watch()
    watch.begin(0)
    answer = scene.until(watch, answered, moving=False, most=90)
    assert not answer.sure
    assert answer.why == "blurred"
    assert answer.at_ns is not None
    assert answer.at_ns > PATIENCE_NS
    assert scene.reads < 20


def test_a_cup_that_is_still_down_is_waited_for() -> None:
    """Without a box the scene may lie still long before the lift; no dice, no answer."""
    scene = Scene(())
    watch = scene.watch()
    watch.begin(None)
    assert not any(answered(watch.see(scene.frame())) for _ in range(200))
    scene.says = five("KKQJ7")
    assert scene.until(watch, answered, moving=False, most=30).sure


def test_open_dice_beside_a_cup_that_is_still_down_are_waited_with() -> None:
    """M15, without a box: two dice in the open try nobody's patience before the cup goes up; afterwards they do."""
    scene = Scene(five("KK"))
    watch = scene.watch()
    watch.begin(None)
    assert not any(answered(watch.see(scene.frame())) for _ in range(200))
    watch.see(scene.frame(moving=True))
    assert not scene.until(watch, answered, moving=False, most=90).sure


def test_no_die_to_be_seen_after_a_lift_asks_a_person() -> None:
    """The box told of the lift, everything lies still, and nothing is found for eight seconds."""
    scene = Scene(())
    watch = scene.watch()
    watch.begin(0)
    answer = scene.until(watch, answered, moving=False, most=300)
    assert (answer.sure, answer.readings) == (False, ())
    assert answer.at_ns is not None
    assert answer.at_ns > LIMIT_NS


def test_a_table_that_never_comes_to_rest_asks_a_person() -> None:
    """Eight seconds after a lift that the box told."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    watch.begin(0)
    answer = scene.until(watch, answered, moving=True, most=300)
    assert not answer.sure
    assert answer.at_ns is not None
    assert answer.at_ns > LIMIT_NS


def test_a_hand_over_the_dice_starts_the_vote_again() -> None:
    """Two frames, a movement, two frames: still not sure."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    watch.begin(0)
    for moving in (False, False, False, True, False, False, False):
        assert not answered(watch.see(scene.frame(moving)))


def test_dice_are_read_while_hands_move_elsewhere() -> None:
    """People talk with their hands: the dice lie clear, and three frames agree."""
    scene = Scene(five("KKQJ7"))
    watch = scene.watch()
    watch.begin(0)
    answers = [watch.see(scene.frame(aside=True)) for _ in range(49)]
    told = [answer for answer in answers if answer is not None]
    assert [type(answer) for answer in told] == [DiceGlimpsed, DiceGlimpsed, DiceRead]
    assert isinstance(told[-1], DiceRead)
    assert told[-1].sure
    assert [r.face for r in told[-1].readings] == list("KKQJ7")


def test_a_picture_that_stays_the_same_is_read_ever_less() -> None:
    """Without a box a cup may stand for minutes; the processor has better things to do."""
    scene = Scene(())
    watch = scene.watch()
    watch.begin(None)
    for _ in range(300):
        watch.see(scene.frame())
    assert scene.reads < 25


def test_a_recording_that_ends_gives_its_best_guess_or_nothing() -> None:
    """Long enough still: the guess. Cut off before: nothing."""
    scene = Scene(five("KKQJ7", sure=False))
    watch = scene.watch()
    watch.begin(0)
    for _ in range(5):
        watch.see(scene.frame())
    assert watch.give_up() is None
    for _ in range(28):
        watch.see(scene.frame())
    answer = watch.give_up()
    assert answer is not None
    assert not answer.sure
    assert watch.give_up() is None
