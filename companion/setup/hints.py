"""What the wizard says, beside what calibration itself has to say; the screen's catalogues have the sentences."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from calibration.advice import Advice


class Hint(StrEnum):
    """Everything that the wizard may say."""

    # For any page.
    NO_PICTURE = "no_picture"
    NO_CAMERA = "no_camera"
    PRIVATE = "private"
    DRAWN_KEPT = "drawn_kept"
    DRAWN_PLAYS = "drawn_plays"
    FAILED = "failed"
    SHELF = "shelf"
    SHELF_USED = "shelf_used"
    SHELF_NAME = "shelf_name"
    SHELF_DELETE = "shelf_delete"
    # Camera.
    CAMERA_LOOKING = "camera_looking_for"
    CAMERA_NONE = "camera_none"
    CAMERA_CHOOSE = "camera_choose"
    CAMERA_WAIT = "camera_wait"
    CAMERA_DARK = "camera_dark"
    CAMERA_SEES = "camera_sees"
    CAMERA_GIVES = "camera_gives"
    CAMERA_SLOW = "camera_slow"
    CAMERA_DRAWN = "camera_drawn"
    DELAY_UNKNOWN = "delay_unknown"
    DELAY_KNOWN = "delay_known"
    DELAY_AIM = "delay_aim"
    DELAY_FLICKERS = "delay_flickers"
    DELAY_RUNS = "delay_runs"
    DELAY_MEASURED = "delay_measured"
    DELAY_UNSEEN = "delay_unseen"
    # Lens and table.
    LENS_SOLVING = "lens_solving"
    LENS_KEPT = "lens_kept"
    TABLE_FOUND = "table_found"
    TABLE_KEPT = "table_kept"
    TABLE_NONE = "table_none"
    TABLE_NO_MAT = "table_no_mat"
    TABLE_NOT_CARD = "table_not_card"
    TABLE_CARD = "table_card"
    CHECK_LOOKING = "check_looking"
    CHECK_FRAMES = "check_frames"
    CHECK_BACK = "check_back"
    # Dice.
    DICE_LAY = "dice_lay"
    DICE_LAY_AGAIN = "dice_lay_again"
    DICE_SEEN = "dice_seen"
    DICE_NAME = "dice_name"
    DICE_STILL_MISSING = "dice_still_missing"
    LEARNING = "learning"
    DICE_TRY = "dice_try"
    DICE_SURE = "dice_sure"
    DICE_KEPT = "dice_kept"
    # Deck.
    DECK_LAY = "deck_lay"
    DECK_SEEN = "deck_seen"
    DECK_RIGHT = "deck_right"
    DECK_KEPT = "deck_kept"
    DECK_NOTHING = "deck_nothing"
    # Chips.
    CHIPS_LAY = "chips_lay"
    CHIPS_NAME = "chips_name"
    CHIPS_KEPT = "chips_kept"
    # Box.
    BOX_NONE = "box_none"
    BOX_PLAYED = "box_played"
    BOX_BEGIN = "box_begin"
    BOX_STAND = "box_stand"
    BOX_SEAT_CUP = "box_seat_cup"
    BOX_LIFT_CUP = "box_lift_cup"
    BOX_TILT = "box_tilt"
    BOX_UPRIGHT = "box_upright"
    BOX_SHAKE = "box_shake"
    BOX_STILL = "box_still"
    BOX_PRESS_BELIEVE = "box_press_believe"
    BOX_PRESS_CALL = "box_press_call"
    BOX_PRESS_SEAT = "box_press_seat"
    BOX_RELEASE = "box_release"
    BOX_LAMP_SEAT = "box_lamp_seat"
    BOX_LAMP_TRUE = "box_lamp_true"
    BOX_LAMP_LIE = "box_lamp_lie"
    BOX_SOUND = "box_sound"
    BOX_PASSED = "box_passed"
    BOX_FAILED = "box_failed"
    BOX_LOST = "box_lost_meanwhile"


@dataclass(frozen=True, slots=True)
class Note:
    """hint: which sentence; values: what it is filled with, as it should be shown."""

    hint: Hint
    values: tuple[tuple[str, str], ...] = ()


#: What may be said: by the wizard, by calibration, or as an error said it (in English).
Word: TypeAlias = Note | Advice | str


def name_of(word: Note | Advice) -> str:
    """By which the screen's catalogues know a sentence."""
    return str(word.hint if isinstance(word, Note) else word.say)


def note(hint: Hint, **values: object) -> Note:
    """A sentence of the wizard with its values."""
    return Note(hint, tuple((key, str(value)) for key, value in values.items()))
