"""`companion simulate`: a recorded hand of the simulated table, to try the other commands on."""

import shlex
from pathlib import Path

import click

from companion.games.dice import DiceHand
from vision.drawn.clip import TEACHING_ROWS, write_clip


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--dice", default="KKQJ9", show_default=True, help="The five dice under the cup.")
@click.option("--seed", default=0, show_default=True, help="Another number, another throw of the same dice.")
def simulate(folder: Path, dice: str, seed: int) -> None:
    """Record a hand of drawn dice, to try commands on.

    A cup is lifted off five dice: numbered pictures, two rows to teach the dice set by, and the box's record are
    written to FOLDER, and the commands that use them are printed.
    """
    hand = DiceHand.parse(dice)
    try:
        write_clip(folder, [face.letter for face in hand.faces], seed=seed)
    except OSError as error:
        # A full disk does not say of itself where it is full.
        raise OSError(error.errno, error.strerror, error.filename or str(folder)) from error
    clip, box, dice_set = (shlex.quote(str(place)) for place in (folder, folder / "box.jsonl", folder / "set.json"))
    photos = " ".join(
        f"--photo {shlex.quote(str(folder / f'teach{number}.jpg'))}={','.join(row)}"
        for number, row in enumerate(TEACHING_ROWS)
    )
    click.echo(f"Wrote {folder}: the dice are {hand}. Now try")
    click.echo(f"  companion teach dice-set {photos} --out {dice_set}")
    click.echo(f"  companion referee {clip} --box {box} --set {dice_set} --claim KKKJ7 --by Ana --against Bo")
