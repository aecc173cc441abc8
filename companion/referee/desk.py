"""The referee at work: events in one after another, the journal written first, then the state that everyone sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, cast, overload

from companion.games.errors import IllegalAction, RulesError
from companion.journal.retraction import Numbered
from companion.journal.store import MATCH_BEGUN
from companion.referee.codec import VERDICT, UnknownEvent, kind_of
from companion.referee.effects import Append, AppendVerdict, Effect, Refuse
from companion.referee.events import Corrected, Undone
from companion.referee.game import Game, S, advance, changed
from companion.referee.games import GAMES, MENTIROSO
from companion.referee.replayed import NotLegal, Replayed, Step
from companion.referee.state import TableState
from companion.referee.story import Kept, Story
from companion.referee.undo import Change, Instead, correct, undo

GAME = MENTIROSO.name
OF_THE_TABLE = ("box", "camera", "felt", "parts")
"""What every game's state has and no game changes: it stays when the next match is of another game."""
Entry = tuple[str, Mapping[str, object]]
"""What the journal keeps of an event: (kind, body)."""


class Record(Protocol):
    """What the desk needs of a journal (companion.journal.Journal is one)."""

    def begin_match(self, game: str, body: Mapping[str, object]) -> str:
        """Open a match with its first entry, number 1; its id."""

    def append_all(self, match: str, entries: Iterable[Entry]) -> object:
        """Write several entries in one transaction; on return they are on the disk, numbered one after another."""


class Desk(Generic[S]):
    """Holds the state, and writes the journal: the only writer.

    `carry_out` is handed every effect except the journal's own, after the journal is on the disk. Not thread-safe:
    one thread owns it; `state`, `match` and `steps` may be read from any.
    """

    @overload
    def __init__(self: "Desk[TableState]", record: Record, carry_out: Callable[[Effect], None] = ...) -> None: ...
    @overload
    def __init__(self, record: Record, carry_out: Callable[[Effect], None] = ..., *, game: Game[S] = ...) -> None: ...
    def __init__(
        self, record: Record, carry_out: Callable[[Effect], None] = lambda _: None, *, game: Any = MENTIROSO
    ) -> None:
        self._record = record
        self._carry_out = carry_out
        self._game = cast(Game[S], game)
        self._replayed = Replayed(Story(self._game))
        self.state: S = self._game.empty
        self.match: str | None = None

    def take(self, event: Any) -> S:
        """One event: reduce it, journal what must be kept, then let the state be seen and the effects happen.

        Raises JournalError when the journal cannot be written; the state is then as before, as if the event had not
        come.
        """
        if isinstance(event, Undone | Corrected):
            return self._change(event)
        other = _begun_by(event)
        if other is not None and other.name != self._game.name:
            return self._take_as(other, event)
        after, effects = advance(self._game, self.state, event)
        replayed = self._replayed
        story = replayed.story
        kept: list[Kept] = []
        for effect in effects:
            if isinstance(effect, Append):
                kind = kind_of(type(effect.event))
                if kind == MATCH_BEGUN:
                    replayed = Replayed(Story(self._game))
                    story = replayed.story
                kept.append(Kept(story.next_seq + len(kept), kind, {}, effect.event))
            elif isinstance(effect, AppendVerdict):
                kept.append(Kept(story.next_seq + len(kept), VERDICT, effect.body))
        self._commit(replayed, kept, after, effects)
        return after

    def _take_as(self, game: Game[Any], event: Any) -> S:
        """A match of another game begins at this table, where none is being played; the parts of the table stay."""
        before = self._game, self.state
        if self.state.names and not self._game.over(self.state):
            return self._refuse(IllegalAction("M6", "set_up_already"))
        self._game = cast(Game[S], game)
        self.state = changed(self._game.empty, **{part: getattr(before[1], part) for part in OF_THE_TABLE})
        begun = False
        try:
            after = self.take(event)
            begun = bool(after.names)
        finally:
            if not begun:
                self._game, self.state = before
        if not begun:
            self.state = changed(self.state, refused=after.refused, refused_what=getattr(after, "refused_what", None))
        return self.state

    def _refuse(self, refusal: RulesError) -> S:
        why = str(refusal)
        self.state = changed(self.state, refused=why, refused_rule="", refused_what=refusal.explanation)
        self._carry_out(Refuse("", why))
        return self.state

    def resume(self, match: str, entries: Iterable[Numbered]) -> S:
        """Go on with a match from its journal entries, all of them; `Resumed` with the parts as they are comes next.

        Raises UnknownEvent where this version cannot read them, or the rules forbid one; the desk is then as before.
        """
        told = tuple(entries)
        game = GAMES.get(str(told[0].body.get("game"))) if told else None
        if game is None:
            raise UnknownEvent(f"match {match} is of a game that this version does not know")
        replayed = Replayed(read_story(game, told))
        self.state = cast(S, _state_of(replayed))
        replayed.catch_up()
        self._game, self._replayed, self.match = cast(Game[S], game), replayed, match
        return self.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the match that count, the oldest first; the last one is what an undo would take back."""
        return self._replayed.played().steps

    def _change(self, event: Undone | Corrected) -> S:
        try:
            if isinstance(event, Undone):
                change: Change[S] | Instead = undo(self._replayed, self.state, event)
            else:
                change = correct(self._replayed.story, self.state, event)
        except RulesError as refusal:
            return self._refuse(refusal)
        if isinstance(change, Instead):
            return self.take(change.event)
        self._commit(self._replayed, change.entries, change.state, change.effects)
        return self.state

    def _commit(self, replayed: Replayed[S], kept: Sequence[Kept], after: S, effects: Iterable[Any]) -> None:
        """The journal first, then what everyone sees, then what the world should do."""
        if kept:
            self._write(replayed, kept)
        self.state = after
        for effect in effects:
            if not isinstance(effect, Append | AppendVerdict):
                self._carry_out(effect)
        if kept:
            replayed.note(kept)

    def _write(self, replayed: Replayed[S], kept: Sequence[Kept]) -> None:
        story = replayed.story
        match, entries = self.match, [story.written(entry) for entry in kept]
        if kept[0].kind == MATCH_BEGUN:
            match = self._record.begin_match(self._game.name, entries.pop(0)[1])
        if match is None:
            raise AssertionError("nothing is journalled before a match has begun")
        if entries:
            self._record.append_all(match, entries)
        # Only now: where the second writing fails, what comes next still belongs to the match before.
        story.add(kept)
        self._replayed, self.match = replayed, match


def _begun_by(event: Any) -> Game[Any] | None:
    """The game that this event begins a match of."""
    return next((game for game in GAMES.values() if game.codec.types.get(MATCH_BEGUN) is type(event)), None)


def read_story(game: Game[S], entries: Iterable[Numbered]) -> Story[S]:
    """The record of a match of this game. Raises UnknownEvent."""
    story = Story(game)
    story.add([story.read(entry.seq, entry.kind, entry.body) for entry in entries])
    return story


def played(story: Story[S]) -> S:
    """The state that a record leads to. Raises UnknownEvent where the rules forbid an entry: no referee wrote it."""
    return _state_of(Replayed(story))


def _state_of(record: Replayed[S]) -> S:
    try:
        return record.played().state
    except NotLegal as refusal:
        raise UnknownEvent(
            f"entry {refusal.seq} cannot have happened where it stands: {refusal}; "
            "the journal was written by another program"
        ) from refusal


def resume(entries: Iterable[Numbered], game: Game[Any] = MENTIROSO) -> Any:
    """The state that a match's journal entries lead to. Raises UnknownEvent."""
    return played(read_story(game, entries))
