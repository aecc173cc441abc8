"""A verdict in parts, for a sentence in any language (`companion.games.commentary.tell`)."""

from companion.games.dice import FIVE_ACES, Category
from companion.games.errors import Explanation
from companion.games.mentiroso.state import Ground, Verdict

_GROUPED = (Category.PAIR, Category.TRIO, Category.POKER, Category.REPOKER)


def _falls_short(verdict: Verdict) -> dict[str, object] | None:
    """The shortest reason for a lie: three kings were said and there were two."""
    if verdict.actual is None or not verdict.lie or verdict.claim.category not in _GROUPED:
        return None
    face = verdict.claim.grouped[0]
    said, found = verdict.claim.count(face), verdict.actual.count(face)
    return {"group": (said, face), "in_words": found} if found < said else None


def explain(verdict: Verdict) -> Explanation:
    """Why the loser takes the point.

    Keys: ``verdict.lie_group`` (values `group` = (how many, face), `in_words` = how many there were), ``verdict.lie``,
    ``verdict.true`` (exactly the claim), ``verdict.better``, ``verdict.ruled_lie``, ``verdict.ruled_true``,
    ``verdict.aces_believed``, ``verdict.aces_made``, ``verdict.aces_missed``, ``verdict.aces_declined``. Values always:
    `claimant`, `caller`, `loser` (seats), `claim` and, where the dice were read, `actual` (hands).
    """
    values: dict[str, object] = {"claimant": verdict.claimant, "caller": verdict.caller, "loser": verdict.loser}
    values["claim"] = verdict.claim
    if verdict.actual is not None:
        values["actual"] = verdict.actual
    short = _falls_short(verdict)
    if verdict.ground is Ground.ACES_BELIEVED:
        key = "aces_believed"
    elif verdict.ground is Ground.ACES_THROWN:
        missed = "aces_declined" if verdict.actual is None else "aces_missed"
        key = "aces_made" if verdict.actual == FIVE_ACES else missed
    elif verdict.ground is Ground.RULED:
        key = "ruled_lie" if verdict.lie else "ruled_true"
    elif short:
        key, values = "lie_group", values | short
    elif verdict.lie:
        key = "lie"
    else:
        key = "true" if verdict.actual == verdict.claim else "better"
    return Explanation(f"verdict.{key}", values)
