"""The record of a match, told as people would tell it. In English: the record is kept, the screen is translated."""

from collections.abc import Iterable, Sequence

from companion.games.dice import LETTERS, DiceHand, Face, Printing, in_print, label_of, letters_in_print
from companion.games.mentiroso.state import Ground
from companion.journal.chain import Event as Entry
from companion.referee import events as e
from companion.referee.codec import MENTIROSO_CODEC
from companion.referee.desk import GAME
from companion.referee.detective.game import DETECTIVE
from companion.referee.detective.tell import tell_game
from companion.referee.felt import BoxForgot, BoxHeard
from companion.referee.history import happened, moments
from companion.referee.printing import Prints, as_the_rules_write
from companion.referee.reduce import reduce
from companion.referee.state import Ruling, TableState
from firmware_bridge.events import Level
from vision.readings import DieReading


def tell_match(name: str, entries: Iterable[Entry], prints: Prints = as_the_rules_write) -> str:
    """Every hand of a match, line by line, from what was written down and was not taken back.

    prints: what stands on the dice.

    A match of a game that is not known is only named. Raises UnknownEvent for an entry that this version cannot read,
    or that the rules forbid where it stands: the referee never writes one.
    """
    told = tuple(entries)
    if told and told[0].body.get("game") == DETECTIVE.name:
        return tell_game(name, told)
    if told and told[0].body.get("game", GAME) != GAME:
        return (
            f"Match {name}, {told[0].body['game']}, begun {told[0].at}: {len(told)} entries, which are not told here."
        )
    lines: list[str] = []
    for entry, event, before, state in moments(name, happened(MENTIROSO_CODEC, told), reduce, TableState()):
        if isinstance(event, e.MatchBegun):
            lines.append(_head(name, entry.at, event))
        lines += _lines(event, before, state, prints(state.parts))
    lines.append(f"Record: {len(told)} entries, ending with {told[-1].hash}" if told else "Nothing was written down.")
    return "\n".join(lines)


def _head(name: str, at: str, event: e.MatchBegun) -> str:
    where = ", on the simulated table" if event.simulated else ""
    points = "1 point" if event.limit == 1 else f"{event.limit} points"
    return f"Match {name}, Mentiroso, begun {at}{where}: {_list(event.names)}; out at {points}."


def _lines(  # noqa: PLR0911, PLR0912 - a line a kind
    event: e.Event, before: TableState, after: TableState, printing: Printing
) -> list[str]:
    names = after.names

    def written(hand: DiceHand) -> str:
        return in_print(hand.faces, printing)

    match event:
        case e.StarterDrawn(seat):
            return [f"The lot falls on {names[seat]}.", *_hand_begins(after)]
        case e.NextHandBegun():
            return _hand_begins(after)
        case e.OpenDiceTold(seat, letters):
            shown = " ".join(label_of(letter, printing) for letter in letters)
            return [f"  {names[seat]} shows in the open: {shown or 'nothing'}."]
        case e.ClaimConfirmed(seat, claim, blind):
            return [f"  {names[seat]} claims {written(claim)}{', without having looked' if blind else ''}."]
        case e.Believed(seat, how):
            return [f"  {names[seat]} believes{_by(how)}.", *_ended(before, after, printing)]
        case e.Called(seat, how):
            return [f"  {names[seat]} calls{_by(how)}."]
        case e.CupLifted(frame=frame) if after.call is not None and after.call is not before.call:
            at = "" if frame is None else f" (frame {frame})"
            caller = names[after.call.caller]
            before_believe = before.call is None
            return [f"  {caller} lifts the cup{at}{': that is a call' if before_believe else ''}."]
        case e.DiceRead(readings, sure, why, frame, evidence):
            return [*_reading(readings, printing, sure, why, frame, evidence), *_ended(before, after, printing)]
        case e.RulingGiven(actual, by):
            return [f"  {by} says that the dice are {written(actual)}.", *_ended(before, after, printing)]
        case e.HandVoided(why):
            return [f"  The hand does not count: {why}.", *_hand_begins(after)]
        case e.VerdictCorrected(hand, actual, by, why):
            return [f"  {by} corrects hand {hand + 1} ({why}): the dice were {written(actual)}.", *_points(after)]
        case e.Disputed(hand, by, why):
            return [f"  {names[by]} disputes the verdict of hand {hand + 1}: {why}."]
        case e.DisputeRuled(hand, outcome, by, why, actual):
            dice = f" The dice were {written(actual)}." if actual is not None else ""
            return [f"  {by} reviews hand {hand + 1}: {outcome.value} ({why}).{dice}"]
        case e.RulingPublished(hand):
            return [f"  The ruling on hand {hand + 1} is announced.", *_points(after)]
        case e.MatchAbandoned(by, why):
            return [f"{by} ends the match before anyone has won: {why}."]
        case e.Resumed(e.After.START):
            return ["  The companion was started again."]
        case e.BoxChanged(link, why) | e.CameraChanged(link, why) if before.match is not None and _news(event, before):
            part = "box" if isinstance(event, e.BoxChanged) else "camera"
            return [f"  The {part} is {link.value}{f': {why}' if why else ''}."]
        case BoxForgot(count):
            how_many = "an unknown number of" if count is None else count
            return [f"  The box lost {how_many} events: what was pressed or lifted then is not known."]
        case BoxHeard(which, Level.STUCK):
            return [f"  The box's input {which} is stuck."]
        case _:
            return []


def _news(event: e.BoxChanged | e.CameraChanged, before: TableState) -> bool:
    """The first such entry only says how things stood when the match began."""
    was = before.box if isinstance(event, e.BoxChanged) else before.camera
    return event.link is not was and was is not e.Link.ABSENT


def _hand_begins(state: TableState) -> list[str]:
    if state.match is None or state.match.actor is None:
        return []
    return [f"Hand {state.match.hands + 1}. {state.names[state.match.actor]} starts."]


def _by(how: e.How) -> str:
    return {e.How.TAP: "", e.How.BUTTON: " by the button", e.How.LIFT: " by lifting the cup"}[how]


def _reading(
    readings: Sequence[DieReading],
    printing: Printing,
    sure: bool,
    why: str,
    frame: int | None,
    evidence: Sequence[str],
) -> list[str]:
    at = "" if frame is None else f" in frame {frame}"
    from_high_to_low = sorted(readings, key=lambda reading: Face.parse(reading.face), reverse=True)
    dice = " ".join(label_of(die.face, printing) + ("" if die.sure else "?") for die in from_high_to_low) or "no dice"
    how = "sure" if sure else f"not sure: {why}"
    lines = [f"  The camera reads {dice}{at} ({how})."]
    if evidence:
        lines.append(f"  Kept as evidence: {', '.join(sha[:12] for sha in evidence)}.")
    return lines


def _points(state: TableState) -> list[str]:
    if state.match is None:
        return []
    points = ", ".join(f"{name} {n}" for name, n in zip(state.names, state.match.points, strict=True))
    return [f"  Points: {points}."]


def _ended(before: TableState, after: TableState, printing: Printing) -> list[str]:
    if after.ruling is None or after.ruling is before.ruling or after.match is None:
        return []
    lines = [f"  {sentence(after.ruling, after.names, printing)}", *_points(after)]
    if after.ruling.eliminated:
        lines.append(f"  {after.names[after.ruling.loser]} is out.")
    if after.match.winner is not None:
        lines.append(
            f"{after.names[after.match.winner]} wins. Places: {_list([after.names[s] for s in after.match.places])}."
        )
    return lines


def sentence(ruling: Ruling, names: Sequence[str], printing: Printing = LETTERS) -> str:
    """Why somebody takes the point, in one sentence."""
    claimant, receiver, loser = names[ruling.claimant], names[ruling.receiver], names[ruling.loser]
    dice, claim = letters_in_print(ruling.known, printing), in_print(ruling.claim.faces, printing)
    if ruling.ground is Ground.ACES_BELIEVED:
        return f"Nothing beats five aces, and {receiver} believed them: {loser} takes a point."
    if ruling.actual is None:
        than, what = ("less than", "a lie") if ruling.lie else ("not less than", "true")
        return f"Whatever the unread dice show, {dice} is {than} {claim}: it was {what}. {loser} takes a point."
    if ruling.lie:
        return f"{claimant} lied: {dice} is less than {claim}. {loser} takes a point."
    better = "is exactly" if ruling.actual == ruling.claim else "is more than"
    return f"{claimant} told the truth: {dice} {better} {claim}. {loser} takes a point."


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
