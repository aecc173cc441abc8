"""Tops of chips in a part of the table seen from above: there they are circles, all of one size.

Every step of colour votes for where the middle of a circle would be whose rim it is (P. V. C. Hough, 1962; with the
direction of the step as in D. H. Ballard, 1981). A rim of which a part is hidden, cut off, or borders on a chip of the
same colour still gathers votes along the rest.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chips.above import GRAIN
from vision.chips.colours import Mask

#: Radii of chips in mm, and the steps in which they are tried.
RADII, STEP = (11.0, 23.0), 0.5
#: Steps of Lab a pixel that vote; a stronger one does not vote more than so much.
FAINT, STRONG = 0.4, 4.0
#: A top gathers at least so many votes for each pixel round it, and this share of those of the best top of its part.
LEAST, SHARE = 0.08, 0.22
#: Where no rim in the picture gathers so many there are no chips.
CLEAREST = 0.13
#: A top's rim is of its colour in this share of its directions.
RIM = 0.55
#: Circles nearer to each other than this (radii) are chips of one column. On the camera's side, where the walls show,
#: so are those up to the second figure (chips beside each other are two apart), and farther off those with less than
#: this share of the top's votes: half a rim.
APART, BESIDE, HALF = 1.0, 1.6, 0.7
_DIRECTIONS = 48

Lab = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Top:
    """A circle that may be a chip's top: its middle in pixels of the part, and the votes for it."""

    x: float
    y: float
    votes: float

    def covers(self, other: "Top", radius_px: float, down: NDArray[np.float32]) -> bool:
        """Whether the other is a lower circle of this top's column; down: where the foot of a high one is (pixels)."""
        away = np.array([other.x - self.x, other.y - self.y])
        reach = float(np.linalg.norm(down))
        along = float(away @ down) / max(reach, 1e-6)
        near = APART * radius_px
        if float(np.linalg.norm(away)) < near:
            return True
        across = float(np.linalg.norm(away - along * down / max(reach, 1e-6)))
        lower = along < BESIDE * radius_px or other.votes < HALF * self.votes
        return 0 < along < near + reach and across < near and lower


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """Steps of colour near a colour's places: pixels (n, 2), unit directions (n, 2), strengths (n); the part's size."""

    at: NDArray[np.float32]
    way: NDArray[np.float32]
    strength: NDArray[np.float32]
    size: tuple[int, int]

    @classmethod
    def of(cls, lab: Lab, mask: Mask, inside: NDArray[np.bool_]) -> "Rims":
        """lab: of the part from above; mask: where the colour is; inside: where the picture goes on."""
        steps = [
            np.stack([cv2.Sobel(lab[..., k], cv2.CV_32F, *way, ksize=3, scale=1 / 8) for k in range(3)], axis=-1)
            for way in ((1, 0), (0, 1))
        ]
        near = (cv2.dilate(mask, np.ones((9, 9), np.uint8)) > 0) & inside
        right, down = (step[near] for step in steps)
        length = np.hypot(right, down)
        most = length.argmax(axis=1)
        rows = np.arange(len(most))
        strength = length[rows, most]
        way = np.stack([right[rows, most], down[rows, most]], axis=1) / np.maximum(strength, 1e-6)[:, None]
        ys, xs = np.nonzero(near)
        clear = strength > FAINT
        at = np.stack([xs, ys], axis=1)[clear].astype(np.float32)
        return cls(at, way[clear], np.minimum(strength[clear], STRONG), mask.shape[:2])

    def votes(self, radius_px: float) -> NDArray[np.float32]:
        """For each pixel of the part, how many rims are a circle's round it."""
        height, width = self.size
        gathered = np.zeros(height * width, np.float32)
        for side in (-1, 1):
            x, y = np.rint(self.at + side * radius_px * self.way).astype(np.int64).T
            there = (x >= 0) & (y >= 0) & (x < width) & (y < height)
            gathered += np.bincount(y[there] * width + x[there], self.strength[there], minlength=height * width).astype(
                np.float32
            )
        return np.asarray(cv2.GaussianBlur(gathered.reshape(height, width), (0, 0), 1.5), np.float32)


def radius_of(parts: list[Rims]) -> float | None:
    """The radius in mm that the clearest rims agree on; None where there are none."""
    radii = np.arange(RADII[0], RADII[1], STEP)
    # Squared: the few clear chips of a picture outweigh many ornaments of cards.
    scores = np.array([sum(float(p.votes(r * GRAIN).max(initial=0)) ** 2 for p in parts) / r**2 for r in radii])
    if not len(parts):
        return None
    best = int(np.clip(scores.argmax(), 1, len(radii) - 2))
    clearest = max(float(part.votes(radii[best] * GRAIN).max(initial=0)) for part in parts)
    if clearest < CLEAREST * 2 * np.pi * radii[best] * GRAIN:
        return None
    before, peak, after = scores[best - 1 : best + 2]
    bend = before - 2 * peak + after
    return float(radii[best] + (STEP * 0.5 * (before - after) / bend if bend < 0 else 0.0))


def tops_of(rims: Rims, mask: Mask, radius_px: float) -> list[Top]:
    """Circles whose rim is of the mask's colour, the most voted first; of one column there may be several."""
    votes = np.maximum(rims.votes(radius_px), rims.votes(1.02 * radius_px))
    least = max(LEAST * 2 * np.pi * radius_px, SHARE * float(votes.max(initial=0.0)))
    peaks = (votes >= cv2.dilate(votes, np.ones((11, 11), np.uint8))) & (votes > least)
    ys, xs = np.nonzero(peaks)
    angles = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
    found = []
    for number in np.argsort(-votes[ys, xs])[:16]:
        x, y = float(xs[number]), float(ys[number])
        reach = np.arange(0.86, 1.07, 0.04) * radius_px
        ring = np.array([x, y]) + reach[None, :, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)[:, None]
        px, py = (np.ascontiguousarray(ring[..., axis], np.float32) for axis in (0, 1))
        rim = cv2.remap(mask, px, py, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=255)
        if (rim > 0).any(axis=1).mean() > RIM:
            found.append(Top(x, y, float(votes[ys[number], xs[number]])))
    return found
