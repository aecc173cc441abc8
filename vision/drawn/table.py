"""The simulated table: a mat under a lamp, five dice, a cup, and a camera that sees them with a little noise."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.cup import AWAY_S, SEAT_S, CupPlace, CupState, in_picture, lifted, lowered, outline, paint_cup
from vision.drawn.dice import Die, DieTruth, DrawnError, checked_faces, die_truth, in_a_row, thrown
from vision.drawn.die_paint import Sprite, paint_die
from vision.drawn.ground import bare_table
from vision.drawn.light import light_left
from vision.drawn.view import View
from vision.pictures import Picture

_NOISE_MARGIN = 64
#: Pixels over which the lens mixes neighbours.
_RIM = 1
_LEAST_PX, _MOST_PX = 90, 4096


@dataclass(frozen=True, slots=True)
class _Move:
    """The cup's latest movement: up or down, since when, and the dice that lie in the open meanwhile."""

    up: bool
    since_s: float
    dice: tuple[Die, ...]


class DrawnTable:
    """Draws the table as a camera sees it; the same `seed` and calls give the same pictures, to the bit.

    Time comes in with every call, in seconds since any moment the caller likes. The table starts with no dice and the
    cup out of the picture. `noise` is the deviation of the sensor's noise in grey levels. Not safe to share between
    threads; `DrawnCamera` is.
    """

    def __init__(
        self, seed: int = 0, size: tuple[int, int] = (1280, 720), view: View | None = None, noise: float = 1.6
    ) -> None:
        self.view = View(size) if view is None else view
        if min(self.view.size) < _LEAST_PX or max(self.view.size) > _MOST_PX:
            raise DrawnError(f"expected sides of {_LEAST_PX} to {_MOST_PX} pixels, found {self.view.size}")
        if seed < 0:
            raise DrawnError(f"expected a seed of 0 or more, found {seed}")
        self._seed = seed
        self._chance = np.random.default_rng((seed, 0))
        self._noise_level = noise
        self._dice: tuple[Die, ...] = ()
        self._move = _Move(True, -np.inf, ())
        self._drawn_s = 0.0
        self._painted: tuple[tuple[Die, ...], list[Sprite]] = ((), [])
        self._layer: tuple[tuple[Die, ...], NDArray[np.float32]] | None = None
        self._still: dict[tuple[Die, ...] | None, Picture] = {}

    # Drawn when the first picture is: whoever opens a window shall not wait for wood.
    @cached_property
    def _bare(self) -> NDArray[np.float32]:
        return bare_table(self.view, self._seed)

    @cached_property
    def _noise(self) -> tuple[Picture, Picture]:
        return _noise_fields(self.view.size, self._seed, self._noise_level)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice on the table, seen or not."""
        return self._dice

    @property
    def cup(self) -> CupState:
        """Where the cup was in the picture drawn last."""
        return self.cup_at(self._drawn_s)

    def cup_at(self, t_s: float) -> CupState:
        """Where the cup is at a time."""
        since = t_s - self._move.since_s
        if self._move.up:
            if since < 0:
                return CupState.SEATED
            return CupState.LIFTING if since < AWAY_S else CupState.AWAY
        return CupState.LOWERING if since < SEAT_S else CupState.SEATED

    def seat_cup(self, at_s: float | None = None, *, gather: bool = True) -> None:
        """Puts the cup down, at once or moving from `at_s` on (it takes `SEAT_S`).

        `gather`: the dice were put into the cup first; otherwise they stay where they lie and are covered. A cup that
        is going up turns back where it is; one that is down or coming down goes on as it was.
        """
        if gather:
            self._dice = ()
        since = -np.inf
        if at_s is not None:
            gone = min(max(at_s - self._move.since_s, 0.0) / AWAY_S, 1.0)
            since = at_s - SEAT_S * (1 - gone) if self._move.up else self._move.since_s
        self._move = _Move(False, since, self._dice)

    def throw(self, faces: Iterable[str]) -> None:
        """Lays one to five dice with these top faces at random places where the cup stands.

        While the cup stands they lie under it; while it comes down they are inside; otherwise they lie in the open.
        Raises `DrawnError` for a face or a number of dice that there is not.
        """
        self._dice = thrown(checked_faces(faces), self._chance)
        if self._move.up:
            self._move = _Move(True, self._move.since_s, self._dice)

    def lift_cup(self, at_s: float = 0.0) -> None:
        """Takes the cup away from `at_s` on; the dice are clear `CLEAR_S` later, it is out of sight after `AWAY_S`.

        A cup that is coming down turns back where it is; one that is away or going away goes on as it was.
        """
        if self._move.up and self.cup_at(at_s) is not CupState.SEATED:
            return
        seated = 1.0 if self._move.up else min(max(at_s - self._move.since_s, 0.0) / SEAT_S, 1.0)
        self._move = _Move(True, at_s - AWAY_S * (1 - seated), self._dice)

    def truth(self) -> tuple[DieTruth, ...]:
        """The true faces and where they are in the picture, whether the cup hides them or not."""
        return tuple(die_truth(die, self.view) for die in self._dice)

    def frame(self, t_s: float) -> Picture:
        """The picture at a time, (height, width, 3) BGR; a new array each time."""
        self._drawn_s = t_s
        state = self.cup_at(t_s)
        if state is CupState.SEATED:
            clean = self._seated()
        elif state is CupState.AWAY:
            clean = self._open(self._move.dice)
        else:
            since = t_s - self._move.since_s
            place = lifted(since) if self._move.up else lowered(since)
            clean = self._with_cup(self._move.dice, place)
        return self._seen(clean, round(abs(t_s) * 1e6))

    def teaching_row(self, faces: Iterable[str]) -> Picture:
        """A picture of dice in a row, named from left to right, with no cup; the dice on the table stay as they are."""
        row = self._row(faces)
        return self._seen(_developed(self._dice_drawn(row)), crc32("".join(die.face for die in row).encode()))

    def row_truth(self, faces: Iterable[str]) -> tuple[DieTruth, ...]:
        """As `truth`, for the picture that `teaching_row` draws."""
        return tuple(die_truth(die, self.view) for die in self._row(faces))

    def _row(self, faces: Iterable[str]) -> tuple[Die, ...]:
        named = checked_faces(faces)
        return in_a_row(named, np.random.default_rng((self._seed, 2, crc32("".join(named).encode()))))

    def _open_layer(self, dice: tuple[Die, ...]) -> NDArray[np.float32]:
        if self._layer is None or self._layer[0] != dice:
            self._layer = (dice, self._dice_drawn(dice))
        return self._layer[1]

    def _dice_drawn(self, dice: tuple[Die, ...]) -> NDArray[np.float32]:
        picture = self._bare.copy()
        if dice:
            picture *= light_left(self.view, [die.corners for die in dice])[..., None]
        while not self._paint_one(dice):
            pass
        for painted in self._painted[1]:
            painted.lay_on(picture)
        return picture

    def _paint_one(self, dice: tuple[Die, ...]) -> bool:
        """Paints the next of these dice, the far ones first; True when all of them are painted."""
        if self._painted[0] != dice:
            self._painted = (dice, [])
        painted = self._painted[1]
        if len(painted) < len(dice):
            die = sorted(dice, key=lambda each: -each.y)[len(painted)]
            painted.append(paint_die(die, tuple(other for other in dice if other is not die), self.view))
        return len(painted) == len(dice)

    def _with_cup(self, dice: tuple[Die, ...], place: CupPlace) -> Picture:
        """Only what the cup and its shadow cover is drawn; the rest is as without a cup."""
        layer, picture = self._open_layer(dice), self._open(dice).copy()
        light = light_left(self.view, [outline(place)], coarse=4)
        cup = paint_cup(place, self.view) if in_picture(place, self.view) else None
        left, top, right, bottom = _changed(light, cup)
        lit = cv2.cvtColor(light[top:bottom, left:right], cv2.COLOR_GRAY2BGR)
        changed = np.asarray(cv2.multiply(layer[top:bottom, left:right], lit), np.float32)
        if cup is not None:
            replace(cup, left=cup.left - left, top=cup.top - top).lay_on(changed)
        # The lens mixes neighbours: at the edge of the part, which nothing has changed, they are missing.
        inner = tuple(
            slice(_RIM * (at > 0), None if end == side else -_RIM)
            for at, end, side in ((top, bottom, light.shape[0]), (left, right, light.shape[1]))
        )
        picture[top:bottom, left:right][inner] = _developed(changed)[inner]
        return picture

    def _open(self, dice: tuple[Die, ...]) -> Picture:
        if dice not in self._still:
            seated = self._still.get(None)
            # Only the latest dice are kept: a long demo must not grow.
            self._still = {dice: _developed(self._open_layer(dice))}
            if seated is not None:
                self._still[None] = seated
        return self._still[dice]

    def _seated(self) -> Picture:
        if None not in self._still:
            seated = self._with_cup((), CupPlace())
            self._still[None] = seated
        # The dice are made ready under the cup, one a frame: neither this picture nor the lift shall stutter.
        if self._paint_one(self._dice):
            self._open(self._dice)
        return self._still[None]

    def _seen(self, clean: Picture, key: int) -> Picture:
        """`clean` with the noise of one exposure."""
        y, x = np.random.default_rng((self._seed, 3, key)).integers(0, _NOISE_MARGIN, 2)
        width, height = self.view.size
        part = (slice(y, y + height), slice(x, x + width))
        brighter, darker = self._noise
        return np.asarray(cv2.subtract(cv2.add(clean, brighter[part]), darker[part]), np.uint8)


def _changed(light: NDArray[np.float32], cup: Sprite | None) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is not fully lit or lies under the cup, with a rim of what is."""
    left, top, width, height = cv2.boundingRect((light < 1).astype(np.uint8))
    right, bottom = left + width, top + height
    if cup is not None:
        rows, columns = cup.cover.shape
        if not (width and height):
            left, top, right, bottom = cup.left, cup.top, cup.left, cup.top
        left, top = min(left, cup.left), min(top, cup.top)
        right, bottom = max(right, cup.left + columns), max(bottom, cup.top + rows)
    rim = 2 * _RIM
    return max(0, left - rim), max(0, top - rim), min(light.shape[1], right + rim), min(light.shape[0], bottom + rim)


def _developed(light: NDArray[np.float32]) -> Picture:
    """As the lens and sensor give it: slightly soft, in whole grey levels."""
    levels = cv2.convertScaleAbs(light)
    return np.asarray(cv2.GaussianBlur(levels, (3, 3), 0.55), np.uint8)


def _noise_fields(size: tuple[int, int], seed: int, deviation: float) -> tuple[Picture, Picture]:
    """Noise larger than a picture, as what it adds and what it takes away: each exposure is a window into it."""
    chance = np.random.default_rng((seed, 4))
    shape = (size[1] + _NOISE_MARGIN, size[0] + _NOISE_MARGIN)
    grey = chance.standard_normal((*shape, 1), dtype=np.float32)
    colour = chance.standard_normal((*shape, 3), dtype=np.float32)
    noise = np.round((0.8 * grey + 0.6 * colour) * np.float32(deviation))
    return np.maximum(noise, 0).astype(np.uint8), np.maximum(-noise, 0).astype(np.uint8)
