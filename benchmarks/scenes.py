"""The screens that are drawn for a look: each a page, what happened before, and what was touched on it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from benchmarks.detective_scenes import BOARD, HANDS, MOMENTS, SCORED
from companion.games.dice import DiceHand
from companion.referee import events as e
from companion.referee.desk import Desk
from companion.referee.detective.state import DetectiveState
from companion.ui.players import Player
from companion.ui.port import Shot
from companion.ui.review.port import HERE, Evidence, KeptPicture, Listed
from companion.ui.settings.store import Settings
from vision.drawn.card_table import CardTable
from vision.drawn.table import DrawnTable
from vision.pictures import to_rgba
from vision.readings import Alternative, DieReading, Quad

NAMES = ("Ana", "Bruno", "Chloé", "Diego")
TEN = ("Ana", "Bruno", "Chloé", "Diego", "Élodie", "Félix", "Guadalupe", "Hugo", "Inés", "Jules")
KNOWN = tuple(Player(name, kind) for kind, name in enumerate(TEN))
FOUR = Settings(players=KNOWN, seated=4)
READY = (e.CameraChanged(e.Link.READY), e.BoxChanged(e.Link.READY), e.CupSeated())


def _untouched(_: Any) -> None:
    """Drawn as it opens."""


def _guided(app: Any) -> None:
    app.guided = True
    app.page.guide()


@dataclass(frozen=True, slots=True)
class Scene:
    """One of them."""

    name: str
    page: str
    history: tuple[Any, ...] = ()
    settings: Settings = FOUR
    touch: Callable[[Any], None] = _untouched
    simulated: bool = False
    workshop: Any = None
    """Where the table is set up."""


class _Memory:
    """A journal that keeps nothing."""

    def begin_match(self, game: str, body: Any) -> str:
        """Always the same one."""
        return "match"

    def append_all(self, match: str, entries: Any) -> None:
        """Forgotten."""


def _quad(corners: Any) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth


@cache
def _picture() -> tuple[Shot, tuple[DieReading, ...], int]:
    """The drawn table with its dice open, what is read of them, and the width in which that is told."""
    table = DrawnTable(3)
    table.throw("KKQ87")
    table.lift_cup()
    frame = table.frame(5.0)
    readings = tuple(DieReading(die.face, _quad(die.quad), 0.99, True, (), "") for die in table.truth())
    return Shot(1, to_rgba(frame, (960, 540))), readings, frame.shape[1]


@cache
def _coup_picture() -> Shot:
    """The drawn table after a showdown: the coup of the scenes of Detective Poker."""
    table = CardTable(len(NAMES))
    table.scene = table.scene.with_board(BOARD.split()).with_hands(hand.split() for hand in HANDS)
    return Shot(1, to_rgba(table.frame(), (960, 540)))


class Still:
    """A table at which nothing moves: the referee, the camera and the hands of a scene."""

    cards: None = None
    """No hand lays any before the camera."""

    def __init__(self, scene: Scene) -> None:
        self.version = 1
        self._answer: Evidence | None = None
        self._desk = Desk(_Memory())
        self.state: Any = self._desk.state
        for event in scene.history:
            self.post(event)
        self.hands = self if scene.simulated else None
        self.dice = DiceHand.parse("KKQ87")
        self.cards = None

    def post(self, event: e.Event) -> None:
        """It happens at once."""
        self.state = self._desk.take(event)
        self.version += 1

    def newest(self, across: int = 0) -> Shot | None:
        """The picture, where the gate lets it be seen."""
        return _picture()[0] if self.state.gate_open else None

    def ask(self, hand: int, again: bool = False, match: str = HERE, picture: int = -1) -> None:
        """The pictures lie ready."""

    def list_matches(self) -> None:
        """They are always known."""

    def matches(self) -> tuple[Listed, ...]:
        """Three evenings, two of them of the other game."""
        return (
            Listed("c", "mentiroso", "2026-03-14T20:15:00+00:00", NAMES),
            Listed("b", "detective", "2026-03-07T19:30:00+00:00", NAMES[:3]),
            Listed("a", "detective", "2026-02-28T21:05:00+00:00", NAMES),
        )

    def open(self, match: str) -> None:
        """Nothing is opened here."""

    def decide(self, match: str, event: Any) -> None:
        """Nothing is decided here."""

    def opened(self) -> None:
        """None is."""

    def answer(self) -> Evidence:
        """Of the last hand: the picture that is shown, and what was read of it."""
        if self._answer is not None:
            return self._answer
        if isinstance(self.state, DetectiveState):
            self._answer = Evidence(0, (KeptPicture(_coup_picture().rgba, 960, None),))
            return self._answer
        shot, readings, width = _picture()
        kept = tuple(KeptPicture(shot.rgba, width, moment) for moment in (-300_000, 0, 900_000))
        self._answer = Evidence(len(self.state.hands) - 1, kept, readings)
        return self._answer

    def throw(self) -> None:
        """Nothing moves here."""

    def lift_cup(self) -> None:
        """Nothing moves here."""


def _reading(faces: str, doubts: dict[int, str] | None = None) -> tuple[DieReading, ...]:
    dice = []
    for number, face in enumerate(faces):
        x, others = 20.0 * number, (doubts or {}).get(number)
        quad = ((x, 0.0), (x + 9, 0.0), (x + 9, 9.0), (x, 9.0))
        ranked = tuple(Alternative(letter, 1 / (i + 1)) for i, letter in enumerate(face + (others or "")))
        dice.append(
            DieReading(face, quad, 0.6 if others else 0.99, others is None, ranked, "blurred" if others else "")
        )
    return tuple(dice)


def _begun(names: tuple[str, ...] = NAMES, limit: int = 5, simulated: bool = False) -> tuple[e.Event, ...]:
    return (*READY, e.MatchBegun(names, limit, simulated), e.StarterDrawn(0))


def _claimed(claim: str, seat: int = 0) -> e.ClaimConfirmed:
    return e.ClaimConfirmed(seat, DiceHand.parse(claim))


def _ruled(dice: str) -> e.RulingGiven:
    return e.RulingGiven(DiceHand.parse(dice), "players")


_BELIEVED = (*_begun(), _claimed("KKJ87"), e.Believed(1))
_CALLED = (*_begun(), _claimed("KKK87"), e.Called(1))
_LIE = (*_CALLED, e.CupLifted(), e.DiceRead(_reading("KKQ87"), sure=True))
_LATE = (*_begun(limit=2), _claimed("AAAAA"), e.Believed(1), e.NextHandBegun(), _claimed("AAAAA", 2), e.Believed(3),
         e.NextHandBegun(), _claimed("AAAAA"), e.Believed(1), e.NextHandBegun(), _claimed("KKQ87", 2))  # fmt: skip
_DUEL = (*_begun(NAMES[:3], 2), _claimed("AAAAA"), e.Believed(1), e.NextHandBegun(),
         _claimed("AAAAA", 2), e.Believed(0),
         e.NextHandBegun(), _claimed("AAAAA", 1), e.Believed(2), e.NextHandBegun(), _claimed("AAAAA", 0), e.Believed(1),
         e.NextHandBegun())  # fmt: skip
LONG = ("Maximiliano", "Wilhelmina", "Jean-Baptiste", "Guadalupe M.")
_OVER = (*_begun(NAMES[:2], 1), _claimed("AAAAA"), e.Believed(1))
_TEN = (*_begun(TEN, 7), _claimed("AAKKQ"), e.Believed(1))

SCENES: tuple[Scene, ...] = (
    Scene("home", "home"),
    Scene("set-up", "setup", READY),
    Scene("guided hand", "table", _begun(simulated=True), simulated=True, touch=_guided),
    Scene("disputed", "table", (*_LIE, e.Disputed(0, 0, "x"))),
    Scene("taken back", "table", (*_BELIEVED, e.Undone("players", "x"))),
    Scene("who disputes", "table", _LIE, touch=lambda app: app.page.dispute()),
    Scene("other dice", "table", _LIE, touch=lambda app: app.page.correct()),
    Scene("review", "review", (*_LIE, e.Disputed(0, 0, "x"))),
    Scene("review, older matches", "review", _LIE, touch=lambda app: app.page.list_matches()),
    Scene("review, a coup", "review", SCORED),
    Scene("home, a match is played", "home", _BELIEVED, simulated=True),
    Scene("new game", "newgame", simulated=True),
    Scene("new game, seats", "newgame", touch=lambda app: app.page.go("seats")),
    Scene("new game, seats of ten", "newgame", settings=Settings(players=KNOWN, seated=10),
          touch=lambda app: app.page.go("seats")),
    Scene("new game, rules", "newgame", touch=lambda app: app.page.go("rules")),
    Scene("lot", "table", (*READY, e.MatchBegun(NAMES))),
    Scene("opening claim", "table", _begun(simulated=True), simulated=True),
    Scene("claim to beat", "table", _BELIEVED),
    Scene("claim that beats it", "table", _BELIEVED, touch=lambda app: app.page.panel.just_higher()),
    Scene("claim to beat, ten players", "table", _TEN, settings=Settings(players=KNOWN, seated=10)),
    Scene("answer", "table", (*_begun(), _claimed("KKJ87"))),
    Scene("lift", "table", _CALLED),
    Scene("reading", "table", (*_CALLED, e.CupLifted(), e.DiceGlimpsed(_reading("KKQ87", {2: "K"})))),
    Scene("ruling", "table", (*_CALLED, e.CupLifted(), e.DiceRead(_reading("KKQ87", {2: "KJ"}), sure=False))),
    Scene("verdict", "table", _LIE),
    Scene("everything lost", "table", (*_BELIEVED, e.CameraChanged(e.Link.LOST), e.BoxChanged(e.Link.LOST))),
    Scene("over", "table", _OVER),
    Scene("duel", "table", _DUEL),
    Scene("long names", "table", (*_begun(LONG), _claimed("KKJ87"))),
    Scene("long names, verdict", "table", (*_begun(LONG), *_LIE[len(_begun()):])),
    Scene("menu", "table", _BELIEVED, touch=lambda app: app.page.open_menu()),
    Scene("board", "board", _LATE),
    Scene("board, verdict", "board", _LIE, settings=Settings(players=KNOWN, seated=4, score="hearts")),
    Scene("board, ten players", "board", _TEN),
    Scene("settings, screen", "settings"),
    Scene("settings, table", "settings", touch=lambda app: app.page.turn("table")),
    Scene("settings, disputes", "settings", touch=lambda app: app.page.turn("disputes")),
    *(Scene(f"guided coup, {name}", "detective", dict(MOMENTS)[name], simulated=True, touch=_guided)
      for name in ("deal", "first bet", "bet", "board", "showdown", "action cards", "points")),
    *(Scene(f"detective, {name}", "detective", history) for name, history in MOMENTS),
    Scene("detective, points of the river", "detective", SCORED, touch=lambda app: app.page.panel.tap_tab(3)),
    Scene("detective, sum", "detective", SCORED, touch=lambda app: app.page.panel.tap_tab(4)),
    Scene("detective, scores", "detective", SCORED, touch=lambda app: app.page.open_scores()),
    Scene("detective, menu", "detective", SCORED, touch=lambda app: app.page.open_menu()),
    Scene("detective, board of the scores", "board", SCORED),
    Scene("detective, high contrast, largest type, left hand", "detective", MOMENTS[3][1],
          settings=Settings(players=KNOWN, seated=4, high_contrast=True, text_size="largest", hand="left")),
    Scene("high contrast, largest type, left hand", "table", _BELIEVED,
          settings=Settings(players=KNOWN, seated=4, high_contrast=True, text_size="largest", hand="left")),
)  # fmt: skip
