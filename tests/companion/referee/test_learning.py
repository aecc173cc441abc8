"""The watch that learns: what the table says becomes what the reader knows, and is forgotten with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from calibration.dice_set import FACE_OF_LABEL, DiceSet
from companion.games.mentiroso.state import Ground
from companion.journal.errors import EvidenceMissing, JournalFull
from companion.referee.fittings import Fittings
from companion.referee.learning import LEARNED, DiceLearned, LearningWatch, learned_from
from companion.referee.lessons import lessons
from companion.referee.state import Learning, Ruling
from tests.companion.referee.table import seated
from tests.companion.ui.tables import hand
from tests.vision.dice.drawn_dice import row, view
from vision.camera.frames import Frame
from vision.dice.align import find_tops
from vision.dice.teach import teach_dice_set
from vision.pictures import encode_jpeg
from vision.readings import ToldDie, as_quad

ROW = ("A", "K", "Q", "J", "10", "9")
FRAME = Frame(np.zeros((36, 64, 3), np.uint8), 0, 0)


@dataclass
class Evening:
    """A table whose hands are what the test says, and what was told of it."""

    fittings: Fittings = field(default_factory=Fittings)
    state: Any = field(default_factory=lambda: seated("Ana", "Bruno"))
    match: str = "one"
    pictures: dict[str, bytes] = field(default_factory=dict)
    told: list[Learning | None] = field(default_factory=list)

    def watch(self) -> LearningWatch:
        """Of this table."""

        def tell(learned: DiceLearned) -> None:
            self.told.append(learned.learning)

        return LearningWatch(self.fittings, lambda: self.state, lambda: self.match, self.get, tell)

    def read_with(self) -> DiceSet | None:
        """The set that the reader uses."""
        return self.fittings.read_with

    def get(self, sha: str) -> bytes:
        """Evidence."""
        if sha not in self.pictures:
            raise EvidenceMissing("it was trimmed", sha)
        return self.pictures[sha]

    def play(self, drawn: Sequence[str], named: Sequence[str] | None = None) -> None:
        """A hand ended, with these dice from left to right, each named by a person."""
        number = len(self.state.hands) + 1
        picture = row(view(), drawn, seed=number)
        tops = sorted(find_tops(picture, len(drawn)), key=lambda top: float(top.middle[0]))
        assert len(tops) == len(drawn)
        told = tuple(
            ToldDie(as_quad(top.quad), FACE_OF_LABEL[label], tapped=True)
            for top, label in zip(tops, named or drawn, strict=True)
        )
        sha = f"{self.match}{number}"
        self.pictures[sha] = encode_jpeg(picture)
        ruling = Ruling(
            Ground.SHOWN, hand("KKK87"), hand("KKQ87"), tuple("KKQ87"), True, 0, 1, 0, "players", False,
            evidence=(sha,), told=told,
        )  # fmt: skip
        self.state = replace(self.state, hands=(*self.state.hands, ruling))


@pytest.fixture
def evening() -> Evening:
    """Nobody taught the dice."""
    return Evening()


def test_what_was_named_is_known_and_all_six_faces_are_a_set(evening: Evening) -> None:
    """Five faces, then the sixth: from then on the reader has a set, and the table is told of each step."""
    watch, changes = evening.watch(), []
    evening.fittings.changed = lambda: changes.append(evening.read_with())
    watch.see(FRAME)
    evening.play(ROW[:5])
    watch.see(FRAME)
    assert evening.fittings.known.faces == ("A", "K", "Q", "J", "8")
    assert evening.read_with() is None and not changes
    evening.play(ROW)
    watch.see(FRAME)
    learned = evening.read_with()
    assert learned is not None and learned.complete and learned.name == LEARNED and changes == [learned]
    assert [(len(each.faces), each.complete) for each in evening.told if each] == [(0, False), (5, False), (6, True)]
    watch.see(FRAME)
    assert evening.read_with() is learned and len(evening.told) == 3


def test_an_undo_forgets_what_the_hand_had_taught(evening: Evening) -> None:
    """As if it had never been played."""
    watch = evening.watch()
    evening.play(ROW[:4])
    watch.see(FRAME)
    before = evening.state
    evening.play(ROW)
    watch.see(FRAME)
    assert evening.read_with() is not None
    evening.state = before
    watch.see(FRAME)
    assert evening.fittings.known.faces == ("A", "K", "Q", "J") and evening.read_with() is None
    assert evening.told[-1] == Learning(("A", "K", "Q", "J"))


def test_a_restart_forgets_nothing(evening: Evening) -> None:
    """What is known is a function of the record and its pictures."""
    evening.play(ROW[:4])
    evening.play(ROW)
    evening.watch().see(FRAME)
    before = evening.fittings.known
    evening.fittings = Fittings()
    evening.watch().see(FRAME)
    assert [(look.face, look.throw) for look in evening.fittings.known.looks] == [
        (look.face, look.throw) for look in before.looks
    ]
    assert evening.read_with() is not None


def test_a_contradiction_is_told(evening: Evening) -> None:
    """A king that is a queen now."""
    watch = evening.watch()
    evening.play(("K", "A", "J"))
    watch.see(FRAME)
    evening.play(("K", "A", "J"), ("Q", "A", "J"))
    watch.see(FRAME)
    assert evening.told[-1] == Learning(("A", "J"), contradictions=(("K", "Q"),))


def test_a_taught_set_is_left_alone(evening: Evening) -> None:
    """Whoever taught a set sees no change."""
    taught = teach_dice_set([(row(view(), ROW), ROW)], "drawn")
    evening.fittings.use_dice_set(taught)
    watch = evening.watch()
    evening.play(ROW)
    watch.see(FRAME)
    assert evening.told == [] and evening.fittings.known.looks == () and evening.read_with() is taught


def test_the_next_match_is_played_with_the_same_dice(evening: Evening) -> None:
    """What was known before it began stays, also where its own first hand is taken back."""
    watch = evening.watch()
    evening.play(ROW[:4])
    watch.see(FRAME)
    evening.match, evening.state = "two", replace(evening.state, hands=())
    watch.see(FRAME)
    assert evening.fittings.known.faces == ("A", "K", "Q", "J")
    evening.play(ROW)
    watch.see(FRAME)
    assert evening.read_with() is not None
    evening.state = replace(evening.state, hands=())
    watch.see(FRAME)
    assert evening.fittings.known.faces == ("A", "K", "Q", "J")


def test_a_picture_that_is_gone_teaches_nothing(evening: Evening) -> None:
    """It was trimmed for want of room."""
    evening.play(ROW)
    evening.pictures.clear()
    evening.watch().see(FRAME)
    assert evening.fittings.known.looks == ()
    assert learned_from(lessons(evening.state), evening.get).looks == ()


def test_a_set_that_cannot_be_kept_with_the_record_is_not_read_with(evening: Evening) -> None:
    """The disk is full: nobody could read the pictures again."""

    def full() -> None:
        raise JournalFull("no room")

    evening.fittings.changed = full
    watch = evening.watch()
    evening.play(ROW)
    watch.see(FRAME)
    assert evening.read_with() is None


def test_a_coup_has_no_dice(evening: Evening) -> None:
    """Another game is played at this table."""
    evening.state = object()
    evening.watch().see(FRAME)
    assert evening.told == []
