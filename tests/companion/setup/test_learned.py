"""A set learned at the table is kept under a name, as one that was taught."""

from pathlib import Path

import pytest

from calibration.profiles import ProfileStore
from calibration.profiles.in_use import load_in_use
from companion.referee.fittings import Fittings, fittings_in_use
from companion.setup.learned import PRINTINGS, keep_learned
from tests.companion.printed import SET
from vision.dice.known import Known


def _table() -> Fittings:
    """All six faces are known, printed 8 and 7 as far as anybody knows."""
    fittings = Fittings()
    fittings.use_known(Known(), SET)
    return fittings


@pytest.mark.parametrize("printed", list(PRINTINGS))
def test_it_is_kept_as_it_is_printed_and_lies_on_the_table_from_then_on(tmp_path: Path, printed: str) -> None:
    """Also after a restart; and from then on it is a taught set."""
    store, fittings = ProfileStore(tmp_path), _table()
    kept = keep_learned(store, fittings, printed)
    assert (kept.name, kept.why) == ("dice 1", "")
    assert load_in_use(store).dice_set == "dice 1"
    again = fittings_in_use(store)[0].dice_set
    assert again is not None and again.complete
    assert f"{again.faces['8'].label} {again.faces['7'].label}" == printed
    assert fittings.dice_set is not None and fittings.read_with is fittings.dice_set and fittings.told.looks == ()


def test_what_cannot_be_written_is_told_and_nothing_changes(tmp_path: Path) -> None:
    """A file lies where the folder should be."""
    (tmp_path / "file").write_text("", "utf-8")
    fittings = _table()
    kept = keep_learned(ProfileStore(tmp_path / "file" / "profiles"), fittings, "10 9")
    assert kept.name == "" and kept.why
    assert fittings.dice_set is None and fittings.read_with is SET


def test_nothing_whole_is_not_kept(tmp_path: Path) -> None:
    """Somebody took a hand back meanwhile."""
    assert keep_learned(ProfileStore(tmp_path), Fittings(), "10 9").why
