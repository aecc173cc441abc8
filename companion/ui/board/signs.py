"""Points as signs: filled for each one taken, or hearts for those that are left. Pure."""

FULL, EMPTY = "●", "○"
HEART, LOST_HEART = "♥", "♡"
#: More than so many are not counted at a glance: a number says it better.
MOST_SIGNS = 10


def score_in_signs(points: int, limit: int, score: str) -> str:
    """`score`: "points" taken, or "hearts" left; a number where nobody could count the signs."""
    if limit > MOST_SIGNS:
        return f"{HEART} {limit - points}" if score == "hearts" else f"{points}/{limit}"
    if score == "hearts":
        return HEART * (limit - points) + LOST_HEART * points
    return FULL * points + EMPTY * (limit - points)
