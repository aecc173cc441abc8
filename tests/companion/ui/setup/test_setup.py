"""The parts of the table, each with a sign and the next thing to do."""

import pytest

from companion.referee import events as e
from companion.setup.known import Known
from companion.setup.step import Part
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.setup.view import Standing, parts_view
from tests.companion.ui.tables import READY, Table


@pytest.mark.parametrize("link", [link for link in e.Link if link is not e.Link.HANDSHAKING])
def test_every_state_of_camera_and_box_is_told(link: e.Link) -> None:
    """In every language; a part that was never there is no fault."""
    state = Table(e.CameraChanged(link), e.BoxChanged(link)).state
    views = {view.part: view for view in parts_view(state, Known())}
    assert list(views) == list(Part)
    assert views[Part.CAMERA].standing is views[Part.BOX].standing
    assert (views[Part.CAMERA].standing is Standing.LOST) is (link in (e.Link.LOST, e.Link.REFUSED))
    for language in LANGUAGES:
        for part in views.values():
            assert "setup." not in Catalogue(language).say(part.said) + Catalogue(language).say(part.name)


def test_what_is_set_up_is_marked_and_named() -> None:
    """By what the readings go by now, else by what is kept; the rest says how to begin."""
    taught = e.PartsKnown(e.Parts("1", "2", e.Profile("bone dice", "0" * 64)))

    def shown(known: Known, *history: e.Event) -> dict[Part, tuple[Standing, str]]:
        views = parts_view(Table(*READY, *history).state, known)
        return {view.part: (view.standing, Catalogue("en").say(view.said)) for view in views}

    nothing = shown(Known())
    assert {standing for part, (standing, _) in nothing.items() if part not in (Part.CAMERA, Part.BOX)} == {
        Standing.ABSENT
    }
    all_of_it = shown(Known(True, True, "kept dice", "deck 1", "chips 1"))
    assert all_of_it[Part.DICE] == (Standing.GOOD, "Taught: kept dice")
    assert all_of_it[Part.DECK] == (Standing.GOOD, "Taught: deck 1")
    assert all_of_it[Part.TABLE][0] is Standing.GOOD
    looks = {well: shown(Known(table=True, well=well))[Part.CHECK][0] for well in (None, True, False)}
    assert looks == {None: Standing.ABSENT, True: Standing.GOOD, False: Standing.LOST}
    assert shown(Known(dice_set="kept dice"), taught)[Part.DICE] == (Standing.GOOD, "Taught: bone dice")
