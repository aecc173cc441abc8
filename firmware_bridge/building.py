"""Builds the firmware: the image for Uno and Nano, the Arduino sketch, and the programs that test both here.

Everything is built anew only when a source has changed.
"""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FIRMWARE: Final = Path(__file__).parent / "firmware"
PREBUILT: Final = FIRMWARE / "prebuilt" / "box-uno.hex"
"""The image for those who have no compiler; made by `companion box build --keep`."""
ARDUINO: Final = Path("/usr/share/arduino/hardware/arduino/avr")

FLASH_BYTES: Final = 32768 - 512
"""What the ATmega328P has beside the boot loader of an Uno."""
RAM_BYTES: Final = 2048

_CHIP: Final = ("-mmcu=atmega328p", "-DF_CPU=16000000UL", "-Os", "-flto", "-ffunction-sections", "-fdata-sections")
_CPP: Final = ("-std=gnu++11", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics")
_STRICT: Final = ("-Wall", "-Wextra", "-Werror")
_ARDUINO: Final = ("-DARDUINO=10819", "-DARDUINO_AVR_UNO", "-DARDUINO_ARCH_AVR", "-DDECIMAL_DIG=__DECIMAL_DIG__")


class BuildError(Exception):
    """A tool is missing, or the compiler refused; the message says which and what it said."""


@dataclass(frozen=True, slots=True)
class Image:
    """A built firmware."""

    elf: Path
    hex: Path
    flash_bytes: int
    ram_bytes: int
    """What is taken before the stack."""

    def __str__(self) -> str:
        flash = f"flash {self.flash_bytes} of {FLASH_BYTES} bytes ({100 * self.flash_bytes / FLASH_BYTES:.0f} %)"
        return f"{flash}, RAM {self.ram_bytes} of {RAM_BYTES} bytes ({100 * self.ram_bytes / RAM_BYTES:.0f} %)"


def sources() -> tuple[Path, ...]:
    """The files that the image is made of, headers included, in a fixed order."""
    folders = (FIRMWARE / "core", FIRMWARE / "boards" / "uno")
    return tuple(sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".h", ".cpp")))


def digest(paths: Iterable[Path], *more: str) -> str:
    """SHA-256 over names and contents, and whatever else decides what is built."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    for text in more:
        total.update(text.encode() + b"\0")
    return total.hexdigest()


def build_image(folder: Path) -> Image:
    """The image for Uno and Nano, in `folder`. Raises BuildError."""
    elf = folder / "box-uno.elf"
    units = [path for path in sources() if path.suffix == ".cpp"]
    _make(elf, sources(), ["avr-g++", *_CHIP, *_CPP, *_STRICT, "-Wl,--gc-sections", *map(str, units)])
    return _image(elf)


def keep(image: Image) -> None:
    """Make it the image for those who have no compiler, with a note of what it was made from."""
    PREBUILT.parent.mkdir(exist_ok=True)
    shutil.copyfile(image.hex, PREBUILT)
    compiler = _run(["avr-g++", "-dumpversion"]).strip()
    note = {"sources": digest(sources()), "compiler": compiler, "flash": image.flash_bytes, "ram": image.ram_bytes}
    PREBUILT.with_suffix(".json").write_text(json.dumps(note, indent=4) + "\n", encoding="utf-8")


def lay_out_sketch(folder: Path) -> Path:
    """The sketch with its sources beside it, as the Arduino IDE opens it; returns the sketch's folder."""
    sketch = folder / "cubilete_box"
    inside = sketch / "src"
    shutil.rmtree(inside, ignore_errors=True)
    shutil.copytree(FIRMWARE / "core", inside / "core")
    # The IDE brings a main of its own.
    shutil.copytree(FIRMWARE / "boards" / "uno", inside / "boards" / "uno", ignore=shutil.ignore_patterns("main.cpp"))
    shutil.copy(FIRMWARE / "sketch" / "cubilete_box" / "cubilete_box.ino", sketch)
    return sketch


def build_sketch(folder: Path) -> Image:
    """The sketch compiled with the Arduino core, as the IDE would. Raises BuildError."""
    core = ARDUINO / "cores" / "arduino"
    if not core.is_dir():
        raise BuildError(f"the Arduino core is not in {ARDUINO} (Debian: arduino-core-avr)")
    sketch = lay_out_sketch(folder)
    includes = [f"-I{core}", f"-I{ARDUINO / 'variants' / 'standard'}", f"-I{sketch}"]
    elf = folder / "sketch.elf"
    main = ["-x", "c++", "-include", "Arduino.h", str(sketch / "cubilete_box.ino"), "-x", "none"]
    own = [str(path) for path in sorted((sketch / "src").rglob("*.cpp"))]
    archive = _arduino_archive(folder, includes)
    wanted = (*sources(), FIRMWARE / "sketch" / "cubilete_box" / "cubilete_box.ino")
    _make(elf, wanted, ["avr-g++", *_CHIP, *_CPP, *_ARDUINO, *includes, "-Wl,--gc-sections", *main, *own, str(archive)])
    return _image(elf)


def build_core_host(folder: Path) -> Path:
    """The core and its test program for this computer, under ASan and UBSan. Raises BuildError."""
    units = [*sorted((FIRMWARE / "core").glob("*.cpp")), FIRMWARE / "tests" / "core_host.cpp"]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    flags = ["-std=c++11", "-O1", "-g", *_STRICT, "-Wpedantic", "-Wconversion", "-Wshadow", *checks]
    wanted = [*sorted((FIRMWARE / "core").iterdir()), FIRMWARE / "tests" / "core_host.cpp"]
    return _make(folder / "core_host", wanted, ["g++", *flags, *map(str, units)])


def build_simbox(folder: Path) -> Path:
    """The program that runs an image on a simulated ATmega328P. Raises BuildError."""
    unit = FIRMWARE / "sim" / "simbox.c"
    libraries = ["-I/usr/include/simavr", "-lsimavr", "-lelf", "-lutil"]
    return _make(folder / "simbox", [unit], ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", str(unit), *libraries])


def _arduino_archive(folder: Path, includes: Sequence[str]) -> Path:
    core = ARDUINO / "cores" / "arduino"
    units = sorted(path for path in core.iterdir() if path.suffix in (".c", ".cpp"))
    objects = folder / "arduino"
    objects.mkdir(parents=True, exist_ok=True)
    built = []
    for unit in units:
        compiler = ["avr-g++", *_CPP] if unit.suffix == ".cpp" else ["avr-gcc", "-std=gnu11"]
        flags = [*_CHIP, *_ARDUINO, "-ffat-lto-objects", "-w", "-c"]
        built.append(_make(objects / f"{unit.name}.o", [unit], [*compiler, *flags, *includes, str(unit)]))
    archive = folder / "arduino.a"
    archive.unlink(missing_ok=True)
    _run(["avr-gcc-ar", "rcs", str(archive), *map(str, built)])
    return archive


def _make(target: Path, wanted: Sequence[Path], command: Sequence[str]) -> Path:
    """Run `command` to make `target`, unless it was made by the same command from the same files."""
    stamp = target.with_name(target.name + ".made-from")
    mark = digest(wanted, *command)
    if target.exists() and stamp.exists() and stamp.read_text() == mark:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        # Linking takes libraries after what needs them.
        tail = [part for part in command if part.startswith("-l")]
        _run([*(part for part in command if part not in tail), "-o", str(unfinished), *tail])
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    stamp.write_text(mark)
    return target


def _run(command: Sequence[str]) -> str:
    if shutil.which(command[0]) is None:
        raise BuildError(f"the tool {command[0]} is not installed; tools/avr-tools.sh installs everything on Debian")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{command[0]} ended with code {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout


def _image(elf: Path) -> Image:
    hex_file = elf.with_suffix(".hex")
    _run(["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(elf), str(hex_file)])
    # Berkeley format: text, data and bss in the first three columns of the second line.
    text, data, bss = (int(word) for word in _run(["avr-size", str(elf)]).splitlines()[1].split()[:3])
    return Image(elf, hex_file, text + data, data + bss)
