"""The tones, made of sines: for each cue a few notes. Nothing is recorded, nothing is fetched."""

import io
import wave
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from companion.ui.sound.cues import Cue

RATE = 22050
"""Samples a second."""
LOUDEST = 0.5
_ATTACK_S, _RELEASE_S = 0.008, 0.06

#: Frequencies in hertz and lengths in seconds, one note after another; 0 Hz is a rest. Good news rises, bad news falls.
NOTES: Mapping[Cue, tuple[tuple[float, float], ...]] = {
    Cue.BEGIN: ((523, 0.10), (659, 0.10), (784, 0.16)),
    Cue.PASS: ((587, 0.09),),
    Cue.BELIEVE: ((440, 0.08), (587, 0.12)),
    Cue.CALL: ((784, 0.09), (0, 0.03), (784, 0.09)),
    Cue.NOT_SURE: ((494, 0.12), (466, 0.12), (494, 0.12)),
    Cue.LIE: ((392, 0.16), (311, 0.16), (233, 0.30)),
    Cue.TRUE: ((523, 0.12), (784, 0.26)),
    Cue.POINT: ((392, 0.14), (392, 0.22)),
    Cue.OUT: ((330, 0.16), (262, 0.16), (196, 0.16), (165, 0.40)),
    Cue.WIN: ((523, 0.12), (659, 0.12), (784, 0.12), (1047, 0.40)),
    Cue.REFUSED: ((185, 0.16),),
    Cue.LOST: ((659, 0.10), (440, 0.10), (294, 0.20)),
    Cue.FOUND: ((294, 0.08), (440, 0.08), (659, 0.14)),
    Cue.NEWS: ((659, 0.08), (587, 0.08), (659, 0.12)),
    Cue.DISPUTE: ((466, 0.14), (0, 0.04), (466, 0.14), (0, 0.04), (622, 0.22)),
}


def samples(cue: Cue) -> npt.NDArray[np.float64]:
    """The tone as one-dimensional samples between -LOUDEST and LOUDEST, RATE a second; begins and ends in silence."""
    return np.concatenate([_note(frequency, length) for frequency, length in NOTES[cue]])


def _note(frequency: float, length: float) -> npt.NDArray[np.float64]:
    at = np.arange(round(RATE * length)) / RATE
    # A little of the octave and the twelfth: a pure sine is hard to hear from a tablet's speaker.
    tone = np.sin(2 * np.pi * frequency * at) + 0.3 * np.sin(4 * np.pi * frequency * at)
    tone += 0.15 * np.sin(6 * np.pi * frequency * at)
    envelope = np.minimum(1, np.minimum(at / _ATTACK_S, (length - at) / _RELEASE_S))
    shaped: npt.NDArray[np.float64] = LOUDEST / 1.45 * tone * np.clip(envelope, 0, 1)
    return shaped


def wav(cue: Cue) -> bytes:
    """The tone as a WAV file: 16 bits, mono."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples(cue) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()
