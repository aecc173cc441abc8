"""How well the stand-in plays: `python -m benchmarks.stand_in [MATCHES [TABLE]]`, 10,000 matches a table by default.

Four seats, five points, every throw told. The stand-in takes each seat in turn, against three players of one kind.
A player as good as the others would take a quarter of the points and win a quarter of the matches. TABLE is a part of
the name of the only table to be played.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import click

from companion.games import mentiroso as m
from companion.games.dice import DiceHand, Face
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.stand_in import decide, prepare
from companion.games.mentiroso.stand_in.multisets import at_least, throw_odds

FACES = tuple(Face)
OPTIONS = m.Options(limit=5, throws="told")

Player = Callable[[m.Match, random.Random], tuple[op.Operation, ...]]
"""What a player does in a state of a simulated table: some acts, after which it is asked again."""


def stand_in(match: m.Match, rng: random.Random) -> tuple[op.Operation, ...]:
    """The product's own, which sees the public view only."""
    return decide(m.public_view(match)).acts


def honest_turn(match: m.Match, rng: random.Random) -> tuple[op.Operation, ...]:
    """Looks, keeps what is worth keeping, throws the rest under the cup, and claims the truth if it is high enough.

    Where it is not, the claim is a little higher than what must be beaten: one to ten ranks.
    """
    assert match.actor is not None
    dice = match.dice
    hand = DiceHand.of(die.face for die in dice if die.face is not None) if all_known(match) else None
    enough = hand is not None and (match.to_beat is None or hand > match.to_beat)
    if enough or any(die.thrown for die in dice):
        assert hand is not None
        lie = 0 if match.to_beat is None else min(252, match.to_beat.rank + rng.randint(1, 10))
        return (op.PassClaim(match.actor, hand if enough else DiceHand(lie)),)
    if hand is None:
        return (op.ThrowCup(match.actor, (0, 1, 2, 3, 4), (None,) * 5),)
    keep = kept_group(hand)
    throw = tuple(number for number, die in enumerate(dice) if die.face not in keep)
    if not throw:
        throw = (min(range(5), key=lambda number: dice[number].face or 0),)
    shown = tuple(number for number in match.hidden if number not in throw)
    take_out = (op.TakeOut(match.actor, shown, (None,) * len(shown)),) if shown else ()
    return (*take_out, op.ThrowCup(match.actor, throw, (None,) * len(throw)))


def all_known(match: m.Match) -> bool:
    """Whether the simulated table knows all five faces, which its players may look at."""
    return all(die.face is not None for die in match.dice)


def kept_group(hand: DiceHand) -> tuple[Face, ...]:
    """The faces of all groups of two or more, or the highest die."""
    groups = tuple(face for face, many in Counter(hand.faces).items() if many > 1)
    return groups or hand.faces[:1]


def calls_at_random(share: float) -> Player:
    """Honest when it can be, and calls with this probability whatever is claimed."""

    def play(match: m.Match, rng: random.Random) -> tuple[op.Operation, ...]:
        if match.phase is not m.Phase.ANSWER:
            return honest_turn(match, rng)
        assert match.actor is not None
        return (op.Call(match.actor) if rng.random() < share else op.Believe(match.actor),)

    return play


def calls_by_odds(match: m.Match, rng: random.Random) -> tuple[op.Operation, ...]:
    """Honest when it can be, and calls when fresh hidden dice would make the claim in less than half of all cases."""
    if match.phase is not m.Phase.ANSWER:
        return honest_turn(match, rng)
    assert match.actor is not None
    assert match.claim is not None
    chance = at_least(match.visible, throw_odds(5 - len(match.visible)))[match.claim.hand.rank - 1]
    return (op.Call(match.actor) if chance < 0.5 else op.Believe(match.actor),)


def calls_as_it_does(match: m.Match, rng: random.Random) -> tuple[op.Operation, ...]:
    """Honest when it can be, and answers just as the stand-in would: the hardest of these tables."""
    return honest_turn(match, rng) if match.phase is not m.Phase.ANSWER else stand_in(match, rng)


def thrown(operation: op.Operation, rng: random.Random) -> op.Operation:
    """The same throw with faces."""
    if isinstance(operation, op.ThrowOpen | op.ThrowCup):
        return type(operation)(operation.seat, operation.dice, tuple(rng.choice(FACES) for _ in operation.dice))
    return operation


@dataclass
class Tally:
    """What a table of matches gave."""

    points: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    hands: int = 0
    decisions: int = 0
    slowest: float = 0.0
    deciding: float = 0.0


def play_match(players: list[Player], rng: random.Random, tally: Tally) -> None:
    """One match to its end; every act goes through the rules."""
    match, _ = m.set_up(len(players), OPTIONS)
    match, _ = m.draw_lot(match, rng.randrange(len(players)))
    while match.phase is not m.Phase.OVER:
        if match.phase is m.Phase.SHOW:
            match, _ = m.show(match, DiceHand.of(die.face for die in match.dice if die.face is not None))
            continue
        actor = match.actor
        assert actor is not None
        player = players[actor]
        # Of this thread only: a busy machine must not make the stand-in look slow.
        began = time.thread_time()
        acts = player(match, rng)
        if player is stand_in:
            took = time.thread_time() - began
            tally.decisions += 1
            tally.deciding += took
            tally.slowest = max(tally.slowest, took)
        for act in acts:
            match = m.apply(match, thrown(act, rng))
    tally.points.update(dict(enumerate(match.points)))
    tally.wins[match.places[0]] += 1
    tally.hands += match.hands


def table(other: Player, matches: int, seed: int) -> Tally:
    """Matches of the stand-in, counted as seat 0, against three of the other kind."""
    rng = random.Random(seed)
    total = Tally()
    for number in range(matches):
        seat = number % 4
        players = [other] * 4
        players[seat] = stand_in
        tally = Tally(decisions=total.decisions, slowest=total.slowest, deciding=total.deciding)
        play_match(players, rng, tally)
        for place in range(4):
            total.points[(place - seat) % 4] += tally.points[place]
            total.wins[(place - seat) % 4] += tally.wins[place]
        total.hands += tally.hands
        total.decisions, total.slowest, total.deciding = tally.decisions, tally.slowest, tally.deciding
    return total


TABLES: dict[str, Player] = {
    "honest, calls 1 in 2 at random": calls_at_random(0.5),
    "honest, calls 1 in 4 at random": calls_at_random(0.25),
    "honest, calls by the odds": calls_by_odds,
    "honest, answers as it does": calls_as_it_does,
}


def main() -> None:
    """Plays the tables and prints the figures."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    began = time.perf_counter()
    for players in (2, 3, 4):
        prepare(players)
    click.echo(f"tables worked out in {time.perf_counter() - began:.1f} s; {matches} matches at each table, four seats")
    for name, other in TABLES.items():
        if wanted not in name:
            continue
        tally = table(other, matches, seed=2024)
        points, hands = tally.points[0], tally.hands
        share, margin = points / hands, 1.96 * (0.25 * 0.75 / hands) ** 0.5
        click.echo(
            f"{name:32} {100 * share:5.1f} % of {hands} points (share 25.0 ± {100 * margin:.1f}), "
            f"wins {100 * tally.wins[0] / matches:.1f} %, "
            f"{tally.decisions / tally.deciding:.0f} decisions a second, slowest {1000 * tally.slowest:.0f} ms"
        )


if __name__ == "__main__":
    main()
