"""A box that exists on the page only, to try its test out where none is plugged in: its hand does what is asked."""

from firmware_bridge.events import BoxEvent, BoxItem, Input, Level
from firmware_bridge.messages import PROTOCOL, Beep, Board, Capability, Lamp, Levels, Welcome
from firmware_bridge.settings import BoxSettings

_SEATS = 4
_ALL = Capability(0xFF)


class DrawnBox:
    """A `companion.setup.tasks.box.BoxPort`; nothing of it is remembered."""

    def __init__(self) -> None:
        self.box: Welcome | None = Welcome(
            PROTOCOL,
            0,
            1,
            (1, 0),
            Board.UNO,
            _ALL,
            _SEATS,
            oldest_seq=0,
            next_seq=0,
            dropped=0,
            t_us=0,
            levels=Levels(),
        )
        self.settings = BoxSettings()
        self.playing = False
        self._told: list[BoxItem] = []
        self._lit: frozenset[Lamp] = frozenset()

    def take(self) -> tuple[BoxItem, ...]:
        """See `BoxPort`."""
        told, self._told = tuple(self._told), []
        return told

    def show(self, lamps: frozenset[Lamp]) -> None:
        """See `BoxPort`."""
        self._lit = lamps

    def beep(self, beep: Beep) -> None:
        """See `BoxPort`; it is not heard."""

    def learn(self, settings: BoxSettings) -> None:
        """See `BoxPort`."""
        self.settings = settings

    def hand(self, which: Input, level: Level) -> None:
        """See `BoxPort`."""
        self._told.append(BoxEvent(which, level, at_ns=None))

    @property
    def lit(self) -> frozenset[Lamp] | None:
        """See `BoxPort`."""
        return self._lit
