"""`companion box`: every command, and one message with exit code 2 for everything that can go wrong."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner, Result

from firmware_bridge import building, cli
from firmware_bridge.avrbox import PINS
from firmware_bridge.events import BoxEvent, BoxItem, BoxState, Input, Level, levels_of
from firmware_bridge.guide import Finding, Guide, guided, request
from firmware_bridge.messages import Board, Capability, Levels, Welcome
from firmware_bridge.selftest import Feel, SelfTest
from firmware_bridge.session import BoxSession
from firmware_bridge.settings import BoxSettings, BoxSettingsError, load_settings, print_of, save_settings
from firmware_bridge.simulator import SimulatedBox
from firmware_bridge.transport import FoundPort


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the settings of whoever runs it, nor a board that happens to be plugged in."""
    file = tmp_path / "config" / "box.json"
    monkeypatch.setattr(cli, "settings_file", lambda: file)
    monkeypatch.setattr(cli, "likely_ports", lambda: ())
    return file


def _run(*words: str, answers: str = "") -> Result:
    result = CliRunner().invoke(cli.box, words, input=answers)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_list_asks_the_port_that_is_named() -> None:
    """A box answers with what it has."""
    with SimulatedBox(seats=3) as box:
        result = _run("list", "--port", box.port)
    assert result.exit_code == 0
    assert f"{box.port} (as named): a box, firmware 1.0, 3 seats, cup, tilt" in result.output


def test_list_finds_boards_by_usb(monkeypatch: pytest.MonkeyPatch) -> None:
    """vid:pid say that it may be a box, the handshake says that it is one."""
    with SimulatedBox() as box:
        found = FoundPort(box.port, 0x2341, 0x0043, "75330303035351F0D1A2", "Arduino Uno R3")
        monkeypatch.setattr(cli, "likely_ports", lambda: (found,))
        result = _run("list")
    assert "(Arduino Uno R3, serial number 75330303035351F0D1A2): a box, firmware 1.0" in result.output


def test_list_says_what_is_wrong(tmp_path: Path) -> None:
    """Nothing plugged in; a port that is not there."""
    result = _run("list")
    assert result.exit_code == 2
    assert "No Uno or Nano is plugged in" in result.output
    cli_answer = _run("list", "--port", str(tmp_path / "absent"))
    assert "cannot be opened" in cli_answer.output


def test_watch_shows_events_with_their_times() -> None:
    """As they happen."""
    with SimulatedBox() as box:
        threading.Timer(0.4, box.lift_cup).start()
        result = _run("watch", "--port", box.port, "--seconds", "1.2")
    assert result.exit_code == 0
    assert "ready: box at" in result.output
    assert "time unknown  cup seated" in result.output
    assert "cup lifted  (told" in result.output


def test_watch_of_a_simulated_box_needs_no_box() -> None:
    """For a first look."""
    assert "ready: box at" in _run("watch", "--simulated", "--seconds", "0.5").output


def test_damaged_settings_are_explained(home: Path) -> None:
    """Which file, and what to do."""
    home.parent.mkdir()
    home.write_text('{"inverted": ["lid"]}')
    result = _run("watch", "--simulated", "--seconds", "0.1")
    assert result.exit_code == 2
    assert f"{home}: expected the settings of the box" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"inverted": 3}', "\x00", '{"inverted": [["cup"]]}', '{"inverted": [], "seats": [1, 1]}'],
)
def test_no_settings_end_in_another_error(tmp_path: Path, content: str) -> None:
    """Whatever stands in the file."""
    file = tmp_path / "box.json"
    file.write_text(content)
    with pytest.raises(BoxSettingsError, match="Delete the file"):
        load_settings(file)


def test_settings_come_back(tmp_path: Path) -> None:
    """And are the defaults where nothing was kept yet."""
    file = tmp_path / "new" / "box.json"
    assert load_settings(file) == BoxSettings()
    for settings in (BoxSettings(frozenset({Input.CUP})), BoxSettings(frozenset(), (1, None, 0), "1.0/1/255/6")):
        save_settings(settings, file)
        assert load_settings(file) == settings
    file.write_text('{"inverted": ["cup"]}')  # as earlier versions wrote it
    assert load_settings(file) == BoxSettings(frozenset({Input.CUP}))


class Hands:
    """A person who does what the self-test asks, at a simulated box; `broken` inputs do not react."""

    def __init__(self, box: SimulatedBox, inverted: bool = False, broken: frozenset[Input] = frozenset()) -> None:
        self._box, self._inverted, self._broken = box, inverted, broken
        self._requests = {request(which, level): (which, level) for which in Input for level in levels_of(which)[:2]}
        self.questions: list[str] = []

    def tell(self, what: str) -> None:
        which, level = self._requests[what]
        rest, active, _ = levels_of(which)
        if which is Input.CUP and self._inverted:
            level = active if level is rest else rest
        if which not in self._broken:
            self._box.set(which, level)

    def ask(self, question: str) -> bool:
        self.questions.append(question)
        return "SEAT1" not in question

    def wait(self, what: str) -> None:
        self._box.set(Input.CUP, Level.LIFTED if self._inverted else Level.SEATED)


def _self_test(box: SimulatedBox, hands: Hands) -> Iterator[tuple[SelfTest, Finding]]:
    items: SimpleQueue[BoxItem] = SimpleQueue()
    with BoxSession(items.put, box.port) as session:
        while session.status.state is not BoxState.READY:
            items.get(timeout=10)
        assert session.box is not None
        test = SelfTest(session.box)
        for finding in guided(test, session, items, Guide(hands.tell, hands.ask, hands.wait)):
            yield test, finding


def test_a_sound_box_passes_and_each_lamp_is_asked_for() -> None:
    """Every input both ways, every lamp, the sounds; the lamp of seat 1 is said to be dark."""
    with SimulatedBox(seats=3) as box:
        hands = Hands(box)
        findings = [finding for _, finding in _self_test(box, hands)]
    assert [finding.what for finding in findings if not finding.passed] == ["lamp seat1"]
    wanted = {"cup", "tilt", "shake", "believe", "call", "seat0", "seat1", "seat2", "lamp lie", "sound turn"}
    assert wanted <= {finding.what for finding in findings}
    assert len(hands.questions) == 3 + 2 + 3


def test_an_inverted_cup_is_learned() -> None:
    """The sensor is open while the cup stands on it."""
    with SimulatedBox(seats=0) as box:
        for found, finding in _self_test(box, Hands(box, inverted=True)):
            test = found
            assert finding.passed, finding
    assert test.toggled == {Input.CUP}


def test_a_dead_button_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the test goes on with the next."""
    monkeypatch.setattr("firmware_bridge.guide.PATIENCE_S", 0.2)
    with SimulatedBox(seats=1) as box:
        findings = [finding for _, finding in _self_test(box, Hands(box, broken=frozenset({Input.CALL})))]
    assert [(finding.what, finding.note) for finding in findings if not finding.passed] == [
        ("call", "not 'pressed' within 0 s")
    ]


def test_the_test_command_keeps_what_it_learned(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the command line: questions answered, the result counted, the polarity kept."""
    monkeypatch.setattr("firmware_bridge.guide.PATIENCE_S", 0.05)
    with SimulatedBox(seats=0, levels={Input.CUP: Level.LIFTED}) as box:
        result = _run("test", "--port", box.port, answers="\n" * 10)
    assert result.exit_code == 1
    assert "speaks the other way round" in result.output
    assert "FAILED: call (not 'pressed'" in result.output
    assert "passed: lamp lie" in result.output
    kept = load_settings(home)
    assert (kept.inverted, kept.tested) == (frozenset({Input.CUP}), "")


def as_asked(test: SelfTest) -> BoxEvent:
    """What a person does who follows."""
    assert isinstance(test.ask, Feel)
    return BoxEvent(test.ask.which, test.ask.level, at_ns=None)


def test_a_box_that_passed_is_known_until_it_is_another(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Firmware, parts or seats changed: the table says that it should be tested."""
    monkeypatch.setattr("firmware_bridge.guide._await", lambda test, *_: test.felt(as_asked(test)))
    with SimulatedBox(seats=1) as box:
        assert _run("seats", "2").exit_code == 0
        assert _run("test", "--port", box.port, answers="\n" * 10).exit_code == 0
    kept = load_settings(home)
    welcome = Welcome(1, 0, 7, (1, 0), Board.SOFTWARE, Capability(0xFF), 1, 0, 0, 0, 0, Levels())
    assert kept == BoxSettings(frozenset(), (1,), print_of(welcome))
    for other in ({"firmware": (1, 1)}, {"seats": 2}, {"capabilities": Capability.CUP}):
        assert print_of(replace(welcome, **other)) != kept.tested


def test_seats_are_assigned_and_told(home: Path) -> None:
    """By number as people count; nobody; refused with what was expected."""
    assert "seat 0: player 1\nseat 1: player 2" in _run("seats").output
    assert _run("seats", "2", "-", "1").output == "seat 0: player 2\nseat 2: player 1\n"
    assert load_settings(home).players(4) == (1, None, 0, None)
    assert "by whatever hand" in _run("seats", "nobody").output
    assert "seat 9: player 10" in _run("seats", "all").output
    for wrong in (("1", "1"), ("0",), ("11",), ("x",), ("1",) * 11):
        result = _run("seats", *wrong)
        assert (result.exit_code, "Expected up to ten different players" in result.output) == (2, True)


def test_the_test_command_without_a_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message."""
    monkeypatch.setattr(cli, "ANSWER_S", 0.3)
    result = _run("test", "--port", str(tmp_path / "absent"))
    assert result.exit_code == 2
    assert "cannot be opened" in result.output


def _avrdude(folder: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> Path:
    """A program of that name which notes how it was called."""
    folder.mkdir()
    program, note = folder / "avrdude", folder / "called"
    program.write_text(f'#!/bin/sh\necho "$@" > {note}\necho "says avrdude" >&2\nexit {code}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return note


def test_flash_calls_avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the image that comes along, the board, and the speed of its boot loader."""
    note = _avrdude(tmp_path / "bin", monkeypatch, 0)
    assert _run("flash", "--port", "/dev/ttyACM7").exit_code == 0
    assert note.read_text().split() == [
        *(["-p", "atmega328p", "-c", "arduino", "-P", "/dev/ttyACM7", "-b", "115200", "-D", "-U"]),
        f"flash:w:{building.PREBUILT}:i",
    ]
    assert _run("flash", "--port", "/dev/ttyUSB0", "--old-nano").exit_code == 0
    assert "-b 57600" in note.read_text()


def test_flash_explains_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No board, no avrdude, no image, avrdude fails."""
    assert "Expected one board to flash; found none" in _run("flash").output
    missing = _run("flash", "--port", "x", "--image", str(tmp_path / "absent.hex"))
    assert (missing.exit_code, "there is no such image" in missing.output) == (2, True)
    _avrdude(tmp_path / "bin", monkeypatch, 1)
    failed = _run("flash", "--port", "x")
    assert (failed.exit_code, "says avrdude" in failed.output) == (2, True)
    monkeypatch.setenv("PATH", str(tmp_path))
    absent = _run("flash", "--port", "x")
    assert (absent.exit_code, "sudo apt-get install avrdude" in absent.output) == (2, True)


def test_the_image_that_comes_along_is_the_one_of_these_sources() -> None:
    """Whoever changes the firmware runs `companion box build --keep`."""
    note = json.loads(building.PREBUILT.with_suffix(".json").read_text())
    assert note["sources"] == building.digest(building.sources())


def test_the_image_that_comes_along_is_what_the_compiler_makes(image: building.Image) -> None:
    """Byte for byte, where the compiler is the same."""
    note = json.loads(building.PREBUILT.with_suffix(".json").read_text())
    if building._run(["avr-g++", "-dumpversion"]).strip() != note["compiler"]:
        pytest.skip(f"another compiler than {note['compiler']}")
    assert image.hex.read_text() == building.PREBUILT.read_text()


def test_the_page_of_the_box_has_the_figures_and_pins_of_the_firmware() -> None:
    """docs/box.md: flash and RAM as the build prints them; each input on the pin that the real image reads."""
    page = (Path(__file__).parents[2] / "docs" / "box.md").read_text()
    note = json.loads(building.PREBUILT.with_suffix(".json").read_text())
    taken = f"{note['flash']:,} of {building.FLASH_BYTES:,} bytes of flash"
    assert f"{taken} ({100 * note['flash'] / building.FLASH_BYTES:.0f} %)" in page
    assert f"{note['ram']:,} of {building.RAM_BYTES:,} bytes of RAM" in page
    for which, row in (
        (Input.CUP, "cup seat sensor"),
        (Input.TILT, "tilt sensor"),
        (Input.SHAKE, "shake sensor"),
        (Input.BELIEVE, "button BELIEVE"),
        (Input.CALL, "button CALL"),
    ):
        assert f"| {PINS[which]} | {row} to ground |" in page  # port D counts as the board does
    seats = [f"D{8 + seat}" for seat in range(5)] + [f"A{seat}" for seat in range(5)]
    board = {f"B{n}": f"D{8 + n}" for n in range(5)} | {f"C{n}": f"A{n}" for n in range(5)}
    assert [board[PINS[Input(f"seat{seat}")]] for seat in range(10)] == seats
    assert f"| {' '.join(seats[:5])} | seats 0 to 4" in page
    assert f"| {' '.join(seats[5:])} | seats 5 to 9" in page


def test_build_prints_flash_and_ram(tools: Path) -> None:
    """Both against what the chip has."""
    result = _run("build", "--into", str(tools))
    assert result.exit_code == 0
    assert "flash" in result.output
    assert "of 2048 bytes" in result.output


def test_build_without_a_compiler_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which tool, and what installs it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    result = _run("build", "--into", str(tmp_path / "new"))
    assert (result.exit_code, "avr-g++ is not installed" in result.output) == (2, True)


def test_the_sketch_is_laid_out_as_the_ide_wants_it(tmp_path: Path) -> None:
    """A folder named like the sketch, everything it includes below src, no second main."""
    assert _run("sketch", str(tmp_path)).exit_code == 0
    sketch = tmp_path / "cubilete_box"
    assert (sketch / "cubilete_box.ino").is_file()
    assert (sketch / "src" / "boards" / "uno" / "board.h").is_file()
    assert not list(sketch.rglob("main.cpp"))
