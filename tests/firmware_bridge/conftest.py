"""The built firmware and the tools around it; tests that need them skip with the reason where they cannot be had."""

import subprocess
from pathlib import Path

import pytest

from firmware_bridge import building

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "firmware"


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder for what is built, once the compilers are there."""
    try:
        done = subprocess.run([ROOT / "tools" / "avr-tools.sh"], capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"tools/avr-tools.sh cannot run here ({error})")
    if done.returncode:
        pytest.skip(done.stderr.strip())
    return BUILD


@pytest.fixture(scope="session")
def image(tools: Path) -> building.Image:
    """The firmware for Uno and Nano."""
    return building.build_image(tools)


@pytest.fixture(scope="session")
def sketch(tools: Path) -> building.Image:
    """The same from the Arduino sketch."""
    return building.build_sketch(tools)


@pytest.fixture(scope="session")
def core_host(tools: Path) -> Path:
    """The core on this computer, under ASan and UBSan."""
    return building.build_core_host(tools)


@pytest.fixture(scope="session")
def simbox(tools: Path) -> Path:
    """What runs an image."""
    return building.build_simbox(tools)
