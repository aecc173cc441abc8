"""What pip installs: the wheel holds all that the companion needs, and plays outside of this checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.slow import slow

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "calibration", "firmware_bridge")
#: What must not travel: made by running, or nobody's business.
LEFT_OUT = {"__pycache__"}


def belongings() -> set[str]:
    """Every file in the packages' folders, seen from the root, with forward slashes."""
    return {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and not LEFT_OUT & set(file.parts)
    }


def built(source: Path, kind: str, out: Path) -> Path:
    """The wheel or sdist of `source`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = out.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_all_that_lies_in_the_packages(wheel: Path) -> None:
    """Models, texts, screens, firmware and its image; nothing else but what the desktop needs."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert belongings() <= names
    rest = {name for name in names - belongings() if ".dist-info/" not in name}
    assert {name.partition(".data/data/")[2] for name in rest} == {
        "share/applications/cubilete.desktop",
        "share/icons/hicolor/scalable/apps/cubilete.svg",
        "share/cubilete/70-cubilete.rules",
    }


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """What is unpacked is the whole project: tests, training, documents, tools."""
    shutil.unpack_archive(built(ROOT, "sdist", tmp_path / "sdist"), tmp_path)
    (source,) = tmp_path.glob("cubilete-*")
    for needed in ("tests/conftest.py", "training", "benchmarks", "docs", "tools/setup.sh", "Makefile", "requirements"):
        assert (source / needed).exists(), needed
    again = built(source, "wheel", tmp_path / "again")
    with zipfile.ZipFile(again) as one, zipfile.ZipFile(wheel) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def installed(wheel: Path, place: Path, *, offline: bool) -> Path:
    """The command `companion` of an environment that holds the wheel and its dependencies, and no checkout."""
    venv.create(place, with_pip=False)
    bin_folder = place / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / Path(sys.executable).name
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    if offline:
        # What this environment has installed from the lock file serves the other one too; the checkout, which hangs on
        # it by a .pth file, does not come along.
        (purelib,) = place.rglob("site-packages")
        (purelib / "locked.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
        subprocess.run([*pip, "--no-index", "--no-deps", "--ignore-installed", str(wheel)], check=True)
    else:
        subprocess.run([*pip, "--constraint", str(constraints(place)), str(wheel)], check=True)
    return bin_folder / "companion"


def constraints(place: Path) -> Path:
    """The locked versions without their hashes, which the wheel itself has none of."""
    lock = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    pins = [line.split()[0] for line in lock.splitlines() if "==" in line and line[:1].isalnum()]
    file = place / "constraints.txt"
    file.write_text("\n".join(pins), encoding="utf-8")
    return file


@pytest.mark.parametrize("offline", [True, pytest.param(False, marks=slow)], ids=["offline", "from the index"])
def test_the_demo_hand_is_played_from_the_wheel(wheel: Path, tmp_path: Path, offline: bool) -> None:
    """In an empty environment, from another folder, with an empty home: a hand to its verdict, and the firmware."""
    command = installed(wheel, tmp_path / "venv", offline=offline)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "SYSTEMROOT", "LANG", "TMPDIR"}}
    env = kept | {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }

    def companion(*words: str) -> str:
        done = subprocess.run(
            [command, *words], cwd=elsewhere, env=env, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    where = subprocess.run(
        [
            command.with_name(Path(sys.executable).name),
            "-c",
            "import companion, vision; print(companion.__file__, vision.__file__)",
        ],
        cwd=elsewhere,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert all(tmp_path / "venv" in Path(file).parents for file in where), where
    assert "takes a point" in companion("play")
    assert (tmp_path / "data" / "cubilete" / "journal.sqlite3").is_file()
    companion("box", "sketch", "sketch")
    assert any((elsewhere / "sketch").rglob("*.ino"))
