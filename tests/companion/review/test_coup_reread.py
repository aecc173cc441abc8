"""A showdown read again: cards found where they lay, held against the points only as far as they are sure."""

from pathlib import Path

import pytest

from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.referee.detective.events import CardsFound
from companion.review.coup_reread import CoupReread, compared, reread_coup
from companion.review.coup_statistics import Share, coup_statistics
from companion.review.reread import NothingToRead
from tests.companion.referee.detective.table import HANDS_21
from tests.companion.review.coup_matches import NAMES, QUEENS, all_of, first, lying, record_of, recorded_coup, shown
from vision.version import reader_version


def again(path: Path, *texts: str, unsure: str = "", board: str = "As 7s Kh 2s 7d") -> CoupReread:
    """Read again by a reader that sees these."""
    record = record_of(path)
    assert record.state.game is not None
    seen = all_of(*shown(*texts, unsure=unsure, board=board))
    return reread_coup(first(record), record.state.game, EvidenceStore(evidence_folder(path)), reader=lambda _: seen)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with one coup."""
    recorded_coup(tmp_path / "j.sqlite3")
    return tmp_path / "j.sqlite3"


def test_the_same_cards_agree(path: Path) -> None:
    """Eleven of them; both readers are named."""
    found = again(path, *HANDS_21)
    assert found.agrees
    assert (len(found.cards), found.found) == (11, CardsFound())
    assert (found.reader_then, found.reader_now) == ("cards-0123456789ab", reader_version("cards"))
    assert found.coup == first(record_of(path)).coup


def test_other_cards_score_the_coup_otherwise(path: Path) -> None:
    """Bruno's queens: as a ruling would say it."""
    found = again(path, "Ah 7c", "Qd Qs", "9s 8s")
    assert (found.agrees, found.found) == (False, QUEENS)
    assert found.coup is not None
    assert found.coup.gains != first(record_of(path)).coup.gains  # type: ignore[union-attr]


@pytest.mark.parametrize("unsure", ["Qd", "Qd Qs"])
def test_a_hand_of_which_a_card_is_not_sure_says_nothing(path: Path, unsure: str) -> None:
    """One picture is no vote, and half a hand is no hand."""
    assert again(path, "Ah 7c", "Qd Qs", "9s 8s", unsure=unsure).found == CardsFound()


def test_cards_in_the_other_order_are_the_same_hand(path: Path) -> None:
    """Which of the two was on the forehead does not matter for the points."""
    assert again(path, "7c Ah", "Ks Kd", "8s 9s").found == CardsFound()


def test_cards_that_cannot_be_are_said_to_be_impossible(path: Path) -> None:
    """The ace of spades lies on the board already."""
    assert again(path, "As 7c", "Kd Ks", "9s 8s").coup is None


def test_the_board_is_compared_too(path: Path) -> None:
    """All five, or nothing is said about it."""
    found = again(path, *HANDS_21, board="Ad 7s Kh 2s 7d")
    assert [str(card) for card in found.found.board] == ["Ad", "7s", "Kh", "2s", "7d"]
    assert again(path, *HANDS_21, board="Ad 7s Kh 2s").found.board == ()


def test_a_card_that_lies_elsewhere_today_is_still_the_same_card(path: Path) -> None:
    """Its outline was that of the index alone then: there is but one of each in the pack."""
    coup = first(record_of(path))
    then = coup.reading_of(coup.evidence[1])
    moved = [lying(card.card, card.quad[0][0] + 9, card.quad[0][1] + 9) for _, card in [(0, c) for c in then.board]]
    pairs = compared(then, [*moved, lying("3d", 400, 400)])
    assert [pair.same for pair in pairs[:5]] == [True] * 5
    assert (pairs[-1].place, pairs[-1].then) == (None, None)
    assert [pair.now for pair in pairs[5:11]] == [None] * 6


def test_without_pictures_there_is_nothing_to_read(path: Path) -> None:
    """Said, not raised as something else."""
    record = record_of(path)
    first(record).readings.clear()
    assert record.state.game is not None
    with pytest.raises(NothingToRead, match="no pictures"):
        reread_coup(first(record), record.state.game, EvidenceStore(evidence_folder(path)))


def test_statistics_count_bets_bluffs_and_points_by_phase(path: Path) -> None:
    """DE21: the sums are those of the coup, and every bet is in one phase."""
    coup = first(record_of(path)).coup
    assert coup is not None
    players = coup_statistics(NAMES, [coup])
    assert tuple(each.all.points for each in players) == coup.gains
    for each in players:
        assert each.all.bets == sum(street.bets for street in each.by_street) == 4
        assert each.all.right == sum(street.right for street in each.by_street)
        assert each.all.points == sum(street.points for street in each.by_street)
    assert players[2].bluffs.bets == 1
    assert players[1].on_self.bets == 2
    assert coup_statistics(NAMES, [])[0].all == Share(0, 0, 0)
