"""What somebody else wrote, shown in a message without harm."""

import pytest

from calibration.foreign import readable, shown


def nested(depth: int) -> object:
    """A list in a list in a list."""
    inner: object = 1
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**400), nested(100_000), "x" * 10**6, {"a": {"b": nested(900)}}],
    ids=["long", "low", "deep", "wide", "mixed"],
)
def test_nothing_is_too_large_or_too_deep_to_be_told(value: object) -> None:
    """Python refuses to write out long numbers, and gives up on deep nesting."""
    assert 0 < len(shown(value)) <= 60


@pytest.mark.parametrize(
    ("text", "plain"), [("Küche, été ♠", True), ("a\x1b[2J", False), ("\ud800", False), ("", True)]
)
def test_control_characters_and_halves_are_not_readable(text: str, plain: bool) -> None:
    """A terminal would obey the first, no journal takes the second."""
    assert readable(text) is plain
