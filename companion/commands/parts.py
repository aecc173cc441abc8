"""What a table is made of: the parts that are connected, or the simulated table where none is."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from platformdirs import user_cache_path

from calibration.advice import Say
from calibration.dice_set import DiceSet, DiceSetError
from companion import __version__
from companion.commands.card_hands import CardHands
from companion.commands.either_table import EitherTable
from companion.games.dice import DiceHand, Face
from companion.journal.errors import JournalDamaged
from companion.journal.evidence import PROFILE, EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.box import BoxDesk
from companion.referee.codec import UnknownEvent
from companion.referee.detective.watching import DetectiveWatch
from companion.referee.effects import Effect
from companion.referee.events import PartsKnown
from companion.referee.fittings import Fittings
from companion.referee.learning import DiceLearned, LearningWatch
from companion.referee.live import LiveReferee
from companion.referee.state import Phase, TableState
from companion.referee.table_watch import TableStands, TableWatch
from companion.referee.unfinished import unfinished
from companion.referee.versions import table_parts
from companion.referee.watch import Watch
from companion.referee.watching import Watches
from companion.review.budget import DEFAULT_MB, MEGABYTE, Housekeeper
from companion.ui.port import Shot
from firmware_bridge.events import BoxItem, BoxState, BoxStatus, Input, Level
from firmware_bridge.messages import Lamp
from firmware_bridge.session import BoxSession, usb_ports
from firmware_bridge.settings import ANY_BOX, BoxSettings, load_settings, settings_file
from firmware_bridge.simulator import SimulatedBox
from vision.camera import Camera
from vision.camera.changeable import ChangeableCamera
from vision.camera.frames import Frame
from vision.dice.teach import teach_dice_set
from vision.drawn.camera import DrawnCamera
from vision.drawn.clip import TEACHING_ROWS
from vision.drawn.dice import DieTruth
from vision.drawn.table import DrawnTable
from vision.pictures import encode_jpeg, for_screen
from vision.threads import leave_the_screen_a_core

PREVIEW_PX = 960
_OF_THE_LAMP = frozenset({Say.TOO_BRIGHT, Say.TOO_DARK, Say.TINTED})
SIMULATED_SET = user_cache_path("cubilete", appauthor=False) / f"simulated-set-{__version__}.json"


class ThrowingCamera(Camera, Protocol):
    """A camera of a table at which hands can be played: as `DrawnCamera`."""

    def seat_cup(self, *, gather: bool = True) -> int:
        """See `DrawnCamera.seat_cup`."""
        ...

    def throw(self, faces: Iterable[str]) -> None:
        """See `DrawnCamera.throw`."""
        ...

    def lift_cup(self) -> int:
        """See `DrawnCamera.lift_cup`."""
        ...

    def truth(self) -> tuple[DieTruth, ...]:
        """See `DrawnCamera.truth`."""
        ...


class SimulatedHands:
    """What hands do at a real table: throw under the cup, lift it. The simulated box feels what the camera sees.

    cards: what they do at a table of Detective Poker.
    """

    def __init__(self, camera: ThrowingCamera, box: SimulatedBox, cards: CardHands) -> None:
        self._camera = camera
        self._box = box
        self.cards = cards
        self.throw()

    @property
    def dice(self) -> DiceHand:
        """What lies there, seen or not: for whoever plays the people."""
        return DiceHand.of(Face.parse(die.face) for die in self._camera.truth())

    def throw(self) -> None:
        """Throw all five under the cup; chance says what comes."""
        self._box.seat_cup()
        self._camera.seat_cup()
        self._camera.throw([secrets.choice(list(Face)).letter for _ in range(5)])

    def touch_box(self, which: Input, level: Level) -> None:
        """Bring an input of the box to a level, as its self-test asks."""
        self._box.set(which, level)

    @property
    def lit(self) -> frozenset[Lamp]:
        """The lamps of the box that shine."""
        return self._box.lit

    def lift_cup(self) -> None:
        """Lift the cup off the dice, in sight of all."""
        self._camera.lift_cup()
        self._box.lift_cup()


class Preview:
    """The newest frame as the screen wants it; None while the gate is closed."""

    def __init__(self, referee: LiveReferee[TableState]) -> None:
        self._referee = referee
        self._shot: Shot | None = None

    def newest(self, across: int = PREVIEW_PX) -> Shot | None:
        """See `companion.ui.port.Pictures`."""
        frame = self._referee.picture()
        if frame is None:
            self._shot = None
        elif self._shot is None or self._shot.count != frame.index:
            height, width = frame.picture.shape[:2]
            self._shot = Shot(frame.index, for_screen(frame.picture, across), (width, height))
        return self._shot


@dataclass(frozen=True, slots=True)
class Table:
    """A running referee with its parts."""

    referee: LiveReferee[TableState]
    preview: Preview
    hands: SimulatedHands | None
    """None at a real table."""
    journal: Journal
    """The only one that this process may write to."""
    fittings: Fittings
    """What it is set up with; may be exchanged at any time."""
    camera: ChangeableCamera
    box: BoxSession
    box_items: list[Callable[[BoxItem], None]]
    """Who else wants to hear all that the box says."""
    learn_box: Callable[[BoxSettings], None]
    """What its self-test learned."""


def drawn_dice_set(kept: Path = SIMULATED_SET) -> DiceSet:
    """The simulated table's own dice, taught as any other set; once, as that takes some seconds."""
    try:
        return DiceSet.load(kept)
    except DiceSetError:
        table = DrawnTable()
        taught = teach_dice_set([(table.teaching_row(row), list(row)) for row in TEACHING_ROWS], "simulated")
        # Where nothing can be kept it is taught again the next time.
        with suppress(DiceSetError, OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            taught.save(kept)
        return taught


@contextmanager
def simulated_table(
    journal_file: Path,
    seed: int = 0,
    evidence_mb: int = DEFAULT_MB,
    *,
    new: bool = False,
    camera: ThrowingCamera | None = None,
    cards: CardHands | None = None,
) -> Iterator[Table]:
    """Frames drawn by our own code, or those of `camera`, and a box made of software. Raises JournalError.

    cards: who lays the pieces where Detective Poker is played; else hands with this seed.

    The last match of this kind of table goes on where it had not ended, unless `new`.
    """
    with ExitStack() as stack:
        fittings = Fittings(drawn_dice_set())
        camera = camera or DrawnCamera(DrawnTable(seed))
        cards = cards or CardHands(seed)
        box = stack.enter_context(SimulatedBox())
        hands = SimulatedHands(camera, box, cards)
        latest = stack.enter_context(ChangeableCamera(EitherTable(camera, cards, fittings)))
        # What was learned of the box on the user's table is nothing to this one.
        tested = BoxSettings(tested=ANY_BOX)
        table = _table(stack, journal_file, latest, fittings, lambda: (box.port,), tested, evidence_mb, hands, new=new)
        cards.state = lambda: table.referee.state
        yield table


@contextmanager
def real_table(
    journal_file: Path,
    camera: Camera | None,
    fittings: Fittings | None,
    box_port: str | None,
    evidence_mb: int = DEFAULT_MB,
    *,
    new: bool = False,
) -> Iterator[Table]:
    """The parts that are connected; a box that is plugged in later is found then. Raises JournalError.

    The last match of this kind of table goes on where it had not ended, unless `new`.
    """
    with ExitStack() as stack:
        ports = (lambda: (box_port,)) if box_port else usb_ports
        # Entered, so that the camera is let go too where the journal cannot be opened.
        latest = stack.enter_context(ChangeableCamera(camera))
        settings = load_settings(settings_file())
        yield _table(stack, journal_file, latest, fittings or Fittings(), ports, settings, evidence_mb, None, new=new)


def _table(
    stack: ExitStack,
    journal_file: Path,
    camera: ChangeableCamera,
    fittings: Fittings,
    ports: Callable[[], tuple[str, ...]],
    box_settings: BoxSettings,
    evidence_mb: int,
    hands: SimulatedHands | None,
    *,
    new: bool,
) -> Table:
    """Opened in the order in which they must be closed: box, referee, journal."""
    simulated = hands is not None
    leave_the_screen_a_core()
    journal = stack.enter_context(Journal.open(journal_file))
    evidence = EvidenceStore(evidence_folder(journal_file))

    def keep(frame: Frame) -> str:
        return evidence.put(encode_jpeg(frame.picture))

    def tell(stands: TableStands) -> None:
        referee.post(without_lamp(stands) if simulated else stands)

    def tell_learned(learned: DiceLearned) -> None:
        referee.post(learned)

    coup_watch = DetectiveWatch(keep, fittings)
    if hands is not None:
        hands.cards.seen = lambda: coup_watch.settled
    # Whichever game is played, each watch follows the orders of its own.
    learning = LearningWatch(fittings, lambda: referee.state, lambda: referee.match, evidence.get, tell_learned)
    watch = Watches(TableWatch(fittings, tell), Watch.for_table(fittings, keep), coup_watch, learning)
    box_desk = BoxDesk(box_settings)
    box_items: list[Callable[[BoxItem], None]] = []

    parts = table_parts(fittings.dice_set, lambda data: evidence.put(data, PROFILE))

    def parts_changed() -> None:
        nonlocal parts
        parts = table_parts(fittings.read_with, lambda data: evidence.put(data, PROFILE), parts.firmware)
        referee.post(PartsKnown(parts))

    def carry_out(effect: Effect) -> None:
        box_desk.carry_out(effect)
        housekeeper.carry_out(effect)

    def deliver(item: BoxItem) -> None:
        nonlocal parts
        box_desk.deliver(item)
        if isinstance(item, BoxStatus) and item.state is BoxState.READY and session.box is not None:
            major, minor = session.box.firmware
            parts = replace(parts, firmware=f"{major}.{minor}")
            referee.post(PartsKnown(parts))
        for hear in tuple(box_items):
            hear(item)

    referee = LiveReferee(journal, camera, watch, carry_out, box_desk.diary)
    if not new:
        # Before the box is heard of: it tells what happened since.
        _go_on(journal, referee, simulated)
    housekeeper = Housekeeper(journal, evidence, evidence_mb * MEGABYTE, lambda: referee.match, referee.post)
    # The simulated box is another one each time, and in a match that is won nothing of the box is written down: what it
    # told then is not missing.
    written = not simulated and referee.state.phase is not Phase.OVER
    remembered = referee.state.felt.remembered if written else None
    session = BoxSession(deliver, ports, remembered, box_settings.inverted)
    box_desk.attach(session, referee.post)
    housekeeper.start()
    stack.callback(housekeeper.stop)
    referee.start()
    stack.callback(referee.stop)
    referee.post(PartsKnown(parts))
    fittings.changed = parts_changed
    stack.enter_context(session)
    return Table(referee, Preview(referee), hands, journal, fittings, camera, session, box_items, box_desk.learn)


def without_lamp(stands: TableStands) -> TableStands:
    """What there is to tell about a drawn table: nobody can move its lamp."""
    return TableStands(None) if stands.advice is not None and stands.advice.say in _OF_THE_LAMP else stands


def _go_on(journal: Journal, referee: LiveReferee[TableState], simulated: bool) -> None:
    """Take up the match that had not ended. One that cannot be read is told and left alone: a new one can begin."""
    try:
        match = unfinished(journal, simulated=simulated)
        if match is not None:
            referee.resume(match, journal.events(match))
    except (JournalDamaged, UnknownEvent) as why:
        referee.tell(f"the last match cannot be gone on with ({why}). It stays in the journal; begin a new one.")
