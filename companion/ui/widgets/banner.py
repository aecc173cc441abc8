# mypy: disallow-subclassing-any=False
"""Banners: what everyone should know. They take no room when there is nothing, and never keep a touch."""

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

#: The tone of what takes two lines.
LONG = "guide"


class BannerRow(BoxLayout):
    """All of them, beside each other."""

    banners: Any = ListProperty()
    tall: Any = BooleanProperty(False)
    """Whether one of them needs two lines."""

    def on_banners(self, *_: Any) -> None:
        """Draw them anew: they change seldom."""
        self.clear_widgets()
        self.tall = any(banner.tone == LONG for banner in self.banners)
        for banner in self.banners:
            self.add_widget(BannerLine(banner=banner, size_hint_x=3 if banner.tone == LONG else 1))


class BannerLine(BoxLayout):
    """One banner."""

    banner: Any = ObjectProperty(None, allownone=True, rebind=True)
    tone: Any = StringProperty("note")
    ink: Any = ColorProperty()
    rim: Any = ColorProperty()
