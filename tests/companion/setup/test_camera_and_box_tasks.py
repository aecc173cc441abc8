"""The camera is chosen, the box is tested: with what is there, with what fails, and with nothing."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.profiles.in_use import load_in_use
from companion.setup.step import Act, Tone
from companion.setup.tasks.box import BoxTask
from companion.setup.tasks.camera import CameraTask
from firmware_bridge.events import BoxEvent, BoxState, BoxStatus, Input, Level
from firmware_bridge.messages import Beep, Capability, Lamp
from firmware_bridge.settings import print_of
from tests.companion.setup.tables import Box, Cameras, welcome
from tests.companion.setup.walks import Walk, bench, says

LIT = np.tile(np.linspace(20, 220, 640).astype(np.uint8)[None, :, None], (360, 1, 3))


def test_a_camera_is_found_chosen_and_remembered(tmp_path: Path) -> None:
    """What it gives is told once some pictures came."""
    shop, cameras = bench(tmp_path), Cameras()
    walk = Walk(CameraTask(shop, cameras))
    assert says(walk.step.now) == "camera_looking_for"
    assert walk.task.work()
    assert walk.step.picks[0].options == ("Desk cam", "Busy cam")
    assert says(walk.tap(Act.PICK, "cameras=Desk cam").now) == "camera_wait"
    assert load_in_use(shop.store).camera == "Desk cam"
    for _ in range(6):
        step = walk.see(LIT)
    assert (says(step.now), step.tone) == ("camera_sees", Tone.GOOD)
    assert dict(step.more[0].values) == {"width": "640", "height": "360", "rate": "1"}  # type: ignore[union-attr]
    assert says(step.more[0]) == "camera_slow"
    assert says(walk.see(np.zeros((360, 640, 3), np.uint8)).now) == "camera_dark"
    cameras.trouble = "Desk cam: the cable is loose"
    assert (says(walk.step.now), walk.step.more) == ("camera_wait", ("Desk cam: the cable is loose",))


def test_a_camera_that_cannot_be_had_says_why(tmp_path: Path) -> None:
    """And another can be chosen."""
    walk = Walk(CameraTask(bench(tmp_path), Cameras()))
    walk.task.work()
    step = walk.tap(Act.PICK, "cameras=Busy cam")
    assert step.tone is Tone.TROUBLE
    assert "another program" in says(step.more[0])
    assert walk.tap(Act.PICK, "cameras=Desk cam").tone is Tone.ASK


def test_a_phone_is_a_camera_too(tmp_path: Path) -> None:
    """Remembered by its address."""
    shop = bench(tmp_path)
    walk = Walk(CameraTask(shop, Cameras()))
    walk.task.work()
    assert walk.step.address
    walk.tap(Act.ADDRESS, " http://192.168.1.20:8080/video ")
    assert load_in_use(shop.store).camera == "http://192.168.1.20:8080/video"


def test_a_drawn_table_needs_no_camera(tmp_path: Path) -> None:
    """Nothing is looked for."""
    step = Walk(CameraTask(bench(tmp_path), None)).step
    assert (says(step.now), step.keys, step.address) == ("camera_drawn", (), False)


def whole_test(walk: Walk) -> list[str]:
    """The whole test with a hand that does all that is asked; what was asked."""
    asked = [says(walk.tap(Act.BEGIN).now)]
    for _ in range(60):
        if Act.HAND not in walk.step.keys:
            break
        asked.append(says(walk.tap(Act.HAND).now))
    return asked


def test_every_input_lamp_and_sound_is_asked_for_once(tmp_path: Path) -> None:
    """All passed: it is remembered as tested."""
    box = Box(welcome(seats=2))
    walk = Walk(BoxTask(bench(tmp_path), box))
    assert says(walk.step.now) == "box_begin"
    asked = whole_test(walk)
    assert asked[:3] == ["box_stand", "box_lift_cup", "box_seat_cup"]
    assert asked[-1] == "box_passed"
    assert asked.count("box_press_seat") == 2
    assert asked.count("box_lamp_seat") == 2
    assert box.beeps == [Beep.TURN, Beep.TRUE, Beep.LIE]
    assert box.shown == frozenset()
    assert box.settings.tested == print_of(welcome(seats=2))


def test_a_lamp_that_stays_dark_is_named_at_the_end(tmp_path: Path) -> None:
    """And the box does not count as tested."""
    box = Box(welcome(), broken=frozenset({Lamp.LIE}))
    walk = Walk(BoxTask(bench(tmp_path), box))
    assert whole_test(walk)[-1] == "box_failed"
    assert [says(word) for word in walk.step.more] == ["box_lamp_lie"]
    assert box.settings.tested == ""


def test_a_cup_sensor_that_speaks_the_other_way_round_is_learned(tmp_path: Path) -> None:
    """It says lifted while the cup stands: from then on that means that it stands."""
    box = Box(replace(welcome(cup=Level.LIFTED), capabilities=Capability.CUP, seats=0))
    walk = Walk(BoxTask(bench(tmp_path), box))
    walk.tap(Act.BEGIN)
    assert says(walk.tap(Act.DONE).now) == "box_lift_cup"
    box.told.append(BoxEvent(Input.CUP, Level.SEATED, at_ns=1))
    walk.task.work()
    assert says(walk.step.now) == "box_seat_cup"
    box.told.append(BoxEvent(Input.CUP, Level.LIFTED, at_ns=2))
    walk.task.work()
    assert says(walk.step.now) == "box_passed"
    assert box.settings.inverted == {Input.CUP}


def test_an_input_that_does_nothing_is_skipped_and_told(tmp_path: Path) -> None:
    """It need not be brought back either; a stuck one fails by itself."""
    both = Capability.BELIEVE | Capability.CALL
    box = Box(replace(welcome(), capabilities=both, seats=0))
    walk = Walk(BoxTask(bench(tmp_path), box))
    assert says(walk.tap(Act.BEGIN).now) == "box_press_believe"
    assert says(walk.tap(Act.SKIP).now) == "box_press_call"
    box.told.append(BoxEvent(Input.CALL, Level.STUCK, at_ns=1))
    walk.task.work()
    assert [says(word) for word in walk.step.more] == ["box_press_believe", "box_press_call"]


def test_a_box_that_goes_away_in_the_test_is_told(tmp_path: Path) -> None:
    """Once it is back the test can begin again."""
    box = Box(welcome())
    walk = Walk(BoxTask(bench(tmp_path), box))
    walk.tap(Act.BEGIN)
    box.told.append(BoxStatus(BoxState.LOST, "cable"))
    box.box = None
    walk.task.work()
    assert (says(walk.step.now), walk.step.keys) == ("box_lost_meanwhile", ())
    box.box = welcome()
    assert walk.step.keys == (Act.BEGIN,)
    assert says(walk.tap(Act.BEGIN).now) == "box_stand"


def test_without_a_box_and_in_a_match_nothing_is_tested(tmp_path: Path) -> None:
    """The page explains itself."""
    assert says(Walk(BoxTask(bench(tmp_path), None)).step.now) == "box_none"
    box = Box(welcome())
    box.playing = True
    walk = Walk(BoxTask(bench(tmp_path), box))
    assert says(walk.tap(Act.BEGIN).now) == "box_played"
