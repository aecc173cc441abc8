"""All pages of the kit, in printing order."""

from collections.abc import Iterator

from calibration.board import COLUMNS, HEIGHT_MM, ROWS, SQUARE_MM, WIDTH_MM, board_markers
from calibration.kit.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM, card_back, card_face
from calibration.kit.mats import mat_shapes
from calibration.kit.shapes import (
    BLACK,
    FAINT,
    INK,
    WHITE,
    Area,
    Layer,
    Page,
    Shape,
    Stroke,
    Words,
    marker_shapes,
    oblong,
    ruler,
)
from calibration.kit.words import WORDS, KitWords
from calibration.markers import ActionCard, ActionKind
from calibration.mat import Mat, Sheet, mat

#: Short and long side in mm.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def kit_pages(paper: str = "a4", language: str = "en", players: int = 4) -> tuple[Page, ...]:
    """The kit for so many players (2 to 10; the detective mat is for 3 or 4). Raises KeyError, ValueError."""
    size, words = PAPERS[paper], WORDS[language]
    mats = (mat("mentiroso", players), mat("detective", 3 if players == 3 else 4))
    return (
        _first_page(size, words, mats),
        *(page for each in mats for page in mat_pages(each, size, words)),
        *_card_pages(size, words),
        _board_page(size, words),
    )


def mat_pages(table: Mat, paper: tuple[float, float], words: KitWords) -> Iterator[Page]:
    """The sheets of a mat, each in the middle of a page, with marks to cut along."""
    shapes = mat_shapes(table, words)
    for number, sheet in enumerate(table.sheets, 1):
        short, long = paper
        width, height = (short, long) if sheet.width < sheet.height else (long, short)
        left, top = (width - sheet.width) / 2, (height - sheet.height) / 2
        clip = (left, top, sheet.width, sheet.height)
        drawn = Layer(left - sheet.left, top + sheet.near + sheet.height, shapes, clip)
        title = words.sheet.format(mat=table.name.capitalize(), n=number, of=len(table.sheets))
        foot = Layer(left, top + sheet.height, (*_cut_marks(sheet), *_foot(sheet, title, words)))
        yield Page(f"{table.name} {number}", width, height, (drawn, foot))


def _cut_marks(sheet: Sheet) -> Iterator[Shape]:
    for x in (0.0, sheet.width):
        for y in (0.0, sheet.height):
            out_x, out_y = (-1 if x == 0 else 1), (-1 if y == 0 else 1)
            yield Stroke(((x + out_x, y), (x + 5 * out_x, y)), INK, 0.15)
            yield Stroke(((x, y + out_y), (x, y + 5 * out_y)), INK, 0.15)


def _foot(sheet: Sheet, title: str, words: KitWords) -> Iterator[Shape]:
    yield Words(2, -4.5, title, 3.2, colour=FAINT)
    left = sheet.width - 102
    yield Stroke(((left, -2.2), (left + 100, -2.2)), INK, 0.2)
    for x in (left, left + 100):
        yield Stroke(((x, -1), (x, -3.4)), INK, 0.2)
    yield Words(left + 50, -5.4, words.scale, 2.6, colour=FAINT, align="centre")


def _first_page(paper: tuple[float, float], words: KitWords, mats: tuple[Mat, ...]) -> Page:
    width, height = paper
    shapes: list[Shape] = [Words(0, -8, "Cubilete", 12, True), Words(0, -17, words.title, 6, colour=FAINT)]
    y = -30.0
    for line in words.how:
        for part in _wrapped(line, 98):
            shapes.append(Words(0, y, part, 3.9))
            y -= 5.2
        y -= 1.8
    shapes.append(Words(14, y - 9, words.ruler, 4, True))
    shapes += ruler(14, y - 24, 150)
    shapes += ruler(6, y - 132, 100, upright=True)
    shapes.append(Words(22, y - 40, words.sheets, 4, True))
    shapes += _overview(mats[0], 62, y - 72, 0.13)
    shapes += _overview(mats[1], 142, y - 79, 0.13)
    return Page("first", width, height, (Layer(18, 14, tuple(shapes)),))


def _overview(table: Mat, x: float, y: float, scale: float) -> Iterator[Shape]:
    for number, sheet in enumerate(table.sheets, 1):
        left, near = x + sheet.left * scale, y + sheet.near * scale
        yield Area(oblong(left, near, sheet.width * scale, sheet.height * scale), WHITE, INK, 0.25)
        yield Words(left + sheet.width * scale / 2, near + sheet.height * scale / 2 - 2, str(number), 7, align="centre")
    yield Words(x, y - table.height * scale / 2 - 5, table.name.capitalize(), 4, align="centre")


def _wrapped(text: str, most: int) -> Iterator[str]:
    """Text in lines of at most `most` letters; those after the first are set in."""
    line = ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= most:
            yield line
            line = "    " + word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _card_pages(paper: tuple[float, float], words: KitWords) -> Iterator[Page]:
    width, height = paper
    left, top = (width - 4 * CARD_WIDTH_MM) / 2, (height - 4 * CARD_HEIGHT_MM) / 2
    faces, backs = [], []
    for seat in range(4):
        for kind in ActionKind:
            low = top + (seat + 1) * CARD_HEIGHT_MM
            faces.append(Layer(left + kind * CARD_WIDTH_MM, low, tuple(card_face(ActionCard(seat, kind), words))))
            backs.append(Layer(left + kind * CARD_WIDTH_MM, low, tuple(card_back(seat))))
    foot = height - top + 6
    yield Page(
        "card faces", width, height, (*faces, Layer(left, foot, (Words(0, 0, words.fronts, 3.2, colour=FAINT),)))
    )
    # The rows are alike from left to right, so that a page turned over its long edge needs no mirroring.
    yield Page("card backs", width, height, (*backs, Layer(left, foot, (Words(0, 0, words.backs, 3.2, colour=FAINT),))))


def board_shapes() -> Iterator[Shape]:
    """The calibration board from its top left corner."""
    yield Area(oblong(0, -HEIGHT_MM, WIDTH_MM, HEIGHT_MM), WHITE)
    for row in range(ROWS):
        for column in range(COLUMNS):
            if (row + column) % 2 == 0:
                yield Area(oblong(column * SQUARE_MM, -(row + 1) * SQUARE_MM, SQUARE_MM, SQUARE_MM), BLACK)
    for marker in board_markers():
        yield from marker_shapes(marker, rim=0)


def _board_page(paper: tuple[float, float], words: KitWords) -> Page:
    short, long = paper
    left, top = (long - WIDTH_MM) / 2, (short - HEIGHT_MM) / 2
    foot = Words(0, -HEIGHT_MM - 6, words.board_page, 3.2, colour=FAINT)
    return Page("board", long, short, (Layer(left, top, (*board_shapes(), foot)),))
