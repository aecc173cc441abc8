"""Every refusal, operation, decision and verdict as a sentence in English, Spanish or French."""

from companion.games.commentary.telling import LANGUAGES, hand_in_words, tell

__all__ = ["LANGUAGES", "hand_in_words", "tell"]
