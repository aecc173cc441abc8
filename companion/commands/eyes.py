"""Which camera looks at the table that is opened, and under which name it is kept."""

import click

from calibration.profiles import ProfileError, default_store
from calibration.profiles.in_use import load_in_use
from vision.camera import Camera, CameraError, local_camera, open_stream
from vision.camera.listing import device_name, number_of


def find_eye(number: int | None, url: str | None) -> tuple[Camera | None, str]:
    """The camera that is asked for, else the one in use, else the first; and its name, "" where there is none.

    Raises CameraError for one that was asked for and cannot be had; one that was only in use before is told, and
    another taken.
    """
    if url is not None:
        return open_phone(url)
    if number is not None:
        return local_camera(number, hold_light=True), device_name(number)
    in_use = _in_use()
    if "://" in in_use:
        try:
            return open_phone(in_use)
        except CameraError as error:
            click.echo(f"{error} Another camera is looked for.", err=True)
    first = number_of(in_use) if in_use and "://" not in in_use else None
    try:
        return local_camera(first or 0, hold_light=True), device_name(first or 0)
    except CameraError:
        return None, ""


def open_phone(url: str) -> tuple[Camera, str]:
    """A phone as camera, its delay taken off as it was measured; and its name. Raises CameraError."""
    phone = open_stream(url)
    phone.delay_ns = _delay_ns(phone.name)
    if not phone.delay_ns:
        click.echo(
            f"{phone.name}: how old its pictures are was never measured; dice are read {phone.unsure_ns / 1e9:.0f} s "
            "after a lift, to be on the safe side. To measure it: companion calibrate delay, or the set-up's page of "
            "the camera.",
            err=True,
        )
    return phone, phone.name


def _in_use() -> str:
    try:
        return load_in_use(default_store()).camera
    except ProfileError as error:
        click.echo(str(error), err=True)
        return ""


def _delay_ns(name: str) -> int:
    """How old a phone's pictures are when they arrive, 0 where that was never measured."""
    try:
        return round(default_store().delay_ms(name) * 1e6)
    except ProfileError as error:
        click.echo(str(error), err=True)
        return 0
