"""Detective Poker refereed: what happened at the table in, what everyone may see out (docs/detective.md)."""
