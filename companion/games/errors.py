"""The three ways a wish can fail: not understood, not legal, ambiguous."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Explanation:
    """Something to be said to people, in parts, so that every language can build its own sentence.

    `key` names the sentence (``verdict.lie``, ``refused.not_higher``); `values` holds what goes into it: seats, hands,
    faces, cards, numbers. The sentences are in `companion.games.commentary`.
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


class RulesError(Exception):
    """Base of all errors of the kernel; `explanation` says in parts what `str()` says in English."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.explanation = explanation

    def __str__(self) -> str:
        from companion.games.commentary import tell  # noqa: PLC0415 - the sentences know the games, which know this

        return tell(self.explanation)


class NotUnderstood(RulesError, ValueError):  # noqa: N818 - named as people say it
    """A text or a value that means nothing in this game."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(Explanation(f"not_understood.{key}", values))


class Ambiguous(RulesError, ValueError):  # noqa: N818
    """A text that means more than one thing; `alternatives` lists them in the one written form."""

    def __init__(self, key: str, alternatives: tuple[str, ...], **values: Any) -> None:
        some = alternatives if len(alternatives) <= 6 else (*alternatives[:5], "…")
        super().__init__(Explanation(f"ambiguous.{key}", {**values, "alternatives": some}))
        self.alternatives = alternatives


class IllegalAction(RulesError):  # noqa: N818
    """Understood, but the rules forbid it now; `rule` is the number in the rulebook, such as ``"M19"``."""

    def __init__(self, rule: str, key: str, **values: Any) -> None:
        super().__init__(Explanation(f"refused.{key}", values))
        self.rule = rule

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"
