# mypy: disallow-subclassing-any=False
"""A sheet that lies on the paper and holds what belongs together."""

from kivy.uix.boxlayout import BoxLayout


class Card(BoxLayout):
    """Padded, with round corners; see widgets.kv."""
