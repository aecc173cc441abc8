"""What the scoreboard shows of a state. Pure, and nothing that is not everyone's to see."""

from dataclasses import dataclass, field

from companion.games.dice import LETTERS, DiceHand, Printing
from companion.referee.board import Board
from companion.referee.state import Phase, TableState
from companion.ui.board.signs import score_in_signs
from companion.ui.dice import DieView
from companion.ui.mentiroso.dispute_view import frozen
from companion.ui.mentiroso.verdict_view import VerdictView
from companion.ui.mentiroso.view import View, view_of
from companion.ui.players import Kind, Player, kinds_of
from companion.ui.texts import NOTHING, Said, text


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One player."""

    name: str
    kind: Kind
    score: str
    """As signs, or as a number where there would be too many."""
    number: str
    turn: bool
    out: bool
    place: int | None
    placed: Said
    """The place in words; nothing while it is not known."""
    took_point: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole board."""

    headline: Said
    claim: DiceHand | None
    """What stands or must be beaten, while it does."""
    claim_label: Said
    word: Said
    """The verdict in a word; nothing while none stands."""
    lie: bool | None
    sentence: Said
    dice: tuple[DieView, ...]
    """What lay there, once the verdict says so."""
    frozen: Said
    """Why the score stands still; nothing while it does not."""
    lines: tuple[BoardLine, ...]
    printing: Printing = field(default_factory=lambda: LETTERS)
    """What stands on the dice."""


def board_view(state: TableState, score: str = "points", known: tuple[Player, ...] = ()) -> BoardView:
    """`score`: "points" taken, or "hearts" left."""
    view = view_of(state, known=known)
    verdict = view.verdict if state.phase in (Phase.VERDICT, Phase.OVER) else None
    claim = None if verdict is not None else view.claim
    return BoardView(
        headline=view.headline if state.names else text("board.nobody"),
        claim=claim,
        claim_label=view.claim_label if claim is not None else NOTHING,
        word=verdict.word if verdict else NOTHING,
        lie=verdict.lie if verdict else None,
        sentence=_sentence(view, verdict),
        dice=verdict.actual if verdict else (),
        frozen=frozen(state) or NOTHING,
        lines=tuple(
            BoardLine(
                name=player.name,
                kind=player.kind,
                score=score_in_signs(player.points, player.limit, score),
                number=f"{player.points}/{player.limit}",
                turn=player.turn,
                out=player.out,
                place=player.place,
                placed=NOTHING if player.place is None else text("score.place", place=player.place),
                took_point=player.took_point,
            )
            for player in view.players
        ),
    )


def _sentence(view: View, verdict: VerdictView | None) -> Said:
    if verdict is None:
        return NOTHING
    return verdict.next if view.panel is Phase.OVER else verdict.sentence


def points_view(names: tuple[str, ...], board: Board, known: tuple[Player, ...] = ()) -> BoardView:
    """The board of any game: who has how many points, whose turn it is, and nothing else."""
    kinds = kinds_of(names, known)
    lines = tuple(
        BoardLine(
            name=name,
            kind=kinds[seat],
            score=NOTHING,
            number=str(board.points[seat]) if seat < len(board.points) else "",
            turn=seat == board.turn,
            out=seat in board.out,
            place=None,
            placed=NOTHING,
            took_point=False,
        )
        for seat, name in enumerate(names)
    )
    headline = text("board.points") if names else text("board.nobody")
    return BoardView(headline, None, NOTHING, NOTHING, None, NOTHING, (), NOTHING, lines)
