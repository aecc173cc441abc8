"""A phone as camera: comes, goes, comes back, and blocks nobody meanwhile."""

import time
from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.camera.phone import Phone
from vision.camera import CameraError, CameraState, LatestFrame, open_stream
from vision.camera import stream as streaming
from vision.camera.delay import PATTERN, SLOT_NS, DelayMeter, Flicker


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Phone]:
    monkeypatch.setattr(streaming, "_RETRY_S", 0.02)
    monkeypatch.setattr(streaming, "_MOST_RETRY_S", 0.1)
    monkeypatch.setattr(streaming, "_SILENCE_S", 0.3)
    phone = Phone()
    yield phone
    phone.go()


@pytest.mark.parametrize("path", ["/video", "/bare", "/shot.jpg"])
def test_pictures_come_numbered_and_stamped(phone: Phone, path: str) -> None:
    """From a stream with lengths, one without, and from single pictures."""
    camera = open_stream(phone.url(path))
    frames = [camera.read() for _ in range(3)]
    camera.close()
    assert [frame.index for frame in frames if frame] == [0, 1, 2]
    assert all(frame.picture.shape == (48, 64, 3) for frame in frames if frame)
    assert frames[0].at_ns < frames[1].at_ns < frames[2].at_ns
    assert camera.first_frame_ns > 0
    assert camera.name == "phone at 127.0.0.1"


def test_a_stream_that_breaks_off_goes_on_by_itself(phone: Phone) -> None:
    """Every five pictures the connection ends; forty pictures come all the same."""
    phone.breaks_after = 5
    camera = open_stream(phone.url("/video"))
    indices = [frame.index for _ in range(40) if (frame := camera.read())]
    assert indices == list(range(40))
    assert camera.reconnections >= 6
    camera.close()


def test_damaged_pictures_are_left_out(phone: Phone) -> None:
    """Every second one is torn: the others come."""
    phone.torn = True
    camera = open_stream(phone.url("/video"))
    assert all(camera.read() is not None for _ in range(5))
    assert camera.reconnections == 0
    camera.close()


def test_a_phone_that_goes_and_comes_back_blocks_nobody(phone: Phone) -> None:
    """While it is gone the camera says stalled at once to whoever asks; then it is live again."""
    with LatestFrame(open_stream(phone.url("/video")), stall_s=0.2) as latest:
        frame = latest.wait_newer(timeout_s=2)
        assert frame is not None
        phone.go()
        until_state(latest, CameraState.STALLED)
        begun = time.monotonic()
        assert latest.latest() is not None
        assert time.monotonic() - begun < 0.05
        last = latest.latest()
        assert last is not None
        phone.come_back()
        until_state(latest, CameraState.LIVE)
        assert latest.wait_newer(last.index, timeout_s=2) is not None
        assert latest.lost is None


def test_a_silent_phone_can_be_let_go_at_once(phone: Phone) -> None:
    """Nothing comes and the connection stays open: stopping does not wait for it."""
    latest = LatestFrame(open_stream(phone.url("/video")), stall_s=0.2)
    phone.silent = True
    until_state(latest, CameraState.STALLED)
    begun = time.monotonic()
    assert latest.stop()
    assert time.monotonic() - begun < 1.0


def until_state(latest: LatestFrame, state: CameraState) -> None:
    end = time.monotonic() + 5
    while latest.state() is not state:
        assert time.monotonic() < end, f"expected {state}, found {latest.state()}"
        time.sleep(0.01)


def test_what_ails_the_stream_is_told(phone: Phone) -> None:
    """For the screen's banner, and empty again when pictures come."""
    camera = open_stream(phone.url("/video"))
    assert camera.trouble == ""
    phone.go()
    with LatestFrame(camera, stall_s=0.1) as latest:
        until_state(latest, CameraState.STALLED)
        end = time.monotonic() + 3
        while not camera.trouble and time.monotonic() < end:
            time.sleep(0.01)
        assert "phone at 127.0.0.1" in camera.trouble and "trying again" in camera.trouble


@pytest.mark.parametrize(
    ("path", "told"),
    [("/page", "text/html instead of pictures"), ("/private", "answers 401")],
)
def test_what_is_no_stream_is_told(phone: Phone, path: str, told: str) -> None:
    """The app's page instead of its video, a password missing."""
    with pytest.raises(CameraError, match=told):
        open_stream(phone.url(path))


def test_a_password_goes_along_and_is_not_shown(phone: Phone) -> None:
    """In the address, as phones' apps want it."""
    camera = open_stream(phone.url("/private").replace("//", "//me:secret@"))
    assert camera.read() is not None
    camera.close()
    phone.go()
    with pytest.raises(CameraError) as told:
        open_stream(phone.url("/private").replace("//", "//me:secret@"))
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("url", ["192.168.1.20:8080", "ftp://x/y", "http://", "http://h:99999/", "video.mp4"])
def test_addresses_that_are_none_are_told(url: str) -> None:
    """With an example of one."""
    with pytest.raises(CameraError, match="expected an address such as http"):
        open_stream(url)


def test_nobody_at_the_address_is_told(phone: Phone) -> None:
    """For MJPEG and RTSP alike."""
    phone.go()
    for url in (phone.url("/video"), phone.url("/x").replace("http", "rtsp")):
        with pytest.raises(CameraError, match="expected a stream of pictures at"):
            open_stream(url)


def test_frames_are_stamped_with_when_they_were_seen(phone: Phone) -> None:
    """A measured delay is taken off the time of arrival, and does not look like a stall."""
    camera = open_stream(phone.url("/video"))
    camera.delay_ns = 800_000_000
    with LatestFrame(camera, stall_s=0.5) as latest:
        frame = latest.wait_newer(timeout_s=2)
        assert frame is not None
        assert time.monotonic_ns() - frame.at_ns >= 800_000_000
        assert latest.state() is CameraState.LIVE


@pytest.mark.parametrize("delay_ms", [0, 37, 240, 480, 1250])
@pytest.mark.parametrize("fps", [15, 30])
def test_the_delay_is_measured_by_a_flickering_screen(delay_ms: int, fps: int) -> None:
    """The screen is a small part of a noisy, otherwise changing picture; within one frame of the truth."""
    chance = np.random.default_rng(delay_ms)
    begun = 10_000_000_000
    meter = DelayMeter(Flicker(begun))
    arrived = begun - 300_000_000
    while not meter.done(arrived):
        picture = np.clip(chance.normal(90, 6, (90, 160, 3)), 0, 255).astype(np.uint8)
        picture[60:, :40] += np.uint8(chance.integers(0, 60))  # somebody moves
        if meter.flicker.white(arrived - delay_ms * 1_000_000):
            picture[20:40, 100:130] = 230
        meter = meter.saw(picture, arrived)
        arrived += round(1e9 / fps * chance.uniform(0.8, 1.2))
    found = meter.delay_ns()
    assert found is not None
    assert abs(found / 1e6 - delay_ms) <= 1000 / fps + 5


def test_a_screen_out_of_view_gives_no_delay() -> None:
    """Noise and movement fit no pattern."""
    chance = np.random.default_rng(0)
    meter = DelayMeter(Flicker(0))
    for k in range(len(PATTERN) * SLOT_NS // 33_000_000):
        picture = np.full((90, 160, 3), chance.integers(60, 120), np.uint8)
        meter = meter.saw(picture, k * 33_000_000)
    assert meter.delay_ns() is None
    assert DelayMeter(Flicker(0)).delay_ns() is None
