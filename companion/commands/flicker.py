"""The terminal as the screen that flickers while a phone's delay is measured; any window of it will do."""

import shutil
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import click

from vision.camera import CameraError, LatestFrame
from vision.camera.delay import DelayMeter, Flicker

#: Shows white (true) or black.
Show = Callable[[bool], None]
_LEAD_NS = 700_000_000
_WHITE, _BLACK = "\x1b[107m", "\x1b[40m"


class TerminalScreen(AbstractContextManager[Show]):
    """The whole window of the terminal; put right again at the end. Raises CameraError where there is none."""

    def __enter__(self) -> Show:
        if not sys.stdout.isatty():
            raise CameraError(
                "expected a terminal whose window can flicker before the phone's lens, found output that goes "
                "elsewhere; run it in a terminal, or measure on the set-up's page of the camera"
            )
        return self._fill

    def __exit__(self, *_: object) -> None:
        click.echo("\x1b[0m\x1b[2J\x1b[H", nl=False)

    @staticmethod
    def _fill(white: bool) -> None:
        columns, rows = shutil.get_terminal_size()
        # Written out: not every terminal erases with the colour of the ground.
        click.echo("\x1b[H" + (_WHITE if white else _BLACK) + " " * (columns * rows - 1), nl=False)


def measure_delay(camera: LatestFrame, show: Show) -> int | None:
    """How old the camera's pictures are when they arrive, in ns, between what `show` does and what is seen.

    Takes seven seconds; None where the flicker is not seen clearly. Raises CameraError where no pictures come at all.
    """
    flicker = Flicker(time.monotonic_ns() + _LEAD_NS)
    meter, seen, shown = DelayMeter(flicker), -1, False
    show(shown)
    while not meter.done(now := time.monotonic_ns()):
        if flicker.white(now) != shown:
            shown = not shown
            show(shown)
        frame = camera.latest()
        if frame is not None and frame.index != seen:
            seen = frame.index
            meter = meter.saw(frame.picture, frame.at_ns + (camera.delay_ns or 0))
        time.sleep(0.004)
    if not meter.times:
        raise camera.lost or CameraError(f"{camera.camera_name}: expected pictures, but none come")
    return meter.delay_ns()
