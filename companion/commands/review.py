"""`companion review`: look at a call again, with the pictures that were kept, and rule on it."""

import json
from dataclasses import dataclass
from pathlib import Path

import click

from calibration.dice_set import DiceSet
from companion.commands.matches import JOURNAL, MATCH, chosen
from companion.games.dice import DiceHand
from companion.journal.errors import EvidenceError
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.detective.game import DETECTIVE
from companion.referee.events import Event, Outcome
from companion.review.coups import coups_table, read_coups
from companion.review.listing import calls_json, calls_table, hand_json, hand_told
from companion.review.pictures import write_pictures
from companion.review.record import HandRecord, MatchRecord, read_match
from companion.review.reread import Reread, reread, stored_set
from companion.review.ruling import correction, dispute, publication, ruling, take


def _dice(_ctx: click.Context, _param: click.Parameter, value: str | None) -> DiceHand | None:
    return None if value is None else DiceHand.parse(value)


@dataclass(frozen=True, slots=True)
class _Decision:
    """What the options say about a verdict."""

    player: str | None
    outcome: str | None
    actual: DiceHand | None
    publish: bool
    correct: DiceHand | None
    by: str | None
    why: str | None

    @property
    def made(self) -> bool:
        return bool(self.player or self.outcome or self.publish or self.correct)

    def refuse_unclear(self) -> None:
        """Raises click.UsageError where something that belongs together is not together."""
        if (self.outcome or self.correct) and not (self.by and self.why):
            raise click.UsageError("a ruling or a correction needs --by NAME and --why TEXT: the record keeps both")
        if self.player and not self.why:
            raise click.UsageError("a dispute needs --why TEXT: what the player says against the verdict")
        if self.actual and not self.outcome:
            raise click.UsageError("--actual belongs to --rule; without a dispute, say --correct")
        if self.correct and (self.player or self.outcome or self.publish):
            raise click.UsageError("a correction is no ruling: say --correct, or --dispute, --rule and --publish")

    def events(self, hand: HandRecord, names: tuple[str, ...]) -> list[Event]:
        """What the referee is told, in its order."""
        by, why = self.by or "", self.why or ""
        if self.correct is not None:
            return [correction(hand, self.correct, by, why)]
        told: list[Event] = []
        if self.player is not None:
            if self.player not in names:
                raise click.BadParameter(
                    f"{self.player!r} does not play in this match; {', '.join(names)} do", param_hint="--dispute"
                )
            told.append(dispute(hand, names.index(self.player), why))
        if self.outcome is not None:
            told.append(ruling(hand, Outcome(self.outcome), by, why, self.actual))
        if self.publish:
            told.append(publication(hand))
        return told


@click.command()
@MATCH
@click.option("--hand", "number", type=click.IntRange(min=1), help="One hand of the match, as the list numbers them.")
@click.option("--set", "set_file", type=click.Path(path_type=Path), help="The dice set; else the one kept at the time.")
@click.option("--draw", "folder", type=click.Path(path_type=Path, file_okay=False), help="Write its pictures there.")
@click.option("--dispute", "player", help="This player disputes the verdict of the hand; say --why.")
@click.option("--rule", "outcome", type=click.Choice([o.value for o in Outcome]), help="What the review came to.")
@click.option("--actual", callback=_dice, help="With --rule: the dice as the pictures show them (KKKJ7).")
@click.option("--publish", is_flag=True, help="Announce the ruling: only then does it count.")
@click.option("--correct", callback=_dice, help="No dispute: all agree that those were the dice (KKKJ7).")
@click.option("--by", help="Who rules or corrects.")
@click.option("--why", help="The reason, in words.")
@JOURNAL
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def review(
    match: str | None,
    number: int | None,
    set_file: Path | None,
    folder: Path | None,
    player: str | None,
    outcome: str | None,
    actual: DiceHand | None,
    publish: bool,
    correct: DiceHand | None,
    by: str | None,
    why: str | None,
    journal_file: Path,
    as_json: bool,
) -> None:
    """List the calls of MATCH (else the last one), or read one of them again with today's reader.

    A verdict is disputed, ruled on and announced with --dispute, --rule and --publish, in one command or in several;
    while the companion plays, its own screen does it. A ruling counts once it is published.
    """
    decision = _Decision(player, outcome, actual, publish, correct, by, why)
    decision.refuse_unclear()
    if number is None and (set_file or folder or decision.made):
        raise click.UsageError("this belongs to one hand: say which with --hand")
    store = EvidenceStore(evidence_folder(journal_file))
    with Journal.open(journal_file, read_only=not decision.made) as journal:
        name = chosen(journal, match).match
        entries = journal.events(name)
        if number is None and not as_json and entries[0].body.get("game") == DETECTIVE.name:
            click.echo(coups_table(read_coups(entries)))
            return
        record = read_match(entries)
        if decision.made and number is not None:
            told = take(journal, name, decision.events(_hand(record, number), record.names))
            click.echo(told or "Written down.", err=as_json)
            record = read_match(journal.events(name))
    if number is None:
        click.echo(json.dumps(calls_json(record, store)) if as_json else calls_table(record, store))
        return
    hand = _hand(record, number)
    again, trouble = _read_again(hand, store, set_file)
    written = write_pictures(hand, store, again, folder) if folder is not None else ()
    if as_json:
        click.echo(json.dumps(hand_json(hand, record.names, store, again, trouble) | _files(written)))
        return
    click.echo(hand_told(hand, record.names, store, again, trouble))
    for path in written:
        click.echo(f"Wrote {path}")


def _hand(record: MatchRecord, number: int) -> HandRecord:
    if number > len(record.hands):
        raise click.BadParameter(
            f"match {record.match} has {len(record.hands)} finished hands; there is no hand {number}",
            param_hint="--hand",
        )
    return record.hands[number - 1]


def _read_again(hand: HandRecord, store: EvidenceStore, set_file: Path | None) -> tuple[Reread | None, str]:
    """What today's reader says, or why there is nothing to read."""
    if not hand.evidence:
        return None, "there are no pictures: it was decided without a camera"
    try:
        dice_set = DiceSet.load(set_file) if set_file is not None else stored_set(hand.parts, store)
        return reread(hand, store, dice_set), ""
    except EvidenceError as error:
        # A record without its pictures is still a record.
        return None, str(error)


def _files(written: tuple[Path, ...]) -> dict[str, object]:
    return {"pictures": [str(path) for path in written]}
