"""Values from files that somebody else may have written: shown in messages without harm."""

import reprlib
import unicodedata


def shown(value: object) -> str:
    """A value for an error message: short, however large or deep it is, and without control characters."""
    if isinstance(value, int) and abs(value) > 10**30:
        # Python refuses to write out a number of thousands of digits.
        return "a number of very many digits"
    return reprlib.repr(value)[:60]


def readable(text: str) -> bool:
    """Whether no control character is in it, nor half of one: a terminal and a journal can take it."""
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)
