"""What every source of pictures gives, and how it says that it cannot."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

#: How long a camera of this machine may take from exposure until the picture is here, at most: exposure, readout, cable
#: and decoding take about a tenth of a second, and a driver may hold back a few frames when the machine is busy.
LOCAL_UNSURE_NS = 300_000_000


class CameraError(RuntimeError):
    """A source of pictures cannot be used; the message says what was expected, what was found and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    picture: (height, width, 3) BGR; not to be written into, others may hold the same frame.
    index: the number of the frame; of a folder of pictures, the number in the file's name, which the box's record uses.
    at_ns: when it was seen, in nanoseconds: `time.monotonic_ns` from a live camera, since the start of a recording.
    unsure_ns: by how much earlier it may have been seen, where the camera's delay is not known exactly.
    """

    picture: NDArray[np.uint8]
    index: int
    at_ns: int
    unsure_ns: int = 0

    @property
    def earliest_ns(self) -> int:
        """What counts where a frame must not be older than a moment: it was not exposed before."""
        return self.at_ns - self.unsure_ns


class Camera(Protocol):
    """A source of pictures; one thread reads it and closes it.

    One whose pictures are old when they arrive says so in `delay_ns`, and in `unsure_ns` how much older they may be;
    one that may wait long has `interrupt()`, which any thread may call to make a waiting `read` return.
    """

    @property
    def name(self) -> str:
        """What a person would call it."""
        ...

    @property
    def fps(self) -> float:
        """Frames a second, as far as the source knows."""
        ...

    def read(self) -> Frame | None:
        """The next frame, waiting for it where the source is live; None at the end of a recording.

        Raises `CameraError` when no more can come although more was promised.
        """
        ...

    def close(self) -> None:
        """Lets the device or file go; reading afterwards raises `CameraError`. Closing twice is allowed."""
        ...
