"""The stand-in for an absent player (M30): `decide(public_view(match))`."""

from companion.games.mentiroso.stand_in.choosing import decide
from companion.games.mentiroso.stand_in.outlook import prepare
from companion.games.mentiroso.stand_in.turn import Decision

__all__ = ["Decision", "decide", "prepare"]
