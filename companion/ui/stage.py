"""The app with its crank turned by hand: for an offscreen hand, for screenshots, for tests."""

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt
from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.core.window import Window
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.uix.widget import Widget

from companion.ui.app import CompanionApp


class Stage:
    """Runs `app` embedded: nothing moves but by `crank`. A context manager; closing stops the app."""

    def __init__(self, app: CompanionApp) -> None:
        self.app = app
        try:
            app._run_prepare()
            runTouchApp(embedded=True)
            self.crank(3)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def root(self) -> Widget:
        """The screen."""
        return self.app.root

    def crank(self, frames: int = 1) -> None:
        """Let so many frames pass."""
        for _ in range(frames):
            EventLoop.idle()

    def until(self, there: Callable[[], bool], timeout_s: float = 10.0) -> bool:
        """Let frames pass until something is so; False when it did not become so in time."""
        end = time.monotonic() + timeout_s
        while not there():
            if time.monotonic() > end:
                return False
            self.crank()
        return True

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, in pixels."""
        if tuple(Window.size) == (width, height):
            return
        Window.size = (width, height)
        self.crank(4)

    def pixels(self) -> npt.NDArray[np.uint8]:
        """What the window shows now: uint8 array of height x width x 3, first row on top.

        Drawn once more into a buffer of its own: an offscreen window keeps the frame buffer that it was opened with,
        however large it becomes later.
        """
        self.crank(2)
        width, height = (int(side) for side in Window.size)
        buffer = Fbo(size=(width, height), with_stencilbuffer=True)
        with buffer:
            ClearColor(*Window.clearcolor)
            ClearBuffers()
        for widget in reversed(Window.children):
            buffer.add(widget.canvas)
        buffer.draw()
        raw = np.frombuffer(buffer.pixels, np.uint8).reshape(height, width, 4)
        for widget in Window.children:
            buffer.remove(widget.canvas)
        return raw[::-1, :, :3].copy()

    def screenshot(self, path: Path) -> Path:
        """Write what the window shows as a PNG."""
        pixels = self.pixels()
        height, width = pixels.shape[:2]
        # Kivy's writer expects the lowest row first, as the graphics card has it.
        Window._win.save_bytes_in_png(str(path), pixels[::-1].tobytes(), width, height)
        return path

    def close(self) -> None:
        """Stop the app and leave the window empty for the next one."""
        self.app.stop()
        stopTouchApp()
        if self.app.root is not None:
            Window.remove_widget(self.app.root)
