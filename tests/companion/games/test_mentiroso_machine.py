"""Whatever is done in a match of Mentiroso, the state stays sound, the history replays, and secrets stay secret."""

import random
from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games import mentiroso as m
from companion.games.commentary import LANGUAGES, tell
from companion.games.dice import DiceHand, Face
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.state import DICE, Place
from companion.games.plain import from_plain, to_plain
from tests.slow import MACHINE

FACES = tuple(Face)
THROWS = (op.ThrowOpen, op.ThrowCup, op.ThrowAgain)


OFTEN = {op.PassClaim: 60, op.Show: 16, op.Withdraw: 1, op.VoidHand: 1}
"""How often each kind of act is tried, so that hands get somewhere; all others 8."""


def with_faces(operation: op.Operation, faces: tuple[Face, ...]) -> op.Operation:
    """The same throw with the faces that came, as a simulated table knows them."""
    if isinstance(operation, THROWS):
        return replace(operation, faces=faces[: len(operation.dice)])
    return operation


def sound(match: m.Match) -> list[str]:
    """Everything that is wrong with a state."""
    options, wrong = match.options, []
    in_play = match.phase not in (m.Phase.LOT, m.Phase.OVER)
    if any(not 0 <= points <= options.limit for points in match.points):
        wrong.append("points beyond the limit (M7)")
    if any(match.points[seat] >= options.limit for seat in match.active):
        wrong.append("a player with all points is still in (M7)")
    if len(set(match.out)) != len(match.out) or sorted(match.places) != list(range(match.players)):
        wrong.append("places are not a ranking of all (M11)")
    if (len(match.active) == 1) != (match.phase is m.Phase.OVER):
        wrong.append("over when one is left, and only then (M10)")
    if in_play != (len(match.dice) == len(DICE)) or in_play != (match.actor in match.active):
        wrong.append("five dice and someone to act while a hand is in play")
    ranks = [claim.hand.rank for claim in match.claims]
    if ranks != sorted(set(ranks)) or len(ranks) > 252:
        wrong.append("claims do not rise (M12, M19)")
    if any(later.seat == earlier.seat for earlier, later in zip(match.claims, match.claims[1:], strict=False)):
        wrong.append("someone claimed twice in a row")
    if not in_play and match.claims:
        wrong.append("claims without a hand")
    if not options.duel_reset and sum(match.points) != match.hands:
        wrong.append("points given are not the hands finished (M12)")
    return wrong


class MentirosoMachine(RuleBasedStateMachine):
    """Does any legal act, with any faces."""

    @initialize(
        players=st.integers(2, 5),
        options=st.builds(
            m.Options,
            limit=st.integers(1, 3),
            next_starter=st.sampled_from(["right of loser", "loser", "winner"]),
            duel_reset=st.booleans(),
            aces_variant=st.booleans(),
            look_must_throw=st.booleans(),
            throws=st.sampled_from(["told", "told", "trusted"]),
        ),
    )
    def begin(self, players, options):
        self.match, first = m.set_up(players, options)
        self.history: list[op.Operation] = [first]
        self.seen = self.match

    @precondition(lambda self: self.match.phase is not m.Phase.OVER)
    @rule(data=st.data(), faces=st.tuples(*[st.sampled_from(FACES)] * 5))
    def act(self, data, faces):
        by_kind: dict[type, list[op.Operation]] = {}
        for operation in m.legal(self.match):
            by_kind.setdefault(type(operation), []).append(operation)
        assert by_kind, "a match that is not over can go on"
        kinds = [kind for kind in by_kind for _ in range(OFTEN.get(kind, 8))]
        kind = data.draw(st.sampled_from(sorted(kinds, key=lambda each: each.__name__)))
        self.do(with_faces(data.draw(st.sampled_from(by_kind[kind])), faces))

    @precondition(lambda self: self.match.dice and self.match.options.throws == "trusted")
    @rule(visible=st.lists(st.sampled_from(FACES), max_size=5))
    def see_table(self, visible):
        self.do(op.SeeTable(tuple(sorted(visible, reverse=True))))

    def do(self, operation: op.Operation) -> None:
        before = self.match
        self.match = m.apply(before, operation)
        self.history.append(operation)
        self.seen = m.apply(self.seen, m.public_operation(operation))
        if self.match.hands > before.hands:
            assert self.match.verdict is not None
            tell(m.explain(self.match.verdict))

    @invariant()
    def is_sound(self):
        assert sound(self.match) == []

    @invariant()
    def the_table_shows_no_secret(self):
        seen = m.public_view(self.match)
        assert self.seen == seen, "what the table saw of the acts gives the public view, and nothing more"
        assert [die for die in seen.dice if die.place is not Place.TABLE and die.face is not None] == []
        other = tuple(
            die if die.place is Place.TABLE else replace(die, face=face)
            for die, face in zip(self.match.dice, FACES, strict=False)
        )
        assert m.public_view(replace(self.match, dice=other)) == seen

    @precondition(lambda self: self.match.phase is m.Phase.OVER)
    @rule()
    def nothing_after_the_end(self):
        assert list(m.legal(self.match)) == []

    def teardown(self):
        if not hasattr(self, "history"):
            return
        assert m.replay(self.history) == self.match
        assert [from_plain(to_plain(each), m.Operation) for each in self.history] == self.history
        for each in self.history:
            assert all(tell(m.explain_operation(each), language) for language in LANGUAGES)
        if self.match.phase is m.Phase.OVER:
            tell(m.explain_end(self.match))


MentirosoMachine.TestCase.settings = MACHINE
TestMentirosoMachine = MentirosoMachine.TestCase


def _random_match(rng: random.Random, players: int, limit: int) -> m.Match:
    """Claims, beliefs and calls at random until one player is left."""
    match, _ = m.draw_lot(m.set_up(players, m.Options(limit=limit))[0], rng.randrange(players))
    while match.phase is not m.Phase.OVER:
        if match.phase is m.Phase.TURN:
            beaten = match.to_beat.rank if match.to_beat else 0
            match, _ = m.pass_claim(match, DiceHand(rng.randint(beaten + 1, 252)))
        elif match.phase is m.Phase.ANSWER:
            match, _ = (m.call if rng.random() < 0.4 else m.believe)(match)
        else:
            match, _ = m.show(match, DiceHand(rng.randint(1, 252)))
    return match


def test_M12_ten_thousand_random_matches_end():
    """Each is sound at its end and lasts (n-1)N to nN-1 hands."""
    rng = random.Random(12)
    for _ in range(10_000):
        players, limit = rng.randint(2, 4), rng.randint(1, 2)
        match = _random_match(rng, players, limit)
        assert sound(match) == []
        assert (players - 1) * limit <= match.hands <= players * limit - 1
        assert len(match.out) == players - 1
