"""How fast the rules are on this machine: `python -m benchmarks.games`."""

import random
import time
from collections.abc import Callable

from benchmarks.rows import tell
from companion.games import mentiroso as m
from companion.games.cards import FULL_PACK
from companion.games.detective import strength
from companion.games.dice import ALL_HANDS, DiceHand
from companion.games.mentiroso.stand_in import decide, prepare


def main() -> None:
    """One line for each figure."""
    rng = random.Random(1)
    pairs = [(rng.choice(ALL_HANDS), rng.choice(ALL_HANDS)) for _ in range(1000)]
    report("claims compared", per_second(lambda: [low < high for low, high in pairs], 1000))
    report("full Mentiroso matches (4 players, 5 points)", per_second(lambda: full_match(rng), 1))
    rivers = [rng.sample(FULL_PACK, 7) for _ in range(100)]
    report("river strengths (7 cards)", per_second(lambda: [strength(cards) for cards in rivers], 100))
    began = time.perf_counter()
    prepare(4)
    tell("stand-in sits down (tables for 4 players)", f"{1000 * (time.perf_counter() - began):,.0f} ms")
    views = [answer_to(rng) for _ in range(200)]
    report("stand-in decisions", per_second(lambda: [decide(view) for view in views], len(views)))
    slowest = max(seconds(lambda view=view: decide(view)) for view in views)  # type: ignore[misc]
    tell("slowest stand-in decision", f"{1000 * slowest:,.1f} ms")


def full_match(rng: random.Random) -> m.Match:
    """A match from its set-up to its end, claims and answers at random."""
    match, _ = m.draw_lot(m.set_up(4)[0], rng.randrange(4))
    while match.phase is not m.Phase.OVER:
        if match.phase is m.Phase.TURN:
            beaten = match.to_beat.rank if match.to_beat is not None else 0
            match, _ = m.pass_claim(match, DiceHand(rng.randint(beaten + 1, 252)))
        elif match.phase is m.Phase.ANSWER:
            match, _ = m.call(match) if rng.random() < 0.3 else m.believe(match)
        else:
            match, _ = m.show(match, DiceHand(rng.randint(1, 252)))
    return match


def answer_to(rng: random.Random) -> m.PublicView:
    """A table at which the second player must answer an opening claim made from five hidden dice."""
    match, _ = m.draw_lot(m.set_up(4, m.Options(throws="told"))[0], 0)
    match, _ = m.throw_cup(match, range(5))
    return m.public_view(m.pass_claim(match, rng.choice(ALL_HANDS))[0])


def seconds(act: Callable[[], object]) -> float:
    """How long a call takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def per_second(act: Callable[[], object], many: int) -> float:
    """How many a second, over about one second of calls that do so many each."""
    act()
    calls, began = 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < 1:
        act()
        calls += 1
    return calls * many / taken


def report(what: str, rate: float) -> None:
    """One line of the report."""
    tell(what, f"{rate:,.0f} a second")


if __name__ == "__main__":
    main()
