"""Names of what is outlined on a picture keep out of each other's way."""

from companion.ui.labels import box_of, place

ROOM = (0.0, 0.0, 400.0, 300.0)
NAME = (20.0, 20.0)


def test_a_name_stands_above_what_it_names() -> None:
    """In its middle; today's reading below."""
    own = box_of([(100.0, 110.0), (140.0, 120.0), (130.0, 150.0), (90.0, 140.0)])
    assert own == (90.0, 110.0, 140.0, 150.0)
    assert place(NAME, own, [], ROOM) == (105.0, 152.0, 125.0, 172.0)
    assert place(NAME, own, [], ROOM, below=True) == (105.0, 88.0, 125.0, 108.0)


def test_a_name_hides_no_neighbour_where_there_is_room() -> None:
    """A die right above: the name goes below; one there too: beside."""
    own, above, below = (100, 100, 140, 140), (100, 145, 140, 185), (100, 55, 140, 95)
    assert place(NAME, own, [above], ROOM)[3] < 100
    assert place(NAME, own, [above, below], ROOM)[0] > 140
    assert place(NAME, own, [above, below, (145, 100, 185, 140)], ROOM)[2] < 100


def test_a_name_stays_inside_the_picture() -> None:
    """At the upper edge it goes below."""
    assert place(NAME, (100, 260, 140, 298), [], ROOM)[3] < 260


def test_a_name_stands_in_the_middle_of_a_zone() -> None:
    """Zones are large and lie beside and inside one another."""
    assert place(NAME, (0, 0, 400, 60), [(0, 0, 400, 300)], ROOM, zones=True) == (190.0, 20.0, 210.0, 40.0)
