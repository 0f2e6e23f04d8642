"""Zones and control counted by hand on small maps."""

from __future__ import annotations

from adjudicator.analysis.captures import remember
from adjudicator.analysis.control import control_field, controller, controls, zones
from adjudicator.analysis.ownership import Owner
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from tests.adjudicator.analysis.maps import blank, pack, position, theatre

DISPUTED = pack(
    zoc="""
[[exert]]
[[closed]]
edges = { features = ["river"], weather = ["clear"] }
[[shut]]
where = { tags = ["urban"] }
held_by = "enemy"
""",
    control="""
starts = { east = "blue" }
[[test]]
by = "occupation"
[[test]]
by = "zone"
contested = "disputed"
[[test]]
by = "history"
[enclosure]
where = { without = ["urban"] }
""",
)
TAGS = {f"{c:02d}{r:02d}": "east" for c in range(3, 7) for r in range(5)}
PLAIN = Network.of(theatre(blank(7, 5), {"0202-0302": "river"}, tags=TAGS))


def test_a_river_stops_a_zone_until_it_freezes() -> None:
    assert "0302" not in zones(position(PLAIN, DISPUTED, "red leg 0202"), "red").numbers()
    assert "0302" in zones(position(PLAIN, DISPUTED, "red leg 0202", weather="snow"), "red").numbers()


def test_no_zone_enters_a_city_the_enemy_holds() -> None:
    city = Network.of(theatre(blank(3, 3), tags={"0101": "urban"}))
    assert "0101" not in zones(position(city, DISPUTED, "red leg 0100", control={"0101": "blue"}), "red").numbers()
    assert "0101" in zones(position(city, DISPUTED, "red leg 0100", control={"0101": "red"}), "red").numbers()


def test_both_zones_make_a_hex_disputed() -> None:
    at = position(PLAIN, DISPUTED, "red leg 0101", "blue leg 0301")
    assert str(controller(at, "0201")) == "disputed"
    assert (str(controller(at, "0101")), str(controller(at, "0000"))) == ("red", "red")
    assert (str(controller(at, "0604")), str(controller(at, "0004"))) == ("blue", "?")


def test_an_empty_hex_with_one_sides_neighbours_is_that_sides() -> None:
    ring = PLAIN.theatre.at("0303").at.neighbours()
    numbers = [PLAIN.theatre.hexes[at].number for at in ring]
    at = position(PLAIN, DISPUTED, control=dict.fromkeys(numbers, "red"))
    assert str(controller(at, "0303")) == "red"
    assert str(control_field(at).at(PLAIN.index["0303"])) == "red"


def test_a_march_leaves_control_behind_it() -> None:
    before = position(PLAIN, DISPUTED, "red leg 0400")
    after = remember(before.moved("red0", "0402"), before, ("red0",), ("0400", "0401", "0402"))
    assert [str(controller(after, number)) for number in ("0400", "0604")] == ["red", "blue"]


def test_an_owner_whom_nobody_knows_may_be_any_side() -> None:
    at = position(PLAIN, DISPUTED, "red leg 0000")
    unknown, red = controller(at, "0004"), Owner("red")
    assert unknown.told == unknown.is_("red") == unknown.is_one_of(("blue",)) == Known.open("control of 0004")
    assert (red.is_("red"), red.is_("blue"), red.is_one_of(("red", "blue"))) == (YES, NO, YES)
    assert controls(at, "0004", "red") == Known.open("control of 0004")


ALONE = pack(
    control="""
starts = { east = "blue", west = "red" }
[[test]]
by = "occupation"
[[test]]
by = "history"
[enclosure]
where = { without = ["urban"] }
"""
)


def test_a_unit_holds_its_hex_though_the_enemy_holds_all_around() -> None:
    at = position(PLAIN, ALONE, "red leg 0502")
    assert (str(controller(at, "0502")), str(control_field(at).at(PLAIN.index["0502"]))) == ("red", "red")


def test_a_place_that_enclosure_leaves_out_stays_its_owners() -> None:
    city = Network.of(theatre(blank(7, 5), tags=TAGS | {"0502": "urban west"}))
    village = Network.of(theatre(blank(7, 5), tags=TAGS | {"0502": "west"}))
    for network, owner in ((city, "red"), (village, "blue")):
        at = position(network, ALONE)
        assert (str(controller(at, "0502")), str(control_field(at).at(network.index["0502"]))) == (owner, owner)
