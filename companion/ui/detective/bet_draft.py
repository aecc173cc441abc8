"""A bet while it is being tapped in (D7 to D9, D25). Pure."""

from dataclasses import dataclass, replace

from companion.games.detective.betting import can_add_card, can_bet, can_take_back, take_back
from companion.games.detective.state import Bet, Game
from companion.games.seats import Seat
from companion.referee.detective.events import BetMoved, BetPlaced
from companion.referee.detective.state import BetProposed, DetectiveState
from companion.ui.keys import Key
from companion.ui.players import Player, kinds_of
from companion.ui.texts import NOTHING, Said, Told, text

MOST_CHIPS = 3


@dataclass(frozen=True, slots=True)
class BetDraft:
    """What was chosen so far."""

    owner: Seat | None = None
    chips: int = 1
    covered: bool = False
    moving: bool = False
    """It is the bet just made that is made anew."""

    @classmethod
    def of(cls, proposed: BetProposed | None) -> "BetDraft":
        """Begin with what the camera has seen, if it has."""
        return cls() if proposed is None else cls(proposed.owner, proposed.chips, proposed.covered)

    @classmethod
    def moved(cls, bet: Bet) -> "BetDraft":
        """Begin with the bet that is to be moved."""
        return cls(bet.owner, bet.chips, bet.covered, moving=True)

    def on(self, owner: Seat) -> "BetDraft":
        """On this player's board."""
        return replace(self, owner=owner)

    def of_chips(self, chips: int) -> "BetDraft":
        """So many chips."""
        return replace(self, chips=chips)

    def turn_cover(self) -> "BetDraft":
        """With an action card under it, or without."""
        return replace(self, covered=not self.covered)


@dataclass(frozen=True, slots=True)
class BetView:
    """The panel of a bet."""

    owners: tuple[Key, ...]
    chips: tuple[Key, ...]
    cover: Key
    said: Said
    """The bet in words, or what is still missing; until someone taps, what the camera makes of it."""
    doubtful: bool
    """The camera has seen a bet and is not sure of it."""
    can_confirm: bool
    confirm: Said
    last: Said
    """The bet just made, while it may be changed."""
    can_move: bool
    can_cover_last: bool


def bet_view(state: DetectiveState, draft: BetDraft, known: tuple[Player, ...] = ()) -> BetView:
    """Draw the panel; the rules say which chips can be spared."""
    assert state.game is not None
    game = _betting(state.game, draft)
    seat = game.bettor
    assert seat is not None
    ready = draft.owner is not None and can_bet(game, seat, draft.owner, draft.chips, covered=draft.covered)
    return BetView(
        owners=tuple(
            Key(f"{kind.sign} {name}", chosen=owner == draft.owner)
            for owner, (kind, name) in enumerate(zip(kinds_of(state.names, known), state.names, strict=True))
        ),
        chips=tuple(
            Key("●" * chips, enabled=can_bet(game, seat, seat, chips), chosen=chips == draft.chips)
            for chips in range(1, MOST_CHIPS + 1)
        ),
        cover=Key(text("bet.covered") if draft.covered else text("bet.cover"), chosen=draft.covered),
        said=_in_words(state, draft),
        doubtful=state.bet_seen is not None and not state.bet_seen.sure and draft == BetDraft.of(state.bet_seen),
        can_confirm=ready,
        confirm=text("bet.move") if draft.moving else text("bet.place"),
        last=_last(state) if not draft.moving else NOTHING,
        can_move=not draft.moving and _last_seat(state.game) is not None,
        can_cover_last=not draft.moving and can_cover_last(state),
    )


def _betting(game: Game, draft: BetDraft) -> Game:
    """The game in which this bet is to be made."""
    last = _last_seat(game)
    return take_back(game, last) if draft.moving and last is not None else game


def _last_seat(game: Game) -> Seat | None:
    """Who made the bet that may still be changed."""
    if not game.bets or not can_take_back(game, game.bets[-1].seat):
        return None
    return game.bets[-1].seat


def can_cover_last(state: DetectiveState) -> bool:
    """Whether an action card may still be put under the last bet (D25)."""
    game = state.game
    return game is not None and bool(game.bets) and can_add_card(game, game.bets[-1].seat)


def _in_words(state: DetectiveState, draft: BetDraft) -> Said:
    seen = state.bet_seen
    if seen is not None and draft == BetDraft.of(seen):
        if seen.why is not None:
            return text("bet.seen_doubt", why=Told(seen.why, state.names))
        return text("bet.seen", bet=bet_words(state.names[seen.owner], seen.chips, seen.covered))
    if draft.owner is None:
        return text("bet.whose")
    bet = bet_words(state.names[draft.owner], draft.chips, draft.covered)
    return text("bet.moves", bet=bet) if draft.moving else bet


def bet_words(owner: str, chips: int, covered: bool) -> Said:
    """A bet on this player's board."""
    if chips == 1:
        return text("bet.one_covered", owner=owner) if covered else text("bet.one", owner=owner)
    if covered:
        return text("bet.many_covered", owner=owner, chips=chips)
    return text("bet.many", owner=owner, chips=chips)


def _last(state: DetectiveState) -> Said:
    game = state.game
    if game is None or _last_seat(game) is None:
        return NOTHING
    bet = game.bets[-1]
    return text("bet.last", name=state.names[bet.seat], bet=bet_words(state.names[bet.owner], bet.chips, bet.covered))


last_bet_words = _last


def bet_event(state: DetectiveState, draft: BetDraft, at_ns: int) -> BetPlaced | BetMoved | None:
    """What the referee is told; None while the draft is no bet."""
    assert state.game is not None
    seat = _betting(state.game, draft).bettor
    if seat is None or draft.owner is None:
        return None
    kind = BetMoved if draft.moving else BetPlaced
    return kind(seat, draft.owner, draft.chips, draft.covered, at_ns)
