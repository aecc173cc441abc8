"""Profiles on disk: whole, or told what is wrong with them; never a wrong geometry."""

import re
import tomllib
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.dice_set import DiceSet, TaughtFace
from calibration.dice_view import DiceView
from calibration.lens import Lens
from calibration.mat import mat
from calibration.profiles import (
    PieceSet,
    ProfileError,
    ProfileStore,
    StoredCamera,
    StoredTable,
    export_profiles,
    import_profiles,
)
from calibration.profiles.pictures import write_picture
from calibration.profiles.store import slug
from calibration.profiles.toml_text import toml_text
from calibration.table import TableProfile
from tests.calibration.scenes import LENS, camera

WHEN = "2026-11-30T12:00:00+00:00"


def a_table(name: str = "Kitchen", *, when: str = WHEN, of: str = "C920") -> StoredTable:
    view = camera(55, 700)
    profile = TableProfile.of(
        LENS, view.axes, -view.axes @ view.eye, zones=mat("detective", 4).zones, mat="detective", error_mm=0.4
    )
    return StoredTable(name, of, profile, when)


def a_deck() -> PieceSet:
    chance = np.random.default_rng(0)
    pictures = {code: (chance.integers(0, 255, (40, 30, 3), dtype=np.uint8),) for code in ("AS", "TD")}
    return PieceSet("deck", "Opa's deck", WHEN, pictures, {"letters": "A R D V"}, {"width_mm": 63.0})


@pytest.fixture
def store(tmp_path: Path) -> ProfileStore:
    return ProfileStore(tmp_path / "profiles")


def test_a_table_comes_back_as_it_was(store: ProfileStore) -> None:
    """Every place is seen at the same pixel, every zone is where it was; and people can read the file."""
    table = a_table("Küche, oben")
    path = store.save_table(table)
    again = store.table("Küche, oben")
    places = np.random.default_rng(0).uniform(-250, 250, (20, 2))
    assert again.profile.project(places) == pytest.approx(table.profile.project(places), abs=0.01)
    assert again.profile.zones == table.profile.zones
    assert (again.name, again.camera, again.created) == ("Küche, oben", "C920", WHEN)
    text = path.read_text(encoding="utf-8")
    assert 'name = "Küche, oben"' in text and "millimetres" in text


def test_zones_may_be_edited_by_hand(store: ProfileStore) -> None:
    """A place moved by hand is used as it stands."""
    path = store.save_table(a_table())
    text = path.read_text()
    path.write_text(text.replace("[[-172.5, -45.0], ", "[[-170.5, -45.0], ", 1))
    assert (-170.5, -45.0) in store.table("Kitchen").profile.zones[0].polygon


NUMBERS = st.integers(0, 10_000)


@given(data=st.data())
def test_no_number_of_the_geometry_can_be_changed_alone(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Any digit of lens or plane changed by hand: refused, or of no consequence (under half a millimetre)."""
    table = a_table()
    path = tmp_path_factory.mktemp("t") / "t.toml"
    table.save(path)
    text = path.read_text()
    start, end = text.index("[lens]"), text.index("[[checks]]")
    digits = [m.start() for m in re.finditer(r"\d", text[start:end])]
    at = start + data.draw(st.sampled_from(digits))
    digit = data.draw(st.sampled_from("0123456789"))
    path.write_text(text[:at] + digit + text[at + 1 :])
    try:
        found = StoredTable.load(path).profile
    except ProfileError as error:
        assert "companion calibrate table" in str(error)
        return
    places = np.array([[0.0, 0], [250, 120], [-250, -120]])
    pixels = table.profile.project(places)
    assert np.abs(found.on_table(pixels) - places).max() < 0.5


@given(data=st.data())
def test_damage_is_told_and_never_ends_in_a_traceback(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Bytes cut out, doubled or overwritten anywhere."""
    path = tmp_path_factory.mktemp("t") / "t.toml"
    a_table().save(path)
    raw = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(raw) - 1))
    length = data.draw(st.integers(1, 200))
    raw[at : at + length] = data.draw(st.binary(max_size=20))
    path.write_bytes(bytes(raw))
    try:
        StoredTable.load(path)
    except ProfileError as error:
        assert str(error).startswith(str(path))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "table"', 'kind = "camera"', "expected a profile of kind .table., found one of kind .camera."),
        ("version = 1", "version = 9", "written by a newer companion"),
        ("version = 1", "version = 0", "written by an early companion"),
        ("players = 4", "players = 1", r"players: expected a whole number from 2 to 10, found 1"),
        ("players = 4", "playrs = 4", "players: expected a whole number from 2 to 10, found nothing"),
        ("[plane]", "colour = 3\n[plane]", "nobody knows this entry"),
        ('kind = "board"', 'kind = "bord"', "expected a kind"),
        ("error_mm = 0.4", "error_mm = nan", "expected a number"),
        ("measured = ", "measured = 1\nx = ", "lens.measured: expected a text"),
    ],
)
def test_what_is_wrong_is_named(store: ProfileStore, old: str, new: str, told: str) -> None:
    """Where, what was expected, what was found, what to do."""
    path = store.save_table(a_table())
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(ProfileError, match=told):
        store.table("Kitchen")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("error_mm = 0.4", f"error_mm = {'9' * 400}", "error_mm: expected a number from 0 to 1000"),
        ("version = 1", f"version = 0x{'f' * 5000}", "version: expected a whole number"),
        ("players = 4", f"players{'.a' * 1000} = 4", "players: expected a whole number"),
        ("players = 4", f"players{'.a' * 20_000} = 4", "very many parts"),
        ('name = "Kitchen"', 'name = "Kit\\u001b[2Jchen"', "name: expected a text"),
        ("players = 4", 'players = 4\n"\\u001b[2J" = 1', "nobody knows this entry"),
        ("players = 4", f"players = {'[' * 5000}", "damaged or something else"),
        ("players = 4", f"players = 4\n# {'x' * 1_000_000}", "under 1 MB"),
    ],
)
def test_what_breaks_parsers_is_named_too(store: ProfileStore, old: str, new: str, told: str) -> None:
    """Numbers of thousands of digits, keys of thousands of parts, signs that a terminal obeys."""
    path = store.save_table(a_table())
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(ProfileError, match=told) as caught:
        store.table("Kitchen")
    assert len(str(caught.value)) < 600 and "\x1b" not in str(caught.value)


def test_foreign_files_are_told(store: ProfileStore) -> None:
    """Binary, empty, enormous, a folder, and none at all."""
    path = store.path("table", "x")
    path.parent.mkdir(parents=True)
    for content in (b"\xff\xfe\x00", b"", b"a" * 5_000_000, b"[" * 100_000):
        path.write_bytes(content)
        with pytest.raises(ProfileError, match=r"x\.toml"):
            store.table("x")
    path.unlink()
    path.mkdir()
    with pytest.raises(ProfileError, match="cannot be read"):
        store.table("x")
    with pytest.raises(ProfileError, match="expected a table called 'y'"):
        store.table("y")


def test_what_the_camera_saw_comes_along_and_is_not_exchanged(store: ProfileStore, tmp_path: Path) -> None:
    """Kept, exported, taken in; another picture in its place is no view."""
    view = np.random.default_rng(3).integers(0, 255, (360, 640), dtype=np.uint8)
    path = store.save_table(replace(a_table(), view=view))
    assert np.array_equal(store.table("Kitchen").view, view)  # type: ignore[arg-type]
    export_profiles(store, tmp_path / "out.zip")
    other = ProfileStore(tmp_path / "other")
    import_profiles(other, tmp_path / "out.zip")
    assert np.array_equal(other.table("Kitchen").view, view)  # type: ignore[arg-type]
    write_picture(path.with_suffix("") / "view-0.png", 255 - view)
    with pytest.raises(ProfileError, match="not the picture that was kept"):
        store.table("Kitchen")
    path.write_text(path.read_text().replace('"view-0.png"', '"../view-0.png"'))
    with pytest.raises(ProfileError, match=r"expected view-0\.png"):
        store.table("Kitchen")


def test_cameras_are_remembered_by_name(store: ProfileStore) -> None:
    """Each with its own lens; one never measured has the usual one; a damaged file is no usual lens."""
    for name, focal in (("HD Webcam C920", 864.0), ("phone at 10.0.0.7", 900.0)):
        lens = Lens(960, 540, (focal, focal), LENS.centre, LENS.distortion, True)
        store.save_camera(StoredCamera(name, lens, 0.2, WHEN))
    assert store.names("camera") == ("hd-webcam-c920", "phone-at-10-0-0-7")
    assert store.lens_of("HD Webcam C920", 960, 540).focal[0] == 864
    assert store.lens_of("phone at 10.0.0.7", 480, 270).focal[0] == 450
    assert not store.lens_of("another", 960, 540).measured
    path = store.path("camera", "HD Webcam C920")
    path.write_text(path.read_text().replace("864.0", "846.0"))
    with pytest.raises(ProfileError, match="do not belong together"):
        store.lens_of("HD Webcam C920", 960, 540)


def test_lens_and_delay_of_a_camera_are_learned_apart(store: ProfileStore) -> None:
    """One does not undo the other; a camera whose delay alone is known has the usual lens."""
    phone = "phone at 10.0.0.7"
    store.keep_delay(phone, 240.4, WHEN)
    assert (store.delay_ms(phone), store.knows_lens(phone)) == (240.4, False)
    assert not store.lens_of(phone, 960, 540).measured
    store.keep_lens(phone, LENS, 0.3, WHEN)
    assert (store.delay_ms(phone), store.knows_lens(phone)) == (240.4, True)
    store.keep_delay(phone, 300.0, WHEN)
    assert store.camera(phone) == StoredCamera(phone, LENS, 0.3, WHEN, 300.0)
    path = store.path("camera", phone)
    path.write_text(path.read_text().partition("[lens]")[0])
    with pytest.raises(ProfileError, match="expected a lens that is known so well"):
        store.lens_of(phone, 960, 540)
    with pytest.raises(ProfileError):
        store.keep_delay(phone, 100.0, WHEN)
    store.keep_lens(phone, LENS, 0.3, WHEN)
    assert store.delay_ms(phone) == 0


def test_the_last_table_of_a_camera_is_found(store: ProfileStore) -> None:
    """By when it was set up."""
    store.save_table(a_table("old", when="2025-01-01T00:00:00+00:00"))
    store.save_table(a_table("new"))
    store.save_table(a_table("other", of="phone"))
    found = store.table_of("C920")
    assert found is not None and found.name == "new"
    assert store.table_of("nobody") is None


def test_pieces_come_back_with_their_pictures(store: ProfileStore) -> None:
    """To the bit; a picture changed, taken away or of enormous size is told."""
    deck = a_deck()
    path = store.save_pieces(deck)
    again = store.pieces("deck", "Opa's deck")
    assert (again.texts, again.numbers) == (deck.texts, deck.numbers)
    assert np.array_equal(again.pictures["TD"][0], deck.pictures["TD"][0])
    picture = path.with_suffix("") / "AS-0.png"
    data = bytearray(picture.read_bytes())
    data[60] ^= 1
    picture.write_bytes(bytes(data))
    with pytest.raises(ProfileError, match="not the picture that was kept"):
        store.pieces("deck", "Opa's deck")
    picture.unlink()
    with pytest.raises(ProfileError, match=r"AS-0\.png cannot be read"):
        store.pieces("deck", "Opa's deck")


def test_a_taught_dice_set_is_a_profile_too(store: ProfileStore) -> None:
    """Faces, labels and view as taught."""
    face = np.random.default_rng(1).integers(0, 255, (48, 48, 3), dtype=np.uint8)
    faces = {"A": TaughtFace("A", "A", (face,)), "8": TaughtFace("8", "10", (face, face))}
    dice = DiceSet("Red ones", faces, DiceView(1280, 720, 1150.0, 0.9, 40.0), WHEN)
    store.save_dice_set(dice)
    again = store.dice_set("Red ones")
    assert again.view == dice.view
    assert again.faces["8"].label == "10" and len(again.faces["8"].pictures) == 2
    assert np.array_equal(again.faces["A"].pictures[0], face)


def test_all_goes_into_one_file_and_out_again(store: ProfileStore, tmp_path: Path) -> None:
    """On another machine everything is there; what exists is not overwritten unasked."""
    store.save_table(a_table())
    store.save_pieces(a_deck())
    store.save_camera(StoredCamera("C920", LENS, 0.2, WHEN))
    bundle = tmp_path / "mine.cubilete"
    assert export_profiles(store, bundle) == 3
    other = ProfileStore(tmp_path / "other")
    assert len(import_profiles(other, bundle)) == 3
    assert other.table("Kitchen").profile == store.table("Kitchen").profile
    assert np.array_equal(other.pieces("deck", "Opa's deck").pictures["AS"][0], a_deck().pictures["AS"][0])
    with pytest.raises(ProfileError, match="already"):
        import_profiles(other, bundle)
    import_profiles(other, bundle, replace=True)


@pytest.mark.parametrize("name", ["../../evil.toml", "tables/../../evil.toml", "/etc/x.toml", "tables/a.exe"])
def test_a_file_that_reaches_outside_is_refused(tmp_path: Path, name: str) -> None:
    """Nothing is written outside the folder, or at all."""
    bundle = tmp_path / "b.cubilete"
    with zipfile.ZipFile(bundle, "w") as packed:
        packed.writestr(name, "kind = 1")
    other = ProfileStore(tmp_path / "other")
    with pytest.raises(ProfileError, match="expected only profiles"):
        import_profiles(other, bundle)
    assert not other.root.exists()


def test_damaged_bundles_are_told_and_nothing_is_taken_in(store: ProfileStore, tmp_path: Path) -> None:
    """Cut off, no ZIP at all, a profile in it damaged, none in it."""
    store.save_table(a_table())
    bundle = tmp_path / "b.cubilete"
    export_profiles(store, bundle)
    whole, other = bundle.read_bytes(), ProfileStore(tmp_path / "other")
    for content in (whole[: len(whole) // 2], b"hello", b""):
        bundle.write_bytes(content)
        with pytest.raises(ProfileError, match=r"b\.cubilete"):
            import_profiles(other, bundle)
    # The packed bytes of the first file garbled: neither a sound ZIP nor one that ends early.
    start = whole.index(b"tables/kitchen.toml") + len(b"tables/kitchen.toml")
    bundle.write_bytes(whole[:start] + b"\xff" * 40 + whole[start + 40 :])
    with pytest.raises(ProfileError, match="damaged"):
        import_profiles(other, bundle)
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_LZMA) as packed:
        packed.writestr("tables/x.toml", 'kind = "table"\nversion = 1\n')
    with pytest.raises(ProfileError, match="a way that the companion never uses"):
        import_profiles(other, bundle)
    with zipfile.ZipFile(bundle, "w") as packed:
        packed.writestr("tables/x.toml", 'kind = "table"\nversion = 1\n')
    with pytest.raises(ProfileError, match="expected a text, found nothing"):
        import_profiles(other, bundle)
    with zipfile.ZipFile(bundle, "w"):
        pass
    with pytest.raises(ProfileError, match="found none"):
        import_profiles(other, bundle)
    assert not other.root.exists()
    with pytest.raises(ProfileError, match="expected profiles to export"):
        export_profiles(other, bundle)


PLAIN = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner.filter(lambda v: not isinstance(v, dict)), max_size=3)
        | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(st.dictionaries(st.text(), PLAIN, max_size=4))
def test_what_is_written_is_what_python_reads(document: dict[str, object]) -> None:
    """Any plain document, through `tomllib`."""
    assert tomllib.loads(toml_text(document)) == document  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "file"), [("Küche 2", "kuche-2"), ("CON", "con-1"), ("../x", "x"), ("A/B\\C", "a-b-c")]
)
def test_names_make_harmless_files(name: str, file: str) -> None:
    """Letters, digits and hyphens only."""
    assert slug(name) == file
    with pytest.raises(ProfileError, match="expected a name"):
        slug("¿?")
