"""The table: found by the mat, by one card, or by four taps on the corners of something of known size."""

from dataclasses import replace

from calibration.advice import Advice, Say
from calibration.errors import CalibrationError
from calibration.from_card import BRIDGE_MM, POKER_MM
from calibration.lens import Lens
from calibration.outlines import outline
from calibration.profiles import ProfileError, StoredTable
from calibration.profiles.in_use import name_again
from calibration.scene import SceneWatch, scene_view
from calibration.table import TableProfile
from calibration.table_session import TableSession, Way, look, tap
from calibration.zones import ZoneKind
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Mark, Pick, Step, Tone
from companion.setup.task import Bench, IdleTask, trouble_of
from vision.camera.frames import Frame
from vision.cards.on_table import contradicted
from vision.cards.read import read_cards
from vision.pictures import Picture

WAY, PLAYERS, THING = "way", "players", "thing"
#: What has a known size and four corners, by the way that uses it; in mm.
THINGS: dict[Way, dict[str, tuple[float, float]]] = {
    Way.MAT: {},
    Way.CARD: {"poker card": POKER_MM, "bridge card": BRIDGE_MM},
    Way.TAPS: {"A4": (297.0, 210.0), "Letter": (279.4, 215.9), "poker card": (88.0, 63.0)},
}
SEATS = ("2", "3", "4", "6", "8", "10")
NAME = "table"
_LOOK_NS = 300_000_000
#: Zones that say where things lie; seats and bets would clutter the picture.
_DRAWN = (ZoneKind.CUP, ZoneKind.DICE, ZoneKind.SEAT, ZoneKind.BOARD, ZoneKind.PLAYER_BOARD)


class TableTask(IdleTask):
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._way = Way.MAT
        self._players = min((int(s) for s in SEATS if int(s) >= bench.players), default=10)
        self._thing = ""
        self._begin()

    def _begin(self) -> None:
        self._session: TableSession | None = None
        self._picture: Picture | None = None
        self._found_in: Picture | None = None
        self._told: tuple[Word, ...] = ()
        self._next_ns = 0
        self._kept = self._judged = False
        self._plain: Advice | None = None
        self._known = self._bench.knows_table
        self._refused: Word | None = None

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        self._picture = frame.picture
        height, width = frame.picture.shape[:2]
        if self._session is None:
            self._open(width, height)
        if self._session is None or self._session.done or frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        self._session, self._told = look(self._session, frame.picture)
        self._found_in = frame.picture

    def _open(self, width: int, height: int) -> None:
        try:
            lens = self._bench.store.lens_of(self._bench.camera, width, height)
            self._refused = None
        except ProfileError as error:
            lens, self._refused = Lens.typical(width, height), str(error)
        things = THINGS[self._way]
        if self._thing not in things:
            self._thing = next(iter(things), "")
        size = things.get(self._thing, POKER_MM)
        self._session = TableSession(lens, self._way, self._players, size)

    def work(self) -> bool:
        """A figure on a card may be taken for the card: the reader of cards is asked once, before it can be kept."""
        session, picture = self._session, self._found_in
        if self._way is not Way.CARD or self._judged or session is None or session.found is None or not session.done:
            return False
        assert picture is not None
        self._judged, self._refused = True, None
        if contradicted(read_cards(picture), session.found.profile):
            self._judged, self._session, self._refused = False, None, note(Hint.TABLE_NOT_CARD)
        return True

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.AGAIN:
            self._begin()
        elif act is Act.PICK:
            group, _, option = value.partition("=")
            if group == WAY and option in set(Way):
                self._way = Way(option)
            elif group == PLAYERS and option in SEATS:
                self._players = int(option)
            elif group == THING and option in THINGS[self._way]:
                self._thing = option
            self._begin()
        elif act is Act.TAP and self._way is Way.TAPS and self._session is not None and self._picture is not None:
            x, _, y = value.partition(",")
            try:
                self._session, self._told = tap(self._session, self._picture, (float(x), float(y)))
                self._found_in = self._picture
            except CalibrationError as error:
                self._told = (str(error),)
        elif act in (Act.KEEP, Act.KEEP_NEW) and self._done:
            self._keep(new=act is Act.KEEP_NEW)

    @property
    def _done(self) -> bool:
        """Whether it can be kept."""
        done = self._session is not None and self._session.done
        return done and (self._judged or self._way is not Way.CARD)

    def _keep(self, *, new: bool) -> None:
        assert self._session is not None
        assert self._session.found is not None
        assert self._found_in is not None
        profile, bench = self._session.found.profile, self._bench
        view = None if profile.mat else scene_view(self._found_in)

        def keep() -> None:
            name = bench.free_name("table", NAME) if new else name_again(bench.store, bench.camera)
            bench.store.save_table(StoredTable(name, bench.camera, profile, bench.now(), view))
            bench.put_in_use(table=name)

        self._refused = trouble_of(keep)
        if self._refused is None:
            self._kept = True
            self._plain = SceneWatch.of(view).advice if view is not None else None
            bench.fittings.use_table(profile, view)

    @property
    def step(self) -> Step:
        """See `Task`."""
        told = self._looking()
        if self._kept:
            kept = note(Hint.DRAWN_KEPT) if self._bench.drawn else note(Hint.TABLE_KEPT)
            told = Step(kept, Tone.GOOD, self._warned(), keys=(Act.AGAIN,), progress=1.0, marks=told.marks)
        if self._refused is not None:
            told = replace(told, more=(self._refused, *told.more), tone=Tone.TROUBLE)
        size = (16, 9) if self._picture is None else (self._picture.shape[1], self._picture.shape[0])
        return replace(told, size=size, drawn=self._bench.drawn)

    def _warned(self) -> tuple[Word, ...]:
        """Where a bump could not be noticed, that is told at once."""
        return (self._plain,) if self._plain is not None and self._plain.say is Say.SCENE_PLAIN else ()

    def _looking(self) -> Step:
        session = self._session
        picks = [Pick(WAY, tuple(Way), self._way)]
        if THINGS[self._way]:
            picks.append(Pick(THING, tuple(THINGS[self._way]), self._thing))
        picks.append(Pick(PLAYERS, SEATS, str(self._players)))
        now, *more = self._told or (note(Hint.NO_PICTURE),)
        done = self._done
        return Step(
            now,
            Tone.GOOD if done else Tone.ASK,
            (*more, note(Hint.TABLE_FOUND if self._way is Way.MAT else Hint.TABLE_CARD)) if done else tuple(more),
            progress=session.progress if session is not None else 0.0,
            marks=self._marks(),
            picks=tuple(picks),
            keys=self._keys(done),
            taps=self._way is Way.TAPS,
        )

    def _keys(self, done: bool) -> tuple[Act, ...]:
        if not done:
            return (Act.AGAIN,) if self._session is not None and self._session.taps else ()
        # Another place of the camera is another table, or the same one set up again: only people know.
        return (Act.KEEP, Act.KEEP_NEW, Act.AGAIN) if self._known else (Act.KEEP, Act.AGAIN)

    def _marks(self) -> tuple[Mark, ...]:
        if self._session is None:
            return ()
        taps = tuple(Mark((at,), str(number + 1)) for number, at in enumerate(self._session.taps))
        if self._session.found is None:
            return taps
        tone = Tone.GOOD if self._done else Tone.ASK
        found = self._session.found
        by = (Mark(found.outline, tone=tone),) if found.outline else ()
        return (*zone_marks(found.profile, tone), *by, *taps)


def zone_marks(profile: TableProfile, tone: Tone) -> tuple[Mark, ...]:
    """The zones of a table as far as they are in the picture; seats with their number."""
    marks = []
    for zone in profile.zones:
        if zone.kind not in _DRAWN:
            continue
        seen = outline(profile, zone)
        if seen is not None:
            seat = zone.seat is not None and zone.kind in (ZoneKind.SEAT, ZoneKind.PLAYER_BOARD)
            label = str(zone.seat + 1) if seat and zone.seat is not None else ""
            marks.append(Mark(tuple((float(x), float(y)) for x, y in seen), label, tone))
    return tuple(marks)
