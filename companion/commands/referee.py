"""`companion referee`: one hand from a recorded clip and the box's record of it."""

import json
from dataclasses import replace
from pathlib import Path

import click

from companion.commands.looking import table_profile
from companion.commands.pieces import dice_set_named
from companion.games.dice import DiceHand, Printing, in_print, letters_in_print
from companion.journal.evidence import EvidenceStore
from companion.journal.place import default_journal, evidence_folder
from companion.journal.store import Journal
from companion.referee.clip import Hand, play_clip
from companion.referee.printing import printing_of
from companion.review.budget import MEGABYTE, keep_within
from companion.ui.settings.store import load_or_defaults, settings_file
from vision.camera import open_clip


@click.command()
@click.argument("clip", type=click.Path(path_type=Path))
@click.option(
    "--box",
    "box_file",
    type=click.Path(path_type=Path),
    required=True,
    help="The box's record, one JSON object a line.",
)
@click.option("--set", "dice_name", required=True, help="The taught dice set: its name, or its file.")
@click.option("--table", help="Where the camera stood: a kept table's name, or its file.")
@click.option("--claim", required=True, help="What was claimed: KKKJ7, or KKK J 10.")
@click.option("--by", required=True, help="Who claimed.")
@click.option("--against", required=True, help="Who received the dice and lifts the cup.")
@click.option(
    "--fps", type=float, help="Frames a second of a folder of pictures (30), or instead of what the video says."
)
@click.option(
    "--journal", "journal_file", type=click.Path(path_type=Path), help="The journal to write; else the user's own."
)
@click.option("--evidence-mb", type=click.IntRange(min=1), help="Room for the pictures, instead of the settings'.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def referee(
    clip: Path,
    box_file: Path,
    dice_name: str,
    table: str | None,
    claim: str,
    by: str,
    against: str,
    fps: float | None,
    journal_file: Path | None,
    evidence_mb: int | None,
    as_json: bool,
) -> None:
    """Referee one recorded hand.

    CLIP is a folder of numbered pictures or a video file; `companion simulate` makes one to try it on, and prints the
    command. The hand is written to the journal as a match of its own.
    """
    by, against = by.strip(), against.strip()
    if not by or not against or by == against:
        raise click.BadParameter("the claimant and the receiver must be two people", param_hint="--by, --against")
    claimed = DiceHand.parse(claim)
    dice_set = dice_set_named(dice_name)
    place = journal_file or default_journal()
    film = open_clip(clip, fps)
    try:
        played = play_clip(film, box_file, dice_set, claimed, by, against, table_profile(table))
    finally:
        film.close()
    room_mb = evidence_mb or load_or_defaults(settings_file())[0].disk_budget_mb
    with Journal.open(place) as journal:
        store = EvidenceStore(evidence_folder(place))
        hand = played.write(journal, store)
        keep_within(journal, store, room_mb * MEGABYTE, hand.match)
        hand = replace(hand, head=journal.head(hand.match))
    click.echo(json.dumps(hand.as_json()) if as_json else _told(hand, printing_of(dice_set)))


def _told(hand: Hand, printing: Printing) -> str:
    dice = letters_in_print(hand.actual or "", printing)
    if hand.verdict == "not sure":
        return (
            f"Not sure: the dice read are {dice or 'none'}; {hand.why}. "
            "Nobody takes a point until a person names the dice."
        )
    claim = in_print(DiceHand.parse(hand.claim).faces, printing)
    return f"{hand.by} claimed {claim}; the dice are {dice}: {hand.verdict}. {hand.point} takes the point."
