"""Claims as people say them (M26)."""

import pytest

from companion.games.commentary import LANGUAGES, hand_in_words
from companion.games.dice import ALL_HANDS, Category, DiceHand, Face
from companion.games.errors import Ambiguous, NotUnderstood
from companion.games.mentiroso import lowest_completion, parse_claim


@pytest.mark.parametrize(
    ("spoken", "hand", "rank"),
    [
        ("high A", "AQJ87", 2),
        ("high K", "KQJ87", 1),
        ("pair K", "KKJ87", 47),
        ("pair 7", "QJ877", 7),
        ("two pair K Q", "KKQQ7", 103),
        ("trio K", "KKK87", 167),
        ("full K", "KKK77", 207),
        ("poker A", "AAAA7", 242),
        ("repoker J", "JJJJJ", 249),
    ],
)
def test_M26_lowest_completions(spoken, hand, rank):
    """The completions the rulebook names, with their ranks."""
    claim = parse_claim(spoken)
    assert claim == DiceHand.parse(hand)
    assert claim.rank == rank


@pytest.mark.parametrize(
    ("spoken", "hand"),
    [
        ("Pair of kings", "KKJ87"),
        ("a pair of aces", "AAJ87"),
        ("two kings", "KKJ87"),
        ("3 queens", "QQQ87"),
        ("full of kings over aces", "KKKAA"),
        ("three jacks with ace", "JJJA7"),
        ("two pair kings and eights", "KK887"),
        ("ace high", "AQJ87"),
        ("A high", "AQJ87"),
        ("pareja de reyes", "KKJ87"),
        ("dobles parejas de reyes y rojas", "KK887"),
        ("Trío de ases", "AAA87"),
        ("póker de jotas", "JJJJ7"),
        ("repóker de ases", "AAAAA"),
        ("paire de rois", "KKJ87"),
        ("double paire de rois et de dames", "KKQQ7"),
        ("brelan d'as", "AAA87"),
        ("brelan d’as", "AAA87"),
        ("full aux valets par les noirs", "JJJ77"),
        ("carré de dames", "QQQQ7"),
        ("kkk j 10", "KKKJ8"),
    ],
)
def test_M26_as_people_say_it(spoken, hand):
    """English, Spanish, French, digits and letters."""
    assert parse_claim(spoken) == DiceHand.parse(hand)


@pytest.mark.parametrize("kind", [kind for kind in Category if kind not in (Category.NOTHING, Category.TWO_PAIR)])
@pytest.mark.parametrize("face", list(Face))
def test_M26_the_completion_is_the_lowest(kind, face):
    """No hand of that kind with that face in its first place is lower."""
    completed = lowest_completion(kind, face)
    same = [hand for hand in ALL_HANDS if hand.category is kind and hand.grouped[0] is face]
    assert completed == min(same)


@pytest.mark.parametrize("text", ["a pair", "two pair", "two pair of kings", "pareja", "full"])
def test_a_kind_without_its_faces_is_ambiguous(text):
    """The alternatives are named."""
    with pytest.raises(Ambiguous) as error:
        parse_claim(text)
    assert len(error.value.alternatives) > 1
    assert error.value.alternatives[0] in str(error.value)


@pytest.mark.parametrize("text", ["", "hello", "pair of cards and", "pair trio kings", "pair of kings kings", "high 7"])
def test_other_words_are_not_understood(text):
    """Refused with their own error."""
    with pytest.raises((NotUnderstood, Ambiguous)):
        parse_claim(text)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_what_is_told_is_understood(language):
    """Every hand, told in words in any language, is read back as the same hand."""
    misread = [hand for hand in ALL_HANDS if parse_claim(hand_in_words(hand, language)) != hand]
    assert misread == []
