"""Operations and verdicts in parts, for sentences in any language (`companion.games.commentary.tell`)."""

from companion.games.dice import FIVE_ACES, Category
from companion.games.errors import Explanation
from companion.games.mentiroso import operations as op
from companion.games.mentiroso.state import Ground, Match, Verdict

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


def _dice(key: str, operation: op.ThrowOpen | op.ThrowCup | op.TakeOut | op.ThrowAgain, told: bool) -> Explanation:
    """How many dice, and their faces where they are all known and everybody may know them."""
    values: dict[str, object] = {"seat": operation.seat, "dice_many": len(operation.dice)}
    if told and None not in operation.faces:
        return Explanation(f"mentiroso.{key}_seen", {**values, "faces": operation.faces})
    return Explanation(f"mentiroso.{key}", values)


def explain_operation(operation: op.Operation) -> Explanation:  # noqa: PLR0911, PLR0912 - one line for each kind
    """What was done, without its secrets. Keys: ``mentiroso.`` and the kind of operation, as in the sentences."""
    match operation:
        case op.SetUp(players, options):
            return Explanation("mentiroso.set_up", {"players": players, "points": options.limit})
        case op.DrawLot(starter):
            return Explanation("mentiroso.draw_lot", {"starter": starter})
        case op.ThrowOpen():
            return _dice("throw_open", operation, told=True)
        case op.ThrowCup():
            return _dice("throw_cup", operation, told=False)
        case op.TakeOut():
            return _dice("take_out", operation, told=True)
        case op.ThrowAgain():
            return _dice("throw_again", operation, told=False)
        case op.SeeDice(_, faces):
            return Explanation("mentiroso.see_dice", {"faces": faces})
        case op.SeeTable(visible):
            key = "see_table" if visible else "see_table_empty"
            return Explanation(f"mentiroso.{key}", {"faces": visible})
        case op.Look(seat):
            return Explanation("mentiroso.look", {"seat": seat})
        case op.FixClaim(seat, hand):
            return Explanation("mentiroso.fix_claim", {"seat": seat, "hand": hand})
        case op.PassClaim(seat, hand, blind):
            return Explanation(
                "mentiroso.pass_blind" if blind else "mentiroso.pass_claim", {"seat": seat, "hand": hand}
            )
        case op.Believe(seat):
            return Explanation("mentiroso.believe", {"seat": seat})
        case op.Call(seat, by_lifting):
            return Explanation("mentiroso.call_lifting" if by_lifting else "mentiroso.call", {"seat": seat})
        case op.Show(actual):
            return Explanation("mentiroso.show", {"hand": actual})
        case op.RuleByHand(lie):
            return Explanation("mentiroso.rule_lie" if lie else "mentiroso.rule_true")
        case op.ThrowForAces(seat, actual):
            key = "aces_declined" if actual is None else "aces_thrown"
            return Explanation(f"mentiroso.{key}", {"seat": seat, "hand": actual})
        case op.VoidHand(reason):
            return Explanation("mentiroso.void_hand", {"reason": reason})
        case op.Withdraw(seat):
            return Explanation("mentiroso.withdraw", {"seat": seat})


def explain_end(match: Match) -> Explanation:
    """Who won, and the places (M10, M11). Only for a match that is over."""
    return Explanation("mentiroso.over", {"winner": match.winner, "seats": match.places})
