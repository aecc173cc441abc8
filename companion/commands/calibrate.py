"""`companion calibrate`: teach the companion its camera and its table."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import click
import numpy as np

from calibration.advice import Advice, Say, advise
from calibration.board import find_board
from calibration.drift import MatWatch, look_at_mat
from calibration.errors import CalibrationError
from calibration.from_card import BRIDGE_MM, POKER_MM, table_from_card
from calibration.from_mat import Quality, TableFound, table_from_mat
from calibration.from_rectangle import table_from_taps
from calibration.lens import Lens
from calibration.lens_session import LensSession, look_at_board, solve_lens, take_board
from calibration.light import measure_light
from calibration.mat import MOST_PLAYERS
from calibration.picture import Picture
from calibration.profiles import StoredTable, default_store
from calibration.profiles.in_use import load_in_use, name_again, put_in_use
from calibration.scene import SceneWatch, look_at_scene, scene_view
from companion.commands.flicker import TerminalScreen, measure_delay
from companion.commands.looking import Eye, eye, looking
from vision.camera import CameraError, LatestFrame, open_stream
from vision.cards.on_table import contradicted
from vision.cards.read import read_cards

_LENS_PATIENCE_S, _TABLE_PATIENCE_S = 180.0, 4.0


@click.group()
def calibrate() -> None:
    """Where the camera stands: lens, delay, table.

    Print the kit first (`companion kit`), or use one playing card: `companion calibrate table --card poker`.
    """


@calibrate.command("camera")
@looking
def camera_command(files: tuple[Path, ...], number: int | None, url: str | None, camera_name: str | None) -> None:
    """Learn the lens from the calibration board.

    Hold the board of the kit before the camera as you are told, or give pictures of it (FILES).
    """
    seen = eye(files, number, url, camera_name)
    session, told = LensSession(), None
    for frame in seen.looks(_LENS_PATIENCE_S):
        board = find_board(frame.picture)
        session, advice = take_board(session, board) if files else look_at_board(session, board)
        if advice != told:
            click.echo(f"{session.progress:4.0%}  {advice.text}")
            told = advice
        if session.done and not files:
            break
    lens, error, advice = solve_lens(session)
    place = default_store().keep_lens(seen.name, lens, error, _now())
    click.echo(f"{advice.text} {len(session.views)} views were used. Kept for {seen.name!r} in {place}.")
    if not session.done:
        click.echo("The picture was not covered all over; more views, also tilted ones, would make it surer.", err=True)


@calibrate.command("delay")
@click.option("--phone", "url", required=True, help="A phone's address: http://192.168.1.20:8080/video or rtsp://...")
def delay_command(url: str) -> None:
    """Measure how old a phone's pictures are.

    This window flickers for eight seconds, and the phone must see it all the while.
    """
    stream = open_stream(url)
    name = stream.name
    with LatestFrame(stream) as latest, TerminalScreen() as show:
        measured = measure_delay(latest, show)
    if measured is None:
        raise CameraError(
            f"{name}: expected to see this window flicker, but did not see it clearly; nothing was kept. Make the "
            "window large and bright, let it fill a good part of the phone's picture, keep both still, and try again"
        )
    place = default_store().keep_delay(name, measured / 1e6, _now())
    click.echo(f"{name}: its pictures are {measured / 1e6:.0f} ms old when they arrive. Kept in {place}.")


@calibrate.command("table")
@looking
@click.option("--table", "name", help="What the table is called; else as before with this camera, or a free name.")
@click.option(
    "--players",
    type=click.IntRange(2, MOST_PLAYERS),
    default=4,
    show_default=True,
    help="How many play: how many seats it has.",
)
@click.option("--card", type=click.Choice(["poker", "bridge"]), help="No mat: by one playing card lying on the table.")
@click.option("--size", metavar="WxH", help="No mat: the size in mm of a rectangle, such as 297x210, with --corner.")
@click.option("--corner", "corners", multiple=True, metavar="X,Y", help="Its four corners in pixels, going round.")
def table_command(
    files: tuple[Path, ...],
    number: int | None,
    url: str | None,
    camera_name: str | None,
    name: str | None,
    players: int,
    card: str | None,
    size: str | None,
    corners: tuple[str, ...],
) -> None:
    """Find the table, and keep where it is.

    By the printed mat in view; without one, by a card (--card) or a rectangle of known size (--size and four times
    --corner). FILES are pictures of it, instead of a camera.
    """
    if card and (size or corners):
        raise click.UsageError("give --card, or --size with four --corner: one of them")
    rectangle = _rectangle(size, corners)
    seen = eye(files, number, url, camera_name)

    def find(picture: Picture, lens: Lens) -> TableFound:
        if rectangle is not None:
            return table_from_taps(picture, rectangle[1], rectangle[0], lens, players)
        if card:
            return table_from_card(picture, lens, players, size_mm=POKER_MM if card == "poker" else BRIDGE_MM)
        return table_from_mat(picture, lens, players)

    found, picture = _best(seen, find)
    if card and contradicted(read_cards(picture), found.profile):
        raise CalibrationError(
            "nothing was kept: expected the outline of a whole card, found something of another size than the cards "
            "that are seen, such as a figure on one; lay one card apart, on darker ground"
        )
    for advice in found.advice:
        click.echo(advice.text)
    what = f"{found.seen} markers of the {found.profile.mat} mat" if found.profile.mat else "four corners"
    click.echo(
        f"Found by {what}; they miss by {found.miss_px:.2f} pixels, {found.miss_mm:.2f} mm. The camera is "
        f"{found.profile.eye[2]:.0f} mm above the table."
    )
    if not found.profile.camera.measured:
        click.echo("The lens is a usual one. To be surer: companion calibrate camera.", err=True)
    if found.quality is Quality.REPEAT:
        raise CalibrationError(f"nothing was kept: {found.advice[0].text}")
    store = default_store()
    name = name or name_again(store, seen.name)
    view = None if found.profile.mat else scene_view(picture)
    place = store.save_table(StoredTable(name, seen.name, found.profile, _now(), view))
    put_in_use(store, table=name)
    click.echo(f"Kept as {name!r} in {place}.")
    if view is not None and (plain := SceneWatch.of(view).advice).say is Say.SCENE_PLAIN:
        click.echo(plain.text, err=True)


@calibrate.command("check")
@looking
@click.option("--table", "name", help="Which table; else the one in use.")
@click.option("--seconds", default=10.0, show_default=True, help="How long a camera is watched.")
def check_command(
    files: tuple[Path, ...],
    number: int | None,
    url: str | None,
    camera_name: str | None,
    name: str | None,
    seconds: float,
) -> None:
    """See whether all is as it was set up.

    Whether camera and mat are still where they were, and whether the light is good. FILES are pictures, instead of a
    camera.
    """
    store = default_store()
    stored = store.table(name or load_in_use(store).table or "table")
    watch: MatWatch | SceneWatch | None = None if stored.profile.mat else SceneWatch.of(stored.view)
    told: tuple[Advice, ...] = ()
    for frame in eye(files, number, url, camera_name).looks(seconds):
        if watch is None:
            height, width = frame.picture.shape[:2]
            watch = MatWatch(stored.profile.resized(width, height))
        if isinstance(watch, SceneWatch):
            watch, light = look_at_scene(watch, frame.picture, frame.at_ns), None
        else:
            watch = look_at_mat(watch, frame.picture, frame.at_ns)
            light = measure_light(frame.picture, watch.table)
        if isinstance(watch, SceneWatch) and not watch.trusted and watch.advice.say is Say.ALL_STILL:
            continue
        now = (watch.advice, *([light.advice] if light else []))
        if now != told:
            click.echo(" ".join(advice.text for advice in now))
            told = now
    if watch is not None and not watch.trusted:
        why = watch.advice if watch.advice.say is not Say.ALL_STILL else advise(Say.SCENE_UNCLEAR)
        raise CalibrationError(f"{why.text} (companion calibrate table)")


def _best(seen: Eye, find: Callable[[Picture, Lens], TableFound]) -> tuple[TableFound, Picture]:
    """The best of what is found, and its picture; where none will do, why the last one did not."""
    best: TableFound | None = None
    its_picture = np.empty((0, 0, 3), np.uint8)
    trouble: CalibrationError | None = None
    for frame in seen.looks(_TABLE_PATIENCE_S):
        height, width = frame.picture.shape[:2]
        lens = default_store().lens_of(seen.name, width, height)
        try:
            found = find(frame.picture, lens)
        except CalibrationError as error:
            trouble = error
            continue
        if best is None or found.expected_mm < best.expected_mm:
            best, its_picture = found, frame.picture
        if best.quality is Quality.GOOD and not seen.files:
            break
    if best is None:
        raise trouble or CalibrationError("expected a picture of the table, found none")
    return best, its_picture


def _rectangle(
    size: str | None, corners: tuple[str, ...]
) -> tuple[tuple[float, float], list[tuple[float, float]]] | None:
    if size is None and not corners:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", size or "")
    if match is None:
        raise click.BadParameter(f"expected a size such as 297x210, found {size!r}", param_hint="--size")
    taps = []
    for corner in corners:
        at = re.fullmatch(r"(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)", corner)
        if at is None:
            raise click.BadParameter(f"expected pixels such as 412,233, found {corner!r}", param_hint="--corner")
        taps.append((float(at[1]), float(at[2])))
    return (float(match[1]), float(match[2])), taps


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
