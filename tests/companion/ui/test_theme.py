"""Colours that can be told apart and read, controls that can be hit."""

from math import hypot

import pytest

from companion.ui.players import KINDS
from companion.ui.theme import PALETTES, SMALLEST_DIAGONAL_MM, TOUCH_MM, Colour, Palette, Sizes, palette_of

PAIRS = [
    *(("ink", ground) for ground in ("paper", "card", "control", "control_down")),
    *(("quiet", ground) for ground in ("paper", "card")),
    *(("doubt", ground) for ground in ("paper", "card")),
    *(("yes", ground) for ground in ("paper", "card")),
    *(("no", ground) for ground in ("paper", "card")),
    ("chosen", "paper"),
    ("on_chosen", "chosen"),
    ("on_yes", "yes"),
    ("on_no", "no"),
    ("on_doubt", "doubt"),
    ("on_off", "off"),
    ("die_ink", "die"),
    ("die_red", "die"),
    ("on_curtain", "curtain"),
    ("on_curtain", "curtain_fold"),
]


def luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1, section 1.4.3)."""
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.1)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_the_standard_says() -> None:
    """Black on white is 21."""
    assert contrast((0, 0, 0, 1), (1, 1, 1, 1)) == pytest.approx(21)


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_ink_can_be_read_on_its_ground(palette: Palette, ink: str, ground: str) -> None:
    """At least 4.5, as for small type; what is off is asked for 3 only."""
    wanted = 3.0 if ink == "on_off" else 4.5
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= wanted


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1200), (800, 480), (1024, 600)])
def test_a_control_is_at_least_12_mm_on_the_smallest_screen(size: tuple[int, int]) -> None:
    """Seven inches; on any larger screen it is larger."""
    pixels_per_mm = hypot(*size) / SMALLEST_DIAGONAL_MM
    assert Sizes.of(*size).touch / pixels_per_mm >= TOUCH_MM


def test_larger_type_does_not_shrink_controls() -> None:
    """Nor does smaller type."""
    assert Sizes.of(1280, 800, scale=0.8).touch == Sizes.of(1280, 800).touch
    assert Sizes.of(1280, 800, scale=1.2).u(10) == pytest.approx(12)


@pytest.mark.parametrize("name", ["dark", "light"])
@pytest.mark.parametrize(("ink", "ground"), [pair for pair in PAIRS if not pair[0].startswith(("die", "on_curtain"))])
def test_high_contrast_is_high(name: str, ink: str, ground: str) -> None:
    """At least 7 (WCAG AAA); what is off as much as others are otherwise."""
    palette = palette_of(name, high_contrast=True)
    wanted = 4.5 if ink == "on_off" else 7.0
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= wanted


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_sign_can_be_seen_on_a_card(palette: Palette) -> None:
    """At least 3, as for drawings (WCAG 1.4.11)."""
    for kind in KINDS:
        assert contrast(kind.colour, palette.card) >= 3.0, kind.sign
