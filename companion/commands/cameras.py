"""`companion cameras`: what is connected, what it can do, and which mode would be used."""

import click

from calibration.profiles import ProfileError, default_store
from vision.camera import open_stream
from vision.camera.listing import FoundCamera, find_cameras


@click.command()
@click.option("--seconds", default=1.0, show_default=True, help="How long each mode is tried.")
@click.option("--phone", "urls", multiple=True, help="Also try a phone: http://192.168.1.20:8080/video or rtsp://...")
def cameras(seconds: float, urls: tuple[str, ...]) -> None:
    """List the connected cameras and what they really give.

    Each is tried: its modes as measured, and which of them would be used and why. Other commands take the numbers by
    which they are listed here (--camera).
    """
    found = find_cameras(max(0.2, min(seconds, 10.0)))
    for camera in found:
        _tell(camera)
    for url in urls:
        _tell_phone(url)
    if not found and not urls:
        click.echo("No camera is connected. A phone will do: companion cameras --phone http://192.168.1.20:8080/video")


def _tell(camera: FoundCamera) -> None:
    click.echo(f"{camera.number}: {camera.name}{_lens(camera.name)}")
    for mode in camera.modes:
        click.echo(f"   {'*' if mode == camera.best else ' '} {mode}")
    click.echo(f"     {'Used: ' + str(camera.best) + ', ' if camera.best else ''}{camera.why}.")


def _lens(name: str) -> str:
    try:
        return "" if default_store().knows_lens(name) else " (lens not measured yet: companion calibrate camera)"
    except ProfileError as error:
        return f" ({error})"


def _delay(name: str) -> str:
    try:
        measured = default_store().delay_ms(name)
    except ProfileError as error:
        return str(error)
    if measured:
        return f"Its pictures are {measured:.0f} ms old when they arrive, as measured."
    return "How old its pictures are when they arrive is not known (companion calibrate delay)."


def _tell_phone(url: str) -> None:
    stream = open_stream(url)
    try:
        first = stream.read()
        begun = first.at_ns if first else 0
        last, count = first, 0
        while last is not None and last.at_ns - begun < 2_000_000_000:
            last = stream.read()
            count += 1
        if first is None or last is None:
            return
        height, width = first.picture.shape[:2]
        seconds = (last.at_ns - begun) / 1e9
        click.echo(f"{stream.name}: {width} x {height} at {count / seconds:.1f} pictures a second")
        click.echo(f"     The first picture came {stream.first_frame_ns / 1e6:.0f} ms after it was asked for.")
        click.echo(f"     {_delay(stream.name)}")
    finally:
        stream.close()
