"""What a reading says about a claim, when not every die could be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice import ALL_HANDS, DiceHand, Face
from companion.referee.verdict import find, possible_hands
from tests.companion.referee.table import dice

HANDS = st.sampled_from(ALL_HANDS)


@given(HANDS, HANDS)
def test_M24_five_sure_dice_decide(claim: DiceHand, actual: DiceHand) -> None:
    """Lie iff lower."""
    finding = find(claim, dice(str(actual)), sure=True)
    assert (finding.actual, finding.lie) == (actual, actual.rank < claim.rank)


@given(HANDS, HANDS, st.integers(1, 5))
def test_a_partial_verdict_is_never_wrong(claim: DiceHand, actual: DiceHand, unread: int) -> None:
    """Whatever is given with dice unread is what the whole hand gives."""
    seen = str(actual)[: 5 - unread]
    for readings in (dice(seen + "?" * unread), dice(seen)):
        finding = find(claim, readings, sure=False)
        assert finding.actual is None
        assert len(finding.known) == 5
        if finding.lie is not None:
            assert finding.lie == (actual.rank < claim.rank)


@pytest.mark.parametrize(
    ("claim", "seen", "lie"),
    [
        ("KKKJ7", "KKKJ?", False),  # the lowest completion
        ("KKKJ8", "KKKJ?", None),  # the unread die decides
        ("AAAAA", "KQJ8?", True),  # out of reach
        ("KQJ87", "?????", False),  # nothing is lower
        ("AAAAA", "?????", None),
        ("QQ887", "QQ88", False),  # a die that was not even found
    ],
)
def test_what_four_dice_are_enough_for(claim: str, seen: str, lie: bool | None) -> None:
    """Golden cases."""
    assert find(DiceHand.parse(claim), dice(seen), sure=False).lie is lie


def test_six_dice_say_nothing() -> None:
    """An impossible reading."""
    assert find(DiceHand.parse("KQJ87"), dice("KQJ877"), sure=True).lie is None


def test_possible_hands_are_all_there_are() -> None:
    """252 hands with nothing known, six with one die unread, one with none."""
    assert len(set(possible_hands(()))) == 252
    assert len(set(possible_hands((Face.ACE,) * 4))) == 6
    assert list(possible_hands((Face.ACE,) * 5)) == [DiceHand.parse("AAAAA")]
    with pytest.raises(ValueError, match="at most 5"):
        list(possible_hands((Face.ACE,) * 6))
