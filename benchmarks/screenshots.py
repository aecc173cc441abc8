"""`make screenshots`: every screen in every size, light and dark, in each language, on one page to be looked at.

`python -m benchmarks.screenshots --quick` draws one size and one language; `--only NAME` only the scenes so named.
"""

import html
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from benchmarks.scenes import SCENES, Scene, Still
from benchmarks.setup_scenes import setup_scenes
from companion.ui.window import prepare, require_window

SIZES = ((1280, 800), (1920, 1200), (800, 480))
PALETTES = ("dark", "light")
LANGUAGES = ("en", "es", "fr")
_STYLE = "body{font:16px sans-serif;margin:24px;background:#888}img{width:31%;margin:4px}h2{margin:24px 0 4px}"


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("out/screenshots"), show_default=True)
@click.option("--only", default="", help="Only scenes with this in their name.")
@click.option("--quick", is_flag=True, help="One size and one language.")
def main(out: Path, only: str, quick: bool) -> None:
    """Draw them, and write the page that shows them all."""
    out.mkdir(parents=True, exist_ok=True)
    sizes, languages = (SIZES[:1], LANGUAGES[:1]) if quick else (SIZES, LANGUAGES)
    chosen = [scene for scene in (*SCENES, *setup_scenes()) if only in scene.name]
    pictures = list(_draw(chosen, out, sizes, languages))
    page = out / "index.html"
    page.write_text(_page(pictures), encoding="utf-8")
    click.echo(f"{len(pictures)} pictures of {len(chosen)} screens: {page}")


def _draw(
    scenes: list[Scene], out: Path, sizes: tuple[tuple[int, int], ...], languages: tuple[str, ...]
) -> Iterator[tuple[str, Path]]:
    prepare(sizes[0], offscreen=True)
    require_window()
    from companion.ui.app import CompanionApp  # noqa: PLC0415 - Kivy is prepared first
    from companion.ui.stage import Stage  # noqa: PLC0415

    for scene in scenes:
        table = Still(scene)
        app = CompanionApp(
            table,
            table,
            table.hands,
            settings=scene.settings,
            first=scene.page,
            reviewer=table,
            workshop=scene.workshop,
        )
        with Stage(app) as stage:
            scene.touch(app)
            for size in sizes:
                stage.resize(*size)
                for palette in PALETTES:
                    for language in languages:
                        liked = replace(app.settings, palette=palette, language=language)
                        app.keep(liked)
                        stage.crank(3)
                        name = f"{scene.name}-{size[0]}x{size[1]}-{palette}-{language}.png".replace(" ", "_")
                        yield scene.name, stage.screenshot(out / name)


def _page(pictures: list[tuple[str, Path]]) -> str:
    parts = [f"<!doctype html><meta charset=utf-8><title>Cubilete</title><style>{_STYLE}</style>"]
    shown = ""
    for name, path in pictures:
        if name != shown:
            parts.append(f"<h2>{html.escape(name)}</h2>")
            shown = name
        parts.append(f'<a href="{path.name}"><img loading="lazy" src="{path.name}" title="{path.stem}"></a>')
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
