"""Every command in the documentation is understood; those that need no table, no box and no end are run."""

import importlib.util
import re
import shlex
import shutil
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.dice_set import DiceSet
from calibration.profiles import default_store
from companion.cli import main
from tests.docs.blocks import PAGES, ROOT, Block, blocks, commands, inline
from vision.drawn.chip_stacks import stacks_print
from vision.drawn.clip import TEACHING_ROWS, write_clip
from vision.drawn.kit_table import photograph
from vision.drawn.lens_view import LensView
from vision.drawn.playing_cards import card_print
from vision.pictures import encode_jpeg

TOLD = [(block, command) for page in PAGES for block in blocks(page) for command in commands(block)]
#: Programs that are not ours, and are named in the documentation on purpose.
OTHERS = {
    "buildozer",
    "cd",
    "cp",
    "ln",
    "pip",
    "pip-compile",
    "py",
    "sudo",
}
#: Why a command of the companion is not run here.
NOT_RUN = {
    r"companion play\b": "opens a window; tests/packaging and tests/companion/commands play it",
    r"companion cameras|companion calibrate": "needs a camera",
    r"companion box (list|flash|test|watch|seats|build)": "needs a box, or the tools of the firmware",
    r"profiles import": "is for another machine: here the names are taken",
    r"--serve": "serves until it is stopped",
    r"\b(MATCH|FILE|FOLDER|HASH|CLIP)\b|\.\.\.": "stands for what the reader has",
}


TARGETS = set(re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def is_run(command: str) -> bool:
    """Whether it can be, anywhere."""
    return command.startswith("companion ") and not any(re.search(why, command) for why in NOT_RUN)


@pytest.mark.parametrize(("block", "command"), TOLD, ids=[f"{block.place} {command}" for block, command in TOLD])
def test_every_command_is_understood(block: Block, command: str) -> None:
    """Ours: names, options and values, by our own parser. Those of others: what they name of ours exists."""
    for part in re.split(r"\s&&\s", command):
        program, *words = shlex.split(re.sub(r"[\[\]]", "", part).replace(" ...", ""))
        if program == "companion":
            understood(words)
        elif program == "make":
            assert words and set(words) <= TARGETS
        elif Path(program).name.startswith("python") and words[0] == "-m":
            module_understood(words[1], words[2:])
        else:
            assert Path(program).name in OTHERS, f"{block.place}: who is {program}?"
            ours = [ROOT / word for word in words if word.startswith(("packaging/", "requirements/"))]
            assert all(each.exists() for each in ours)


def understood(words: list[str]) -> None:
    """Raises what a person would read where the words are none of ours."""
    command: click.Command = main
    context = click.Context(main, info_name="companion")
    while isinstance(command, click.Group):
        name = words.pop(0)
        assert name in command.commands, f"there is no {context.command_path} {name}"
        command = command.commands[name]
        context = click.Context(command, info_name=name, parent=context)
    command.make_context(command.name, words, parent=context.parent)


def module_understood(module: str, words: list[str]) -> None:
    """A module of the standard library, or one of ours that knows the options."""
    assert importlib.util.find_spec(module.partition(".")[0]) is not None
    if not (ROOT / module.partition(".")[0]).is_dir():
        return
    place = ROOT / module.replace(".", "/")
    file = place / "__main__.py" if place.is_dir() else place.with_suffix(".py")
    source = file.read_text(encoding="utf-8")
    for word in words:
        if word.startswith("--") and word != "--help":
            assert f'"{word}"' in source, f"{module} knows no {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_within_sentences_exist(page: Path) -> None:
    """Their names and options; what else is asked for need not be there."""
    for command in inline(page):
        program, *words = shlex.split(re.sub(r"[\[\]]", "", command))
        if program == "companion":
            named(words)
        elif program == "make":
            assert words[0] in TARGETS, command
        else:
            module_understood(words[1], words[2:])


def named(words: list[str]) -> None:
    """Fails where there is no such command, or it has no such option."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        assert words[0] in command.commands, f"there is no {command.name} {words[0]}"
        command = command.commands[words.pop(0)]
    known = {option for each in command.params for option in each.opts} | {"--help"}
    assert {word for word in words if word.startswith("-")} <= known, words


def test_the_check_itself_can_fail() -> None:
    """Unknown commands, options and values are seen."""
    for wrong in ("companion nothing", "companion kit --colour red"):
        with pytest.raises(AssertionError):
            named(shlex.split(wrong)[1:])
    for wrong in ("companion nothing", "companion kit --colour red", "companion calibrate table --players many"):
        with pytest.raises((AssertionError, click.UsageError)):
            understood(shlex.split(wrong)[1:])


HOMES = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which one hand was played and a dice set is kept, and the clip beside it; made once for all pages."""
    folder = tmp_path_factory.mktemp("played")
    clip, taught = folder / "clip", folder / "set.json"
    write_clip(clip, "KKQJ7", seed=5)
    photos = [f"--photo={clip / f'teach{i}.jpg'}={','.join(row)}" for i, row in enumerate(TEACHING_ROWS)]
    hand = f"referee {clip} --box {clip / 'box.jsonl'} --set {taught} --claim KKKJ7 --by Ana --against Bo"
    with pytest.MonkeyPatch.context() as patch:
        for name in HOMES:
            patch.setenv(name, str(folder / "home" / name))
        for words in (["teach", "dice-set", *photos, "--out", str(taught)], shlex.split(hand)):
            done = CliRunner().invoke(main, words)
            assert done.exit_code == 0, done.output
        default_store().save_dice_set(DiceSet.load(taught))
    return folder


@pytest.fixture
def room(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That home, and a folder with the pictures that the reader is told to take."""
    shutil.copytree(played / "home", tmp_path / "home")
    for name in HOMES:
        monkeypatch.setenv(name, str(tmp_path / "home" / name))
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for number, names in enumerate((("row1.jpg", "throw.jpg"), ("row2.jpg",))):
        for name in names:
            shutil.copy(played / "clip" / f"teach{number}.jpg", folder / name)
    for suit, name in (("S", "spades.jpg"), ("H", "hearts.jpg"), ("H", "table.jpg")):
        (folder / name).write_bytes(encode_jpeg(row_of_cards(suit)))
    view = LensView(elevation_deg=70.0, distance_mm=520.0, target_mm=(0.0, 0.0, 0.0))
    (folder / "stacks.jpg").write_bytes(encode_jpeg(photograph(view, [stacks_print()], wood=False)))
    return folder


def row_of_cards(suit: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The five highest cards of a suit on green cloth, from straight above."""
    picture = np.full((720, 1280, 3), (70, 110, 50), np.uint8)
    for number, rank in enumerate("AKQJT"):
        card = cv2.resize(card_print(rank + suit), (200, 279), interpolation=cv2.INTER_AREA)
        picture[220 : 220 + 279, 40 + 245 * number : 240 + 245 * number] = card
    return picture


RUN = {page: told for page in PAGES if (told := [c for b in blocks(page) for c in commands(b) if is_run(c)])}


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_the_commands_of_a_page_run_one_after_another(page: Path, room: Path) -> None:
    """In the order in which they are told, each with exit code 0 and without a traceback."""
    for command in RUN[page]:
        done = CliRunner().invoke(main, shlex.split(command)[1:])
        assert done.exit_code == 0, f"{command}\n{done.output}\n{done.exception!r}"
