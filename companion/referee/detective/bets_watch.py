"""Watches the player boards while bets are made: what a hand has left there is proposed as the bet (D8).

Only the boards are looked at, on which nothing secret lies: chips, and the backs of action cards. What lay there before
is what a new bet is told from, so earlier bets need not be read again. Without a mat nobody knows where the boards are,
and nothing is proposed.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind
from companion.referee.detective.effects import ReadBoard, ReadHands, WatchBets
from companion.referee.detective.events import BetSeen
from companion.referee.effects import StopReading
from companion.referee.fittings import Fittings
from vision.camera.frames import Frame
from vision.chips.above import Above, Box
from vision.chips.placed import Placed, placed
from vision.chips.read import ChipSet
from vision.pictures import Picture, resized

PERIOD_NS = 100_000_000
"""How often the boards are looked at."""
STILL = 3
"""So many looks in a row must be alike before the boards are read."""
MARGIN_MM = 22.0
"""Looked at around a board: high stacks lean over its edge."""
ASKEW_MM = 10.0
"""So far over its place a card of the board may lie."""
_COARSE = 8
_LEVELS, _SHARE = 10.0, 0.003
"""Two looks differ where a coarse pixel is by so many levels another; how many of them make a movement."""

OWN = 2
"""Of so many bets of a colour, and of none by anybody else, the chips are known to be that player's."""

Boards = Mapping[int, Picture]
"""Each player's board from above."""
Teller = Callable[[Above, Picture, Picture, ChipSet], Placed | None]


@dataclass
class BetsWatch:
    """One per referee; not thread-safe. As `CardsWatch`."""

    fittings: Fittings
    teller: Teller = placed
    orders: tuple[type, ...] = (WatchBets, ReadBoard, ReadHands, StopReading)
    _order: WatchBets | None = None
    _since_ns: int = 0
    _looked_ns: int = 0
    _views: dict[int, Above] = field(default_factory=dict)
    _profile: TableProfile | None = None
    _size: tuple[int, int] = (0, 0)
    _last: dict[int, NDArray[np.float32]] = field(default_factory=dict)
    _still: int = 0
    _before: Boards | None = None
    """The boards without the bet that is waited for."""
    _proposed: Boards | None = None
    """The boards as they were read when a bet was proposed."""
    _owed: tuple[int, int] | None = None
    """A bet that people told and the camera has not seen: whose board, how many chips."""
    _told: BetSeen | None = None
    _asked: WatchBets | None = None
    """The bet that was waited for last, whatever was asked since."""
    _colour: str = ""
    """That of the chips that were told."""
    _bet_with: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How often which seat bet which colour, of the bets that were taken as they were told."""

    def follow(self, effect: object, at_ns: int) -> None:
        """Do what the referee asked at `at_ns`; other effects mean nothing here."""
        match effect:
            case WatchBets():
                self._learn(effect)
                # What was proposed is a bet now. Whoever is next may have bet already: that is still news. A bet that
                # was told before anybody saw it may lie there already or come yet.
                self._before = self._proposed if effect.made else None
                self._owed = effect.last if self._proposed is None else None
                self._order, self._since_ns = effect, at_ns
                self._proposed = self._told = None
                self._still = 0
            case ReadBoard() | ReadHands() | StopReading():
                self._order = None
                if not isinstance(effect, ReadBoard):
                    self._forget()

    def _learn(self, now: WatchBets) -> None:
        """Whose colour it is that was bet, where a bet was taken as it was told."""
        asked, told, self._asked = self._asked, self._told, now
        if asked is None or asked.bettor is None or told is None or not self._colour:
            return
        if now.made == asked.made + 1 and now.last == (told.owner, told.chips):
            self._bet_with[asked.bettor, self._colour] += 1

    def _whose(self, colour: str) -> int | None:
        """Another seat than the one that is to bet, whose chips surely have this colour."""
        bettor = self._asked.bettor if self._asked is not None else None
        seats = [seat for seat, bet in self._bet_with if bet == colour]
        if bettor is None or len(seats) != 1 or seats[0] == bettor:
            return None
        return seats[0] if self._bet_with[seats[0], colour] >= OWN else None

    def _forget(self) -> None:
        self._before = self._proposed = self._told = self._owed = None
        self._last, self._still = {}, 0

    @property
    def settled(self) -> bool:
        """Whether the boards are known as they lie now; also where nobody asks."""
        return self._order is None or (bool(self._views) and self._before is not None and self._still >= STILL)

    @property
    def busy(self) -> bool:
        """Whether every look counts: until the boards are known."""
        return bool(self._views) and not self.settled

    def see(self, frame: Frame) -> BetSeen | None:
        """One frame; the bet that it shows, if that is news."""
        if self._order is None or frame.earliest_ns < self._since_ns or frame.at_ns - self._looked_ns < PERIOD_NS:
            return None
        self._looked_ns = frame.at_ns
        if not self._place_views(frame):
            return None
        boards = {seat: view.look(frame.picture) for seat, view in self._views.items()}
        self._still = 0 if self._moved(boards) else self._still + 1
        if self._still != STILL:
            return None
        if self._before is None:
            self._before = boards
            return None
        return self._read(self._before, boards, frame)

    def failed(self, frame: Frame, why: str) -> None:
        """`see` raised: people tell the bet; the next one is watched for again."""
        self._order = None

    def _place_views(self, frame: Frame) -> bool:
        """Whether it is known where the boards are in this frame."""
        kept = self.fittings.kept
        profile = kept.profile if kept is not None else None
        if profile is None:
            return False
        size = (frame.picture.shape[1], frame.picture.shape[0])
        if profile is not self._profile or size != self._size:
            if self._profile is not None:
                # Moved: what lies there cannot be told from a bet now.
                self._forget()
            self._profile, self._size = profile, size
            fitting = profile.resized(*size)
            self._views = {
                zone.seat: _above(fitting, zone)
                for zone in profile.zones_of(ZoneKind.PLAYER_BOARD)
                if zone.seat is not None
            }
        return bool(self._views)

    def _moved(self, boards: Boards) -> bool:
        coarse = {
            seat: resized(board, (board.shape[1] // _COARSE, board.shape[0] // _COARSE)).astype(np.float32)
            for seat, board in boards.items()
        }
        last, self._last = self._last, coarse
        if last.keys() != coarse.keys():
            return True
        steps = (np.abs(coarse[seat] - last[seat]) for seat in coarse)
        # Colour by colour: numpy's own maximum over an axis of three takes ten times as long.
        shares = [np.mean(np.maximum.reduce([step[..., k] for k in range(3)]) > _LEVELS) for step in steps]
        return max(shares, default=0.0) > _SHARE

    def _read(self, before: Boards, now: Boards, frame: Frame) -> BetSeen | None:
        chips = self.fittings.chips or ChipSet()
        found = {
            seat: new
            for seat, board in now.items()
            if (new := self.teller(self._views[seat], before[seat], board, chips)) is not None
        }
        if any(new.hand for new in found.values()):
            return None
        if not found:
            # Taken back, or nothing was put there.
            return self._news(BetSeen(0, 0, at_ns=frame.at_ns), now) if self._told is not None else None
        owner, new = max(found.items(), key=lambda each: each[1].chips)
        if self._owed == (owner, new.chips) and len(found) == 1:
            self._owed, self._before = None, now
            return None
        why = new.why if len(found) == 1 else "something changed on several boards"
        self._colour = "" if why else new.colour
        whose = self._whose(self._colour)
        if whose is not None:
            why = "chips of another player's colour were put there"
        return self._news(BetSeen(owner, new.chips, new.covered, not why, why, frame.at_ns, whose), now)

    def _news(self, bet: BetSeen, boards: Boards) -> BetSeen | None:
        self._proposed = boards if bet.chips else None
        if self._told is not None and _meaning(bet) == _meaning(self._told):
            return None
        self._told = bet if bet.chips else None
        return bet


def _above(profile: TableProfile, board: Zone) -> Above:
    """A player board and what lies about it, but for the places of the board's cards: what comes there is no bet."""
    above = Above.of(profile, *_box(board.points, MARGIN_MM))
    cards = [_box(zone.points, ASKEW_MM) for zone in profile.zones_of(ZoneKind.BOARD)]
    return above.without(cards, but=_box(board.points, 0.0))


def _box(corners: NDArray[np.float64], margin: float) -> Box:
    (left, low), (right, top) = corners.min(axis=0) - margin, corners.max(axis=0) + margin
    return float(left), float(low), float(right), float(top)


def _meaning(bet: BetSeen) -> object:
    return bet.owner, bet.chips, bet.covered, bet.sure, bet.whose
