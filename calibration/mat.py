"""The two printed table mats: where their markers, zones and sheets lie.

Both come on sheets that fit A4 and Letter alike, so a mat is the same whatever paper it was printed on. No marker lies
across a seam. The frame is the table's (see `calibration.zones`); the origin is the middle of the mat.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.markers import DETECTIVE_IDS, MENTIROSO_IDS
from calibration.zones import Zone, ZoneKind, box, disc, seats_around

MARKER_MM = 36.0
#: The part of a sheet that is printed on, on its short and long side: inside what every printer leaves white.
SHEET_SHORT_MM, SHEET_LONG_MM = 188.0, 256.0
CUP_RADIUS_MM = 52.0
PATCH_MM = 28.0
#: A place of the board row, a little larger than a card of 63 x 88 mm.
CARD_PLACE_MM = (65.0, 90.0)
CARD_PITCH_MM = 70.0
#: A player board: four places for the bets of the four phases, each a little larger than an action card.
BET_PLACE_MM = (46.0, 68.0)

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Marker:
    """A square marker that lies upright in the mat's frame; x and y are its middle, in mm."""

    number: int
    x: float
    y: float
    side: float = MARKER_MM

    @property
    def corners(self) -> NDArray[np.float64]:
        """(4, 2) in mm: top left, top right, bottom right, bottom left."""
        h = self.side / 2
        return np.array([self.x, self.y]) + np.array([[-h, h], [h, h], [h, -h], [-h, -h]], np.float64)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed page of a mat, by its near left corner and size, in mm."""

    left: float
    near: float
    width: float
    height: float

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point lies on it, at least `margin` from its edge."""
        return (
            self.left + margin <= x <= self.left + self.width - margin
            and self.near + margin <= y <= self.near + self.height - margin
        )


@dataclass(frozen=True, slots=True)
class Mat:
    """name: "mentiroso" or "detective"; width, height: in mm; sheets: row by row, the far row first."""

    name: str
    players: int
    width: float
    height: float
    sheets: tuple[Sheet, ...]
    markers: tuple[Marker, ...]
    zones: tuple[Zone, ...]

    def marker(self, number: int) -> Marker | None:
        """The marker with this number, None where the mat has none."""
        return next((m for m in self.markers if m.number == number), None)

    def sheet_of(self, marker: Marker) -> int:
        """Which sheet a marker is printed on."""
        return next(i for i, s in enumerate(self.sheets) if s.holds(marker.x, marker.y))

    @property
    def corners(self) -> NDArray[np.float64]:
        """(4, 2) in mm, as a marker's."""
        w, h = self.width / 2, self.height / 2
        return np.array([[-w, h], [w, h], [w, -h], [-w, -h]])


MAT_NAMES = ("mentiroso", "detective")


@lru_cache(maxsize=16)
def mat(name: str, players: int) -> Mat:
    """The mat with this name for so many players (2 to 10; Detective Poker 3 or 4). Raises ValueError for another."""
    if name == "mentiroso" and 2 <= players <= MOST_PLAYERS:
        return _mentiroso(players)
    if name == "detective" and players in (3, 4):
        return _detective(players)
    raise ValueError(
        f"expected the mentiroso mat for 2 to 10 players or the detective mat for 3 or 4, found {name!r} for {players}"
    )


def _mentiroso(players: int) -> Mat:
    """Three sheets side by side, so that no seam runs under the cup."""
    width, height = 3 * SHEET_SHORT_MM, SHEET_LONG_MM
    sheets = tuple(Sheet(-width / 2 + k * SHEET_SHORT_MM, -height / 2, SHEET_SHORT_MM, height) for k in range(3))
    far_row = [(x, 91.0) for x in (-245.0, -181.5, -118.0, -70.0, 70.0, 118.0, 181.5, 245.0)]
    near_row = [(x, -y) for x, y in far_row]
    places = [*far_row, (-245.0, 0.0), (245.0, 0.0), *near_row]
    markers = tuple(Marker(n, x, y) for n, (x, y) in zip(MENTIROSO_IDS, places, strict=True))
    zones = (
        Zone(ZoneKind.CUP, disc(0, 0, CUP_RADIUS_MM)),
        Zone(ZoneKind.DICE, box(0, 0, 350, 132)),
        *_patches([(-197.0, 18.0), (197.0, -18.0)], [(-197.0, -18.0), (197.0, 18.0)]),
        *seats_around(width, height, players),
    )
    return Mat("mentiroso", players, width, height, sheets, markers, zones)


def _detective(players: int) -> Mat:
    """Two by two sheets: the board row in the middle, a player board at each side (of three players not at the far)."""
    width, height = 2 * SHEET_LONG_MM, 2 * SHEET_SHORT_MM
    sheets = tuple(
        Sheet(left, near, SHEET_LONG_MM, SHEET_SHORT_MM)
        for near in (0.0, -SHEET_SHORT_MM)
        for left in (-SHEET_LONG_MM, 0.0)
    )
    far_half = [(x, 150.0) for x in (-229.0, -183.0, -137.0, 137.0, 183.0, 229.0)]
    far_half += [(x, 75.0) for x in (-150.0, -60.0, 60.0, 150.0)]
    places = [*far_half, *((x, -y) for x, y in far_half)]
    markers = tuple(Marker(n, x, y) for n, (x, y) in zip(DETECTIVE_IDS, places, strict=True))
    row = tuple(Zone(ZoneKind.BOARD, box((k - 2) * CARD_PITCH_MM, 0, *CARD_PLACE_MM), index=k) for k in range(5))
    sides = ("near", "left", "far", "right") if players == 4 else ("near", "left", "right")
    boards = tuple(zone for seat, side in enumerate(sides) for zone in _player_board(seat, side))
    patches = _patches([(-105.0, 75.0), (105.0, -75.0)], [(-105.0, -75.0), (105.0, 75.0)])
    seats = tuple(Zone(ZoneKind.SEAT, SIDE_OF_TABLE[side], seat=seat) for seat, side in enumerate(sides))
    return Mat("detective", players, width, height, sheets, markers, (*row, *boards, *patches, *seats))


#: From a player board outwards, where its owner's own cards lie.
SIDE_OF_TABLE = {
    "near": ((-110.0, -188.0), (110.0, -188.0), (250.0, -400.0), (-250.0, -400.0)),
    "left": ((-256.0, 110.0), (-256.0, -110.0), (-480.0, -250.0), (-480.0, 250.0)),
    "far": ((110.0, 188.0), (-110.0, 188.0), (-250.0, 400.0), (250.0, 400.0)),
    "right": ((256.0, -110.0), (256.0, 110.0), (480.0, 250.0), (480.0, -250.0)),
}
#: The middle of each player board, and how far it is turned (degrees, anticlockwise) for its owner to read it.
PLAYER_BOARD_PLACES = {
    "near": (0.0, -142.0, 0),
    "left": (-216.0, 0.0, -90),
    "far": (0.0, 142.0, 180),
    "right": (216.0, 0.0, 90),
}
PLAYER_BOARD_MM = (220.0, 76.0)


def side_of_seat(players: int, seat: int) -> str:
    """Which side of the detective mat a seat has."""
    return (("near", "left", "far", "right") if players == 4 else ("near", "left", "right"))[seat]


def turned(x: float, y: float, place: tuple[float, float, int]) -> tuple[float, float]:
    """A point of a player board's own frame (origin in its middle, y away from its owner) in the mat's frame."""
    at_x, at_y, degrees = place
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), -90: (0, -1)}[degrees]
    return at_x + cos * x - sin * y, at_y + sin * x + cos * y


def _player_board(seat: int, side: str) -> tuple[Zone, ...]:
    place = PLAYER_BOARD_PLACES[side]

    def zone(kind: ZoneKind, x: float, size: tuple[float, float], index: int | None = None) -> Zone:
        return Zone(kind, tuple(turned(*corner, place) for corner in box(x, 0, *size)), seat, index)

    bets = [zone(ZoneKind.BET, (k - 1.5) * BET_PLACE_MM[0], BET_PLACE_MM, k) for k in range(4)]
    return (zone(ZoneKind.PLAYER_BOARD, 0, PLAYER_BOARD_MM), *bets)


def _patches(white: list[tuple[float, float]], grey: list[tuple[float, float]]) -> tuple[Zone, ...]:
    """Each white patch has the grey one of the same index on its side, in the same light."""
    kinds = [(ZoneKind.WHITE, white), (ZoneKind.GREY, grey)]
    return tuple(
        Zone(kind, box(x, y, PATCH_MM, PATCH_MM), index=k) for kind, places in kinds for k, (x, y) in enumerate(places)
    )
