"""Every refusal, operation and verdict as a sentence in English, Spanish or French."""

from companion.games.commentary.telling import tell

__all__ = ["tell"]
