"""How far dice that nobody taught are known, told while they are named and at the verdict. Pure."""

from companion.referee.state import Phase, TableState
from companion.ui.banners import Banner, Tone
from companion.ui.texts import Faces, Said, text

FACES = 6
_THERE = (Phase.RULING, Phase.VERDICT, Phase.OVER)


def learning_banners(state: TableState) -> tuple[Banner, ...]:
    """Nothing where a set was taught, or nothing has been told yet."""
    learning = state.learning
    if learning is None or state.phase not in _THERE:
        return ()
    said = [Banner(Tone.NEWS, _contradiction(before, named)) for before, named in learning.contradictions]
    if learning.changed:
        said.append(Banner(Tone.NEWS, text("learning.changed")))
    if learning.complete:
        said.append(Banner(Tone.NOTE, text("learning.complete")))
    elif learning.faces:
        said.append(Banner(Tone.NOTE, text("learning.progress", known=len(learning.faces), all=FACES)))
    return tuple(said)


def _contradiction(before: str, named: str) -> Said:
    return text("learning.contradiction", before=Faces.of(before), named=Faces.of(named))
