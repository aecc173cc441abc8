"""Watches the cards of a table: from frames in which everything lies still to one `CardsRead` that several agree on.

Until the showdown only the part of the picture in which the board lies is looked at: the players hold their cards up,
and what nobody may see is not read either (D5).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from calibration.zones import ZoneKind
from companion.games.cards import Card
from companion.referee.detective.effects import ReadBoard, ReadHands
from companion.referee.detective.events import CardsRead
from companion.referee.effects import CloseGate, OpenGate, StopReading
from vision.camera.frames import Frame
from vision.cards.arrangement import Layout, arrange, arrange_by_zones
from vision.cards.reading import LIKELY, CardReading
from vision.readings import Quad
from vision.stillness import Stillness

Reader = Callable[[NDArray[np.uint8]], Sequence[CardReading]]
Keep = Callable[[Frame], str]
"""Stores a picture as evidence and gives its SHA-256."""
Window = tuple[float, float, float, float]
"""Left, top, right, bottom as shares of the picture."""

AGREE = 3
"""So many readings in a row say the same before one is sure."""
REREAD_NS = 150_000_000
PATIENCE_NS = 2_000_000_000
"""How long everything may lie still before a reading on which no frames agree is offered as a guess."""
HAND_SHARE = 0.01
"""A frame that differs from the one before in so much of the part that is looked at shows a hand: not worth reading."""
MIDDLE: Window = (0.15, 0.28, 0.85, 0.72)
"""Where the board lies at a table of which no profile is known."""
MARGIN = 0.15
"""Of the board's zones, kept around them on each side."""


@dataclass
class CardsWatch:
    """One per referee; not thread-safe. `see` is given every frame, `follow` what the referee asks."""

    reader: Reader
    keep: Keep
    profile: TableProfile | None = None
    orders: tuple[type, ...] = (ReadBoard, ReadHands, StopReading, OpenGate, CloseGate)
    _order: ReadBoard | ReadHands | None = None
    _since_ns: int = 0
    _scene: Stillness = field(default_factory=lambda: Stillness(HAND_SHARE))
    _still_ns: int | None = None
    _read_ns: int = 0
    _best: CardsRead | None = None
    _agreed: int = 0
    _told: object = None
    """What the referee knows already: only news are worth an event."""

    def follow(self, effect: object, at_ns: int) -> None:
        """Do what the referee asked at `at_ns`; other effects mean nothing here."""
        match effect:
            case ReadBoard() | ReadHands():
                if effect != self._order:
                    self._begin(effect, at_ns)
                elif self._told != _lying(effect):
                    # What was proposed then is forgotten; if it still holds it is said again.
                    self._begin(effect, at_ns)
            case StopReading():
                self._order = None
            case _:
                # The gate: what was seen on its other side does not count here.
                self._scene.reset()
                self._moved()

    def _begin(self, order: ReadBoard | ReadHands, at_ns: int) -> None:
        self._order, self._since_ns, self._told = order, at_ns, _lying(order)
        self._scene.reset()
        self._moved()

    def _moved(self) -> None:
        self._still_ns, self._best, self._agreed, self._read_ns = None, None, 0, 0

    def see(self, frame: Frame) -> CardsRead | None:
        """One frame; what it changed, if anything."""
        order = self._order
        if order is None or frame.at_ns < self._since_ns:
            return None
        left, top, right, bottom = self._window(order, frame.picture.shape[1], frame.picture.shape[0])
        part = frame.picture[top:bottom, left:right]
        scene = self._scene.update(part)
        if not scene.still:
            self._moved()
            return None
        if self._still_ns is None:
            self._still_ns = frame.at_ns
        if self._agreed >= AGREE or (self._read_ns and frame.at_ns - self._read_ns < REREAD_NS):
            return None
        self._read_ns = frame.at_ns
        read = self._read(order, scene.mean, (left, top), frame)
        self._agreed = self._agreed + 1 if self._best is not None and _meaning(read) == _meaning(self._best) else 1
        self._best = read
        if self._agreed >= AGREE:
            return self._news(replace(read, sure=not read.why), order, frame)
        if frame.at_ns - self._still_ns > PATIENCE_NS:
            self._agreed = AGREE
            return self._news(read, order, frame)
        return None

    def failed(self, frame: Frame, why: str) -> None:
        """`see` raised: people name the cards; the next order is followed again."""
        self._order = None

    def _news(self, read: CardsRead, order: ReadBoard | ReadHands, frame: Frame) -> CardsRead | None:
        news = (_meaning(read), read.sure)
        if news == self._told:
            return None
        self._told = news
        # Only while the gate is open may a picture be kept.
        evidence = (self.keep(frame),) if isinstance(order, ReadHands) else ()
        return replace(read, evidence=evidence)

    def _read(
        self, order: ReadBoard | ReadHands, part: NDArray[np.uint8], corner: tuple[int, int], frame: Frame
    ) -> CardsRead:
        found = [_shifted(each, corner) for each in self.reader(part) if each.confidence >= LIKELY]
        if isinstance(order, ReadHands):
            layout = self._arranged(found, order.players, frame)
            if layout.ordered:
                # Each seat has places of its own: one hand that is missing says nothing against the others.
                return CardsRead(layout.board, layout.hands, at_ns=frame.at_ns)
            # Where the arrangement alone tells, the row is no witness against the board as the rules know it.
            return CardsRead((), layout.hands, why=layout.why, at_ns=frame.at_ns)
        return CardsRead(self._row(found, frame), at_ns=frame.at_ns)

    def _row(self, found: Sequence[CardReading], frame: Frame) -> tuple[CardReading, ...]:
        """The board in dealing order: by the places of the mat, else from left to right."""
        profile = self._fitting(frame)
        if profile is None:
            return tuple(sorted(found, key=lambda reading: reading.centre[0]))
        placed = [(profile.zone_at(np.array(each.centre), ZoneKind.BOARD), each) for each in found]
        inside = [(zone.index or 0, each) for zone, each in placed if zone is not None]
        return tuple(each for _, each in sorted(inside, key=lambda pair: pair[0]))

    def _arranged(self, found: Sequence[CardReading], players: int, frame: Frame) -> Layout:
        profile = self._fitting(frame)
        if profile is None:
            return arrange(found, players)
        return arrange_by_zones(found, players, lambda x, y: profile.zone_at(np.array((x, y))))

    def _fitting(self, frame: Frame) -> TableProfile | None:
        height, width = frame.picture.shape[:2]
        return None if self._mat is None else self._mat.resized(width, height)

    @property
    def _mat(self) -> TableProfile | None:
        """The profile, where it has places for a board: that of the other game's mat has none."""
        return self.profile if self.profile is not None and self.profile.zones_of(ZoneKind.BOARD) else None

    def _window(self, order: ReadBoard | ReadHands, width: int, height: int) -> tuple[int, int, int, int]:
        """Pixels of the picture that may be looked at: before the showdown the board's, then all."""
        if isinstance(order, ReadHands):
            return 0, 0, width, height
        left, top, right, bottom = MIDDLE if self._mat is None else _board_window(self._mat, width, height)
        return round(left * width), round(top * height), round(right * width), round(bottom * height)


def _board_window(profile: TableProfile, width: int, height: int) -> Window:
    zones = profile.resized(width, height)
    corners = np.concatenate([zones.project(zone.points) for zone in profile.zones_of(ZoneKind.BOARD)])
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    x, y = MARGIN * (right - left), MARGIN * (bottom - top)
    window = ((left - x) / width, (top - y) / height, (right + x) / width, (bottom + y) / height)
    return tuple(float(min(1.0, max(0.0, share))) for share in window)  # type: ignore[return-value]


def _shifted(reading: CardReading, corner: tuple[int, int]) -> CardReading:
    """The same card in the whole picture."""
    quad: Quad = tuple((x + corner[0], y + corner[1]) for x, y in reading.quad)  # type: ignore[assignment]
    return replace(reading, quad=quad)


def _meaning(read: CardsRead) -> object:
    rows = (read.board, *read.hands)
    return tuple(tuple((each.card, each.sure) for each in row) for row in rows)


def _lying(order: ReadBoard | ReadHands) -> object:
    """What is no news: the board as the referee knows it."""
    if isinstance(order, ReadHands):
        return None
    return ((tuple((_code(card), True) for card in order.lying),), True)


def _code(card: Card) -> str:
    return str(card).upper()
