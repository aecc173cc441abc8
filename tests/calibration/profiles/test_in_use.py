"""Which profiles lie on the table now."""

from pathlib import Path

import pytest

from calibration.profiles import ProfileError, ProfileStore
from calibration.profiles.in_use import InUse, load_in_use, name_again, save_in_use


def test_what_is_in_use_is_kept(tmp_path: Path) -> None:
    """By name, and again after a restart; nothing where nothing was set up."""
    store = ProfileStore(tmp_path)
    assert load_in_use(store) == InUse()
    in_use = InUse(camera="http://192.168.1.20:8080/video", dice_set="bone dice")
    save_in_use(store, in_use)
    assert load_in_use(store) == in_use


def test_a_table_in_use_that_cannot_be_read_is_written_anew(tmp_path: Path) -> None:
    """Under its own name; where another one is damaged, no table is overwritten."""
    store = ProfileStore(tmp_path)
    assert name_again(store, "cam") == "table"
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "garden.toml").write_text("damaged")
    assert name_again(store, "cam") == "table"
    (tmp_path / "tables" / "table.toml").write_text("damaged")
    assert name_again(store, "cam") == "table 1"
    save_in_use(store, InUse(table="garden"))
    assert name_again(store, "cam") == "garden"
    (tmp_path / "in-use.toml").write_text("damaged")
    assert name_again(store, "cam") == "table 1"


@pytest.mark.parametrize("text", ["", "kind = 3", 'kind = "table in use"\nversion = 1\ncamera = 7', "\x00"])
def test_a_damaged_file_is_told_with_its_place(tmp_path: Path, text: str) -> None:
    """And what to do about it."""
    (tmp_path / "in-use.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError, match=r"in-use\.toml.*set the table up again"):
        load_in_use(ProfileStore(tmp_path))
