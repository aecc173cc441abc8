"""The calls of a match as they are reviewed, from the referee's state. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.dice import DiceHand, Face
from companion.referee.events import Outcome
from companion.referee.state import DieReading, Ruling, TableState
from companion.ui.dice import DieView, dice_of
from companion.ui.mentiroso.ruling_draft import RulingDraft
from companion.ui.mentiroso.verdict_view import verdict_of
from companion.ui.review.port import Trouble
from companion.ui.texts import NOTHING, Faces, Number, Said, text

OUTCOMES: dict[Outcome, Said] = {
    Outcome.STANDS: text("review.stands"),
    Outcome.CONFIRMED: text("review.confirmed"),
    Outcome.OVERTURNED: text("review.overturned"),
    Outcome.INCONCLUSIVE: text("review.inconclusive"),
}


@dataclass(frozen=True, slots=True)
class CallLine:
    """One call of the list."""

    hand: int
    """Index into `TableState.hands`, or of the coup."""
    said: Said
    disputed: bool
    """Open now."""
    outcome: Said
    """What an earlier review came to; nothing where there was none."""
    chosen: bool


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The page, but for the pictures."""

    calls: tuple[CallLine, ...]
    """The newest first."""
    headline: Said
    sentence: Said
    claim: tuple[DieView, ...]
    can_dispute: bool
    can_rule: tuple[Outcome, ...]
    """The outcomes that go with the dice as they are named now; empty where nothing is in dispute here."""
    ruled: Outcome | None
    """What was ruled and is not published yet."""
    can_publish: bool
    can_correct: bool
    """Other dice are named, and no dispute is open."""
    board: Said
    """Why the score stands still; nothing while it does not."""


def review_view(state: TableState, hand: int, named: DiceHand | None, here: bool = True) -> ReviewView:
    """Draw the list and the call `hand`; `named` are the dice as people name them now.

    `here`: it is the match on the table, whose newest call alone may be disputed there.
    """
    if not 0 <= hand < len(state.hands):
        return ReviewView((), text("review.nothing"), NOTHING, (), False, (), None, False, False, NOTHING)
    ruling, dispute = state.hands[hand], state.dispute
    disputed = dispute is not None and dispute.hand == hand
    verdict = verdict_of(state, ruling)
    other = named is not None and named != ruling.actual
    newest = hand == len(state.hands) - 1 or not here
    return ReviewView(
        calls=tuple(_line(state, number, hand) for number in reversed(range(len(state.hands)))),
        headline=text("review.headline", number=hand + 1, word=verdict.word),
        sentence=verdict.sentence,
        claim=dice_of(ruling.claim),
        can_dispute=newest and dispute is None and ruling.outcome is None and state.challenge_window_s > 0,
        can_rule=_outcomes(ruling, named) if disputed else (),
        ruled=dispute.outcome if dispute is not None and disputed else None,
        can_publish=dispute is not None and disputed and dispute.outcome is not None,
        can_correct=other and dispute is None and bool(ruling.known),
        board=NOTHING if dispute is None else text("review.open", number=dispute.hand + 1),
    )


def _line(state: TableState, number: int, chosen: int) -> CallLine:
    ruling = state.hands[number]
    return CallLine(
        hand=number,
        said=text(
            "review.call",
            number=number + 1,
            claimant=state.names[ruling.claimant],
            claim=Faces(ruling.claim.faces),
            receiver=state.names[ruling.receiver],
            sign="✘" if ruling.lie else "✔",
        ),
        disputed=state.dispute is not None and state.dispute.hand == number,
        outcome=OUTCOMES[ruling.outcome] if ruling.outcome is not None else NOTHING,
        chosen=number == chosen,
    )


def _outcomes(ruling: Ruling, named: DiceHand | None) -> tuple[Outcome, ...]:
    """What may be ruled: dice that were named must not speak against it."""
    if named is None or not ruling.known:
        return tuple(Outcome)
    overturns = (named < ruling.claim) is not ruling.lie
    if overturns:
        return (Outcome.STANDS, Outcome.OVERTURNED, Outcome.INCONCLUSIVE)
    return (Outcome.STANDS, Outcome.CONFIRMED, Outcome.INCONCLUSIVE)


def draft_of(ruling: Ruling, seen: Sequence[DieReading]) -> RulingDraft:
    """The dice as they are named when the review begins: as the table decided; `seen`: what was read of them then."""
    if ruling.actual is None and seen:
        return RulingDraft.of(seen)
    if ruling.actual is None:
        return RulingDraft()
    if len(seen) == len(ruling.known):
        read = RulingDraft.of(seen)
        if read.hand == ruling.actual:
            return read
    return RulingDraft.named(ruling.actual)


def next_face(draft: RulingDraft, number: int) -> RulingDraft:
    """The die shows its next likeliest face: those the reader thought of first, then all others."""
    die = draft.dice[number]
    ranked = [face for face in die.others if face is not die.face]
    rest = sorted((face for face in Face if face not in ranked and face is not die.face), reverse=True)
    # What it showed comes last, so that tapping goes round.
    return draft.turn(number, (*ranked, *rest))


_TROUBLES: dict[Trouble, Said] = {
    Trouble.NONE: NOTHING,
    Trouble.NO_PICTURES: text("review.no_pictures"),
    Trouble.GONE: text("review.gone"),
    Trouble.FAILED: text("review.failed"),
}


def trouble_said(trouble: Trouble) -> Said:
    """Why there is nothing to see."""
    return _TROUBLES[trouble]


def moment_said(moment_us: int | None) -> Said:
    """When a picture was seen, from the lift on."""
    return (
        text("review.kept") if moment_us is None else text("review.moment", seconds=Number(f"{moment_us / 1e6:+.2f}"))
    )
