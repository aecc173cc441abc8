"""What the figures were measured on."""

import os
import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("cubilete", "numpy", "opencv-python", "onnxruntime", "kivy", "pyserial", "cattrs")


def machine() -> str:
    """Processor, cores, memory and system, as far as the system tells."""
    parts = [_processor(), f"{os.cpu_count()} cores", _memory(), platform.platform()]
    return ", ".join(part for part in parts if part)


def versions() -> str:
    """Python, SQLite and the packages that the figures depend on."""
    found = [f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"no {package}")
    return ", ".join(found)


def load() -> float | None:
    """How many processes want a core, over the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith(("model name", "Model")):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    if not hasattr(os, "sysconf"):
        return ""
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB"
