"""What was kept under a name, on the page where it was made: taken again, named anew, thrown away."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from calibration.profiles import ProfileError
from calibration.profiles.in_use import load_in_use, table_in_use
from calibration.profiles.shelf import delete, rename, title
from calibration.profiles.store import slug
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Part, Pick, Step, Tone
from companion.setup.task import Bench, Task, trouble_of
from vision.camera.frames import Frame
from vision.cards.deck import deck_of_pieces
from vision.chips.teach import chips_of_pieces

SAVED = "saved"
#: A page with more keys than this has no room for another one.
_MOST_KEYS = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """name: as profiles call it; field: in `InUse`, empty where nothing is put in use; use: play with the one of this
    name; forget: play without.
    """

    name: str
    field: str = ""
    use: Callable[[Bench, str], None] = lambda *_: None
    forget: Callable[[Bench], None] = lambda _: None


def _use_table(bench: Bench, name: str) -> None:
    stored = bench.store.table(name)
    if stored.camera != bench.camera:
        raise ProfileError(f"it was set up with another camera, {stored.camera}; choose that one first")
    bench.fittings.use_table(stored.profile, stored.view)


#: The pages on which something is kept under a name.
KINDS: Mapping[Part, Kind] = {
    Part.CAMERA: Kind("camera"),
    Part.TABLE: Kind("table", "table", _use_table, lambda bench: bench.fittings.use_table(None)),
    Part.DICE: Kind(
        "dice set",
        "dice_set",
        lambda bench, name: bench.fittings.use_dice_set(bench.store.dice_set(name)),
        lambda bench: bench.fittings.use_dice_set(None),
    ),
    Part.DECK: Kind(
        "deck",
        "deck",
        lambda bench, name: bench.fittings.use_deck(deck_of_pieces(bench.store.pieces("deck", name))),
        lambda bench: bench.fittings.use_deck(None),
    ),
    Part.CHIPS: Kind(
        "chips",
        "chips",
        lambda bench, name: bench.fittings.use_chips(chips_of_pieces(bench.store.pieces("chips", name))),
        lambda bench: bench.fittings.use_chips(None),
    ),
}


class _Phase(StrEnum):
    CLOSED = "closed"
    LIST = "list"
    NAME = "name"
    DELETE = "delete"


class ShelvedTask:
    """A page with its shelf: `Act.SHELF` opens it. See `companion.setup.task.Task`."""

    def __init__(self, page: Task, bench: Bench, kind: Kind) -> None:
        self._page = page
        self._bench = bench
        self._kind = kind
        self._phase = _Phase.CLOSED
        self._names: tuple[str, ...] = ()
        self._titles: tuple[str, ...] = ()
        self._chosen = 0
        self._used = ""
        self._refused: Word | None = None
        self._look()

    # ----------------------------------------------------------------------------------------------------- the page

    def see(self, frame: Frame) -> None:
        """See `Task`; behind the open shelf nothing goes on."""
        if self._phase is _Phase.CLOSED:
            self._page.see(frame)

    def work(self) -> bool:
        """See `Task`."""
        if self._phase is not _Phase.CLOSED or not self._page.work():
            return False
        self._look()
        return True

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if self._phase is not _Phase.CLOSED:
            self._refused = None
            self._shelve(act, value)
        elif act is Act.SHELF:
            self._refused = None
            self._look()
            self._open()
        else:
            self._page.do(act, value)
            self._look()

    @property
    def step(self) -> Step:
        """See `Task`."""
        if self._phase is not _Phase.CLOSED:
            return replace(self._shelf(), drawn=self._bench.drawn)
        step = self._page.step
        full = len(step.keys) > _MOST_KEYS or Act.KEEP in step.keys or Act.CANCEL in step.keys
        if not self._names or full or step.flicker is not None:
            return step
        return replace(step, keys=(*step.keys, Act.SHELF))

    # ---------------------------------------------------------------------------------------------------- the shelf

    def _look(self) -> None:
        names = self._bench.store.names(self._kind.name)
        if names != self._names:
            self._names, self._titles = names, self._titled(names)

    def _titled(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(title(self._bench.store, self._kind.name, name) for name in names)

    def _open(self) -> None:
        self._phase = _Phase.LIST if self._names else _Phase.CLOSED
        self._used = self._in_use()
        self._chosen = self._names.index(self._used) if self._used in self._names else 0

    def _in_use(self) -> str:
        """The name, as `ProfileStore.names` has it, of what lies on the table; empty where nothing does."""
        try:
            if self._kind.name == "camera":
                name = self._bench.camera
            elif self._kind.name == "table":
                table = table_in_use(self._bench.store, self._bench.camera)
                name = table.name if table is not None else ""
            else:
                name = str(getattr(load_in_use(self._bench.store), self._kind.field))
            return slug(name) if name else ""
        except ProfileError:
            return ""

    def _shelve(self, act: Act, value: str) -> None:
        name = self._names[self._chosen]
        if act is Act.PICK and value in {f"{SAVED}={each}" for each in self._titles}:
            self._chosen = self._titles.index(value.partition("=")[2])
        elif act is Act.DONE:
            self._phase = _Phase.CLOSED
        elif act in (Act.CANCEL, Act.NO):
            self._phase = _Phase.LIST
        elif act is Act.RENAME:
            self._phase = _Phase.NAME
        elif act is Act.DELETE:
            self._phase = _Phase.DELETE
        elif act is Act.USE and self._kind.field:
            self._refused = trouble_of(lambda: self._use(name))
        elif act is Act.NAME and self._phase is _Phase.NAME:
            self._refused = trouble_of(lambda: self._rename(name, value))
        elif act is Act.THROW_AWAY and self._phase is _Phase.DELETE:
            self._refused = trouble_of(lambda: self._delete(name))

    def _use(self, name: str) -> None:
        self._kind.use(self._bench, name)
        self._bench.put_in_use(**{self._kind.field: name})
        self._used = name

    def _rename(self, name: str, to: str) -> None:
        used = self._used == name
        found = slug(rename(self._bench.store, self._kind.name, name, to))
        if used and self._kind.field:
            # It is known by its new name from now on.
            self._use(found)
        self._names = self._bench.store.names(self._kind.name)
        self._titles = self._titled(self._names)
        self._chosen, self._phase = self._names.index(found), _Phase.LIST

    def _delete(self, name: str) -> None:
        used = self._used == name
        delete(self._bench.store, self._kind.name, name)
        if used and self._kind.field:
            self._kind.forget(self._bench)
        self._look()
        self._open()

    def _shelf(self) -> Step:
        named, used = self._titles[self._chosen], self._used == self._names[self._chosen]
        trouble = (self._refused,) if self._refused is not None else ()
        tone = Tone.TROUBLE if trouble else Tone.ASK
        if self._phase is _Phase.NAME:
            return Step(note(Hint.SHELF_NAME, name=named), tone, trouble, keys=(Act.CANCEL,), naming=named)
        if self._phase is _Phase.DELETE:
            lost = (note(Hint.SHELF_USED),) if used else ()
            return Step(
                note(Hint.SHELF_DELETE, name=named), Tone.TROUBLE, (*trouble, *lost), keys=(Act.THROW_AWAY, Act.NO)
            )
        use = (Act.USE,) if self._kind.field and not used else ()
        more = (*trouble, note(Hint.SHELF_USED)) if used else trouble
        picks = (Pick(SAVED, tuple(dict.fromkeys(self._titles)), named),)
        keys = (*use, Act.RENAME, Act.DELETE, Act.DONE)
        return Step(note(Hint.SHELF), tone, more, picks=picks, keys=keys)
