"""A drawn table with cards, for the benchmarks: plain letters, one suit mark, on felt."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

WIDTH, HEIGHT = 126, 176
INK = {"S": (25, 20, 20), "C": (25, 20, 20), "H": (30, 20, 200), "D": (30, 20, 200)}

Mask = NDArray[np.uint8]


def rank_picture(rank: str) -> Mask:
    """A rank's letters, 255 on 0."""
    text = "10" if rank == "T" else rank
    mask = np.zeros((60, 90), np.uint8)
    cv2.putText(mask, text, (6, 50), cv2.FONT_HERSHEY_DUPLEX, 1.6 if rank != "T" else 1.3, 255, 4, cv2.LINE_AA)
    ys, xs = np.nonzero(mask)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def suit_picture(suit: str) -> Mask:
    """A suit's mark, 255 on 0, 60 x 60."""
    mask = np.zeros((60, 60), np.uint8)

    def shape(*points: tuple[int, int]) -> None:
        cv2.fillPoly(mask, [np.array(points, np.int32)], 255, cv2.LINE_AA)

    def disc(x: int, y: int) -> None:
        cv2.circle(mask, (x, y), 14, 255, -1, cv2.LINE_AA)

    if suit == "D":
        shape((30, 2), (54, 30), (30, 58), (6, 30))
    elif suit == "H":
        disc(17, 18)
        disc(43, 18)
        shape((4, 24), (56, 24), (30, 58))
    elif suit == "S":
        disc(17, 36)
        disc(43, 36)
        shape((4, 32), (56, 32), (30, 2))
        shape((30, 34), (40, 58), (20, 58))
    else:
        disc(30, 16)
        disc(16, 36)
        disc(44, 36)
        shape((30, 24), (40, 58), (20, 58))
    return mask


def card(code: str) -> Picture:
    """A card with two indices and a large mark in the middle, upright."""
    picture = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
    _stamp(picture, cv2.resize(rank_picture(code[0]), (16, 24), interpolation=cv2.INTER_AREA), 5, 6, INK[code[1]])
    _stamp(picture, cv2.resize(suit_picture(code[1]), (16, 18), interpolation=cv2.INTER_AREA), 5, 33, INK[code[1]])
    picture = np.minimum(picture, picture[::-1, ::-1])
    _stamp(picture, suit_picture(code[1]), 33, 58, INK[code[1]])
    return picture


def table(cards: tuple[tuple[str, int, int, float], ...], size: tuple[int, int] = (1920, 1080)) -> Picture:
    """Cards (code, centre x and y, degrees) on green felt with a camera's noise."""
    width, height = size
    grain = np.random.default_rng(7).normal(0, 4, (height, width, 1))
    felt = np.clip(np.array([60, 95, 40]) + grain, 0, 255).astype(np.uint8)
    for code, x, y, degrees in cards:
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, 1.0)
        turn[:, 2] += (x - WIDTH / 2, y - HEIGHT / 2)
        mask = cv2.warpAffine(np.full((HEIGHT, WIDTH), 255, np.uint8), turn, size)
        there = cv2.warpAffine(card(code), turn, size, borderMode=cv2.BORDER_REPLICATE)
        felt[mask > 127] = there[mask > 127]
    return felt


def _stamp(picture: Picture, mask: Mask, x: int, y: int, ink: tuple[int, int, int]) -> None:
    part = picture[y : y + mask.shape[0], x : x + mask.shape[1]]
    alpha = mask[..., None] / 255
    part[:] = (part * (1 - alpha) + np.array(ink) * alpha).astype(np.uint8)


#: Five cards of a board and two pairs.
SHOWDOWN = (
    ("AS", 600, 520, 3.0),
    ("7D", 760, 525, -4.0),
    ("KH", 920, 515, 1.0),
    ("9C", 1080, 522, 5.0),
    ("4S", 1240, 518, -2.0),
    ("QD", 850, 860, 12.0),
    ("TC", 1010, 865, -8.0),
    ("5H", 820, 190, 175.0),
    ("JC", 980, 195, 184.0),
)
