"""The desktop entry and the udev rule: well-formed, and in step with the code."""

import configparser
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from firmware_bridge.transport import KNOWN_BOARDS

LINUX = Path(__file__).resolve().parents[2] / "packaging" / "linux"
ENTRY = LINUX / "cubilete.desktop"
RULES = LINUX / "70-cubilete.rules"


def entry() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(ENTRY.read_text(encoding="utf-8"))
    return parser


def test_the_desktop_entry_validates() -> None:
    """By the desktop's own checker."""
    checker = shutil.which("desktop-file-validate")
    if checker is None:
        pytest.skip("desktop-file-validate is not installed (Debian: desktop-file-utils)")
    done = subprocess.run([checker, str(ENTRY)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_desktop_entry_starts_exists() -> None:
    """Each command line is understood, each action is described, and the icon lies beside it."""
    parsed = entry()
    actions = [f"Desktop Action {name}" for name in parsed["Desktop Entry"]["Actions"].rstrip(";").split(";")]
    assert parsed.sections() == ["Desktop Entry", *actions]
    for section in parsed.sections():
        program, *words = parsed[section]["Exec"].split()
        assert program == "companion"
        assert {"Name", "Name[es]", "Name[fr]"} <= set(parsed[section])
        assert CliRunner().invoke(main, [*words, "--help"]).exit_code == 0
    icon = ET.parse(LINUX / f"{parsed['Desktop Entry']['Icon']}.svg").getroot()
    assert icon.get("width") == icon.get("height")


def test_the_udev_rule_knows_the_boards_that_the_companion_knows() -> None:
    """No more and no less: what it does not know would be opened to nobody, or to everybody."""
    text = RULES.read_text(encoding="utf-8")
    found = {
        (int(vendor, 16), int(product, 16))
        for vendor, products in re.findall(r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="([\w|]+)"', text)
        for product in products.split("|")
    }
    assert found == set(KNOWN_BOARDS)


def test_the_udev_rule_is_well_formed() -> None:
    """Keys, operators and values as udev(7) has them; every jump has its label; no comma is missing."""
    lines = [line for line in RULES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    term = re.compile(r'(ACTION|SUBSYSTEMS?|ATTRS\{\w+\}|ENV\{\w+\}|TAG|GROUP|MODE|GOTO|LABEL)(==|!=|\+=|=)"[^"]+"')
    for line in lines:
        assert all(term.fullmatch(part) for part in line.split(", ")), line
    jumps = set(re.findall(r'GOTO="(\w+)"', "\n".join(lines)))
    assert jumps == set(re.findall(r'LABEL="(\w+)"', "\n".join(lines)))
    # Access for whoever sits here is given by a rule of number 73; a later one comes too late.
    assert int(RULES.name[:2]) < 73


def test_udev_itself_finds_no_fault() -> None:
    """Where a udev is installed that can tell (254 and later)."""
    udevadm = shutil.which("udevadm")
    known = udevadm and subprocess.run([udevadm, "verify", "--help"], capture_output=True, check=False).returncode == 0
    if not known:
        pytest.skip("udevadm verify is not installed")
    done = subprocess.run([str(udevadm), "verify", str(RULES)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
