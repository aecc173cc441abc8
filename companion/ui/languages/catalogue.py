"""One language's sentences, and the reader of gettext's .po files (no msgfmt is needed on the tablet)."""

import ast
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.games.commentary.telling import SEAT_LETTERS, hand_in_words, number_said, tell
from companion.games.dice import LETTERS, DiceHand, Printing, in_print
from companion.ui.texts import Faces, Number, Said, Text, Told

#: Code and own name of each language, in the order of the menu.
LANGUAGES: Mapping[str, str] = {"en": "English", "es": "Español", "fr": "Français"}

FOLDER = Path(__file__).parent
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class BrokenCatalogue(ValueError):  # noqa: N818 - names the fault
    """A .po file that cannot be read; the message gives file, line, and what was expected."""


def preferred(environ: Mapping[str, str] = os.environ) -> str:
    """The language that the system is set to, where the screen speaks it; English otherwise."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = environ.get(name, "")[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def read_po(path: Path) -> dict[str, str]:
    """The translated texts of a .po file by msgid, the header left out.

    Plural forms and contexts are not used by the screen and are refused. Raises BrokenCatalogue.
    """
    texts: dict[str, str] = {}
    key: str | None = None
    field = ""
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BrokenCatalogue(f"{path}: expected a text in UTF-8, found something else ({error})") from error
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "msgid":
            key, field = _unquoted(rest, path, number), word
            if key in texts:
                raise BrokenCatalogue(f"{path}:{number}: expected each msgid once, found {key!r} again")
        elif word == "msgstr" and key is not None:
            texts[key], field = _unquoted(rest, path, number), word
        elif line.startswith('"') and key is not None and field == "msgstr":
            texts[key] += _unquoted(line, path, number)
        else:
            raise BrokenCatalogue(f"{path}:{number}: expected msgid, msgstr or a string, found {line!r}")
    texts.pop("", None)
    return texts


def _unquoted(quoted: str, path: Path, number: int) -> str:
    try:
        # Only what looks like a string is handed over: Python's parser gives up on deep nesting in other ways.
        value = ast.literal_eval(quoted) if _STRING.fullmatch(quoted) else None
    except (SyntaxError, ValueError):
        value = None
    if not isinstance(value, str):
        raise BrokenCatalogue(f"{path}:{number}: expected a string in double quotes, found {quoted!r}")
    return value


class Catalogue:
    """Says things in one language."""

    def __init__(self, language: str, printing: Printing = LETTERS) -> None:
        """`language`: a code of LANGUAGES; raises ValueError for another. `printing`: what stands on the dice."""
        if language not in LANGUAGES:
            raise ValueError(f"expected a language of {', '.join(LANGUAGES)}; found {language!r}")
        self.language = language
        self.printing = printing
        self.texts: Mapping[str, str] = _texts(language)

    def say(self, said: Said) -> str:
        """The sentence. A text that the catalogue lacks is shown as its key: visible, and never an end to the game."""
        match said:
            case str():
                return said
            case Number(digits):
                return number_said(digits, self.language)
            case DiceHand():
                return hand_in_words(said, self.language)
            case Faces(faces):
                return in_print(faces, self.printing)
            case Told(explanation, names):
                return tell(explanation, self.language, names or SEAT_LETTERS, self.printing)
            case Text(key, values):
                filled = {name: str(value) if isinstance(value, int) else self.say(value) for name, value in values}
                sentence = self.texts.get(key)
                return key if sentence is None else sentence.format_map(filled)


@cache
def _texts(language: str) -> Mapping[str, str]:
    return read_po(FOLDER / f"{language}.po")
