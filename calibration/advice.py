"""What to do now, said while somebody sets the table up: a name for the screen's catalogues, and plain English."""

from dataclasses import dataclass
from enum import StrEnum


class Say(StrEnum):
    """Everything that calibration may say. The screen's keys are made of these."""

    SHOW_BOARD = "show_board"
    HOLD_STILL = "hold_still"
    BOARD_CLOSER = "board_closer"
    BOARD_AWAY = "board_away"
    BOARD_TO = "board_to"
    BOARD_TILT = "board_tilt"
    LENS_ENOUGH = "lens_enough"
    LENS_DONE = "lens_done"
    LENS_WORSE = "lens_worse"
    SHOW_MAT = "show_mat"
    UNCOVER_MAT = "uncover_mat"
    MAT_GOOD = "mat_good"
    MAT_USABLE = "mat_usable"
    MAT_REPEAT = "mat_repeat"
    CORNERS_REPEAT = "corners_repeat"
    SHEET_OFF = "sheet_off"
    TAP_CORNER = "tap_corner"
    TAPS_CROSSED = "taps_crossed"
    LAY_CARD = "lay_card"
    CAMERA_MOVED = "camera_moved"
    MAT_MOVED = "mat_moved"
    FOUND_AGAIN = "found_again"
    NOTHING_SEEN = "nothing_seen"
    SCENE_MOVED = "scene_moved"
    SCENE_BACK = "scene_back"
    SCENE_UNCLEAR = "scene_unclear"
    SCENE_PLAIN = "scene_plain"
    SCENE_UNKNOWN = "scene_unknown"
    ALL_STILL = "all_still"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    TINTED = "tinted"
    LIGHT_GOOD = "light_good"
    NO_PATCHES = "no_patches"
    TEACH_DICE = "teach_dice"
    TEACH_PRINTED = "teach_printed"
    TEACH_SMALL = "teach_small"
    TEACH_TWINS = "teach_twins"
    TEACH_STRANGERS = "teach_strangers"
    TEACH_CARDS = "teach_cards"
    TEACH_STACKS = "teach_stacks"
    TEACH_COLOURS = "teach_colours"


#: The sentences; what stands in braces is filled in.
ENGLISH = {
    Say.SHOW_BOARD: "Hold the calibration board before the camera, so that all of it is in the picture.",
    Say.HOLD_STILL: "Hold it still for a moment.",
    Say.BOARD_CLOSER: "Bring the board closer: it should fill half of the picture.",
    Say.BOARD_AWAY: "Take the board a little further away.",
    Say.BOARD_TO: "Now hold it to the {where} of the picture.",
    Say.BOARD_TILT: "Now tilt its {edge} edge away from the camera.",
    Say.LENS_ENOUGH: "That is enough; put the board down.",
    Say.LENS_DONE: "Done: the lens is known to {pixels} pixels.",
    Say.LENS_WORSE: "The pictures do not agree ({pixels} pixels): is the board flat and stiff? Start again.",
    Say.SHOW_MAT: "Lay the mat on the table, with all of it in the picture.",
    Say.UNCOVER_MAT: "Take away what covers the mat: {seen} of {markers} markers are seen.",
    Say.MAT_GOOD: "Good: places on the table are right within {mm} mm.",
    Say.MAT_USABLE: "Usable: places on the table may be {mm} mm off. Better light or a closer camera would help.",
    Say.MAT_REPEAT: "Please repeat: places on the table may be {mm} mm off. Is the mat flat, and printed at 100 %?",
    Say.CORNERS_REPEAT: "Please repeat: places on the table may be {mm} mm off. Does it lie flat, and is it of the "
    "size that was chosen?",
    Say.SHEET_OFF: "Sheet {sheet} of the mat lies {mm} mm off: tape it again, edge to edge.",
    Say.TAP_CORNER: "Tap corner {corner} of 4 of the rectangle, going round.",
    Say.TAPS_CROSSED: "Those four taps do not go round a rectangle; please begin again.",
    Say.LAY_CARD: "Lay one playing card flat in the middle of the table, apart from anything else.",
    Say.CAMERA_MOVED: "The camera moved. Show it the mat again, or put it back.",
    Say.MAT_MOVED: "Something moved: {mm} mm.",
    Say.FOUND_AGAIN: "The camera or the mat moved by {mm} mm; the table was found again.",
    Say.NOTHING_SEEN: "The mat is not seen: is the camera covered, or turned away?",
    Say.SCENE_MOVED: "The camera moved. Put it back as it stood, or set the table up again: one card on it will do.",
    Say.SCENE_BACK: "The picture is as it was again. Was the camera put back? Say so in the set-up, page Check.",
    Say.SCENE_UNCLEAR: "The table is not recognised. Is the camera covered, or did it move? Then set it up again.",
    Say.SCENE_PLAIN: "Too little is seen round the table to notice a bump: let more into the picture, or use a mat.",
    Say.SCENE_UNKNOWN: "Nobody knows whether the camera still stands there: set the table up again, one card will do.",
    Say.ALL_STILL: "All is where it was.",
    Say.TOO_DARK: "Too dark: white paper is at {level} of 255. Turn a light on.",
    Say.TOO_BRIGHT: "Too bright: white paper is blinded out. Turn the light away, or lower the exposure.",
    Say.TINTED: "The light is coloured; colours are corrected by the white patch.",
    Say.LIGHT_GOOD: "The light is good.",
    Say.NO_PATCHES: "The white and grey patches are covered; the light is not known.",
    Say.TEACH_DICE: "{seen} dice are seen instead of {wanted}: only these, side by side, on a plain table.",
    Say.TEACH_PRINTED: "One set is not printed both {one} and {other}: name that face one way.",
    Say.TEACH_SMALL: "The dice are too small in the picture ({pixels} pixels): bring the camera nearer.",
    Say.TEACH_TWINS: "{one} and {other} look alike: does every die show the face that was named? Is the picture sharp?",
    Say.TEACH_STRANGERS: "{face} was given to faces that look different: is every die named as it lies, left to right?",
    Say.TEACH_CARDS: "{seen} cards are seen instead of {wanted}: apart from each other, and larger in the picture.",
    Say.TEACH_STACKS: "{seen} stacks are seen instead of {wanted}: coloured chips only, apart, on a plain table.",
    Say.TEACH_COLOURS: "{one} and {other} are too alike to be told apart; take another colour.",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """say: which sentence; values: what it is filled with, as it should be shown."""

    say: Say
    values: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """The sentence in English."""
        return ENGLISH[self.say].format(**dict(self.values))


def advise(say: Say, **values: object) -> Advice:
    """A sentence with its values; numbers are shown with one decimal."""
    shown = {key: f"{value:.1f}" if isinstance(value, float) else str(value) for key, value in values.items()}
    return Advice(say, tuple(shown.items()))
