"""What a table is set up with, taken from the profiles in use."""

from pathlib import Path

from calibration.profiles import ProfileStore, StoredTable
from calibration.profiles.in_use import InUse, save_in_use
from companion.referee.fittings import Fittings, fittings_in_use
from tests.calibration.scenes import camera
from vision.chips.read import ChipSet
from vision.chips.teach import pieces_of_chips

NOW = "2026-11-30T08:00:00+00:00"


def test_what_was_set_up_last_is_on_the_table(tmp_path: Path) -> None:
    """The table only with the camera that it was found with."""
    store = ProfileStore(tmp_path)
    profile = camera(60, 700).profile
    store.save_table(StoredTable("kitchen", "webcam", profile, NOW))
    store.save_pieces(pieces_of_chips(ChipSet(), "ours", NOW))
    save_in_use(store, InUse(chips="ours"))
    fittings, troubles = fittings_in_use(store, "webcam")
    assert troubles == ()
    assert fittings.chips == ChipSet()
    assert fittings.kept is not None
    assert fittings_in_use(store, "another")[0].kept is None


def test_what_cannot_be_loaded_is_told_once_and_done_without(tmp_path: Path) -> None:
    """A lost profile costs only itself, and a damaged file is told once."""
    store = ProfileStore(tmp_path)
    save_in_use(store, InUse(dice_set="gone"))
    fittings, troubles = fittings_in_use(store)
    assert fittings.dice_set is None
    (trouble,) = troubles
    assert "gone" in trouble
    (tmp_path / "in-use.toml").write_text("damaged")
    assert len(fittings_in_use(store)[1]) == 1


def test_a_change_is_told() -> None:
    """Whoever keeps the record must know what is read with from now on."""
    told = []
    fittings = Fittings()
    fittings.changed = lambda: told.append(fittings.chips)
    fittings.use_chips(ChipSet())
    fittings.use_table(None)
    fittings.use_deck(None)
    fittings.use_dice_set(None)
    assert told == [ChipSet()] * 4
