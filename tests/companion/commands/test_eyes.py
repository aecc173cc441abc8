"""Which camera is opened, and where a command takes a table from."""

from pathlib import Path

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.profiles import ProfileError, ProfileStore, StoredCamera, StoredTable
from calibration.profiles.in_use import InUse, save_in_use
from calibration.table import TableProfile
from companion.commands import eyes, looking
from vision.camera import CameraError

NOW = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProfileStore:
    """The user's own, empty."""
    store = ProfileStore(tmp_path)
    for module in (eyes, looking):
        monkeypatch.setattr(module, "default_store", lambda: store)
    return store


class Eye:
    """A camera that was opened."""

    name, delay_ns, unsure_ns = "phone at 10.0.0.2", 0, 2_000_000_000


def test_the_camera_in_use_is_opened_again(store: ProfileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, whatever its number is now; its light is held."""
    save_in_use(store, InUse(camera="HD Webcam"))
    opened: list[tuple[int, bool]] = []

    def open_one(number: int, *, hold_light: bool) -> Eye:
        opened.append((number, hold_light))
        return Eye()

    monkeypatch.setattr(eyes, "local_camera", open_one)
    monkeypatch.setattr(eyes, "number_of", lambda name: 2 if name == "HD Webcam" else None)
    monkeypatch.setattr(eyes, "device_name", lambda n: f"camera {n}")
    assert eyes.find_eye(None, None)[1] == "camera 2"
    assert eyes.find_eye(1, None)[1] == "camera 1"
    assert opened == [(2, True), (1, True)]


def test_a_phone_in_use_that_is_gone_is_told_and_done_without(
    store: ProfileStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is asked for and gone is an error."""
    save_in_use(store, InUse(camera="http://10.0.0.2:8080/video"))

    def gone(*_: object, **__: object) -> None:
        raise CameraError("nothing answers there.")

    monkeypatch.setattr(eyes, "open_stream", gone)
    monkeypatch.setattr(eyes, "local_camera", gone)
    assert eyes.find_eye(None, None) == (None, "")
    assert "nothing answers there. Another camera is looked for." in capsys.readouterr().err
    with pytest.raises(CameraError):
        eyes.find_eye(None, "http://10.0.0.2:8080/video")


def test_a_phones_delay_is_taken_off_as_it_was_measured(
    store: ProfileStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it never was, that is told."""
    monkeypatch.setattr(eyes, "open_stream", lambda _: Eye())
    eyes.open_phone("http://10.0.0.2/")
    assert "never measured" in capsys.readouterr().err
    store.save_camera(StoredCamera(Eye.name, Lens.typical(640, 480), 0.3, NOW, delay_ms=240.0))
    phone, _ = eyes.open_phone("http://10.0.0.2/")
    assert getattr(phone, "delay_ns", 0) == 240_000_000
    assert capsys.readouterr().err == ""


def test_a_table_is_named_or_a_file(store: ProfileStore) -> None:
    """A name that nobody kept is told."""
    table = TableProfile.of(Lens.typical(640, 480), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 900.0]))
    path = store.save_table(StoredTable("kitchen", "Eye 0", table, NOW))
    assert looking.table_profile(None) is None
    assert looking.table_profile("kitchen") == table
    assert looking.table_profile(str(path)) == table
    with pytest.raises(ProfileError):
        looking.table_profile("cellar")
