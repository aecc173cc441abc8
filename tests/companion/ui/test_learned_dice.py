"""Dice that nobody taught, played with at the simulated table: learned while they are played, then kept."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.dice_set import FACES, DiceSet
from calibration.profiles import ProfileStore
from companion.cli import main
from companion.commands.parts import Table, simulated_table
from companion.commands.setup_desk import SetupDesk
from companion.games.dice import DiceHand, Face
from companion.journal.store import Journal
from companion.referee import events as e
from companion.referee.learning import LEARNED
from companion.referee.state import Phase
from companion.setup.workshop import Workshop
from companion.ui.words import FACE
from tests.companion.ui.conftest import Opened
from tests.companion.ui.test_match import wait
from vision.dice.name import name_faces
from vision.drawn.camera import DrawnCamera
from vision.drawn.table import DrawnTable

SOON = 5
"""So many hands are enough for what wants two throws."""


def _names(patches: NDArray[np.uint8]) -> NDArray[np.float64]:
    """As of a set whose jacks look to the namer more like queens than like jacks, and the other way round."""
    names = name_faces(patches)
    likeliest, jack, queen = names.argmax(axis=1), FACES.index("J"), FACES.index("Q")
    for number, other in ((jack, queen), (queen, jack)):
        doubted = np.full(names.shape[1], 0.1 / names.shape[1])
        doubted[[number, other]] += 0.35, 0.55
        names[likeliest == number] = doubted
    return names


class Given(DrawnCamera):
    """The drawn table, on which such dice come as the test wants."""

    def __init__(self, hands: Iterable[str]) -> None:
        super().__init__(DrawnTable(3))
        self._hands = iter(hands)

    def throw(self, faces: Iterable[str]) -> None:
        """What the test wants to come."""
        super().throw(next(self._hands))

    def lying_at(self, place: tuple[float, float]) -> str:
        """The face of the die there."""
        return min(self.truth(), key=lambda die: math.dist(die.centre, place)).face


def _play(hands: Any, table: Table, camera: Given) -> int:
    """A hand, called; how many dice a person had to tap."""
    wait(hands, lambda state: state.phase is Phase.CLAIM)
    hands.tap("Throw the dice")
    # Until the box feels it, the dice count as not thrown, and cannot be passed.
    wait(hands, lambda state: state.cup_down is True)
    hands.tap("Pair", "king", "Pass the dice")
    wait(hands, lambda state: state.phase is Phase.ANSWER and state.cup_down is True)
    hands.tap("Lift the cup")
    wait(hands, lambda state: state.phase in (Phase.VERDICT, Phase.RULING))
    tapped = 0
    if table.referee.state.phase is Phase.RULING:
        # From left to right as they were read: one may lie above another.
        for number, die in enumerate(sorted(table.referee.state.readings, key=lambda die: die.centre[0])):
            face = camera.lying_at(die.centre)
            if hands.letters()[number] != face:
                hands.touch(hands.dice()[number])
                hands.tap(hands.app.say(FACE[Face.parse(face)]))
                tapped += 1
        hands.tap("These are the dice")
        wait(hands, lambda state: state.phase is Phase.VERDICT)
    ruling = table.referee.state.ruling
    assert ruling is not None
    hands.stage.crank(3)
    assert ruling.actual == DiceHand.of(Face.parse(die.face) for die in camera.truth())
    return tapped


def test_an_untaught_set_is_learned_while_it_is_played_and_kept(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jack and queen are named until they are known; then the camera reads them, and the set is kept by a touch.

    How the dice come to lie is chance: one that hides another, or looks like nothing yet, takes a hand more.
    """
    monkeypatch.setattr("vision.dice.read.name_faces", _names)
    monkeypatch.setattr("vision.dice.known.name_faces", _names)
    camera = Given(["AKQJ8", "AKQJ8", *["7JQK8", "JJQK7", "A7QJ8"] * 4])
    file, store = tmp_path / "journal.sqlite3", ProfileStore(tmp_path / "profiles")
    with simulated_table(file, new=True, camera=camera) as table:
        table.fittings.use_dice_set(None)
        with Workshop(SetupDesk(table, ""), store) as workshop:
            hands = opened(
                table.referee, table.preview, table.hands, lot=lambda _: 0, first="newgame", workshop=workshop
            )
            wait(hands, lambda state: state.camera is state.box is e.Link.READY)
            hands.tap("Begin")
            wait(hands, lambda state: state.phase is Phase.LOT)
            hands.tap("Draw the lot")
            assert _play(hands, table, camera) > 0
            wait(hands, lambda state: state.learning is not None and len(state.learning.faces) == 5)
            assert hands.reads("The dice are being learned: 5 of 6 faces known")
            hands.tap("Next hand")
            for _ in range(SOON):
                _play(hands, table, camera)
                hands.tap("Next hand")
                # What the camera was sure of by then counts once people go on.
                if table.referee.wait_for(lambda state: state.learning is not None and state.learning.complete, 5):
                    break
            assert table.referee.state.learning is not None and table.referee.state.learning.complete
            hands.stage.crank(3)
            assert not hands.reads("All six faces are known")
            for _ in range(SOON):
                if not _play(hands, table, camera):
                    break
                hands.tap("Next hand")
            assert hands.reads("All six faces are known: ☰ keeps this set")
            ruling = table.referee.state.ruling
            assert ruling is not None and ruling.by == "camera"
            parts = table.referee.state.parts
            assert parts is not None and parts.profile is not None and parts.profile.name == LEARNED
            hands.tap("☰", "Keep, printed 10 9")
            kept = table.fittings.dice_set
            assert kept is not None and kept.complete and kept.faces["8"].label == "10"
            assert hands.reads(f"Kept as {kept.name}")
            hands.tap("Back to the table")
            wait(hands, lambda state: state.learning is None)
            assert not hands.reads("faces known")
    with Journal.open(file, read_only=True) as journal:
        (head,) = journal.matches()
        told = [event.body for event in journal.events(head.match) if event.kind == "ruling_given"]
    assert any("J" in str(body.get("tapped", "")) for body in told)
    out = tmp_path / "learned.json"
    result = CliRunner().invoke(main, ["teach", "from-match", "--journal", str(file), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert DiceSet.load(out).complete
