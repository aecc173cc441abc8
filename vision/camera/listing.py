"""Which cameras are connected, what they can do as measured, and which mode serves a table best."""

import re
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from vision.camera.frames import CameraError
from vision.camera.webcam import Webcam

#: The sizes that are asked for; a camera answers with the nearest it has.
ASKED = ((1920, 1080), (1280, 720), (960, 540), (640, 480))
#: Fewer pictures a second make the moment between the lift and the dice lying clear too coarse.
ENOUGH_FPS = 20.0
#: Above this, more pixels cost more time than they bring.
_MOST_PIXELS = 1920 * 1080
_SYSFS = Path("/sys/class/video4linux")
_HIGHEST = 9


@dataclass(frozen=True, slots=True)
class Mode:
    """A size that a camera gives, and how many pictures a second really came."""

    width: int
    height: int
    fps: float

    def __str__(self) -> str:
        return f"{self.width} x {self.height} at {self.fps:.1f} pictures a second"


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """number: for `Webcam`; name: as the system calls it; modes: measured; best: the mode to use; why: why that one."""

    number: int
    name: str
    modes: tuple[Mode, ...]
    best: Mode | None
    why: str


def device_name(number: int, names: Path = _SYSFS) -> str:
    """What the system calls a camera: under this name it is remembered, whatever its number is next time."""
    if sys.platform == "linux":
        try:
            told = (names / f"video{number}" / "name").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            told = ""
        if told:
            return re.sub(r"\s+", " ", told)
    return f"camera {number}"


def number_of(name: str, names: Path = _SYSFS) -> int | None:
    """The number that the camera of this name has now; None where no such camera is connected, as far as is known."""
    numbered = re.fullmatch(r"camera (\d)", name)
    if numbered:
        return int(numbered[1])
    return next((number for number in _numbers(names) if device_name(number, names) == name), None)


def find_cameras(
    seconds: float = 1.0,
    *,
    numbers: Iterable[int] | None = None,
    opening: Callable[[int, tuple[int, int]], Webcam] = Webcam,
) -> tuple[FoundCamera, ...]:
    """Every camera that can be opened, each mode tried for so many seconds: it takes a while."""
    tried = _numbers() if numbers is None else numbers
    return tuple(found for n in tried if (found := try_camera(n, seconds, opening)) is not None)


def try_camera(
    number: int, seconds: float = 1.0, opening: Callable[[int, tuple[int, int]], Webcam] = Webcam
) -> FoundCamera | None:
    """One camera's modes; None where there is none with this number."""
    modes: dict[tuple[int, int], Mode] = {}
    for size in ASKED:
        try:
            mode = _measured(opening(number, size), seconds)
        except CameraError:
            if not modes:
                return None
            continue
        known = modes.get((mode.width, mode.height))
        if known is None or known.fps < mode.fps:
            modes[mode.width, mode.height] = mode
    best, why = best_mode(tuple(modes.values()))
    return FoundCamera(number, device_name(number), tuple(modes.values()), best, why)


def best_mode(modes: tuple[Mode, ...]) -> tuple[Mode | None, str]:
    """The largest mode that is quick enough, else the quickest; and why, in a sentence."""
    usable = [m for m in modes if m.width * m.height <= _MOST_PIXELS]
    if not usable:
        return None, "it gives no pictures of a usable size"
    quick = [m for m in usable if m.fps >= ENOUGH_FPS]
    if not quick:
        best = max(usable, key=lambda m: (round(m.fps), m.width * m.height))
        return best, f"no mode gives {ENOUGH_FPS:.0f} pictures a second; this is the quickest (more light may help)"
    best = max(quick, key=lambda m: (m.width * m.height, m.fps))
    larger = [m for m in usable if m.width * m.height > best.width * best.height]
    slow = "; ".join(f"{m.width} x {m.height} gives only {m.fps:.1f}" for m in larger)
    return best, f"the largest that gives at least {ENOUGH_FPS:.0f} pictures a second" + (f"; {slow}" if slow else "")


def _measured(camera: Webcam, seconds: float) -> Mode:
    try:
        frame = camera.read()
        begun, count = time.monotonic(), 0
        while time.monotonic() - begun < seconds:
            camera.read()
            count += 1
        height, width = frame.picture.shape[:2]
        return Mode(width, height, count / max(1e-6, time.monotonic() - begun))
    finally:
        camera.close()


def _numbers(names: Path = _SYSFS) -> tuple[int, ...]:
    if sys.platform == "linux" and names.is_dir():
        return tuple(sorted(int(p.name[5:]) for p in names.glob("video*") if p.name[5:].isdigit()))
    return tuple(range(_HIGHEST + 1))
