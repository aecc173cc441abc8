"""What tells players apart at a glance: a sign and a colour, always both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.ui.theme import Colour, colour


@dataclass(frozen=True, slots=True)
class Kind:
    """A sign that the bundled font has, in a colour that can be seen on light and on dark cards."""

    sign: str
    colour: Colour


KINDS: tuple[Kind, ...] = (
    Kind("●", colour("#D0573F")),
    Kind("▲", colour("#3F83C8")),
    Kind("■", colour("#3E9457")),
    Kind("◆", colour("#A8761A")),
    Kind("★", colour("#9A6BC9")),
    Kind("♥", colour("#C9567F")),
    Kind("♣", colour("#2A9294")),
    Kind("♠", colour("#7F8795")),
    Kind("✚", colour("#7E8A2B")),
    Kind("✿", colour("#B07254")),
)
"""One for each seat that a table can have."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who plays here, remembered from one evening to the next."""

    name: str
    kind: int = 0
    """Number of his sign and colour in KINDS."""


def kinds_of(names: Iterable[str], known: Iterable[Player]) -> tuple[Kind, ...]:
    """Each seat's sign and colour: the one the player chose, or the next one that nobody has."""
    chosen: Mapping[str, int] = {player.name.casefold(): player.kind for player in reversed(tuple(known))}
    taken: list[int] = []
    for name in names:
        wanted = chosen.get(name.casefold(), 0)
        free = [number for number in range(len(KINDS)) if number not in taken]
        taken.append(wanted if wanted in free or not free else free[0])
    return tuple(KINDS[number] for number in taken)
