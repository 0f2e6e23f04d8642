"""What a phase moves by rail, sea or the like, against what there is room for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.analysis.movement.moves import marker_unit
from adjudicator.analysis.movement.reach import capacity, capacity_cell, load
from adjudicator.findings import Breach
from adjudicator.model.interval import INFINITE, Interval
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.terms.cell import Cell
from adjudicator.words import amount


def carried(acts: Iterable[Act]) -> dict[str, list[Unit]]:
    """By side what is moved; a marker is taken as a unit of its side."""
    found: dict[str, list[Unit]] = {}
    for act in acts:
        for name in act.units:
            unit = act.before.unit(name)
            found.setdefault(unit.side, []).append(unit)
        for name in act.markers:
            party = marker_unit(act.before.markers[name])
            found.setdefault(party.side, []).append(party)
    return found


def printed_capacity(position: Position, mode: str, side: str, given: Cell | None) -> Interval:
    """The capacity as `given`, else as movement.toml has it; "?" is the chart cell MODE_capacity.SIDE; INFINITE: no limit."""
    if given is None:
        return capacity(position, mode, side)
    return capacity_cell(position, f"{mode}_capacity.{side}", given)


def overload(
    position: Position,
    mode: str,
    units: list[Unit],
    most: Interval,
    *,
    others: Iterable[Fraction] = (),
    before: str = "0",
) -> Breach:
    """More than there is room for: units, `others` that are moved too, and what was used `before`."""
    loads = [load(position, unit, mode) for unit in units] + list(others)
    total = sum(loads, Fraction(before))
    words = " + ".join(map(amount, loads)) + (f" + {before} used before" if before != "0" else "")
    words += f" = {amount(total)}" if "+" in words else ""
    told = "unknown" if most.high >= INFINITE else str(most)
    at, names = tuple(unit.hex for unit in units), tuple(unit.id for unit in units)
    because = f"{words} by {mode}, and the capacity is {told}"
    return Breach(at, because, names, ~Interval.of(total).at_most(most))
