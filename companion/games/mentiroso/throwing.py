"""What the player in turn does with the dice (M13 to M18, M22, M23, M27)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest

from companion.games.dice import Face
from companion.games.errors import IllegalAction, NotUnderstood
from companion.games.mentiroso.operations import (
    Faces,
    Look,
    SeeDice,
    SeeTable,
    TakeOut,
    ThrowAgain,
    ThrowCup,
    ThrowOpen,
)
from companion.games.mentiroso.state import DICE, Die, Match, Phase, Place
from companion.games.seats import Seat, holds

NO_FACES: Mapping[int, Face] = {}


def _numbers(dice: Iterable[int], faces: Mapping[int, Face]) -> tuple[int, ...]:
    """The numbers of the dice in order, each once."""
    numbers = tuple(sorted(set(dice)))
    if not numbers or not set(faces) <= set(numbers) <= set(DICE):
        raise NotUnderstood("dice_numbers", dice=numbers)
    return numbers


def _in_turn(match: Match, rule: str) -> Seat:
    """Whose turn it is; these acts are only theirs."""
    if match.phase is not Phase.TURN or match.actor is None:
        raise IllegalAction(rule, "not_in_turn", phase=match.phase)
    return match.actor


def _aligned(numbers: tuple[int, ...], faces: Mapping[int, Face]) -> Faces:
    return tuple(faces.get(number) for number in numbers)


def _with(match: Match, changed: Mapping[int, Die]) -> Match:
    return replace(match, dice=tuple(changed.get(number, die) for number, die in enumerate(match.dice)))


def _verify_unthrown(match: Match, numbers: tuple[int, ...]) -> None:
    """M14, where throws are told."""
    again = tuple(number for number in numbers if match.dice[number].thrown)
    if again and match.options.throws == "told":
        raise IllegalAction("M14", "thrown_already", dice=again)


def verify_throw_open(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> None:
    """Unthrown dice, at least one.

    Raises:
        IllegalAction: M15 (not in turn), M14 (a die was thrown already).
        NotUnderstood: no such dice.
    """
    _in_turn(match, "M15")
    _verify_unthrown(match, _numbers(dice, faces))


def throw_open(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> tuple[Match, ThrowOpen]:
    """Throw dice in the open (M15); `faces` says what came, by number of die, as far as it is known."""
    numbers = tuple(dice)
    verify_throw_open(match, numbers, faces)
    seat, numbers = _in_turn(match, "M15"), _numbers(numbers, faces)
    thrown = {number: Die(Place.TABLE, True, faces.get(number)) for number in numbers}
    return _with(match, thrown), ThrowOpen(seat, numbers, _aligned(numbers, faces))


def verify_throw_cup(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> None:
    """Unthrown dice, at least one, and every die now under the cup among them.

    Raises:
        IllegalAction: M16 (not in turn, or a die stays under the cup), M14 (a die was thrown already).
        NotUnderstood: no such dice.
    """
    _in_turn(match, "M16")
    numbers = _numbers(dice, faces)
    _verify_unthrown(match, numbers)
    kept = tuple(number for number in match.hidden if number not in numbers)
    if kept and match.options.throws == "told":
        raise IllegalAction("M16", "kept_under_cup", dice=kept)


def throw_cup(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> tuple[Match, ThrowCup]:
    """Throw dice under the cup (M16); `faces` is a secret that only a simulated table knows."""
    numbers = tuple(dice)
    verify_throw_cup(match, numbers, faces)
    seat, numbers = _in_turn(match, "M16"), _numbers(numbers, faces)
    thrown = {number: Die(Place.CUP, True, faces.get(number)) for number in numbers}
    after = replace(_with(match, thrown), thrown_blind=match.fixed is not None)
    return after, ThrowCup(seat, numbers, _aligned(numbers, faces))


def verify_take_out(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> None:
    """Dice under the cup, at least one.

    Raises:
        IllegalAction: M17.
        NotUnderstood: no such dice.
    """
    _in_turn(match, "M17")
    shown = tuple(number for number in _numbers(dice, faces) if match.dice[number].place is Place.TABLE)
    if shown:
        raise IllegalAction("M17", "visible_already", dice=shown)


def take_out(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> tuple[Match, TakeOut]:
    """Make hidden dice visible (M17). After a blind throw that is a look: the claim is no longer blind (ME24)."""
    numbers = tuple(dice)
    verify_take_out(match, numbers, faces)
    seat, numbers = _in_turn(match, "M17"), _numbers(numbers, faces)
    shown = {
        number: replace(match.dice[number], place=Place.TABLE, face=faces.get(number, match.dice[number].face))
        for number in numbers
    }
    after = _with(match, shown)
    if match.thrown_blind:
        after = replace(after, fixed=None, thrown_blind=False)
    return after, TakeOut(seat, numbers, tuple(shown[number].face for number in numbers))


def verify_throw_again(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> None:
    """Dice thrown in this turn that came to lie badly, all under the cup or all in the open.

    Raises:
        IllegalAction: M27.
        NotUnderstood: no such dice.
    """
    _in_turn(match, "M27")
    unthrown = tuple(number for number in _numbers(dice, faces) if not match.dice[number].thrown)
    if unthrown:
        raise IllegalAction("M27", "not_thrown", dice=unthrown)
    if len({match.dice[number].place for number in _numbers(dice, faces)}) > 1:
        raise IllegalAction("M27", "mixed_places")


def throw_again(match: Match, dice: Iterable[int], faces: Mapping[int, Face] = NO_FACES) -> tuple[Match, ThrowAgain]:
    """Throw cocked, stacked or lost dice again, in the same place; it uses up no throw (M27)."""
    numbers = tuple(dice)
    verify_throw_again(match, numbers, faces)
    seat, numbers = _in_turn(match, "M27"), _numbers(numbers, faces)
    thrown = {number: replace(match.dice[number], face=faces.get(number)) for number in numbers}
    hidden = match.dice[numbers[0]].place is not Place.TABLE
    return _with(match, thrown), ThrowAgain(seat, numbers, _aligned(numbers, faces), hidden)


def verify_see_dice(match: Match, faces: Mapping[int, Face]) -> None:
    """Dice in the open, while a hand is in play.

    Raises:
        IllegalAction: M13.
        NotUnderstood: no such dice.
    """
    numbers = _numbers(faces, faces)
    if not match.dice:
        raise IllegalAction("M13", "no_hand")
    unseen = tuple(number for number in numbers if match.dice[number].place is not Place.TABLE)
    if unseen:
        raise IllegalAction("M13", "not_in_the_open", dice=unseen)


def see_dice(match: Match, faces: Mapping[int, Face]) -> tuple[Match, SeeDice]:
    """Record the faces of dice in the open, by number of die."""
    verify_see_dice(match, faces)
    numbers = _numbers(faces, faces)
    seen = {number: replace(match.dice[number], face=face) for number, face in faces.items()}
    return _with(match, seen), SeeDice(numbers, _aligned(numbers, faces))


def verify_see_table(match: Match, visible: Iterable[Face]) -> None:
    """At most five faces, while a hand is in play and throws are trusted (told throws say where each die is).

    Raises:
        IllegalAction: M13.
        NotUnderstood: more than five faces.
    """
    count = len(tuple(visible))
    if count > 5:
        raise NotUnderstood("dice_count", count=count)
    if not match.dice:
        raise IllegalAction("M13", "no_hand")
    if match.options.throws == "told":
        raise IllegalAction("M13", "throws_told")


def see_table(match: Match, visible: Iterable[Face]) -> tuple[Match, SeeTable]:
    """Record which faces lie in the open now; all other dice are under the cup.

    As few dice as possible are taken to have changed. One in the open with another face than before was thrown, and
    so was one that went under the cup (M17); at an opening all five are (M18).
    """
    faces = tuple(sorted(visible, reverse=True))
    verify_see_table(match, faces)
    left = Counter(faces)
    seen: dict[int, Die] = {}
    for number, die in enumerate(match.dice):
        if die.place is Place.TABLE and die.face is not None and left[die.face]:
            left[die.face] -= 1
            seen[number] = die
    changed = sorted(set(DICE) - set(seen), key=lambda number: (_readiness(match.dice[number]), number))
    for number, face in zip_longest(changed, left.elements()):
        die = match.dice[number]
        if face is None:
            seen[number] = Die(Place.CUP, die.thrown or match.opening or die.place is Place.TABLE)
        else:
            thrown_open = die.place is Place.TABLE and die.face is not None
            seen[number] = Die(Place.TABLE, die.thrown or match.opening or thrown_open, face)
    return _with(match, seen), SeeTable(faces)


def _readiness(die: Die) -> int:
    """Which die a new face in the open most likely belongs to: first one lying there unread, last one in the cup."""
    if die.place is Place.TABLE:
        return 0 if die.face is None else 1
    return 2 if die.place is Place.UNTOLD else 3


def verify_look(match: Match) -> None:
    """The player in turn may look under the cup where dice are.

    Raises:
        IllegalAction: M22.
    """
    _in_turn(match, "M22")
    if all(die.place is Place.TABLE for die in match.dice):
        raise IllegalAction("M22", "nothing_hidden")


def look(match: Match) -> tuple[Match, Look]:
    """Look under the cup in private (M22); a claim fixed for a blind pass is no longer blind (ME24)."""
    verify_look(match)
    return replace(match, looked=True, fixed=None, thrown_blind=False), Look(_in_turn(match, "M22"))


can_throw_open = holds(verify_throw_open)
can_throw_cup = holds(verify_throw_cup)
can_take_out = holds(verify_take_out)
can_throw_again = holds(verify_throw_again)
can_see_dice = holds(verify_see_dice)
can_see_table = holds(verify_see_table)
can_look = holds(verify_look)
