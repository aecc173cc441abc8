"""Who owns which card: the board row and each player's two cards, from where the cards lie.

With a table profile the zones decide. Without one the arrangement does: the longest straight row of three to five cards
in equal steps is the board, what is left lies in pairs, the seats are counted clockwise from the player nearest to the
bottom edge of the picture. Cards lie in one plane, so a row stays straight in the picture and its steps change slowly.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations

from calibration.zones import Zone, ZoneKind
from vision.cards.reading import CardReading

#: Cards of a row: a board has three to five (D6), and none before the flop.
SHORTEST, LONGEST = 3, 5
#: From card to card in a row, in card widths: touching at least, a card's gap at most.
STEPS = (0.75, 1.8)
#: How far a row's next card may lie from where the last two point, in steps: people lay by eye, far cards look smaller.
ASIDE = 0.45
#: From one card of a player to the other, in card widths.
TOGETHER = 2.2
#: A row that runs steeper than this is told from top to bottom, any other from left to right.
STEEP = math.radians(60)

Placer = Callable[[float, float], Zone | None]


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies where.

    board: the cards of the board row in dealing order; hands: each seat's cards, clockwise; others: cards that belong
    to neither; ordered: the profile tells the dealing order and the seats, else both are as the docstring above says;
    why: what speaks against this layout, empty where nothing does.
    """

    board: tuple[CardReading, ...]
    hands: tuple[tuple[CardReading, ...], ...]
    others: tuple[CardReading, ...]
    ordered: bool
    why: str


def arrange(readings: Sequence[CardReading], seats: int) -> Layout:
    """The layout of a showdown as the cards' places alone tell it; give it only readings that likely are cards."""
    cards = list(readings)
    rows = [row for row in _rows(cards) if len(cards) - len(row) <= 2 * seats] or _rows(cards)
    board = min(rows, key=lambda row: _cost(row, cards, seats), default=())
    rest = [card for card in cards if card not in board]
    pairs, alone = _pairs(rest)
    hands = _round_the_table(pairs + alone, board)
    others = tuple(card for hand in hands[seats:] for card in hand)
    hands = hands[:seats] + [()] * max(0, seats - len(hands))
    return Layout(_in_order(board), tuple(hands), others, False, _objection(board, hands, others))


def arrange_by_zones(readings: Sequence[CardReading], seats: int, zone_at: Placer) -> Layout:
    """The layout by the zones of a table profile; `zone_at` gives the zone at a pixel, None outside all of them."""
    board: list[tuple[int, CardReading]] = []
    hands: list[list[CardReading]] = [[] for _ in range(seats)]
    others: list[CardReading] = []
    for card in readings:
        zone = zone_at(*card.centre)
        if zone is not None and zone.kind is ZoneKind.BOARD:
            board.append((zone.index or 0, card))
        elif zone is not None and zone.seat is not None and zone.seat < seats:
            hands[zone.seat].append(card)
        else:
            others.append(card)
    row = tuple(card for _, card in sorted(board, key=lambda placed: placed[0]))
    places = [place for place, _ in board]
    told = tuple(tuple(hand) for hand in hands)
    why = _objection(row, told, ())
    if len(set(places)) < len(places):
        why = why or "two cards lie in one place of the board"
    return Layout(row, told, tuple(others), True, why)


def width_of(card: CardReading) -> float:
    """The shorter side of a card's outline in pixels, the mean of both."""
    a, b, c, d = card.quad
    return min((math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2)


def _objection(board: Sequence[CardReading], hands: Sequence[Sequence[CardReading]], others: Sequence[object]) -> str:
    if len(board) > LONGEST:
        return f"the board has five cards at most, found {len(board)}"
    if len(board) in (1, 2):
        return f"the board has 0, 3, 4 or 5 cards, found {len(board)}"
    for seat, hand in enumerate(hands):
        if len(hand) != 2:
            return f"seat {seat} should show two cards, found {len(hand)}"
    return "a card belongs to nobody" if others else ""


def _rows(cards: list[CardReading]) -> list[tuple[CardReading, ...]]:
    """Every straight row, from its first card to its last, that cannot go on."""
    rows = []
    for first, second in permutations(cards, 2):
        row = [first, second]
        if not STEPS[0] <= math.dist(first.centre, second.centre) / _width(row) <= STEPS[1]:
            continue
        while len(row) < LONGEST and (following := _following(row, cards)) is not None:
            row.append(following)
        if len(row) >= SHORTEST:
            rows.append(tuple(row))
            # The last card may be a player's that happens to lie on.
            rows += [tuple(row[:n]) for n in range(SHORTEST, len(row))]
    return rows


def _width(cards: Sequence[CardReading]) -> float:
    return sum(width_of(card) for card in cards) / len(cards)


def _following(row: list[CardReading], cards: list[CardReading]) -> CardReading | None:
    near = [(_aside(row[-2], row[-1], card), card) for card in cards if card not in row]
    best = min(near, key=lambda found: found[0], default=None)
    return best[1] if best is not None and best[0] < ASIDE else None


def _aside(before: CardReading, last: CardReading, card: CardReading) -> float:
    """How far `card` lies from where the step from `before` to `last` leads, in steps."""
    (ax, ay), (bx, by) = before.centre, last.centre
    return math.dist((2 * bx - ax, 2 * by - ay), card.centre) / max(math.dist((ax, ay), (bx, by)), 1e-6)


def _cost(row: tuple[CardReading, ...], cards: list[CardReading], seats: int) -> float:
    """Low for a long even row that leaves a pair to every player."""
    uneven = sum(_aside(row[i], row[i + 1], row[i + 2]) for i in range(len(row) - 2)) / (len(row) - 2)
    pairs, alone = _pairs([card for card in cards if card not in row])
    return uneven + 1.0 * len(alone) + 1.0 * max(0, len(pairs) - seats) - 0.6 * len(row)


Pairs = list[tuple[CardReading, ...]]


def _pairs(cards: list[CardReading]) -> tuple[Pairs, Pairs]:
    """Cards lying together, nearest first, and those left alone."""
    left = list(cards)
    pairs: Pairs = []
    while len(left) > 1:
        away = [
            (math.dist(one.centre, other.centre) / _width((one, other)), one, other)
            for i, one in enumerate(left)
            for other in left[i + 1 :]
        ]
        nearest, one, other = min(away, key=lambda found: found[0])
        if nearest > TOGETHER:
            break
        pairs.append((one, other))
        left = [card for card in left if card is not one and card is not other]
    return pairs, [(card,) for card in left]


def _round_the_table(hands: Pairs, board: tuple[CardReading, ...]) -> Pairs:
    """Clockwise as seen from above, the one nearest to the picture's bottom edge first."""
    if not hands:
        return []
    places = [_middle(hand) for hand in hands]
    x0, y0 = _middle(board) if board else _middle([card for hand in hands for card in hand])
    first = max(range(len(hands)), key=lambda i: places[i][1])
    # y runs down in a picture, so growing angles run clockwise.
    angles = [math.atan2(y - y0, x - x0) for x, y in places]
    order = sorted(range(len(hands)), key=lambda i: (angles[i] - angles[first]) % (2 * math.pi))
    return [hands[i] for i in order]


def _middle(cards: Sequence[CardReading]) -> tuple[float, float]:
    return sum(c.centre[0] for c in cards) / len(cards), sum(c.centre[1] for c in cards) / len(cards)


def _in_order(row: tuple[CardReading, ...]) -> tuple[CardReading, ...]:
    if not row:
        return row
    (ax, ay), (bx, by) = row[0].centre, row[-1].centre
    steep = abs(by - ay) > math.tan(STEEP) * abs(bx - ax)
    forward = by > ay if steep else bx > ax
    return row if forward else row[::-1]
