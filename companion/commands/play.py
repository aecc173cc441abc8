"""`companion play`: open the companion on the table in front of it, or on the simulated one."""

import secrets
from pathlib import Path

import click
from platformdirs import user_data_path

from calibration.profiles import default_store
from companion.commands.evidence_desk import EvidenceDesk
from companion.commands.eyes import find_eye
from companion.commands.parts import Table, real_table, simulated_table
from companion.commands.pieces import dice_set_named
from companion.commands.rehearsal import rehearse
from companion.commands.rehearsal_coup import quick_hands, rehearse_coup
from companion.commands.setup_desk import SetupDesk
from companion.journal.place import default_journal
from companion.referee.detective.game import DETECTIVE
from companion.referee.fittings import fittings_in_use
from companion.referee.games import GAMES
from companion.referee.printing import printing_of
from companion.setup.workshop import Workshop
from companion.ui.languages import LANGUAGES
from companion.ui.launch import run_window
from companion.ui.settings.store import load_or_defaults, settings_file
from companion.ui.window import display_available
from firmware_bridge.session import usb_ports

GAME = click.Choice(sorted(GAMES, reverse=True))


@click.command()
@click.option("--game", type=GAME, help="Offer a new match of this game at once, where none goes on.")
@click.option("--simulated", is_flag=True, help="The simulated table, whatever is connected.")
@click.option(
    "--camera",
    "camera_number",
    type=int,
    help="Which camera, by its number in: companion cameras; else the one in use, or the first.",
)
@click.option("--phone", "phone_url", help="A phone as camera: http://192.168.1.20:8080/video or rtsp://...")
@click.option("--box", "box_port", help="Where the box is (a port or a pyserial URL); else it is looked for.")
@click.option(
    "--set", "dice_name", help="The taught dice set on the table: its name, or its file; else the one in use."
)
@click.option("--language", type=click.Choice(list(LANGUAGES)), help="Instead of the one in the settings.")
@click.option("--fullscreen", is_flag=True, help="Without a frame, on all of the screen.")
@click.option("--new", is_flag=True, help="Do not go on with the match that had not ended.")
@click.option("--journal", "journal_file", type=click.Path(path_type=Path), help="The journal; else the user's own.")
@click.option("--evidence-mb", type=click.IntRange(min=1), help="Room for the pictures, instead of the settings'.")
def play(
    game: str | None,
    simulated: bool,
    camera_number: int | None,
    phone_url: str | None,
    box_port: str | None,
    dice_name: str | None,
    language: str | None,
    fullscreen: bool,
    new: bool,
    journal_file: Path | None,
    evidence_mb: int | None,
) -> None:
    """Open the companion.

    With no camera and no box connected it opens on the simulated table. A match that had not ended goes on. Where there
    is no display, one hand of the simulated table is played and told (with --game detective, a coup).
    """
    # First of all: a set that cannot be had is told, with a display or without.
    dice_set = dice_set_named(dice_name) if dice_name else None
    place = journal_file or default_journal()
    if not display_available():
        _play_unseen(place, language, game)
        return
    room_mb = evidence_mb or load_or_defaults(settings_file())[0].disk_budget_mb
    if phone_url and (simulated or camera_number is not None):
        raise click.UsageError("give --phone, or --camera, or --simulated: one of them")
    camera, name = (None, "") if simulated else find_eye(camera_number, phone_url)
    if simulated or (camera is None and not box_port and not usb_ports()):
        click.echo("No camera and no box: opening the simulated table." if not simulated else "The simulated table.")
        with simulated_table(place, secrets.randbelow(2**31), room_mb, new=new) as table:
            _open(table, place, language, fullscreen, game)
        return
    fittings, troubles = fittings_in_use(default_store(), name)
    for trouble in troubles:
        click.echo(trouble, err=True)
    if dice_set is not None:
        fittings.dice_set = dice_set
    with real_table(place, camera, fittings, box_port, room_mb, new=new) as table:
        _open(table, place, language, fullscreen, game, name)


def _open(
    table: Table, place: Path, language: str | None, fullscreen: bool, game: str | None, camera: str = ""
) -> None:
    """`camera`: the name under which the table's camera is kept."""
    _say_what_goes_on(table)
    with (
        EvidenceDesk(place, lambda: table.referee.match, table.journal) as evidence,
        Workshop(SetupDesk(table, camera), default_store()) as workshop,
    ):
        run_window(
            table.referee,
            table.preview,
            table.hands,
            language=language,
            fullscreen=fullscreen,
            settings_file=settings_file(),
            reviewer=evidence,
            workshop=workshop,
            game=game or "",
            printing=lambda: printing_of(table.fittings.dice_set),
        )


def _say_what_goes_on(table: Table) -> None:
    if table.referee.match is not None:
        click.echo(f"Going on with match {table.referee.match}; --new begins another one.")


def _play_unseen(place: Path, language: str | None, game: str | None) -> None:
    folder = user_data_path("cubilete", appauthor=False) / "screenshots"
    if game == DETECTIVE.name:
        picture = folder / "simulated-coup.png"
        click.echo("There is no display here: playing one coup of the simulated table offscreen. It takes a minute.")
        seed = secrets.randbelow(2**31)
        with simulated_table(place, seed, new=True, cards=quick_hands(seed)) as table:
            for line in rehearse_coup(table, picture, language=language):
                click.echo(line)
    else:
        picture = folder / "simulated-hand.png"
        click.echo("There is no display here: playing one hand of the simulated table offscreen.")
        with simulated_table(place, secrets.randbelow(2**31), new=True) as table:
            for line in rehearse(table, picture, language=language):
                click.echo(line)
    click.echo(f"Screenshot: {picture}")
    click.echo("To play yourself, start it from a desktop.")
