"""What a key is drawn from. Pure."""

from dataclasses import dataclass

from companion.ui.texts import Said


@dataclass(frozen=True, slots=True)
class Key:
    """A key that can be tapped."""

    said: Said
    letter: str = ""
    """Empty: a plain key (see `companion.ui.widgets.KeyRow`)."""
    enabled: bool = True
    chosen: bool = False
