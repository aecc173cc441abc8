"""Whatever is done in a game of Detective Poker, the state stays sound, the history replays, secrets stay secret."""

import random
from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games import detective as d
from companion.games.cards import FULL_PACK
from companion.games.commentary import LANGUAGES, tell
from companion.games.detective import operations as op
from companion.games.plain import from_plain, to_plain
from tests.cores import on_all_cores
from tests.slow import MACHINE, slow

OFTEN = {op.AddCard: 30, op.Leave: 1, op.VoidCoup: 1}
"""How often each kind of act is tried, so that coups get somewhere; all others 100."""


def sound(game: d.Game) -> list[str]:
    """Everything that is wrong with a state."""
    wrong = []
    players = range(game.players)
    if any(game.chips_left(seat) < 0 for seat in players):
        wrong.append("more chips bet than there are (D3)")
    on_street = {street: [bet.seat for bet in game.bets if bet.street is street] for street in d.Street}
    if any(len(set(seats)) != len(seats) for seats in on_street.values()):
        wrong.append("two bets in a phase (D7)")
    if any(len(set(game.cards_played(seat))) != len(game.cards_played(seat)) for seat in players):
        wrong.append("an action card twice (D3)")
    if any(game.chip_limit(seat) < 1 for seat in players if game.stage is d.Stage.BETS and seat == game.bettor):
        wrong.append("no bet is possible (D9)")
    cards = [*game.board, *game.taken_out, *(card for hole in game.holes or () for card in hole)]
    if len(set(cards)) != len(cards) or len(cards) + 3 > 28:
        wrong.append("a card twice, or too many (D1, D23)")
    if game.options.expert and len({card.rank for card in game.board}) != len(game.board):
        wrong.append("a rank twice on an expert board (D22)")
    lowest = -1 if game.options.expert else 0
    if any(not lowest <= gain <= 8 for coup in game.coups for gain in coup.gains):
        wrong.append("points of a coup out of bounds (D19)")
    if any(total != sum(coup.gains[seat] for coup in game.coups) for seat, total in enumerate(game.totals)):
        wrong.append("totals are not the sums of the coups")
    if any(total > 8 * 2 * game.players for total in game.totals):
        wrong.append("too many points (D19)")
    finished = len(game.coups) == 2 * game.players or game.left is not None
    if finished != (game.stage is d.Stage.OVER):
        wrong.append("over after 2n coups or when someone left, and only then (D20, D26)")
    if sorted(seat for place in d.ranking(game) for seat in place) != list(players):
        wrong.append("the ranking is not a ranking of all (D20)")
    return wrong


class DetectiveMachine(RuleBasedStateMachine):
    """Does any legal act; deals come from a shuffled pack, as a simulated table's do."""

    @initialize(
        players=st.sampled_from([3, 4]), expert=st.booleans(), seed=st.integers(0, 10_000), simulated=st.booleans()
    )
    def begin(self, players, expert, seed, simulated):
        self.rng = random.Random(seed)
        self.simulated = simulated
        self.game, first = d.set_up(players, d.Options(expert=expert))
        self.history: list[op.Operation] = [first]
        self.seen = self.game

    @precondition(lambda self: self.game.stage is not d.Stage.OVER)
    @rule(data=st.data())
    def act(self, data):
        by_kind: dict[type, list[op.Operation]] = {}
        for operation in d.legal(self.game):
            by_kind.setdefault(type(operation), []).append(operation)
        if self.game.stage is d.Stage.REVEAL:
            by_kind[op.Reveal] = [self.reveal()]
        assert set(by_kind) == d.legal_kinds(self.game)
        kinds = [kind for kind in by_kind for _ in range(OFTEN.get(kind, 100))]
        kind = data.draw(st.sampled_from(sorted(kinds, key=lambda each: each.__name__)))
        operation = data.draw(st.sampled_from(by_kind[kind]))
        if isinstance(operation, op.Deal) and self.simulated:
            holes, _ = d.deal_holes(self.rng.sample(FULL_PACK, 52), self.game.players, operation.dealer)
            operation = replace(operation, holes=holes)
        self.do(operation)

    def reveal(self) -> op.Reveal:
        """The cards of a simulated table, or any that can be; unknown action cards become unused ones."""
        rest = [card for card in FULL_PACK if card not in self.game.cards_seen]
        holes = self.game.holes or d.deal_holes(self.rng.sample(rest, len(rest)), self.game.players, 0)[0]
        unused = {seat: [c for c in d.ActionCard if c not in self.game.cards_played(seat)] for seat in range(4)}
        cards = tuple(bet.card or (unused[bet.seat].pop() if bet.covered else None) for bet in self.game.bets)
        return op.Reveal(holes, cards)

    def do(self, operation: op.Operation) -> None:
        self.game = d.apply(self.game, operation)
        self.history.append(operation)
        self.seen = d.apply(self.seen, d.public_operation(operation))

    @invariant()
    def is_sound(self):
        assert sound(self.game) == []

    @invariant()
    def the_table_shows_no_secret(self):
        assert self.seen == d.public_view(self.game), "what the table saw gives the public view, and nothing more"
        holes = d.deal_holes(FULL_PACK, self.game.players, 0)[0] if self.game.holes else None
        other = tuple(replace(bet, card=d.ActionCard.BLANK if bet.covered else None) for bet in self.game.bets)
        assert d.public_view(replace(self.game, holes=holes, bets=other)) == d.public_view(self.game)

    @invariant()
    def a_player_never_sees_the_own_forehead(self):
        if self.game.holes is None:
            return
        for seat in range(self.game.players):
            unseen = self.game.holes[seat].forehead
            seen = d.seat_view(self.game, seat)
            assert unseen not in (seen.own, *seen.foreheads)
            own = {other for other, card in enumerate(seen.foreheads) if card is None}
            assert own == {seat}

    @precondition(lambda self: self.game.stage is d.Stage.OVER)
    @rule()
    def nothing_after_the_end(self):
        assert list(d.legal(self.game)) == []

    def teardown(self):
        if not hasattr(self, "history"):
            return
        assert d.replay(self.history) == self.game
        assert [from_plain(to_plain(each), d.Operation) for each in self.history] == self.history
        for language in LANGUAGES:
            assert all(tell(d.explain_operation(each), language) for each in self.history)
            assert all(tell(each, language) for coup in self.game.coups for each in d.explain_coup(coup))
        if self.game.stage is d.Stage.OVER:
            tell(d.explain_end(self.game))


DetectiveMachine.TestCase.settings = MACHINE
TestDetectiveMachine = DetectiveMachine.TestCase


def _random_game(rng: random.Random, players: int, expert: bool) -> d.Game:
    """A whole simulated game: shuffled packs, any legal bets."""
    game, _ = d.draw_dealer(d.set_up(players, d.Options(expert=expert))[0], rng.randrange(players))
    while game.stage is not d.Stage.OVER:
        assert game.dealer is not None
        holes, rest = d.deal_holes(rng.sample(FULL_PACK, 52), players, game.dealer)
        game, _ = d.deal(game, holes)
        turned = iter(d.walk(rest, expert).turned)
        while game.stage is not d.Stage.REVEAL:
            seat = game.bettor
            if seat is None:
                game, _ = d.turn_up(game, next(turned))
                continue
            played = game.cards_played(seat)
            card = rng.choice([None, *(c for c in d.ActionCard if c not in played)])
            chips = rng.randint(1, game.chip_limit(seat))
            game, _ = d.bet(game, seat, rng.randrange(players), chips, card)
        assert next(turned, None) is None
        game, _ = d.reveal(game, holes, tuple(bet.card for bet in game.bets))
    return game


def _play_part(part: int, parts: int) -> None:
    _play(10_000, part, parts)


def _play(games: int, part: int = 0, parts: int = 1) -> None:
    rng = random.Random(19 + part)
    for number in range(part, games, parts):
        game = _random_game(rng, 3 + number % 2, expert=number % 4 > 1)
        assert sound(game) == []
        assert len(game.coups) == 2 * game.players


def test_D20_random_games_end():
    """300 whole games, both numbers of players, base and expert: each ends after 2n coups, in bounds (D19)."""
    _play(300)


@slow
def test_D20_ten_thousand_random_games_end():
    """As above, 10,000 games."""
    on_all_cores(_play_part)
