"""A voice, where the system has one: espeak-ng (or espeak) in a process of its own, the newest sentence only."""

import logging
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence

PROGRAMS = ("espeak-ng", "espeak")
PATIENCE_S = 15.0
"""No sentence is longer."""
_log = logging.getLogger(__name__)


class Process:
    """A sentence that is being said."""

    def __init__(self, command: Sequence[str], sentence: str) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._sentence = sentence

    def wait(self) -> None:
        """Until it is said, or too long has passed."""
        try:
            # Through a pipe: a name that begins with a dash is no option.
            self._process.communicate(self._sentence.encode("utf-8"), timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def installed() -> str | None:
    """The speech engine of this system; None where there is none."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Voice:
    """Says sentences on a thread of its own. What is waiting when something newer comes is not said any more."""

    def __init__(self, program: str | None = None, start: Callable[[Sequence[str], str], Process] = Process) -> None:
        """`program`: the engine; None: silent."""
        self.program = program
        self._start = start
        self._sentences: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def works(self) -> bool:
        """Whether anything can be heard."""
        return self.program is not None

    def say(self, sentence: str, language: str) -> None:
        """Say it in this language (en, es, fr); returns at once."""
        if self.program is None or not sentence.strip():
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()
        self._sentences.put((sentence, language))

    def stop(self) -> None:
        """Say nothing more."""
        if self._thread is not None:
            self._sentences.put(None)
            # Nobody waits for the end of a sentence when the window is closed.
            self._thread.join(timeout=1)
            self._thread = None

    def _run(self) -> None:
        while (waiting := self._newest()) is not None:
            sentence, language = waiting
            try:
                self._start((str(self.program), "-v", language, "--stdin"), sentence).wait()
            except OSError:
                # The engine was removed, or cannot be started: the game is played in silence.
                _log.warning("the voice cannot be started", exc_info=True)
                self.program = None
                return

    def _newest(self) -> tuple[str, str] | None:
        newest = self._sentences.get()
        while newest is not None and not self._sentences.empty():
            newest = self._sentences.get()
        return newest
