"""The self-test without a box: what is asked in which order, and what counts as a fault."""

from dataclasses import replace

from firmware_bridge.events import BoxEvent, Input, Level, levels_of
from firmware_bridge.messages import Board, Capability, Lamp, Levels, Welcome
from firmware_bridge.selftest import SOUNDS, Feel, SelfTest, Shine, Sound, Stand, Why

BOX = Welcome(1, 0, 7, (1, 0), Board.SOFTWARE, Capability(0xFF), 2, 0, 0, 0, 0, Levels())


def follow(test: SelfTest, *, but: tuple[Input, ...] = ()) -> list[object]:
    """Do what is asked, with all inputs except these; everything that was asked."""
    asked: list[object] = []
    while (ask := test.ask) is not None:
        asked.append(ask)
        match ask:
            case Stand():
                test.stands()
            case Feel(which, level) if which not in but:
                test.felt(BoxEvent(which, level, at_ns=None))
            case Feel():
                test.give_up()
            case Shine(lamp):
                assert test.lamps == {lamp}
                test.answer(True)
            case Sound():
                assert not test.lamps
                test.answer(True)
    return asked


def test_each_part_is_asked_for_once_and_each_input_both_ways() -> None:
    """The cup first, because it tells which way round its sensor speaks."""
    test = SelfTest(BOX)
    asked = follow(test)
    inputs = (Input.CUP, Input.TILT, Input.SHAKE, Input.BELIEVE, Input.CALL, Input.SEAT0, Input.SEAT1)
    both = [Feel(which, level) for which in inputs for level in reversed(levels_of(which)[:2])]
    lamps = [Shine(lamp) for lamp in (Lamp.SEAT0, Lamp.SEAT1, Lamp.TRUE, Lamp.LIE)]
    assert asked == [Stand(), *both, *lamps, *map(Sound, SOUNDS)]
    assert (test.faults, test.toggled, test.progress) == ((), frozenset(), 1.0)


def test_a_box_without_parts_has_nothing_to_ask() -> None:
    """And nothing to fail."""
    test = SelfTest(replace(BOX, capabilities=Capability(0), seats=0))
    assert (test.ask, test.faults, test.progress) == (None, (), 1.0)


def test_what_cannot_be_moved_is_not_asked_to_come_back() -> None:
    """One fault a part, and what moved in its place is named: wires that changed places."""
    test = SelfTest(replace(BOX, capabilities=Capability.BELIEVE | Capability.CALL, seats=0))
    test.felt(BoxEvent(Input.CALL, Level.PRESSED, at_ns=None))
    test.felt(BoxEvent(Input.CALL, Level.RELEASED, at_ns=None))
    follow(test, but=(Input.BELIEVE,))
    (fault,) = test.faults
    assert (fault.ask, fault.why) == (Feel(Input.BELIEVE, Level.PRESSED), Why.NOT_DONE)
    assert fault.instead == {Input.CALL}


def test_what_is_stuck_before_is_not_asked_for() -> None:
    """Nobody presses a button that is held down already."""
    test = SelfTest(replace(BOX, levels=Levels.from_mapping({Input.CALL: Level.STUCK}), seats=0))
    asked = follow(test)
    assert not any(isinstance(ask, Feel) and ask.which is Input.CALL for ask in asked)
    assert [(fault.ask, fault.why) for fault in test.faults] == [(Feel(Input.CALL, Level.PRESSED), Why.STUCK)]


def test_a_cup_that_is_read_for_already_is_not_turned_again() -> None:
    """The sensor speaks the other way round, and the table knows: its raw levels are read as they are meant."""
    lifted = Levels.from_mapping({Input.CUP: Level.LIFTED})
    for inverted, toggled in ((frozenset({Input.CUP}), frozenset()), (frozenset(), frozenset({Input.CUP}))):
        test = SelfTest(replace(BOX, levels=lifted), inverted)
        test.stands()
        assert test.toggled == toggled
