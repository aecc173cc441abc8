"""A new game: who plays, who sits where, by which rules."""
