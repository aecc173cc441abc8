"""The port of an Android tablet, against a double of usb4a and usbserial4a: none of this was tried on a device."""

import queue
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
import serial

from firmware_bridge.android import AndroidTransport
from firmware_bridge.events import BoxItem, BoxState, BoxStatus
from firmware_bridge.session import BoxSession, open_port, usb_ports
from firmware_bridge.simulator import SimulatedBox
from firmware_bridge.transport import TransportError

UNO = "/dev/bus/usb/001/002"


@dataclass
class Device:
    """A USB device as Android describes it."""

    name: str
    vid: int
    pid: int

    def getDeviceName(self) -> str:
        return self.name

    def getVendorId(self) -> int:
        return self.vid

    def getProductId(self) -> int:
        return self.pid


@dataclass
class Tablet:
    """What is plugged in, whether its use is allowed, and how often that was asked."""

    box: SimulatedBox
    allowed: bool = False
    asked: int = 0
    devices: tuple[Device, ...] = (Device(UNO, 0x2341, 0x0043), Device("/dev/bus/usb/001/003", 0x046D, 0xC31C))

    def ask(self, device: Device) -> None:
        self.asked += 1

    def serial_port(self, name: str, baud: int, bits: int, parity: str, stop: int, **waits: float) -> serial.SerialBase:
        assert (name, baud, bits, parity, stop) == (UNO, 115200, 8, "N", 1)
        return serial.serial_for_url(self.box.port, **waits)


@pytest.fixture
def tablet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablet]:
    """This process believes that it runs on a tablet with an Uno and a keyboard."""
    with SimulatedBox(over_socket=True) as box:
        tablet = Tablet(box)
        usb = SimpleNamespace(
            get_usb_device_list=lambda: list(tablet.devices),
            get_usb_device=lambda name: next((each for each in tablet.devices if each.name == name), None),
            has_usb_permission=lambda device: tablet.allowed,
            request_usb_permission=tablet.ask,
        )
        monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
        monkeypatch.setitem(sys.modules, "usb4a", SimpleNamespace(usb=usb))
        driver = SimpleNamespace(get_serial_port=tablet.serial_port)
        monkeypatch.setitem(sys.modules, "usbserial4a", SimpleNamespace(serial4a=driver))
        monkeypatch.setattr(AndroidTransport, "_asked", frozenset())
        yield tablet


def test_only_boards_are_ports(tablet: Tablet) -> None:
    """A keyboard is none."""
    assert usb_ports() == (UNO,)


def test_permission_is_asked_once(tablet: Tablet) -> None:
    """The session tries again and again; Android's question comes once."""
    for _ in range(3):
        with pytest.raises(TransportError, match="allow it when Android asks"):
            open_port(UNO)
    assert tablet.asked == 1


def test_a_device_that_was_pulled_is_told(tablet: Tablet) -> None:
    """Between the list and the opening."""
    with pytest.raises(TransportError, match="not plugged in any more"):
        open_port("/dev/bus/usb/001/009")


def test_the_session_greets_the_box_once_it_may(tablet: Tablet) -> None:
    """The whole way: list, permission, handshake."""
    tablet.allowed = True
    items: queue.Queue[BoxItem] = queue.Queue()
    with BoxSession(items.put):
        while True:
            item = items.get(timeout=20)
            if isinstance(item, BoxStatus) and item.state is BoxState.READY:
                break
    assert tablet.asked == 0
