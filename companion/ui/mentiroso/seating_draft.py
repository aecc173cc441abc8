"""The players before they sit down: names and limit while they are being chosen (M6, M7)."""

from dataclasses import dataclass, replace

from companion.games.errors import IllegalAction
from companion.games.mentiroso.options import Options
from companion.games.mentiroso.table import can_set_up, verify_set_up
from companion.ui.texts import NOTHING, Said, Told, text

#: The names offered before anyone has typed one: the letters that the rulebook's examples use.
LETTERS = "ABCDEFGHIJ"
START = 4


@dataclass(frozen=True, slots=True)
class SeatingDraft:
    """Names in the order of play: each next player sits to the right."""

    names: tuple[str, ...] = tuple(LETTERS[:START])
    limit: int = Options().limit

    def more_players(self, step: int) -> "SeatingDraft":
        """One more, or one less from the end."""
        if step < 0:
            return replace(self, names=self.names[:step])
        unused = next((letter for letter in LETTERS if letter not in self.names), LETTERS[-1])
        return replace(self, names=(*self.names, unused))

    def higher_limit(self, step: int) -> "SeatingDraft":
        """A limit that is so much higher."""
        return replace(self, limit=self.limit + step)

    def rename(self, seat: int, name: str) -> "SeatingDraft":
        """The player at `seat` is called so."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    @property
    def seated(self) -> tuple[str, ...]:
        """The names without the blanks around them."""
        return tuple(name.strip() for name in self.names)


@dataclass(frozen=True, slots=True)
class SeatingView:
    """The start panel."""

    names: tuple[str, ...]
    limit: int
    can_add: bool
    can_remove: bool
    can_lower: bool
    why_not: Said
    can_begin: bool


def seating_view(draft: SeatingDraft) -> SeatingView:
    """Draw the start panel; the rules say how many may play and to what limit."""
    why_not = _why_not(draft)
    return SeatingView(
        names=draft.names,
        limit=draft.limit,
        can_add=can_set_up(len(draft.names) + 1, Options(limit=draft.limit)),
        can_remove=can_set_up(len(draft.names) - 1, Options(limit=draft.limit)),
        can_lower=can_set_up(len(draft.names), Options(limit=draft.limit - 1)),
        why_not=why_not,
        can_begin=why_not == NOTHING,
    )


def _why_not(draft: SeatingDraft) -> Said:
    if "" in draft.seated:
        return text("seating.name_missing")
    if len({name.casefold() for name in draft.seated}) < len(draft.seated):
        return text("seating.name_twice")
    try:
        verify_set_up(len(draft.names), Options(limit=draft.limit))
    except IllegalAction as refusal:
        return Told(refusal.explanation)
    return NOTHING
