"""From frames to proposals: enough that agree, nothing while a hand moves, nothing secret looked at (D5)."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.table import TableProfile
from calibration.zones import Zone, ZoneKind, box
from companion.games.cards import parse_cards
from companion.journal.store import Journal
from companion.referee.detective import events as e
from companion.referee.detective.effects import ReadBoard, ReadHands
from companion.referee.detective.state import Phase
from companion.referee.detective.watch import MIDDLE, CardsWatch
from companion.referee.effects import CloseGate, OpenGate, ReadDice, StopReading
from companion.referee.events import Link
from companion.referee.fittings import Fittings
from companion.referee.live import LiveReferee
from companion.referee.watch import Watch
from companion.referee.watching import Watches
from tests.companion.referee.detective.table import HANDS_21, action_cards_21, bets, board, card, coup_21, row
from vision.camera import LatestFrame
from vision.camera.frames import Frame
from vision.cards.deck import Deck
from vision.cards.reading import CardReading

STEP_NS = 100_000_000
SIZE = (240, 320)
PATTERN = (np.indices((*SIZE, 3)) // 16).sum(axis=0) % 2 == 0


class Scene:
    """A table before a camera: what lies there, and how much of it was shown to the reader."""

    def __init__(self) -> None:
        self.cards: tuple[CardReading, ...] = ()
        self.shapes: list[tuple[int, ...]] = []
        self.light = 90
        self.at_ns = 0
        self.index = 0

    def read(self, part: np.ndarray, deck: Deck | None = None) -> tuple[CardReading, ...]:
        """What the reader makes of it."""
        self.shapes.append(part.shape)
        return self.cards

    def frame(self) -> Frame:
        """The next one."""
        self.index += 1
        self.at_ns += STEP_NS
        return Frame(np.full((*SIZE, 3), self.light, np.uint8), self.index, self.at_ns)

    def lay(self, *cards: CardReading) -> None:
        """A hand comes, and other cards lie there."""
        self.cards = cards
        self.light = 255 - self.light


@pytest.fixture
def scene() -> Scene:
    """An empty table."""
    return Scene()


def watch_of(scene: Scene, profile: TableProfile | None = None) -> CardsWatch:
    """A watch on it; evidence is named by its frame."""
    return CardsWatch(scene.read, lambda frame: f"{frame.index:064d}", Fittings(table=profile))


def watched(watch: CardsWatch, scene: Scene, frames: int) -> list[e.CardsRead]:
    """What comes of so many frames."""
    answers = [watch.see(scene.frame()) for _ in range(frames)]
    return [answer for answer in answers if answer is not None]


def test_several_readings_must_agree_and_the_news_come_once(scene: Scene) -> None:
    """Three of them; then silence until something moves."""
    watch = watch_of(scene)
    watch.follow(ReadBoard((), 3), 0)
    scene.lay(*row("As 7s Kh"))
    assert watched(watch, scene, 3) == []
    (read,) = watched(watch, scene, 40)
    assert read.sure
    assert [each.card for each in read.board] == ["AS", "7S", "KH"]
    assert read.evidence == ()


def test_what_the_referee_knows_is_no_news(scene: Scene) -> None:
    """The board as it lies there, all evening; one card more is."""
    watch = watch_of(scene)
    watch.follow(ReadBoard(parse_cards("As 7s Kh"), 4), 0)
    scene.lay(*row("As 7s Kh"))
    assert watched(watch, scene, 20) == []
    scene.lay(*row("As 7s Kh 2d"))
    (read,) = watched(watch, scene, 20)
    assert len(read.board) == 4
    # A bet was made meanwhile, and the referee asks again: said once more, for it was forgotten there.
    watch.follow(ReadBoard(parse_cards("As 7s Kh"), 4), scene.at_ns)
    assert len(watched(watch, scene, 20)) == 1


def test_a_doubt_about_a_known_card_is_no_news_and_hinders_none(scene: Scene) -> None:
    """It flickers between two suits; the next card is told all the same."""
    watch = watch_of(scene)
    watch.follow(ReadBoard(parse_cards("As 7s"), 3), 0)
    known = [card(text, sure=text == "7s", x=40.0, others="7s 7c") for text in ("7s", "7c")]
    read = []
    for number in range(60):
        first, last = row("As")[0], card("2d", x=80.0)
        scene.cards = (first, known[number % 3 // 2], *([last] if number > 30 else []))
        if number == 31:
            scene.lay(*scene.cards)
        read += watched(watch, scene, 1)
    (news,) = read
    assert news.sure
    assert [each.card for each in news.board][2] == "2D"


def test_readings_that_do_not_agree_are_offered_as_a_guess(scene: Scene) -> None:
    """After two seconds without movement."""
    watch = watch_of(scene)
    watch.follow(ReadBoard((), 3), 0)
    read = []
    for number in range(40):
        scene.cards = (card("As", sure=number % 4 < 2),)
        read += watched(watch, scene, 1)
    (guess,) = read
    assert not guess.sure


def test_a_slow_reader_gets_as_many_readings_as_a_fast_one(scene: Scene) -> None:
    """Where one reading takes a second, two seconds are no time to give up."""
    watch = watch_of(scene)
    watch.follow(ReadBoard((), 3), 0)
    scene.lay(*row("As 7s Kh"))
    read = []
    for _ in range(6):
        scene.at_ns += 10 * STEP_NS
        read += watched(watch, scene, 1)
    (news,) = read
    assert news.sure


def test_nothing_is_read_while_a_hand_moves(scene: Scene) -> None:
    """Each frame differs from the one before."""
    watch = watch_of(scene)
    watch.follow(ReadBoard((), 3), 0)
    for _ in range(20):
        scene.lay(*row("As 7s Kh"))
        assert watched(watch, scene, 1) == []
    assert scene.shapes == []


def test_D5_before_the_showdown_only_the_middle_is_looked_at(scene: Scene) -> None:
    """Where no profile tells where the board lies; the places are those of the whole picture."""
    watch = watch_of(scene)
    watch.follow(ReadBoard((), 3), 0)
    scene.lay(card("As", x=10))
    (read,) = watched(watch, scene, 10)
    height, width = SIZE
    left, top, right, bottom = MIDDLE
    assert set(scene.shapes) == {(round(bottom * height) - round(top * height), round((right - left) * width), 3)}
    assert read.board[0].quad[0] == (10 + round(left * width), round(top * height))


def profile() -> TableProfile:
    """A camera straight above, 2 mm a pixel; the board's places from right to left, two seats."""
    lens = Lens(SIZE[1], SIZE[0], (250.0, 250.0), (160.0, 120.0))
    places = tuple(Zone(ZoneKind.BOARD, box(132.0 - 66 * i, 0.0, 64, 92), index=i) for i in range(5))
    seats = tuple(Zone(ZoneKind.SEAT, box(0.0, y, 600, 100), seat=seat) for seat, y in enumerate((-150.0, 150.0)))
    table = TableProfile.of(lens, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 500.0]), zones=(*places, *seats))
    return replace(table, mat="detective")


def held(text: str, x: float, y: float, sure: bool = True) -> CardReading:
    """A card before a player, as the whole picture shows it."""
    quad = ((x - 15.5, y - 22.0), (x + 15.5, y - 22.0), (x + 15.5, y + 22.0), (x - 15.5, y + 22.0))
    return CardReading(text.upper(), quad, 0.99, sure, (), "")


def test_at_the_showdown_each_hand_is_voted_on_for_itself(scene: Scene) -> None:
    """One card that flickers makes its own hand a guess, and no other (D15)."""
    watch = watch_of(scene, profile())
    watch.follow(ReadHands(2), 0)
    read = []
    for number in range(40):
        steady = (held("Ah", 100, 195), held("7c", 140, 195), held("Kd", 100, 45))
        scene.cards = (*steady, held("9s", 140, 45, sure=number % 4 < 2))
        read += watched(watch, scene, 1)
    (news,) = read
    assert news.sure
    assert [all(each.sure for each in hand) for hand in news.hands] == [True, False]


def placed(watch: CardsWatch, text: str, index: int, size: float = 1.0) -> CardReading:
    """A card in the middle of a place of the board, as the part of the picture shows it that is looked at."""
    left, top, _, _ = watch._window(ReadBoard((), 3), SIZE[1], SIZE[0])
    (zone,) = (zone for zone in profile().zones_of(ZoneKind.BOARD) if zone.index == index)
    x, y = profile().project(np.array(zone.middle)) - (left, top)
    aside, along = 15.5 * size, 22.0 * size
    quad = ((x - aside, y - along), (x + aside, y - along), (x + aside, y + along), (x - aside, y + along))
    return CardReading(text.upper(), quad, 0.99, True, (), "")


def test_the_places_of_the_mat_tell_the_dealing_order(scene: Scene) -> None:
    """From right to left at this table; what lies in no place of the board is not of it."""
    watch = watch_of(scene, profile())
    watch.follow(ReadBoard((), 3), 0)
    scene.lay(*(placed(watch, text, index) for index, text in ((1, "7s"), (0, "As"), (2, "Kh"))))
    (read,) = watched(watch, scene, 10)
    assert [each.card for each in read.board] == ["AS", "7S", "KH"]
    # The window is that of the board: the seats' cards are not in it.
    assert max(shape[0] for shape in scene.shapes) < SIZE[0] / 2


def test_what_has_not_a_cards_size_on_the_table_is_doubted_or_no_card(scene: Scene) -> None:
    """A picture on a phone, a card held up before the lens."""
    watch = watch_of(scene, profile())
    watch.follow(ReadBoard((), 3), 0)
    scene.lay(placed(watch, "As", 0), placed(watch, "7s", 1, 0.6), placed(watch, "Kh", 2, 0.4))
    (read,) = watched(watch, scene, 10)
    assert [(each.card, each.sure) for each in read.board] == [("AS", True), ("7S", False)]


def test_at_the_showdown_all_is_read_and_a_picture_kept(scene: Scene) -> None:
    """Only then: the gate is open."""
    watch = watch_of(scene)
    watch.follow(OpenGate(), 0)
    watch.follow(ReadHands(3), 0)
    scene.lay(*row("As 7s Kh"))
    (read,) = watched(watch, scene, 10)
    assert {shape[:2] for shape in scene.shapes} == {SIZE}
    assert len(read.evidence) == 1
    assert len(read.hands) == 3


def test_frames_from_before_an_order_are_never_read(scene: Scene) -> None:
    """Nor any once nobody asks."""
    watch = watch_of(scene)
    scene.lay(*row("As 7s Kh"))
    watch.follow(ReadHands(3), 10 * STEP_NS)
    watched(watch, scene, 9)
    assert scene.shapes == []
    watch.follow(StopReading(), 0)
    watched(watch, scene, 20)
    assert scene.shapes == []


def test_two_watches_share_a_table(scene: Scene) -> None:
    """Orders go where they belong; what fails lets go of both."""
    cards = watch_of(scene)
    dice = Watch.for_table(Fittings(None), lambda frame: "")
    both = Watches(dice, cards)
    assert set(both.orders) >= {ReadBoard, ReadHands, ReadDice, StopReading, OpenGate, CloseGate}
    both.follow(ReadBoard((), 3), 0)
    scene.lay(*row("As"))
    answers = [both.see(scene.frame()) for _ in range(10)]
    assert [type(answer) for given in answers for answer in given] == [e.CardsRead]
    both.failed(scene.frame(), "broken")
    scene.lay(*row("As 2s"))
    assert not any(both.see(scene.frame()) for _ in range(10))


class SoftwareCamera:
    """Frames of a scene, as a camera gives them."""

    name = "software"
    fps = 100.0
    delay_ns = 0

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def read(self) -> Frame | None:
        """The next frame, a hundredth of a second later."""
        time.sleep(0.01)
        self._scene.index += 1
        # With a pattern: a camera whose picture is all one colour is taken for covered.
        picture = np.where(PATTERN, self._scene.light, 255 - self._scene.light // 2).astype(np.uint8)
        return Frame(picture, self._scene.index, time.monotonic_ns())

    def close(self) -> None:
        """Nothing to let go."""


@pytest.fixture
def live(tmp_path: Path, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveReferee[Any]]:
    """A referee with a camera of software, and a journal on the disk."""
    monkeypatch.setattr("companion.referee.detective.watch.REREAD_NS", 5_000_000)
    with Journal.open(tmp_path / "j.sqlite3") as journal, LatestFrame(SoftwareCamera(scene)) as camera:
        watches = Watches(Watch.for_table(Fittings(None), lambda frame: ""), watch_of(scene))
        referee: LiveReferee[Any] = LiveReferee(journal, camera, watches)
        referee.start()
        yield referee
        referee.stop()


def board_due(after: int) -> Callable[[Any], bool]:
    """So many cards lie there, and the bets on them are made."""
    return lambda state: state.phase is Phase.BOARD and len(state.game.board) == after


def pair(text: str, x: float, y: float) -> tuple[CardReading, ...]:
    """A player's two cards side by side."""
    cards = []
    for number, code in enumerate(text.upper().split()):
        left = x + 34.0 * number
        quad = ((left, y), (left + 30, y), (left + 30, y + 45), (left, y + 45))
        cards.append(CardReading(code, quad, 0.99, True, (), ""))
    return tuple(cards)


def test_a_coup_with_a_camera_of_software_from_the_flop_to_its_points(live: LiveReferee[Any], scene: Scene) -> None:
    """Each proposal waits for its tap; the journal says what the camera read and what people took."""

    def until(there: Callable[[Any], bool]) -> Any:
        assert live.wait_for(there, 20.0), live.state
        return live.state

    until(lambda state: state.camera is Link.READY)
    live.post(e.MatchBegun(("Ana", "Bruno", "Chloé")))
    live.post(e.DealerDrawn(0))
    coup = list(coup_21())
    boards = [event for event in coup if isinstance(event, e.BoardTurned)]
    lying = ""
    for event in coup:
        if not isinstance(event, e.BoardTurned):
            live.post(event)
            continue
        until(board_due(after=len(lying.split())))
        lying = " ".join([lying, *map(str, event.cards)]).strip()
        scene.lay(*row(lying))
        state = until(lambda state: state.board_seen is not None and state.board_seen.new)
        assert state.board_seen.new == event.cards
        assert state.game.board == tuple(c for done in boards[: boards.index(event)] for c in done.cards)
        live.post(e.BoardTurned(state.board_seen.new, e.CAMERA))
    until(lambda state: state.phase is Phase.SHOWDOWN)
    # Clockwise from the near side, as seen from above: below the board, left, right.
    scene.lay(*row(lying), *pair(HANDS_21[0], 90, 200), *pair(HANDS_21[1], -60, -60), *pair(HANDS_21[2], 240, -60))
    state = until(lambda state: state.hands_seen and all(hand.hole for hand in state.hands_seen))
    live.post(
        e.HandsShown(tuple(e.ShownHand(seat, *hand.hole) for seat, hand in enumerate(state.hands_seen)), e.CAMERA)
    )
    live.post(action_cards_21())
    live.post(e.CoupScored())
    state = until(lambda state: state.phase is Phase.SCORED)
    assert state.coup.gains == (7, 6, 2)


def test_a_camera_that_fails_leaves_the_pad(live: LiveReferee[Any], scene: Scene) -> None:
    """The reader breaks: nothing is proposed, people name the cards."""

    def broken(part: np.ndarray) -> tuple[CardReading, ...]:
        raise ValueError("no model")

    scene.read = broken  # type: ignore[method-assign, assignment]
    live.post(e.MatchBegun(("Ana", "Bruno", "Chloé")))
    for event in (e.DealerDrawn(0), e.CoupDealt(), *bets("B->A 1, C->A 1, A->A 1"), board("As")):
        live.post(event)
    assert live.wait_for(lambda state: state.names and state.game.board == parse_cards("As"), 20.0)
