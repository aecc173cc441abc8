"""`companion box`: find, watch, test and flash boxes. Mounted by the command line of the companion."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import click

from firmware_bridge import building
from firmware_bridge.events import BoxItem, BoxMissed, BoxState, BoxStatus
from firmware_bridge.flashing import BOOTLOADER_BAUD, OLD_NANO_BAUD, FlashError, flash
from firmware_bridge.guide import Guide, guided
from firmware_bridge.messages import Capability, Welcome
from firmware_bridge.selftest import SelfTest
from firmware_bridge.session import BoxSession, usb_ports
from firmware_bridge.settings import (
    BoxSettings,
    BoxSettingsError,
    checked_seats,
    load_settings,
    print_of,
    save_settings,
    settings_file,
)
from firmware_bridge.simulator import SimulatedBox
from firmware_bridge.transport import likely_ports

ANSWER_S: Final = 6.0
"""For so long a port is asked whether a box is there."""

port_option = click.option("--port", help="A serial port or pyserial URL; without it, USB is searched.")


class _Told(click.ClickException):
    exit_code = 2


@click.group()
def box() -> None:
    """The cup and button box: find, watch, test and flash it."""


@box.command("list")
@port_option
def list_boxes(port: str | None) -> None:
    """Find boxes: what is plugged in, and who answers."""
    candidates = {
        found.port: f"{found.board}, serial number {found.serial_number or 'none'}" for found in likely_ports()
    }
    if port is not None:
        candidates = {port: candidates.get(port, "as named")}
    if not candidates:
        raise _Told(
            "No Uno or Nano is plugged in. Check the cable (some carry only power), or name a port with --port."
        )
    for name, what in candidates.items():
        click.echo(f"{name} ({what}): {_answer_of(name)}")


def _answer_of(port: str) -> str:
    items: SimpleQueue[BoxItem] = SimpleQueue()
    with BoxSession(items.put, port) as session:
        try:
            return f"a box, {_describe(_wait_until_ready(session, items, patient=False))}"
        except _Told as error:
            return error.message


def _describe(welcome: Welcome) -> str:
    major, minor = welcome.firmware
    has = ", ".join(str(part.name).lower().replace("_", " ") for part in Capability if part in welcome.capabilities)
    return f"firmware {major}.{minor}, {welcome.seats} seats, {has or 'nothing else'}"


def _wait_until_ready(session: BoxSession, items: "SimpleQueue[BoxItem]", patient: bool = True) -> Welcome:
    """What the box says of itself; a patient one gives the port a second try, somebody may be plugging it in."""
    end, why = time.monotonic() + ANSWER_S, "no answer"
    while True:
        try:
            item = items.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            raise _Told(why) from None
        if isinstance(item, BoxStatus):
            if item.state is BoxState.READY and session.box is not None:
                return session.box
            if item.state is not BoxState.HANDSHAKING:
                why = item.detail
            if item.state is BoxState.REFUSED or (item.state is BoxState.SEARCHING and not patient):
                raise _Told(why)


@contextlib.contextmanager
def _ports(port: str | None, simulated: bool) -> Iterator[str | None]:
    if not simulated:
        yield port
        return
    with SimulatedBox() as soft:
        yield soft.port


@box.command()
@port_option
@click.option("--simulated", is_flag=True, help="Watch a box made of software.")
@click.option("--seconds", type=float, help="Stop after so long; without it, with Ctrl-C.")
def watch(port: str | None, simulated: bool, seconds: float | None) -> None:
    """Watch events live, with times. What is shown here is taken from the box: not while a match is on."""
    items: SimpleQueue[BoxItem] = SimpleQueue()
    settings = _settings()
    end = None if seconds is None else time.monotonic() + seconds
    with (
        _ports(port, simulated) as at,
        BoxSession(items.put, at or usb_ports, inverted=settings.inverted) as session,
        contextlib.suppress(KeyboardInterrupt, Empty),
    ):
        while True:
            item = items.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            click.echo(_line(item, session.round_trip_ns))
            session.committed(item)


def _line(item: BoxItem, round_trip_ns: int | None) -> str:
    now = datetime.now().astimezone()
    if isinstance(item, BoxStatus):
        trip = f", round trip {round_trip_ns / 1e6:.1f} ms" if item.state is BoxState.READY and round_trip_ns else ""
        return f"{_clock(now)}  {item.state}: {item.detail}{trip}"
    if isinstance(item, BoxMissed):
        return f"{_clock(now)}  missed: {'nobody knows how many' if item.count is None else item.count} events"
    if item.at_ns is None:
        return f"{'time unknown':>12}  {item.input} {item.level}"
    ago = timedelta(microseconds=(time.monotonic_ns() - item.at_ns) / 1000)
    return f"{_clock(now - ago)}  {item.input} {item.level}  (told {ago.total_seconds() * 1000:.1f} ms later)"


def _clock(at: datetime) -> str:
    return at.strftime("%H:%M:%S.%f")[:-3]


@box.command()
@port_option
def test(port: str | None) -> None:
    """Test a box step by step.

    Every input, lamp and sound; what the cup's sensor means is learned on the way.
    """
    items: SimpleQueue[BoxItem] = SimpleQueue()
    failed = []
    seats = None
    guide = Guide(tell=click.echo, ask=lambda question: click.confirm(question, default=True), wait=_press_enter)
    with BoxSession(items.put, port or usb_ports) as session:
        welcome = _wait_until_ready(session, items)
        click.echo(f"A box: {_describe(welcome)}")
        run = SelfTest(welcome)
        for finding in guided(run, session, items, guide):
            note = f" ({finding.note})" if finding.note else ""
            click.echo(f"{'passed' if finding.passed else 'FAILED'}: {finding.what}{note}")
            failed += [] if finding.passed else [finding.what]
    # Kept even where the old settings cannot be read: they are what this test learns anew.
    with contextlib.suppress(BoxSettingsError):
        seats = load_settings(settings_file()).seats
    save_settings(BoxSettings(run.toggled, seats, "" if failed else print_of(welcome)), settings_file())
    if failed:
        click.echo(f"{len(failed)} failed: {', '.join(failed)}. docs/box.md has the wiring table.")
        raise SystemExit(1)
    click.echo("Everything passed.")


def _press_enter(what: str) -> None:
    click.prompt(f"{what} Then press Enter", default="", show_default=False, prompt_suffix=" ")


@box.command()
@click.argument("players", nargs=-1)
def seats(players: tuple[str, ...]) -> None:
    """Say who sits at the seats of the box.

    PLAYERS are the numbers of the players, 1 for the first, one for each seat, beginning with seat 0; "-" where nobody
    sits: `companion box seats 2 1 -`. Without PLAYERS it tells how they are seated. "all" puts player 1 at seat 0 and
    so on; "nobody" lets BELIEVE and CALL count by whatever hand.
    """
    settings = _settings()
    if players:
        settings = replace(settings, seats=_seating(players))
        save_settings(settings, settings_file())
    for seat, player in enumerate(settings.players(10)):
        if player is not None:
            click.echo(f"seat {seat}: player {player + 1}")
    if not any(player is not None for player in settings.players(10)):
        click.echo("nobody sits at the box's seats: BELIEVE and CALL count by whatever hand")


def _seating(players: tuple[str, ...]) -> tuple[int | None, ...] | None:
    if players == ("all",):
        return None
    if players == ("nobody",):
        return ()
    try:
        return checked_seats(tuple(None if player == "-" else int(player) - 1 for player in players))
    except ValueError as error:
        raise _Told(
            f"Expected up to ten different players, 1 to 10, or - for nobody, as in `companion box seats 1 2 - 3`; "
            f"found {' '.join(players)} ({error})"
        ) from error


def _settings() -> BoxSettings:
    try:
        return load_settings(settings_file())
    except BoxSettingsError as error:
        raise _Told(str(error)) from error


@box.command("flash")
@port_option
@click.option("--image", type=click.Path(path_type=Path), default=building.PREBUILT, help="Another image (Intel hex).")
@click.option("--old-nano", is_flag=True, help="The board is a Nano with the old boot loader.")
def flash_box(port: str | None, image: Path, old_nano: bool) -> None:
    """Write the firmware into an Uno or Nano."""
    candidates = [port] if port is not None else [found.port for found in likely_ports()]
    if len(candidates) != 1:
        found = "none" if not candidates else ", ".join(candidates)
        raise _Told(f"Expected one board to flash; found {found}. Plug in one only, or name it with --port.")
    click.echo(f"Writing {image.name} into {candidates[0]} ...")
    try:
        flash(candidates[0], image, OLD_NANO_BAUD if old_nano else BOOTLOADER_BAUD)
    except FlashError as error:
        raise _Told(str(error)) from error
    click.echo("Done. `companion box test` shows whether everything is wired as it should be.")


@box.command()
@click.option(
    "--into", type=click.Path(path_type=Path), default=Path("build/firmware"), show_default=True, help="The folder."
)
@click.option("--keep", is_flag=True, help="Also make it the image that `flash` writes (for developers).")
def build(into: Path, keep: bool) -> None:
    """Build the firmware with avr-gcc (developers).

    Prints what it takes of flash and RAM.
    """
    try:
        image = building.build_image(into)
    except building.BuildError as error:
        raise _Told(str(error)) from error
    click.echo(f"{image.hex}: {image}")
    if keep:
        building.keep(image)
        click.echo(f"kept as {building.PREBUILT}")


@box.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def sketch(folder: Path) -> None:
    """Lay out the sketch for the Arduino IDE in FOLDER.

    Which parts the box has is said in src/boards/uno/config.h there.
    """
    try:
        click.echo(f"Open {building.lay_out_sketch(folder)} in the Arduino IDE.")
    except OSError as error:
        raise _Told(f"The sketch cannot be written to {folder} ({error}).") from error
