"""Matches played at random but legally, through the desk, with everything that the table may tell in between."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.dice import DiceHand
from companion.games.mentiroso.state import Ground
from companion.referee import events as e
from companion.referee.desk import Desk, Entry
from companion.referee.state import Phase, TableState
from tests.companion.referee.table import dice


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as a journal would have it."""

    seq: int
    kind: str
    body: Mapping[str, object]


@dataclass
class Memory:
    """A journal that forgets at the end of the test."""

    entries: list[Line] = field(default_factory=list)

    def begin_match(self, game: str, body: Mapping[str, object]) -> str:
        self.entries = [Line(1, "match_begun", {**body, "game": game})]
        return "m"

    def append_all(self, match: str, entries: Iterable[Entry]) -> object:
        for kind, body in entries:
            self.entries.append(Line(len(self.entries) + 1, kind, body))
        return None


def seated_desk(
    names: tuple[str, ...] = ("A", "B", "C"), limit: int = 2, left: random.Random | None = None
) -> tuple[Desk[TableState], Memory]:
    """A table with a camera and a box, the cup down, a match begun; with `left` after another one that was left."""
    memory = Memory()
    desk = Desk(memory)
    for event in (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated()):
        desk.take(event)
    if left is not None:
        desk.take(e.MatchBegun(names, 9, challenges=1))
        for _ in range(left.randrange(12)):
            desk.take(legal_event(desk.state, left))
        for event in (e.Undone("A", "wrong"), e.MatchAbandoned("A", "late"), e.CupLifted()):
            desk.take(event)
    desk.take(e.MatchBegun(names, limit, challenges=1))
    return desk, memory


def any_hand(rng: random.Random, above: int = 0) -> DiceHand:
    """A hand; above a rank where it must beat one."""
    return DiceHand(rng.randint(min(above + 1, 252), min(252, max(above + 40, 1)) if above else 252))


def legal_event(state: TableState, rng: random.Random, facts: float = 0.2, disputes: float = 0.2) -> e.Event:
    """Something that may happen now. The match must not be over, or be in dispute."""
    match = state.match
    assert match is not None
    if rng.random() < facts:
        return _fact(state, rng)
    if state.dispute is not None and (rng.random() < 0.4 or state.phase is Phase.OVER):
        return _review(state, rng)
    if state.hands and state.dispute is None and rng.random() < disputes:
        disputed = _dispute(state, rng)
        if disputed is not None:
            return disputed
    return _play(state, rng)


def _fact(state: TableState, rng: random.Random) -> e.Event:
    return rng.choice(
        [
            e.BoxChanged(rng.choice([e.Link.READY, e.Link.LOST])),
            e.CameraChanged(rng.choice([e.Link.READY, e.Link.READY, e.Link.LOST])),
            e.CupSeated(),
            e.CupLifted(timed=state.phase is not Phase.ANSWER),
        ]
    )


def _play(state: TableState, rng: random.Random) -> e.Event:  # noqa: PLR0911 - one line a phase
    match, turn = state.match, state.turn
    assert match is not None
    match state.phase:
        case Phase.LOT:
            return e.StarterDrawn(rng.randrange(len(state.names)))
        case Phase.CLAIM:
            assert turn is not None
            beaten = match.to_beat.rank if match.to_beat is not None else 0
            claim = e.ClaimConfirmed(turn, any_hand(rng, beaten), blind=rng.random() < 0.1)
            return e.HandVoided("moved") if rng.random() < 0.05 else claim
        case Phase.ANSWER:
            assert turn is not None
            answers = [e.Believed(turn), e.Called(turn), e.CupLifted(), e.ButtonPressed("call", turn)]
            return rng.choice(answers)
        case Phase.LIFT:
            return rng.choice([e.CupLifted(), e.CupLifted(), e.RulingGiven(any_hand(rng), "Ana")])
        case Phase.READING:
            seen = str(any_hand(rng))
            return rng.choice(
                [
                    e.DiceRead(dice(seen), True, evidence=("ab" * 32,)),
                    e.DiceRead(dice(seen[:4]), False, "blurred"),
                    e.RulingGiven(any_hand(rng), "Ana"),
                ]
            )
        case Phase.RULING:
            return e.RulingGiven(any_hand(rng), "Ana")
        case _:
            return e.NextHandBegun()


def _dispute(state: TableState, rng: random.Random) -> e.Disputed | None:
    hand = rng.randrange(len(state.hands))
    by = rng.randrange(len(state.names))
    if state.hands[hand].outcome is not None or state.challenges[by] == 0:
        return None
    return e.Disputed(hand, by, "I saw a king")


def _review(state: TableState, rng: random.Random) -> e.Event:
    dispute = state.dispute
    assert dispute is not None
    if dispute.outcome is not None and rng.random() < 0.7:
        return e.RulingPublished(dispute.hand)
    ruling = state.hands[dispute.hand]
    outcomes = list(e.Outcome)
    if ruling.ground is Ground.ACES_BELIEVED:
        outcomes.remove(e.Outcome.OVERTURNED)
    outcome = rng.choice(outcomes)
    actual = any_hand(rng)
    fits = ((actual < ruling.claim) is not ruling.lie) is (outcome is e.Outcome.OVERTURNED)
    return e.DisputeRuled(dispute.hand, outcome, "Bo", "seen", actual if fits else None)


def played(
    rng: random.Random, most: int, limit: int = 2, facts: float = 0.2, disputes: float = 0.2
) -> tuple[Desk[TableState], Memory, list[tuple[e.Event, TableState, TableState, int]]]:
    """Up to so many events; for each: the event, the state before and after, and how many entries were there before."""
    desk, memory = seated_desk(limit=limit, left=rng if rng.random() < 0.3 else None)
    told = []
    for _ in range(most):
        if desk.state.phase is Phase.OVER and desk.state.dispute is None and rng.random() < 0.5:
            break
        before, entries = desk.state, len(memory.entries)
        over = before.phase is Phase.OVER and before.dispute is None
        event = _fact(before, rng) if over else legal_event(before, rng, facts, disputes)
        desk.take(event)
        told.append((event, before, desk.state, entries))
    return desk, memory, told


def bare(state: TableState) -> TableState:
    """Without what is said once and not kept, and without monotonic times."""
    call = state.call and replace(state.call, at_ns=None)
    return replace(state, refused="", refused_rule="", refused_what=None, told=None, claimed_at_ns=None, call=call)


def kept(state: TableState) -> TableState:
    """What the journal holds of it: of a match that is over nothing that the box and the camera tell afterwards."""
    if state.phase is not Phase.OVER:
        return bare(state)
    bare_table = TableState()
    return replace(
        bare(state), box=bare_table.box, camera=bare_table.camera, cup_down=None, felt=bare_table.felt,
        gate_open=False, readings=(),
    )  # fmt: skip


def same(again: TableState, live: TableState) -> bool:
    """Whether a fold of the journal gives the live state."""
    return kept(again) == kept(live)
