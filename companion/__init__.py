"""The table companion: referees Mentiroso and Detective Poker played with real pieces."""

__version__ = "0.1.0"
"""The one place; the package, the journal and the packed app take it from here."""
