"""The parts of the table as they are now, each with the next thing to do. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.referee.events import Link
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


def parts_view(state: Any) -> tuple[PartView, ...]:
    """Camera, dice set, box, and what is printed; `state` is the referee's, of whichever game."""
    return (_camera(state.camera), _dice_set(state), _box(state), _kit())


def _camera(link: Link) -> PartView:
    standing = _LINKS.get(link, Standing.LOST)
    said = {
        Standing.GOOD: text("setup.camera_good"),
        Standing.LOOKING: text("setup.camera_looking"),
        Standing.LOST: text("setup.camera_lost"),
        Standing.ABSENT: text("setup.camera_absent"),
    }[standing]
    return PartView(standing, text("setup.camera"), said)


def _dice_set(state: Any) -> PartView:
    profile = state.parts.profile if getattr(state, "parts", None) is not None else None
    if profile is None:
        return PartView(Standing.ABSENT, text("setup.dice"), text("setup.dice_untaught"))
    return PartView(Standing.GOOD, text("setup.dice"), text("setup.dice_taught", name=profile.name))


def _box(state: Any) -> PartView:
    standing = _LINKS.get(state.box, Standing.LOST)
    said = {
        Standing.GOOD: text("setup.box_good"),
        Standing.LOOKING: text("setup.box_looking"),
        Standing.LOST: text("setup.box_lost"),
        Standing.ABSENT: text("setup.box_absent"),
    }[standing]
    return PartView(standing, text("setup.box"), said)


def _kit() -> PartView:
    return PartView(Standing.ABSENT, text("setup.kit"), text("setup.kit_print"))
