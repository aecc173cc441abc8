"""How everything looks: one object with the colours, the sizes and the font."""

from dataclasses import dataclass, field, replace
from math import ceil, hypot

Colour = tuple[float, float, float, float]


def colour(code: str, alpha: float = 1.0) -> Colour:
    """A colour from `#rrggbb`, each part 0 to 1 as Kivy wants it."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True)
class Palette:
    """Named by use. Every ink on its ground has a contrast of at least 4.5 (WCAG AA); a test computes it."""

    name: str
    paper: Colour
    """Behind everything."""
    card: Colour
    """Panels that lie on the paper."""
    edge: Colour
    ink: Colour
    quiet: Colour
    """Ink for what is said in passing."""
    control: Colour
    """Buttons that are neither yes nor no."""
    control_down: Colour
    chosen: Colour
    """The control that is selected, the seat whose turn it is."""
    on_chosen: Colour
    yes: Colour
    """BELIEVE, true, sure."""
    on_yes: Colour
    no: Colour
    """CALL, a lie."""
    on_no: Colour
    doubt: Colour
    """Not sure, lost, simulated: look here."""
    on_doubt: Colour
    off: Colour
    """Controls that cannot be used now."""
    on_off: Colour
    die: Colour
    die_edge: Colour
    die_ink: Colour
    die_red: Colour
    curtain: Colour
    curtain_fold: Colour
    on_curtain: Colour


_DIE = {
    "die": colour("#FBF5E6"),
    "die_edge": colour("#B9AC8E"),
    "die_ink": colour("#1B1F1D"),
    "die_red": colour("#B3201B"),
}

DARK = Palette(
    name="dark",
    paper=colour("#0E1A17"),
    card=colour("#182A25"),
    edge=colour("#2C463E"),
    ink=colour("#F6F1E4"),
    quiet=colour("#B4C4BB"),
    control=colour("#264139"),
    control_down=colour("#34584E"),
    chosen=colour("#F0C04F"),
    on_chosen=colour("#1B1605"),
    yes=colour("#3CC48D"),
    on_yes=colour("#05170F"),
    no=colour("#FF7A66"),
    on_no=colour("#250601"),
    doubt=colour("#FFB454"),
    on_doubt=colour("#231300"),
    off=colour("#1C2E29"),
    on_off=colour("#8CA097"),
    curtain=colour("#5A1622"),
    curtain_fold=colour("#470F1A"),
    on_curtain=colour("#F8E9D8"),
    **_DIE,
)

LIGHT = Palette(
    name="light",
    paper=colour("#EFE9DB"),
    card=colour("#FFFDF7"),
    edge=colour("#CFC5AE"),
    ink=colour("#17211D"),
    quiet=colour("#4F5D56"),
    control=colour("#DDE5DC"),
    control_down=colour("#C3D1C5"),
    chosen=colour("#8A5A00"),
    on_chosen=colour("#FFFFFF"),
    yes=colour("#0E6B48"),
    on_yes=colour("#FFFFFF"),
    no=colour("#B22A17"),
    on_no=colour("#FFFFFF"),
    doubt=colour("#8F4A00"),
    on_doubt=colour("#FFFFFF"),
    off=colour("#E9E5DA"),
    on_off=colour("#68706B"),
    curtain=colour("#6B1B29"),
    curtain_fold=colour("#571320"),
    on_curtain=colour("#F8E9D8"),
    **_DIE,
)

DARKEST = replace(
    DARK,
    name="dark, high contrast",
    paper=colour("#000000"),
    card=colour("#0A0A0A"),
    edge=colour("#FFFFFF"),
    ink=colour("#FFFFFF"),
    quiet=colour("#FFFFFF"),
    control=colour("#1F1F1F"),
    control_down=colour("#4A4A4A"),
    chosen=colour("#FFD84D"),
    on_chosen=colour("#000000"),
    yes=colour("#5CF0B0"),
    on_yes=colour("#000000"),
    no=colour("#FF9B8A"),
    on_no=colour("#000000"),
    doubt=colour("#FFC970"),
    on_doubt=colour("#000000"),
    off=colour("#000000"),
    on_off=colour("#B5B5B5"),
)

LIGHTEST = replace(
    LIGHT,
    name="light, high contrast",
    paper=colour("#FFFFFF"),
    card=colour("#FFFFFF"),
    edge=colour("#000000"),
    ink=colour("#000000"),
    quiet=colour("#000000"),
    control=colour("#F0F0F0"),
    control_down=colour("#C8C8C8"),
    chosen=colour("#5C3A00"),
    yes=colour("#004A2F"),
    no=colour("#8A1204"),
    doubt=colour("#663300"),
    off=colour("#FFFFFF"),
    on_off=colour("#555555"),
)

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, DARKEST, LIGHTEST)}


def palette_of(name: str, high_contrast: bool = False) -> Palette:
    """The dark or the light one, or the one of the same kind whose contrasts are at least 7 (WCAG AAA)."""
    if high_contrast:
        return DARKEST if name == DARK.name else LIGHTEST
    return PALETTES[name]


#: Nobody is asked to hit a control smaller than this.
TOUCH_MM = 12.0
#: The smallest screen that the companion is meant for; a larger one only makes the controls larger.
SMALLEST_DIAGONAL_MM = 7 * 25.4


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths in pixels for one size of the window."""

    unit: float
    """One of 800 parts of the height (less where the window is narrow)."""
    touch: int
    """The least width and height of a control: 12 mm on a screen of 7 inches."""

    @classmethod
    def of(cls, width: float, height: float, scale: float = 1.0) -> "Sizes":
        """For a window of this many pixels; `scale` makes the type larger or smaller, never the controls too small."""
        pixels_per_mm = hypot(width, height) / SMALLEST_DIAGONAL_MM
        unit = min(width / 1280, height / 800) * scale
        return cls(unit=unit, touch=ceil(TOUCH_MM * pixels_per_mm))

    def u(self, units: float) -> float:
        """So many units, in pixels."""
        return units * self.unit


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours, sizes and the font of one moment; a new object replaces it when the window or the taste changes."""

    palette: Palette = DARK
    sizes: Sizes = field(default_factory=lambda: Sizes.of(1280, 800))
    #: Bundled with Kivy; has suits, crowns, dice, accents and check marks, which Kivy's default font has not.
    font: str = "DejaVuSans"
