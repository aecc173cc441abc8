# mypy: disallow-subclassing-any=False
"""The claim while it is being put together."""

from time import monotonic_ns
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty

from companion.referee.events import ClaimConfirmed
from companion.referee.state import TableState
from companion.ui.mentiroso.claim_draft import ClaimDraft
from companion.ui.mentiroso.draft_views import FACES, FORMS, claim_view
from companion.ui.mentiroso.panels.base import Panel
from companion.ui.mentiroso.view import View


class ClaimPanel(Panel):
    """The claim as five dice, or as people say it."""

    shown: Any = ObjectProperty(None, allownone=True, rebind=True)
    """The `ClaimView`."""

    blind: Any = BooleanProperty(False)
    """Whether the dice are passed unseen (M23): the claim first, then the throw under the cup."""

    def __init__(self, **kwargs: Any) -> None:
        self._draft: ClaimDraft | None = None
        super().__init__(**kwargs)

    def begin(self) -> None:
        """No draft yet."""
        super().begin()
        self._draft, self.blind = None, False

    def draw(self, state: TableState, view: View) -> None:
        """The draft begins with the claim that must be beaten, and outlives all that does not end the turn."""
        super().draw(state, view)
        self._show(self.draft)

    def _set(self, draft: ClaimDraft) -> None:
        self._draft = draft
        self._show(draft)

    def _show(self, draft: ClaimDraft) -> None:
        # After a call the simulated cup stands beside the dice until somebody throws.
        unthrown = App.get_running_app().controls is not None and self.match.opening and self.state.cup_down is False
        self.shown = claim_view(self.match, draft, must_throw=unthrown)

    @property
    def draft(self) -> ClaimDraft:
        """What was tapped so far."""
        return self._draft or ClaimDraft.above(self.match.to_beat)

    def tap_die(self, number: int) -> None:
        """A die of the claim."""
        self._set(self.draft.tap_die(number))

    def tap_face(self, number: int) -> None:
        """A key of a face."""
        self._set(self.draft.tap_face(FACES[number]))

    def tap_form(self, number: int) -> None:
        """A key of a spoken form."""
        self._set(self.draft.tap_form(FORMS[number]))

    def just_higher(self) -> None:
        """The lowest claim that beats the one laid out, or the one that must be beaten."""
        if self.shown.next is not None:
            self._set(self.draft.lay(self.shown.next))

    def toggle_blind(self) -> None:
        """Passed unseen, or not."""
        self.blind = not self.blind

    def confirm(self) -> None:
        """Pass the dice with this claim (M19)."""
        if self.draft.hand is not None and self.state.turn is not None:
            self.post(ClaimConfirmed(self.state.turn, self.draft.hand, self.blind, monotonic_ns()))
