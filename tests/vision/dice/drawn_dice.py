"""Small drawn pictures of dice in true perspective, for tests that need no photographs."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_view import DiceView, square
from vision.dice.patch import FACE as INNER
from vision.dice.patch import PATCH

FACE = 96
TABLE = (70, 110, 60)

#: x, y in die edges, turn in radians, printed label on top.
Placed = tuple[float, float, float, str]


def view(width: int = 640, height: int = 360, size: float = 32.0, elevation: float = 1.05) -> DiceView:
    """A camera over the table that shows a die in the middle of the picture `size` pixels wide."""
    return DiceView.from_die(width, height, (width / 2, height / 2), size, elevation)


def face_picture(label: str) -> NDArray[np.uint8]:
    """One face as printed: A K Q J as letters, 10 and 8 as red, 9 and 7 as black marks; "four" of an ordinary die."""
    face = np.full((FACE, FACE, 3), 238, np.uint8)
    if label == "four":
        for x, y in ((26, 26), (70, 26), (26, 70), (70, 70)):
            cv2.circle(face, (x, y), 10, (25, 25, 25), -1, cv2.LINE_AA)
        return face
    if label in "AKQJ":
        colour = {"A": (20, 20, 20), "K": (30, 30, 190), "Q": (40, 130, 30), "J": (170, 60, 20)}[label]
        (w, h), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, 2.2, 5)
        cv2.putText(
            face, label, ((FACE - w) // 2, (FACE + h) // 2), cv2.FONT_HERSHEY_DUPLEX, 2.2, colour, 5, cv2.LINE_AA
        )
        return face
    colour = (40, 40, 200) if label in ("10", "8") else (25, 25, 25)
    columns = {"10": (4, 2, 4), "9": (4, 1, 4), "8": (3, 2, 3), "7": (3, 1, 3)}[label]
    for x, count in zip((24, 48, 72), columns, strict=True):
        for k in range(count):
            y = FACE // 2 + (k - (count - 1) / 2) * (56 / max(count - 1, 3))
            cv2.circle(face, (x, round(y)), 6, colour, -1, cv2.LINE_AA)
    return face


def draw(camera: DiceView, dice: Sequence[Placed], noise: float = 2.0, seed: int = 1) -> NDArray[np.uint8]:
    """The table with dice at world places (x, y); dice nearer to the camera are drawn over those behind."""
    picture = np.empty((camera.height, camera.width, 3), np.uint8)
    picture[:] = TABLE
    for x, y, turn, label in sorted(dice, key=lambda d: -d[1]):
        corners = square((x, y), turn)
        upper, lower = camera.project(corners), camera.project(corners, 1.0)
        for i in range(4):
            j = (i + 1) % 4
            if (corners[i] + corners[j] - 2 * np.array([x, y])) @ np.array([x, y]) < 0:
                side = (face_picture("KQJA"[i]) * 0.75).astype(np.uint8)
                _paint(picture, side, np.array([upper[i], upper[j], lower[j], lower[i]]))
        _paint(picture, face_picture(label), upper[::-1])
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + grain, 0, 255).astype(np.uint8)


def _paint(picture: NDArray[np.uint8], face: NDArray[np.uint8], quad: NDArray[np.float64]) -> None:
    source = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    warped = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_AREA)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    weight = mask[..., None] / 255
    picture[:] = (picture * (1 - weight) + warped * weight).astype(np.uint8)


def row(camera: DiceView, labels: Sequence[str], spacing: float = 2.4, seed: int = 3) -> NDArray[np.uint8]:
    """A teaching picture: dice side by side in the middle of the picture, each turned a little differently."""
    middle = camera.on_plane(np.array([camera.width / 2, camera.height / 2]))
    turns = np.random.default_rng(seed).uniform(0, 1.5, len(labels))
    left = -(len(labels) - 1) / 2 * spacing
    return draw(
        camera, [(left + k * spacing, middle[1], float(turns[k]), la) for k, la in enumerate(labels)], seed=seed
    )


def square_on_cloth(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The patch of a face seen from straight above, as readers cut it, with some of the cloth around."""
    rim = round(FACE * (PATCH - INNER) / INNER / 2)
    patch = cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=TABLE)
    grain = np.random.default_rng(1).normal(0, 2, (PATCH, PATCH, 3))
    small = cv2.resize(patch, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    return np.clip(small + grain, 0, 255).astype(np.uint8)
