"""The parts of the table, each with a sign and the next thing to do."""

import pytest

from companion.referee import events as e
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.setup.view import Standing, parts_view
from tests.companion.ui.tables import READY, Table


@pytest.mark.parametrize("link", [link for link in e.Link if link is not e.Link.HANDSHAKING])
def test_every_state_of_camera_and_box_is_told(link: e.Link) -> None:
    """In every language; a part that was never there is no fault."""
    state = Table(e.CameraChanged(link), e.BoxChanged(link)).state
    camera, _, box, _ = parts_view(state)
    assert camera.standing is box.standing
    assert (camera.standing is Standing.LOST) is (link in (e.Link.LOST, e.Link.REFUSED))
    for language in LANGUAGES:
        for part in parts_view(state):
            assert "setup." not in Catalogue(language).say(part.said) + Catalogue(language).say(part.name)


def test_a_taught_dice_set_is_named() -> None:
    """An untaught one is told how to be taught."""
    taught = e.PartsKnown(e.Parts("1", "2", e.Profile("bone dice", "0" * 64)))
    assert [parts_view(Table(*READY, *known).state)[1].standing for known in ((), (taught,))] == [
        Standing.ABSENT,
        Standing.GOOD,
    ]
