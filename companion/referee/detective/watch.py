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
from companion.games.detective.state import ActionCard, Street
from companion.referee.detective.effects import ReadBoard, ReadHands
from companion.referee.detective.events import ActionCardSeen, CardsRead
from companion.referee.detective.seeing import as_lying, places_of
from companion.referee.effects import CloseGate, OpenGate, StopReading
from companion.referee.fittings import Fittings
from companion.referee.table_watch import why_not_trusted
from vision.camera.frames import Frame
from vision.cards.action_cards import ActionCardReading, read_action_cards
from vision.cards.arrangement import Layout, arrange, arrange_by_zones
from vision.cards.deck import Deck
from vision.cards.on_table import lying_on
from vision.cards.reading import LIKELY, CardReading
from vision.readings import Quad
from vision.stillness import Stillness

Reader = Callable[[NDArray[np.uint8], Deck | None], Sequence[CardReading]]
"""The cards in a picture; helped by a taught deck where there is one."""
Keep = Callable[[Frame], str]
"""Stores a picture as evidence and gives its SHA-256."""
Window = tuple[float, float, float, float]
"""Left, top, right, bottom as shares of the picture."""

AGREE = 3
"""So many readings in a row say the same before one is sure."""
REREAD_NS = 150_000_000
PATIENCE_NS = 2_000_000_000
ENOUGH = 5
"""How long everything may lie still before a reading on which no frames agree is offered as a guess; on a slow machine,
until so many were read."""
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
    fittings: Fittings = field(default_factory=Fittings)
    """The table's places and the taught deck, asked for at each reading."""
    orders: tuple[type, ...] = (ReadBoard, ReadHands, StopReading, OpenGate, CloseGate)
    _order: ReadBoard | ReadHands | None = None
    _since_ns: int = 0
    _scene: Stillness = field(default_factory=lambda: Stillness(HAND_SHARE))
    _still_ns: int | None = None
    _read_ns: int = 0
    _best: CardsRead | None = None
    _agreed: dict[str, int] = field(default_factory=dict)
    """How often in a row each part of the table was read alike."""
    _done: bool = False
    """What lies there was told; until something moves nothing more is read."""
    _reads: int = 0
    """Since everything lies still."""
    _seen_by: TableProfile | None = None
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
        self._still_ns, self._best, self._agreed, self._done = None, None, {}, False
        self._read_ns = self._reads = 0

    def see(self, frame: Frame) -> CardsRead | None:
        """One frame; what it changed, if anything."""
        order = self._order
        if order is None or frame.earliest_ns < self._since_ns:
            return None
        if (profile := self._profile) is not self._seen_by:
            # The camera was moved, or is trusted again: what was seen before lies elsewhere now.
            self._seen_by = profile
            self._moved()
        left, top, right, bottom = self._window(order, frame.picture.shape[1], frame.picture.shape[0])
        part = frame.picture[top:bottom, left:right]
        scene = self._scene.update(part)
        if not scene.still:
            self._moved()
            return None
        if self._still_ns is None:
            self._still_ns = frame.at_ns
        if self._done or (self._read_ns and frame.at_ns - self._read_ns < REREAD_NS):
            return None
        self._read_ns, self._reads = frame.at_ns, self._reads + 1
        read = self._read(order, scene.mean, (left, top), frame)
        self._agreed = self._agreeing(read, order)
        self._best = read
        late = frame.at_ns - self._still_ns > PATIENCE_NS and self._reads >= ENOUGH
        if not late and min(self._agreed.values()) < AGREE:
            return None
        self._done = True
        return self._news(self._voted(read), order, frame)

    def _agreeing(self, read: CardsRead, order: ReadBoard | ReadHands) -> dict[str, int]:
        """So often each part was read as it is now, and every time before since."""
        before = _parts(self._best, order) if self._best is not None else {}
        return {
            name: self._agreed.get(name, 0) + 1 if before.get(name) == part else 1
            for name, part in _parts(read, order).items()
        }

    def _voted(self, read: CardsRead) -> CardsRead:
        """Sure where the frames agree: at the showdown each hand for itself, where each has a place of its own."""
        steady = {name for name, times in self._agreed.items() if times >= AGREE}
        rest = {name for name in self._agreed if not name.startswith("hand")}
        if self._mat is None or not rest <= steady:
            return replace(read, sure=not read.why and steady == self._agreed.keys())
        hands = tuple(
            hand if f"hand {seat}" in steady else tuple(replace(card, sure=False) for card in hand)
            for seat, hand in enumerate(read.hands)
        )
        return replace(read, hands=hands, sure=not read.why)

    def failed(self, frame: Frame, why: str) -> None:
        """`see` raised: people name the cards; the next order is followed again."""
        self._order = None

    def _news(self, read: CardsRead, order: ReadBoard | ReadHands, frame: Frame) -> CardsRead | None:
        news = (_meaning(read, order), read.sure)
        if news == self._told:
            return None
        self._told = news
        # Only while the gate is open may a picture be kept.
        evidence = (self.keep(frame),) if isinstance(order, ReadHands) else ()
        return replace(read, evidence=evidence)

    def _read(
        self, order: ReadBoard | ReadHands, part: NDArray[np.uint8], corner: tuple[int, int], frame: Frame
    ) -> CardsRead:
        moved = why_not_trusted(self.fittings.kept)
        read = self.reader(part, self.fittings.deck)
        found: Sequence[CardReading] = [_shifted(each, corner) for each in read if each.confidence >= LIKELY]
        profile = self._profile
        if profile is not None and not moved:
            found = lying_on(found, profile.resized(frame.picture.shape[1], frame.picture.shape[0]))
        if not isinstance(order, ReadHands):
            row, places = self._row(found, frame)
            return CardsRead(row, why=moved, places=places, at_ns=frame.at_ns)
        layout = self._arranged(found, order.players, frame)
        actions = tuple(self._action(each, frame) for each in read_action_cards(part))
        if layout.ordered:
            # Each seat has places of its own: one hand that is missing says nothing against the others.
            return CardsRead(layout.board, layout.hands, why=moved, actions=actions, at_ns=frame.at_ns)
        # Where the arrangement alone tells, the row is no witness against the board as the rules know it.
        return CardsRead((), layout.hands, why=moved or layout.why, actions=actions, at_ns=frame.at_ns)

    def _action(self, read: ActionCardReading, frame: Frame) -> ActionCardSeen:
        """Whose card it is by its colour, and in which bet's place it lies."""
        card = tuple(ActionCard)[read.card.kind]
        profile = self._fitting(frame)
        place = None if profile is None else profile.zone_at(np.mean(read.quad, axis=0), ZoneKind.BET)
        if place is None or place.seat is None or place.index is None:
            return ActionCardSeen(read.card.seat, card)
        return ActionCardSeen(read.card.seat, card, place.seat, Street(place.index + 1))

    def _row(self, found: Sequence[CardReading], frame: Frame) -> tuple[tuple[CardReading, ...], tuple[int, ...]]:
        """The board in dealing order: by the places of the mat, which are told too, else from left to right."""
        profile = self._fitting(frame)
        if profile is None:
            return tuple(sorted(found, key=lambda reading: reading.centre[0])), ()
        placed = [(profile.zone_at(np.array(each.centre), ZoneKind.BOARD), each) for each in found]
        inside = sorted(
            ((zone.index or 0, each) for zone, each in placed if zone is not None), key=lambda pair: pair[0]
        )
        return tuple(each for _, each in inside), tuple(place for place, _ in inside)

    def _arranged(self, found: Sequence[CardReading], players: int, frame: Frame) -> Layout:
        profile = self._fitting(frame)
        if profile is None:
            return arrange(found, players)
        return arrange_by_zones(found, players, lambda x, y: profile.zone_at(np.array((x, y))))

    def _fitting(self, frame: Frame) -> TableProfile | None:
        mat = self._mat
        return None if mat is None else mat.resized(frame.picture.shape[1], frame.picture.shape[0])

    @property
    def _profile(self) -> TableProfile | None:
        return self.fittings.kept.profile if self.fittings.kept is not None else None

    @property
    def _mat(self) -> TableProfile | None:
        """The profile, where it has places for a board: that of the other game's mat has none."""
        profile = self._profile
        return profile if profile is not None and profile.zones_of(ZoneKind.BOARD) else None

    def _window(self, order: ReadBoard | ReadHands, width: int, height: int) -> tuple[int, int, int, int]:
        """Pixels of the picture that may be looked at: before the showdown the board's, then all."""
        if isinstance(order, ReadHands):
            return 0, 0, width, height
        mat = self._mat
        left, top, right, bottom = MIDDLE if mat is None else _board_window(mat, width, height)
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


def _meaning(read: CardsRead, order: ReadBoard | ReadHands) -> object:
    """What people would learn from it: doubts about cards that are known to lie there tell them nothing."""
    return tuple(_parts(read, order).items())


def _parts(read: CardsRead, order: ReadBoard | ReadHands) -> dict[str, object]:
    """The same, part by part of the table."""
    hands = {f"hand {seat}": _cards(hand) for seat, hand in enumerate(read.hands)}
    return {
        "board": _board(read, order),
        "actions": frozenset(read.actions),
        **hands,
        "why": read.why,
    }


def _board(read: CardsRead, order: ReadBoard | ReadHands) -> object:
    expected = order.expected if isinstance(order, ReadBoard) else len(order.lying)
    return _cards(as_lying(read.board, order.lying, expected, places_of(read.board, read.places)))


def _cards(row: Sequence[CardReading]) -> object:
    return tuple((each.card, each.sure) for each in row)


def _lying(order: ReadBoard | ReadHands) -> object:
    """What is no news: the board as the referee knows it."""
    if isinstance(order, ReadHands):
        return None
    row = tuple((str(card).upper(), True) for card in order.lying)
    return (("board", row), ("actions", frozenset()), ("why", "")), True
