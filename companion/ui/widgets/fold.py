# mypy: disallow-subclassing-any=False
"""Parts of a column that take no room when there is nothing in them."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget


class Foldable(Widget):
    """In a vertical box: takes its `share` of the height, or none at all while `folded`.

    A `size_hint_y` of 0 would not do: Kivy's BoxLayout takes it for None and leaves the old height.
    """

    folded: Any = BooleanProperty(False)
    share: Any = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("folded", self._fold)
        self.fbind("share", self._fold)

    def _fold(self, *_: Any) -> None:
        if self.folded:
            self.size_hint_y, self.height, self.opacity = None, 0, 0
        else:
            self.size_hint_y, self.opacity = self.share, 1


class FoldBox(Foldable, BoxLayout):
    """A box that folds."""
