"""Moments of every page of the wizard, those with most to show, and a workshop that shows them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from calibration.advice import Say, advise
from companion.setup.hints import Hint, note
from companion.setup.known import Known
from companion.setup.step import Act, Mark, Part, Pick, Piece, Step, Tone
from companion.setup.workshop import Moment, Picture

SIZE = (1280, 720)
QUADS = tuple(((x, 300.0), (x + 60, 305.0), (x + 55, 360.0), (x - 5, 355.0)) for x in (200.0, 400.0, 600.0, 800.0, 1e3))
LONG_NAME = "Integrated Camera HD 1080p: Front"
WAY = Pick("way", ("mat", "card", "taps"), "card")
MOMENTS: dict[Part, tuple[Step, ...]] = {
    Part.CAMERA: (
        Step(
            note(Hint.CAMERA_SEES),
            Tone.GOOD,
            (note(Hint.CAMERA_SLOW, width=1280, height=720, rate=9),),
            1.0,
            picks=(Pick("cameras", (LONG_NAME, "USB 2.0 Camera", "Logitech BRIO"), LONG_NAME),),
            keys=(Act.LOOK,),
            address=True,
        ),
        Step(
            note(Hint.CAMERA_SEES),
            Tone.GOOD,
            (note(Hint.CAMERA_GIVES, width=1280, height=720, rate=30), note(Hint.DELAY_UNKNOWN)),
            1.0,
            picks=(Pick("cameras", ("phone at 192.168.178.120", LONG_NAME), "phone at 192.168.178.120"),),
            keys=(Act.LOOK, Act.DELAY),
            address=True,
        ),
        Step(note(Hint.DELAY_AIM), more=(note(Hint.DELAY_FLICKERS),), progress=0.0, keys=(Act.DELAY, Act.CANCEL)),
        Step(note(Hint.DELAY_UNSEEN), Tone.TROUBLE, progress=0.0, keys=(Act.DELAY, Act.CANCEL)),
    ),
    Part.LENS: (
        Step(
            advise(Say.BOARD_TO, where="bottom right"),
            progress=0.4,
            marks=(Mark(QUADS[0], filled=True, tone=Tone.GOOD), Mark(QUADS[1])),
            keys=(Act.AGAIN,),
        ),
        Step(advise(Say.LENS_DONE, pixels="0.16"), Tone.GOOD, progress=1.0, keys=(Act.KEEP, Act.AGAIN)),
    ),
    Part.TABLE: (
        Step(
            advise(Say.MAT_REPEAT, mm="12.5"),
            more=(advise(Say.SHEET_OFF, sheet=3, mm="4.1"),),
            progress=0.6,
            picks=(
                WAY,
                Pick("thing", ("poker card", "bridge card"), "poker card"),
                Pick("players", ("2", "3", "4", "6", "8", "10"), "10"),
            ),
            keys=(Act.KEEP, Act.KEEP_NEW, Act.AGAIN),
        ),
        Step(advise(Say.CORNERS_REPEAT, mm="112.5"), picks=(replace(WAY, value="taps"),), keys=(Act.AGAIN,)),
        Step(
            advise(Say.TAP_CORNER, corner=3),
            progress=0.5,
            picks=(
                replace(WAY, value="taps"),
                Pick("thing", ("A4", "Letter", "poker card"), "Letter"),
                Pick("players", ("2", "3", "4", "6", "8", "10"), "4"),
            ),
            marks=(Mark((QUADS[0][0],), "1"), Mark((QUADS[1][0],), "2")),
            keys=(Act.AGAIN,),
            taps=True,
        ),
    ),
    Part.CHECK: (
        Step(
            advise(Say.FOUND_AGAIN, mm="14.2"),
            Tone.GOOD,
            (advise(Say.TINTED), note(Hint.TABLE_NO_MAT)),
            keys=(Act.BUMP,),
        ),
        Step(advise(Say.SCENE_MOVED), Tone.TROUBLE, (note(Hint.CHECK_FRAMES),), marks=(Mark(QUADS[0]), Mark(QUADS[1]))),
        Step(note(Hint.CHECK_BACK), keys=(Act.PUT_BACK,)),
    ),
    Part.DICE: (
        Step(
            note(Hint.DICE_LAY),
            more=(note(Hint.DICE_SEEN, seen=4),),
            progress=0.0,
            marks=tuple(Mark(quad) for quad in QUADS[:4]),
            picks=(Pick("known", ("bone-dice", "dice-1", "dice-2"), ""),),
            keys=(Act.HAND,),
        ),
        Step(
            advise(Say.TEACH_TWINS, one="10", other="9"),
            Tone.TROUBLE,
            (note(Hint.DICE_NAME), note(Hint.DICE_STILL_MISSING, faces="9")),
            0.5,
            marks=tuple(Mark(quad, "10", Tone.GOOD) for quad in QUADS),
            picks=(Pick("printed", ("10 9", "8 7"), "10 9"),),
            pieces=tuple(Piece(name, name != "10") for name in ("A", "K", "Q", "J", "10")),
            keys=(Act.TAKE, Act.AGAIN),
        ),
        Step(
            note(Hint.DICE_TRY),
            Tone.GOOD,
            (note(Hint.DICE_SURE, sure=5, seen=5),),
            0.9,
            keys=(Act.HAND, Act.KEEP, Act.AGAIN),
        ),
        Step(note(Hint.DRAWN_PLAYS), Tone.GOOD, progress=1.0, keys=(Act.AGAIN,)),
    ),
    Part.DECK: (
        Step(
            note(Hint.DECK_LAY, suit="♠"),
            Tone.TROUBLE,
            (advise(Say.TEACH_CARDS, seen=12, wanted=13), note(Hint.DECK_SEEN, seen=12)),
            0.25,
            keys=(Act.HAND, Act.SKIP, Act.AGAIN),
        ),
        Step(
            note(Hint.DECK_LAY, suit="♠"),
            Tone.TROUBLE,
            (note(Hint.DECK_NOTHING), note(Hint.DECK_SEEN, seen=12)),
            0.0,
            keys=(Act.HAND, Act.SKIP),
        ),
    ),
    Part.CHIPS: (
        Step(
            note(Hint.CHIPS_NAME),
            Tone.TROUBLE,
            (advise(Say.TEACH_COLOURS, one="orange", other="purple"),),
            0.5,
            marks=tuple(Mark(quad, "1", Tone.GOOD) for quad in QUADS[:4]),
            pieces=tuple(Piece(name) for name in ("orange", "yellow", "green", "purple")),
            keys=(Act.TAKE,),
        ),
    ),
    Part.BOX: (
        Step(note(Hint.BOX_LAMP_SEAT, seat=9), progress=0.6, keys=(Act.HAND, Act.YES, Act.NO)),
        Step(
            note(Hint.BOX_FAILED, count=3),
            Tone.TROUBLE,
            (note(Hint.BOX_PRESS_SEAT, seat=4), note(Hint.BOX_LAMP_LIE), note(Hint.BOX_SOUND, number=2)),
            1.0,
            keys=(Act.AGAIN,),
        ),
        Step(note(Hint.BOX_NONE)),
    ),
}


#: Of any page on which something is kept under a name.
SHELF = (
    Step(
        note(Hint.SHELF),
        more=(note(Hint.SHELF_USED),),
        picks=(Pick("saved", ("bone dice", "Grandma's old wooden dice", "dice 1", "dice 2", "dice 3"), "bone dice"),),
        keys=(Act.USE, Act.RENAME, Act.DELETE, Act.DONE),
    ),
    Step(note(Hint.SHELF_NAME, name="bone dice"), keys=(Act.CANCEL,), naming="bone dice"),
    Step(
        note(Hint.SHELF_DELETE, name="bone dice"), Tone.TROUBLE, (note(Hint.SHELF_USED),), keys=(Act.THROW_AWAY, Act.NO)
    ),
)


class ShowRoom:
    """As `companion.setup.workshop.Workshop`, without a thread: shows what it is given, notes what is tapped."""

    def __init__(self) -> None:
        self.known = Known(lens=True, dice_set="bone dice", well=False)
        self.moment = Moment(0, None, Step(""))
        self.acts: list[tuple[Act, str]] = []
        self.seeing = True
        self._count = 0

    def begin(self, part: Part) -> None:
        """Its first moment."""
        self.show(part, MOMENTS[part][0])

    def show(self, part: Part, step: Step, *, drawn: bool = True) -> None:
        """This moment."""
        self.moment = Moment(self.moment.count + 1, part, replace(step, size=SIZE, drawn=drawn))

    def leave(self) -> None:
        """Nothing is open."""
        self.moment = Moment(self.moment.count + 1, None, Step(""))

    def act(self, act: Act, value: str = "") -> None:
        """It was tapped."""
        self.acts.append((act, value))

    def newest(self) -> Picture | None:
        """A green table."""
        if not self.seeing:
            return None
        self._count += 1
        return Picture(self._count, np.full((180, 320, 4), (40, 120, 70, 255), np.uint8))


def moments() -> Iterator[tuple[Part, Step]]:
    """All of them."""
    for part, steps in MOMENTS.items():
        for step in steps:
            yield part, step
    for step in SHELF:
        yield Part.DICE, step
