"""Which die it was that a person named."""

from companion.referee.pairing import told_of
from vision.readings import Alternative, DieReading

SQUARE = ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0))


def _die(*chances: tuple[str, float], sure: bool = False) -> DieReading:
    """The likeliest face first."""
    face, best = chances[0]
    told = tuple(Alternative(*each) for each in chances)
    return DieReading(face, SQUARE, best, sure, told, "" if sure else "K and J fit almost equally")


def _sure(letters: str) -> tuple[DieReading, ...]:
    return tuple(_die((letter, 0.999), sure=True) for letter in letters)


DOUBT = _die(("K", 0.55), ("J", 0.43))


def test_the_only_die_in_doubt_is_the_one_that_was_named() -> None:
    """Four are sure: whatever the fifth is, it is that one, tapped or let stand."""
    readings = (*_sure("AAQ7"), DOUBT)
    assert told_of(readings, ("", "", "", "", "J"), "AAQ7J") == ("A", "A", "Q", "7", "J")
    assert told_of(readings, ("", "", "", "", ""), "AAQ7K") == ("A", "A", "Q", "7", "K")


def test_two_doubts_let_stand_may_be_the_other_way_round() -> None:
    """The guess is king and jack, and the hand is right in either order: nobody said which is which."""
    readings = (*_sure("AQ7"), DOUBT, _die(("J", 0.55), ("K", 0.43)))
    assert told_of(readings, ("",) * 5, "AQ7KJ") == ("A", "Q", "7", "", "")


def test_a_die_that_was_tapped_is_meant() -> None:
    """Two guesses are king, one was made a jack: that very die; and so the other one is the king."""
    readings = (*_sure("AQ7"), DOUBT, DOUBT)
    assert told_of(readings, ("", "", "", "", "J"), "AQ7KJ") == ("A", "Q", "7", "K", "J")


def test_two_of_one_face_need_no_order() -> None:
    """Both are kings."""
    assert told_of((*_sure("AQ7"), DOUBT, DOUBT), ("",) * 5, "AQ7KK")[3:] == ("K", "K")


def test_a_tap_against_all_that_the_camera_saw_is_not_certain() -> None:
    """Dice were tapped in from high to low, in whatever order they lie."""
    readings = (_die(("7", 0.97), ("8", 0.02)), _die(("A", 0.97), ("K", 0.02)), *_sure("QJ8"))
    assert told_of(readings, ("A", "7", "", "", ""), "A7QJ8")[:2] == ("", "")


def test_what_does_not_agree_tells_nothing() -> None:
    """Five named faces without one that was surely read, or nobody looked at the dice one by one."""
    readings = (*_sure("AAQ7"), DOUBT)
    assert told_of(readings, ("", "", "", "", "J"), "KKKKK") == ("",) * 5
    assert told_of(readings, (), "AAQ7J") == ("",) * 5


def test_a_sure_die_that_is_named_otherwise_is_told_as_named() -> None:
    """Whoever remembers dice has to hear that they are contradicted."""
    assert told_of(_sure("AAQ7K"), ("", "", "", "", "J"), "AAQ7J") == ("A", "A", "Q", "7", "J")


def test_of_four_dice_seen_those_are_told_that_were_seen() -> None:
    """The fifth lay behind another one."""
    assert told_of((*_sure("AAQ"), DOUBT), ("", "", "", "J"), "AAQJ7") == ("A", "A", "Q", "J")
