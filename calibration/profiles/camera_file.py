"""What is known of a camera as a file: its lens, and how old its pictures are."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.lens import Lens
from calibration.profiles.checked import Fields, ProfileError, read_fields, write_text
from calibration.profiles.toml_text import Value, toml_text

KIND, VERSION = "camera", 1
#: A direction whose pixel is kept beside the numbers, to notice when one of them was changed.
_CHECK = (0.3, 0.15)
_CHECK_PX = 0.05


@dataclass(frozen=True, slots=True)
class StoredCamera:
    """name: as the system names the camera; lens: None where it was never measured; error_px: how well it is known.

    created: ISO 8601; delay_ms: how old its pictures are when they arrive, 0 where that was never measured; label: what
    people call it, nothing where they call it by its name.
    """

    name: str
    lens: Lens | None
    error_px: float
    created: str
    delay_ms: float = 0.0
    label: str = ""

    def save(self, path: Path) -> None:
        """Raises ProfileError."""
        document: dict[str, Value] = {
            "kind": KIND,
            "version": VERSION,
            "name": self.name,
            "created": self.created,
            "error_px": round(self.error_px, 3),
            "delay_ms": round(self.delay_ms, 1),
        }
        if self.label:
            document["label"] = self.label
        if self.lens is not None:
            document["lens"] = lens_values(self.lens)
        write_text(path, toml_text(document, "A camera (companion calibrate camera, companion calibrate delay)."))

    @classmethod
    def load(cls, path: Path) -> "StoredCamera":
        """Raises ProfileError."""
        try:
            fields = read_fields(path, KIND, VERSION)
            stored = cls(
                name=fields.text("name"),
                created=fields.moment("created"),
                error_px=fields.number("error_px", 0, 100),
                label=fields.text("label") if fields.has("label") else "",
                delay_ms=fields.number("delay_ms", 0, 10_000),
                lens=read_lens(fields.table("lens")) if fields.has("lens") else None,
            )
            fields.done()
            if stored.lens is None and stored.error_px > 0:
                raise ProfileError("lens: expected a lens that is known so well, found nothing")
        except ProfileError as error:
            raise ProfileError(f"{path}: {error}; run: companion calibrate camera") from error
        return stored


def lens_values(lens: Lens) -> dict[str, Value]:
    """A lens as plain values."""
    return {
        "width": lens.width,
        "height": lens.height,
        "focal": [round(v, 4) for v in lens.focal],
        "centre": [round(v, 4) for v in lens.centre],
        "distortion": [round(v, 8) for v in lens.distortion],
        "measured": "yes" if lens.measured else "no",
        "check": [round(float(v), 3) for v in lens.pixels(np.array(_CHECK))],
    }


def read_lens(fields: Fields) -> Lens:
    """A lens from its values. Raises ProfileError where they describe none, or were changed one without the other."""
    width, height = fields.whole("width", 16, 20000), fields.whole("height", 16, 20000)
    focal, centre = fields.numbers("focal", 2, 1, 400_000), fields.numbers("centre", 2, 0, 20000)
    bends = fields.numbers("distortion", 5, -10, 10)
    measured = fields.text("measured")
    if measured not in ("yes", "no"):
        raise ProfileError(f'lens.measured: expected "yes" or "no", found {measured!r}')
    check = fields.numbers("check", 2, -1e6, 1e6)
    fields.done()
    lens = Lens(
        width,
        height,
        (focal[0], focal[1]),
        (centre[0], centre[1]),
        (bends[0], bends[1], bends[2], bends[3], bends[4]),
        measured == "yes",
    )
    if not lens.sane:
        raise ProfileError("lens: these numbers describe no lens")
    if np.abs(lens.pixels(np.array(_CHECK)) - check).max() > _CHECK_PX:
        raise ProfileError("lens: its numbers do not belong together; one was changed by hand, or the file is damaged")
    return lens
