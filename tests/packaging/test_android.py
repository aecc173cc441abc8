"""The recipe for an Android tablet, as far as it can be held without building it."""

import configparser
import importlib.metadata
import re
from pathlib import Path

import companion

ROOT = Path(__file__).resolve().parents[2]


def app() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "buildozer.spec", encoding="utf-8")
    return parser["app"]


def test_the_version_is_found() -> None:
    """By the very expression that buildozer uses; and the installed package agrees."""
    spec = app()
    text = (ROOT / spec["version.filename"].removeprefix("%(source.dir)s/")).read_text(encoding="utf-8")
    found = re.search(spec["version.regex"], text)
    assert found is not None and found[1] == companion.__version__
    assert importlib.metadata.version("cubilete") == companion.__version__


def test_every_kind_of_file_in_the_packages_is_packed() -> None:
    """A model or a screen that stays behind would be missed only on the tablet."""
    packed = {f".{ext}" for ext in app()["source.include_exts"].split(",")}
    there = {
        file.suffix
        for package in ("companion", "vision", "calibration", "firmware_bridge")
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    # A test tool of the firmware that never runs on a tablet.
    assert there - packed <= {".c"}


def test_every_dependency_is_named() -> None:
    """Those of the package, but for what has no recipe there and can be done without."""
    wanted = {
        re.split(r"[<>=; ]", each)[0].lower()
        for each in importlib.metadata.requires("cubilete") or ()
        if "extra ==" not in each
    }
    named = {each.partition("==")[0].lower() for each in app()["requirements"].split(",")}
    renamed = {"opencv-python": "opencv"}
    assert {renamed.get(each, each) for each in wanted} - named == {"onnxruntime"}


def test_it_says_that_it_was_not_tried() -> None:
    """Until somebody has tried it and changes this line."""
    assert "NOT TRIED ON A DEVICE" in (ROOT / "buildozer.spec").read_text(encoding="utf-8")
