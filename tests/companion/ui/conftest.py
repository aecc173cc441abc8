"""A real window that no screen shows, in this process: fresh clock and rules for every test, no real input."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.companion.ui.hands import Hands

Opened = Callable[..., Hands]


@pytest.fixture(scope="session")
def kivy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Kivy, prepared and imported once. Its widget classes register themselves at import, so that comes first."""
    before = dict(os.environ)
    os.environ["KIVY_HOME"] = str(tmp_path_factory.mktemp("kivy"))
    from companion.ui.window import prepare, require_window

    prepare((800, 480), offscreen=True)
    require_window()
    import companion.ui.stage  # noqa: F401
    from companion.ui.app import RULES, WIDGET_RULES
    from companion.ui.widgets import load_rules

    # Parsed once; each test's Builder begins with a copy.
    for rules in (WIDGET_RULES, *RULES):
        load_rules(rules)
    yield
    for name in set(os.environ) - set(before):
        del os.environ[name]
    os.environ.update(before)


@pytest.fixture
def opened(kivy: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Opens the app as the test wants it, and hands over what can touch it."""
    from kivy.clock import ClockBase
    from kivy.context import Context
    from kivy.factory import Factory, FactoryBase
    from kivy.lang import Builder
    from kivy.lang.builder import BuilderBase

    from companion.ui.app import CompanionApp
    from companion.ui.stage import Stage

    context = Context(init=False)
    context["Clock"] = ClockBase()
    context["Factory"] = FactoryBase.create_from(Factory)
    context["Builder"] = BuilderBase.create_from(Builder)
    context.push()
    # Tests wait neither for a person to look nor for the next sixtieth of a second.
    monkeypatch.setattr("companion.ui.panels.SETTLE_S", 0.0)
    monkeypatch.setattr("companion.ui.mentiroso.panels.lot.LOT_S", 0.0)
    context["Clock"]._max_fps = 0
    stages: list[Any] = []

    def open_app(*args: Any, size: tuple[int, int] = (800, 480), **kwargs: Any) -> Hands:
        stage = Stage(CompanionApp(*args, **{"language": "en", **kwargs}))
        stages.append(stage)
        stage.resize(*size)
        return Hands(stage)

    yield open_app
    for stage in stages:
        stage.close()
    context.pop()
