"""A running table for the set-up: what it plays with, what its camera sees, and a box of values."""

from dataclasses import replace

from companion.referee.fittings import Fittings
from companion.setup.tasks.cameras import CameraThere
from firmware_bridge.events import BoxEvent, BoxItem, Input, Level
from firmware_bridge.messages import PROTOCOL, Beep, Board, Capability, Lamp, Levels, Welcome
from firmware_bridge.settings import BoxSettings
from vision.camera import CameraError
from vision.camera.frames import Frame
from vision.pictures import Picture


class Cameras:
    """Two cameras, of which the second is held by another program."""

    def __init__(self) -> None:
        self.chosen = ""
        self.trouble: str | None = None
        self.delay_ns: int | None = None

    def use_delay(self, delay_ns: int) -> None:
        """Its pictures are so old from now on."""
        self.delay_ns = delay_ns

    def find(self) -> tuple[CameraThere, ...]:
        """Both."""
        return (CameraThere("0", "Desk cam"), CameraThere("1", "Busy cam"))

    def choose(self, key: str) -> str:
        """Look through it."""
        if key == "1":
            raise CameraError("camera 1: another program holds it")
        self.chosen = {"0": "Desk cam"}.get(key, key)
        return self.chosen


def welcome(seats: int = 1, cup: Level = Level.SEATED) -> Welcome:
    """A box with everything."""
    return Welcome(
        nonce=1, proto=PROTOCOL, boot_id=1, firmware=(1, 0), board=Board.UNO, capabilities=Capability(0xFF),
        seats=seats, oldest_seq=0, next_seq=0, dropped=0, t_us=0, levels=Levels.from_mapping({Input.CUP: cup}),
    )  # fmt: skip


class Box:
    """A box whose inputs do what the hand does, its lamps what they are told unless they are `broken`."""

    def __init__(self, box: Welcome | None = None, *, broken: frozenset[Lamp] = frozenset()) -> None:
        self.box = box
        self.settings = BoxSettings()
        self.playing = False
        self.broken = broken
        self.told: list[BoxItem] = []
        self.shown: frozenset[Lamp] = frozenset()
        self.beeps: list[Beep] = []

    def take(self) -> tuple[BoxItem, ...]:
        """What it told since the last call."""
        told, self.told = tuple(self.told), []
        return told

    def show(self, lamps: frozenset[Lamp]) -> None:
        """Light them."""
        self.shown = lamps

    def beep(self, beep: Beep) -> None:
        """Sound."""
        self.beeps.append(beep)

    def learn(self, settings: BoxSettings) -> None:
        """It holds from now on."""
        self.settings = settings

    def hand(self, which: Input, level: Level) -> None:
        """The hand does it."""
        self.told.append(BoxEvent(which, level, at_ns=1))

    @property
    def lit(self) -> frozenset[Lamp]:
        """What really shines."""
        return self.shown - self.broken


class Running:
    """A table that is set up."""

    def __init__(self, *, simulated: bool = False, camera: str = "", box: Box | None = None) -> None:
        self.simulated = simulated
        self.fittings = Fittings()
        self.players = 4
        self.camera_name = camera
        self.private = False
        self.cameras = None if simulated else Cameras()
        self.box = box
        self.seen: Frame | None = None

    def frame(self) -> Frame | None:
        """The newest picture."""
        return None if self.private else self.seen

    def sees(self, picture: Picture) -> None:
        """The camera gives one more picture, a quarter of a second after the last one."""
        before = self.seen or Frame(picture, -1, 0)
        self.seen = replace(before, picture=picture, index=before.index + 1, at_ns=before.at_ns + 500_000_000)
