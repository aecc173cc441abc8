"""The points of a coup, each one explained, and the game by coups and phases (D14 to D21). Pure."""

from dataclasses import dataclass

from companion.games.detective.ranking import ranking
from companion.games.detective.state import ActionCard, Coup, Game, ScoredBet, Street
from companion.games.detective.strength import strength
from companion.games.seats import Seat
from companion.referee.detective.state import DetectiveState
from companion.ui.detective.words import ACTION, KIND, STREET, names_of, signed
from companion.ui.keys import Key
from companion.ui.players import Kind, Player, kinds_of
from companion.ui.texts import NOTHING, Said, text


@dataclass(frozen=True, slots=True)
class PointLine:
    """One bet and what it gave."""

    kind: Kind
    name: str
    bet: Said
    why: Said
    points: str
    right: bool


@dataclass(frozen=True, slots=True)
class SumLine:
    """What the coup gave to one player."""

    kind: Kind
    name: str
    by_street: tuple[str, ...]
    gain: str
    total: str
    first: bool
    """Leads, or has won."""


@dataclass(frozen=True, slots=True)
class PointsView:
    """The panel after the showdown: one phase, or the sum."""

    tabs: tuple[Key, ...]
    """The four phases, then the sum."""
    street: Street | None
    """None: the sum."""
    best: Said
    worst: Said
    lines: tuple[PointLine, ...]
    sums: tuple[SumLine, ...]


def points_view(state: DetectiveState, coup: Coup, street: Street | None, known: tuple[Player, ...] = ()) -> PointsView:
    """Draw the panel."""
    kinds = kinds_of(state.names, known)
    tabs = (
        *(Key(STREET[each], chosen=each is street) for each in Street),
        Key(text("points.sum"), chosen=street is None),
    )
    if street is None:
        return PointsView(tabs, None, NOTHING, NOTHING, (), sum_lines(state, coup, kinds))
    scored = [each for each in coup.bets if each.bet.street is street]
    best, worst = coup.best[street - 1], coup.worst[street - 1]
    return PointsView(
        tabs,
        street,
        text("points.best", names=names_of(best, state.names), hand=_hand(coup, street, best)),
        text("points.worst", names=names_of(worst, state.names), hand=_hand(coup, street, worst)),
        tuple(_line(state.names, kinds, each) for each in scored),
        (),
    )


def _hand(coup: Coup, street: Street, seats: frozenset[Seat]) -> Said:
    """What they hold in this phase; all of them the same."""
    board = coup.board[: street.board_cards]
    return KIND[strength((*coup.holes[min(seats)], *board)).kind]


def _line(names: tuple[str, ...], kinds: tuple[Kind, ...], scored: ScoredBet) -> PointLine:
    bet = scored.bet
    card = text("points.with", card=ACTION[bet.card]) if bet.card is not None else NOTHING
    return PointLine(
        kind=kinds[bet.seat],
        name=names[bet.seat],
        bet=text("points.bet", chips="●" * bet.chips, owner=names[bet.owner], card=card),
        why=_why(names, scored),
        points=signed(scored.points),
        right=scored.right,
    )


def _why(names: tuple[str, ...], scored: ScoredBet) -> Said:
    """In a few words, that they may be large: who was best and worst stands above."""
    bluff, moved = scored.bet.card is ActionCard.BLUFF, scored.bet.card is ActionCard.CW
    target = names[scored.target]
    if scored.right:
        why = text("why.worst", name=target) if bluff else text("why.best", name=target)
    elif bluff:
        why = text("why.not_worst", name=target)
    else:
        why = text("why.not_best", name=target)
    if moved:
        return text("why.moved", why=why)
    if scored.points < 0:
        return text("why.penalty", why=why)
    return why


def sum_lines(state: DetectiveState, coup: Coup, kinds: tuple[Kind, ...]) -> tuple[SumLine, ...]:
    """What each player got in this coup, by phase, and has in all."""
    # While a coup is in dispute no other totals are told than before.
    assert state.told_game is not None
    totals = state.told_game.totals
    return tuple(
        SumLine(
            kind=kinds[seat],
            name=name,
            by_street=tuple(signed(points) for points in street_points(coup, seat)),
            gain=signed(coup.gains[seat]),
            total=str(totals[seat]).replace("-", "−"),
            first=totals[seat] == max(totals),
        )
        for seat, name in enumerate(state.names)
    )


def street_points(coup: Coup, seat: Seat) -> tuple[int, ...]:
    """What one player got in each phase of a coup."""
    return tuple(
        sum(each.points for each in coup.bets if each.bet.seat == seat and each.bet.street is street)
        for street in Street
    )


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One player at the end."""

    place: int
    kind: Kind
    name: str
    points: int
    tie: Said
    """What decided between equals (D20); nothing where the points did."""


def places(state: DetectiveState, known: tuple[Player, ...] = ()) -> tuple[PlaceLine, ...]:
    """Everyone, the winner first; those who share a place have the same number."""
    game = state.told_game
    if game is None:
        return ()
    kinds = kinds_of(state.names, known)
    lines: list[PlaceLine] = []
    for seats in ranking(game):
        place = len(lines) + 1
        lines += [
            PlaceLine(place, kinds[seat], state.names[seat], game.totals[seat], _tie(game, seat)) for seat in seats
        ]
    return tuple(lines)


def _tie(game: Game, seat: Seat) -> Said:
    equals = [other for other, total in enumerate(game.totals) if total == game.totals[seat]]
    if len(equals) < 2 or not game.coups:
        return NOTHING
    return text("places.tie", cards=game.coups[-1].action_cards[seat])


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of one player after each coup, 0 at the start."""

    kind: Kind
    name: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoresView:
    """The whole game on one sheet."""

    heads: tuple[tuple[Kind, str], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """One a coup: its number, and what each player got; for coups to come nothing."""
    totals: tuple[str, ...]
    curves: tuple[Curve, ...]
    coup: int
    """Number of the coup whose phases are shown, from 1; 0 where none is finished."""
    streets: tuple[tuple[Said, tuple[str, ...]], ...]
    """What each player got in each phase of that coup."""
    can_go_back: bool
    can_go_on: bool


def scores_view(state: DetectiveState, coup: int | None = None, known: tuple[Player, ...] = ()) -> ScoresView:
    """`coup`: the one whose phases are shown, from 1; the last finished one where none is named."""
    game = state.told_game
    if game is None:
        return ScoresView((), (), (), (), 0, (), False, False)
    kinds, seats, done = kinds_of(state.names, known), range(game.players), len(game.coups)
    shown = min(max(coup or done, 1), done) if done else 0
    streets = [street_points(game.coups[shown - 1], seat) for seat in seats] if shown else []
    return ScoresView(
        heads=tuple(zip(kinds, state.names, strict=True)),
        rows=tuple(
            (str(number + 1), tuple(signed(gain) for gain in game.coups[number].gains) if number < done else ())
            for number in range(2 * game.players)
        ),
        totals=tuple(str(total).replace("-", "−") for total in game.totals),
        curves=tuple(Curve(kinds[seat], state.names[seat], _curve(game, seat)) for seat in seats),
        coup=shown,
        streets=tuple(
            (STREET[street], tuple(signed(by_seat[street - 1]) for by_seat in streets)) for street in Street if shown
        ),
        can_go_back=shown > 1,
        can_go_on=shown < done,
    )


def _curve(game: Game, seat: Seat) -> tuple[int, ...]:
    totals = [0]
    for coup in game.coups:
        totals.append(totals[-1] + coup.gains[seat])
    return tuple(totals)
