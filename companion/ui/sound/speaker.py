"""Plays tones through Kivy's audio, and passes sentences to the voice. Silent where either is missing."""

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.ui.sound.cues import Cue, Heard
from companion.ui.sound.tones import wav
from companion.ui.sound.voice import Voice, installed
from companion.ui.texts import NOTHING, Said

ALSA = Path("/dev/snd")
_log = logging.getLogger(__name__)


def sound_card(environ: Mapping[str, str] = os.environ, platform: str = sys.platform, devices: Path = ALSA) -> bool:
    """Whether it is worth while to open one: without any, ALSA fills the terminal with complaints."""
    if not platform.startswith("linux"):
        return True
    running = Path(environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    servers = (running / "pulse" / "native", running / "pipewire-0")
    return "PULSE_SERVER" in environ or any(path.exists() for path in servers) or any(devices.glob("pcm*p"))


class Speaker:
    """One for the whole app; made when the window is. `folder` is where the tones are written, once each."""

    def __init__(self, voice: Voice | None = None) -> None:
        self.voice = voice or Voice(installed())
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tones: dict[Cue, Any] = {}

    def tell(self, heard: Heard, say: Callable[[Said], str], language: str, *, sound: bool, voice: bool) -> None:
        """Sound the tone and say the sentence, as far as people want to hear them. Never waits, never fails."""
        if sound:
            self._play(heard.cue)
        if voice and heard.said != NOTHING:
            self.voice.say(say(heard.said), language)

    def stop(self) -> None:
        """The window is gone."""
        self.voice.stop()
        for tone in self._tones.values():
            if tone is not None:
                tone.unload()
        self._tones.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _play(self, cue: Cue) -> None:
        if cue not in self._tones:
            self._tones[cue] = self._load(cue)
        tone = self._tones[cue]
        if tone is not None:
            tone.stop()
            tone.play()

    def _load(self, cue: Cue) -> Any:
        """None where no sound can be played here: that is fine."""
        if not sound_card():
            return None
        from kivy.core.audio import SoundLoader  # noqa: PLC0415 - opens the sound card only where something sounds

        try:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="cubilete-")
            file = Path(self._folder.name) / f"{cue.name.lower()}.wav"
            file.write_bytes(wav(cue))
            return SoundLoader.load(str(file))
        except Exception:
            _log.warning("no sound can be played", exc_info=True)
            return None
