"""The code in the documentation does what the text beside it says."""

import re
from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, ROOT, Block, blocks

PYTHON = {page: code for page in PAGES if (code := [block for block in blocks(page) if block.language == "python"])}
#: Pages whose blocks stand for themselves, one after another. Those of other pages speak of things that the reader has.
WHOLE = [ROOT / "docs" / "extending.md"]


@pytest.mark.parametrize("block", [block for code in PYTHON.values() for block in code], ids=lambda block: block.place)
def test_every_block_is_python(block: Block) -> None:
    """Also those that are only to be read."""
    compile(block.text, block.place, "exec")


@pytest.mark.parametrize("page", WHOLE, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run_one_after_another(page: Path) -> None:
    """Later blocks know the names of earlier ones. Assertions in them count."""
    room: dict[str, object] = {"__name__": page.stem}
    assert len(PYTHON[page]) >= 3
    for block in PYTHON[page]:
        exec(compile(block.text, block.place, "exec", dont_inherit=True), room)


def test_the_folders_in_the_drawing_exist() -> None:
    """docs/architecture.svg and the list beside it name what there is."""
    drawing = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    named = re.findall(r'class="folder"[^>]*>([^<]+)<', drawing)
    assert len(named) > 6
    assert all((ROOT / folder).is_dir() for folder in named)
    listed = re.findall(
        r"^ *(\w+)/  +\S", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    inside = {folder.name for folder in (ROOT / "companion").iterdir() if (folder / "__init__.py").exists()}
    assert inside <= set(listed)


@pytest.mark.parametrize("model", sorted((ROOT / "vision" / "models").glob("*.onnx")), ids=lambda model: model.stem)
def test_every_model_has_its_card(model: Path) -> None:
    """The table in training.md names it, a model card tells of it, and how it is trained stands among the commands."""
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    kind, _, network = model.stem.partition("_")
    assert f"`{model.stem}`" in page
    assert re.search(rf"training\.{kind}s?\.train_{network.removeprefix('index_')}\b", page)
    assert any(model.name in card.read_text(encoding="utf-8") for card in (ROOT / "docs" / "model_cards").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Files, pictures and headings that a page points to; what lies in the net is not looked up."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, heading = target.partition("#")
        if re.match(r"\w+:", file):
            continue
        there = (page.parent / file) if file else page
        assert there.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}, target
