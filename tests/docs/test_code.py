"""The code in the documentation does what the text beside it says."""

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
