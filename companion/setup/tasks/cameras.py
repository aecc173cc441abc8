"""The cameras that the page of the camera chooses from."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class CameraThere:
    """One that can be chosen. key: what `Cameras.choose` takes; name: as the system calls it."""

    key: str
    name: str


class Cameras(Protocol):
    """The cameras of the machine, and the one through which the table is seen."""

    @property
    def chosen(self) -> str:
        """The name of the one in use, empty where there is none."""

    @property
    def trouble(self) -> str | None:
        """None while it gives pictures; else why it gives none, empty where they are waited for."""

    @property
    def delay_ns(self) -> int | None:
        """How old its pictures are when they arrive, 0: never measured; None: it is none whose pictures are old."""

    def use_delay(self, delay_ns: int) -> None:
        """They are so old from now on."""

    def find(self) -> tuple[CameraThere, ...]:
        """Those that can be opened, and the one in use; takes seconds."""

    def choose(self, key: str) -> str:
        """Look through this one from now on, a number or an address; returns its name. Raises CameraError."""
