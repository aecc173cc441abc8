"""A deck taught live: one suit after the other is laid out in rows; the cards' corners are learned."""

from dataclasses import replace

from calibration.advice import Say, advise
from calibration.profiles import ProfileError
from calibration.profiles.pieces_file import PieceSet
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Mark, Step, Tone
from companion.setup.task import KNOWN, Bench
from companion.setup.tasks.pieces import Phase, PiecesTask
from vision.camera.frames import Frame
from vision.cards.deck import DeckError, deck_of_pieces, pieces_of_deck
from vision.cards.teach import find_cards, teach_deck
from vision.pictures import Picture
from vision.readings import Quad
from vision.stillness import Stillness

SUITS = "SHDC"
ROWS = ("AKQJT", "98765", "432")
RANKS = "".join(ROWS)
_LOOK_NS = 1_000_000_000
_MOVED = 0.004


class DeckTask(PiecesTask):
    """See `companion.setup.task.Task`."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench, "deck", Hint.DECK_KEPT)
        self._begin()

    def _begin(self) -> None:
        self._suit = 0
        self._shown: list[tuple[Picture, list[str]]] = []
        self._size = (16, 9)
        self._name = ""
        self._scene = Stillness(_MOVED)
        self._lay(fresh=True)

    def _lay(self, *, fresh: bool) -> None:
        """Wait for a suit; not `fresh`: what lies there was seen already, and something must move first."""
        self._fresh = fresh
        self._looked = False
        self._phase = Phase.LAY
        self._cards: tuple[Quad, ...] = ()
        self._picture: Picture | None = None
        self._next_ns = 0
        self._refused: Word | None = None

    def see(self, frame: Frame) -> None:
        """See `Task`."""
        height, width = frame.picture.shape[:2]
        self._size = (width, height)
        if self._phase not in (Phase.LAY, Phase.NAME):
            return
        scene = self._scene.update(frame.picture)
        if not scene.still:
            # Cards are laid one by one, by hands: whatever was found is looked for anew.
            self._phase, self._cards, self._looked, self._fresh = Phase.LAY, (), False, True
            return
        if self._phase is Phase.NAME or not self._fresh or frame.at_ns < self._next_ns:
            return
        self._next_ns = frame.at_ns + _LOOK_NS
        self._cards, self._looked = find_cards(scene.mean), True
        if len(self._cards) == len(RANKS):
            self._phase, self._picture, self._refused = Phase.NAME, scene.mean, None

    def do(self, act: Act, value: str) -> None:
        """See `Task`."""
        if act is Act.AGAIN:
            self._begin()
        elif act is Act.TAKE and self._phase is Phase.NAME:
            self._phase = Phase.LEARN
        elif act is Act.SKIP and self._phase in (Phase.LAY, Phase.NAME):
            self._next_suit()
        elif act is Act.PICK and value.partition("=")[0] == KNOWN:
            self._reuse(value.partition("=")[2])

    def _fit(self, pieces: PieceSet) -> None:
        self._bench.fittings.use_deck(deck_of_pieces(pieces))

    def _next_suit(self) -> None:
        self._suit += 1
        self._lay(fresh=False)
        if self._suit >= len(SUITS):
            # Nothing was shown at all: there is nothing to learn, begin again.
            self._phase = Phase.LEARN if self._shown else Phase.LAY
            self._suit = self._suit if self._shown else 0
            self._refused = None if self._shown else note(Hint.DECK_NOTHING)

    def work(self) -> bool:
        """See `Task`."""
        if self._phase is not Phase.LEARN:
            return False
        if self._picture is not None:
            self._learn_suit(self._picture)
        else:
            self._keep()
        return True

    def _learn_suit(self, picture: Picture) -> None:
        codes = [rank + SUITS[self._suit] for rank in RANKS]
        try:
            teach_deck([(picture, codes)], "deck")
        except DeckError as error:
            self._lay(fresh=False)
            self._refused = error.advice or str(error)
            return
        self._shown.append((picture, codes))
        self._next_suit()

    def _keep(self) -> None:
        try:
            name = self._bench.free_name("deck", "deck")
            deck = teach_deck(self._shown, name)
            self._bench.store.save_pieces(pieces_of_deck(deck, self._bench.now()))
            self._bench.put_in_use(deck=name)
        except (ProfileError, DeckError) as error:
            self._begin()
            self._refused = str(error)
        else:
            self._name, self._phase = name, Phase.KEPT
            self._bench.fittings.use_deck(deck)

    @property
    def step(self) -> Step:
        """See `Task`."""
        progress = 1.0 if self._phase is Phase.KEPT else min(self._suit, len(SUITS)) / len(SUITS)
        return replace(self._told(), size=self._size, drawn=self._bench.drawn, progress=progress)

    def _told(self) -> Step:
        if self._phase is Phase.LEARN:
            return Step(note(Hint.LEARNING))
        if self._phase is Phase.KEPT:
            return self._told_kept()
        suit = SUITS[self._suit]
        again = (Act.AGAIN,) if self._suit else ()
        if self._phase is Phase.NAME:
            names = [f"{'10' if rank == 'T' else rank}{_SIGNS[suit]}" for rank in RANKS]
            marks = tuple(Mark(quad, name, Tone.GOOD) for quad, name in zip(self._cards, names, strict=True))
            return Step(note(Hint.DECK_RIGHT), marks=marks, keys=(Act.TAKE, Act.SKIP, *again))
        more: list[Word] = [note(Hint.DECK_SEEN, seen=len(self._cards))] if self._looked else [advise(Say.HOLD_STILL)]
        if self._refused is not None:
            more.insert(0, self._refused)
        return Step(
            note(Hint.DECK_LAY, suit=_SIGNS[suit]),
            Tone.TROUBLE if self._refused else Tone.ASK,
            tuple(more),
            marks=tuple(Mark(quad) for quad in self._cards),
            keys=(Act.SKIP, *again),
            picks=self._picks if not self._suit else (),
        )


_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
