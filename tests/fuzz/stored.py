"""Files that the companion keeps for its user, and that may come from another machine: sets, profiles, settings."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.dice_set import PICTURE_SIDE, DiceSet, DiceSetError, TaughtFace
from calibration.dice_view import DiceView
from calibration.profiles import PieceSet, ProfileError, ProfileStore, StoredCamera, StoredTable, import_profiles
from calibration.profiles.bundle import export_profiles
from calibration.profiles.in_use import InUse, load_in_use, save_in_use
from calibration.profiles.store import dice_set_of_pieces
from companion.ui.languages.catalogue import BrokenCatalogue, read_po
from companion.ui.settings.store import Settings, SettingsDamaged
from companion.ui.settings.store import load as load_settings
from companion.ui.settings.store import save as save_settings
from firmware_bridge.recorded import BoxRecordError, read_record
from firmware_bridge.settings import BoxSettings, BoxSettingsError
from firmware_bridge.settings import load_settings as load_box_settings
from firmware_bridge.settings import save_settings as save_box_settings
from tests.calibration.profiles.test_profiles import WHEN, a_deck, a_table
from tests.calibration.scenes import LENS
from tests.fuzz.target import Feed, Seeds, Target
from vision.cards.deck import DeckError, deck_of_pieces
from vision.chips.colours import ChipColour
from vision.chips.read import ChipSet
from vision.chips.teach import ChipSetError, chips_of_pieces, pieces_of_chips

_RECORD = b'{"frame": 0, "input": "cup", "level": "seated"}\n{"frame": 15, "input": "cup", "level": "lifted"}\n'
_PO = b'# English\nmsgid ""\nmsgstr ""\n"Language: en\\n"\n\nmsgid "a.b"\nmsgstr "Say {what}"\n" again"\n'


def _file(name: str, load: Callable[[Path], object]) -> Feed:
    def feed(data: bytes, folder: Path) -> None:
        path = folder / name
        path.write_bytes(data)
        load(path)

    return feed


def _saved(name: str, *savers: Callable[[Path], object]) -> Seeds:
    def seeds(folder: Path) -> tuple[bytes, ...]:
        found = []
        for save in savers:
            save(folder / name)
            found.append((folder / name).read_bytes())
        return tuple(found)

    return seeds


def _in_use(path: Path) -> None:
    kept = save_in_use(ProfileStore(path.parent / "made"), InUse("Desk cam", "table", "dice 1", "deck", ""))
    path.write_bytes(kept.read_bytes())


def _read_in_use(path: Path) -> object:
    return load_in_use(ProfileStore(path.parent))


def _viewed() -> StoredTable:
    """A table without a mat, with what the camera saw."""
    return replace(a_table("Card"), view=np.random.default_rng(0).integers(0, 255, (40, 640), np.uint8))


def _load_viewed(data: bytes, folder: Path) -> None:
    """The profile is hostile, the picture beside it is the one that was kept."""
    path = folder / "t.toml"
    _viewed().save(path)
    path.write_bytes(data)
    StoredTable.load(path)


def _set() -> DiceSet:
    """Plain pictures: a file of a few kilobytes, so that most of what is changed in it is no picture."""
    flat = np.full((PICTURE_SIDE, PICTURE_SIDE, 3), 90, np.uint8)
    faces = {f: TaughtFace(f, label, (flat, flat)) for f, label in (("A", "A"), ("8", "10"), ("7", "9"))}
    return DiceSet("café", faces, DiceView(960, 540, 864.0, 0.9, 25.0), WHEN)


def _camera() -> StoredCamera:
    return StoredCamera("C920", LENS, 0.31, WHEN, 84.0)


def _dice_profile(folder: Path) -> PieceSet:
    store = ProfileStore(folder)
    return PieceSet.load(store.save_dice_set(_set()), "dice set")


def _chips() -> PieceSet:
    return pieces_of_chips(ChipSet((ChipColour("red", 30.0), ChipColour("blue", 260.0))), "ours", WHEN)


def _deck() -> PieceSet:
    chance = np.random.default_rng(0)
    codes = ("AS", "TD", "2C")
    pictures = {code: (chance.integers(0, 255, (44, 32, 3), dtype=np.uint8),) for code in codes}
    return PieceSet("deck", "ours", WHEN, pictures)


def _pieces(kind: str, of: Callable[[PieceSet], object]) -> Feed:
    """The profile is hostile, the pictures beside it are those that it was taught."""

    def feed(data: bytes, folder: Path) -> None:
        made = {"deck": _deck, "chips": _chips, "dice set": lambda: _dice_profile(folder / "made")}[kind]()
        path = folder / "p.toml"
        made.save(path)
        path.write_bytes(data)
        of(PieceSet.load(path, kind))

    return feed


def _pieces_seeds(kind: str) -> Seeds:
    def seeds(folder: Path) -> tuple[bytes, ...]:
        made = {"deck": _deck, "chips": _chips, "dice set": lambda: _dice_profile(folder / "made")}[kind]()
        made.save(folder / "p.toml")
        return ((folder / "p.toml").read_bytes(),)

    return seeds


def _bundle(folder: Path) -> tuple[bytes, ...]:
    store = ProfileStore(folder / "from")
    store.save_table(a_table())
    store.save_table(_viewed())
    store.save_camera(_camera())
    store.save_pieces(a_deck())
    export_profiles(store, folder / "out.zip")
    return ((folder / "out.zip").read_bytes(),)


def _take_in(data: bytes, folder: Path) -> None:
    store = ProfileStore(folder / "to")
    (folder / "in.zip").write_bytes(data)
    try:
        import_profiles(store, folder / "in.zip")
    finally:
        stray = {path.name for path in folder.iterdir()} - {"to", "in.zip"}
        assert not stray, f"written outside the store: {stray}"


def _packed(data: bytes, folder: Path) -> None:
    """A sound ZIP with a hostile table in it; where the last byte is odd, its name is hostile, too."""
    with zipfile.ZipFile(io.BytesIO(_bundle(folder / "made")[0])) as whole:
        members = {name: whole.read(name) for name in whole.namelist()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as again:
        for name, content in members.items():
            hostile = name.startswith("tables/")
            called = data[:40].decode("latin-1") if hostile and data[-1:] and data[-1] % 2 else name
            again.writestr(called or "x", data if hostile else content)
    (folder / "fresh").mkdir()
    _take_in(packed.getvalue(), folder / "fresh")


def _all(*savers: Callable[[Path], Any]) -> Seeds:
    return _saved("f", *savers)


TARGETS = (
    Target("box record", lambda _: (_RECORD,), _file("b", lambda p: read_record(p, 30)), (BoxRecordError,), text=True),
    Target("dice set", _all(lambda p: _set().save(p)), _file("s", DiceSet.load), (DiceSetError,), text=True),
    Target("table profile", _all(a_table().save), _file("t", StoredTable.load), (ProfileError,), text=True),
    Target(
        "table with its view", _saved("t.toml", lambda p: _viewed().save(p)), _load_viewed, (ProfileError,), text=True
    ),
    Target("camera profile", _all(_camera().save), _file("c", StoredCamera.load), (ProfileError,), text=True),
    Target("deck", _pieces_seeds("deck"), _pieces("deck", deck_of_pieces), (ProfileError, DeckError), text=True),
    Target("chips", _pieces_seeds("chips"), _pieces("chips", chips_of_pieces), (ProfileError, ChipSetError), text=True),
    Target(
        "dice profile", _pieces_seeds("dice set"), _pieces("dice set", dice_set_of_pieces), (ProfileError,), text=True
    ),
    Target("profiles in use", _all(_in_use), _file("in-use.toml", _read_in_use), (ProfileError,), text=True),
    Target("profile bundle", _bundle, _take_in, (ProfileError,)),
    Target("bundle of hostile profiles", _all(a_table().save), _packed, (ProfileError,), text=True, dear=True),
    Target(
        "settings",
        _all(lambda p: save_settings(Settings(), p)),
        _file("s.json", load_settings),
        (SettingsDamaged,),
        text=True,
    ),
    Target(
        "box settings",
        _all(lambda p: save_box_settings(BoxSettings(seats=(1, None, 0), tested="1.0/1/255/6"), p)),
        _file("b.json", load_box_settings),
        (BoxSettingsError,),
        text=True,
    ),
    Target("catalogue", lambda _: (_PO,), _file("en.po", read_po), (BrokenCatalogue,), text=True),
)
