"""Sentences in three languages: complete, alike, and as people would say them (also every refusal)."""

import re
from pathlib import Path
from string import Formatter

import pytest

import companion.games
from companion.games import detective as d
from companion.games import mentiroso as m
from companion.games.commentary import LANGUAGES, tell
from companion.games.dice import DiceHand
from companion.games.errors import Explanation, IllegalAction, NotUnderstood
from tests.companion.games.detective_tables import CARDS
from tests.companion.games.mentiroso_tables import believed, called, started

ENGLISH = LANGUAGES["en"]


def _places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_sentence_exists_in_every_language(language):
    """The same keys, and each sentence names the same values."""
    sentences = LANGUAGES[language].sentences
    assert set(sentences) == set(ENGLISH.sentences)
    differing = [key for key in sentences if _places(sentences[key]) != _places(ENGLISH.sentences[key])]
    assert differing == []
    assert set(LANGUAGES[language].words) == set(ENGLISH.words)


def test_every_refusal_in_the_code_has_a_sentence():
    """All keys that the rules raise are there, and no refusal is left over that nothing raises."""
    source = "".join(path.read_text("utf-8") for path in Path(companion.games.__path__[0]).rglob("*.py"))
    refused = set(re.findall(r'IllegalAction\(\s*(?:"[MD]\d+"|rule), "(\w+)"', source))
    not_understood = set(re.findall(r'NotUnderstood\("(\w+)"', source))
    assert len(refused) > 40
    assert {f"refused.{key}" for key in refused} == {key for key in ENGLISH.sentences if key.startswith("refused.")}
    assert {f"not_understood.{key}" for key in not_understood} == {
        key for key in ENGLISH.sentences if key.startswith("not_understood.")
    }


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ana said three kings; there were two. One point for Ana."),
        ("es", "Ana dijo tres reyes; había dos. Un punto para Ana."),
        ("fr", "Ana a dit trois rois ; il y en avait deux. Un point pour Ana."),
    ],
)
def test_M24_a_lie_in_three_languages(language, sentence):
    """The verdict of ME8."""
    verdict = called(started(), "KKKJ7", "KKQJ7").verdict
    assert verdict is not None
    assert tell(m.explain(verdict), language, ["Ana", "Ben", "Cleo", "Dan"]) == sentence


@pytest.mark.parametrize(
    ("language", "claim", "actual", "there"),
    [
        ("es", "KKJ87", "KJJ87", "dijo dos reyes; había uno."),
        ("es", "QQJ87", "KQJ87", "dijo dos damas; había una."),
        ("es", "QQJ87", "AKJ87", "dijo dos damas; no había ninguna."),
        ("es", "AAJ87", "KQJ87", "dijo dos ases; no había ninguno."),
        ("fr", "QQJ87", "KQJ87", "a dit deux dames ; il y en avait une."),
        ("fr", "QQJ87", "AKJ87", "a dit deux dames ; il n'y en avait aucune."),
        ("fr", "77777", "AKQJ8", "a dit cinq noirs ; il n'y en avait aucun."),
    ],
)
def test_M24_how_many_there_were_has_the_gender_of_the_face(language, claim, actual, there):
    """None, or one; more are counted in words, as the claim is."""
    verdict = called(started(), claim, actual).verdict
    assert verdict is not None
    assert there in tell(m.explain(verdict), language)


@pytest.mark.parametrize(
    ("claim", "actual", "sentence"),
    [
        ("QQJ87", "QQQ87", "A said QQJ87 (a pair of queens with jack, red and black); there was even QQQ87 (three "
         "queens with red and black). One point for B."),
        ("AAKQ8", "AAKQ8", "A told the truth: AAKQ8 (a pair of aces with king, queen and red). One point for B."),
        ("AJJJ8", "AJJJ7", "A said AJJJ8 (three jacks with ace and red); there was only AJJJ7 (three jacks with "
         "ace and black). One point for A."),
        ("88777", "AAAQ7", "A said 88777 (a full of blacks over reds); there was only AAAQ7 (three aces with queen and "
         "black). One point for A."),
        ("AAAAA", "AAAAK", "A said five aces; there were four. One point for A."),
        ("77777", "AKQJ8", "A said five blacks; there were none. One point for A."),
        ("KKJ87", "KJJ87", "A said two kings; there was one. One point for A."),
    ],
)  # fmt: skip
def test_M24_verdicts_in_english(claim, actual, sentence):
    """The shortest sentence that says why."""
    verdict = called(started(), claim, actual).verdict
    assert verdict is not None
    assert tell(m.explain(verdict)) == sentence


def test_every_ground_of_a_verdict_has_its_own_sentence():
    """Ruled, believed aces, aces thrown: told apart, in every language."""
    answer, _ = m.call(m.pass_claim(started(), DiceHand.parse("KKJ87"))[0])
    aces = believed(started(options=m.Options(aces_variant=True)), "AAAAA")
    ends = [m.rule_by_hand(answer, lie)[0] for lie in (True, False)]
    ends += [m.throw_for_aces(aces, made)[0] for made in (DiceHand(252), DiceHand(1), None)]
    ends.append(believed(started(), "AAAAA"))
    verdicts = [end.verdict for end in ends if end.verdict is not None]
    for language in LANGUAGES:
        assert len({tell(m.explain(verdict), language) for verdict in verdicts}) == 6


def test_D17_points_are_explained():
    """Each outcome of a bet, in words."""
    game = d.Bet(d.Street.TURN, 0, 1, 2, True, CARDS["BLUFF"])
    scored = d.score_bet(game, frozenset({0}), frozenset({1, 2}), 3, d.Options())
    coup = d.Coup(0, (), (), (frozenset({0}),) * 4, (frozenset({1, 2}),) * 4, (scored,), (2, 0, 0), (1, 0, 0))
    told = [tell(each) for each in d.explain_coup(coup)]
    assert told[0] == "A bet 2 chips on B on the turn (BLUFF): B was worst. 2 points for A."
    assert told[1:] == ["A: 2 points in this coup.", "B: 0 points in this coup.", "C: 0 points in this coup."]


def test_refusals_say_what_was_expected_and_found():
    """In English on the error itself with the rule; in any language from its parts."""
    match = believed(started(), "KKJ87")
    with pytest.raises(IllegalAction) as error:
        m.pass_claim(match, DiceHand.parse("KKJ87"))
    assert str(error.value).endswith("(M19)")
    assert "KKJ87" in tell(error.value.explanation, "fr")
    assert "no supera" in tell(error.value.explanation, "es")


def test_a_refusal_of_a_seat_that_nobody_has_can_be_told():
    """Whoever catches it wants its sentence, not another error; and -1 is not the last player."""
    for seat in (-1, 77):
        assert f"#{seat}" in str(IllegalAction("M8", "not_at_table", seat=seat))


def test_errors_are_ordinary_values():
    """Texts that are not understood are also ValueErrors, as callers of parsers expect."""
    with pytest.raises(ValueError, match="five dice"):
        DiceHand.parse("KK")
    assert isinstance(NotUnderstood("dice_count", count=2).explanation, Explanation)
