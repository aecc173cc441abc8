"""Taking back and correcting what was written: pure. What is undone is what people see as one step.

Nothing is taken out of the journal. An undo adds a retraction of each entry of the step; a correction adds one that
says what is right; both end with `Resumed`, which holds the table as it is. Facts of the table stay: that the cable
came out is true whatever people take back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from companion.games.errors import Explanation, RulesError
from companion.journal.retraction import RETRACTED, retraction
from companion.referee import events as e
from companion.referee.board import differences
from companion.referee.codec import VERDICT
from companion.referee.game import Game, S, advance, changed
from companion.referee.replayed import FACTS, NotLegal, Played, Replayed, replay
from companion.referee.story import Kept, Line, Story


class CannotChange(RulesError):  # noqa: N818 - named as people say it
    """An undo or a correction that would leave no legal match, or has nothing to work on."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(Explanation(f"cannot.{key}", values))


@dataclass(frozen=True, slots=True)
class Change(Generic[S]):
    """An undo or a correction, ready to be written."""

    entries: tuple[Kept, ...]
    state: S
    effects: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Instead:
    """A correction that is an event of its own, for what came later stands."""

    event: Any


def undo(record: Replayed[S], now: S, event: e.Undone) -> Change[S]:
    """Take the newest step back. Raises CannotChange where there is none, or what remains would not be legal."""
    story = record.story
    lines = story.lines()
    played = record.played(lines)
    if not played.steps:
        raise CannotChange("nothing_to_undo")
    step = played.steps[-1]
    begun = next(line.event for line in lines if line.seq == step.seq)
    since = begun.since if isinstance(begun, e.Resumed) else step.seq
    going = [line.seq for line in lines if line.seq >= since and not isinstance(line.event, FACTS)]
    if since != step.seq:
        # What the correction had put right is as it was.
        going += story.retractions(since, step.seq)
    entries = _numbered(story, [retraction(seq, event.by, event.why) for seq in sorted(going)])
    remaining = story.lines(entries)
    try:
        left = record.played(remaining)
    except NotLegal as refusal:
        raise CannotChange("later_not_legal", because=refusal.what or str(refusal)) from refusal
    return _resumed(story.game, entries, left.state, now, event.at_ns, e.After.UNDO, {"what": step.what})


def correct(story: Story[S], now: S, event: e.Corrected) -> Change[S] | Instead:
    """Put the right event in the place of a wrong one, and play what came later on top of it.

    Raises CannotChange where no such event counts, or what came later would not be legal.
    """
    game, lines = story.game, story.lines()
    place = next((i for i, line in enumerate(lines) if line.seq == event.seq), None)
    wrong = lines[place].event if place is not None else None
    if place is None or wrong is None or not _of_the_game(game, wrong) or not _of_the_game(game, event.right):
        raise CannotChange("nothing_to_correct", number=event.seq)
    # As if it had been said at that time: what the box told later still came later.
    right = replace(event.right, at_ns=getattr(wrong, "at_ns", None))
    before = replay(story, lines[:place]).state
    if not game.reduce(before, right)[1]:
        raise CannotChange("no_meaning_there")
    try:
        played = replay(story, (*lines[:place], replace(lines[place], event=right), *lines[place + 1 :]))
    except NotLegal as refusal:
        after = advance(game, before, wrong)[0]
        instead = game.amend(before, after, replace(event, right=right))
        if instead is not None:
            return Instead(instead)
        key = "right_not_legal" if refusal.seq == event.seq else "later_not_legal"
        raise CannotChange(key, because=refusal.what or str(refusal)) from refusal
    bodies = [retraction(event.seq, event.by, event.why, game.codec.encode(right))]
    bodies += [retraction(seq, event.by, event.why) for seq in played.idle]
    changes, new = _verdicts(lines, played)
    bodies += [
        retraction(seq, event.by, event.why, (VERDICT, body) if body is not None else None) for seq, body in changes
    ]
    entries = _numbered(story, bodies, right, new)
    return _resumed(game, entries, played.state, now, event.at_ns, e.After.CORRECTION, {})


def _of_the_game(game: Game[S], event: Any) -> bool:
    return type(event) in game.codec.types.values() and not isinstance(event, (*FACTS, e.Resumed))


def _verdicts(
    lines: Sequence[Line], played: Played[S]
) -> tuple[list[tuple[int, Mapping[str, object] | None]], list[Mapping[str, object]]]:
    """What the journal tells of what followed, where it is otherwise now: (entry, what is right or None), and new ones.

    It is told right after the event it follows from.
    """
    changes: list[tuple[int, Mapping[str, object] | None]] = []
    awaited: list[Mapping[str, object]] = []
    new: list[Mapping[str, object]] = []
    for line, follows in zip(lines, played.followed, strict=True):
        if line.event is not None:
            new += awaited
            awaited = list(follows)
        else:
            right = awaited.pop(0) if awaited else None
            if right != line.verdict:
                changes.append((line.seq, right))
    return changes, new + awaited


def _numbered(
    story: Story[S],
    retractions: Sequence[Mapping[str, object]],
    right: Any = None,
    verdicts: Sequence[Mapping[str, object]] = (),
) -> tuple[Kept, ...]:
    """As they will be written; `right` is the event in the first retraction."""
    first = story.next_seq
    entries = [Kept(first + i, RETRACTED, body, right if i == 0 else None) for i, body in enumerate(retractions)]
    return (*entries, *(Kept(first + len(entries) + i, VERDICT, body) for i, body in enumerate(verdicts)))


def _resumed(
    game: Game[S],
    entries: tuple[Kept, ...],
    state: S,
    now: S,
    at_ns: int | None,
    after: e.After,
    values: Mapping[str, Any],
) -> Change[S]:
    """The table goes on from a state of before, with what is true of its parts now."""
    goes_on = after is e.After.CORRECTION and (now.phase, now.gate_open) == (state.phase, state.gate_open)
    resumed = e.Resumed(
        after, now.box, now.camera, getattr(now, "cup_down", None),
        since=entries[0].seq, uninterrupted=goes_on, at_ns=at_ns,
    )  # fmt: skip
    left, effects = advance(game, state, resumed)
    key = "told.undone" if after is e.After.UNDO else "told.corrected"
    changes = differences(game.board(now), game.board(left))
    told = Explanation(key, {**values, "changes": changes or (Explanation("changed.nothing"),)})
    kind, _ = game.codec.encode(resumed)
    return Change((*entries, Kept(entries[-1].seq + 1, kind, {}, resumed)), changed(left, told=told), effects)
