"""A match of Detective Poker looked back at: list, disputes, sheet and report, from the commands."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands import review as review_module
from companion.commands.export import export
from companion.commands.review import review
from companion.journal.evidence import EvidenceStore
from companion.journal.place import evidence_folder
from companion.journal.store import Journal
from companion.referee.detective import events as e
from companion.referee.detective.game import DETECTIVE
from companion.referee.events import Disputed, Outcome, RulingPublished
from companion.review.budget import disputed_evidence, recent_evidence
from companion.review.coups import read_coups
from companion.review.found_text import FoundUnclear, parse_found, write_found
from companion.review.ruling import RulingRefused
from tests.companion.referee.detective.table import HANDS_21
from tests.companion.review.coup_matches import NAMES, QUEENS, all_of, first, record_of, recorded_coup, shown


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """One coup with two pictures, a hand named twice, a player whose name is no HTML."""
    recorded_coup(tmp_path / "j.sqlite3")
    return tmp_path / "j.sqlite3"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> object:
    """What today's reader sees, whatever the picture: Bruno's kings are queens."""
    monkeypatch.setattr(
        review_module, "read_cards", lambda _picture, deck=None: all_of(*shown("Ah 7c", "Qd Qs", "9s 8s"))
    )
    return None


def _run(command: object, *args: object, code: int = 0) -> str:
    result = CliRunner().invoke(command, [str(a) for a in args], catch_exceptions=code == 0)  # type: ignore[arg-type]
    assert result.exit_code == code, (result.output, result.exception)
    return result.stdout


def test_the_coups_are_listed(journal: Path) -> None:
    """Points, pictures, what was named again; for programs the bets and the statistics too."""
    told = _run(review, "--journal", journal)
    assert "Coup 1: <b>Ana +7" in told
    assert "pictures: 2." in told
    assert told.count("named again") == 1
    found = json.loads(_run(review, "--journal", journal, "--json"))
    (coup,) = found["coups"]
    assert coup["gains"] == {"<b>Ana": 7, "=Bruno": 6, "Chloé": 2}
    assert len(coup["bets"]) == 12
    assert coup["hands"]["=Bruno"] == "Kd Ks"
    assert [each["all"]["points"] for each in found["statistics"]] == [7, 6, 2]
    EvidenceStore(evidence_folder(journal)).path(coup["evidence"][0]["sha256"]).unlink()
    assert "pictures: 2 (1 gone or damaged)." in _run(review, "--journal", journal)


def test_a_coup_is_read_again_and_compared_card_by_card(journal: Path, reads: None, tmp_path: Path) -> None:
    """The last picture, or another one; what it would mean for the points; every picture drawn on."""
    told = _run(review, "--journal", journal, "--coup", 1, "--draw", tmp_path / "out")
    assert "=Bruno 1 KD 99% QD 99% <- differs" in " ".join(told.split())
    assert "With =Bruno=Qd Qs the points would be" in told
    drawn = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert drawn == [
        "coup01-1-read-then.jpg", "coup01-1.jpg", "coup01-2-read-then.jpg", "coup01-2-read-today.jpg", "coup01-2.jpg",
    ]  # fmt: skip
    first_one = json.loads(_run(review, "--journal", journal, "--coup", 1, "--picture", 1, "--json"))
    assert first_one["reread"]["sha256"] == first_one["evidence"][0]["sha256"]
    places = {card["place"] for card in first_one["reread"]["cards"]}
    assert {"<b>Ana 1", "board 5", "elsewhere"} <= places, "of the others nothing was read in that one"
    assert "is no picture 3" in _refused(journal, "--coup", 1, "--picture", 3)
    assert "there is no coup 2" in _refused(journal, "--coup", 2)
    assert "cards are read with --deck" in _refused(journal, "--coup", 1, "--set", "x.json")


def _refused(journal: Path, *args: object) -> str:
    result = CliRunner().invoke(review, ["--journal", str(journal), *map(str, args)])
    assert result.exit_code == 2, result.output
    return result.output


def test_a_coup_is_disputed_ruled_and_published(journal: Path, reads: None) -> None:
    """In three commands; nothing of the ruling is told before it is announced, and then the points follow."""
    rest = ("--journal", journal, "--coup", 1)
    assert "Written down." in _run(review, *rest, "--dispute", "Chloé", "--why", "those were queens")
    assert "Ruling: not ruled yet" in _run(review, "--journal", journal)
    ruled = ("--rule", "overturned", "--actual", "=Bruno=Qd Qs", "--by", "Dan", "--why", "picture 2")
    _run(review, *rest, *ruled)
    told = _run(review, "--journal", journal)
    assert "ruled, not published yet" in told
    assert "overturned" not in told
    assert "overturned" not in _run(review, "--journal", journal, "--json")
    before = first(record_of(journal)).coup
    assert "Coup 1: the points were wrong." in _run(review, *rest, "--publish")
    record = record_of(journal)
    assert before is not None
    assert first(record).coup != before
    assert record.state.board.points == first(record).coup.gains  # type: ignore[union-attr]
    assert "overturned, by Dan: picture 2. The cards: =Bruno=Qd Qs." in _run(review, "--journal", journal)


@pytest.mark.parametrize(
    ("decided", "said"),
    [
        (("--dispute", "Zoe", "--why", "x"), "does not play in this match"),
        (("--publish",), "not in dispute"),
        (("--correct", "Ana=Kd Ks", "--by", "all", "--why", "x"), "no player of this match"),
        (("--correct", "=Bruno=Kd", "--by", "all", "--why", "x"), "two cards"),
        (("--correct", "=Bruno=Kd Xx", "--by", "all", "--why", "x"), "not a card"),
        (("--correct", "=Bruno=Ah Ks", "--by", "all", "--why", "x"), "twice"),
        (("--correct", "nonsense", "--by", "all", "--why", "x"), "expected NAME=CARDS"),
        (("--correct", "Chloé.dawn=CW", "--by", "all", "--why", "x"), "no phase"),
        (("--correct", "Chloé.flop=JOKER", "--by", "all", "--why", "x"), "no action card"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(journal: Path, decided: tuple[str, ...], said: str) -> None:
    """One clear message; the record is as it was."""
    head = record_of(journal).head
    result = CliRunner().invoke(review, ["--journal", str(journal), "--coup", "1", *decided])
    assert result.exit_code != 0
    assert said in result.output + str(result.exception)
    assert record_of(journal).head == head


def test_a_dispute_and_its_contradicted_ruling_are_written_together_or_not_at_all(journal: Path) -> None:
    """The referee refuses the ruling: the dispute that it belongs to is not in the record either."""
    head = record_of(journal).head
    both = ("--dispute", "Chloé", "--why", "x", "--rule", "overturned", "--by", "Dan")
    result = CliRunner().invoke(review, ["--journal", str(journal), "--coup", "1", *both])
    assert isinstance(result.exception, RulingRefused)
    assert "name them" in str(result.exception)
    assert record_of(journal).head == head


def test_found_cards_are_typed_and_written_alike() -> None:
    """Hands, board and action cards, also of a player called board or with a point in the name."""
    from tests.companion.referee.detective.test_disputes import SCORED, table

    game = table(*SCORED).state.game
    assert game is not None
    names = ("board", "A.B", "C")
    text = "board=Ah 7h; A.B=Qd Qs; board=As 7s Kh 2s 7c; A.B.preflop=CW"
    with pytest.raises(FoundUnclear, match="two cards"):
        parse_found(text, names, game.coups[0])
    text = "Ana=Ah 7h; A.B=Qd Qs; board=As 7s Kh 2s 7c; A.B.river=BLANK"
    found = parse_found(text, ("Ana", "A.B", "C"), game.coups[0])
    assert write_found(found, ("Ana", "A.B", "C"), game.coups[0]) == text
    assert found.board
    assert game.coups[0].bets[found.cards[0].bet].bet.seat == 1


def test_the_sheet_has_a_line_for_each_phase_and_player(journal: Path) -> None:
    """Twelve lines; a name that looks like a formula is none."""
    lines = _run(export, "--csv", "-", "--journal", journal).splitlines()
    assert lines[0] == "coup,phase,player,points,match,record"
    assert len(lines) == 13
    assert "'=Bruno" in lines[2]
    assert sum(int(line.split(",")[3]) for line in lines if ",<b>Ana," in line) == 7


@pytest.mark.parametrize(
    ("language", "coup", "stays", "statistics"),
    [
        ("en", "Coup 1", "The points are overturned. Ruled by Dan", "on oneself"),
        ("es", "Jugada 1", "Los puntos se anulan. Lo revisó Dan", "por uno mismo"),
        ("fr", "Coup 1", "Les points sont annulés. Tranché par Dan", "sur soi-même"),
    ],
)
def test_the_report_tells_points_statistics_and_disputes(
    tmp_path: Path, language: str, coup: str, stays: str, statistics: str
) -> None:
    """Escaped, whole in one file, the disputed coup with its pictures; honest about one that is gone."""
    path = tmp_path / "j.sqlite3"
    recorded_coup(
        path,
        Disputed(0, 2, "<i>queens"),
        e.DisputeRuled(0, Outcome.OVERTURNED, "Dan", "picture 2", QUEENS),
        RulingPublished(0),
    )
    gone = first(record_of(path)).evidence[0]
    EvidenceStore(evidence_folder(path)).path(gone).unlink()
    page = _run(export, "--html", "-", "--language", language, "--journal", path)
    for part in (coup, stays, statistics, "&lt;b&gt;Ana", "&lt;i&gt;queens", gone, "cards-0123456789ab"):
        assert part in page, part
    assert "<b>" not in page
    assert "<i>" not in page
    assert page.count("data:image/jpeg;base64,") == 1
    assert "http" not in page.replace("http-equiv", "")


def test_a_ruling_that_is_not_published_is_in_no_report(tmp_path: Path) -> None:
    """Told to nobody: not the outcome, not the cards."""
    path = tmp_path / "j.sqlite3"
    recorded_coup(path, Disputed(0, 2, "no"), e.DisputeRuled(0, Outcome.OVERTURNED, "Dan", "picture 2", QUEENS))
    page = _run(export, "--html", "-", "--journal", path)
    assert "Not ruled yet" in page
    assert "picture 2" not in page


def test_pictures_of_a_disputed_coup_are_kept_and_others_may_go(tmp_path: Path) -> None:
    """Also where the dispute was lost; the pictures of the last three showdowns stay, however many each kept."""
    path = tmp_path / "j.sqlite3"
    match = recorded_coup(path)
    with Journal.open(path) as journal:
        assert disputed_evidence(journal) == frozenset()
        kept = recent_evidence(journal.events(match))
        assert len(kept) == 2
        journal.append_all(
            match,
            [DETECTIVE.codec.encode(Disputed(0, 2, "no")),
             DETECTIVE.codec.encode(e.DisputeRuled(0, Outcome.STANDS, "Dan", "seen")),
             DETECTIVE.codec.encode(RulingPublished(0))],
        )  # fmt: skip
        assert disputed_evidence(journal) == kept == frozenset(read_coups(journal.events(match)).scored[0].evidence)


def test_the_record_names_are_those_of_the_players(journal: Path) -> None:
    """And both pictures know what was read when they were kept."""
    record = record_of(journal)
    coup = first(record)
    assert record.names == NAMES
    assert len(coup.reading_of(coup.evidence[0]).hands[1]) == 0
    assert [card.card for card in coup.reading_of(coup.evidence[1]).hands[2]] == HANDS_21[2].upper().split()
    with pytest.raises(KeyError):
        coup.reading_of("ab" * 32)
