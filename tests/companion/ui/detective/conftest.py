"""The window of the tests, with panels that take a touch at once."""

from collections.abc import Iterator

import pytest

from tests.companion.ui.conftest import Opened


@pytest.fixture
def table_opened(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """As `opened`; nobody waits for a person to look."""
    monkeypatch.setattr("companion.ui.panels.SETTLE_S", 0.0)
    yield opened
