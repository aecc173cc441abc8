"""`companion review`: look at a call or a showdown again, with the pictures that were kept, and rule on it."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from calibration.dice_set import DiceSet
from companion.commands.decision import Decision
from companion.commands.matches import JOURNAL, MATCH, chosen
from companion.commands.pieces import deck_named, dice_set_named
from companion.games.dice import LETTERS, Printing
from companion.journal.chain import Event as Entry
from companion.journal.errors import EvidenceError
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.detective.game import DETECTIVE
from companion.referee.events import Outcome
from companion.referee.printing import printing_of, prints_by
from companion.review.coup_listing import coup_json, coup_told, coups_json, coups_table
from companion.review.coup_reread import CoupReread, reread_coup
from companion.review.coups import CoupRecord, CoupsRecord, read_coups
from companion.review.listing import calls_json, calls_table, hand_json, hand_told
from companion.review.pictures import write_coup_pictures, write_pictures
from companion.review.record import HandRecord, MatchRecord, read_match
from companion.review.reread import NothingToRead, Reread, reread, stored_set
from companion.review.ruling import take
from vision.cards.read import read_cards


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be looked at, and how."""

    number: int | None
    picture: int | None
    dice_name: str | None
    deck_name: str | None
    folder: Path | None
    as_json: bool


@click.command()
@MATCH
@click.option(
    "--hand", "--coup", "number", type=click.IntRange(min=1), help="One hand, or coup, as the list numbers them."
)
@click.option("--picture", type=click.IntRange(min=1), help="Which picture of the coup is read again; else the last.")
@click.option("--set", "dice_name", help="The dice set, its name or its file; else the one kept at the time.")
@click.option("--deck", "deck_name", help="The taught deck to read the coup with: its name, or its file.")
@click.option("--draw", "folder", type=click.Path(path_type=Path, file_okay=False), help="Write its pictures there.")
@click.option("--dispute", "player", help="This player disputes the verdict, or the points; say --why.")
@click.option("--rule", "outcome", type=click.Choice([o.value for o in Outcome]), help="What the review came to.")
@click.option("--actual", help='With --rule: what lay there: the dice (KKKJ7), or "Ana=Kh Qd; Ben.river=BLUFF".')
@click.option("--publish", is_flag=True, help="Announce the ruling: only then does it count.")
@click.option("--correct", help="No dispute: all agree that this lay there, as with --actual.")
@click.option("--by", help="Who rules or corrects.")
@click.option("--why", help="The reason, in words.")
@JOURNAL
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def review(
    match: str | None,
    number: int | None,
    picture: int | None,
    dice_name: str | None,
    deck_name: str | None,
    folder: Path | None,
    player: str | None,
    outcome: str | None,
    actual: str | None,
    publish: bool,
    correct: str | None,
    by: str | None,
    why: str | None,
    journal_file: Path,
    as_json: bool,
) -> None:
    """Look at the calls of a match again, and rule on them.

    MATCH is its name, as `companion journal list` tells it; without one, the last match. Without --hand its calls, or
    coups, are listed; with it one of them is told and read again with today's reader.

    A verdict is disputed, ruled on and announced with --dispute, --rule and --publish, in one command or in several;
    while the companion plays, its own screen does it. A ruling counts once it is published.
    """
    decision = Decision(player, outcome, actual, publish, correct, by, why)
    decision.refuse_unclear()
    asked = _Asked(number, picture, dice_name, deck_name, folder, as_json)
    if number is None and (picture or dice_name or deck_name or folder or decision.made):
        raise click.UsageError("this belongs to one hand: say which with --hand (or --coup)")
    store = EvidenceStore(evidence_folder(journal_file))
    with Journal.open(journal_file, read_only=not decision.made) as journal:
        name = chosen(journal, match).match
        entries = journal.events(name)
        if decision.made:
            told = take(journal, name, *_events(decision, entries, number or 0, store))
            click.echo(told or "Written down.", err=as_json)
            entries = journal.events(name)
    if _of_detective(entries):
        _show_coups(read_coups(entries), store, asked)
    else:
        _show_calls(read_match(entries), store, asked)


def _of_detective(entries: tuple[Entry, ...]) -> bool:
    return entries[0].body.get("game") == DETECTIVE.name


def _events(
    decision: Decision, entries: tuple[Entry, ...], number: int, store: EvidenceStore
) -> tuple[list[Any], Printing]:
    """What the referee is told, and what stands on the dice that it is about."""
    if _of_detective(entries):
        coups = read_coups(entries)
        return decision.of_coup(_coup(coups, number), coups.names), LETTERS
    record = read_match(entries)
    hand = _hand(record, number)
    return decision.of_hand(hand, record.names), prints_by(store.get)(hand.parts)


def _show_calls(record: MatchRecord, store: EvidenceStore, asked: _Asked) -> None:
    if asked.number is None:
        click.echo(json.dumps(calls_json(record, store)) if asked.as_json else calls_table(record, store))
        return
    if asked.picture or asked.deck_name:
        raise click.UsageError("--picture and --deck are for coups of Detective Poker; dice are read with --set")
    hand = _hand(record, asked.number)
    named = dice_set_named(asked.dice_name) if asked.dice_name is not None else None
    again, trouble = _read_again(hand, store, named)
    printing = printing_of(named) if named is not None else prints_by(store.get)(hand.parts)
    written = write_pictures(hand, store, again, asked.folder, printing) if asked.folder is not None else ()
    if asked.as_json:
        click.echo(json.dumps(hand_json(hand, record.names, store, again, trouble) | _files(written)))
        return
    click.echo(hand_told(hand, record.names, store, again, trouble, printing))
    _echo_files(written)


def _show_coups(record: CoupsRecord, store: EvidenceStore, asked: _Asked) -> None:
    if asked.number is None:
        click.echo(json.dumps(coups_json(record, store)) if asked.as_json else coups_table(record, store))
        return
    if asked.dice_name:
        raise click.UsageError("--set is for the dice of Mentiroso; cards are read with --deck")
    coup = _coup(record, asked.number)
    again, trouble = _read_coup_again(coup, record, store, asked)
    written = write_coup_pictures(coup, store, again, asked.folder) if asked.folder is not None else ()
    if asked.as_json:
        click.echo(json.dumps(coup_json(coup, record.names, store, again, trouble) | _files(written)))
        return
    click.echo(coup_told(coup, record.names, store, again, trouble))
    _echo_files(written)


def _hand(record: MatchRecord, number: int) -> HandRecord:
    if number > len(record.hands):
        raise click.BadParameter(
            f"match {record.match} has {len(record.hands)} finished hands; there is no hand {number}",
            param_hint="--hand",
        )
    return record.hands[number - 1]


def _coup(record: CoupsRecord, number: int) -> CoupRecord:
    found = next((each for each in record.scored if each.number == number), None)
    if found is None:
        raise click.BadParameter(
            f"match {record.match} has {len(record.scored)} scored coups; there is no coup {number}",
            param_hint="--coup",
        )
    return found


def _read_again(hand: HandRecord, store: EvidenceStore, named: DiceSet | None) -> tuple[Reread | None, str]:
    """What today's reader says, or why there is nothing to read."""
    if not hand.evidence:
        return None, "there are no pictures: it was decided without a camera"
    try:
        return reread(hand, store, named or stored_set(hand.parts, store)), ""
    except EvidenceError as error:
        # A record without its pictures is still a record.
        return None, str(error)


def _read_coup_again(
    coup: CoupRecord, record: CoupsRecord, store: EvidenceStore, asked: _Asked
) -> tuple[CoupReread | None, str]:
    """What today's reader says, or why there is nothing to read."""
    if asked.picture is not None and asked.picture > len(coup.evidence):
        raise click.BadParameter(
            f"coup {coup.number} has {len(coup.evidence)} pictures; there is no picture {asked.picture}",
            param_hint="--picture",
        )
    sha = coup.evidence[asked.picture - 1] if asked.picture is not None else ""
    deck = deck_named(asked.deck_name) if asked.deck_name is not None else None
    game = record.state.game
    assert game is not None, "a coup was scored"
    try:
        return reread_coup(coup, game, store, sha, partial(read_cards, deck=deck)), ""
    except (EvidenceError, NothingToRead) as error:
        return None, str(error)


def _files(written: tuple[Path, ...]) -> dict[str, object]:
    return {"pictures": [str(path) for path in written]}


def _echo_files(written: tuple[Path, ...]) -> None:
    for path in written:
        click.echo(f"Wrote {path}")
