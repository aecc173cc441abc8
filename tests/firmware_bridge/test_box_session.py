"""The session with true threads and the true serial transport, against the box made of software."""

import errno
import queue
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.events import BoxEvent, BoxItem, BoxMissed, BoxState, BoxStatus, Input, Level, Remembered
from firmware_bridge.messages import Beep, Capability, Lamp
from firmware_bridge.session import BoxSession
from firmware_bridge.simulator import SimulatedBox
from firmware_bridge.transport import SerialTransport, Transport, TransportError, _why_not

PATIENCE_S = 20.0


class Listener:
    """Takes what a session hands over; commits at once or when told."""

    def __init__(self) -> None:
        self.items: queue.Queue[BoxItem] = queue.Queue()
        self.session: BoxSession | None = None

    def until(self, wanted: Callable[[BoxItem], bool]) -> list[BoxItem]:
        """All items up to the first wanted one, committed."""
        found: list[BoxItem] = []
        while not (found and wanted(found[-1])):
            found.append(self.items.get(timeout=PATIENCE_S))
            if self.session is not None:
                self.session.committed(found[-1])
        return found


def _is(which: Input, level: Level) -> Callable[[BoxItem], bool]:
    return lambda item: isinstance(item, BoxEvent) and (item.input, item.level) == (which, level)


def _stands(state: BoxState) -> Callable[[BoxItem], bool]:
    return lambda item: isinstance(item, BoxStatus) and item.state is state


def _soon(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return condition()


@pytest.fixture(params=[False, True], ids=["pty", "socket"])
def box(request: pytest.FixtureRequest) -> SimulatedBox:
    """Both kinds of port."""
    try:
        return SimulatedBox(over_socket=request.param)
    except AttributeError:
        pytest.skip("there are no pseudo-terminals here")


def test_a_lift_a_press_lamps_and_a_beep(box: SimulatedBox) -> None:
    """The daily round, both ways."""
    listener = Listener()
    with box, BoxSession(listener.items.put, box.port) as session:
        listener.session = session
        first = listener.until(_is(Input.CUP, Level.SEATED))
        assert [item.state for item in first if isinstance(item, BoxStatus)] == [BoxState.HANDSHAKING, BoxState.READY]
        before_ns = time.monotonic_ns()
        box.lift_cup()
        (lift,) = listener.until(_is(Input.CUP, Level.LIFTED))
        assert isinstance(lift, BoxEvent)
        assert lift.at_ns is not None
        assert lift.at_ns > before_ns - 5e6
        assert lift.at_ns <= time.monotonic_ns()
        box.tap(Input.CALL)
        listener.until(_is(Input.CALL, Level.RELEASED))
        session.show(frozenset({Lamp.SEAT1}), frozenset({Lamp.TRUE}))
        session.beep(Beep.TURN)
        assert _soon(lambda: box.lit == {Lamp.SEAT1, Lamp.TRUE} and box.beeps == (Beep.TURN,))
        assert session.round_trip_ns is not None
        assert session.box is not None
        assert session.box.seats == 6


def test_a_pulled_cable_loses_nothing(box: SimulatedBox) -> None:
    """What happened meanwhile is told afterwards, once, with its time, and the lamps shine again."""
    listener = Listener()
    with box, BoxSession(listener.items.put, box.port) as session:
        listener.session = session
        session.show(frozenset({Lamp.SEAT4}))
        listener.until(_is(Input.CUP, Level.SEATED))
        box.unplug()
        box.lift_cup()
        pulled_ns = time.monotonic_ns()
        lost = listener.until(_stands(BoxState.LOST))
        assert session.status.state is BoxState.LOST
        assert len(lost) == 1
        time.sleep(0.05)
        box.plug()
        (*_, lift) = listener.until(_is(Input.CUP, Level.LIFTED))
        assert isinstance(lift, BoxEvent)
        assert lift.at_ns is not None
        assert abs(lift.at_ns - pulled_ns) < 20e6
        assert _soon(lambda: box.lit == {Lamp.SEAT4})
        box.seat_cup()
        assert len(listener.until(_is(Input.CUP, Level.SEATED))) == 1


def test_a_box_that_restarts_is_noticed_and_compared() -> None:
    """Its memory is lost: said as missed; the cup's level is told with the time unknown."""
    listener = Listener()
    with SimulatedBox() as box, BoxSession(listener.items.put, box.port) as session:
        listener.session = session
        listener.until(_is(Input.CUP, Level.SEATED))
        box.unplug()
        box.lift_cup()
        box.restart()
        box.plug()
        items = listener.until(_is(Input.CUP, Level.LIFTED))
        assert [item.count for item in items if isinstance(item, BoxMissed)] == [None]
        assert isinstance(items[-1], BoxEvent)
        assert items[-1].at_ns is None


def test_what_was_not_committed_comes_again_to_the_next_companion() -> None:
    """The companion died between the event and the journal."""
    with SimulatedBox() as box:
        first = Listener()
        with BoxSession(first.items.put, box.port):
            first.until(_is(Input.CUP, Level.SEATED))
            box.lift_cup()
            (lift,) = first.until(_is(Input.CUP, Level.LIFTED))
        assert isinstance(lift, BoxEvent)
        assert lift.boot_id is not None
        second = Listener()
        remembered = Remembered(lift.boot_id, 0, ((Input.CUP, Level.SEATED),))
        with BoxSession(second.items.put, box.port, remembered) as session:
            second.session = session
            (*_, again) = second.until(_is(Input.CUP, Level.LIFTED))
            assert isinstance(again, BoxEvent)
            assert (again.seq, again.boot_id) == (lift.seq, lift.boot_id)
            box.seat_cup()
            second.until(_is(Input.CUP, Level.SEATED))
            assert _soon(lambda: not box._box._ring)
        third = Listener()
        remembered = Remembered(lift.boot_id, 2, ((Input.CUP, Level.SEATED),))
        with BoxSession(third.items.put, box.port, remembered):
            third.until(_stands(BoxState.READY))
            box.tap(Input.CALL)
            third.until(_is(Input.CALL, Level.PRESSED))


def test_what_was_committed_last_is_acknowledged_when_the_session_ends() -> None:
    """Else every match would end with events that come again in the next."""
    listener = Listener()
    with SimulatedBox() as box:
        with BoxSession(listener.items.put, box.port) as session:
            listener.until(_is(Input.CUP, Level.SEATED))
            box.lift_cup()
            (lift,) = listener.until(_is(Input.CUP, Level.LIFTED))
            session.committed(lift)
        assert _soon(lambda: not box._box._ring)


def test_the_overflow_of_a_long_absence_is_said() -> None:
    """Forty taps without a companion: 48 of 80 events fell out of the ring."""
    listener = Listener()
    with SimulatedBox() as box:
        for _ in range(40):
            box.tap(Input.BELIEVE)
        with BoxSession(listener.items.put, box.port) as session:
            listener.session = session
            items = listener.until(_is(Input.CUP, Level.SEATED))
            assert [item.count for item in items if isinstance(item, BoxMissed)] == [48]
            taps = [item for item in items if isinstance(item, BoxEvent) and item.input is Input.BELIEVE]
            assert [tap.seq for tap in taps if tap.seq is not None] == list(range(48, 80))


def test_an_inverted_sensor_is_turned_round() -> None:
    """As learned when the box was set up."""
    listener = Listener()
    with SimulatedBox() as box, BoxSession(listener.items.put, box.port, inverted=frozenset({Input.CUP})):
        listener.until(_is(Input.CUP, Level.LIFTED))
        box.lift_cup()
        listener.until(_is(Input.CUP, Level.SEATED))


def test_a_small_box_says_what_it_has() -> None:
    """Two buttons, no cup: no level of a cup is invented."""
    listener = Listener()
    small = SimulatedBox(seats=0, capabilities=Capability.BELIEVE | Capability.CALL)
    with small as box, BoxSession(listener.items.put, box.port) as session:
        listener.until(_stands(BoxState.READY))
        box.tap(Input.CALL)
        assert isinstance(listener.until(_is(Input.CALL, Level.RELEASED))[0], BoxEvent)
        assert session.box is not None
        assert session.box.capabilities == Capability.BELIEVE | Capability.CALL


def test_the_right_port_of_several_is_found() -> None:
    """One cannot be opened, one is silent, one has the box; which one is remembered."""
    tried: list[str] = []

    class Silent:
        def read(self) -> bytes:
            time.sleep(0.01)
            return b""

        def write(self, content: bytes) -> None:
            raise TransportError("nobody there")

        def cancel(self) -> None: ...

        def close(self) -> None: ...

    with SimulatedBox() as box:

        def open_port(port: str) -> Transport:
            tried.append(port)
            if port == "absent":
                raise TransportError("absent cannot be opened")
            return SerialTransport(port) if port == box.port else Silent()

        listener = Listener()
        with BoxSession(listener.items.put, lambda: ("absent", "silent", box.port), open_port=open_port) as session:
            listener.session = session
            listener.until(_stands(BoxState.READY))
            assert tried == ["absent", "silent", box.port]
            box.unplug()
            listener.until(_stands(BoxState.LOST))
            box.plug()
            listener.until(_stands(BoxState.READY))
            assert tried[3] == box.port


def test_without_any_port_the_session_goes_on_searching() -> None:
    """And says so once, not every two seconds."""
    listener = Listener()
    with BoxSession(listener.items.put, lambda: ()) as session:
        listener.until(_stands(BoxState.SEARCHING))
        time.sleep(0.35)
        assert listener.items.empty()
        assert session.status.detail == "no box is plugged in"


def test_errors_of_ports_say_what_to_do(tmp_path: Path) -> None:
    """No right, in use, not there."""
    assert "dialout" in _why_not("/dev/ttyACM0", PermissionError(errno.EACCES, "no"))
    assert "in use" in _why_not("/dev/ttyACM0", OSError(errno.EAGAIN, "locked"))
    for nowhere in (str(tmp_path / "absent"), "socket://127.0.0.1:1", "nonsense://x", ""):
        with pytest.raises(TransportError, match="cannot be opened"):
            SerialTransport(nowhere)


def test_a_port_is_opened_by_one_program_only() -> None:
    """Two companions on one box would take each other's events."""
    with SimulatedBox(over_socket=False) as box:
        first = SerialTransport(box.port)
        try:
            with pytest.raises(TransportError, match="in use"):
                SerialTransport(box.port)
        finally:
            first.close()


def test_where_no_terminal_is_to_be_had_the_box_speaks_over_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare container mounts no pseudo-terminals: the simulated table is played there too."""

    def none() -> tuple[int, int]:
        raise OSError(errno.ENODEV, "No such device")

    monkeypatch.setattr("os.openpty", none, raising=False)
    with SimulatedBox() as box:
        assert box.port.startswith("socket://")
        SerialTransport(box.port).close()


def test_a_level_of_another_input_is_refused() -> None:
    """A cup cannot be pressed, in software either."""
    with pytest.raises(ValueError, match="seated, lifted, stuck"):
        SimulatedBox().set(Input.CUP, Level.PRESSED)
