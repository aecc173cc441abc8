"""Cards laid on one plane, and the camera over it, fitted together to the edges that the picture shows.

A card has three numbers (where it lies, how it is turned), the camera four; every sample of every side of every card
says how far an edge is from where the side should be. Sides with a nearer, wrong edge count less and less.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from vision.pictures import Picture

Points = NDArray[np.float64]

#: A card's corners in mm round its middle, in the order of a reading's quad.
CARD = np.array([[-31.5, -44.0], [31.5, -44.0], [31.5, 44.0], [-31.5, 44.0]])
#: Where a side is sampled, in shares of its length: cards have round corners.
SHARES = np.linspace(0.12, 0.88, 14)
#: How the logarithm of the focal length is spread round what is typical.
FOCAL_SPREAD = 0.15
#: Places tried round a reading's, in mm and degrees: its outline is that of its print, or only nearly the card's.
SHIFTS, TURNS = np.arange(-15.0, 15.1, 3.0), np.arange(-6.0, 6.1, 2.0)
#: Steps of brightness that count; a stronger one counts no more, a court figure's frame is as black as any.
FAINT, STRONG = 1.5, 12.0
#: An edge with the brighter side outside counts so much.
DARKER = 0.25
#: Edges are sought this far (mm) from where the last round puts them.
REACHES = (4.0, 3.0, 2.0, 1.5, 1.2, 1.2, 1.0, 1.0)
#: Misses of an edge (pixels) are spread so.
MISS = 0.8
#: A card lies where at least this share of each of its sides, and of three of four together, shows an edge.
TIGHT = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """at: two slopes of the plane (its down is (a, b, 1) in the camera's axes), the logarithm of the focal length's
    factor, that of the camera's height in mm; cards: (n, 3), middle in mm in the plane's axes, and the turn in radians.
    """

    lens: Lens
    at: Points
    cards: Points

    def corners(self) -> Points:
        """Of all cards, in pixels, (n, 4, 2)."""
        cos, sin = np.cos(self.cards[:, 2])[:, None], np.sin(self.cards[:, 2])[:, None]
        flat = np.stack([cos * CARD[:, 0] - sin * CARD[:, 1], sin * CARD[:, 0] + cos * CARD[:, 1]], axis=-1)
        return self.pixels(flat + self.cards[:, None, :2])

    def pixels(self, flat: Points) -> Points:
        """Of places in the plane's axes (..., 2) in mm."""
        plane, down = axes_of(self.at)
        seen = flat @ plane + down * np.exp(self.at[3])
        return self.lens.pixels(seen[..., :2] / np.maximum(seen[..., 2:], 1.0) * np.exp(np.clip(self.at[2], -1, 1)))

    def with_cards(self, cards: Points) -> "Laid":
        """The same camera over other cards."""
        return replace(self, cards=cards)

    def scale(self) -> float:
        """Pixels for a mm about the middle of the cards."""
        sides = self.corners()
        around = np.linalg.norm(sides - np.roll(sides, 1, axis=1), axis=2).sum(axis=1)
        return float(np.median(around)) / (2 * (63.0 + 88.0))


def axes_of(at: Points) -> tuple[Points, Points]:
    """Two axes of the plane, rows, and the direction from the camera down onto it."""
    down = np.array([at[0], at[1], 1.0])
    down /= np.linalg.norm(down)
    across = np.cross([0.0, 1.0, 0.0], down)
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(down, across)]), down


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The steps of brightness of a picture, right and down, in grey levels a pixel."""

    right: NDArray[np.float32]
    down: NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture) -> "Edges":
        """Cards are white: every table is darker in some channel."""
        blue, green, red = cv2.split(cv2.GaussianBlur(picture, (0, 0), 1.0))
        darkest = cv2.min(cv2.min(blue, green), red)
        right, down = (cv2.Sobel(darkest, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
        return cls(np.asarray(right, np.float32), np.asarray(down, np.float32))

    def across(self, at: Points, normal: Points) -> NDArray[np.float32]:
        """How strong an edge across `normal` (..., 2) is at pixels (..., 2), 0 outside.

        The normal points into the card, which is brighter than what is round it; other edges count little.
        """
        x, y = (np.ascontiguousarray(at[..., axis], np.float32).reshape(len(at), -1) for axis in (0, 1))
        right, down = (
            cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).reshape(at.shape[:-1])
            for part in (self.right, self.down)
        )
        step = right * normal[..., 0] + down * normal[..., 1]
        return np.asarray(np.where(step > 0, step, DARKER * -step), np.float32)


def samples_of(corners: Points) -> tuple[Points, Points]:
    """Points on the sides (..., 4, samples, 2) of cards with these corners, and the normals there."""
    ends = np.roll(corners, -1, axis=-2)
    along = ends - corners
    normal = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
    points = corners[..., None, :] + along[..., None, :] * SHARES[:, None]
    return points, np.broadcast_to(normal[..., None, :], points.shape)


def placed_best(edges: Edges, laid: Laid) -> Laid:
    """Each card moved to where near it the most of a card's outline shows."""
    shifts = np.array([(x, y, np.radians(turn)) for turn in TURNS for x in SHIFTS for y in SHIFTS])
    found = []
    for card in laid.cards:
        cos, sin = np.cos(card[2]), np.sin(card[2])
        moved = np.column_stack([shifts[:, :2] @ np.array([[cos, sin], [-sin, cos]]), shifts[:, 2]]) + card
        near = float((shifts[:, :2] ** 2).sum(axis=1).max())
        tries = replace(laid, cards=moved)
        sharp = np.clip((edges.across(*samples_of(tries.corners())) - FAINT) / (STRONG - FAINT), 0, 1)
        score = np.sqrt(sharp).mean(axis=(1, 2)) - 0.05 * (shifts[:, :2] ** 2).sum(axis=1) / near
        found.append(moved[int(score.argmax())])
    return replace(laid, cards=np.array(found))


def fitted(edges: Edges, laid: Laid) -> tuple[Laid, NDArray[np.bool_]]:
    """Cards and camera fitted to the edges, and which cards show their outline."""
    good = np.zeros(len(laid.cards), bool)
    trust = np.ones((len(laid.cards), 4))
    for number, reach in enumerate(REACHES):
        points, normal = samples_of(laid.corners())
        offsets = np.linspace(-1, 1, 25) * reach * laid.scale()
        strength = edges.across(points[..., None, :] + offsets[:, None] * normal[..., None, :], normal[..., None, :])
        weighed = np.minimum(strength, STRONG) * np.exp(-((offsets / offsets[-1]) ** 2))
        best = weighed.argmax(axis=-1)
        peak = np.take_along_axis(strength, best[..., None], axis=-1)[..., 0]
        clear = (peak > FAINT) & (best > 0) & (best < len(offsets) - 1)
        seen = points + offsets[best][..., None] * normal
        spread = max(MISS, 0.25 * offsets[-1])
        laid = _stepped(laid, seen, normal, clear * trust[..., None], good, spread)
        misses = np.abs(_off(laid, seen, normal))
        on = (clear & (misses < max(MISS, TIGHT * offsets[-1]))).mean(axis=2)
        trust = np.clip((on - 0.4) / 0.4, 0.15 if number < 2 else 0, 1)
        if number < 1:
            continue
        good = (trust > 0.25).sum(axis=1) >= 3
        if not good.any():
            break
    return laid, good


def _off(laid: Laid, seen: Points, normal: Points) -> Points:
    points, _ = samples_of(laid.corners())
    return np.asarray(((seen - points) * normal).sum(axis=-1))


def _stepped(laid: Laid, seen: Points, normal: Points, clear: Points, good: NDArray[np.bool_], spread: float) -> Laid:
    """Two steps of weighted least squares; cards that are not `good` move, but do not move the camera."""
    for _ in range(2):
        off = _off(laid, seen, normal)
        weights = clear / (1 + (off / spread) ** 2) ** 2
        count, each = len(laid.cards), off[0].size
        # Each card's three numbers move its own samples only: one try moves all cards at once.
        own = np.empty((count, each, 3))
        for k, step in enumerate((1e-3, 1e-3, 1e-5)):
            moved = laid.cards.copy()
            moved[:, k] += step
            own[..., k] = ((_off(replace(laid, cards=moved), seen, normal) - off) / step).reshape(count, each)
        all_ = np.empty((count, each, 4))
        for k in range(4):
            at = laid.at.copy()
            at[k] += 1e-5
            all_[..., k] = ((_off(replace(laid, at=at), seen, normal) - off) / 1e-5).reshape(count, each)
        flat, weight = off.reshape(count, each), weights.reshape(count, each)
        trusted = weight * good[:, None]
        size = 4 + 3 * count
        bend, pull = np.zeros((size, size)), np.zeros(size)
        bend[:4, :4] = np.einsum("nsi,ns,nsj->ij", all_, trusted, all_)
        pull[:4] = np.einsum("nsi,ns,ns->i", all_, trusted, flat)
        for n in range(count):
            rows = slice(4 + 3 * n, 7 + 3 * n)
            bend[rows, rows] = np.einsum("si,s,sj->ij", own[n], weight[n], own[n])
            pull[rows] = np.einsum("si,s,s->i", own[n], weight[n], flat[n])
            if good[n]:
                bend[:4, rows] = np.einsum("si,s,sj->ij", all_[n], weight[n], own[n])
                bend[rows, :4] = bend[:4, rows].T
        # The samples of a side are not independent of each other: what is typical counts as a card or so.
        prior = (3 * spread / FOCAL_SPREAD) ** 2
        bend[2, 2] += prior
        if not good.any():
            # Nothing moves the camera yet.
            bend[:4, :4] += np.eye(4) * 1e12
        pull[2] += prior * laid.at[2]
        move = -np.linalg.solve(bend + np.diag(1e-6 * np.diag(bend) + 1e-9), pull)
        cards = laid.cards + np.clip(move[4:].reshape(count, 3), -8, 8)
        laid = replace(laid, at=laid.at + np.clip(move[:4], -0.1, 0.1), cards=cards)
    return laid
