"""Operations as plain data: what JSON holds, read back exactly, and refused where it is not right."""

import json

import pytest

from companion.games import detective as d
from companion.games import mentiroso as m
from companion.games.cards import parse_cards
from companion.games.dice import DiceHand, Face
from companion.games.errors import NotUnderstood
from companion.games.mentiroso import operations as op
from companion.games.plain import from_plain, to_plain


def test_an_operation_is_readable_json():
    """Hands, faces and cards in their one written form."""
    passed = op.PassClaim(2, DiceHand.parse("KKKJ7"), blind=True)
    assert to_plain(passed) == {"op": "PassClaim", "seat": 2, "hand": "KKKJ7", "blind": True}
    thrown = op.ThrowCup(0, (1, 4), (Face.ACE, None))
    plain = {"op": "ThrowCup", "seat": 0, "dice": [1, 4], "faces": ["A", None]}
    assert json.loads(json.dumps(to_plain(thrown))) == plain


@pytest.mark.parametrize(
    ("operation", "kinds"),
    [
        (op.SetUp(4, m.Options(limit=3, next_starter="winner", throws="told")), m.Operation),
        (op.ThrowForAces(1, None), m.Operation),
        (op.VoidHand("el dado cayó"), m.Operation),
        (d.operations.SetUp(3, d.Options(expert=True)), d.Operation),
        (d.operations.Deal(0, (d.Hole(*parse_cards("As Td")),)), d.Operation),
        (d.operations.Deal(0), d.Operation),
        (d.operations.PlaceBet(0, 1, 2, True, d.ActionCard.PLUS_ONE), d.Operation),
        (d.operations.Reveal((d.Hole(*parse_cards("As Td")),), (None, d.ActionCard.CW)), d.Operation),
    ],
)
def test_what_is_written_is_read(operation, kinds):
    """Through JSON text and back."""
    assert from_plain(json.loads(json.dumps(to_plain(operation))), kinds) == operation


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"op": "Nonsense"},
        {"op": "Believe"},
        {"op": "Believe", "seat": 0, "more": 1},
        {"op": "Believe", "seat": "0"},
        {"op": "Believe", "seat": True},
        {"op": "Show", "actual": "KKK"},
        {"op": "Show", "actual": None},
        {"op": "ThrowCup", "seat": 0, "dice": "01", "faces": []},
        {"op": "ThrowCup", "seat": 0, "dice": [0], "faces": ["X"]},
        {"op": "SetUp", "players": 3, "options": {"limit": 3}},
        {"op": "SetUp", "players": 3, "options": []},
        {"op": []},
    ],
)
def test_bad_data_is_not_understood(data):
    """Refused with the kernel's own error, never with a traceback of another kind."""
    with pytest.raises(NotUnderstood) as error:
        from_plain(data, m.Operation)
    assert str(error.value)
