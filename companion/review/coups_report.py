"""The report of a match of Detective Poker: one HTML file that shows everything by itself."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from companion.games.commentary import tell
from companion.games.detective.state import Coup
from companion.referee.detective.events import CardsFound
from companion.referee.detective.found import explain_found
from companion.review.coup_statistics import BettorStatistics, Share, coup_statistics
from companion.review.coup_words import COUP_WORDS, CoupWords
from companion.review.coups import CoupDispute, CoupRecord, CoupsRecord
from companion.review.report import PAGE, heading, moment, table
from companion.review.statistics import share
from companion.review.words import WORDS, Words


def coups_report(record: CoupsRecord, pictures: Mapping[str, bytes], language: str = "en") -> str:
    """The whole page; `pictures`: JPEG by SHA-256. Raises KeyError for an unknown language."""
    words, own, names = WORDS[language], COUP_WORDS[language], record.names
    title = own.title.format(names=", ".join(names))
    lead = words.begun.format(at=moment(record.begun_at)) + "."
    disputed = [each for each in record.scored if each.disputes]
    parts = [heading(1, title), f"<p>{escape(lead)}</p>"]
    if record.state.simulated:
        parts.append(f"<p>{escape(words.simulated)}.</p>")
    parts += [f"<p>{escape(tell(end, language, names))}</p>" for end in record.ends]
    points = [[name, str(total)] for name, total in zip(names, record.state.board.points, strict=False)]
    parts += [heading(2, words.score), table([words.player, words.points], points, "score")]
    coups = [each.coup for each in _told(record) if each.coup is not None]
    parts += [heading(2, own.statistics), *_statistics(coup_statistics(names, coups), own, words)]
    if disputed:
        parts += [heading(2, own.disputes), *(_disputed(each, record, pictures, language) for each in disputed)]
    parts.append(heading(2, own.story))
    parts += [_story(each, names, {} if each in disputed else pictures, language) for each in record.coups]
    parts += [heading(2, words.record), f"<p>{escape(words.head)}</p><p><code>{record.head}</code></p>"]
    parts += _read_with(record, own)
    return PAGE.format(language=language, title=escape(title), body="\n".join(parts))


def _told(record: CoupsRecord) -> tuple[CoupRecord, ...]:
    """The coups whose points may be told: while one is in dispute, none that were scored since."""
    game = record.state.told_game
    return record.scored[: len(game.coups)] if game is not None else ()


def _statistics(players: Sequence[BettorStatistics], own: CoupWords, words: Words) -> Iterable[str]:
    head = [words.player, own.bets, own.right, own.bluffs, own.moved, own.raised, own.on_self]
    rows = [
        [p.name, str(p.all.bets), _of(p.all), _of(p.bluffs), _of(p.moved), _of(p.raised), _of(p.on_self)]
        for p in players
    ]
    yield table(head, rows, "statistics")
    rows = [[p.name, *(f"{each.points} ({_of(each)})" for each in p.by_street), str(p.all.points)] for p in players]
    yield f"<p>{escape(own.by_phase)}</p>"
    yield table([words.player, *own.streets, own.sum], rows, "statistics")


def _of(found: Share) -> str:
    percent = share(found.right, found.bets)
    return "–" if percent is None else f"{found.right}/{found.bets} ({percent} %)"


def _story(record: CoupRecord, names: tuple[str, ...], pictures: Mapping[str, bytes], language: str) -> str:
    own = COUP_WORDS[language]
    told = [tell(what, language, names) for what in record.told]
    told += [
        own.corrected.format(by=each.by, why=each.why, cards=_cards(each.found, record.coup, names, language))
        for each in record.corrections
    ]
    lines = "".join(f"<li>{escape(line)}</li>" for line in told)
    parts = [f'<section id="coup{record.number}">{heading(3, own.coup.format(number=record.number))}<ul>{lines}</ul>']
    if record.coup is None:
        parts.append(f"<p>{escape(own.not_scored)}</p>")
    if not record.disputes:
        parts += [_figure(sha, pictures.get(sha), language) for sha in record.evidence]
    return "".join([*parts, "</section>"])


def _disputed(record: CoupRecord, match: CoupsRecord, pictures: Mapping[str, bytes], language: str) -> str:
    own, names = COUP_WORDS[language], match.names
    lines = []
    for dispute in record.disputes:
        lines.append(own.disputed_by.format(name=names[dispute.by], number=record.number, why=dispute.claims_that))
        lines += _ruled(dispute, record.coup, names, language)
    told = "".join(f"<p>{escape(line)}</p>" for line in lines)
    figures = "".join(_figure(sha, pictures.get(sha), language) for sha in record.evidence)
    if not record.evidence:
        figures = f'<p class="note">{escape(own.no_picture)}</p>'
    return f'<section class="disputed">{heading(3, own.coup.format(number=record.number))}{told}{figures}</section>'


def _ruled(dispute: CoupDispute, coup: Coup | None, names: tuple[str, ...], language: str) -> Iterable[str]:
    own, words = COUP_WORDS[language], WORDS[language]
    # What was ruled and is not announced yet is told to nobody.
    if dispute.outcome is None or not dispute.published:
        yield words.not_ruled
        return
    outcome = own.outcome(dispute.outcome)
    yield own.ruled_by.format(outcome=outcome, by=dispute.ruled_by, why=dispute.why)
    if dispute.found is not None:
        yield _cards(dispute.found, coup, names, language)


def _cards(found: CardsFound, coup: Coup | None, names: tuple[str, ...], language: str) -> str:
    assert coup is not None, "only scored coups are reviewed"
    return " ".join(tell(each, language, names) for each in explain_found(found, coup))


def _figure(sha: str, data: bytes | None, language: str) -> str:
    if data is None:
        return f'<p class="note">{escape(COUP_WORDS[language].gone)} <code>{escape(sha)}</code></p>'
    caption, coded = escape(WORDS[language].picture), base64.b64encode(data).decode("ascii")
    return (
        f'<figure><img alt="{caption}" src="data:image/jpeg;base64,{coded}">'
        f"<figcaption>{caption}<br><code>{escape(sha)}</code></figcaption></figure>"
    )


def _read_with(record: CoupsRecord, own: CoupWords) -> Iterable[str]:
    parts = {each.parts for each in record.scored if each.parts is not None}
    for known in sorted(parts, key=str):
        told = own.read_with.format(companion=known.companion, reader=known.cards_reader or "–")
        yield f'<p class="note">{escape(told)}</p>'
