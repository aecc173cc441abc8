"""The plans the stand-in weighs in its turn (M13 to M19, M23). It never looks under the cup."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.games.dice import DiceHand, Face
from companion.games.errors import Explanation
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.stand_in.belief import hidden_odds
from companion.games.mentiroso.stand_in.multisets import Dice, Floats, at_least, subsets, throw_odds, together, without
from companion.games.mentiroso.stand_in.outlook import (
    CROWD,
    after_cup,
    after_open,
    cup_dangers,
    danger,
    opening_after_open,
    shown,
)
from companion.games.mentiroso.state import Place
from companion.games.mentiroso.view import PublicView
from companion.games.seats import Seat

SPARED = 0.01
"""How much danger it takes on to have more dice thrown at once in the open: it spares the neighbour work."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the stand-in wants done, in order, and why."""

    acts: tuple[op.Operation, ...]
    why: Explanation
    danger: float
    """Its chance of taking the point of this hand, as it sees it."""


def percent(chance: float) -> int:
    """For people: whole percents."""
    return round(100 * chance)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn, and the dice sorted by what may still be done with them."""

    view: PublicView
    seat: Seat
    players: int
    """How many are weighed."""
    visible: Dice
    """All that lies in the open."""
    to_beat: int
    """The rank to beat; 0 at an opening."""
    hidden: tuple[int, ...]
    """Numbers of the dice under the cup, or nobody told where."""
    free: dict[int, Face]
    """In the open and not thrown yet: the face by number."""
    kept: Dice
    """In the open and thrown in this turn."""

    def numbers(self, faces: Dice) -> tuple[int, ...]:
        """The numbers of free dice with these faces."""
        found: list[int] = []
        for face in faces:
            found.append(next(n for n, shown in self.free.items() if shown is face and n not in found))
        return tuple(sorted(found))

    def claim(self, dangers: Floats, bound: bool) -> tuple[DiceHand, float]:
        """The claim with the least danger, or the fixed one where it binds, and its danger."""
        rank = self.to_beat + 1 + int(np.argmin(dangers[self.to_beat :]))
        if bound and self.view.fixed is not None:
            rank = self.view.fixed.rank
        return DiceHand(rank), float(dangers[rank - 1])


def plans(view: PublicView, seat: Seat) -> Iterator[Decision]:
    """Everything worth considering in this turn."""
    turn = _Turn(
        view=view,
        seat=seat,
        players=_weighed(view),
        visible=view.visible,
        to_beat=view.to_beat.rank if view.to_beat is not None else 0,
        hidden=tuple(number for number, die in enumerate(view.dice) if die.place is not Place.TABLE),
        free={n: die.face for n, die in enumerate(view.dice) if not die.thrown and die.face is not None},
        kept=together(tuple(die.face for die in view.dice if die.thrown and die.face is not None)),
    )
    cup_used = any(view.dice[number].thrown for number in turn.hidden)
    unthrown = tuple(number for number, die in enumerate(view.dice) if not die.thrown)
    if view.opening and unthrown:
        if not cup_used:
            yield _cup(turn, unthrown, turn.kept)
        yield from _opening_throw(turn, unthrown)
        return
    yield _as_it_lies(turn)
    if cup_used:
        return
    yield from _cup_throw(turn)
    if turn.hidden:
        yield _take_out(turn)
    else:
        yield from _open_throw(turn)


def _weighed(view: PublicView) -> int:
    return min(len(view.active), CROWD)


def outlook_of_turn(view: PublicView, odds: Floats, to_beat: int) -> float:
    """The danger of a turn that begins with these dice, the hidden ones with these odds."""
    players, visible = _weighed(view), view.visible
    if to_beat == 252:
        return 1.0
    leave = float(danger(at_least(visible, odds), players)[to_beat:].min())
    again = min(after_cup(kept, players)[to_beat] for kept in subsets(visible))
    return min(leave, float(again), _after_showing(visible, odds, to_beat, players))


def _after_showing(visible: Dice, odds: Floats, to_beat: int, players: int) -> float:
    """The danger of a turn in which all hidden dice, with these odds, are taken out first."""
    return float(odds @ shown(visible, players)[:, to_beat])


def _values(turn: _Turn, hand: DiceHand, chances: Floats) -> dict[str, object]:
    return {"seat": turn.seat, "hand": hand, "chance": percent(float(chances[hand.rank - 1]))}


def _as_it_lies(turn: _Turn) -> Decision:
    """Pass without a throw, or after the last one."""
    chances = at_least(turn.visible, hidden_odds(turn.view))
    blind = turn.view.thrown_blind
    hand, risk = turn.claim(danger(chances, turn.players), bound=blind)
    why = Explanation("stand_in.claim", _values(turn, hand, chances))
    return Decision((op.PassClaim(turn.seat, hand, blind),), why, risk)


def _cup_throw(turn: _Turn) -> Iterator[Decision]:
    """The best last throw: all that is hidden, and some of what lies in the open."""
    best: tuple[float, Dice] | None = None
    for dice in subsets(together(tuple(turn.free.values()))):
        if dice or turn.hidden:
            kept = without(turn.visible, dice)
            if turn.view.fixed is None:
                value = after_cup(kept, turn.players)[turn.to_beat]
            else:
                value = cup_dangers(kept, turn.players)[turn.view.fixed.rank - 1]
            if best is None or value < best[0]:
                best = value, dice
    if best is not None:
        yield _cup(turn, (*turn.hidden, *turn.numbers(best[1])), without(turn.visible, best[1]))


def _cup(turn: _Turn, numbers: tuple[int, ...], visible: Dice) -> Decision:
    """Fix a claim, throw these dice under the cup, pass them unseen (M23); `visible` stay in the open."""
    dangers = cup_dangers(visible, turn.players)
    hand, risk = turn.claim(dangers, bound=True)
    numbers = tuple(sorted(numbers))
    fixed: tuple[op.Operation, ...] = () if turn.view.fixed is not None else (op.FixClaim(turn.seat, hand),)
    unknown: op.Faces = (None,) * len(numbers)
    acts = (*fixed, op.ThrowCup(turn.seat, numbers, unknown), op.PassClaim(turn.seat, hand, blind=True))
    chances = at_least(visible, throw_odds(len(numbers)))
    values = {**_values(turn, hand, chances), "dice_many": len(numbers)}
    return Decision(acts, Explanation("stand_in.cup", values), risk)


def _take_out(turn: _Turn) -> Decision:
    """Show all that is under the cup: then everybody knows where they stand."""
    risk = _after_showing(turn.visible, hidden_odds(turn.view), turn.to_beat, turn.players)
    unknown: op.Faces = (None,) * len(turn.hidden)
    why = Explanation("stand_in.take_out", {"seat": turn.seat})
    return Decision((op.TakeOut(turn.seat, turn.hidden, unknown),), why, risk)


def _opening_throw(turn: _Turn, unthrown: tuple[int, ...]) -> Iterator[Decision]:
    """So many dice in the open as the opening needs, of those that must be thrown."""
    values = [opening_after_open(turn.kept, many, turn.players) for many in range(1, len(unthrown) + 1)]
    best = min(values)
    many = max(place + 1 for place, value in enumerate(values) if value <= best + SPARED)
    yield _open(turn, unthrown[:many], best)


def _open_throw(turn: _Turn) -> Iterator[Decision]:
    """The best dice to throw next in the open."""
    free = together(tuple(turn.free.values()))
    values: dict[Dice, float] = {}
    for dice in subsets(free)[1:]:
        left = without(free, dice)
        values[dice] = float(after_open(turn.kept, left, len(dice), turn.players)[turn.to_beat])
    if values:
        best = min(values.values())
        good = [dice for dice, value in values.items() if value <= best + SPARED]
        yield _open(turn, turn.numbers(max(good, key=len)), best)


def _open(turn: _Turn, numbers: tuple[int, ...], risk: float) -> Decision:
    why = Explanation("stand_in.open", {"seat": turn.seat, "dice_many": len(numbers)})
    return Decision((op.ThrowOpen(turn.seat, numbers, (None,) * len(numbers)),), why, risk)
