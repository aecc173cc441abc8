"""The players before they sit down: names, seats and rules while they are being chosen (M6, M7, M9, M10). Pure."""

from dataclasses import dataclass, replace

from companion.games.errors import IllegalAction
from companion.games.mentiroso.options import AS_WRITTEN, Options
from companion.games.mentiroso.table import can_set_up, verify_set_up
from companion.ui.players import KINDS, Player
from companion.ui.settings.store import Settings
from companion.ui.texts import NOTHING, Said, Told, text

#: The names offered before anyone has typed one: the letters that the rulebook's examples use.
LETTERS = "ABCDEFGHIJ"
START = 4
MENTIROSO, DETECTIVE = "mentiroso", "detective"
DETECTIVE_SEATS = (3, 4)
#: So many names of earlier evenings are offered.
OFFERED = 6


@dataclass(frozen=True, slots=True)
class SeatingDraft:
    """Everyone in the order of play: each next player sits to the right."""

    players: tuple[Player, ...] = tuple(Player(letter, kind) for kind, letter in enumerate(LETTERS[:START]))
    limit: int = AS_WRITTEN.limit
    next_starter: str = AS_WRITTEN.next_starter
    duel_reset: bool = AS_WRITTEN.duel_reset
    challenge_window_s: int = 60
    challenges: int = 2
    game: str = MENTIROSO
    expert: bool = False
    """Detective Poker by its expert rules (D21, D22)."""

    @classmethod
    def of(cls, settings: Settings) -> "SeatingDraft":
        """Those who sat here last, by the rules they chose."""
        table = settings.players[: settings.seated]
        return cls(
            players=table if len(table) > 1 else cls().players,
            limit=settings.limit,
            next_starter=settings.next_starter,
            duel_reset=settings.duel_reset,
            challenge_window_s=settings.challenge_window_s,
            challenges=settings.challenges,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """As they are typed."""
        return tuple(player.name for player in self.players)

    @property
    def seated(self) -> tuple[str, ...]:
        """The names without the blanks around them."""
        return tuple(name.strip() for name in self.names)

    def seat(self, names: tuple[str, ...]) -> "SeatingDraft":
        """These names, each with a sign of its own; who sits there already keeps his."""
        draft = replace(self, players=())
        for name in names:
            known = next((p for p in self.players if p.name == name), None)
            draft = draft.join(known or Player(name, 0))
        return draft

    def join(self, player: Player) -> "SeatingDraft":
        """One more, with the sign he had, or another where somebody has it."""
        return replace(self, players=(*self.players, replace(player, kind=self._free_kind(player.kind))))

    def _free_kind(self, wanted: int) -> int:
        taken = {player.kind for player in self.players}
        return next((k % len(KINDS) for k in range(wanted, wanted + len(KINDS)) if k % len(KINDS) not in taken), wanted)

    def more_players(self, step: int) -> "SeatingDraft":
        """One more, or one less from the end."""
        if step < 0:
            return replace(self, players=self.players[:step])
        unused = next((letter for letter in LETTERS if letter not in self.names), LETTERS[-1])
        return self.join(Player(unused, len(self.players)))

    def higher_limit(self, step: int) -> "SeatingDraft":
        """A limit that is so much higher."""
        return replace(self, limit=self.limit + step)

    def rename(self, seat: int, name: str) -> "SeatingDraft":
        """The player at `seat` is called so."""
        return self._with(seat, replace(self.players[seat], name=name))

    def other_kind(self, seat: int) -> "SeatingDraft":
        """The player at `seat` has the next sign and colour that nobody has."""
        return self._with(seat, replace(self.players[seat], kind=self._free_kind(self.players[seat].kind + 1)))

    def _with(self, seat: int, player: Player) -> "SeatingDraft":
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def move(self, seat: int, to: int) -> "SeatingDraft":
        """The player at `seat` sits down at `to`; the others move up."""
        others = [*self.players[:seat], *self.players[seat + 1 :]]
        return replace(self, players=(*others[:to], self.players[seat], *others[to:]))


@dataclass(frozen=True, slots=True)
class SeatingView:
    """The page, but for what is being typed."""

    names: tuple[str, ...]
    players: tuple[Player, ...]
    known: tuple[Player, ...]
    """Who has played here before and could sit down."""
    limit: int
    next_starter: str
    duel_reset: bool
    game: str
    expert: bool
    can_add: bool
    can_remove: bool
    can_lower: bool
    why_not: Said
    can_begin: bool


def seating_view(draft: SeatingDraft, known: tuple[Player, ...] = ()) -> SeatingView:
    """Draw the page; the rules say how many may play and to what limit."""
    why_not = _why_not(draft)
    here = {name.casefold() for name in draft.seated}
    return SeatingView(
        names=draft.names,
        players=draft.players,
        known=tuple(player for player in known if player.name.casefold() not in here)[:OFFERED],
        limit=draft.limit,
        next_starter=draft.next_starter,
        duel_reset=draft.duel_reset,
        game=draft.game,
        expert=draft.expert,
        can_add=_can_seat(draft, len(draft.players) + 1),
        can_remove=_can_seat(draft, len(draft.players) - 1) or len(draft.players) > max(DETECTIVE_SEATS),
        can_lower=can_set_up(len(draft.players), Options(limit=draft.limit - 1)),
        why_not=why_not,
        can_begin=why_not == NOTHING,
    )


def _can_seat(draft: SeatingDraft, players: int) -> bool:
    if draft.game == DETECTIVE:
        return players in DETECTIVE_SEATS
    return can_set_up(players, Options(limit=draft.limit))


def _why_not(draft: SeatingDraft) -> Said:
    if "" in draft.seated:
        return text("seating.name_missing")
    if len({name.casefold() for name in draft.seated}) < len(draft.seated):
        return text("seating.name_twice")
    if draft.game == DETECTIVE:
        return NOTHING if len(draft.players) in DETECTIVE_SEATS else text("seating.detective_players")
    try:
        verify_set_up(len(draft.players), Options(limit=draft.limit))
    except IllegalAction as refusal:
        return Told(refusal.explanation)
    return NOTHING
