"""Blitz control, seas and supply against a slow implementation that follows the book word for word, and its own examples."""

from __future__ import annotations

import os
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.analysis.control import controller
from adjudicator.analysis.supply.status import supply
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position

PACK = load_pack("blitz_in_the_east")
NETWORK = Network.of(load_theatre_for(PACK, "prut_front"))
THEATRE = NETWORK.theatre
LAND = sorted(n for n, entry in THEATRE.by_number.items() if entry.terrain not in ("sea", "edge"))
OTHER = {"axis": "soviet", "soviet": "axis"}
EXAMPLES = int(os.environ.get("ADJUDICATOR_EXAMPLES", "25"))


def near(number: str) -> list[tuple[str, frozenset[str]]]:
    """Neighbouring hexes, each with what lies along the hexside."""
    at = THEATRE.at(number).at
    found = [THEATRE.hexes[other] for other in at.neighbours() if other in THEATRE.hexes]
    return [(entry.number, THEATRE.features(at, entry.at)) for entry in found]


def ground(position: Position, number: str) -> set[str]:
    return {unit.side for unit in position.at(number) if unit.type.kind != "air"}


def last(position: Position, number: str) -> str:
    """Who is in a hex, or had it last."""
    here = {unit.side for unit in position.at(number)}
    if len(here) == 1:
        return here.pop()
    tags = THEATRE.at(number).tags
    start = "axis" if "axis_start" in tags else "soviet" if "soviet_start" in tags else "?"
    return position.control.get(number, start)


def zone(position: Position, side: str, number: str) -> bool:
    """Whether a ground unit of the side has a zone in a hex."""
    entry = THEATRE.at(number)
    if entry.terrain in ("sea", "edge") or (side == "axis" and "kazakhstan" in entry.tags):
        return False
    if entry.terrain == "urban" and last(position, number) == OTHER[side]:
        return False
    frozen = position.moment.condition("weather") == "snowy"
    shut = {"kerch", "red_dot", "lower_volga"} | (set() if frozen else {"river"})
    return any(side in ground(position, other) and not features & shut for other, features in near(number))


def before_enclosure(position: Position, number: str) -> tuple[str, bool]:
    here = ground(position, number)
    if here:
        return here.pop(), True
    reached = {side for side in OTHER if zone(position, side, number)}
    if reached:
        return ("disputed" if len(reached) == 2 else reached.pop()), True
    return position.control.get(number, _start(number)), False


def _start(number: str) -> str:
    tags = THEATRE.at(number).tags
    return "axis" if "axis_start" in tags else "soviet" if "soviet_start" in tags else "?"


def owner(position: Position, number: str) -> str:
    found, touched = before_enclosure(position, number)
    if touched or THEATRE.at(number).terrain == "urban":
        return found
    around = {before_enclosure(position, other)[0] for other, _ in near(number)}
    return around.pop() if len(around) == 1 and around <= set(OTHER) else found


def supplied(position: Position, side: str, start: str) -> bool:
    """By own hexes to a source, or to an own port of a sea with most major ports, and on from another."""
    own = {number for number in LAND if owner(position, number) == side}
    places = [place for place in THEATRE.places if place.hex in own]
    kind = {"axis": {"axis_source", "minor_capital"}, "soviet": {"soviet_source"}}[side]
    sources = {place.hex for place in places if place.kinds & kind}
    reached = _spread({start}, own)
    for sea in ("baltic", "black"):
        mine = [place for place in places if place.values.get("sea") == sea]
        held = sum("major_port" in place.kinds for place in mine) >= 2
        ports = {place.hex for place in mine}
        if held and reached & ports and _spread(ports, own) & sources:
            return True
    return bool(reached & sources)


def _spread(start: set[str], own: set[str]) -> set[str]:
    reached, waiting = start & own, deque(start & own)
    while waiting:
        for other, features in near(waiting.popleft()):
            if other in own and other not in reached and not features & {"kerch", "red_dot"}:
                reached.add(other)
                waiting.append(other)
    return reached


def positions() -> st.SearchStrategy[tuple[str, ...]]:
    kinds = sorted(PACK.units)
    return st.builds(
        _written,
        st.dictionaries(st.sampled_from(kinds), st.sampled_from(LAND), max_size=14),
        st.dictionaries(st.sampled_from(LAND), st.sampled_from(["axis", "soviet"]), max_size=20),
        st.sampled_from(["clear", "rainy", "snowy", "blizzard"]),
    )


def _written(units: dict[str, str], control: dict[str, str], weather: str) -> tuple[str, ...]:
    taken: dict[str, str] = {}
    lines = [f"weather {weather}", *(f"control {number} {side}" for number, side in control.items())]
    for name, number in units.items():
        if taken.setdefault(number, PACK.units[name].side) == PACK.units[name].side:
            lines.append(f"{number}: {name}")
    return tuple(lines)


@settings(max_examples=EXAMPLES, deadline=None)
@given(positions())
def test_control_is_what_the_book_says(lines: tuple[str, ...]) -> None:
    position = position_from(lines, PACK, NETWORK)
    assert {n: str(controller(position, n)) for n in LAND} == {n: owner(position, n) for n in LAND}


@settings(max_examples=max(8, EXAMPLES // 3), deadline=None)
@given(positions())
def test_supply_is_what_the_book_says(lines: tuple[str, ...]) -> None:
    position = position_from(lines, PACK, NETWORK)
    for side in OTHER:
        found = supply(position, side)
        for unit in [each for each in position.of_side(side) if each.type.kind != "air"]:
            assert (found.state(unit.id).state == "supplied") == supplied(position, side, unit.hex), (unit, unit.hex)


@pytest.mark.parametrize(("name", "side"), [("baltic", "axis"), ("black", "soviet")])
def test_the_seas_at_the_start(name: str, side: str) -> None:
    position = position_from(["weather clear"], PACK, NETWORK)
    ports = [place for place in THEATRE.places if place.values.get("sea") == name and "major_port" in place.kinds]
    assert sum(str(controller(position, port.hex)) == side for port in ports) == 2


def test_ground_behind_an_open_river_keeps_its_owner_until_it_freezes() -> None:
    open_river = position_from(["weather clear", "0607: ro.3alp"], PACK, NETWORK)
    frozen = position_from(["weather snowy", "0607: ro.3alp"], PACK, NETWORK)
    assert [str(controller(open_river, n)) for n in ("0707", "0708")] == ["soviet", "soviet"]
    assert [str(controller(frozen, n)) for n in ("0707", "0708")] == ["axis", "axis"]


def test_a_zone_stops_at_rivers_and_enemy_cities() -> None:
    position = position_from(["weather clear", "1204: de.1pz"], PACK, NETWORK)
    reached = {n for n in LAND if zone(position, "axis", n)}
    assert "1203" not in reached
    assert len(reached) == 5
