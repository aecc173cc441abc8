# mypy: disallow-subclassing-any=False
"""The review page: calls or coups on one side; pictures, what lay there and what is decided on the other."""

from pathlib import Path
from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty

from companion.referee.detective.state import DetectiveState
from companion.referee.events import Outcome, RulingPublished
from companion.referee.state import TableState
from companion.ui.detective.controls import PAD_RULES
from companion.ui.mentiroso.dispute import DISPUTE_RULES, DisputeSheet
from companion.ui.mentiroso.dispute_view import Challenger, DisputeView
from companion.ui.mentiroso.draft_views import ruling_view
from companion.ui.pages import Page
from companion.ui.review import picture as _picture  # noqa: F401 - named in the kv rules
from companion.ui.review.cards_sheet import BOARD, CardsSheet, named_keys
from companion.ui.review.lists import CardsNaming, DiceNaming, MatchesSheet, match_lines
from companion.ui.review.port import HERE, Evidence, Opened, Trouble
from companion.ui.review.subject import CardsDraft, Subject, subject_of
from companion.ui.review.view import moment_said, next_face, review_view, trouble_said
from companion.ui.texts import NOTHING, Said, Told

RULES = (DISPUTE_RULES, PAD_RULES, Path(__file__).with_name("review.kv"))


class ReviewPage(Page):
    """Draws a call or a coup and its evidence; what is decided is posted."""

    view: Any = ObjectProperty(review_view(TableState(), 0, None), rebind=True)
    dice: Any = ListProperty()
    held: Any = ListProperty()
    """Keys for the cards of each player and of the board."""
    cards: Any = BooleanProperty(False)
    """Whether cards are looked at, not dice."""
    evidence: Any = ObjectProperty(None, allownone=True, rebind=True)
    frame: Any = NumericProperty(0)
    """Which picture is shown."""
    reading: Any = BooleanProperty(False)
    """The pictures are being looked up, or read again."""
    refused: Any = ObjectProperty(NOTHING)
    """Why the last decision about an older match was not taken."""
    can_list: Any = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._state: Any = TableState()
        self._subject: Subject = subject_of(self._state)
        self._match = HERE
        self._opened: Opened | None = None
        self._hand = -1
        self._draft: Any = None
        self._touched = False
        self._sheet: MatchesSheet | None = None
        self._naming: dict[bool, Any] = {}
        super().__init__(**kwargs)
        self.on_cards()

    def on_cards(self, *_: Any) -> None:
        """Dice are tapped from face to face; cards are named by rank and suit."""
        place = self.ids.get("naming")
        if place is not None:
            if self.cards not in self._naming:
                self._naming[self.cards] = CardsNaming(page=self) if self.cards else DiceNaming(page=self)
            place.clear_widgets()
            place.add_widget(self._naming[self.cards])

    def enter(self) -> None:
        """Begin with the match on the table: the call in dispute, or the newest one; without any, with the list."""
        app = App.get_running_app()
        self._match, self._hand, self.refused, self.printing = HERE, -1, NOTHING, None
        self.can_list = app.reviewer is not None
        self._take(app.referee.state)
        self._begin()
        if self._hand < 0 and self.can_list:
            self.list_matches()

    def draw(self, state: Any) -> None:
        """The record of the match on the table went on."""
        if self._match == HERE:
            self._renew(state)

    def _take(self, state: Any) -> None:
        self._state, self._subject = state, subject_of(state)
        self.cards = self._subject.cards

    def _renew(self, state: Any) -> None:
        before = self._state
        self._take(state)
        count = self._subject.count(state)
        if not 0 <= self._hand < count:
            self._begin()
        elif not self._touched or type(before) is not type(state):
            self._begin_draft()
        self._show()

    def _begin(self) -> None:
        """The one in dispute, or the newest."""
        count, disputed = self._subject.count(self._state), self._subject.disputed(self._state)
        if count:
            self.choose(disputed if disputed is not None else count - 1)
        else:
            self._hand, self.evidence = -1, None
            self._show()

    def choose(self, hand: int) -> None:
        """This call or coup."""
        self._hand, self._touched, self.evidence, self.frame = hand, False, None, 0
        self.ids.picture.whole()
        self._begin_draft()
        self._ask(again=False)
        self._show()

    def _ask(self, again: bool) -> None:
        reviewer = App.get_running_app().reviewer
        if reviewer is None:
            self.evidence = Evidence(self._hand, trouble=Trouble.NO_PICTURES)
            return
        self.reading = True
        picture = self.frame if again and self.cards else -1
        reviewer.ask(self._hand, again, self._match, picture)

    def tick(self) -> None:
        """What was asked for comes when it has been found."""
        reviewer = App.get_running_app().reviewer
        if reviewer is None:
            return
        if self._sheet is not None:
            self._fill(reviewer.matches())
        opened = reviewer.opened() if self._match != HERE else None
        if opened is not None and opened is not self._opened and opened.match == self._match:
            self._was_opened(opened)
        answer = reviewer.answer()
        if answer is None or answer is self.evidence or (answer.hand, answer.match) != (self._hand, self._match):
            return
        new = self.evidence is None
        self.evidence, self.reading = answer, False
        if new:
            self.frame = max(0, len(answer.pictures) - 1)
            self.ids.picture.look_at(answer.then)
        if not self._touched:
            self._begin_draft()
        self._show()

    def leave(self) -> None:
        """No picture stays on the screen of another page."""
        self.evidence = None

    def list_matches(self) -> None:
        """Which match?"""
        reviewer = App.get_running_app().reviewer
        reviewer.list_matches()
        sheet = self._sheet = MatchesSheet()
        sheet.bind(
            on_match=lambda _, match: self.open_match(match),
            parent=lambda _, parent: self._closed() if parent is None else None,
        )
        self._fill(reviewer.matches())
        self.add_widget(sheet)

    def _fill(self, listed: Any) -> None:
        if self._sheet is not None:
            here = bool(subject_of(state := App.get_running_app().referee.state).count(state))
            lines = match_lines(here, listed or ())
            self._sheet.looking = listed is None
            if lines != self._sheet.lines:
                self._sheet.lines = lines

    def _closed(self) -> None:
        self._sheet = None

    def open_match(self, match: str) -> None:
        """This match of the journal, or the one on the table."""
        app = App.get_running_app()
        self._match, self._hand, self.evidence, self.refused = match, -1, None, NOTHING
        self._touched, self.printing = False, None
        if match == HERE:
            self._take(app.referee.state)
            self._begin()
            return
        self.reading = True
        app.reviewer.open(match)

    def _was_opened(self, opened: Opened) -> None:
        self._opened, self.reading, self.printing = opened, False, opened.printing
        why = opened.refused
        if opened.state is None:
            self.refused = why if isinstance(why, str) else Told(why)
            return
        self.refused = why if isinstance(why, str) else Told(why, opened.state.names)
        self._renew(opened.state)

    def _begin_draft(self) -> None:
        if 0 <= self._hand < self._subject.count(self._state):
            self._draft = self._subject.draft(self._state, self._hand, self.evidence)

    def _show(self) -> None:
        self.view = self._subject.view(self._state, self._hand, self._draft, self._touched, self._match == HERE)
        there = 0 <= self._hand < self._subject.count(self._state)
        coup = self._coup()
        self.dice = list(ruling_view(self._draft).dice) if there and not self.cards else []
        self.held = named_keys(self._state.names, coup, self._draft) if coup is not None else []

    def _coup(self) -> Any:
        state = self._state
        if not isinstance(state, DetectiveState) or state.told_game is None:
            return None
        coups = state.told_game.coups
        return coups[self._hand] if 0 <= self._hand < len(coups) else None

    def tap_die(self, number: int) -> None:
        """Its next likeliest face."""
        self._draft, self._touched = next_face(self._draft, number), True
        self._show()

    def tap_held(self, number: int) -> None:
        """The cards of this player, or of the board, are named anew."""
        coup = self._coup()
        if coup is not None:
            seat = number if number < len(self._state.names) else BOARD
            sheet = CardsSheet(coup, self._state.names, seat, self._draft)
            sheet.bind(on_draft=lambda _, draft: self._name(draft))
            self.add_widget(sheet)

    def _name(self, draft: CardsDraft) -> None:
        self._draft, self._touched = draft, draft.found is not None
        self._show()

    def step(self, step: int) -> None:
        """The picture before or after."""
        if self.evidence is not None and self.evidence.pictures:
            self.frame = min(len(self.evidence.pictures) - 1, max(0, self.frame + step))

    def picture_at(self, evidence: Evidence | None, frame: int) -> Any:
        """The picture that is shown."""
        return evidence.pictures[frame] if evidence is not None and frame < len(evidence.pictures) else None

    def outlines(self, evidence: Evidence | None, frame: int, now: bool) -> list[Any]:
        """Only on a picture that was read: then, or today."""
        picture = self.picture_at(evidence, frame)
        if evidence is None or picture is None:
            return []
        last = len(evidence.pictures) - 1
        if now:
            read = last if evidence.read < 0 else evidence.read
            return list(evidence.now or ()) if frame == read else []
        if picture.then is not None:
            return list(picture.then)
        return list(evidence.then) if frame == last else []

    def moment(self, evidence: Evidence | None, frame: int) -> Said:
        """When it was seen."""
        picture = self.picture_at(evidence, frame)
        return NOTHING if picture is None else moment_said(picture.moment_us)

    def trouble(self, evidence: Evidence | None) -> Said:
        """Why there is nothing to see."""
        return NOTHING if evidence is None else trouble_said(evidence.trouble)

    def read_again(self) -> None:
        """With today's reader."""
        self._ask(again=True)

    def dispute(self) -> None:
        """Who disputes it?"""
        left = enumerate(self._state.challenges)
        challengers = tuple(Challenger(seat, self._state.names[seat], many) for seat, many in left if many)
        shown = DisputeView(self._hand + 1, challengers=challengers, coup=self.cards)
        self.add_widget(DisputeSheet(dispute=shown, post=self._post, late=self._match != HERE))

    def correct(self) -> None:
        """All agree: that lay there."""
        event = self._subject.correct(self._hand, self._draft, monotonic_ns())
        if event is not None:
            self._post(event)

    def rule(self, outcome: Outcome) -> None:
        """The evidence was looked at; nothing is told before it is published."""
        touched = self._touched
        self._post(self._subject.rule(self._hand, outcome, self._draft, touched, monotonic_ns()))
        self._touched = touched

    def publish(self) -> None:
        """From now on it counts."""
        self._post(RulingPublished(self._hand, monotonic_ns()))

    def _post(self, event: Any) -> None:
        self._touched = False
        app = App.get_running_app()
        if self._match == HERE:
            app.referee.post(event)
        else:
            app.reviewer.decide(self._match, event)
