"""Bytes to and from a port, and which ports may hold a box. The only file that knows pyserial."""

import contextlib
import os
from dataclasses import dataclass
from typing import Any, Final, Protocol

import serial
import serial.tools.list_ports

try:
    import termios

    _PORT_ERRORS: tuple[type[Exception], ...] = (serial.SerialException, OSError, termios.error)
except ImportError:  # Windows
    _PORT_ERRORS = (serial.SerialException, OSError)
# A port that is closed by another thread in mid-call: pyserial then works on None.
_PORT_ERRORS += (TypeError, ValueError, AttributeError)

BAUD: Final = 115200
READ_TIMEOUT_S: Final = 0.25
"""A reader looks up this often to see whether it should stop."""
WRITE_TIMEOUT_S: Final = 1.0

KNOWN_BOARDS: Final = {
    (0x2341, 0x0043): "Arduino Uno R3",
    (0x2341, 0x0001): "Arduino Uno",
    (0x2341, 0x0243): "Arduino Uno R3",
    (0x2341, 0x0058): "Arduino Nano Every",
    (0x2A03, 0x0043): "Arduino Uno R3",
    (0x1A86, 0x7523): "Uno or Nano with CH340",
    (0x1A86, 0x55D4): "Uno or Nano with CH9102",
    (0x0403, 0x6001): "Nano with FT232R",
    (0x10C4, 0xEA60): "board with CP2102",
}
"""USB vendor and product of the bridges that Uno and Nano boards come with; the handshake tells what is behind."""


class TransportError(Exception):
    """The port cannot be opened, or it is gone."""


class Transport(Protocol):
    """An open port. One thread reads while another writes."""

    def read(self) -> bytes:
        """What has arrived; empty after READ_TIMEOUT_S without a byte. Raises TransportError."""
        ...

    def write(self, content: bytes) -> None:
        """Send all of it. Raises TransportError."""
        ...

    def cancel(self) -> None:
        """Let a blocked `read` return soon."""
        ...

    def close(self) -> None:
        """Give the port back; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine that may hold a box."""

    port: str
    vid: int
    pid: int
    serial_number: str
    """empty where the bridge has none (CH340)"""
    board: str


def likely_ports() -> tuple[FoundPort, ...]:
    """The ports whose USB bridge is one of KNOWN_BOARDS, by name of the port."""
    found = [
        FoundPort(info.device, info.vid, info.pid, info.serial_number or "", KNOWN_BOARDS[info.vid, info.pid])
        for info in serial.tools.list_ports.comports()
        if (info.vid, info.pid) in KNOWN_BOARDS
    ]
    return tuple(sorted(found, key=lambda one: one.port))


class SerialTransport:
    """A serial port, a pseudo-terminal, or whatever a pyserial URL names (`socket://host:port`)."""

    def __init__(self, port: str) -> None:
        try:
            self._port: Any = self._connect(port)
        except _PORT_ERRORS as error:
            raise TransportError(_why_not(port, error)) from error
        self._keep_running_on_close()

    def read(self) -> bytes:
        try:
            first: bytes = self._port.read(1)
            more: bytes = self._port.read(self._port.in_waiting) if first else b""
        except _PORT_ERRORS as error:
            raise TransportError(f"the port is gone ({error})") from error
        return first + more

    def write(self, content: bytes) -> None:
        try:
            self._port.write(content)
        except _PORT_ERRORS as error:
            raise TransportError(f"the port is gone ({error})") from error

    def cancel(self) -> None:
        if hasattr(self._port, "cancel_read"):
            with contextlib.suppress(*_PORT_ERRORS):
                self._port.cancel_read()

    def close(self) -> None:
        # pyserial forgets to close a socket whose other end went first.
        with contextlib.suppress(*_PORT_ERRORS), contextlib.closing(getattr(self._port, "_socket", None) or self._port):
            self._port.close()

    def _connect(self, port: str) -> Any:
        """The open port, as pyserial's class or one that behaves like it."""
        return serial.serial_for_url(
            port, baudrate=BAUD, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True
        )

    def _keep_running_on_close(self) -> None:
        """Leave DTR as it is when the port is closed: its next edge would reset an Uno, memory and all."""
        if os.name != "posix" or not isinstance(self._port, serial.Serial):
            return
        with contextlib.suppress(*_PORT_ERRORS):
            settings = termios.tcgetattr(self._port.fileno())
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(self._port.fileno(), termios.TCSANOW, settings)


def _why_not(port: str, error: Exception) -> str:
    if isinstance(error, PermissionError) or getattr(error, "errno", None) == 13:
        return f"{port} may not be opened by this user; on Debian: sudo usermod -aG dialout $USER, then log in again"
    if getattr(error, "errno", None) == 11:
        return f"{port} is in use by another program; close it and try again"
    return f"{port} cannot be opened ({error})"
