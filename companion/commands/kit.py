"""`companion kit`: print what the camera finds its way by."""

from pathlib import Path

import click

from calibration.kit.pages import PAPERS, kit_pages
from calibration.kit.pdf import write_pdf
from calibration.kit.words import LANGUAGES, WORDS


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("kit.pdf"),
    show_default=True,
    help="The PDF.",
)
@click.option("--paper", type=click.Choice(sorted(PAPERS)), default="a4", show_default=True, help="What is printed on.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of what is printed.")
@click.option(
    "--players",
    type=click.IntRange(2, 10),
    default=4,
    show_default=True,
    help="How many seats the Mentiroso mat shows; the Detective mat is for four, or for three if you say 3.",
)
def kit(out: Path, paper: str, lang: str, players: int) -> None:
    """Write the kit to be printed, as a PDF.

    Table mats, action cards and the calibration board, in true size: print it at 100 %, not fitted to the page.
    """
    pages = kit_pages(paper, lang, players)
    write_pdf(pages, out, f"Cubilete: {WORDS[lang].title}")
    click.echo(f"Wrote {out}: {len(pages)} pages. Print them at 100 % and measure the ruler on the first page.")
