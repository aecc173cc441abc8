"""What is broken in the box, or was missed, stands on the screen in every language."""

from dataclasses import replace

import pytest

from companion.referee import events as e
from companion.referee.felt import BoxFelt, BoxForgot, BoxHeard, BoxMet, BoxParts, BoxTold
from companion.referee.state import TableState
from companion.ui.banners import Tone
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.mentiroso.box_banners import box_banners, box_link
from companion.ui.mentiroso.view import view_of
from companion.ui.texts import Text, text
from firmware_bridge.events import Input, Level
from tests.companion.referee.table import claim, play

MET = BoxMet(7, 0, BoxParts(tuple(Input), tuple(range(10))))


def _told(which: Input, level: Level) -> BoxTold:
    return BoxTold(BoxHeard(which, level, 7, 1), 1)


def _table(*events: e.Event, met: BoxMet = MET) -> TableState:
    return play([e.BoxChanged(e.Link.READY), met, *events])[0]


def _match(*events: e.Event) -> TableState:
    return _table(e.MatchBegun(("Ana", "Bo")), e.StarterDrawn(0), *events)


def _keys(state: TableState) -> list[str]:
    return [banner.said.key for banner in box_banners(state) if isinstance(banner.said, Text)]


def test_a_box_in_order_says_nothing() -> None:
    """Nor does one that is not there: its link is told elsewhere."""
    assert _keys(_table()) == []
    assert _keys(_match(claim(0, "KKKJ7"))) == []
    assert _keys(_table(_told(Input.CUP, Level.STUCK), e.BoxChanged(e.Link.LOST))) == []


@pytest.mark.parametrize(
    ("which", "key"),
    [
        (Input.CUP, "banner.cup_stuck"),
        (Input.TILT, "banner.tilt_stuck"),
        (Input.SHAKE, "banner.shake_stuck"),
        (Input.BELIEVE, "banner.button_stuck"),
        (Input.SEAT3, "banner.seat_stuck"),
    ],
)
def test_a_stuck_input_is_named(which: Input, key: str) -> None:
    """Until it has settled."""
    assert _keys(_table(_told(which, Level.STUCK))) == [key]
    rest = {Input.CUP: Level.SEATED, Input.TILT: Level.UPRIGHT, Input.SHAKE: Level.STILL}.get(which, Level.RELEASED)
    assert _keys(_table(_told(which, Level.STUCK), _told(which, rest))) == []


def test_many_stuck_inputs_are_one_fault() -> None:
    """Fifteen banners would say less."""
    assert _keys(_table(*(_told(which, Level.STUCK) for which in Input))) == ["banner.many_stuck"]


def test_what_was_missed_and_whose_hand_it_was_not() -> None:
    """Both while the answer is awaited."""
    state = _match(
        claim(0, "KKKJ7"), BoxForgot(3, 7, 5), _told(Input.CALL, Level.PRESSED), _told(Input.TILT, Level.TILTED)
    )
    assert _keys(state) == ["banner.box_missed", "banner.not_counted", "banner.cup_tilted"]
    assert box_banners(state)[1].said == text("banner.not_counted", name="Bo")
    assert _keys(play([e.Believed(1)], state)[0]) == []


def test_what_set_up_found_is_told_before_the_match() -> None:
    """Not tested, or turned round: a note, and not all evening."""
    met = replace(MET, parts=replace(MET.parts, inverted=(Input.CUP,), tested=False))
    before = _table(met=met)
    assert _keys(before) == ["banner.box_untested", "banner.cup_inverted"]
    assert {banner.tone for banner in box_banners(before)} == {Tone.NOTE}
    assert _keys(_match(met)) == []


def test_a_sensor_that_says_the_opposite_is_an_alarm() -> None:
    """From the second time on."""
    once, twice = (replace(_match(), felt=replace(MET_FELT, contradicted=n)) for n in (1, 2))
    assert (_keys(once), _keys(twice)) == ([], ["banner.cup_contradicts"])


MET_FELT = BoxFelt(parts=MET.parts)


def test_versions_and_greetings_are_told() -> None:
    """A refused box is an alarm, one that is asked is not."""
    for link, asking, key in (
        (e.Link.REFUSED, False, "banner.box_refused"),
        (e.Link.SEARCHING, True, "banner.box_handshaking"),
    ):
        state = replace(TableState(), box=link, felt=BoxFelt(asking=asking))
        assert text(key) in [banner.said for banner in view_of(state).banners]
    assert box_link(replace(TableState(), box=e.Link.LOST, felt=BoxFelt(asking=True))) is e.Link.LOST


def test_M13_throws_stand_beside_the_hint_of_the_turn() -> None:
    """Only once one was felt, only in a turn."""
    shake = (_told(Input.SHAKE, Level.SHAKING), _told(Input.SHAKE, Level.STILL))
    assert view_of(_match()).hint == text("hint.opening")
    assert view_of(_match(*shake)).hint == text("hint.thrown", hint=text("hint.opening"), count=1)
    assert view_of(_match(*shake, claim(0, "KKKJ7"))).hint == text("hint.answer")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_said_in_every_language(language: str) -> None:
    """No key shows through."""
    catalogue = Catalogue(language)
    for stuck in (tuple(Input), *((which,) for which in Input)):
        felt = BoxFelt(MET.parts, levels=tuple((which, Level.STUCK) for which in stuck), missed=True, contradicted=2)
        state = replace(_match(claim(0, "KKKJ7")), felt=replace(felt, not_counted=True))
        for banner in box_banners(state):
            said = catalogue.say(banner.said)
            assert "banner." not in said
            assert "{" not in said
