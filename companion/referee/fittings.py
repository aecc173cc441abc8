"""What a table is set up with: the taught pieces, and where the camera stands. Exchanged while the table is in use."""

from collections.abc import Callable, Iterable

from calibration.dice_set import DiceSet, DiceSetError
from calibration.kept_table import KeptTable
from calibration.profiles import ProfileError, ProfileStore
from calibration.profiles.in_use import load_in_use, table_in_use
from calibration.scene import View
from calibration.table import TableProfile
from vision.cards.deck import Deck, DeckError, deck_of_pieces
from vision.chips.read import ChipSet
from vision.chips.teach import ChipSetError, chips_of_pieces
from vision.dice.known import NOTHING_KNOWN, Known


def _nothing() -> None:
    """Nobody wants to know."""


class Fittings:
    """The set-up's thread replaces one at a time; readers ask anew for each reading, and take what they then have.

    `changed` is called after each change, on the thread that changed it.
    """

    def __init__(
        self,
        dice_set: DiceSet | None = None,
        table: TableProfile | None = None,
        deck: Deck | None = None,
        chips: ChipSet | None = None,
    ) -> None:
        self.dice_set = dice_set
        self.kept = KeptTable(table) if table is not None else None
        """Where the table is now, looked after frame by frame; None: it was never set up."""
        self.deck = deck
        self.chips = chips
        self.known = NOTHING_KNOWN
        """What people told of dice that nobody taught, while they played."""
        self.learned: DiceSet | None = None
        """The set that this has become, once all six faces are known."""
        self.changed: Callable[[], None] = _nothing

    def use_dice_set(self, dice_set: DiceSet | None) -> None:
        """These dice lie on the table from now on."""
        self.dice_set = dice_set
        self.changed()

    def use_known(self, known: Known, learned: DiceSet | None) -> None:
        """So much is known of the dice, if nobody taught them."""
        known_before, self.known = self.learned, known
        self.learned = learned
        if learned is not known_before:
            self.changed()

    @property
    def told(self) -> Known:
        """What people told of the dice in use; nothing of dice that were taught."""
        return NOTHING_KNOWN if self.dice_set is not None else self.known

    @property
    def read_with(self) -> DiceSet | None:
        """The set in use: taught, or learned."""
        return self.dice_set if self.dice_set is not None else self.learned

    def use_table(self, table: TableProfile | None, view: View | None = None) -> None:
        """The camera stands so from now on; view: what it saw, where there is no mat."""
        self.kept = KeptTable(table, view) if table is not None else None
        self.changed()

    def use_deck(self, deck: Deck | None) -> None:
        """It is played with these cards from now on."""
        self.deck = deck
        self.changed()

    def use_chips(self, chips: ChipSet | None) -> None:
        """It is played with these chips from now on."""
        self.chips = chips
        self.changed()


def fittings_in_use(store: ProfileStore, camera: str = "") -> tuple[Fittings, tuple[str, ...]]:
    """What was set up last, and what of it cannot be used and why; that is done without.

    The table counts only for the camera (by its name) with which it was found.
    """
    fittings = Fittings()
    troubles: dict[str, None] = {}
    for load in _loads(fittings, store, camera):
        try:
            load()
        except (ProfileError, DiceSetError, DeckError, ChipSetError) as error:
            troubles[str(error)] = None
    return fittings, tuple(troubles)


def _loads(fittings: Fittings, store: ProfileStore, camera: str) -> Iterable[Callable[[], None]]:
    def dice() -> None:
        name = load_in_use(store).dice_set
        fittings.dice_set = store.dice_set(name) if name else None

    def table() -> None:
        stored = table_in_use(store, camera) if camera else None
        fittings.kept = KeptTable(stored.profile, stored.view) if stored is not None else None

    def deck() -> None:
        name = load_in_use(store).deck
        fittings.deck = deck_of_pieces(store.pieces("deck", name)) if name else None

    def chips() -> None:
        name = load_in_use(store).chips
        fittings.chips = chips_of_pieces(store.pieces("chips", name)) if name else None

    return dice, table, deck, chips
