"""The table as a picture: whose board holds which chips, where the cards lie. Pure."""

from dataclasses import dataclass

from companion.games.detective.state import ActionCard, Coup, Game, Hole, Street
from companion.games.seats import Seat
from companion.referee.detective.state import DetectiveState, Phase
from companion.ui.detective.keys import EMPTY, CardView, card_view
from companion.ui.detective.words import STREET
from companion.ui.players import Kind, Player, kinds_of
from companion.ui.texts import NOTHING, Said, text


@dataclass(frozen=True, slots=True)
class StackView:
    """Chips of one bettor on one player's board, from one phase."""

    kind: Kind
    """Whose they are."""
    chips: int
    covered: bool
    """An action card lies under them."""
    card: ActionCard | None = None
    """Which one, once it was turned up."""
    right: bool | None = None
    """After the points: whether the bet was right."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's place at the table."""

    seat: Seat
    name: str
    kind: Kind
    dealer: bool
    turn: bool
    points: int
    chips_left: int | None
    """None while no coup is played."""
    stacks: tuple[tuple[StackView, ...], ...]
    """What lies on this player's board, by phase (D8)."""
    cards: tuple[CardView, ...]
    """The player's cards, face up from the showdown on; empty where none are on the table."""
    honour: Said = NOTHING
    """Best or worst in the phase that is looked at."""


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole picture."""

    seats: tuple[SeatView, ...]
    board: tuple[CardView, ...]
    """Five places."""
    out: tuple[CardView, ...]
    """Taken out of play (D22)."""
    street: Street | None
    """The phase whose column is lit."""
    street_said: Said


def table_view(
    state: DetectiveState,
    known: tuple[Player, ...] = (),
    street: Street | None = None,
    slot: tuple[Seat, int] | None = None,
    bet: int | None = None,
) -> TableView:
    """`street`: the phase looked at after the points; `slot`: whose card is named next; `bet`: whose action card is."""
    game = state.game
    if game is None:
        return TableView((), (EMPTY,) * 5, (), None, NOTHING)
    coup = state.coup
    lit = street if coup is not None else game.street if state.phase in _PLAYED else None
    seats = tuple(_seat(state, game, coup, seat, known, lit, slot, bet) for seat in range(game.players))
    return TableView(
        seats=seats,
        board=_board(game, coup, lit),
        out=tuple(card_view(card, faded=True) for card in game.taken_out),
        street=lit,
        street_said=STREET[lit] if lit is not None else NOTHING,
    )


_PLAYED = (Phase.BETS, Phase.BOARD, Phase.SHOWDOWN)


def _board(game: Game, coup: Coup | None, lit: Street | None) -> tuple[CardView, ...]:
    cards = coup.board if coup is not None else game.board
    visible = lit.board_cards if coup is not None and lit is not None else 5
    shown = [card_view(card, faded=place >= visible) for place, card in enumerate(cards)]
    return (*shown, *(EMPTY,) * (5 - len(shown)))


def _seat(
    state: DetectiveState,
    game: Game,
    coup: Coup | None,
    seat: Seat,
    known: tuple[Player, ...],
    lit: Street | None,
    slot: tuple[Seat, int] | None,
    bet: int | None,
) -> SeatView:
    kinds = kinds_of(state.names, known)
    playing = state.phase in _PLAYED
    dealer = coup.dealer if coup is not None else game.dealer
    return SeatView(
        seat=seat,
        name=state.names[seat],
        kind=kinds[seat],
        dealer=seat == dealer,
        turn=seat == state.turn or (slot is not None and seat == slot[0]) or _bets(game, bet) == seat,
        points=state.board.points[seat],
        chips_left=game.chips_left(seat) if playing and state.phase is not Phase.SHOWDOWN else None,
        stacks=_stacks(state, game, coup, seat, kinds),
        cards=_cards(state, coup, seat, slot),
        honour=_honour(coup, lit, seat) if coup is not None and lit is not None else NOTHING,
    )


def _honour(coup: Coup, street: Street, seat: Seat) -> Said:
    best, worst = seat in coup.best[street - 1], seat in coup.worst[street - 1]
    if best and worst:
        return text("seat.all_alike")
    if best:
        return text("seat.best")
    return text("seat.worst") if worst else NOTHING


def _bets(game: Game, bet: int | None) -> Seat | None:
    return game.bets[bet].seat if bet is not None else None


def _stacks(
    state: DetectiveState, game: Game, coup: Coup | None, owner: Seat, kinds: tuple[Kind, ...]
) -> tuple[tuple[StackView, ...], ...]:
    by_street: dict[Street, list[StackView]] = {street: [] for street in Street}
    if coup is not None:
        for each in coup.bets:
            if each.bet.owner == owner:
                stack = StackView(kinds[each.bet.seat], each.bet.chips, each.bet.covered, each.bet.card, each.right)
                by_street[each.bet.street].append(stack)
    else:
        turned = state.turned or (None,) * len(game.bets)
        for made, card in zip(game.bets, turned, strict=True):
            if made.owner == owner:
                by_street[made.street].append(StackView(kinds[made.seat], made.chips, made.covered, card))
    return tuple(tuple(by_street[street]) for street in Street)


def _cards(state: DetectiveState, coup: Coup | None, seat: Seat, slot: tuple[Seat, int] | None) -> tuple[CardView, ...]:
    if coup is not None:
        return _hole(coup.holes[seat])
    if state.phase is Phase.SHOWDOWN:
        hole = state.shown[seat]
        place = slot[1] if slot is not None and slot[0] == seat else None
        if hole is None or place is not None:
            return tuple(CardView(chosen=number == place) for number in range(2))
        return _hole(hole)
    return ()


def _hole(hole: Hole) -> tuple[CardView, ...]:
    return tuple(card_view(card) for card in hole)
