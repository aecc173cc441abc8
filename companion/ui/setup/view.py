"""The pages of the set-up as they stand now, each with the next thing to do. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.referee.events import Link
from companion.setup.known import Known
from companion.setup.step import Part
from companion.ui.setup.words import NAMES
from companion.ui.texts import Said, text


class Standing(StrEnum):
    """How a part is doing; drawn as a sign, never as a colour alone."""

    GOOD = "✔"
    LOOKING = "…"
    LOST = "✘"
    ABSENT = "–"


@dataclass(frozen=True, slots=True)
class PartView:
    """One part."""

    part: Part
    standing: Standing
    name: Said
    said: Said
    """How it is doing, and what to do."""


_LINKS = {
    Link.READY: Standing.GOOD,
    Link.SEARCHING: Standing.LOOKING,
    Link.HANDSHAKING: Standing.LOOKING,
    Link.ABSENT: Standing.ABSENT,
}


def parts_view(state: Any, known: Known) -> tuple[PartView, ...]:
    """All of them; `state` is the referee's, of whichever game."""
    return (
        _camera(state.camera),
        _done(Part.LENS, known.lens, text("setup.lens_known"), text("setup.lens_unknown")),
        _done(Part.TABLE, known.table, text("setup.table_known"), text("setup.table_unknown")),
        _check(known.well),
        _dice_set(state, known),
        _done(Part.DECK, bool(known.deck), text("setup.taught", name=known.deck), text("setup.deck_untaught")),
        _done(Part.CHIPS, bool(known.chips), text("setup.taught", name=known.chips), text("setup.chips_untaught")),
        _box(state),
    )


def _done(part: Part, done: bool, so: Said, else_: Said) -> PartView:
    return PartView(part, Standing.GOOD if done else Standing.ABSENT, NAMES[part], so if done else else_)


def _camera(link: Link) -> PartView:
    standing = _LINKS.get(link, Standing.LOST)
    said = {
        Standing.GOOD: text("setup.camera_good"),
        Standing.LOOKING: text("setup.camera_looking"),
        Standing.LOST: text("setup.camera_lost"),
        Standing.ABSENT: text("setup.camera_absent"),
    }[standing]
    return PartView(Part.CAMERA, standing, NAMES[Part.CAMERA], said)


def _check(well: bool | None) -> PartView:
    standing, said = {
        True: (Standing.GOOD, text("setup.check_good")),
        False: (Standing.LOST, text("setup.check_bad")),
        None: (Standing.ABSENT, text("setup.check_known")),
    }[well]
    return PartView(Part.CHECK, standing, NAMES[Part.CHECK], said)


def _dice_set(state: Any, known: Known) -> PartView:
    """What the readings go by now; before a match nobody may have said so yet."""
    parts = getattr(state, "parts", None)
    profile = parts.profile if parts is not None else None
    name = profile.name if profile is not None else known.dice_set
    return _done(Part.DICE, bool(name), text("setup.taught", name=name), text("setup.dice_untaught"))


def _box(state: Any) -> PartView:
    standing = _LINKS.get(state.box, Standing.LOST)
    said = {
        Standing.GOOD: text("setup.box_good"),
        Standing.LOOKING: text("setup.box_looking"),
        Standing.LOST: text("setup.box_lost"),
        Standing.ABSENT: text("setup.box_absent"),
    }[standing]
    return PartView(Part.BOX, standing, NAMES[Part.BOX], said)
