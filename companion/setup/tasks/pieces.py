"""What the pages of the deck and of the chips share: pieces taught once may be used again."""

from abc import ABC, abstractmethod
from enum import StrEnum

from calibration.profiles.pieces_file import PieceSet
from companion.setup.hints import Hint, Word, note
from companion.setup.step import Act, Pick, Step, Tone
from companion.setup.task import KNOWN, Bench, trouble_of


class Phase(StrEnum):
    """How far the page is."""

    LAY = "lay"
    NAME = "name"
    LEARN = "learn"
    KEPT = "kept"


class PiecesTask(ABC):
    """A page that teaches pieces of one kind (`PieceSet.kind`)."""

    def __init__(self, bench: Bench, kind: str, kept: Hint) -> None:
        self._bench, self._kind, self._kept = bench, kind, kept
        self._name = ""
        self._phase = Phase.LAY
        self._refused: Word | None = None

    @abstractmethod
    def _fit(self, pieces: PieceSet) -> None:
        """Play with these. Raises what `trouble_of` knows."""

    def _reuse(self, name: str) -> None:
        def reuse() -> None:
            self._fit(self._bench.store.pieces(self._kind, name))
            self._bench.put_in_use(**{self._kind: name})

        if name in self._known:
            self._refused = trouble_of(reuse)
            if self._refused is None:
                self._name, self._phase = name, Phase.KEPT

    @property
    def _known(self) -> tuple[str, ...]:
        return self._bench.known(self._kind)

    @property
    def _picks(self) -> tuple[Pick, ...]:
        return (Pick(KNOWN, self._known, ""),) if self._known else ()

    def _told_kept(self) -> Step:
        kept = note(Hint.DRAWN_KEPT) if self._bench.drawn else note(self._kept, name=self._name)
        return Step(kept, Tone.GOOD, keys=(Act.AGAIN,))
