"""The drawn table of Detective Poker: the printed mat, cards, chips, action cards and hands, as a camera sees them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, radians, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.kit.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM
from calibration.kit.cards import card_back as action_back
from calibration.kit.cards import card_face as action_face
from calibration.kit.raster import paint
from calibration.kit.words import WORDS
from calibration.lens import Lens
from calibration.markers import ActionCard
from calibration.mat import BET_PLACE_MM, PLAYER_BOARD_PLACES, Mat, mat, side_of_seat, turned
from calibration.table import TableProfile
from calibration.zones import ZoneKind
from vision.drawn.kit_table import mat_print
from vision.drawn.lens_view import LensView
from vision.drawn.paper import Paper, lay_paper
from vision.drawn.playing_cards import CARD_MM, card_print
from vision.pictures import Picture

CHIP_RADIUS_MM, CHIP_MM = 19.5, 3.3
#: Where in the place of a bet chips stand: aside and away from the board's owner.
SPOTS_MM = ((-3.0, -19.5), (3.0, 20.0))
CHIP_BGR = {"red": (45, 40, 195), "yellow": (60, 205, 225), "green": (70, 150, 60), "blue": (185, 95, 45)}
_HAND_BGR = (120, 150, 205)
_CLOTH_BGR = np.array([70.0, 100.0, 130.0], np.float32)
_ACTION_PX_PER_MM, _BACK_PX_PER_MM = 6.0, 4.0
_NOISE, _SHIFTS = 1.5, 64

#: A full-HD camera on a stand at the near side.
VIEW = LensView(elevation_deg=62.0, distance_mm=820.0, target_mm=(0.0, 0.0, 0.0), lens=Lens.typical(1920, 1080, 0.8))


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip: its middle in mm, how many lie under it, its colour."""

    x: float
    y: float
    level: int
    colour: str


@dataclass(frozen=True, slots=True)
class Lying:
    """A card: its middle in mm, how far it is turned anticlockwise; a code, or an action card, which may lie face down
    and tell whose it is; None: a playing card face down.
    """

    x: float
    y: float
    turn_deg: float
    shows: str | ActionCard | None = None
    face_down: bool = False
    level: int = 0
    """How many chips it lies on."""


@dataclass(frozen=True)
class Scene:
    """What lies on the table. Immutable: each act gives a new one."""

    players: int = 3
    board: tuple[Lying, ...] = ()
    hands: tuple[tuple[Lying, ...], ...] = ()
    action_cards: tuple[Lying, ...] = ()
    chips: tuple[Chip, ...] = ()
    reaching: int | None = None
    """The seat whose hand is over the mat."""
    other: tuple[Lying, ...] = ()
    """Cards that belong to nobody."""

    @property
    def mat(self) -> Mat:
        """The printed one."""
        return mat("detective", self.players)

    def with_board(self, codes: Iterable[str]) -> "Scene":
        """The board row, in dealing order."""
        zones = sorted((z for z in self.mat.zones if z.kind is ZoneKind.BOARD), key=lambda zone: zone.index or 0)
        places = [zone.middle for zone in zones]
        cards = tuple(Lying(*places[min(k, 4)], 2.0 * (k % 3) - 2, code) for k, code in enumerate(codes))
        return replace(self, board=cards)

    def with_bet(self, owner: int, phase: int, chips: int, colour: str, card: ActionCard | None = None) -> "Scene":
        """Chips on a player's board, where the phase (0 to 3) has its place; an action card under them, face down.

        Two bets without a card lie beside each other. The place has no room for more: what comes then is put on them.
        """
        place = PLAYER_BOARD_PLACES[side_of_seat(self.players, owner)]
        x = (phase - 1.5) * BET_PLACE_MM[0]
        spots = [turned(x + aside, away, place) for aside, away in SPOTS_MM]
        heights = [sum(abs(c.x - at[0]) + abs(c.y - at[1]) < 1 for c in self.chips) for at in spots]
        laid, number = self.action_cards, heights.index(min(heights))
        if card is not None:
            # On the higher ones: it would lean on them.
            number = heights.index(max(heights))
            at = spots[number] if heights[number] else turned(x, 0.0, place)
            laid = (*laid, Lying(*at, place[2], card, face_down=True, level=heights[number]))
        stack = tuple(Chip(*spots[number], heights[number] + level, colour) for level in range(chips))
        return replace(self, action_cards=laid, chips=(*self.chips, *stack))

    def with_hands(self, hands: Iterable[Iterable[str]]) -> "Scene":
        """Each player's two cards, face up before him."""
        laid = []
        for seat, codes in enumerate(hands):
            side = side_of_seat(self.players, seat)
            place = PLAYER_BOARD_PLACES[side]
            laid.append(
                tuple(Lying(*turned((k - 0.5) * 68, -88.0, place), place[2], code) for k, code in enumerate(codes))
            )
        return replace(self, hands=tuple(laid))

    def with_action_cards_turned(self) -> "Scene":
        """All of them face up; the chips are taken off them."""
        cards = tuple(replace(card, face_down=False, level=0) for card in self.action_cards)
        bare = tuple(chip for chip in self.chips if not any(_under(chip, card) for card in cards))
        return replace(self, action_cards=cards, chips=bare)


class CardTable:
    """Draws scenes; keeps what does not change. `view` must be that of the profile."""

    def __init__(self, players: int = 3, view: LensView = VIEW) -> None:
        self.view = view
        self.scene = Scene(players)
        self._random = np.random.default_rng(5)
        width, height = view.size
        # Drawn once, and cut out anew for each frame: to draw so many numbers would take longer than the scene.
        noise = self._random.normal(0, _NOISE, (height + _SHIFTS, width + _SHIFTS, 1))
        self._noise = np.tile(np.rint(noise).astype(np.int16), 3)
        self._drawn: tuple[Scene, Picture] | None = None

    @property
    def profile(self) -> TableProfile:
        """What a set-up of this table finds."""
        laid = self.scene.mat
        return replace(self.view.profile, zones=laid.zones, players=self.scene.players, mat=laid.name)

    def frame(self) -> Picture:
        """The scene as the camera sees it now, with noise of its own in every frame."""
        scene = self.scene
        if self._drawn is None or self._drawn[0] != scene:
            self._drawn = (scene, self._draw(scene))
        picture = self._drawn[1]
        top, left = self._random.integers(0, _SHIFTS, 2)
        noise = self._noise[top : top + picture.shape[0], left : left + picture.shape[1]]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)

    def _draw(self, scene: Scene) -> Picture:
        picture = _bare(self.view, scene.players).copy()
        cards = (*scene.action_cards, *scene.other, *scene.board, *(card for hand in scene.hands for card in hand))
        # The high ones last, on each level the far ones first; a card lies under the chips of its level.
        things: list[Chip | Lying] = [*cards, *scene.chips]
        for thing in sorted(things, key=_order):
            if isinstance(thing, Chip):
                self._chip(picture, thing)
            else:
                self._lay(picture, thing)
        if scene.reaching is not None:
            self._hand(picture, scene)
        return np.asarray(cv2.GaussianBlur(np.clip(picture, 0, 255).astype(np.uint8), (0, 0), 0.6), np.uint8)

    def _lay(self, picture: NDArray[np.float32], card: Lying) -> None:
        angle = radians(card.turn_deg)
        right, up = (cos(angle), sin(angle), 0.0), (-sin(angle), cos(angle), 0.0)
        print_, scale = _print(card)
        at = (card.x, card.y, 0.3 + card.level * CHIP_MM)
        lay_paper(picture, Paper(print_, scale, at, right, up), self.view)

    def _chip(self, picture: NDArray[np.float32], chip: Chip) -> None:
        turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        rim = np.column_stack([chip.x + CHIP_RADIUS_MM * np.cos(turns), chip.y + CHIP_RADIUS_MM * np.sin(turns)])
        low, high = (
            self.view.project(np.column_stack([rim, np.full(len(rim), (chip.level + up) * CHIP_MM)])) for up in (0, 1)
        )
        bgr = CHIP_BGR[chip.colour]
        hull = cv2.convexHull(np.concatenate([low, high]).astype(np.float32)).reshape(-1, 2)
        _fill(picture, hull, tuple(0.62 * c for c in bgr))
        # The groove between two chips.
        _fill(picture, high, tuple(0.4 * c for c in bgr))
        _fill(picture, high + (high.mean(axis=0) - high) * 0.02, bgr)

    def _hand(self, picture: NDArray[np.float32], scene: Scene) -> None:
        assert scene.reaching is not None
        x, y, _ = PLAYER_BOARD_PLACES[side_of_seat(scene.players, scene.reaching)]
        towards = np.array([x, y]) / max(1e-6, float(np.hypot(x, y)))
        aside = np.array([-towards[1], towards[0]])
        tip, root = np.array([0.0, 0.0]), towards * 420.0
        # Over the middle and the own board: it puts something on somebody's board.
        corners = np.array([tip - aside * 45, tip + aside * 45, root + aside * 55, root - aside * 55])
        _fill(picture, self.view.project(np.column_stack([corners, np.full(4, 60.0)])), _HAND_BGR)


@lru_cache(maxsize=4)
def _bare(view: LensView, players: int) -> NDArray[np.float32]:
    """The mat on the table, to be copied: to draw it takes longer than all that lies on it."""
    width, height = view.size
    picture = np.full((height, width, 3), _CLOTH_BGR, np.float32)
    lay_paper(picture, mat_print(mat("detective", players)), view)
    picture.flags.writeable = False
    return picture


def _order(thing: Chip | Lying) -> tuple[int, bool, float]:
    chip = isinstance(thing, Chip)
    return thing.level, chip, -thing.y if chip else 0.0


def _under(chip: Chip, card: Lying) -> bool:
    return abs(chip.x - card.x) < 34 and abs(chip.y - card.y) < 34


def _print(card: Lying) -> tuple[Picture, float]:
    if isinstance(card.shows, ActionCard):
        return _action_print(card.shows, card.face_down), _ACTION_PX_PER_MM
    if card.shows is not None:
        print_ = card_print(card.shows.upper())
        return print_, print_.shape[1] / CARD_MM[0]
    return _card_back(), _BACK_PX_PER_MM


@lru_cache(maxsize=1)
def _card_back() -> Picture:
    """A net on blue inside a white rim."""
    width, height = (round(side * _BACK_PX_PER_MM) for side in CARD_MM)
    picture = np.full((height, width, 3), 246, np.uint8)
    picture[14:-14, 14:-14] = (140, 70, 40)
    inside = picture[14:-14, 14:-14]
    for at in range(-height, width + height, 14):
        cv2.line(inside, (at, 0), (at + height, height), (225, 215, 210), 2, cv2.LINE_AA)
        cv2.line(inside, (at, height), (at + height, 0), (225, 215, 210), 2, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (170, 170, 170), 2)
    return picture


@lru_cache(maxsize=32)
def _action_print(card: ActionCard, face_down: bool) -> Picture:
    shapes = action_back(card.seat) if face_down else action_face(card, WORDS["en"])
    return paint(shapes, 0.0, CARD_HEIGHT_MM, CARD_WIDTH_MM, CARD_HEIGHT_MM, _ACTION_PX_PER_MM)


def _fill(picture: NDArray[np.float32], corners: NDArray[Any], bgr: tuple[float, ...]) -> None:
    points = np.round(np.asarray(corners) * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.fillPoly(picture, [points], bgr, cv2.LINE_AA, 4)
