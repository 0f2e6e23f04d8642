"""Supply lines drawn by hand on small maps."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings

from adjudicator.analysis.supply.chains import chains_between
from adjudicator.analysis.supply.status import UNDETERMINED, supply, turns_out
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.adjudicator.analysis.random_positions import positions
from tests.adjudicator.analysis.reference import Board, chain_hexes
from tests.adjudicator.analysis.tables import FIXED_POINT_SUPPLY, ZONES

LINE = """
[line.all]
[[line.all.elements]]
name = "overland"
free_start = true
block = [{ by = "units", why = "an enemy" }, { by = "zone", lifted_by = {}, why = "a zone" }]
lengths = [{ within = { weather = ["clear"] }, most = 2 }, { most = LENGTH }]
[[line.all.elements]]
name = "rail"
along = ["rail"]
[[status]]
name = "source"
spots = { kinds = ["edge"] }
[[state]]
state = "in"
connected = [{ lines = ["all"], to = ["source"] }]
[[state]]
state = "out"
"""
ROW = [f"0{c}00" for c in range(5)]
SIDES = {f"{a}-{b}": "rail" for a, b in pairwise(ROW)}
EDGE = (Place(name="edge", hex="0000", kinds=frozenset({"edge"}), owner="red"),)
PLAIN = Network.of(theatre(blank(9, 3), SIDES, EDGE))


def rules(length: str = "1") -> str:
    return LINE.replace("LENGTH", length)


def test_an_element_is_as_long_as_its_weather_allows() -> None:
    at = position(PLAIN, pack(zoc=ZONES, supply=rules()), "red leg 0601", "red leg 0701")
    assert supply(at, "red").states() == {"red0": "in", "red1": "out"}
    snow = replace(at, moment=replace(at.moment, conditions=(("weather", "snow"),)))
    assert supply(snow, "red").states() == {"red0": "out", "red1": "out"}


def test_the_witness_shows_each_element_with_its_length() -> None:
    at = position(PLAIN, pack(zoc=ZONES, supply=rules()), "red leg 0601")
    lines = supply(at, "red").witness("red0")
    assert [line.label for line in lines] == ["overland to a source, length 2", "rail to a source"]
    assert lines[0].hexes[0] == "0601"
    assert lines[1].hexes == ("0400", "0300", "0200", "0100", "0000")


def test_a_length_nobody_gave_leaves_the_state_open_and_is_named() -> None:
    at = position(PLAIN, pack(zoc=ZONES, supply=rules('"?"')), "red leg 0601", "red leg 0801", weather="snow")
    standing = supply(at, "red").state("red1")
    assert (standing.state, standing.states) == (UNDETERMINED, ("out", "in"))
    assert standing.missing == ("supply.all.overland.2",)


def test_worse_ground_never_lengthens_a_line_that_shrinks() -> None:
    given = rules('"?"')
    for text, states in ((given, ("out", "in")), (given + "[shrinking]\n", ("out",))):
        at = position(PLAIN, pack(zoc=ZONES, supply=text), "red leg 0601", "red leg 0801", weather="clear")
        assert supply(at, "red").states()["red0"] == "in"
        assert supply(at, "red").state("red1").states == states


def test_a_line_that_no_status_asks_for_is_open_where_its_length_is_not_known() -> None:
    far = rules() + '[line.far]\n[[line.far.elements]]\nname = "march"\nlengths = [{ most = "?" }]\n'
    at = position(PLAIN, pack(zoc=ZONES, supply=far), "red leg 0601")
    assert supply(at, "red").state("red0").states == ("in",)
    assert supply(at, "red").leads("0601", ("far",), ("0000",)) == Known.open("supply.far.march.1")
    assert supply(at, "red").leads("0000", ("far",), ("0000",)).is_yes


def test_between_the_worst_state_and_the_best_lie_those_that_a_unit_may_be_in_too() -> None:
    line = '[line.NAME]\n[[line.NAME.elements]]\nname = "march"\nlengths = [{ most = "?" }]\n'
    lines = "".join(line.replace("NAME", name) for name in ("short", "long"))
    state = '[[state]]\nstate = "NAME"\nconnected = [{ lines = ["NAME"], to = ["source"] }]\n'
    states = "".join(state.replace("NAME", name) for name in ("short", "long"))
    source = "[[status]]\nname = 'source'\nspots = { kinds = ['edge'] }\n"
    given = lines + source + states + "[[state]]\nstate = 'out'\n"
    found = supply(position(PLAIN, pack(zoc=ZONES, supply=given), "red leg 0601"), "red").state("red0")
    assert found.states == ("out", "long", "short")
    assert found.is_in({"long"}).is_open and found.is_in({"long", "short", "out"}).is_yes
    assert found.is_in({"isolated"}).is_no


def test_obstacles_name_the_hex_and_the_reason() -> None:
    at = position(PLAIN, pack(zoc=ZONES, supply=rules()), "red leg 0801", "blue leg 0601 large")
    broken = supply(at, "red").obstacles("red0")
    assert {(stop.hex, stop.why) for stop in broken if stop.element == "overland"} >= {("0701", "a zone")}


def test_two_sources_never_vouch_for_each_other_out_of_nothing() -> None:
    cities = tuple(Place(name=n, hex=n, kinds=frozenset({"supply_city"}), owner="red") for n in ("0000", "0400"))
    at = position(
        Network.of(theatre(blank(9, 3), SIDES, cities)), pack(zoc=ZONES, supply=FIXED_POINT_SUPPLY), "red leg 0100"
    )
    assert supply(at, "red").states() == {"red0": "isolated"}


def test_a_ship_jumps_between_ports_of_a_sea_its_side_rules() -> None:
    ports = [("a", "0000", "blue"), ("b", "0800", "red"), ("c", "0802", "red")]
    places = tuple(
        Place(name=name, hex=at, kinds=frozenset({"port"}), owner=owner, values={"sea": "north"})
        for name, at, owner in ports
    )
    land = theatre(
        "....    .\n....    .\n....    .\n", {}, (*places, Place(name="e", hex="0802", kinds=frozenset({"edge"})))
    )
    sea = """
[[line.all.elements]]
name = "sea"
jump = { kinds = ["port"] }
"""
    ruled = "[ruled]\nports = { kinds = ['port'] }\n"
    text = ruled + "[line.all]\n[[line.all.elements]]\nname = 'land'\n" + sea + rules()[rules().index("[[status]]") :]
    at = position(
        Network.of(land), pack(supply=text, zoc=ZONES), "red leg 0001", control={"0000": "red", "0802": "red"}
    )
    assert supply(at, "red").states() == {"red0": "in"}
    lost = replace(at, control=at.control.set("0000", "blue"))
    assert supply(lost, "red").states() == {"red0": "out"}


def test_a_source_that_feeds_three_cannot_feed_four() -> None:
    text = rules() + "[limit]\nstatuses = ['source']\nvalue = 'feeds'\n"
    place = Place(name="port", hex="0000", kinds=frozenset({"edge"}), owner="red", values={"feeds": 3})
    at = position(Network.of(theatre(blank(4, 2), {}, (place,))), pack(zoc=ZONES, supply=text), *["red leg 0101"] * 4)
    assert supply(at, "red").unfed().words == "3 of 4 can be fed"


def test_consecutive_turns_out_start_again_after_a_good_check() -> None:
    good = frozenset({"regular"})
    assert turns_out([(1, "out"), (2, "out"), (3, "special"), (4, "out")], good, 2) == 2
    assert turns_out([(1, "out"), (2, "regular"), (3, "out")], good, 2) == 1
    assert turns_out([(1, "out"), (2, "regular")], good, 2) == 0


@settings(max_examples=60, deadline=None)
@given(positions(pack()))
def test_chains_between_cities_are_those_found_by_walking_every_path(at: Position) -> None:
    network, board = at.network, Board(at)
    stops = [place.hex for place in network.theatre.places if "city" in place.kinds]
    for side in ("red", "blue"):
        own = {number for number in stops if board.owner(number) == side}
        mask = [entry.number in stops for entry in network.hexes], [entry.number in own for entry in network.hexes]
        found = chains_between(network, frozenset({"rail"}), *(network.hexes_with([]) | m for m in mask))
        assert {entry.number for entry, hit in zip(network.hexes, found, strict=True) if hit} == chain_hexes(
            board, side
        )


OWN_GROUND = (
    rules("9")
    .replace("free_start = true\n", "")
    .replace('{ by = "units", why', '{ by = "control", why = "" }, { by = "units", why')
)
OWNED = Network.of(
    theatre(blank(9, 3), SIDES, EDGE, tags={f"{c:02d}{r:02d}": "west" for c in range(9) for r in range(3)})
)
FIRST_OWNERS = "starts = { west = 'red' }\n[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"


def joined(*units: str, told: str = "") -> Position:
    """A game joined in its middle, in which red has units in 0801 and, as given, blue."""
    at = position(OWNED, pack(supply=OWN_GROUND, control=FIRST_OWNERS), "red leg 0801", *units)
    every = dict.fromkeys(OWNED.numbers(range(len(OWNED))), told) if told else {}
    return replace(at, joined=True, control=at.control.update(every))


def test_a_line_over_ground_of_which_only_the_first_owner_is_known_may_be_lost() -> None:
    assert supply(replace(joined("blue leg 0400"), joined=False), "red").states() == {"red0": "in"}
    for units in ((), ("blue leg 0400",)):
        state = supply(joined(*units), "red").state("red0")
        assert state.state == UNDETERMINED
        assert any(name.startswith("control of 0") for name in state.missing)


def test_a_line_of_told_ground_is_known() -> None:
    assert supply(joined("blue leg 0400", told="red"), "red").states() == {"red0": "in"}
    assert supply(joined("blue leg 0400", told="blue"), "red").states() == {"red0": "out"}
