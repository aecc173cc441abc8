"""The append-only record of a match: its events, its evidence pictures, its export. Knows no game and no rule."""
