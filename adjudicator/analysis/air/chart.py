"""The air chart: boxes beside the map in which what flies waits, is lost, and comes back."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from adjudicator.analysis.air.terms import air_table
from adjudicator.model.units import Unit
from adjudicator.record.flights import AirAct
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

MAP, OUT = "map", "out"
"""The places that are no box: on the map, at a base or in the air, and out of the game."""


class Hop(NamedTuple):
    """A unit that flies changes its place: box, `MAP` or `OUT`; `number` counts the acts of the phase."""

    number: int
    unit: Unit
    """As it was, or as it came."""
    origin: str
    to: str
    hex: str
    """Where on the map it came or left."""


def hops(record: PhaseRecord) -> Iterator[Hop]:
    """Every change of place in a phase, in order."""
    out = air_table(record.start).gone
    for number, act in enumerate(record.acts):
        if isinstance(act, AirAct):
            continue
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            unit = old or new
            if unit is None or not unit.type.flies:
                continue
            origin, to = place_of(act.before, old, out), place_of(act.after, new, out)
            if origin != to:
                there = next(
                    (each.location for each, at in ((new, to), (old, origin)) if each is not None and at == MAP), ""
                )
                yield Hop(number, unit, origin, to, there)


def place_of(position: Position, unit: Unit | None, out: Collection[str] = ()) -> str:
    """Where a unit is: its box, `MAP` or `OUT`."""
    if unit is None or unit.location in out:
        return OUT
    return MAP if unit.location in position.network.index else unit.location


def lying(position: Position, box: str) -> list[Unit]:
    """The units that fly and lie in a box, by id."""
    return [unit for unit in position.flying_at(box) if not unit.hex]
