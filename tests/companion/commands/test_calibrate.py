"""`companion kit`, `calibrate`, `cameras` and `profiles`, from drawn pictures to files."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.advice import Say
from calibration.profiles import ProfileStore, StoredCamera
from calibration.profiles.in_use import load_in_use
from companion.commands.flicker import TerminalScreen
from tests.calibration.scenes import LENS, MAT, MAT_PRINT, camera, grid, misses, playing_card, shot
from tests.calibration.test_lens_session import TILT, Hands
from tests.companion.commands.conftest import Run
from tests.vision.camera.phone import Phone, PhoneBeforeAScreen
from vision.camera.delay import PATTERN
from vision.drawn.kit_table import photograph
from vision.pictures import encode_jpeg

VIEW = camera(55, 700)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProfileStore:
    """The user's folder for this test."""
    kept = ProfileStore(tmp_path / "profiles")
    for module in ("calibrate", "cameras", "profiles"):
        monkeypatch.setattr(f"companion.commands.{module}.default_store", lambda: kept)
    return kept


def file_of(folder: Path, name: str, picture: np.ndarray) -> Path:
    path = folder / name
    path.write_bytes(encode_jpeg(picture))
    return path


def test_the_kit_is_written(run: Run, tmp_path: Path) -> None:
    """A PDF, and what to do with it; a folder that is not there is told."""
    out = tmp_path / "kit.pdf"
    result = run("kit", "--out", out, "--paper", "letter", "--lang", "es", "--players", 6)
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"%PDF")
    assert "11 pages" in result.output and "100 %" in result.output
    assert run("kit", "--out", tmp_path / "no" / "kit.pdf").exit_code == 2
    assert run("kit", "--players", 11).exit_code == 2


def test_a_table_is_found_kept_and_checked(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """By the mat, with a known lens; then all is still; then the camera was bumped."""
    store.save_camera(StoredCamera("cam", LENS, 0.2, "2026-11-30T12:00:00+00:00"))
    still = file_of(tmp_path, "a.jpg", shot(VIEW, [MAT_PRINT]))
    result = run("calibrate", "table", still, "--camera-name", "cam", "--table", "Kitchen", "--players", 6)
    assert result.exit_code == 0, result.output
    assert "Good: places on the table are right within" in result.output
    table = store.table("Kitchen")
    assert (table.camera, table.profile.players) == ("cam", 6)
    assert misses(table.profile, VIEW, grid(MAT.width, MAT.height)).max() < 2.0
    checked = run("calibrate", "check", still, "--table", "Kitchen")
    assert checked.exit_code == 0, checked.output
    assert "All is where it was." in checked.output
    moved = file_of(tmp_path, "b.jpg", shot(camera(65, 760), [MAT_PRINT]))
    bumped = run("calibrate", "check", still, moved, moved, moved, "--table", "Kitchen")
    assert "moved by" in bumped.output


def test_each_camera_has_a_table_of_its_own(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """Set up again it keeps its name, another camera's is another table; checked is the one in use."""
    still = file_of(tmp_path, "a.jpg", shot(VIEW, [MAT_PRINT]))
    for camera_name, name in (("cam", "table"), ("phone", "table 1"), ("cam", "table")):
        result = run("calibrate", "table", still, "--camera-name", camera_name)
        assert result.exit_code == 0, result.output
        assert load_in_use(store).table == name
    assert store.names("table") == ("table", "table-1")
    store.path("table", "table 1").write_text("damaged")
    assert run("calibrate", "check", still).exit_code == 0
    assert run("calibrate", "check", still, "--table", "table 1").exit_code == 2


def test_without_a_mat_a_card_or_a_rectangle_will_do(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """The usual lens is used and that is said."""
    near = camera(60, 500)
    card = file_of(tmp_path, "card.jpg", shot(near, [playing_card(20)]))
    result = run("calibrate", "table", card, "--card", "poker", "--table", "by card")
    assert result.exit_code == 0, result.output
    assert "four corners" in result.output and "The lens is a usual one" in result.output
    corners = near.project(playing_card(20).corners)
    taps = [f"--corner={x:.0f},{y:.0f}" for x, y in corners]
    assert "Too little is seen round the table" in result.output
    told = run("calibrate", "check", card, "--table", "by card")
    assert told.exit_code == 2 and "Too little is seen round the table" in told.output
    wooden = file_of(tmp_path, "wood.jpg", photograph(near, [playing_card(20)]))
    result = run("calibrate", "table", wooden, "--size", "63x88", *taps, "--table", "by taps")
    assert result.exit_code == 0, result.output
    assert store.names("table") == ("by-card", "by-taps")
    assert load_in_use(store).table == "by taps"
    later = file_of(tmp_path, "later.jpg", photograph(near, [], seed=2))
    still = run("calibrate", "check", later, "--table", "by taps")
    assert (still.exit_code, still.output) == (0, "All is where it was.\n")
    moved = file_of(tmp_path, "moved.jpg", photograph(camera(60, 500, azimuth=18), [], seed=2))
    told = run("calibrate", "check", later, moved, moved, "--table", "by taps")
    assert told.exit_code == 2 and "The camera moved. Put it back" in told.output


def test_the_lens_is_learned_from_pictures(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """Eight pictures of the board; each is told what is still missing."""
    hands, files = Hands(5), []
    for k, (where, tilt) in enumerate(
        [("top left", "top"), ("top right", "right"), ("bottom left", "bottom"), ("bottom right", "left")]
    ):
        hands.heed(Say.BOARD_TO, {"where": where})
        hands.tilt = TILT[tilt]
        files.append(file_of(tmp_path, f"{k}.jpg", hands.picture()))
    result = run("calibrate", "camera", *files, "--camera-name", "cam")
    assert result.exit_code == 0, result.output
    assert "Done: the lens is known to" in result.output
    assert store.lens_of("cam", 960, 540).focal[0] == pytest.approx(LENS.focal[0], rel=0.015)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("table", "x.jpg"), "x.jpg"),
        (("table", "EMPTY"), "expected the printed mat, found none"),
        (("table", "EMPTY", "--card", "poker"), "lying on the table, found none"),
        (("table", "EMPTY", "--size", "3"), "expected a size such as 297x210"),
        (("table", "EMPTY", "--size", "297x210", "--corner", "4"), "expected pixels such as"),
        (("table", "EMPTY", "--size", "297x210", "--corner", "4,4"), "expected four taps"),
        (("table", "EMPTY", "--card", "poker", "--size", "1x1"), "one of them"),
        (("table", "EMPTY", "--camera", "1"), "one of them"),
        (("table", "--phone", "nowhere"), "expected an address such as"),
        (("check", "EMPTY", "--table", "none"), "expected a table called 'none'"),
        (("camera", "EMPTY"), "at least three views"),
    ],
)
def test_what_cannot_be_is_told(
    run: Run, store: ProfileStore, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    """One message, exit code 2, nothing kept."""
    empty = file_of(tmp_path, "empty.jpg", np.full((270, 480, 3), 90, np.uint8))
    result = run("calibrate", *(empty if word == "EMPTY" else word for word in words))
    assert result.exit_code == 2
    assert told in result.output
    assert not store.root.exists()


def test_a_phone_is_tried(run: Run, store: ProfileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rate and its delay are told; a live table without a mat in view says so."""
    monkeypatch.setattr("companion.commands.calibrate._TABLE_PATIENCE_S", 0.4)
    monkeypatch.setattr("companion.commands.cameras.find_cameras", lambda seconds: ())
    phone = Phone()
    try:
        result = run("cameras", "--phone", phone.url("/video"))
        assert result.exit_code == 0, result.output
        assert "phone at 127.0.0.1: 64 x 48 at" in result.output and "ms after" in result.output
        live = run("calibrate", "table", "--phone", phone.url("/video"))
        assert live.exit_code == 2 and "expected the printed mat" in live.output
    finally:
        phone.go()
    assert "No camera is connected" in run("cameras").output


class PhonesScreen:
    """The terminal's window, before the phone's lens."""

    def __init__(self, phone: PhoneBeforeAScreen) -> None:
        self.phone = phone

    def __enter__(self) -> Callable[[bool], None]:
        return self.phone.shows

    def __exit__(self, *_: object) -> None: ...


def test_a_phones_delay_is_measured_by_the_terminal(
    run: Run, store: ProfileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTP with a known delay; what is known of the lens stays; `cameras` tells it."""
    monkeypatch.setattr("companion.commands.cameras.find_cameras", lambda seconds: ())
    phone = PhoneBeforeAScreen(0.21)
    monkeypatch.setattr("companion.commands.calibrate.TerminalScreen", lambda: PhonesScreen(phone))
    store.keep_lens("phone at 127.0.0.1", LENS, 0.2, "2026-11-30T12:00:00+00:00")
    try:
        result = run("calibrate", "delay", "--phone", phone.url("/video"))
        assert result.exit_code == 0, result.output
        kept = store.camera("phone at 127.0.0.1")
        assert abs(kept.delay_ms - 210) < 50
        assert kept.lens == LENS
        assert f"pictures are {kept.delay_ms:.0f} ms old" in run("cameras", "--phone", phone.url("/video")).output
    finally:
        phone.go()


def test_the_terminal_is_filled_and_put_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every place of it white, or black."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: (30, 4))
    with TerminalScreen() as show:
        show(True)
        show(False)
    place = " " * 119
    assert capsys.readouterr().out == f"\x1b[H\x1b[107m{place}\x1b[H\x1b[40m{place}\x1b[0m\x1b[2J\x1b[H"


def test_a_delay_that_cannot_be_measured_is_told(
    run: Run, store: ProfileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Output that goes to a file; a screen out of view. Exit code 2, nothing kept."""
    phone = PhoneBeforeAScreen(0.0)
    phone.in_view = False
    try:
        piped = run("calibrate", "delay", "--phone", phone.url("/video"))
        assert piped.exit_code == 2
        assert "expected a terminal whose window" in piped.output
        monkeypatch.setattr("companion.commands.calibrate.TerminalScreen", lambda: PhonesScreen(phone))
        monkeypatch.setattr("vision.camera.delay.PATTERN", PATTERN[:5])
        monkeypatch.setattr("vision.camera.delay._UNDER_WAY_NS", 0)
        unseen = run("calibrate", "delay", "--phone", phone.url("/video"))
    finally:
        phone.go()
    assert unseen.exit_code == 2
    assert "did not see it clearly; nothing was kept" in unseen.output
    assert not store.root.exists()


def test_profiles_go_out_and_in(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """Listed, exported, taken in again; not twice unasked."""
    out = tmp_path / "mine.cubilete"
    assert run("profiles", "export", out).exit_code == 2
    store.save_camera(StoredCamera("cam", LENS, 0.2, "2026-11-30T12:00:00+00:00"))
    assert "camera cam" in run("profiles", "list").output
    assert "Wrote 1 profiles" in run("profiles", "export", out).output
    assert "is called 'cam' now" in run("profiles", "rename", "camera", "cam", "over the table").output
    assert store.camera("cam").label == "over the table"
    assert run("profiles", "rename", "deck", "none", "x").exit_code == 2
    gone = run("profiles", "delete", "camera", "none")
    assert gone.exit_code == 2 and "found: cam" in gone.output
    assert "Delete the camera 'cam' for good?" in run("profiles", "delete", "camera", "cam").output
    assert store.names("camera") == ("cam",)
    again = run("profiles", "import", out)
    assert again.exit_code == 2 and "already" in again.output
    assert "Took in 1: camera cam." in run("profiles", "import", out, "--replace").output
    assert run("profiles", "delete", "camera", "cam", "--yes").exit_code == 0
    assert store.names("camera") == ()
