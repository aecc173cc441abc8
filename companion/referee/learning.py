"""Dice that nobody taught are learned while they are played: what people say lies there is remembered for the evening.

Where a set was taught, nothing of this happens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.journal.errors import JournalError
from companion.referee.fittings import Fittings
from companion.referee.lessons import Lesson, lessons
from companion.referee.state import Learning, TableState
from vision.camera.frames import Frame
from vision.dice.known import NOTHING_KNOWN, Known, remember
from vision.onnx import ModelError
from vision.pictures import PictureError, decode_picture

LEARNED = "learned at the table"
"""What a set is called that nobody has named yet."""


@dataclass(frozen=True, slots=True)
class DiceLearned:
    """How far the dice are known; None: they were taught. Of this evening's dice: shown, and never journalled."""

    learning: Learning | None


def learned_from(
    told: tuple[Lesson, ...], picture: Callable[[str], bytes], known: Known = NOTHING_KNOWN, first: int = 0
) -> Known:
    """What is known after these lessons; picture: the bytes of evidence; first: added to the numbers of the throws.

    A lesson whose picture is gone teaches nothing.
    """
    for lesson in told:
        try:
            shown = decode_picture(picture(lesson.picture), lesson.picture)
        except (JournalError, PictureError):
            continue
        known = remember(known, shown, lesson.dice, first + lesson.throw)
    return known


class LearningWatch:
    """Looks like a `Watching` to the referee, on whose frames' thread it learns what the newest verdicts tell.

    state, match: of the table, as they are now; picture: the bytes of evidence; tell: called with what is new.
    """

    orders: tuple[type, ...] = ()

    def __init__(
        self,
        fittings: Fittings,
        state: Callable[[], Any],
        match: Callable[[], str | None],
        picture: Callable[[str], bytes],
        tell: Callable[[DiceLearned], None],
    ) -> None:
        self._fittings = fittings
        self._state, self._match = state, match
        self._picture, self._tell = picture, tell
        self._told: Learning | None = None
        self._seen: tuple[object, ...] = ()
        self._of: str | None = None
        self._before, self._first = NOTHING_KNOWN, 0
        """What was known before this match, and how many throws it took."""
        self._steps: list[tuple[Lesson, Known]] = []

    def see(self, frame: Frame) -> None:
        """One frame; it leads to no event of the game."""
        state = self._state()
        if self._fittings.dice_set is not None:
            self._say(None)
        elif isinstance(state, TableState):
            moment = (state.hands, state.phase, state.dispute, self._fittings.dice_set)
            if not _same(moment, self._seen):
                self._seen = moment
                self._learn(state)

    def follow(self, effect: object, at_ns: int) -> None:
        """Nobody orders anything."""

    def failed(self, frame: Frame, why: str) -> None:
        """It was somebody else's reading that failed."""

    def _learn(self, state: TableState) -> None:
        if self._match() != self._of:
            # The dice stay on the table when the next match begins.
            self._of, self._before = self._match(), self._known
            self._first = 1 + max((look.throw for look in self._before.looks), default=-1)
            self._steps = []
        told = lessons(state)
        held = 0
        while held < min(len(told), len(self._steps)) and self._steps[held][0] == told[held]:
            held += 1
        del self._steps[held:]
        for lesson in told[held:]:
            try:
                known = learned_from((lesson,), self._picture, self._known, self._first)
            except ModelError:
                # Whoever reads the dice says what is missing.
                return
            self._steps.append((lesson, known))
        known = self._known
        if known.looks != self._fittings.known.looks:
            try:
                self._fittings.use_known(known, known.dice_set(LEARNED))
            except JournalError:
                # Nobody could read the pictures again without the set: it is tried again after the next hand.
                self._fittings.known, self._fittings.learned = NOTHING_KNOWN, None
                return
        now = Learning(
            known.faces,
            self._fittings.learned is not None,
            tuple((each.before, each.named) for each in known.contradictions),
            known.changed,
        )
        self._say(now)

    @property
    def _known(self) -> Known:
        return self._steps[-1][1] if self._steps else self._before

    def _say(self, learning: Learning | None) -> None:
        if learning != self._told:
            self._told = learning
            self._tell(DiceLearned(learning))


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether nothing was replaced: states share what did not change."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
