"""Writes an image into a box with avrdude, where that is installed."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

BOOTLOADER_BAUD: Final = 115200
OLD_NANO_BAUD: Final = 57600
"""Nanos from before 2018, and most copies."""


class FlashError(Exception):
    """The image was not written; the message says why and what to do."""


def flash(port: str, image: Path, baud: int = BOOTLOADER_BAUD) -> str:
    """Write `image` (Intel hex) into the Uno or Nano at `port`; returns what avrdude told.

    Raises:
        FlashError: no avrdude, no image, or avrdude failed.
    """
    if not image.is_file():
        raise FlashError(f"{image}: there is no such image; `companion box build` makes one")
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise FlashError(
            "avrdude, the program that writes into Arduino boards, is not installed. Debian: sudo apt-get install "
            "avrdude; macOS: brew install avrdude; Windows: it comes with the Arduino IDE. Or let the IDE do it: "
            "`companion box sketch FOLDER`, open FOLDER/cubilete_box, choose the board, press upload."
        )
    command = [avrdude, "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(baud), "-D"]
    try:
        done = subprocess.run(
            [*command, "-U", f"flash:w:{image}:i"], capture_output=True, text=True, check=False, timeout=120
        )
    except subprocess.TimeoutExpired as error:
        raise FlashError(f"avrdude did not finish within two minutes at {port}") from error
    told = (done.stderr + done.stdout).strip()
    if done.returncode:
        raise FlashError(
            f"avrdude could not write into {port} (code {done.returncode}). Is another program using the port, "
            f"and is it an old Nano (then add --old-nano)? It said:\n{told}"
        )
    return told
