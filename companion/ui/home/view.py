"""What can be done now, before anyone sits at the table. Pure."""

from dataclasses import dataclass
from typing import Any

from companion.referee.events import Link
from companion.ui.banners import Banner, link_banners
from companion.ui.texts import NOTHING, Said, Told, text


@dataclass(frozen=True, slots=True)
class HomeView:
    """The ways from here."""

    can_continue: bool
    continuing: Said
    """Who plays, and how far they are."""
    undo: Said | None
    """What an undo would bring back, where the last match was given up and no other has begun; else None."""
    can_review: bool
    """A call of Mentiroso was made in the match that stands here."""
    banners: tuple[Banner, ...]


#: More names than this would be too small to read.
NAMED = 5


def _some(names: tuple[str, ...]) -> str:
    """All of them; of many the first ones."""
    return ", ".join(names if len(names) <= NAMED else (*names[: NAMED - 1], "…"))


def home_view(state: Any, playing: bool, simulated: bool) -> HomeView:
    """`state` is the referee's, of whichever game; `playing`: a match has begun and is not over."""
    names = _some(getattr(state, "names", ()))
    match = getattr(state, "match", None)
    hands = getattr(match, "hands", None)
    if not playing:
        continuing: Said = text("home.nothing_to_continue")
    elif hands is None:
        continuing = names or NOTHING
    else:
        continuing = text("home.continuing", names=names, hand=hands + 1)
    camera, box = getattr(state, "camera", Link.ABSENT), getattr(state, "box", Link.ABSENT)
    undoable = getattr(state, "undoable", None) if not names else None
    undo = None if undoable is None else Told(undoable)
    if undo is not None:
        continuing = undo
    return HomeView(playing, continuing, undo, bool(getattr(state, "hands", ())), link_banners(camera, box, simulated))
