"""Playing the record of a match again: pure. A long match is not played from its beginning every time.

What was played once is kept in stretches of lines. A stretch counts for as long as the very same lines begin the match:
that is compared, so nothing needs to be told when something was taken back or corrected.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeAlias

from companion.games.errors import Explanation
from companion.journal.retraction import RETRACTED
from companion.referee import events as e
from companion.referee.effects import AppendVerdict, Refuse
from companion.referee.felt import BoxForgot, BoxHeard, BoxMet
from companion.referee.game import S, advance
from companion.referee.story import Kept, Line, Story, line_of

FACTS = (
    e.BoxChanged, e.CameraChanged, e.CupSeated, BoxMet, BoxHeard, BoxForgot, e.PartsKnown, e.EvidenceTrimmed,
)  # fmt: skip
"""What an undo leaves in the record: true whatever is played. A lift is not among them: it may have been a CALL."""


@dataclass(frozen=True, slots=True)
class Step:
    """What people see as one thing."""

    seq: int
    """Where it begins in the journal."""
    what: Explanation


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """What a record leads to."""

    state: S
    steps: tuple[Step, ...]
    followed: tuple[tuple[Mapping[str, object], ...], ...]
    """By line: what followed from it, as it is told in the journal."""
    before: S | None = None
    """The state before the newest step."""
    idle: tuple[int, ...] = ()
    """Places of what people did that means nothing where it stands."""


class NotLegal(Exception):  # noqa: N818 - says what is the case
    """An entry cannot stand where it does."""

    def __init__(self, seq: int, why: str, what: Explanation | None) -> None:
        super().__init__(why)
        self.seq = seq
        self.what = what


STRETCH = 64
"""Lines that are kept as one: so many at most are played again for an undo, besides those of the step itself."""


def replay(story: Story[S], lines: Sequence[Line] | None = None, state: S | None = None) -> Played[S]:
    """Play a record from its beginning, or these lines of it, from this state on.

    Raises NotLegal at the first that the rules refuse.
    """
    game, lines = story.game, story.lines() if lines is None else lines
    state = game.empty if state is None else state
    steps: list[Step] = []
    idle: list[int] = []
    before_step: S | None = None
    followed: list[tuple[Mapping[str, object], ...]] = []
    for line in lines:
        if line.event is None:
            followed.append(())
            continue
        before, (state, effects) = state, advance(game, state, line.event)
        for effect in effects:
            if isinstance(effect, Refuse):
                raise NotLegal(line.seq, effect.why, getattr(state, "refused_what", None))
        if state.undoable is not before.undoable and state.undoable is not None:
            steps.append(Step(line.seq, state.undoable))
            before_step = before
        if not effects and not isinstance(line.event, FACTS):
            idle.append(line.seq)
        followed.append(tuple(effect.body for effect in effects if isinstance(effect, AppendVerdict)))
    return Played(state, tuple(steps), tuple(followed), before_step, tuple(idle))


_Stretch: TypeAlias = tuple[Sequence[Line], Played[S]]
"""Lines, and what those before them and they themselves lead to: the state; their own steps."""


@dataclass(frozen=True, slots=True)
class _Growing(Generic[S]):
    """A story: its whole stretches, and the lines after them."""

    whole: tuple[_Stretch[S], ...]
    lines: tuple[Line, ...]
    played: Played[S]
    """As of a stretch."""


def _joined(parts: Sequence[Played[S]]) -> Played[S]:
    """What parts of a record, each played on from the one before, lead to together."""
    before = next((part.before for part in reversed(parts) if part.before is not None), None)
    return Played(parts[-1].state, tuple(chain.from_iterable(part.steps for part in parts)), (), before)


class Replayed(Generic[S]):
    """What the record of a match leads to, worked out in stretches; the lines of its story, or of what it may become.

    Any thread may ask; the one that makes the story grow notes it, too.
    """

    def __init__(self, story: Story[S]) -> None:
        self.story = story
        self._stretches: tuple[_Stretch[S], ...] = ()
        self._growing: _Growing[S] | None = _Growing((), (), Played(story.game.empty, (), ()))
        """The story up to its end, kept in step with it; None while nobody knows what it leads to."""

    def played(self, lines: Sequence[Line] | None = None) -> Played[S]:
        """As `replay` of these lines from the beginning, but for `followed` and `idle`, which stay empty.

        Raises NotLegal.
        """
        lines = self.story.lines() if lines is None else lines
        known = self._begun_by(lines)
        parts = [played for _, played in known]
        fresh = list(known)
        for at in range(len(known) * STRETCH, len(lines), STRETCH):
            stretch = lines[at : at + STRETCH]
            parts.append(replay(self.story, stretch, parts[-1].state if parts else None))
            if len(stretch) == STRETCH:
                fresh.append((stretch, parts[-1]))
        self._stretches = tuple(fresh)
        if not parts:
            return replay(self.story, ())
        return _joined(parts)

    def note(self, kept: Sequence[Kept]) -> None:
        """The story has grown by these: what is new is worked out at once, so that nobody waits for many of them."""
        growing, self._growing = self._growing, None
        # Whoever wants to change something will be told what is wrong with the record.
        with suppress(NotLegal):
            if any(entry.kind == RETRACTED for entry in kept):
                self.catch_up()
            elif growing is not None:
                self._growing = self._grown(growing, [line_of(entry) for entry in kept])

    def catch_up(self) -> None:
        """Work out what the whole story leads to. Raises NotLegal."""
        lines = self.story.lines()
        known = tuple(self._begun_by(lines))
        state = known[-1][1].state if known else self.story.game.empty
        self._growing = self._grown(_Growing(known, (), Played(state, (), ())), lines[len(known) * STRETCH :])

    def _grown(self, growing: "_Growing[S]", lines: Sequence[Line]) -> "_Growing[S]":
        for line in lines:
            growing = _Growing(
                growing.whole,
                (*growing.lines, line),
                _joined([growing.played, replay(self.story, (line,), growing.played.state)]),
            )
            if len(growing.lines) == STRETCH:
                self._stretches = (*growing.whole, (growing.lines, growing.played))
                growing = _Growing(self._stretches, (), Played(growing.played.state, (), ()))
        return growing

    def _begun_by(self, lines: Sequence[Line]) -> "list[_Stretch[S]]":
        """The stretches that these lines begin with."""
        known = []
        for number, (stretch, played) in enumerate(self._stretches):
            here = lines[number * STRETCH : (number + 1) * STRETCH]
            if len(here) < STRETCH or any(
                one.seq != other.seq or one.event is not other.event for one, other in zip(stretch, here, strict=True)
            ):
                break
            known.append((stretch, played))
        return known
