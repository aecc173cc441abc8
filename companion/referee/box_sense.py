"""What the box feels, in the words of the game. Pure.

| input | means |
|---|---|
| cup lifted | before BELIEVE a CALL (M20); after CALL the reading begins; in a turn a private look (M22) |
| cup seated | the next throw may begin |
| BELIEVE, CALL pressed | the answer (M20), where the box has seat buttons only by the hand of the seat in turn |
| seat pressed | whose hand it is |
| tilted | the cup is half open: told, and nothing else |
| shaking | a throw, counted and shown |

Only what was felt at a known moment is acted on: what was found so after a lost link, or after a contact that rattled,
calls nothing and answers nothing.
"""

from dataclasses import replace

from companion.referee.events import ButtonPressed, CupLifted, CupSeated
from companion.referee.felt import BoxFelt, BoxForgot, BoxHeard, BoxMet, BoxTold, Press
from firmware_bridge.events import Input, Level

Meaning = CupLifted | CupSeated | ButtonPressed | None


def meaning(
    which: Input, level: Level, at_ns: int | None, before: Level | None = None, frame: int | None = None
) -> Meaning:
    """The game's event for a change of an input from the level `before`; None for what only the table is told."""
    sure = at_ns is not None and before is not Level.STUCK
    match which, level:
        case Input.CUP, Level.LIFTED:
            return CupLifted(at_ns, frame, timed=sure)
        case Input.CUP, Level.SEATED:
            return CupSeated(at_ns, frame)
        case ((Input.BELIEVE | Input.CALL), Level.PRESSED) if sure:
            return ButtonPressed(which.value, at_ns=at_ns)
        case _:
            return None


def meaning_of(felt: BoxFelt, told: BoxTold) -> Meaning:
    """The same for what the box told; a press with the player whose hand it was, where the seat buttons tell."""
    heard = told.heard
    found = meaning(heard.input, heard.level, told.at_ns, felt.level(heard.input))
    if isinstance(found, ButtonPressed) and told.at_ns is not None:
        return replace(found, seat=felt.hand_at(told.at_ns))
    return found


def cup_found(felt: BoxFelt, event: BoxMet) -> Meaning:
    """How the cup stands at the handshake; None where the box will tell of it now, for it has changed meanwhile."""
    if event.cup is None or event.cup is Level.STUCK or event.cup is not felt.level(Input.CUP):
        return None
    return meaning(Input.CUP, event.cup, None)


def met(felt: BoxFelt, event: BoxMet) -> BoxFelt:
    """A box is ready. Its count goes on where the journal stands; what it lost meanwhile it tells itself."""
    if felt.mark is not None:
        return replace(felt, parts=event.parts)
    mark = (event.boot_id, event.next_seq)
    return replace(felt, parts=event.parts, mark=mark, levels=felt.levels or event.levels)


def noted(felt: BoxFelt, heard: BoxHeard, claiming: bool) -> BoxFelt:
    """An input is at another level; `claiming`: the seat in turn may throw."""
    after = felt.with_level(heard.input, heard.level)
    if heard.seq is not None and heard.boot_id is not None:
        after = replace(after, mark=(heard.boot_id, (heard.seq + 1) % 2**16))
    if (heard.input, heard.level) == (Input.CUP, Level.SEATED):
        return replace(after, throwing=False)
    if claiming and heard.seq is not None and heard.level is Level.SHAKING and not felt.throwing:
        # Without a cup that comes down between them, each shake is a throw.
        return replace(after, throws=felt.throws + 1, throwing=after.cup_down is not None)
    return after


def pressed(felt: BoxFelt, told: BoxTold) -> BoxFelt:
    """Whose button it was, where it was a seat's."""
    player = felt.player_at(told.heard.input)
    if player is None or told.heard.level is not Level.PRESSED or told.at_ns is None:
        return felt
    return replace(felt, pressed=Press(player, told.at_ns))


def forgot(felt: BoxFelt, event: BoxForgot) -> BoxFelt:
    """Events are lost."""
    return replace(felt, mark=(event.boot_id, (event.seq + 1) % 2**16), missed=True)


def known(felt: BoxFelt, at_ns: int | None) -> tuple[BoxMet, ...]:
    """What a new match's journal must know of the box, so that a fold comes to the same state."""
    if felt.parts is None or felt.mark is None:
        return ()
    return (BoxMet(*felt.mark, felt.parts, felt.levels, at_ns=at_ns),)


def new_turn(felt: BoxFelt) -> BoxFelt:
    """Another one throws, or the same one anew."""
    return replace(felt, throws=0, throwing=False, missed=False, not_counted=False)


def new_match(felt: BoxFelt) -> BoxFelt:
    """Its record begins here: calls of another match say nothing in it."""
    return replace(new_turn(felt), contradicted=0)


def shown(felt: BoxFelt, cup_down: bool | None) -> BoxFelt:
    """Five dice were surely read, in the open: a cup that stands on them at this moment is none."""
    return replace(felt, contradicted=felt.contradicted + 1 if cup_down else 0)
