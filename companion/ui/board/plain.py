"""The board as plain objects, for a page in a browser: nothing is in them that is not everyone's to see. Pure."""

from collections.abc import Callable
from typing import Any

from companion.games.dice import DiceHand
from companion.ui.board.view import BoardLine, BoardView
from companion.ui.dice import face_said
from companion.ui.languages import Catalogue
from companion.ui.texts import Faces, Said
from companion.ui.theme import Colour


def board_json(view: BoardView, language: str) -> dict[str, Any]:
    """What stands on the board, said in this language."""
    say = Catalogue(language, view.printing).say
    return {
        "language": language,
        "headline": say(view.headline),
        "claim": _claim(view.claim, view.claim_label, say),
        "verdict": {
            "word": say(view.word),
            "lie": view.lie,
            "sentence": say(view.sentence),
            "dice": [say(face_said(die.letter)) for die in view.dice],
        },
        "frozen": say(view.frozen),
        "players": [_line(line, say) for line in view.lines],
    }


def _claim(claim: DiceHand | None, label: Said, say: Callable[[Said], str]) -> dict[str, Any] | None:
    if claim is None:
        return None
    dice = [say(Faces((face,))) for face in claim.grouped]
    return {"label": say(label), "words": say(claim), "written": say(Faces(claim.grouped)), "dice": dice}


def _line(line: BoardLine, say: Callable[[Said], str]) -> dict[str, Any]:
    return {
        "name": line.name,
        "sign": line.kind.sign,
        "colour": _hex(line.kind.colour),
        "score": line.score,
        "number": line.number,
        "turn": line.turn,
        "out": line.out,
        "place": say(line.placed),
        "won": line.place == 1,
        "took_point": line.took_point,
    }


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(part * 255):02X}" for part in colour[:3])


def board_text(view: BoardView, language: str) -> str:
    """The board for a terminal."""
    told = board_json(view, language)
    lines = [told["headline"]]
    if told["claim"]:
        lines.append(f"{told['claim']['label']}: {told['claim']['written']} ({told['claim']['words']})")
    lines += [text for text in (told["verdict"]["word"], told["verdict"]["sentence"], told["frozen"]) if text]
    width = max((len(player["name"]) for player in told["players"]), default=0)
    for player in told["players"]:
        mark = "▶" if player["turn"] else " "
        row = f"{mark} {player['sign']} {player['name']:<{width}}  {player['number']:>6}  {player['score']}"
        lines.append(f"{row}  {player['place']}".rstrip())
    return "\n".join(lines)
