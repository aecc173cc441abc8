"""The claim while it is being put together: what was tapped so far. Pure; nothing here knows what beats what."""

from dataclasses import dataclass, replace
from functools import cache

from companion.games.dice import Category, DiceHand, Face
from companion.games.errors import RulesError
from companion.games.mentiroso.spoken import lowest_completion

DICE = 5
BLANK: tuple[Face | None, ...] = (None,) * DICE


# Asked for every key at every tap, and each answer means a search through the 252 hands.
@cache
def completed(form: Category, named: tuple[Face, ...]) -> DiceHand | None:
    """The lowest hand that a spoken form means (M26); None while too little is named, or for an impossible one."""
    try:
        return lowest_completion(form, *named)
    except RulesError:
        return None


def faces_to_name(form: Category) -> int:
    """How many faces a spoken form names: two for two pair, else one."""
    return 2 if form is Category.TWO_PAIR else 1


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """Five dice, some of them blank; either one die is being set, or a spoken form is being named."""

    faces: tuple[Face | None, ...] = BLANK
    cursor: int = 0
    """The die that the next tap on a face sets, while no form is chosen."""
    form: Category | None = None
    named: tuple[Face, ...] = ()

    @classmethod
    def above(cls, to_beat: DiceHand | None) -> "ClaimDraft":
        """Where a turn begins: with the claim that must be beaten laid out, or blank."""
        return cls(faces=to_beat.grouped if to_beat else BLANK)

    @property
    def hand(self) -> DiceHand | None:
        """The claim, once all five dice are set."""
        faces = [face for face in self.faces if face is not None]
        return DiceHand.of(faces) if len(faces) == DICE else None

    def lay(self, hand: DiceHand) -> "ClaimDraft":
        """This claim, whole."""
        return ClaimDraft(faces=hand.grouped)

    def tap_die(self, number: int) -> "ClaimDraft":
        """This die is set next."""
        return replace(self, cursor=number, form=None, named=())

    def tap_form(self, form: Category) -> "ClaimDraft":
        """This form is named next; tapped again, it is dropped."""
        return replace(self, form=None if form is self.form else form, named=())

    def tap_face(self, face: Face) -> "ClaimDraft":
        """The face for the die at the cursor (which moves on), or for the form."""
        if self.form is None:
            faces = (*self.faces[: self.cursor], face, *self.faces[self.cursor + 1 :])
            return replace(self, faces=faces, cursor=(self.cursor + 1) % DICE)
        named = self.naming(face)
        if len(named) < faces_to_name(self.form):
            return replace(self, named=named, faces=(face, face, None, None, None))
        hand = completed(self.form, named)
        return replace(self, named=named, faces=hand.grouped) if hand else self

    def naming(self, face: Face) -> tuple[Face, ...]:
        """The faces of the form after this one is tapped: a form that was complete begins anew."""
        if self.form is None or len(self.named) >= faces_to_name(self.form):
            return (face,)
        return (*self.named, face)
