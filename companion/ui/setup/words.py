"""What the wizard says, in the screen's texts. Pure."""

from collections.abc import Mapping

from companion.setup.hints import Word, name_of
from companion.setup.step import Act, Part
from companion.ui.texts import Number, Said, Text, text

#: By the name of what is said. The values stand for those that are filled in.
SENTENCES: Mapping[str, Text] = {
    # What calibration says while somebody sets the table up.
    "show_board": text("setup.show_board"),
    "hold_still": text("setup.hold_still"),
    "board_closer": text("setup.board_closer"),
    "board_away": text("setup.board_away"),
    "board_to": text("setup.board_to", where=""),
    "board_tilt": text("setup.board_tilt", edge=""),
    "lens_enough": text("setup.lens_enough"),
    "lens_done": text("setup.lens_done", pixels=""),
    "lens_worse": text("setup.lens_worse", pixels=""),
    "show_mat": text("setup.show_mat"),
    "uncover_mat": text("setup.uncover_mat", seen="", markers=""),
    "mat_good": text("setup.mat_good", mm=""),
    "mat_usable": text("setup.mat_usable", mm=""),
    "mat_repeat": text("setup.mat_repeat", mm=""),
    "corners_repeat": text("setup.corners_repeat", mm=""),
    "sheet_off": text("setup.sheet_off", sheet="", mm=""),
    "tap_corner": text("setup.tap_corner", corner=""),
    "taps_crossed": text("setup.taps_crossed"),
    "lay_card": text("setup.lay_card"),
    "camera_moved": text("setup.camera_moved"),
    "mat_moved": text("setup.mat_moved", mm=""),
    "found_again": text("setup.found_again", mm=""),
    "nothing_seen": text("setup.nothing_seen"),
    "scene_moved": text("setup.scene_moved"),
    "scene_back": text("setup.scene_back"),
    "scene_unclear": text("setup.scene_unclear"),
    "scene_plain": text("setup.scene_plain"),
    "scene_unknown": text("setup.scene_unknown"),
    "all_still": text("setup.all_still"),
    "too_dark": text("setup.too_dark", level=""),
    "too_bright": text("setup.too_bright"),
    "tinted": text("setup.tinted"),
    "light_good": text("setup.light_good"),
    "no_patches": text("setup.no_patches"),
    "teach_dice": text("setup.teach_dice", seen="", wanted=""),
    "teach_printed": text("setup.teach_printed", one="", other=""),
    "teach_small": text("setup.teach_small", pixels=""),
    "teach_twins": text("setup.teach_twins", one="", other=""),
    "teach_strangers": text("setup.teach_strangers", face=""),
    "teach_cards": text("setup.teach_cards", seen="", wanted=""),
    "teach_stacks": text("setup.teach_stacks", seen="", wanted=""),
    "teach_colours": text("setup.teach_colours", one="", other=""),
    # What the wizard says itself.
    "no_picture": text("setup.no_picture"),
    "no_camera": text("setup.no_camera"),
    "private": text("setup.private"),
    "drawn_kept": text("setup.drawn_kept"),
    "drawn_plays": text("setup.drawn_plays"),
    "failed": text("setup.failed", why=""),
    "shelf": text("setup.shelf"),
    "shelf_used": text("setup.shelf_used"),
    "shelf_name": text("setup.shelf_name", name=""),
    "shelf_delete": text("setup.shelf_delete", name=""),
    "camera_looking_for": text("setup.camera_looking_for"),
    "camera_none": text("setup.camera_none"),
    "camera_choose": text("setup.camera_choose"),
    "camera_wait": text("setup.camera_wait", name=""),
    "camera_dark": text("setup.camera_dark"),
    "camera_sees": text("setup.camera_sees"),
    "camera_gives": text("setup.camera_gives", width="", height="", rate=""),
    "camera_slow": text("setup.camera_slow", width="", height="", rate=""),
    "camera_drawn": text("setup.camera_drawn"),
    "delay_unknown": text("setup.delay_unknown"),
    "delay_known": text("setup.delay_known", ms=""),
    "delay_aim": text("setup.delay_aim"),
    "delay_flickers": text("setup.delay_flickers"),
    "delay_runs": text("setup.delay_runs"),
    "delay_measured": text("setup.delay_measured", ms=""),
    "delay_unseen": text("setup.delay_unseen"),
    "lens_solving": text("setup.lens_solving"),
    "lens_kept": text("setup.lens_kept", name=""),
    "table_found": text("setup.table_found"),
    "table_kept": text("setup.table_kept"),
    "table_none": text("setup.table_none"),
    "table_no_mat": text("setup.table_no_mat"),
    "table_not_card": text("setup.table_not_card"),
    "table_card": text("setup.table_card"),
    "check_looking": text("setup.check_looking"),
    "check_frames": text("setup.check_frames"),
    "check_back": text("setup.check_back"),
    "dice_lay": text("setup.dice_lay"),
    "dice_lay_again": text("setup.dice_lay_again", faces=""),
    "dice_seen": text("setup.dice_seen", seen=""),
    "dice_name": text("setup.dice_name"),
    "dice_still_missing": text("setup.dice_still_missing", faces=""),
    "learning": text("setup.learning"),
    "dice_try": text("setup.dice_try"),
    "dice_sure": text("setup.dice_sure", sure="", seen=""),
    "dice_kept": text("setup.dice_kept", name=""),
    "deck_lay": text("setup.deck_lay", suit=""),
    "deck_seen": text("setup.deck_seen", seen=""),
    "deck_right": text("setup.deck_right"),
    "deck_kept": text("setup.deck_kept", name=""),
    "deck_nothing": text("setup.deck_nothing"),
    "chips_lay": text("setup.chips_lay"),
    "chips_name": text("setup.chips_name"),
    "chips_kept": text("setup.chips_kept", name=""),
    "box_none": text("setup.box_none"),
    "box_played": text("setup.box_played"),
    "box_begin": text("setup.box_begin", seats=""),
    "box_stand": text("setup.box_stand"),
    "box_seat_cup": text("setup.box_seat_cup"),
    "box_lift_cup": text("setup.box_lift_cup"),
    "box_tilt": text("setup.box_tilt"),
    "box_upright": text("setup.box_upright"),
    "box_shake": text("setup.box_shake"),
    "box_still": text("setup.box_still"),
    "box_press_believe": text("setup.box_press_believe"),
    "box_press_call": text("setup.box_press_call"),
    "box_press_seat": text("setup.box_press_seat", seat=""),
    "box_release": text("setup.box_release"),
    "box_lamp_seat": text("setup.box_lamp_seat", seat=""),
    "box_lamp_true": text("setup.box_lamp_true"),
    "box_lamp_lie": text("setup.box_lamp_lie"),
    "box_sound": text("setup.box_sound", number=""),
    "box_passed": text("setup.box_passed"),
    "box_failed": text("setup.box_failed", count=""),
    "box_lost_meanwhile": text("setup.box_lost_meanwhile"),
}

#: What values may be that are words themselves.
PLACES: Mapping[str, Text] = {
    "top left": text("setup.where_top_left"),
    "top": text("setup.where_top"),
    "top right": text("setup.where_top_right"),
    "left": text("setup.where_left"),
    "middle": text("setup.where_middle"),
    "right": text("setup.where_right"),
    "bottom left": text("setup.where_bottom_left"),
    "bottom": text("setup.where_bottom"),
    "bottom right": text("setup.where_bottom_right"),
}
EDGES: Mapping[str, Text] = {
    "left": text("setup.edge_left"),
    "right": text("setup.edge_right"),
    "top": text("setup.edge_top"),
    "bottom": text("setup.edge_bottom"),
}
COLOURS: Mapping[str, Text] = {
    "red": text("setup.red"),
    "orange": text("setup.orange"),
    "yellow": text("setup.yellow"),
    "green": text("setup.green"),
    "blue": text("setup.blue"),
    "purple": text("setup.purple"),
    "pink": text("setup.pink"),
    "brown": text("setup.brown"),
}
_OF_VALUE: Mapping[str, Mapping[str, Text]] = {"where": PLACES, "edge": EDGES, "one": COLOURS, "other": COLOURS}

_NUMBERS = frozenset({"mm", "pixels"})
"""Values that have decimals."""

NAMES: Mapping[Part, Text] = {
    Part.CAMERA: text("setup.camera"),
    Part.LENS: text("setup.lens"),
    Part.TABLE: text("setup.table"),
    Part.CHECK: text("setup.check"),
    Part.DICE: text("setup.dice"),
    Part.DECK: text("setup.deck"),
    Part.CHIPS: text("setup.chips"),
    Part.BOX: text("setup.box"),
}

#: On the keys.
KEYS: Mapping[Act, Text] = {
    Act.TAKE: text("setup.key_take"),
    Act.AGAIN: text("setup.key_again"),
    Act.KEEP: text("setup.key_keep"),
    Act.KEEP_NEW: text("setup.key_keep_new"),
    Act.SKIP: text("setup.key_skip"),
    Act.YES: text("setup.key_yes"),
    Act.NO: text("setup.key_no"),
    Act.DONE: text("setup.key_done"),
    Act.BEGIN: text("setup.key_begin"),
    Act.LOOK: text("setup.key_look"),
    Act.SHELF: text("setup.key_shelf"),
    Act.USE: text("setup.key_use"),
    Act.RENAME: text("setup.key_rename"),
    Act.DELETE: text("setup.key_delete"),
    Act.THROW_AWAY: text("setup.key_throw_away"),
    Act.PUT_BACK: text("setup.key_put_back"),
    Act.DELAY: text("setup.key_delay"),
    Act.CANCEL: text("setup.key_cancel"),
    Act.HAND: text("setup.key_hand"),
    Act.BUMP: text("setup.key_bump"),
    Act.DRAW: text("setup.key_draw"),
}

#: Over a choice, where it does not explain itself.
TITLES: Mapping[str, Text] = {
    "printed": text("setup.pick_printed"),
    "known": text("setup.pick_known"),
}
_OPTIONS: Mapping[tuple[str, str], Text] = {
    ("way", "mat"): text("setup.way_mat"),
    ("way", "card"): text("setup.way_card"),
    ("way", "taps"): text("setup.way_taps"),
    ("thing", "poker card"): text("setup.thing_poker"),
    ("thing", "bridge card"): text("setup.thing_bridge"),
}


def said(word: Word) -> Said:
    """A sentence in whatever language the screen speaks; what an error said stays as it is."""
    if isinstance(word, str):
        return word
    sentence = SENTENCES[name_of(word)]
    return Text(sentence.key, tuple((key, _value_said(key, value)) for key, value in word.values))


def _value_said(key: str, value: str) -> Said:
    if key in _NUMBERS:
        return Number(value)
    return _OF_VALUE.get(key, {}).get(value, value)


def option_said(group: str, option: str) -> Said:
    """What stands on a choice: a word of ours, or the name of a thing."""
    if group == "players":
        return text("setup.players", players=option)
    return _OPTIONS.get((group, option), option)
