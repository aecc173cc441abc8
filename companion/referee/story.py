"""The record of the match in play, as the desk holds it in memory: what was written, and what of it counts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from companion.journal.retraction import RETRACTED, Right, right_of, taken_back
from companion.referee.codec import VERDICT
from companion.referee.game import Game, S


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry of the journal."""

    seq: int
    kind: str
    body: Mapping[str, object] = field(default_factory=dict, compare=False)
    """Of a retraction, and of what only tells what followed; else `event` says it all."""
    event: Any = None
    """What happened; of a correction what is right. None for what only tells what followed, and for a retraction."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry that counts, in its place."""

    seq: int
    """Its place: where a correction stands for it, still that of the entry that was wrong."""
    event: Any
    """None where it only tells what followed: `verdict`."""
    verdict: Mapping[str, object] = field(default_factory=dict)


def line_of(entry: Kept) -> Line:
    """The line of an entry that was neither taken back nor takes anything back."""
    return Line(entry.seq, entry.event, entry.body)


class Story(Generic[S]):
    """Grows by what is written, by one thread; any may read its lines."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self._codec = game.codec
        self._kept: list[Kept] = []

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return self._kept[-1].seq + 1 if self._kept else 1

    def read(self, seq: int, kind: str, body: Mapping[str, object]) -> Kept:
        """An entry from the journal. Raises UnknownEvent where this version cannot read it."""
        if kind == VERDICT:
            return Kept(seq, kind, body)
        if kind == RETRACTED:
            right = right_of(seq, body)
            return Kept(seq, kind, body, self._event(right) if right is not None else None)
        return Kept(seq, kind, {}, self._codec.decode(kind, body))

    def _event(self, right: Right) -> Any:
        return None if right[0] == VERDICT else self._codec.decode(*right)

    def written(self, kept: Kept) -> Right:
        """The entry as the journal has it: kind and body."""
        return (kept.kind, kept.body) if kept.kind in (RETRACTED, VERDICT) else self._codec.encode(kept.event)

    def add(self, kept: Iterable[Kept]) -> None:
        """These were written."""
        self._kept += kept

    def lines(self, more: Sequence[Kept] = ()) -> tuple[Line, ...]:
        """What counts, in the order in which it does; `more`: as if these had been written too."""
        kept = (*self._kept, *more)
        gone = taken_back(entry for entry in kept if entry.kind == RETRACTED)
        counting: list[Line] = []
        for entry in kept:
            if entry.kind == RETRACTED:
                continue
            says = gone.get(entry.seq, entry)
            if says is entry:
                counting.append(line_of(entry))
            elif (right := right_of(says.seq, says.body)) is not None:
                counting.append(Line(entry.seq, says.event, {} if says.event is not None else right[1]))
        return tuple(counting)

    def retractions(self, since: int, until: int) -> tuple[int, ...]:
        """The numbers of the retractions from `since` to before `until`."""
        return tuple(entry.seq for entry in self._kept if entry.kind == RETRACTED and since <= entry.seq < until)
