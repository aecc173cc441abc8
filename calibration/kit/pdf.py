"""Pages of the kit as one PDF file."""

from collections.abc import Iterable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.kit.shapes import Area, Layer, Page, Shape, Words

if TYPE_CHECKING:
    from fpdf import FPDF

_POINTS_PER_MM = 72 / 25.4
#: Beyond Western European letters, which the printed texts do not need, the built-in font has no signs.
_FONT = "Helvetica"


class KitError(ValueError):
    """The kit cannot be written; the message says why and what to do."""


def write_pdf(pages: Iterable[Page], path: Path, title: str) -> None:
    """Writes the pages in true millimetres; the same pages give the same bytes. Raises KitError."""
    # A third of a second, which nobody who plays waits for.
    from fpdf import FPDF, ViewerPreferences  # noqa: PLC0415

    pdf = FPDF(unit="mm", format="A4")
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    pdf.set_title(title)
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    # Printing in true size is what all depends on: viewers that heed it do not offer to fit the page.
    pdf.viewer_preferences = ViewerPreferences(print_scaling="None")
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        for layer in page.layers:
            with pdf.rect_clip(*layer.clip) if layer.clip else nullcontext():
                for shape in layer.shapes:
                    _draw(pdf, layer, shape)
    data = bytes(pdf.output())
    try:
        unfinished = path.with_name(path.name + ".unfinished")
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError as error:
        raise KitError(
            f"{path}: the kit cannot be written ({error.strerror or error}); choose another place"
        ) from error


def _draw(pdf: "FPDF", layer: Layer, shape: Shape) -> None:
    if isinstance(shape, Words):
        _write(pdf, layer, shape)
        return
    points = [(layer.x + x, layer.y - y) for x, y in (shape.corners if isinstance(shape, Area) else shape.points)]
    if isinstance(shape, Area):
        style = ("D" if shape.edge else "") + ("F" if shape.fill else "")
        if shape.fill:
            pdf.set_fill_color(*shape.fill)
        if shape.edge:
            pdf.set_draw_color(*shape.edge)
            pdf.set_line_width(shape.line)
        pdf.polygon(points, style=style)
        return
    pdf.set_draw_color(*shape.colour)
    pdf.set_line_width(shape.line)
    pdf.set_dash_pattern(shape.dash, shape.dash)
    pdf.polyline(points, style="D")
    pdf.set_dash_pattern()


def _write(pdf: "FPDF", layer: Layer, words: Words) -> None:
    pdf.set_font(_FONT, "B" if words.bold else "", words.size * _POINTS_PER_MM)
    pdf.set_text_color(*words.colour)
    x, y = layer.x + words.x, layer.y - words.y
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[words.align]
    with pdf.rotation(words.turn, x, y) if words.turn else nullcontext():
        pdf.text(x - share * pdf.get_string_width(words.text), y, words.text)
