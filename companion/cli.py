"""`companion`: the command line. Every error a person can cause or mend ends in one message and exit code 2."""

import sys
from collections.abc import Mapping
from typing import Any

import click

from calibration.dice_set import DiceSetError
from calibration.errors import CalibrationError
from calibration.kit.pdf import KitError
from calibration.profiles import ProfileError
from companion import __version__
from companion.commands.board import board
from companion.commands.calibrate import calibrate
from companion.commands.cameras import cameras
from companion.commands.export import export
from companion.commands.journal import journal
from companion.commands.kit import kit
from companion.commands.play import play
from companion.commands.profiles import profiles
from companion.commands.read import read
from companion.commands.referee import referee
from companion.commands.rehearsal import RehearsalFailed
from companion.commands.review import review
from companion.commands.showdown import showdown
from companion.commands.simulate import simulate
from companion.commands.teach import teach
from companion.games.errors import RulesError
from companion.journal.errors import JournalError
from companion.referee.clip import ClipError
from companion.referee.codec import UnknownEvent
from companion.review.found_text import FoundUnclear
from companion.review.record import NotMentiroso
from companion.review.reread import NothingToRead
from companion.review.ruling import RulingRefused
from companion.ui.window import NoDisplay
from firmware_bridge.cli import box
from firmware_bridge.recorded import BoxRecordError
from firmware_bridge.settings import BoxSettingsError
from vision.camera import CameraError
from vision.cards.deck import DeckError
from vision.chips.teach import ChipSetError
from vision.drawn.dice import DrawnError
from vision.pictures import PictureError

EXPLAINED = (
    BoxRecordError,
    BoxSettingsError,
    CalibrationError,
    CameraError,
    ChipSetError,
    DeckError,
    ClipError,
    DiceSetError,
    DrawnError,
    FoundUnclear,
    RulesError,
    JournalError,
    KitError,
    PictureError,
    ProfileError,
    NoDisplay,
    NothingToRead,
    NotMentiroso,
    RehearsalFailed,
    RulingRefused,
    UnknownEvent,
)
"""Errors whose message already says what was expected, what was found and what to do."""
BAD_INPUT = 2


SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Play": ("play", "board"),
    "Set the table up (or on the screen: Set-up)": (
        "kit",
        "cameras",
        "calibrate",
        "teach",
        "box",
        "profiles",
    ),
    "Look back": ("journal", "review", "export"),
    "Pictures and recordings": ("read", "showdown", "simulate", "referee"),
}
"""How the commands are listed, in the order in which a newcomer needs them."""


class _Explaining(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in SECTIONS.values() for name in names]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))
        for title, names in SECTIONS.items():
            with formatter.section(title):
                room = formatter.width - formatter.current_indent - width - 2
                formatter.write_dl(
                    [(name.ljust(width), self.commands[name].get_short_help_str(room)) for name in names]
                )

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except EXPLAINED as error:
            raise _Told(str(error)) from error
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise _Told(f"{where}{error.strerror or error}") from error


class _Told(click.ClickException):
    exit_code = BAD_INPUT


@click.group(cls=_Explaining, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """The table companion: referees Mentiroso and Detective Poker, played with real dice, cards and chips.

    Begin with `companion play`. Each command says more about itself: `companion play --help`.
    """
    for stream in (sys.stdout, sys.stderr):
        # A journal holds suits and accents; a terminal of another alphabet shows a mark instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


for command in (
    board,
    box,
    calibrate,
    cameras,
    export,
    journal,
    kit,
    play,
    profiles,
    read,
    referee,
    review,
    showdown,
    simulate,
    teach,
):
    main.add_command(command)


if __name__ == "__main__":
    main()
