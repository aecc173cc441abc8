"""One hand as people would tell it, in the language of the report."""

from companion.games.commentary import tell
from companion.games.dice import LETTERS, Face, Printing, in_print, label_of, letters_in_print
from companion.games.errors import Explanation
from companion.games.mentiroso.explaining import explain
from companion.games.mentiroso.state import Verdict
from companion.referee.events import DiceRead, How
from companion.referee.state import Ruling
from companion.review.record import Correction, HandRecord
from companion.review.words import WORDS


def tell_hand(hand: HandRecord, names: tuple[str, ...], language: str, printing: Printing = LETTERS) -> tuple[str, ...]:
    """The claims, the call, the dice, and who takes the point, a sentence each; `printing`: what stands on the dice."""
    lines = []
    for claim in hand.claims:
        key = "pass_blind" if claim.blind else "pass_claim"
        lines.append(_tell(key, language, names, printing, seat=claim.seat, hand=claim.hand))
        if claim.believed_by is not None:
            lines.append(_tell("believe", language, names, printing, seat=claim.believed_by))
    if hand.call is not None:
        key = "call_lifting" if hand.call.how is How.LIFT else "call"
        lines.append(_tell(key, language, names, printing, seat=hand.call.caller))
        lines += _dice(hand, language, printing)
    lines.append(tell_verdict(hand.ruling, names, language, printing))
    return (*lines, *(_corrected(correction, language, printing) for correction in hand.corrections))


def _corrected(correction: Correction, language: str, printing: Printing) -> str:
    words = WORDS[language]
    dice = words.dice_were.format(dice=in_print(correction.actual.faces, printing))
    return f"{words.corrected.format(by=correction.by, why=correction.why)}. {dice}"


def tell_verdict(ruling: Ruling, names: tuple[str, ...], language: str, printing: Printing = LETTERS) -> str:
    """Who takes the point, and why."""
    words = WORDS[language]
    if not ruling.counted:
        return words.not_counted
    if ruling.actual is None and any(letter != "?" for letter in ruling.known):
        sentence = words.surely_lie if ruling.lie else words.surely_true
        return sentence.format(
            dice=letters_in_print(ruling.known, printing),
            claim=in_print(ruling.claim.faces, printing),
            loser=names[ruling.loser],
        )
    verdict = Verdict(
        ruling.claim, ruling.actual, ruling.lie, ruling.loser, ruling.claimant, ruling.receiver, ruling.ground
    )
    return tell(explain(verdict), language, names, printing)


def _dice(hand: HandRecord, language: str, printing: Printing) -> list[str]:
    words = WORDS[language]
    lines = []
    if hand.reading is not None:
        lines.append(words.by_camera.format(dice=seen(hand.reading, printing)))
    if hand.named is not None:
        lines.append(words.by_person.format(by=hand.named.by, dice=in_print(hand.named.actual.faces, printing)))
    return lines


def seen(reading: DiceRead, printing: Printing = LETTERS) -> str:
    """`K K Q J? 7`: from high to low, what is not sure marked; a dash where no die was found."""
    dice = sorted(reading.readings, key=lambda die: Face.parse(die.face), reverse=True)
    return " ".join(label_of(die.face, printing) + ("" if die.sure else "?") for die in dice) or "–"


def _tell(key: str, language: str, names: tuple[str, ...], printing: Printing, **values: object) -> str:
    return tell(Explanation(f"mentiroso.{key}", values), language, names, printing)
