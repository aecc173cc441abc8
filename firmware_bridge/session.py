"""The one owner of the box's port: finds it, keeps the link alive, reconnects, hands over what happened.

Two threads: the reader blocks on the port and stamps what arrives; the session runs the link and writes. Whoever uses
a session gets every item through `deliver`, called on the session's thread, which should do no more than fill a queue,
and says `committed(item)` when the item is safe in the journal: only then is the box told to forget it.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Final, Self

from firmware_bridge.android import AndroidTransport, android_ports, on_android
from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, BoxState, BoxStatus, Input, Remembered
from firmware_bridge.link import Link
from firmware_bridge.messages import Beep, Lamp, Welcome
from firmware_bridge.transport import SerialTransport, Transport, TransportError, likely_ports

BACK_OFF_S: Final = (0.1, 0.2, 0.4, 0.8, 1.6, 2.0)
"""Waits between rounds over the ports; the last is repeated."""
AFTER_REFUSAL_S: Final = 5.0
"""A box of another version stays one until somebody flashes it, and opening its port resets it."""


@dataclass(frozen=True, slots=True)
class _Arrived:
    wire: Transport
    content: bytes
    at_ns: int


@dataclass(frozen=True, slots=True)
class _Gone:
    wire: Transport
    why: str


_Order = Callable[[Link], None]


def usb_ports() -> tuple[str, ...]:
    """The ports at which a box may be found."""
    return tuple(found.port for found in (android_ports() if on_android() else likely_ports()))


def open_port(port: str) -> Transport:
    """The port of that name, as this system opens ports. Raises TransportError."""
    return AndroidTransport(port) if on_android() else SerialTransport(port)


class BoxSession:
    """Use it as a context manager, or `start` and `close` it. All methods may be called from any thread."""

    def __init__(
        self,
        deliver: Callable[[BoxItem], None],
        ports: str | Callable[[], Sequence[str]] = usb_ports,
        remembered: Remembered | None = None,
        inverted: frozenset[Input] = frozenset(),
        open_port: Callable[[str], Transport] = open_port,
    ) -> None:
        """`ports`: one port or pyserial URL, or what tells the candidates each time they are looked for.

        `remembered`: what the journal knows, so that events acknowledged by nobody are handed over exactly once.
        `inverted`: inputs whose sensor speaks the other way round, as learned when the box was set up.
        """
        self.status = BoxStatus(BoxState.SEARCHING, "not started yet")
        """The latest."""
        self.box: Welcome | None = None
        """What the box last said of itself; None before the first handshake.

        Its levels are raw and those of the handshake, after events that are yet to be handed over: follow the items.
        """
        self.round_trip_ns: int | None = None
        """How long the latest PING took there and back."""
        self._deliver = deliver
        self._ports: Callable[[], Sequence[str]] = (lambda: (ports,)) if isinstance(ports, str) else ports
        self._open = open_port
        self._link = Link(remembered, inverted)
        self._inbox: SimpleQueue[_Arrived | _Gone | _Order] = SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="box-session", daemon=True)
        self._last_port = ""

    def start(self) -> None:
        """Begin to look for the box."""
        self._thread.start()

    def close(self) -> None:
        """Give the port back and stop; what was not acknowledged stays in the box. Twice is harmless."""
        self._closing.set()
        self._order(lambda link: None)
        if self._thread.is_alive():
            self._thread.join()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def committed(self, item: BoxItem) -> None:
        """`item` is safe in the journal, or means nothing: the box may forget it, once all before it are safe too."""
        if isinstance(item, BoxEvent | BoxMissed) and item.boot_id is not None and item.seq is not None:
            boot_id, seq = item.boot_id, item.seq
            self._order(lambda link: link.committed(boot_id, seq))

    def invert(self, inverted: frozenset[Input]) -> None:
        """What was learned of the box: these inputs speak the other way round from now on."""
        self._order(lambda link: link.invert(inverted))

    def show(self, steady: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        """Light these lamps and no others, now and after every reconnection."""
        self._order(lambda link: link.show(steady, blinking))

    def beep(self, pattern: Beep) -> None:
        """Sound once; nothing is heard while no box is ready."""
        self._order(lambda link: link.beep(pattern))

    # --------------------------------------------------------------------------------------------------------- within

    def _order(self, order: _Order) -> None:
        self._inbox.put(order)

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            was_ready = False
            candidates = sorted(self._ports(), key=lambda port: port != self._last_port)
            if not candidates:
                self._link.closed("no box is plugged in")
                self._hand_over()
            for port in candidates:
                was_ready = self._serve(port)
                if was_ready or self._closing.is_set():
                    break
            failures = 0 if was_ready else failures + 1
            refused = self.status.state is BoxState.REFUSED
            self._rest(AFTER_REFUSAL_S if refused else BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)])

    def _rest(self, seconds: float) -> None:
        until = time.monotonic_ns() + int(seconds * 1e9)
        while not self._closing.is_set() and time.monotonic_ns() < until:
            self._take_in(None, until)

    def _serve(self, port: str) -> bool:
        """Work at one port until it fails; true if a box was ready there."""
        try:
            wire = self._open(port)
        except TransportError as error:
            self._link.closed(str(error))
            self._hand_over()
            return False
        stop = threading.Event()
        reader = threading.Thread(target=self._read, args=(wire, stop), name="box-reader", daemon=True)
        reader.start()
        self._link.opened(port, time.monotonic_ns())
        try:
            why = self._work(wire)
        finally:
            stop.set()
            wire.cancel()
            reader.join()
            wire.close()
        was_ready = self._link.met
        if was_ready:
            self._last_port = port
        if not self._closing.is_set():
            self._link.closed(why)
            self._hand_over()
        return was_ready

    def _work(self, wire: Transport) -> str:
        while not self._closing.is_set():
            self._hand_over()
            why = self._link.given_up(time.monotonic_ns())
            if why is not None:
                return why
            try:
                now_ns = time.monotonic_ns()
                out = self._link.poll(now_ns)
                if out:
                    wire.write(out)
            except TransportError as error:
                return str(error)
            gone = self._take_in(wire, self._link.due_ns(now_ns))
            if gone is not None:
                return gone
        with contextlib.suppress(TransportError):  # acknowledge what was committed last
            self._take_in(wire, 0)
            wire.write(self._link.poll(time.monotonic_ns()))
        return "closed"

    def _take_in(self, wire: Transport | None, until_ns: int) -> str | None:
        """Wait for the next news, but not beyond `until_ns`, then take all there are; tells why the port is gone."""
        timeout_s = max(0.0, (until_ns - time.monotonic_ns()) / 1e9)
        try:
            news = self._inbox.get(timeout=timeout_s)
            while True:
                if isinstance(news, _Arrived):
                    if news.wire is wire:
                        self._link.receive(news.content, news.at_ns)
                elif isinstance(news, _Gone):
                    if news.wire is wire:
                        return news.why
                else:
                    news(self._link)
                news = self._inbox.get_nowait()
        except Empty:
            return None

    def _hand_over(self) -> None:
        self.box = self._link.box
        self.round_trip_ns = self._link.round_trip_ns
        for item in self._link.take_items():
            if isinstance(item, BoxStatus):
                if item == self.status:
                    continue
                self.status = item
            self._deliver(item)

    def _read(self, wire: Transport, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                content = wire.read()
            except TransportError as error:
                self._inbox.put(_Gone(wire, str(error)))
                return
            if content:
                self._inbox.put(_Arrived(wire, content, time.monotonic_ns()))
