"""What units take on their way: the control that is remembered when they have gone on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control_terms import ControlTable, control_table, series_control
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.ownership import UNKNOWN
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.zones import exerting, zone_of
from adjudicator.lean import replace
from adjudicator.model.known import Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


def remember(position: Position, before: Position, units: tuple[str, ...], path: tuple[str, ...]) -> Position:
    """The position with control history after some units went along a path: what they enter or alone cover they take.

    Units that hold a hex only while they stay leave no history, unless enough of them stand there together.
    """
    table = control_table(position.pack)
    control = position.control
    found = [position.units.get(name) or before.units.get(name) for name in units]
    movers = [unit for unit in found if unit is not None and table.takes.matches(unit)]
    for number in path:
        if number not in position.network.index:
            continue
        for unit in movers:
            if control.get(number) != unit.side and _keeps(before, movers, unit, number):
                control = control.set(number, unit.side)
            for covered, surely in (
                _covered(before, table, unit, number) if series_control(before.pack).zones_last else ()
            ):
                if control.get(covered) != unit.side:
                    control = control.set(covered, unit.side if surely.is_yes else UNKNOWN)
    if control is position.control:
        return position
    return replace(position, control=control)


def _keeps(before: Position, movers: list[Unit], unit: Unit, number: str) -> bool:
    """Whether what a unit takes stays taken when it goes on."""
    reverts = series_control(before.pack).reverts
    if reverts is None or not reverts.matches(unit):
        return True
    names = {mover.id for mover in movers}
    there = [other for other in before.at(number) if other.side == unit.side and other.id not in names]
    return sum((unit_size(other, "points") for other in (*movers, *there)), Fraction(0)) >= 1


def _covered(before: Position, table: ControlTable, unit: Unit, number: str) -> Iterator[tuple[str, Known]]:
    """The hexes next to where a unit comes by that its zone alone reaches, with whether a zone takes them."""
    if unit.id not in before.units:
        return
    there = before.moved(unit.id, number)
    ground, network, moved = ground_at(there), there.network, there.unit(unit.id)
    i = network.index[number]
    for direction, j in enumerate(int(j) for j in network.neighbours[i]):
        zone = zone_of(ground, moved, i, direction, j) if j >= 0 else None
        if zone is None:
            continue
        target = network.number(j)
        if any(other.side != unit.side for other in there.at(target)):
            continue
        opposed = any_of(other.known for enemy in there.pack.enemies(unit.side) for other in exerting(ground, enemy, j))
        rows = [row for row in table.test if row.by == "zone"]
        takes = zone.known & ~opposed & any_of(row.where.fits(ground, j) for row in rows)
        if takes.possible:
            yield target, takes
