"""A box made of software behind a true port: a pseudo-terminal, or a TCP socket where there are none.

with SimulatedBox() as box:
    session = BoxSession(box.port, ...)
    box.lift_cup()
"""

import contextlib
import os
import selectors
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

from firmware_bridge.events import Input, Level, levels_of
from firmware_bridge.messages import Beep, Capability, Lamp
from firmware_bridge.softbox import SoftBox

_READ_AT_ONCE: Final = 4096
_STEP_S: Final = 0.5
"""A sleeping box looks up this often at least."""


class _Wire(Protocol):
    """The box's end of the cable."""

    port: str

    def fileno(self) -> int: ...
    def read(self) -> bytes: ...
    def write(self, content: bytes) -> None: ...
    def close(self) -> None: ...


def _ptys_here() -> bool:
    """Whether this system hands out pseudo-terminals: Windows knows none, a bare container may have none mounted."""
    if not hasattr(os, "openpty"):
        return False
    try:
        ends = os.openpty()
    except OSError:
        return False
    for end in ends:
        os.close(end)
    return True


class _Pty:
    """A pseudo-terminal, its far end under a link that stays the same when the cable is pulled and put back."""

    def __init__(self, link: Path) -> None:
        # Absent on Windows, where mypy would miss them.
        import tty  # noqa: PLC0415

        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.port = str(link)
        self._link = link
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(self._far))

    def fileno(self) -> int:
        return self._near

    def read(self) -> bytes:
        return os.read(self._near, _READ_AT_ONCE)

    def write(self, content: bytes) -> None:
        with contextlib.suppress(BlockingIOError):  # nobody reads: a UART would lose the bytes as well
            os.write(self._near, content)

    def close(self) -> None:
        self._link.unlink(missing_ok=True)
        os.close(self._near)
        os.close(self._far)


class _Socket:
    """A TCP server on this machine that serves one host at a time."""

    def __init__(self, number: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", number))
        self._listener.setblocking(False)
        self._host: socket.socket | None = None
        self.number: int = self._listener.getsockname()[1]
        self.port = f"socket://127.0.0.1:{self.number}"

    def fileno(self) -> int:
        return (self._host or self._listener).fileno()

    def read(self) -> bytes:
        if self._host is None:
            self._host, _ = self._listener.accept()
            self._host.setblocking(False)
            self._host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return b""
        content = self._host.recv(_READ_AT_ONCE)
        if not content:
            self._hang_up()
        return content

    def write(self, content: bytes) -> None:
        if self._host is not None:
            try:
                self._host.send(content)
            except BlockingIOError:
                pass
            except OSError:
                self._hang_up()

    def close(self) -> None:
        self._hang_up()
        self._listener.close()

    def _hang_up(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None


class SimulatedBox:
    """The simulated box of the demo table. Every method may be called from any thread; the box has a thread of its own.

    Use it as a context manager, or `start` and `close` it.
    """

    def __init__(
        self,
        seats: int = 6,
        capabilities: Capability = Capability(0xFF),  # noqa: B008 (a constant)
        over_socket: bool | None = None,
        levels: dict[Input, Level] | None = None,
        boot_id: int | None = None,
        rate_ppm: float = 0.0,
    ) -> None:
        """`over_socket`: None chooses a pseudo-terminal where there are any. `rate_ppm`: how fast its clock runs."""
        self._over_socket = not _ptys_here() if over_socket is None else over_socket
        self._seats, self._capabilities, self._rate = seats, capabilities, 1 + rate_ppm / 1e6
        self._boot_id = int.from_bytes(os.urandom(4), "little") if boot_id is None else boot_id
        self._lock = threading.RLock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._wire: _Wire | None = None
        self._number = 0
        self._bell: tuple[socket.socket, socket.socket] | None = None  # wakes the thread: rung, heard
        self._thread = threading.Thread(target=self._run, name="simulated-box", daemon=True)
        self._closing = False
        self._born_ns = 0
        self._box = self._new_box(levels or {})
        self.port = ""
        """What a session opens: a path or a pyserial URL; known from `start` on and the same after `plug`."""

    def start(self) -> None:
        """Plug it in and let it run."""
        self._folder = tempfile.TemporaryDirectory(prefix="cubilete-box-")
        self._bell = socket.socketpair()
        self.plug()
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and take the port away. Twice is harmless."""
        if self._closing:
            return
        self._closing = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join()
        self.unplug()
        if self._bell is not None:
            for end in self._bell:
                end.close()
        if self._folder is not None:
            self._folder.cleanup()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --------------------------------------------------------------------------------------------- hands at the table

    def lift_cup(self) -> None:
        """The dice lie in the open."""
        self.set(Input.CUP, Level.LIFTED)

    def seat_cup(self) -> None:
        """The cup is down on them again."""
        self.set(Input.CUP, Level.SEATED)

    def press(self, which: Input) -> None:
        """Press a button and hold it."""
        self.set(which, Level.PRESSED)

    def release(self, which: Input) -> None:
        """Let a button go."""
        self.set(which, Level.RELEASED)

    def tap(self, which: Input) -> None:
        """Press a button and let it go."""
        with self._lock:
            self.press(which)
            self.release(which)

    def set(self, which: Input, level: Level) -> None:
        """Bring an input to a level; nothing happens where it is there already.

        Raises:
            ValueError: this input cannot have this level.
        """
        if level not in levels_of(which):
            raise ValueError(f"the input '{which}' has the levels {', '.join(levels_of(which))}; found '{level}'")
        with self._lock:
            if self._box.levels[which] is not level:
                self._box.record(which, level, self._now_us())
                self._wake()

    # ---------------------------------------------------------------------------------------------- what is to be seen

    @property
    def lit(self) -> frozenset[Lamp]:
        """The lamps that shine or blink now."""
        with self._lock:
            return self._box.lit

    @property
    def beeps(self) -> tuple[Beep, ...]:
        """The latest sounds, oldest first."""
        with self._lock:
            return tuple(self._box.beeps)

    # ------------------------------------------------------------------------------------------------------- mishaps

    def unplug(self) -> None:
        """Pull the cable; the box goes on, as if it had a battery."""
        self._on_wire(self._drop_wire)

    def plug(self) -> None:
        """Put the cable back."""
        self._on_wire(self._new_wire)

    def restart(self) -> None:
        """As after a power cut: a new boot id, an empty ring, the clock at zero, the levels as they are."""
        with self._lock:
            self._boot_id = (self._boot_id + 1) % 2**32
            self._box = self._new_box(self._box.levels)

    # --------------------------------------------------------------------------------------------------------- within

    def _new_box(self, levels: dict[Input, Level]) -> SoftBox:
        self._born_ns = time.monotonic_ns()
        return SoftBox(self._boot_id, self._seats, self._capabilities, levels=levels)

    def _now_us(self) -> int:
        return int((time.monotonic_ns() - self._born_ns) * self._rate) // 1000

    def _wake(self) -> None:
        if self._bell is not None:
            with contextlib.suppress(OSError):  # closed meanwhile
                self._bell[0].send(b"!")

    def _on_wire(self, change: Callable[[], None]) -> None:
        with self._lock:
            change()
            self._wake()

    def _drop_wire(self) -> None:
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def _new_wire(self) -> None:
        if self._wire is not None:
            return
        if self._over_socket:
            wire: Any = _Socket(self._number)
            self._number = wire.number
        else:
            assert self._folder is not None, "start the box before plugging it in"
            wire = _Pty(Path(self._folder.name) / "box")
        self._wire = wire
        self.port = wire.port

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                wire = self._wire
                wait_s = min(_STEP_S, max(0.0, (self._box.due_us(self._now_us()) - self._now_us()) / 1e6))
            self._sleep(wire, wait_s)
            with self._lock:
                if self._wire is not None:
                    self._turn(self._wire)

    def _sleep(self, wire: _Wire | None, wait_s: float) -> None:
        assert self._bell is not None
        heard = self._bell[1]
        with selectors.DefaultSelector() as ready:
            ready.register(heard, selectors.EVENT_READ)
            if wire is not None:
                with contextlib.suppress(ValueError, OSError):  # pulled a moment ago
                    ready.register(wire.fileno(), selectors.EVENT_READ)
            for key, _ in ready.select(wait_s):
                if key.fileobj is heard:
                    heard.recv(_READ_AT_ONCE)

    def _turn(self, wire: _Wire) -> None:
        content = b""
        with contextlib.suppress(OSError):  # nothing to read, or the host has gone
            content = wire.read()
        now_us = self._now_us()
        self._box.receive(content, now_us)
        out = self._box.poll(now_us)
        if out:
            wire.write(out)
