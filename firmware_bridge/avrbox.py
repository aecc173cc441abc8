"""The real image of the box on a simulated ATmega328P, for tests and benchmarks: the very same machine code.

The simulator is a program of its own (firmware/sim/simbox.c); these classes start it and speak with it over pipes.
"""

import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from firmware_bridge.events import Input
from firmware_bridge.messages import Lamp

PINS: Final[Mapping[Input, str]] = {
    Input.CUP: "D2",
    Input.TILT: "D4",
    Input.SHAKE: "D7",
    Input.BELIEVE: "D5",
    Input.CALL: "D6",
    **{Input(f"seat{seat}"): f"B{seat}" for seat in range(5)},
    **{Input(f"seat{seat}"): f"C{seat - 5}" for seat in range(5, 10)},
}
"""As in firmware/boards/uno/pins.h."""


class AvrBoxError(Exception):
    """The simulator ended, or did not understand."""


class _AvrBox:
    """What both ways to run the image have in common. Use as a context manager."""

    def __init__(self, simbox: Path, elf: Path, *more: str) -> None:
        self._process = subprocess.Popen(
            [simbox, elf, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        while self._line() != "ready":  # libsimavr tells of itself first
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the simulator."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def set(self, which: Input, active: bool) -> None:
        """Lift the cup, press a button, and so on; the contact does not bounce."""
        closed_when_active = which is not Input.CUP
        self._do(f"pin {PINS[which]} {int(active != closed_when_active)}")

    def reset(self) -> None:
        """Press the reset button."""
        self._do("reset")

    def power_cut(self) -> None:
        """Pull the plug and put it back; bytes under way are lost."""
        self._do("power")

    @property
    def lit(self) -> frozenset[Lamp]:
        """The lamps that are driven at this moment."""
        bits = int(self._ask("lamps").split()[1], 16)
        return frozenset(lamp for lamp in Lamp if bits >> lamp & 1)

    @property
    def overruns(self) -> int:
        """Bytes that came before the box had taken the one before: lost."""
        return int(self._ask("stats").split()[1])

    @property
    def shorts(self) -> int:
        """How often a seat's wire was driven high: a pressed button would have shorted it."""
        return int(self._ask("stats").split()[3])

    def peek(self, address: int) -> int:
        """The byte at an address of the data space: a register by its address in the datasheet, or RAM."""
        return int(self._ask(f"peek {address:x}").split()[1], 16)

    @property
    def buzzer_toggles(self) -> int:
        """How often the buzzer's pin has changed."""
        return int(self._ask("stats").split()[2])

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise AvrBoxError(f"the simulator has ended with code {self._process.wait()}")
        return line.rstrip("\n")

    def _ask(self, command: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        answer = self._line()
        if answer.startswith("not understood"):
            raise AvrBoxError(answer)
        return answer

    def _do(self, command: str) -> None:
        answer = self._ask(command)
        if answer != "ok":
            raise AvrBoxError(f"expected 'ok' to '{command}'; found '{answer}'")


class LockStepBox(_AvrBox):
    """In virtual time: the box stands still but in `run`, so that times may be asserted on any machine."""

    def __init__(self, simbox: Path, elf: Path) -> None:
        super().__init__(simbox, elf)
        self.now_us = 0
        """Virtual microseconds since the start; a reset does not set it back."""

    def send(self, content: bytes) -> None:
        """Bytes for the box; they arrive one after the other at 115,200 baud from now on."""
        if content:
            self._do(f"rx {content.hex()}")

    def run(self, us: int) -> bytes:
        """Let at most so much time pass, but stop where a frame from the box ends; returns what the box sent."""
        now, sent = self._ask(f"run {us}").split()
        self.now_us = int(now)
        return b"" if sent == "-" else bytes.fromhex(sent)


class RealTimeBox(_AvrBox):
    """In real time, its serial port on a pseudo-terminal under `link`."""

    def __init__(self, simbox: Path, elf: Path, link: Path) -> None:
        super().__init__(simbox, elf, str(link))
        self.port = str(link)

    def let_pass(self, seconds: float) -> None:
        """Wait for so much of the box's own time: a busy machine runs it slower than real time."""
        until_us = self._now_us() + int(seconds * 1e6)
        while self._now_us() < until_us:
            time.sleep(seconds / 4)

    def _now_us(self) -> int:
        return int(self._ask("now").split()[1])

    def unplug(self) -> None:
        """Pull the cable; the box goes on, as if it had a battery."""
        self._do("unplug")

    def plug(self) -> None:
        """Put it back; the port has the same name again."""
        self._do("plug")
