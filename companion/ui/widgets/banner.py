# mypy: disallow-subclassing-any=False
"""Banners: what everyone should know. They take no room when there is nothing, and never keep a touch."""

from typing import Any

from kivy.properties import ColorProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout


class BannerRow(BoxLayout):
    """All of them, beside each other."""

    banners: Any = ListProperty()

    def on_banners(self, *_: Any) -> None:
        """Draw them anew: they change seldom."""
        self.clear_widgets()
        for banner in self.banners:
            self.add_widget(BannerLine(banner=banner))


class BannerLine(BoxLayout):
    """One banner."""

    banner: Any = ObjectProperty(None, allownone=True, rebind=True)
    tone: Any = StringProperty("note")
    ink: Any = ColorProperty()
    rim: Any = ColorProperty()
