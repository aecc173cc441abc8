"""All that watches a table of Detective Poker: its cards, and the bets."""

from collections.abc import Callable

from companion.referee.detective.bets_watch import BetsWatch
from companion.referee.detective.events import BetSeen, CardsRead
from companion.referee.detective.watch import CardsWatch, Reader
from companion.referee.fittings import Fittings
from vision.camera.frames import Frame
from vision.cards.read import read_cards


class DetectiveWatch:
    """Looks like one `Watching` to the referee."""

    def __init__(self, keep: Callable[[Frame], str], fittings: Fittings, reader: Reader = read_cards) -> None:
        """keep: stores a picture as evidence and gives its SHA-256; fittings: the table, the deck, the chips in use."""
        self._bets, self._cards = BetsWatch(fittings), CardsWatch(reader, keep, fittings)
        self.orders: tuple[type, ...] = tuple(dict.fromkeys((*self._bets.orders, *self._cards.orders)))

    def follow(self, effect: object, at_ns: int) -> None:
        """Each does what concerns it."""
        for watch in (self._bets, self._cards):
            if isinstance(effect, watch.orders):
                watch.follow(effect, at_ns)

    def see(self, frame: Frame) -> BetSeen | CardsRead | None:
        """A frame has one answer at most: what it shows of the cards shows in the next one too.

        To read cards takes as long as many looks at the boards, and whoever bets does not wait.
        """
        seen = self._bets.see(frame)
        return seen if seen is not None or self._bets.busy else self._cards.see(frame)

    @property
    def settled(self) -> bool:
        """Whether a bet that is laid now would be told from what lay there before."""
        return self._bets.settled

    def failed(self, frame: Frame, why: str) -> None:
        """`see` raised: people name the cards and the bet; the next order is followed again."""
        self._bets.failed(frame, why)
        self._cards.failed(frame, why)
