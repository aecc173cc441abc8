"""What someone is tapping in, as it is drawn: asked of the rules, drawn by the panels."""

from dataclasses import dataclass

from companion.games.dice import ALL_HANDS, Category, DiceHand, Face
from companion.games.errors import IllegalAction
from companion.games.mentiroso.claiming import can_pass_claim, verify_pass_claim
from companion.games.mentiroso.state import Match
from companion.ui.dice import DieView, Mark
from companion.ui.keys import Key
from companion.ui.mentiroso.claim_draft import ClaimDraft, completed, faces_to_name
from companion.ui.mentiroso.ruling_draft import NamedDie, RulingDraft
from companion.ui.texts import NOTHING, Faces, Said, Told, text
from companion.ui.words import FACE, FORM


@dataclass(frozen=True, slots=True)
class ClaimView:
    """The claim that is being put together."""

    dice: tuple[DieView, ...]
    forms: tuple[Key, ...]
    """One a category, in the order of FORMS."""
    faces: tuple[Key, ...]
    """One a face, in the order of FACES."""
    said: Said
    """The whole claim in words, or what to do next."""
    why_not: Said
    """Why it cannot be confirmed; nothing when it can."""
    can_confirm: bool
    next: DiceHand | None
    """The lowest legal claim above the one laid out, or above the one to beat; None where nothing is higher."""


@dataclass(frozen=True, slots=True)
class RulingView:
    """The five dice that a person names."""

    dice: tuple[DieView, ...]
    others: tuple[Key | None, ...]
    """For each die the likeliest other face, one tap away; None where nobody doubts it."""
    faces: tuple[Key, ...]
    said: Said
    can_confirm: bool


FACES: tuple[Face, ...] = tuple(sorted(Face, reverse=True))
FORMS: tuple[Category, ...] = tuple(sorted(Category))


def claim_view(match: Match, draft: ClaimDraft, *, must_throw: bool = False) -> ClaimView:
    """Draw a claim in the making; the rules say which keys lead to a legal one (M19).

    must_throw: the opening turn's dice were not thrown yet (M18), which only a simulated table can know.
    """
    hand = draft.hand
    why_not = text("claim.throw_first") if hand is not None and must_throw else _why_not(match, hand)
    cursor = draft.cursor if draft.form is None else None
    return ClaimView(
        dice=tuple(
            DieView(face.letter if face is not None else "", chosen=i == cursor) for i, face in enumerate(draft.faces)
        ),
        forms=tuple(Key(FORM[form], enabled=_form_leads_on(match, form), chosen=form is draft.form) for form in FORMS),
        faces=tuple(
            Key(FACE[face], face.letter, enabled=_face_leads_on(match, draft, face), chosen=face in draft.named)
            for face in FACES
        ),
        said=hand if hand is not None else _what_next(draft),
        why_not=why_not,
        can_confirm=hand is not None and why_not == NOTHING,
        next=_next(match, hand),
    )


def _next(match: Match, hand: DiceHand | None) -> DiceHand | None:
    above = max((known.rank for known in (match.to_beat, hand) if known is not None), default=0)
    higher = DiceHand.from_rank(above + 1) if above < len(ALL_HANDS) else None
    return higher if higher is not None and can_pass_claim(match, higher) else None


def _why_not(match: Match, hand: DiceHand | None) -> Said:
    if hand is None:
        return NOTHING
    try:
        verify_pass_claim(match, hand)
    except IllegalAction as refusal:
        if refusal.explanation.key == "refused.not_higher":
            # The rules' own sentence says both hands in full, and both are on the screen already.
            return text("claim.not_higher", beaten=Faces(match.to_beat.faces) if match.to_beat else NOTHING)
        return Told(refusal.explanation)
    return NOTHING


def _what_next(draft: ClaimDraft) -> Said:
    if draft.form is None:
        return text("claim.choose_dice")
    return text("claim.choose_second") if draft.named else text("claim.choose_face", form=FORM[draft.form])


def _form_leads_on(match: Match, form: Category) -> bool:
    return any(_face_leads_on(match, ClaimDraft(form=form), face) for face in FACES)


def _face_leads_on(match: Match, draft: ClaimDraft, face: Face) -> bool:
    if draft.form is None:
        return True
    named = draft.naming(face)
    if len(named) < faces_to_name(draft.form):
        return any(_legal(match, draft.form, (*named, other)) for other in FACES)
    return _legal(match, draft.form, named)


def _legal(match: Match, form: Category, named: tuple[Face, ...]) -> bool:
    hand = completed(form, named)
    return hand is not None and can_pass_claim(match, hand)


def ruling_view(draft: RulingDraft, every: bool = False) -> RulingView:
    """Draw the dice that a person names; `every`: also dice that were sure may be other ones."""
    hand = draft.hand
    return RulingView(
        dice=tuple(
            DieView(die.face.letter if die.face is not None else "", _mark(die), i == draft.cursor)
            for i, die in enumerate(draft.dice)
        ),
        others=tuple(_likeliest_other(die, every) for die in draft.dice),
        faces=tuple(Key(FACE[face], face.letter) for face in FACES),
        said=hand if hand is not None else text("ruling.choose_dice"),
        can_confirm=hand is not None,
    )


def _mark(die: NamedDie) -> Mark:
    if die.face is None:
        return Mark.NONE
    if die.by_hand:
        return Mark.BY_HAND
    return Mark.SURE if die.sure else Mark.NOT_SURE


def _likeliest_other(die: NamedDie, every: bool) -> Key | None:
    if (die.sure and not every) or not die.others:
        return None
    return Key(FACE[die.others[0]], die.others[0].letter)
