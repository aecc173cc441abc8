"""The report of a match of Detective Poker: one HTML file that shows everything by itself."""

import base64
from collections.abc import Mapping
from html import escape

from companion.games.commentary import tell
from companion.review.coups import CoupsRecord
from companion.review.report import PAGE
from companion.review.words import WORDS

_COUP = {"en": "Coup {}", "es": "Jugada {}", "fr": "Coup {}"}
_OPEN = {"en": "Not scored.", "es": "Sin puntuar.", "fr": "Non compté."}
_GONE = {
    "en": "A picture of this showdown is damaged or gone.",
    "es": "Falta una imagen de este destape, o está dañada.",
    "fr": "Une image de cet abattage manque ou est abîmée.",
}


def coups_report(record: CoupsRecord, pictures: Mapping[str, bytes], language: str = "en") -> str:
    """The whole page; `pictures`: JPEG by SHA-256. Raises KeyError for an unknown language."""
    words, names = WORDS[language], record.names
    title = escape(f"Detective Poker: {', '.join(names)}")
    totals = record.state.game.totals if record.state.game is not None else ()
    rows = "".join(f"<tr><td>{escape(n)}</td><td>{p}</td></tr>" for n, p in zip(names, totals, strict=bool(totals)))
    parts = [f"<h1>{title}</h1>", f"<p>{escape(words.begun.format(at=record.begun_at[:16]))}.</p>"]
    if record.state.simulated:
        parts.append(f"<p>{escape(words.simulated)}.</p>")
    parts += [f"<p>{escape(tell(end, language, names))}</p>" for end in record.ends]
    head = f"<tr><th>{escape(words.player)}</th><th>{escape(words.points)}</th></tr>"
    parts.append(f'<h2>{escape(words.score)}</h2><table class="score">{head}{rows}</table>')
    for each in record.coups:
        lines = "".join(f"<li>{escape(tell(what, language, names))}</li>" for what in each.told)
        parts.append(f"<section><h2>{_COUP[language].format(each.number)}</h2><ul>{lines}</ul>")
        if each.coup is None:
            parts.append(f"<p>{escape(_OPEN[language])}</p>")
        parts += [_figure(sha, pictures.get(sha), language) for sha in each.evidence]
        parts.append("</section>")
    parts.append(f"<h2>{escape(words.record)}</h2><p>{escape(words.head)}</p><p><code>{record.head}</code></p>")
    return PAGE.format(language=language, title=title, body="\n".join(parts))


def _figure(sha: str, data: bytes | None, language: str) -> str:
    if data is None:
        return f'<p class="note">{escape(_GONE[language])} <code>{escape(sha)}</code></p>'
    caption, coded = escape(WORDS[language].picture), base64.b64encode(data).decode("ascii")
    return (
        f'<figure><img alt="{caption}" src="data:image/jpeg;base64,{coded}">'
        f"<figcaption>{caption}<br><code>{escape(sha)}</code></figcaption></figure>"
    )
