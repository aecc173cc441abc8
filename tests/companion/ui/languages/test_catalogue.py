"""The screen in three languages: nothing missing, nothing unused, nothing that cannot be filled."""

import re
from pathlib import Path
from string import Formatter

import pytest

import companion.ui
from calibration.advice import Say, advise
from companion.games.dice import DiceHand
from companion.ui.banners import table_banners
from companion.ui.languages import LANGUAGES, Catalogue, preferred
from companion.ui.languages.catalogue import FOLDER, BrokenCatalogue, read_po
from companion.ui.review.view import moment_said
from companion.ui.setup import words
from companion.ui.texts import text

SOURCES = [path for path in Path(companion.ui.__file__).parent.rglob("*") if path.suffix in (".py", ".kv")]
NAMED = re.compile(r"""\btext\(\s*["']([\w.]+)["']\s*((?:,[^()]*(?:\([^()]*\)[^()]*)*)?)\)""")


def named_texts() -> dict[str, set[str]]:
    """Every key in the code, with the values that it is filled with."""
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        for key, values in NAMED.findall(path.read_text("utf-8")):
            found.setdefault(key, set()).update(re.findall(r"(\w+)=", values))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_just_the_texts_that_are_used(language: str) -> None:
    """None missing, none left over."""
    assert len(named_texts()) > 60
    assert sorted(Catalogue(language).texts) == sorted(named_texts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_is_filled_with_values_that_it_gets(language: str) -> None:
    """Every {name} in a sentence is one that the code gives."""
    given = named_texts()
    for key, sentence in Catalogue(language).texts.items():
        wanted = {field for _, field, _, _ in Formatter().parse(sentence) if field}
        assert wanted <= given[key], key


def test_no_key_is_put_together_at_run_time() -> None:
    """Only literals can be held against the catalogues."""
    for path in SOURCES:
        for call in re.findall(r"(?<!def )(?<![\w.])text\(\s*(.)", path.read_text("utf-8")):
            assert call in "\"'", path


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_translation_is_no_copy(language: str) -> None:
    """Most texts differ from the English ones."""
    english, other = Catalogue("en").texts, Catalogue(language).texts
    same = [key for key in english if english[key] == other[key]]
    assert len(same) < len(english) / 10, same


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_names_keys_as_they_are_written(language: str) -> None:
    """What stands in quotes in the guide is found on a key."""
    texts = Catalogue(language).texts
    keys = [sentence for key, sentence in texts.items() if not key.startswith("guide.") or key == "guide.stop"]
    for key, sentence in texts.items():
        if key.startswith("guide."):
            for quoted in re.findall("[“«]\\s?(.*?)\\s?[”»]", sentence):
                assert any(quoted in said and len(said) <= len(quoted) + 14 for said in keys), (key, quoted)


def test_a_text_is_said_with_its_values_in_the_same_language() -> None:
    """Names, numbers, hands and texts within texts."""
    catalogue = Catalogue("es")
    assert catalogue.say(text("headline.answer", name="Ana")) == "Ana: ¿te lo crees?"
    inner = text("claim.choose_face", form=text("form.pair"))
    assert catalogue.say(inner).startswith("Pareja:")
    assert catalogue.say("Ana") == "Ana"
    assert Catalogue("en").say(DiceHand.parse("KKKKK")) == "five kings"


@pytest.mark.parametrize(("language", "millimetres", "seconds"), [
    ("en", "14.2", "-0.30"), ("es", "14,2", "-0,30"), ("fr", "14,2", "-0,30"),
])  # fmt: skip
def test_numbers_have_the_decimal_sign_of_the_language(language: str, millimetres: str, seconds: str) -> None:
    """In the set-up, in a banner, under a picture; what people typed with a point stays as it is."""
    say = Catalogue(language).say
    moved = advise(Say.FOUND_AGAIN, mm=14.2)
    assert f"{millimetres}\u00a0mm" in say(words.said(moved))
    assert f"{millimetres}\u00a0mm" in say(table_banners(moved)[0].said)
    assert f"{seconds}\u00a0s" in say(moment_said(-300_000))
    assert "dice 1.5" in say(text("setup.taught", name="dice 1.5"))


def test_a_text_that_is_missing_shows_its_key() -> None:
    """Ugly, and better than an end to the game."""
    assert Catalogue("en").say(text("no.such.text")) == "no.such.text"  # text("…") of tests is not in SOURCES


def test_an_unknown_language_is_refused() -> None:
    """The message lists those that are known."""
    with pytest.raises(ValueError, match=r"en, es, fr.*'xx'"):
        Catalogue("xx")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "es_AR.UTF-8", "LANG": "fr_FR.UTF-8"}, "es"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system_is_taken_where_it_is_spoken(environ: dict[str, str], language: str) -> None:
    """As gettext looks for it."""
    assert preferred(environ) == language


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('msgid "a"\nmsgstr "1"\nmsgid "a"\nmsgstr "2"\n', ":3: expected each msgid once"),
        ('msgid "a\nmsgstr "1"\n', ":1: expected a string in double quotes"),
        ('msgid "a"\nmsgid_plural "as"\n', ":2: expected msgid, msgstr or a string"),
        ('msgstr "1"\n', ":1: expected msgid, msgstr or a string"),
    ],
)
def test_a_broken_catalogue_is_named_by_line(tmp_path: Path, lines: str, fault: str) -> None:
    """File, line, what was expected, what was found."""
    path = tmp_path / "xx.po"
    path.write_text(lines, "utf-8")
    with pytest.raises(BrokenCatalogue, match=re.escape(fault)):
        read_po(path)


def test_long_sentences_may_be_folded_as_gettext_folds_them(tmp_path: Path) -> None:
    """Strings that follow each other are one."""
    path = tmp_path / "xx.po"
    path.write_text('msgid ""\nmsgstr "Language: xx\\n"\n\nmsgid "a"\nmsgstr ""\n"one "\n"two"\n', "utf-8")
    assert read_po(path) == {"a": "one two"}


def test_every_language_has_a_catalogue_and_every_catalogue_a_language() -> None:
    """A translator adds both."""
    assert {path.stem for path in FOLDER.glob("*.po")} == set(LANGUAGES)
