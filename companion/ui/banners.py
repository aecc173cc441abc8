"""What everyone should know all the time, or until it is mended. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.referee.events import Link
from companion.referee.state import Advice
from companion.ui.texts import Number, Said, text


class Tone(StrEnum):
    """How a banner looks."""

    SIMULATED = "simulated"
    WARNING = "warning"
    NOTE = "note"
    """Good to know; at a table that never had a box it stands there all evening."""
    GUIDE = "guide"
    """The next step of a guided hand: longer than the others, and given more room."""
    NEWS = "news"
    """Something changed that all should have seen: what was taken back, what was corrected."""


@dataclass(frozen=True, slots=True)
class Banner:
    """One of them."""

    tone: Tone
    said: Said


def link_banners(camera: Link, box: Link, simulated: bool) -> tuple[Banner, ...]:
    """The parts of the table: drawn, lost, looked for. A part that was never there is no alarm."""
    banners = []
    if simulated:
        banners.append(Banner(Tone.SIMULATED, text("banner.simulated")))
    if camera is Link.LOST:
        banners.append(Banner(Tone.WARNING, text("banner.camera_lost")))
    if camera is Link.SEARCHING:
        banners.append(Banner(Tone.NOTE, text("banner.camera_searching")))
    if box is Link.LOST:
        banners.append(Banner(Tone.WARNING, text("banner.box_lost")))
    if box is Link.REFUSED:
        banners.append(Banner(Tone.WARNING, text("banner.box_refused")))
    if box is Link.HANDSHAKING:
        banners.append(Banner(Tone.NOTE, text("banner.box_handshaking")))
    if box is Link.SEARCHING:
        banners.append(Banner(Tone.NOTE, text("banner.box_searching")))
    return tuple(banners)


def table_banners(advice: Advice | None) -> tuple[Banner, ...]:
    """Whether the camera stands where it was set up, and what to do about it."""
    if advice is None:
        return ()
    mm = Number(dict(advice.values).get("mm", ""))
    banners = {
        "camera_moved": Banner(Tone.WARNING, text("banner.camera_moved")),
        "scene_moved": Banner(Tone.WARNING, text("banner.scene_moved")),
        "scene_back": Banner(Tone.WARNING, text("banner.scene_back")),
        "scene_unclear": Banner(Tone.WARNING, text("banner.scene_unclear")),
        "scene_plain": Banner(Tone.WARNING, text("banner.scene_unknown")),
        "scene_unknown": Banner(Tone.WARNING, text("banner.scene_unknown")),
        "found_again": Banner(Tone.NEWS, text("banner.found_again", mm=mm)),
        "nothing_seen": Banner(Tone.WARNING, text("banner.mat_unseen")),
        "too_dark": Banner(Tone.WARNING, text("banner.too_dark")),
        "too_bright": Banner(Tone.WARNING, text("banner.too_bright")),
    }
    banner = banners.get(advice.say.value)
    return (banner,) if banner is not None else ()
