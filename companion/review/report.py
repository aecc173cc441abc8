"""The report of a match: one HTML file that shows everything by itself, anywhere, without a network."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from companion.games.commentary.telling import LANGUAGES, number_said
from companion.games.dice import Printing, in_print
from companion.games.mentiroso.state import Ground
from companion.referee.printing import Prints, as_the_rules_write
from companion.review.record import Dispute, HandRecord, MatchRecord
from companion.review.statistics import PlayerStatistics, share, statistics
from companion.review.story import tell_hand, tell_verdict
from companion.review.words import WORDS, Words

Pictures = Mapping[int, bytes]
"""JPEG of the drawn-on picture of a hand, by its number."""


def report(record: MatchRecord, pictures: Pictures, language: str = "en", prints: Prints = as_the_rules_write) -> str:
    """The whole page; `pictures` are shown with the disputed calls, `prints` says what stands on the dice.

    Raises KeyError for an unknown language.
    """
    words = WORDS[language]
    names = ", ".join(record.names)
    disputed = [hand for hand in record.hands if hand.disputes]
    parts = [
        heading(1, words.title.format(names=names)),
        f"<p>{_lead(record, words, language)}</p>",
        heading(2, words.score),
        _score(record, words),
        heading(2, words.statistics),
        _statistics(statistics(record), words),
        f'<p class="note">{escape(words.unseen)}</p>',
    ]
    if disputed:
        parts += [
            heading(2, words.disputes),
            *(_disputed(hand, record, pictures, language, prints(hand.parts)) for hand in disputed),
        ]
    parts += [heading(2, words.story), *(_told(hand, record, language, prints(hand.parts)) for hand in record.hands)]
    parts += [f"<p>{escape(words.void.format(why=why))}</p>" for why in record.voided]
    parts += [heading(2, words.record), *_footer(record, words)]
    return PAGE.format(language=language, title=escape(words.title.format(names=names)), body="\n".join(parts))


def _lead(record: MatchRecord, words: Words, language: str) -> str:
    points = LANGUAGES[language].counted["points"](record.limit)
    lines = [words.begun.format(at=moment(record.begun_at)), words.limit.format(points=points)]
    if record.state.simulated:
        lines.append(words.simulated)
    told = ". ".join(lines) + "."
    if record.abandoned:
        told += " " + words.abandoned.format(why=record.abandoned)
    elif record.state.match is None or record.state.match.winner is None:
        told += " " + words.still_played
    return escape(told)


def moment(at: str) -> str:
    """`2026-11-29 20:15 UTC`."""
    return f"{at[:10]} {at[11:16]} UTC" if len(at) > 16 else at


def _score(record: MatchRecord, words: Words) -> str:
    match = record.state.match
    if match is None:
        return ""
    rows = []
    for place, seat in enumerate(match.places, start=1):
        note = words.winner if seat == match.winner else words.out if seat in match.out else ""
        # Those still in play have no place yet.
        shown = str(place) if match.winner is not None or seat in match.out else "–"
        rows.append([shown, record.names[seat], str(match.points[seat]), note])
    return table([words.place, words.player, words.points, ""], rows, "score")


def _statistics(players: Sequence[PlayerStatistics], words: Words) -> str:
    head = [words.player, words.claims, words.believed, words.called, words.caught, words.calls, words.right]
    rows = [
        [
            p.name,
            str(p.claims),
            str(p.believed),
            str(p.called),
            _of(p.caught, p.called),
            str(p.calls),
            _of(p.right, p.calls),
            str(p.beliefs),
        ]
        for p in players
    ]
    return table([*head, words.beliefs], rows, "statistics")


def _of(part: int, whole: int) -> str:
    percent = share(part, whole)
    return str(part) if percent is None else f"{part} ({percent} %)"


def _told(hand: HandRecord, record: MatchRecord, language: str, printing: Printing) -> str:
    words = WORDS[language]
    lines = "".join(f"<li>{escape(line)}</li>" for line in tell_hand(hand, record.names, language, printing))
    points = ", ".join(f"{name} {n}" for name, n in zip(record.names, hand.points, strict=True))
    return (
        f'<section id="hand{hand.number}">{heading(3, words.hand.format(number=hand.number))}<ul>{lines}</ul>'
        f'<p class="note">{escape(words.points_now.format(points=points))}</p></section>'
    )


def _disputed(hand: HandRecord, record: MatchRecord, pictures: Pictures, language: str, printing: Printing) -> str:
    words = WORDS[language]
    lines = []
    for dispute in hand.disputes:
        lines.append(
            words.disputed_by.format(name=record.names[dispute.by], number=hand.number, why=dispute.claims_that)
        )
        lines += _ruled(dispute, words, printing)
    lines.append(tell_verdict(hand.ruling, record.names, language, printing))
    told = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return (
        f'<section class="disputed">{heading(3, words.hand.format(number=hand.number))}{told}'
        f"{_picture(hand, pictures, language)}{_box(hand, language)}</section>"
    )


def _ruled(dispute: Dispute, words: Words, printing: Printing) -> Iterable[str]:
    # What was ruled and is not announced yet is told to nobody.
    if dispute.outcome is None or not dispute.published:
        yield words.not_ruled
        return
    yield words.ruled_by.format(outcome=words.outcome(dispute.outcome), by=dispute.ruled_by, why=dispute.why)
    if dispute.actual is not None:
        yield words.dice_were.format(dice=in_print(dispute.actual.faces, printing))


def _picture(hand: HandRecord, pictures: Pictures, language: str) -> str:
    words = WORDS[language]
    data = pictures.get(hand.number)
    if data is None:
        return "" if hand.ruling.ground is Ground.ACES_BELIEVED else f'<p class="note">{escape(words.no_picture)}</p>'
    moment_us = hand.moments_us[-1]
    when = ""
    if moment_us is not None:
        when = f", {words.since_lift.format(seconds=number_said(f'{moment_us / 1e6:.3f}', language))}"
    caption = escape(f"{words.picture}{when}")
    coded = base64.b64encode(data).decode("ascii")
    return (
        f'<figure><img alt="{caption}" src="data:image/jpeg;base64,{coded}">'
        f"<figcaption>{caption}<br><code>{hand.evidence[-1]}</code></figcaption></figure>"
    )


def _box(hand: HandRecord, language: str) -> str:
    words = WORDS[language]
    if not hand.box:
        return ""
    rows = [[f"{number_said(f'{felt.at_us / 1e6:+.3f}', language)}\u00a0s", words.felt(felt)] for felt in hand.box]
    return f"<p>{escape(words.box)}</p>{table(['', ''], rows, 'box')}"


def _footer(record: MatchRecord, words: Words) -> Iterable[str]:
    yield f"<p>{escape(words.head)}</p><p><code>{record.head}</code></p>"
    parts = {hand.parts for hand in record.hands if hand.parts is not None}
    for known in sorted(parts, key=str):
        profile = words.no_profile
        if known.profile is not None:
            profile = f"{known.profile.name} ({known.profile.evidence[:12]})"
        told = words.read_with.format(
            companion=known.companion, reader=known.reader, profile=profile, firmware=known.firmware or words.no_profile
        )
        yield f'<p class="note">{escape(told)}</p>'


def heading(level: int, text: str) -> str:
    """One line of HTML."""
    return f"<h{level}>{escape(text)}</h{level}>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str) -> str:
    """Of plain texts, escaped here."""
    top = f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>" if any(head) else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table class="{kind}">{top}{body}</table></div>'


PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #8884; --soft: #777; }}
body {{ font: 17px/1.5 system-ui, "DejaVu Sans", sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.7rem; margin-bottom: 0; }}
h2 {{ font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 2px solid var(--line); }}
h3 {{ font-size: 1rem; margin: 1.4rem 0 .3rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; }}
th, td {{ text-align: left; vertical-align: bottom; padding: .3rem .9rem .3rem 0; }}
th, td {{ border-bottom: 1px solid var(--line); }}
th {{ font-weight: 600; }}
.score td:nth-child(3), .statistics td:nth-child(n+2), .box td:first-child {{ white-space: nowrap; }}
td {{ font-variant-numeric: tabular-nums; }}
ul {{ margin: .2rem 0; padding-left: 1.2rem; }}
.note, figcaption {{ color: var(--soft); font-size: .88rem; }}
figure {{ margin: 1rem 0; }}
img {{ max-width: 100%; height: auto; border-radius: .4rem; }}
code {{ font-size: .82rem; overflow-wrap: anywhere; }}
section {{ break-inside: avoid; }}
.disputed {{ border-left: 4px solid #d08020; padding-left: 1rem; }}
@media print {{ body {{ margin: 0; max-width: none; }} }}
</style>
</head>
<body>
{body}
</body>
</html>
"""
