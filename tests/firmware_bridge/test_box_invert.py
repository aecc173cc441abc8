"""A sensor that speaks the other way round, learned while the link stands."""

from firmware_bridge.delivery import Delivery
from firmware_bridge.events import BoxEvent, Input, Level
from firmware_bridge.messages import Event
from tests.companion.setup.tables import welcome

CUP = frozenset({Input.CUP})


def test_what_was_told_before_is_meant_the_other_way_round_too() -> None:
    """No change is made up by the learning, and the next one is told as it is meant."""
    delivery = Delivery()
    (standing,) = delivery.welcome(welcome(cup=Level.LIFTED))
    assert isinstance(standing, BoxEvent)
    assert standing.level is Level.LIFTED
    delivery.invert(CUP)
    (lifted,) = delivery.event(Event(0, 5, Input.CUP, Level.SEATED), 5)
    assert isinstance(lifted, BoxEvent)
    assert lifted.level is Level.LIFTED


def test_an_input_that_never_settles_stays_so() -> None:
    """There is no other way round of that."""
    delivery = Delivery()
    delivery.welcome(welcome(cup=Level.STUCK))
    delivery.invert(CUP)
    assert delivery._known[Input.CUP] is Level.STUCK
