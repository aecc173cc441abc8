"""The running table as the set-up sees it: camera exchanged, box tested, what is learned played with at once."""

import queue
import sys
from contextlib import suppress

from calibration.profiles import ProfileError, default_store
from calibration.profiles.in_use import table_in_use
from companion.commands.eyes import open_phone
from companion.commands.parts import Table
from companion.referee.fittings import Fittings
from companion.setup.tasks.box import BoxPort
from companion.setup.tasks.cameras import Cameras, CameraThere
from companion.ui.games import game_of
from firmware_bridge.events import BoxItem, BoxState, Input, Level
from firmware_bridge.messages import Beep, Lamp, Welcome
from firmware_bridge.settings import BoxSettings, BoxSettingsError, load_settings, save_settings, settings_file
from vision.camera import Camera, CameraError, CameraState, local_camera
from vision.camera.frames import Frame
from vision.camera.listing import device_name, number_of

_HIGHEST = 9
_PLAYERS = 4
#: So much of what the box told is kept for a test that nobody runs.
_MOST_ITEMS = 200
#: What is seen now, be it dark; the last picture of a camera that is gone says nothing of the table.
_SEEING = (CameraState.LIVE, CameraState.BLANK)


class SetupDesk:
    """A `companion.setup.workshop.Running`; `camera_name`: under which the table's camera is kept, "" for none."""

    def __init__(self, table: Table, camera_name: str) -> None:
        self._table = table
        self._cameras = TableCameras(table, camera_name) if table.hands is None else None
        self._box = TableBox(table)

    @property
    def simulated(self) -> bool:
        """See `Running`."""
        return self._table.hands is not None

    @property
    def fittings(self) -> Fittings:
        """See `Running`."""
        return self._table.fittings

    @property
    def players(self) -> int:
        """See `Running`."""
        return len(self._table.referee.state.names) or _PLAYERS

    @property
    def camera_name(self) -> str:
        """See `Running`."""
        return self._cameras.chosen if self._cameras is not None else ""

    @property
    def private(self) -> bool:
        """See `Running`."""
        return playing(self._table)

    def frame(self) -> Frame | None:
        """See `Running`. While a match goes on, only what the referee shows to all."""
        # The picture first: where a match begins meanwhile, it is the referee's to show.
        frame = self._table.camera.latest() if self._table.camera.state() in _SEEING else None
        return self._table.referee.picture() if self.private else frame

    @property
    def cameras(self) -> Cameras | None:
        """See `Running`."""
        return self._cameras

    @property
    def box(self) -> BoxPort | None:
        """See `Running`."""
        return self._box


def playing(table: Table) -> bool:
    """Whether a match goes on."""
    state = table.referee.state
    return game_of(state).playing(state)


class TableCameras:
    """The machine's cameras, and the one through which the table is seen."""

    def __init__(self, table: Table, name: str) -> None:
        self._table = table
        self.chosen = name

    @property
    def trouble(self) -> str | None:
        """See `Cameras`."""
        return None if self._table.camera.state() in _SEEING else str(self._table.camera.lost or "")

    @property
    def delay_ns(self) -> int | None:
        """See `Cameras`."""
        return self._table.camera.delay_ns

    def use_delay(self, delay_ns: int) -> None:
        """See `Cameras`."""
        self._table.camera.use_delay(delay_ns)

    def find(self) -> tuple[CameraThere, ...]:
        """See `Cameras`. The one in use is not opened a second time."""
        found = []
        for number in range(_HIGHEST + 1):
            name = device_name(number)
            if name == self.chosen or (self._may_be_there(number, name) and _opens(number)):
                found.append(CameraThere(str(number), name))
        if self.chosen and self.chosen not in {camera.name for camera in found}:
            found.insert(0, CameraThere(self.chosen, self.chosen))
        return tuple(found)

    @staticmethod
    def _may_be_there(number: int, name: str) -> bool:
        # Linux names those that are there.
        return not sys.platform.startswith("linux") or name != f"camera {number}"

    def choose(self, key: str) -> str:
        """See `Cameras`."""
        before = self.chosen
        # The same device cannot be opened twice, and two names may be one device: the old one is let go first.
        self._table.camera.change(None)
        try:
            camera, name = _open(key)
        except CameraError:
            self._look_again(before)
            raise
        self._table.camera.change(camera)
        self.chosen = name
        self._use_table_of(name)
        return name

    def _look_again(self, name: str) -> None:
        """Back to the camera that was in use, where it can still be had."""
        self.chosen = ""
        number = number_of(name) if name and "://" not in name else None
        key = name if number is None else str(number)
        with suppress(CameraError):
            camera, self.chosen = _open(key)
            self._table.camera.change(camera)

    def _use_table_of(self, name: str) -> None:
        """Another camera stands elsewhere: what was set up with it counts, and nothing where nothing was."""
        try:
            stored = table_in_use(default_store(), name)
        except ProfileError:
            stored = None
        if stored is None:
            self._table.fittings.use_table(None)
        else:
            self._table.fittings.use_table(stored.profile, stored.view)


def _open(key: str) -> tuple[Camera, str]:
    if "://" in key:
        return open_phone(key)
    if not key.isdigit():
        raise CameraError(f"expected an address such as http://192.168.1.20:8080/video, found {key!r}")
    return local_camera(int(key), hold_light=True), device_name(int(key))


def _opens(number: int) -> bool:
    try:
        local_camera(number).close()
    except CameraError:
        return False
    return True


class TableBox:
    """The running table's box; what it tells goes to its referee as before."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._items: queue.SimpleQueue[BoxItem] = queue.SimpleQueue()
        self._settings = BoxSettings()
        if table.hands is None:
            # What cannot be read is learned anew by the test.
            with suppress(BoxSettingsError):
                self._settings = load_settings(settings_file())
        table.box_items.append(self._hear)

    def _hear(self, item: BoxItem) -> None:
        if self._items.qsize() < _MOST_ITEMS:
            self._items.put(item)

    @property
    def box(self) -> Welcome | None:
        """See `BoxPort`."""
        session = self._table.box
        return session.box if session.status.state is BoxState.READY else None

    @property
    def settings(self) -> BoxSettings:
        """See `BoxPort`."""
        return self._settings

    @property
    def playing(self) -> bool:
        """See `BoxPort`."""
        return playing(self._table)

    def take(self) -> tuple[BoxItem, ...]:
        """See `BoxPort`."""
        return tuple(self._items.get() for _ in range(self._items.qsize()))

    def show(self, lamps: frozenset[Lamp]) -> None:
        """See `BoxPort`."""
        self._table.box.show(lamps)

    def beep(self, beep: Beep) -> None:
        """See `BoxPort`."""
        self._table.box.beep(beep)

    def learn(self, settings: BoxSettings) -> None:
        """See `BoxPort`."""
        self._settings = settings
        self._table.box.invert(settings.inverted)
        self._table.learn_box(settings)
        if self._table.hands is None:
            save_settings(settings, settings_file())

    def hand(self, which: Input, level: Level) -> None:
        """See `BoxPort`."""
        if self._table.hands is not None:
            self._table.hands.touch_box(which, level)

    @property
    def lit(self) -> frozenset[Lamp] | None:
        """See `BoxPort`."""
        return self._table.hands.lit if self._table.hands is not None else None
