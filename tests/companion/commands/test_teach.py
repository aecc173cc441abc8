"""`companion teach` without `--out`: kept among the profiles, on the table from then on, and read with by its name."""

from pathlib import Path

import pytest

from calibration.profiles import ProfileStore
from calibration.profiles.in_use import load_in_use
from companion.referee.fittings import fittings_in_use
from tests.companion.commands.conftest import Clip, Run
from tests.companion.review.coup_matches import recorded_coup
from tests.companion.review.matches import recorded
from vision.drawn.chip_stacks import stacks_print
from vision.drawn.clip import TEACHING_ROWS
from vision.drawn.kit_table import photograph
from vision.drawn.lens_view import LensView
from vision.drawn.playing_cards import lay_cards
from vision.pictures import encode_jpeg


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProfileStore:
    """The user's own, somewhere else."""
    kept = ProfileStore(tmp_path / "profiles")
    for module in ("teach", "pieces", "looking", "profiles"):
        monkeypatch.setattr(f"companion.commands.{module}.default_store", lambda: kept)
    return kept


def test_a_dice_set_is_kept_and_read_with_by_its_name(run: Run, clip: Clip, store: ProfileStore) -> None:
    """Named by a person or not; half a set is kept and not put on the table; a kept file is a file for `--set`, too."""
    photos = [f"--photo={clip.folder / f'teach{i}.jpg'}={','.join(row)}" for i, row in enumerate(TEACHING_ROWS)]
    assert "Nothing is kept yet" in run("profiles", "list").output
    told = run("teach", "dice-set", photos[0], "--name", "half")
    assert told.exit_code == 0, told.output
    assert load_in_use(store).dice_set == ""
    told = run("teach", "dice-set", *photos)
    assert told.exit_code == 0, told.output
    assert "it lies on the table from now on" in told.output
    assert load_in_use(store).dice_set == "dice 1"
    assert (fitted := fittings_in_use(store)[0].dice_set) is not None and fitted.complete
    row = clip.folder / "teach0.jpg"
    readings = {
        run("read", "dice", "--set", named, row).output
        for named in ("dice 1", store.path("dice set", "dice 1"), clip.set)
    }
    assert len(readings) == 1 and "?" not in readings.pop()
    for wrong in ("dice 7", "dice.json", "no/where"):
        refused = run("read", "dice", "--set", wrong, row)
        assert refused.exit_code == 2 and wrong in refused.output
    assert "dice set half" in run("profiles", "list").output


def test_chips_and_a_deck_are_kept_too(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """With names of their own, and used by the next reading."""
    view = LensView(elevation_deg=75.0, distance_mm=560.0, target_mm=(0.0, 0.0, 0.0))
    chips, cards = tmp_path / "chips.jpg", tmp_path / "cards.jpg"
    chips.write_bytes(encode_jpeg(photograph(view, [stacks_print()], wood=False)))
    cards.write_bytes(encode_jpeg(photograph(view, lay_cards((("AS", "KS", "QS"),), apart=10.0), wood=False)))
    told = run("teach", "chips", f"--photo={chips}=red,yellow,green,blue", "--name", "Party chips", "--diameter", 39)
    assert told.exit_code == 0, told.output
    told = run("teach", "deck", f"--photo={cards}=AS,KS,QS")
    assert told.exit_code == 0, told.output
    in_use = load_in_use(store)
    assert (in_use.chips, in_use.deck) == ("Party chips", "deck 1")
    fittings = fittings_in_use(store)[0]
    assert fittings.chips is not None and fittings.chips.radius == 19.5
    assert fittings.deck is not None and len(fittings.deck.missing) == 49
    name, *read = run("read", "cards", "--deck", "deck 1", cards).output.split()
    assert (name, sorted(read)) == ("cards.jpg:", ["AS", "KS", "QS"])
    refused = run("read", "chips", "--set", "Other chips", chips)
    assert refused.exit_code == 2 and "found: party-chips" in refused.output


def test_what_is_written_to_a_file_has_its_name_and_lies_nowhere(run: Run, store: ProfileStore, tmp_path: Path) -> None:
    """A name that is given holds in the file, too; another ending is refused before anything is looked at."""
    chips, out = tmp_path / "chips.jpg", tmp_path / "mine.toml"
    view = LensView(elevation_deg=75.0, distance_mm=560.0, target_mm=(0.0, 0.0, 0.0))
    chips.write_bytes(encode_jpeg(photograph(view, [stacks_print()], wood=False)))
    photo = f"--photo={chips}=red,yellow,green,blue"
    told = run("teach", "chips", photo, "--name", "Party chips", "--out", out)
    assert told.exit_code == 0 and f"Written to {out}." in told.output
    assert 'name = "Party chips"' in out.read_text()
    assert load_in_use(store).chips == "" and store.names("chips") == ()
    for kind in ("chips", "deck"):
        refused = run("teach", kind, "--photo", "nothing.jpg=AS", "--out", tmp_path / "mine.json")
        assert refused.exit_code == 2 and "ends in .toml" in refused.output


def test_a_bad_picture_is_told_and_left_out_where_another_shows_the_same_faces(
    run: Run, clip: Clip, store: ProfileStore
) -> None:
    """A row that was named wrongly beside the two that teach the set; alone it teaches nothing."""
    photos = [f"--photo={clip.folder / f'teach{i}.jpg'}={','.join(row)}" for i, row in enumerate(TEACHING_ROWS)]
    bad = f"--photo={clip.folder / 'teach0.jpg'}={TEACHING_ROWS[0][0]}"
    told = run("teach", "dice-set", *photos, bad)
    assert told.exit_code == 0, told.output
    assert "Left out, as other pictures show the same faces: picture 3: expected 1 die, found" in told.output
    assert load_in_use(store).dice_set == "dice 1"
    assert run("teach", "dice-set", bad).exit_code == 2


def test_a_match_that_did_not_show_all_faces_teaches_no_set(run: Run, tmp_path: Path) -> None:
    """Dice tapped in without a picture, a match of cards, no match at all: one message, and nothing is written."""
    place, out = tmp_path / "j.sqlite3", tmp_path / "out.json"
    recorded_coup(place)
    journal, _, _ = recorded(place)
    heads = {head.game: head.match for head in journal.matches()}
    journal.close()
    few = run("teach", "from-match", heads["mentiroso"], "--journal", place, "--out", out)
    assert few.exit_code == 2 and "expected all six faces told plainly" in few.output and "found none" in few.output
    cards = run("teach", "from-match", heads["detective"], "--journal", place, "--out", out)
    assert cards.exit_code == 2 and "expected a match with dice" in cards.output
    assert run("teach", "from-match", "nowhere", "--journal", place).exit_code == 2
    assert not out.exists()
