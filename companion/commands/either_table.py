"""The camera of the simulated table: over the dice, and while Detective Poker is played over its cards."""

from dataclasses import replace

from companion.commands.card_hands import CardHands
from companion.referee.fittings import Fittings
from vision.camera import Camera
from vision.camera.frames import Frame
from vision.drawn.card_camera import CardCamera


class EitherTable:
    """A `Camera`. The place of the table in use is exchanged with the game, in the fittings of this table alone."""

    def __init__(self, dice: Camera, cards: CardHands, fittings: Fittings) -> None:
        self._dice = dice
        self._cards = cards
        self._fittings = fittings
        self._over: CardCamera | None = None
        """The table of cards whose pictures came last; None: the dice's."""
        self._placed: CardCamera | None = None
        """The one whose place is in use."""
        self._count = 0

    @property
    def name(self) -> str:
        """What people call it."""
        return self._dice.name

    @property
    def fps(self) -> float:
        """Those of the table that is seen."""
        return (self._over or self._dice).fps

    def read(self) -> Frame | None:
        """See `Camera`."""
        over = self._cards.camera()
        if over is self._over:
            # Its first picture has taken the place of the other table's.
            self._place(over)
        else:
            self._place(None)
            self._over = over
        frame = (over or self._dice).read()
        if frame is None:
            return None
        self._count += 1
        return replace(frame, index=self._count)

    def close(self) -> None:
        """See `Camera`."""
        self._dice.close()

    def _place(self, camera: CardCamera | None) -> None:
        if camera is not self._placed:
            self._placed = camera
            self._fittings.use_table(camera.profile if camera is not None else None)
