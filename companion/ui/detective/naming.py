"""Cards while they are named: by rank and suit, or as the camera proposes (D6, D10, D15). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.cards import Card, Rank
from companion.games.detective.showing import can_turn_action_card
from companion.games.detective.state import ActionCard, Game, Hole
from companion.games.errors import NotUnderstood
from companion.games.seats import Seat
from companion.referee.detective import events as e
from companion.referee.detective.state import CardReading, DetectiveState, Phase
from companion.ui.detective.bet_draft import can_cover_last, last_bet_words
from companion.ui.detective.keys import PadView, pad_view
from companion.ui.detective.words import ACTION, STREET, card_text, cards_text, hand_text, listed
from companion.ui.keys import Key
from companion.ui.texts import NOTHING, Said, Told, text

OFFERED = 3
"""So many cards that it may be are offered where the camera is not sure."""
KINDS = tuple(ActionCard)


@dataclass(frozen=True, slots=True)
class NamingDraft:
    """What was tapped so far."""

    rank: Rank | None = None
    seat: Seat | None = None
    """At the showdown: whose cards somebody wants to name; None: those of the next one."""
    first: Card | None = None
    """The first of the two."""

    def name(self, card: Card) -> "NamingDraft":
        """The first card of a hand is known."""
        return replace(self, rank=None, first=card)


def slot(state: DetectiveState, draft: NamingDraft) -> tuple[Seat, int] | None:
    """Whose card is named next at the showdown, and which of the two; None when all hands are known."""
    if state.phase is not Phase.SHOWDOWN:
        return None
    missing = next((seat for seat, hole in enumerate(state.shown) if hole is None), None)
    seat = draft.seat if draft.seat is not None else missing
    return None if seat is None else (seat, 0 if draft.first is None else 1)


@dataclass(frozen=True, slots=True)
class NamingView:
    """The panel that names a card."""

    what: Said
    """Which card is wanted."""
    pad: PadView
    offer: Said
    """What the camera proposes, or why it proposes nothing; nothing where it is silent."""
    can_accept: bool
    suggestions: tuple[Card, ...]
    """Where the camera is not sure: what the wanted card may be, likeliest first."""
    last: Said
    """The bet just made, while an action card may still be put under it."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """The suggestions as keys."""
        return tuple(Key(card_text(card)) for card in self.suggestions)


def board_view(state: DetectiveState, draft: NamingDraft) -> NamingView:
    """The next card of the board."""
    assert state.game is not None
    game, seen = state.game, state.board_seen
    offer: Said = NOTHING
    suggestions: tuple[Card, ...] = ()
    if seen is not None and seen.new:
        offer = text("naming.seen", cards=cards_text(seen.new))
    elif seen is not None and seen.doubtful and seen.why is not None:
        offer = Told(seen.why, state.names)
        following = [each for place, each in zip(seen.places, seen.readings, strict=True) if place == len(game.board)]
        suggestions = _likely(following, game.cards_seen)
    return NamingView(
        what=text("naming.board", number=len(game.board) + 1),
        pad=pad_view(game.cards_seen, draft.rank),
        offer=offer,
        can_accept=seen is not None and bool(seen.new),
        suggestions=suggestions,
        last=last_bet_words(state) if can_cover_last(state) and offer == NOTHING else NOTHING,
    )


def hands_view(state: DetectiveState, draft: NamingDraft) -> NamingView:
    """The next card of a hand at the showdown."""
    assert state.game is not None
    wanted = slot(state, draft)
    seat, place = wanted if wanted is not None else (0, 0)
    gone = _gone(state, state.game, seat, draft)
    sure = tuple(number for number, each in enumerate(state.hands_seen) if each.hole is not None)
    offer: Said = NOTHING
    suggestions: tuple[Card, ...] = ()
    if fresh := [number for number in sure if state.shown[number] is None]:
        holes = ((state.names[number], state.hands_seen[number].hole) for number in fresh)
        read = listed([hand_text(name, tuple(hole)) for name, hole in holes if hole is not None])
        offer = text("naming.hands_seen", hands=read)
    elif seat < len(state.hands_seen) and (why := state.hands_seen[seat].why) is not None:
        offer = Told(why, state.names)
        suggestions = _likely(state.hands_seen[seat].readings[place : place + 1], gone)
    if None not in state.shown and draft.first is None:
        # It may have been a slip of the finger.
        offer = text("naming.leave", name=state.names[seat])
    which = (
        text("naming.first", name=state.names[seat]) if place == 0 else text("naming.second", name=state.names[seat])
    )
    return NamingView(
        what=which,
        pad=pad_view(gone, draft.rank),
        offer=offer,
        can_accept=bool(fresh),
        suggestions=suggestions,
        last=last_bet_words(state) if can_cover_last(state) and offer == NOTHING else NOTHING,
    )


def _gone(state: DetectiveState, game: Game, seat: Seat, draft: NamingDraft) -> frozenset[Card]:
    """The cards that this player cannot hold."""
    shown = {card for other, hole in enumerate(state.shown) if hole is not None and other != seat for card in hole}
    return frozenset(shown | set(game.board) | set(game.taken_out) | ({draft.first} if draft.first else set()))


def _likely(readings: Sequence[CardReading], gone: frozenset[Card]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for reading in readings:
        for each in reading.alternatives:
            try:
                card = Card.parse(each.value)
            except NotUnderstood:
                continue
            if card not in gone and card not in cards:
                cards.append(card)
    return tuple(cards[:OFFERED])


def board_event(state: DetectiveState, at_ns: int) -> e.BoardTurned | None:
    """One tap accepts what the camera proposes."""
    seen = state.board_seen
    return e.BoardTurned(seen.new, e.CAMERA, at_ns) if seen is not None and seen.new else None


def hands_event(state: DetectiveState, at_ns: int) -> e.HandsShown | None:
    """One tap accepts all hands that the camera is sure of and nobody has named."""
    hands = tuple(
        shown_hand(seat, each.hole)
        for seat, each in enumerate(state.hands_seen)
        if each.hole is not None and state.shown[seat] is None
    )
    return e.HandsShown(hands, e.CAMERA, at_ns) if hands else None


def shown_hand(seat: Seat, hole: Hole) -> e.ShownHand:
    """A hand as the journal keeps it."""
    return e.ShownHand(seat, hole.own, hole.forehead)


@dataclass(frozen=True, slots=True)
class ActionsView:
    """The panel that names the action cards, one bet after another."""

    bet: int | None
    """The bet that is asked about; None when no action card was laid in this coup."""
    what: Said
    progress: Said
    offer: Said
    """What the camera reads under the bets, or what is odd there; nothing where it is silent."""
    can_accept: bool
    keys: tuple[Key, ...]
    """In the order of KINDS."""
    can_go_back: bool
    can_go_on: bool
    can_score: bool


def covered_bets(state: DetectiveState) -> tuple[int, ...]:
    """The bets under which an action card lies."""
    bets = state.game.bets if state.game is not None else ()
    return tuple(number for number, bet in enumerate(bets) if bet.covered)


def asked_bet(state: DetectiveState, chosen: int | None) -> int | None:
    """The bet that somebody went back to, else the first whose card is not known, else the last one."""
    covered = covered_bets(state)
    if chosen in covered:
        return chosen
    unknown = [number for number in covered if state.turned[number] is None]
    return unknown[0] if unknown else covered[-1] if covered else None


def actions_view(state: DetectiveState, chosen: int | None) -> ActionsView:
    """Draw the panel; only a card that the player has left is offered (D3)."""
    assert state.game is not None
    game, covered, number = state.game, covered_bets(state), asked_bet(state, chosen)
    if number is None:
        return ActionsView(None, text("actions.none"), NOTHING, NOTHING, False, (), False, False, state.all_shown)
    bet, fresh = game.bets[number], _turned_up(state)
    offer: Said = NOTHING
    if fresh:
        read = listed([ACTION[each.card] for each in fresh])
        offer = text("actions.seen", cards=read)
    elif state.actions_why is not None:
        offer = Told(state.actions_why, state.names)
    return ActionsView(
        bet=number,
        what=text(
            "actions.which",
            name=state.names[bet.seat],
            street=STREET[bet.street],
            chips=bet.chips,
            owner=state.names[bet.owner],
        ),
        progress=text("actions.progress", number=covered.index(number) + 1, all=len(covered)),
        offer=offer,
        can_accept=bool(fresh),
        keys=tuple(
            Key(
                ACTION[card],
                enabled=can_turn_action_card(game, state.turned, number, card),
                chosen=state.turned[number] is card,
            )
            for card in KINDS
        ),
        can_go_back=number != covered[0],
        can_go_on=number != covered[-1],
        can_score=state.all_shown,
    )


def _turned_up(state: DetectiveState) -> tuple[e.TurnedCard, ...]:
    """What the camera is sure of and nobody has named."""
    seen = zip(state.actions_seen, state.turned, strict=False)
    return tuple(
        e.TurnedCard(number, card) for number, (card, named) in enumerate(seen) if card is not None and named is None
    )


def actions_event(state: DetectiveState, at_ns: int) -> e.ActionCardsTurned | None:
    """One tap accepts all action cards that the camera is sure of and nobody has named."""
    cards = _turned_up(state)
    return e.ActionCardsTurned(cards, e.CAMERA, at_ns) if cards else None


def neighbour_bet(state: DetectiveState, number: int, step: int) -> int:
    """The covered bet before or after this one."""
    covered = covered_bets(state)
    return covered[min(len(covered) - 1, max(0, covered.index(number) + step))]
