"""The box at an Android tablet: USB through Android's own permission instead of device files.

Needs the packages usb4a and usbserial4a, which only run there and are imported only there. Written against their
documented interface and tested against a double of it; not yet tried on a device.
"""

import os
from typing import Any

from serial import SerialException

from firmware_bridge.transport import (
    BAUD,
    KNOWN_BOARDS,
    READ_TIMEOUT_S,
    WRITE_TIMEOUT_S,
    FoundPort,
    SerialTransport,
    TransportError,
)


def on_android() -> bool:
    """Whether this is an app that python-for-android packed."""
    return "ANDROID_ARGUMENT" in os.environ


def android_ports() -> tuple[FoundPort, ...]:
    """As `likely_ports`; a port is the name that Android gives the device."""
    from usb4a import usb  # noqa: PLC0415 - exists on Android only

    found = [
        FoundPort(device.getDeviceName(), *kind, "", KNOWN_BOARDS[kind])
        for device in usb.get_usb_device_list()
        if (kind := (device.getVendorId(), device.getProductId())) in KNOWN_BOARDS
    ]
    return tuple(sorted(found, key=lambda one: one.port))


class AndroidTransport(SerialTransport):
    """A USB device of Android. Raises TransportError where it is gone, or while its owner has not allowed it."""

    _asked: frozenset[str] = frozenset()
    """Devices for which Android's question was put once; another one for each try would bury the screen."""

    def _connect(self, port: str) -> Any:
        from usb4a import usb  # noqa: PLC0415 - exists on Android only
        from usbserial4a import serial4a  # noqa: PLC0415

        device = usb.get_usb_device(port)
        if device is None:
            raise TransportError(f"{port} is not plugged in any more")
        if not usb.has_usb_permission(device):
            if port not in AndroidTransport._asked:
                AndroidTransport._asked |= {port}
                usb.request_usb_permission(device)
            raise TransportError(
                "the companion may not use the box yet: allow it when Android asks, or plug it in again"
            )
        AndroidTransport._asked -= {port}
        opened = serial4a.get_serial_port(port, BAUD, 8, "N", 1, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S)
        if not opened.is_open:
            raise SerialException("Android opened it and closed it again")
        return opened
