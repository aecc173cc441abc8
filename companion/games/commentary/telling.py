"""From the parts of an explanation to a sentence."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.games.cards import Card
from companion.games.commentary.english import ENGLISH
from companion.games.commentary.french import FRENCH
from companion.games.commentary.language import Language
from companion.games.commentary.spanish import SPANISH
from companion.games.dice import LETTERS, DiceHand, Face, Printing, in_print
from companion.games.errors import Explanation

LANGUAGES = {"en": ENGLISH, "es": SPANISH, "fr": FRENCH}

SEAT_LETTERS = "ABCDEFGHIJ"
"""What the seats are called where nobody says their names."""

SEATS = frozenset({"seat", "loser", "winner", "claimant", "caller", "starter", "owner", "target", "dealer", "bettor"})
"""The values that are seats."""


def hand_in_words(hand: DiceHand, language: str = "en") -> str:
    """A dice hand as people say it, all five dice: ``three kings with jack and black``."""
    return _hand(hand, LANGUAGES[language])


def number_said(number: str, language: str = "en") -> str:
    """A number as this program writes it, ``0.25``, as people write it: ``0,25`` in Spanish and French."""
    return number.replace(".", LANGUAGES[language].decimal)


def _hand(hand: DiceHand, words: Language) -> str:
    parts: dict[str, str] = {}
    for number, face in enumerate(dict.fromkeys(hand.grouped)):
        noun = words.faces[face]
        parts |= {f"o{number}": noun.one, f"m{number}": noun.many, f"of{number}": noun.of_many}
    return words.hands[hand.category].format(**parts)


def _list(items: list[str], words: Language) -> str:
    return words.joined.format(", ".join(items[:-1]), items[-1]) if len(items) > 1 else "".join(items)


def _word(value: Any, words: Language) -> str:
    match value:
        case DiceHand():
            return f"{in_print(value.faces, words.printing)} ({_hand(value, words)})"
        case Face():
            return words.faces[value].one
        case Card():
            # As it is printed on most decks.
            return value.rank.letter.replace("T", "10") + value.suit.symbol
        case tuple():
            return _list([_word(item, words) for item in value], words)
        case _:
            return words.words.get(str(value), str(value))


def _name(seat: int, names: Sequence[str]) -> str:
    # A refusal may be about a seat that nobody has.
    return str(names[seat]) if 0 <= seat < len(names) else f"#{seat}"


def _filled(key: str, value: Any, words: Language, names: Sequence[str]) -> str:
    told = value if isinstance(value, tuple) else (value,)
    if told and all(isinstance(item, Explanation) for item in told):
        return " ".join(_sentence(item, words, names) for item in told)
    if key in SEATS:
        return _name(value, names)
    if key == "seats":
        return _list([_name(seat, names) for seat in value], words)
    if key == "group":
        many, face = value
        return words.groups[many].format(m=words.faces[face].many)
    return words.counted[key](value) if key in words.counted else _word(value, words)


def tell(
    explanation: Explanation,
    language: str = "en",
    names: Sequence[str] = SEAT_LETTERS,
    printing: Printing = LETTERS,
) -> str:
    """The sentence for an explanation in ``en``, ``es`` or ``fr``.

    names: what the seats are called, by seat; printing: what stands on the dice.
    """
    words = LANGUAGES[language]
    return _sentence(explanation, words if printing is LETTERS else replace(words, printing=printing), names)


def _sentence(explanation: Explanation, words: Language, names: Sequence[str]) -> str:
    filled = {key: _filled(key, value, words, names) for key, value in explanation.values.items()}
    if "in_words" in filled:
        found, (_, face) = explanation.values["in_words"], explanation.values["group"]
        filled["in_words"] = words.numbers[found].format(a=words.faces[face].a)
    return words.sentences[explanation.key].format(**filled)
