"""What is heard: a tone for each event, a sentence where a voice is wanted, and silence that harms nothing."""

import io
import threading
import wave
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from companion.referee import events as e
from companion.ui.languages import LANGUAGES, Catalogue
from companion.ui.settings.store import Settings
from companion.ui.sound.cues import Cue, Heard, heard
from companion.ui.sound.tones import LOUDEST, NOTES, RATE, samples, wav
from companion.ui.sound.voice import Voice
from tests.companion.ui.conftest import Opened
from tests.companion.ui.tables import CALLED, NAMES, NOT_SURE, READY, Table, begun, hand, reading

CLAIMED = (*begun(), e.ClaimConfirmed(0, hand("KKJ87")))
SURE = e.DiceRead(reading("KKQ87"), sure=True)

CHANGES: list[tuple[Cue, tuple[e.Event, ...], e.Event]] = [
    (Cue.BEGIN, (e.MatchBegun(NAMES),), e.StarterDrawn(0)),
    (Cue.PASS, begun(), e.ClaimConfirmed(0, hand("KKJ87"))),
    (Cue.BELIEVE, CLAIMED, e.Believed(1)),
    (Cue.CALL, CLAIMED, e.Called(1)),
    (Cue.CALL, (*READY, *CLAIMED), e.CupLifted()),
    (Cue.NOT_SURE, (*CALLED, e.CupLifted()), NOT_SURE),
    (Cue.LIE, (*CALLED, e.CupLifted()), SURE),
    (Cue.TRUE, (*CALLED, e.CupLifted()), e.DiceRead(reading("KKK87"), sure=True)),
    (Cue.POINT, (*begun(), e.ClaimConfirmed(0, hand("AAAAA"))), e.Believed(1)),
    (Cue.OUT, (*begun(limit=1), e.ClaimConfirmed(0, hand("AAAAA"))), e.Believed(1)),
    (Cue.WIN, (*begun(limit=1, names=NAMES[:2]), e.ClaimConfirmed(0, hand("AAAAA"))), e.Believed(1)),
    (Cue.REFUSED, CLAIMED, e.Called(2)),
    (Cue.LOST, (*READY, *begun()), e.BoxChanged(e.Link.LOST)),
    (Cue.LOST, (*READY, *begun()), e.CameraChanged(e.Link.LOST)),
    (Cue.FOUND, (*READY, *begun(), e.BoxChanged(e.Link.LOST)), e.BoxChanged(e.Link.READY)),
    (Cue.NEWS, CLAIMED, e.Undone("players", "x")),
    (Cue.DISPUTE, (*CALLED, e.CupLifted(), SURE), e.Disputed(0, 0, "x")),
]


@pytest.mark.parametrize(
    ("cue", "history", "event"), CHANGES, ids=[f"{cue}-{i}" for i, (cue, *_) in enumerate(CHANGES)]
)
def test_each_event_has_its_tone_and_can_be_said(cue: Cue, history: tuple[e.Event, ...], event: e.Event) -> None:
    """The most important thing that changed, in every language."""
    table = Table(*history)
    before = table.state
    table.happen(event)
    found = heard(before, table.state)
    assert found is not None
    assert found.cue is cue
    for language in LANGUAGES:
        assert "." not in Catalogue(language).say(found.said).split(" ")[0].rstrip(".")


def test_every_tone_is_used() -> None:
    """And every event of the list above has one."""
    assert {cue for cue, *_ in CHANGES} == set(Cue) == set(NOTES)


@pytest.mark.parametrize("event", [e.CupSeated(), e.CupLifted(), e.BoxChanged(e.Link.READY)])
def test_a_private_look_makes_no_sound(event: e.Event) -> None:
    """M22: nobody hears that somebody looked."""
    table = Table(*READY, *begun())
    before = table.state
    table.happen(event)
    assert heard(before, table.state) is None


def test_a_ruling_is_not_heard_before_it_is_published() -> None:
    """Whoever reviews may talk; the table does not."""
    table = Table(*CALLED, e.CupLifted(), SURE, e.Disputed(0, 0, "x"))
    before = table.state
    table.happen(e.DisputeRuled(0, e.Outcome.OVERTURNED, "players", "x"))
    assert heard(before, table.state) is None
    before = table.state
    table.happen(e.RulingPublished(0))
    found = heard(before, table.state)
    assert found is not None
    assert found.cue is Cue.NEWS


@pytest.mark.parametrize("cue", list(Cue))
def test_a_tone_is_short_and_clean(cue: Cue) -> None:
    """Under a second, no louder than it should be, from silence to silence, so that nothing clicks."""
    tone = samples(cue)
    assert 0.05 < len(tone) / RATE < 1.0
    assert 0.2 < np.abs(tone).max() <= LOUDEST
    assert max(abs(tone[0]), abs(tone[-1])) < 0.01
    with wave.open(io.BytesIO(wav(cue))) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (RATE, 1, len(tone))


class Engine:
    """A speech engine that is slow."""

    def __init__(self) -> None:
        self.said: list[tuple[str, ...]] = []
        self.go = threading.Event()
        self.begun = threading.Event()

    def __call__(self, command: Sequence[str], sentence: str) -> Any:
        self.said.append((*command, sentence))
        self.begun.set()
        return self

    def wait(self) -> None:
        """Talk until told to stop."""
        assert self.go.wait(10)


def test_the_voice_says_the_newest_sentence_only() -> None:
    """What has waited meanwhile is old news."""
    engine = Engine()
    voice = Voice("espeak-ng", engine)
    voice.say("one", "en")
    assert engine.begun.wait(10)
    for sentence in ("two", "three", "four"):
        voice.say(sentence, "fr")
    engine.go.set()
    voice.stop()
    assert engine.said[0] == ("espeak-ng", "-v", "en", "--stdin", "one")
    assert [words[-1] for words in engine.said[1:]] in ([], ["four"])


def test_no_engine_is_silence() -> None:
    """Nor is one that cannot be started a reason to stop."""

    def gone(command: Sequence[str], sentence: str) -> Any:
        raise FileNotFoundError(command[0])

    silent = Voice(None)
    silent.say("x", "en")
    silent.stop()
    voice = Voice("/nowhere/espeak", gone)
    voice.say("x", "en")
    deadline = monotonic() + 10
    while voice.works and monotonic() < deadline:
        sleep(0.01)
    assert not voice.works
    voice.stop()


class Ears:
    """Hears what the app would play."""

    def __init__(self) -> None:
        self.heard: list[tuple[Cue, str, bool, bool]] = []

    def tell(self, heard: Heard, say: Any, language: str, *, sound: bool, voice: bool) -> None:
        """Note it."""
        self.heard.append((heard.cue, say(heard.said), sound, voice))

    def stop(self) -> None:
        """Nothing to stop."""


def test_the_app_tells_what_happened_once(opened: Opened) -> None:
    """In the language of the moment, as far as people want to hear it; not what had happened before it opened."""
    ears: Any = Ears()
    table = Table(*begun())
    hands = opened(table, speaker=ears, settings=Settings(voice=True), language="es")
    hands.stage.crank(3)
    assert ears.heard == []
    table.happen(e.ClaimConfirmed(0, hand("KKKKK")))
    hands.stage.crank(3)
    assert ears.heard == [(Cue.PASS, "repóker de reyes. ¿Bruno?", True, True)]


def test_tones_are_played_or_not_and_nothing_else_happens(kivy: None) -> None:
    """On a machine without a sound card too."""
    from companion.ui.sound.speaker import Speaker

    speaker = Speaker(Voice(None))
    for sound in (True, False):
        speaker.tell(Heard(Cue.PASS), str, "en", sound=sound, voice=True)
    speaker.stop()


@pytest.mark.parametrize(
    ("environ", "platform", "device", "there"),
    [
        ({}, "linux", None, False),
        ({}, "linux", "pcmC0D0p", True),
        ({}, "linux", "pcmC0D0c", False),
        ({"PULSE_SERVER": "unix:/tmp/pulse"}, "linux", None, True),
        ({"XDG_RUNTIME_DIR": "/nowhere"}, "linux", None, False),
        ({}, "win32", None, True),
    ],
)
def test_a_sound_card_is_opened_only_where_there_is_one(
    tmp_path: Path, environ: dict[str, str], platform: str, device: str | None, there: bool
) -> None:
    """A microphone is none; Pulse and PipeWire have theirs elsewhere."""
    from companion.ui.sound.speaker import sound_card

    if device is not None:
        (tmp_path / device).touch()
    assert sound_card(environ, platform, tmp_path) is there
