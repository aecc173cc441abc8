"""One hand from a recording: the clip's frames against the box's record, through the very referee of a live table."""

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from calibration.dice_set import DiceSet
from calibration.table import TableProfile
from companion.games.dice import DiceHand
from companion.journal.evidence import PROFILE, EvidenceStore
from companion.journal.store import Journal
from companion.referee.box import event_of
from companion.referee.desk import Desk, Entry
from companion.referee.effects import Effect
from companion.referee.events import (
    BoxChanged,
    CameraChanged,
    ClaimConfirmed,
    Link,
    MatchBegun,
    PartsKnown,
    StarterDrawn,
)
from companion.referee.fittings import Fittings
from companion.referee.state import Phase, TableState
from companion.referee.table_watch import TableWatch
from companion.referee.verdict import find
from companion.referee.versions import table_parts
from companion.referee.watch import ENOUGH_NS, Watch
from companion.referee.witness import BoxDiary, witnessed
from firmware_bridge.recorded import RecordedEvent, read_record
from vision.camera.frames import Camera, Frame
from vision.pictures import encode_jpeg

CLAIMANT, RECEIVER = 0, 1


class ClipError(ValueError):
    """The clip and the box's record do not make a hand; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What came of the clip, in the words of the program's JSON."""

    claim: str
    actual: str | None
    """The dice from high to low, `?` for one that was not read for sure; None when no frame showed five dice."""
    verdict: str
    """`lie`, `true` or `not sure`."""
    why: str
    """Why not sure; empty otherwise."""
    point: str | None
    """Who takes the point; None when not sure."""
    by: str
    against: str
    lift_frame: int
    verdict_frame: int
    """The frame with which the reading was decided, or given up."""
    dice: tuple[Mapping[str, Any], ...]
    evidence: tuple[str, ...]
    """SHA-256 of the pictures kept: before the lift, at the lift, on the way, and last the one that was read."""
    match: str = ""
    head: str = ""

    def as_json(self) -> dict[str, Any]:
        """A plain object."""
        return {name: getattr(self, name) for name in self.__slots__}


class _Draft:
    """A hand in memory. A clip that turns out to be broken leaves nothing in the journal."""

    def __init__(self) -> None:
        self.begun: Mapping[str, object] = {}
        self.entries: list[Entry] = []
        self.files: dict[str, tuple[bytes, str]] = {}
        """Content and suffix by SHA-256."""
        self.diary = BoxDiary()

    def begin_match(self, game: str, body: Mapping[str, object]) -> str:
        self.game, self.begun = game, body
        return ""

    def append_all(self, match: str, entries: Iterable[Entry]) -> None:
        self.entries += entries

    def keep(self, frame: Frame) -> str:
        return self.keep_file(encode_jpeg(frame.picture), ".jpg")

    def keep_file(self, data: bytes, suffix: str = PROFILE) -> str:
        sha = hashlib.sha256(data).hexdigest()
        self.files[sha] = data, suffix
        return sha

    def write(self, journal: Journal, store: EvidenceStore) -> tuple[str, str]:
        """Evidence first, then the events that name it; (match, head hash)."""
        for data, suffix in self.files.values():
            store.put(data, suffix)
        match = journal.begin_match(self.game, self.begun)
        journal.append_all(match, self.entries)
        return match, journal.head(match)


@dataclass(frozen=True, slots=True)
class PlayedClip:
    """A hand that was refereed, and what the journal will keep of it."""

    hand: Hand
    draft: _Draft

    def write(self, journal: Journal, store: EvidenceStore) -> Hand:
        """Into the journal; the hand with the names it has there. Raises JournalError."""
        match, head = self.draft.write(journal, store)
        return replace(self.hand, match=match, head=head)


def play_clip(
    clip: Camera,
    box_record: Path,
    dice_set: DiceSet | None,
    claim: DiceHand,
    by: str,
    against: str,
    table: TableProfile | None = None,
) -> PlayedClip:
    """Referee the clip, in memory; `PlayedClip.write` puts it into a journal. table: where its camera stood.

    Raises CameraError and BoxRecordError for inputs that cannot be read, ClipError where they do not make a hand: the
    cup is never lifted, or the clip ends before the dice have lain clear and still for long enough.
    """
    told = deque(read_record(box_record, clip.fps))
    draft = _Draft()
    fittings = Fittings(dice_set, table)
    place, watch = TableWatch(fittings, lambda _: None), Watch.for_table(fittings, draft.keep)

    def carry_out(effect: Effect) -> None:
        place.follow(effect, 0)
        watch.follow(effect)

    desk = Desk(draft, carry_out)
    for event in (
        CameraChanged(Link.READY),
        BoxChanged(Link.READY),
        PartsKnown(table_parts(dice_set, draft.keep_file)),
        MatchBegun((by, against), recorded=True),
        StarterDrawn(CLAIMANT),
        ClaimConfirmed(CLAIMANT, claim),
    ):
        desk.take(event)
    last = _run(desk, place, watch, clip, told, draft.diary)
    return PlayedClip(_hand(desk.state, last), draft)


def _run(
    desk: Desk[TableState], place: TableWatch, watch: Watch, clip: Camera, told: deque[RecordedEvent], diary: BoxDiary
) -> int:
    """Play to the verdict, or to the end; the number of the last frame looked at."""
    last = -1
    while desk.state.phase in (Phase.ANSWER, Phase.LIFT, Phase.READING):
        frame = clip.read()
        if frame is None:
            return _run_out(desk, watch, clip.name, last, told, diary)
        last = frame.index
        while told and told[0].frame <= last:
            diary.note(told[0].event)
            _take_from_box(desk, told.popleft())
        place.see(frame)
        answer = watch.see(frame)
        if answer is not None:
            desk.take(witnessed(answer, desk.state, diary))
    return last


def _phase(desk: Desk[TableState]) -> Phase:
    return desk.state.phase


def _take_from_box(desk: Desk[TableState], recorded: RecordedEvent) -> None:
    if desk.state.phase not in (Phase.ANSWER, Phase.LIFT, Phase.READING):
        return
    event = event_of(recorded.event, recorded.frame)
    if event is not None:
        desk.take(event)
    if _phase(desk) is Phase.CLAIM:
        raise ClipError(
            f"frame {recorded.frame}: the box's record says BELIEVE, so there is no call to referee; "
            "expected a lift or CALL after the claim"
        )


def _run_out(
    desk: Desk[TableState], watch: Watch, clip: str, last: int, told: deque[RecordedEvent], diary: BoxDiary
) -> int:
    """The clip ended with no verdict: either nobody can be sure, or the clip does not show what is needed."""
    state = desk.state
    if told:
        raise ClipError(
            f"{clip}: the clip ends with frame {last}, but the box's record goes on to frame {told[-1].frame}; "
            "it was cut off: record or copy it again"
        )
    if state.phase is not Phase.READING or state.call is None:
        raise ClipError(
            f"{clip}: the box's record tells of no lifted cup up to the last frame ({last}); nothing was called"
        )
    if (answer := watch.give_up()) is None:
        raise ClipError(
            f"{clip}: the clip ends with frame {last}, before the dice have lain clear and still for "
            f"{ENOUGH_NS / 1e9} s after the lift; it was cut off, or the cup was not moved out of view: record it again"
        )
    desk.take(witnessed(answer, desk.state, diary))
    return last


def _hand(state: TableState, last: int) -> Hand:
    call, ruling = state.call, state.ruling
    assert call is not None
    by, against = state.names
    dice = tuple(reading.as_json() for reading in state.readings)
    lift = call.frame if call.frame is not None else last
    if ruling is not None:
        actual = "".join(ruling.known)
        verdict, point = ("lie" if ruling.lie else "true"), state.names[ruling.loser]
        at = ruling.frame if ruling.frame is not None else last
        return Hand(str(call.claim), actual, verdict, "", point, by, against, lift, at, dice, ruling.evidence)
    guess = find(call.claim, state.readings, sure=False)
    actual_guess = "".join(guess.known) if state.readings else None
    return Hand(
        str(call.claim),
        actual_guess,
        "not sure",
        state.why_not_sure,
        None,
        by,
        against,
        lift,
        last,
        dice,
        state.evidence,
    )
