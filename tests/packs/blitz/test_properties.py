"""What must hold in any position: however the map lies, whatever the units are called; a source helps, an enemy less too."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.analysis.control import control_field, zones
from adjudicator.analysis.supply.status import supply
from adjudicator.judge import adjudicate
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.packs.blitz.test_second_opinion import LAND, NETWORK, PACK, THEATRE, positions

EXAMPLES = int(os.environ.get("ADJUDICATOR_EXAMPLES", "25"))
TURNS: dict[str, Callable[[Hex], Hex]] = {
    "turned by 60 degrees": lambda at: Hex(-at.r + 9, at.q + at.r - 4),
    "turned by 180 degrees": lambda at: Hex(-at.q, -at.r),
    "mirrored": lambda at: Hex(at.q + at.r, -at.r),
}
INITIAL = ("turn 1, Axis initial supply", "chit none")


@cache
def laid_down(turn: str) -> Network:
    """The same map turned, every hex with its old number."""
    moved = TURNS[turn]
    hexes = {moved(at): replace(entry, at=moved(at)) for at, entry in THEATRE.hexes.items()}
    sides = {Hexside.between(moved(s.low), moved(s.high)): features for s, features in THEATRE.hexsides.items()}
    return Network.of(replace(THEATRE, hexes=hexes, hexsides=sides))


def told(position: Position) -> dict[str, object]:
    """Everything that is derived from a position, by printed numbers and types of unit."""
    network, field = position.network, control_field(position)
    found: dict[str, object] = {f"control {n}": str(field.at(network.index[n])) for n in LAND}
    for side in position.pack.sides:
        found[f"zones {side}"] = sorted(zones(position, side).numbers())
        states = supply(position, side).states()
        found |= {f"supply {position.unit(name).type.id}": state for name, state in states.items()}
    findings = adjudicate(position).findings
    found["findings"] = sorted(
        (each.rule, each.severity, sorted(each.at), sorted(position.unit(name).type.id for name in each.units))
        for each in findings
    )
    return found


def own(position: Position, side: str) -> set[str]:
    field = control_field(position)
    return {number for number in LAND if field.at(position.network.index[number]).is_(side).is_yes}


def supplied(position: Position, side: str) -> set[str]:
    return {name for name, state in supply(position, side).states().items() if state == "supplied"}


@pytest.mark.parametrize("turn", TURNS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(positions())
def test_a_turned_map_changes_nothing(turn: str, lines: tuple[str, ...]) -> None:
    lines = (*INITIAL, *lines)
    assert told(position_from(lines, PACK, laid_down(turn))) == told(position_from(lines, PACK, NETWORK))


@settings(max_examples=EXAMPLES, deadline=None)
@given(positions())
def test_neither_names_nor_the_order_of_counters_matter(lines: tuple[str, ...]) -> None:
    stacks = [line for line in lines if line[:4].isdigit()]
    others = [line for line in lines if not line[:4].isdigit()]
    renamed = [f"{line[:4]}: {', '.join(f'{each}#7' for each in line[6:].split(', '))}" for line in reversed(stacks)]
    before = position_from((*INITIAL, *lines), PACK, NETWORK)
    assert told(position_from((*INITIAL, *renamed, *others), PACK, NETWORK)) == told(before)


@settings(max_examples=EXAMPLES, deadline=None)
@given(positions(), st.sampled_from(LAND), st.sampled_from(["axis", "soviet"]))
def test_another_source_puts_nobody_out_of_supply(lines: tuple[str, ...], number: str, side: str) -> None:
    source = Place(name="Another source", hex=number, kinds=frozenset({f"{side}_source"}))
    richer = Network.of(replace(THEATRE, places=(*THEATRE.places, source)))
    before, after = (position_from(lines, PACK, network) for network in (NETWORK, richer))
    for each in PACK.sides:
        assert supplied(before, each) <= supplied(after, each)
    if number in own(after, side):
        assert {unit.id for unit in after.of_side(side) if unit.hex == number} <= supplied(after, side)


@settings(max_examples=EXAMPLES, deadline=None)
@given(positions(), st.data())
def test_an_enemy_less_takes_no_hex_and_no_supply(lines: tuple[str, ...], data: st.DataObject) -> None:
    before = position_from(lines, PACK, NETWORK)
    if not before.units:
        return
    gone = before.unit(data.draw(st.sampled_from(sorted(before.units))))
    after = before.without(gone.id)
    (other,) = (side for side in PACK.sides if side != gone.side)
    assert own(before, other) <= own(after, other)
    assert supplied(before, other) <= supplied(after, other)
