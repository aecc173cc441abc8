"""What the options of `companion review` decide about a verdict or the points of a coup."""

from dataclasses import dataclass
from typing import Any

import click

from companion.games.dice import DiceHand
from companion.referee.detective.events import CardsFound
from companion.referee.events import Outcome
from companion.review.coups import CoupRecord
from companion.review.found_text import parse_found
from companion.review.record import HandRecord
from companion.review.ruling import correction, coup_correction, coup_ruling, dispute, publication, ruling


@dataclass(frozen=True, slots=True)
class Decision:
    """As it was typed; what lay there is read when the game is known."""

    player: str | None
    outcome: str | None
    actual: str | None
    publish: bool
    correct: str | None
    by: str | None
    why: str | None

    @property
    def made(self) -> bool:
        """Whether anything is decided at all."""
        return bool(self.player or self.outcome or self.publish or self.correct)

    def refuse_unclear(self) -> None:
        """Raises click.UsageError where something that belongs together is not together."""
        if (self.outcome or self.correct) and not (self.by and self.why):
            raise click.UsageError("a ruling or a correction needs --by NAME and --why TEXT: the record keeps both")
        if self.player and not self.why:
            raise click.UsageError("a dispute needs --why TEXT: what the player says against the verdict")
        if self.actual and not self.outcome:
            raise click.UsageError("--actual belongs to --rule; without a dispute, say --correct")
        if self.correct and (self.player or self.outcome or self.publish):
            raise click.UsageError("a correction is no ruling: say --correct, or --dispute, --rule and --publish")

    def of_hand(self, hand: HandRecord, names: tuple[str, ...]) -> list[Any]:
        """What the referee of Mentiroso is told, in its order. Raises NotUnderstood for what are no dice."""
        by, why = self.by or "", self.why or ""
        if self.correct is not None:
            return [correction(hand, DiceHand.parse(self.correct), by, why)]
        told = self._raised(hand, names)
        if self.outcome is not None:
            actual = DiceHand.parse(self.actual) if self.actual is not None else None
            told.append(ruling(hand, Outcome(self.outcome), by, why, actual))
        return [*told, publication(hand)] if self.publish else told

    def of_coup(self, record: CoupRecord, names: tuple[str, ...]) -> list[Any]:
        """What the referee of Detective Poker is told. Raises FoundUnclear, NotUnderstood for what are no cards."""
        by, why = self.by or "", self.why or ""

        def found(text: str) -> CardsFound:
            assert record.coup is not None
            return parse_found(text, names, record.coup)

        if self.correct is not None:
            return [coup_correction(record, found(self.correct), by, why)]
        told = self._raised(record, names)
        if self.outcome is not None:
            actual = found(self.actual) if self.actual is not None else None
            told.append(coup_ruling(record, Outcome(self.outcome), by, why, actual))
        return [*told, publication(record)] if self.publish else told

    def _raised(self, of: HandRecord | CoupRecord, names: tuple[str, ...]) -> list[Any]:
        if self.player is None:
            return []
        if self.player not in names:
            raise click.BadParameter(
                f"{self.player!r} does not play in this match; {', '.join(names)} do", param_hint="--dispute"
            )
        return [dispute(of, names.index(self.player), self.why or "")]
