"""The air chart: boxes beside the map in which what flies waits, is lost, and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.model.units import Unit
from adjudicator.record.flights import AirAct
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.who import Selector

AVAILABLE, ELIMINATED, ABROAD, REMNANTS = "air available", "air eliminated", "air eliminated abroad", "air remnants"
CHART = frozenset({AVAILABLE, ELIMINATED, ABROAD, REMNANTS})
GONE = "air gone"
"""The box of what has left the game for good."""
NO_GLIDER = Selector(without_kinds=frozenset({"glider"}))
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
    for number, act in enumerate(record.acts):
        if isinstance(act, AirAct):
            continue
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            unit = old or new
            if unit is None or not unit.type.flies:
                continue
            origin, to = place_of(act.before, old), place_of(act.after, new)
            if origin != to:
                there = next(
                    (each.location for each, at in ((new, to), (old, origin)) if each is not None and at == MAP), ""
                )
                yield Hop(number, unit, origin, to, there)


def place_of(position: Position, unit: Unit | None) -> str:
    """Where a unit is: its box, `MAP` or `OUT`."""
    if unit is None or unit.location == GONE:
        return OUT
    return MAP if unit.location in position.network.index else unit.location


def lying(position: Position, box: str) -> list[Unit]:
    """The units that fly and lie in a box, by id."""
    return [unit for unit in position.flying_at(box) if not unit.hex]


def is_initial(record: PhaseRecord) -> bool:
    """Whether it is a phase in which air units leave the chart."""
    phase = record.moment.phase
    return phase is not None and phase.kind == "initial"
