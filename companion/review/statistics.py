"""What people like to know after a match: who lied and was caught, whose calls were right. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.mentiroso.state import Ground
from companion.referee.state import Ruling, TableState
from companion.review.record import Claimed, MatchRecord


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player's match. A claim that was believed is neither lie nor truth here: not everybody saw the dice (M22)."""

    seat: int
    name: str
    lost: int
    """Hands that ended with a point for this player."""
    called: int
    """Own claims that were called."""
    caught: int
    """Of these, lies."""
    calls: int
    """Calls made as the receiver."""
    right: int
    """Of these, on a lie."""
    aces_believed: int
    """Five aces that this player believed (M21)."""
    claims: int | None = None
    """All own claims; None where only the calls are known."""
    believed: int | None = None
    """Of these, believed."""
    beliefs: int | None = None
    """Claims of others that this player believed."""

    @property
    def honest(self) -> int:
        """Own claims that were called and true."""
        return self.called - self.caught

    @property
    def wrong(self) -> int:
        """Calls on a claim that was true."""
        return self.calls - self.right


def statistics(record: MatchRecord) -> tuple[PlayerStatistics, ...]:
    """All players' match by seat, from the whole record."""
    rulings = [hand.ruling for hand in record.hands]
    claims = [*(claim for hand in record.hands for claim in hand.claims), *record.open_claims]
    return tuple(_player(seat, name, rulings, claims) for seat, name in enumerate(record.names))


def of_table(state: TableState) -> tuple[PlayerStatistics, ...]:
    """All players' match by seat, from what the table knows: its calls, without the claims that were believed."""
    return tuple(_player(seat, name, state.hands) for seat, name in enumerate(state.names))


def share(part: int, whole: int) -> int | None:
    """`part` of `whole` in whole percent, halves up; None of nothing."""
    return (200 * part + whole) // (2 * whole) if whole else None


def _player(
    seat: int, name: str, rulings: Sequence[Ruling], claims: Sequence[Claimed] | None = None
) -> PlayerStatistics:
    aces = [ruling for ruling in rulings if ruling.ground in (Ground.ACES_BELIEVED, Ground.ACES_THROWN)]
    called = [ruling for ruling in rulings if ruling not in aces]
    mine = [ruling for ruling in called if ruling.claimant == seat]
    made = [ruling for ruling in called if ruling.receiver == seat]
    said = None if claims is None else [claim for claim in claims if claim.seat == seat]
    return PlayerStatistics(
        seat,
        name,
        lost=sum(ruling.loser == seat for ruling in rulings),
        called=len(mine),
        caught=sum(ruling.lie for ruling in mine),
        calls=len(made),
        right=sum(ruling.lie for ruling in made),
        aces_believed=sum(ruling.receiver == seat for ruling in aces),
        claims=None if said is None else len(said),
        believed=None if said is None else sum(claim.believed_by is not None for claim in said),
        beliefs=None if claims is None else sum(claim.believed_by == seat for claim in claims),
    )
