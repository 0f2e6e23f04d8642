"""The analyses agree with slow second implementations on random positions, and behave as rules of supply must."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.analysis.control import control_field, controller, zones
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.movement.reach import cheapest_path, reach
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.zones import exerting
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.known import any_of
from adjudicator.model.network import Network
from adjudicator.model.theatre import Numbering, Place, Theatre
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, relabelled, unit
from tests.adjudicator.analysis.random_positions import NUMBERED, positions
from tests.adjudicator.analysis.reference import Board, land_states, line_states, stepped, zoned
from tests.adjudicator.analysis.tables import ELEMENTS_SUPPLY, FIXED_POINT_SUPPLY, LEAVING, MOVEMENT, TERRAIN, ZONES

FIXED = pack(zoc=ZONES, supply=FIXED_POINT_SUPPLY, terrain=TERRAIN, movement=MOVEMENT)
ELEMENTS = pack(zoc=ZONES, supply=ELEMENTS_SUPPLY)
DISPUTES = pack(
    zoc=ZONES,
    control="""
[[test]]
by = "occupation"
[[test]]
by = "zone"
contested = "disputed"
[[test]]
by = "history"
[enclosure]
""",
)
MANY = settings(max_examples=int(os.environ.get("ADJUDICATOR_EXAMPLES", "60")), deadline=None)
BETTER = {"supplied": 0, "regular": 0, "in communication": 1, "isolated": 2, "out": 2}


@MANY
@given(positions(FIXED))
def test_zones_agree(at: Position) -> None:
    for side in ("red", "blue"):
        field = zones(at, side)
        assert set(field.numbers()) == zoned(Board(at), side)
        for i in range(len(at.network)):
            one_by_one = any_of(zone.known for zone in exerting(ground_at(at), side, i))
            assert field.reach.at(i).truth == one_by_one.truth


@MANY
@given(positions(DISPUTES))
def test_control_of_one_hex_is_control_in_the_field(at: Position) -> None:
    field = control_field(at)
    assert [str(field.at(i)) for i in range(len(at.network))] == [
        str(controller(at, entry.number)) for entry in at.network.hexes
    ]


@MANY
@given(positions(FIXED))
def test_reach_agrees(at: Position) -> None:
    for mover in list(at.units.values())[:3]:
        found = {number: cost.low for number, cost in reach(at, mover).sure.items()}
        expected = stepped(Board(at), mover)
        expected.pop(mover.hex, None)
        found.pop(mover.hex, None)
        assert found == expected


@MANY
@given(positions(FIXED))
def test_the_cheapest_path_costs_what_reach_says(at: Position) -> None:
    for mover in list(at.units.values())[:1]:
        for number, cost in list(reach(at, mover).sure.items())[:6]:
            if number != mover.hex:
                assert cheapest_path(at, mover, number).cost == cost


@MANY
@given(positions(FIXED))
def test_fixed_point_supply_agrees(at: Position) -> None:
    for side in ("red", "blue"):
        assert supply(at, side).states() == land_states(at, side)


@MANY
@given(positions(ELEMENTS))
def test_supply_by_elements_agrees(at: Position) -> None:
    for side in ("red", "blue"):
        found = supply(at, side)
        assert (found.states(), found.states("isolation")) == line_states(at, side)


@MANY
@given(positions(FIXED))
def test_every_supplied_unit_has_a_witness_that_starts_with_it(at: Position) -> None:
    found = supply(at, "red")
    for name, state in found.states().items():
        lines = found.witness(name)
        if state == "isolated":
            assert not lines
        elif not at.marked:
            assert lines[0].hexes[0] == at.units[name].hex
            for line in lines:
                hexes = [at.network.theatre.at(number).at for number in line.hexes]
                assert all(a.distance(b) == 1 for a, b in pairwise(hexes))


@MANY
@given(positions(FIXED), st.sampled_from(NUMBERED))
def test_adding_a_source_never_harms(at: Position, there: str) -> None:
    before = supply(at, "red").states()
    theatre = at.network.theatre
    if any(place.hex == there for place in theatre.places):
        return
    more = replace(
        theatre, places=(*theatre.places, Place(name="new", hex=there, kinds=frozenset({"edge"}), owner="red"))
    )
    after = supply(replace(at, network=Network.of(more)), "red").states()
    assert all(BETTER[after[name]] <= BETTER[before[name]] for name in before)


@MANY
@given(positions(FIXED))
def test_removing_an_enemy_never_harms(at: Position) -> None:
    before = supply(at, "red").states()
    for enemy in [name for name, entry in at.units.items() if entry.side == "blue"]:
        after = supply(at.without(enemy), "red").states()
        assert all(BETTER[after[name]] <= BETTER[before[name]] for name in before)


@MANY
@given(positions(FIXED), st.randoms(use_true_random=False))
def test_the_order_of_counters_does_not_matter(at: Position, chance) -> None:  # type: ignore[no-untyped-def]
    shuffled = Position(at.pack, at.network, moment=at.moment)
    entries = list(at.units.values())
    chance.shuffle(entries)
    for entry in entries:
        shuffled = shuffled.with_unit(entry)
    for marker in at.markers.values():
        shuffled = shuffled.with_marker(marker)
    assert supply(shuffled, "red").states() == supply(at, "red").states()


@MANY
@given(positions(FIXED), st.integers(0, 5), st.booleans())
def test_a_turned_map_turns_the_result(at: Position, turns: int, mirrored: bool) -> None:
    network = _turned(at.network.theatre, turns, mirrored)
    same = {entry.number: entry.number for entry in at.network.hexes}
    other = relabelled(at, same, network)
    for side in ("red", "blue"):
        assert supply(other, side).states() == supply(at, side).states()
        assert set(zones(other, side).numbers()) == set(zones(at, side).numbers())
    for mover in list(at.units.values())[:2]:
        assert reach(other, mover).sure == reach(at, mover).sure


@MANY
@given(positions(pack(zoc=LEAVING, terrain=TERRAIN, movement=MOVEMENT)))
def test_a_lone_enemy_more_never_lengthens_reach(at: Position) -> None:
    for mover in list(at.units.values())[:1]:
        enemy = "blue" if mover.side == "red" else "red"
        free = next(number for number in NUMBERED if not at.at(number))
        more = at.with_unit(unit(f"{enemy} leg {free} large", 900))
        assert set(reach(more, mover).sure) <= set(reach(at, mover).sure)


def _turned(theatre: Theatre, turns: int, mirrored: bool) -> Network:
    def turn(at: Hex) -> Hex:
        q, r = at
        if mirrored:
            q, r = r, q
        for _ in range(turns):
            q, r = -r, q + r
        return Hex(q, r)

    hexes = {turn(at): replace(entry, at=turn(at)) for at, entry in theatre.hexes.items()}
    sides = {Hexside.between(turn(side.low), turn(side.high)): names for side, names in theatre.hexsides.items()}
    network = Network.of(Theatre("turned", Numbering(), hexes, sides, theatre.places, theatre.links))
    assert np.count_nonzero(network.neighbours >= 0)
    return network
