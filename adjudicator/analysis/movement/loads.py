"""What a phase moves by rail, sea or the like, against what there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from adjudicator.analysis.movement.moves import marker_unit
from adjudicator.analysis.movement.reach import capacity, capacity_cell, room_taken
from adjudicator.findings import Finding
from adjudicator.model.interval import INFINITE, ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.cell import Cell
from adjudicator.words import word


def carried(acts: Iterable[Act]) -> dict[str, list[Unit]]:
    """By side what is moved, in however many goes; a marker is taken as a unit of its side."""
    found: dict[str, dict[str, Unit]] = {}
    for act in acts:
        for party in cargo(act):
            found.setdefault(party.side, {}).setdefault(party.id, party)
    return {side: list(parties.values()) for side, parties in found.items()}


def cargo(act: Act) -> list[Unit]:
    """What an act moves; a marker is taken as a unit of its side."""
    return [
        *(act.before.unit(name) for name in act.units),
        *(marker_unit(act.before.markers[name]) for name in act.markers),
    ]


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
    others: Iterable[Interval] = (),
    doubts: Mapping[str, Known] = MappingProxyType({}),
    before: Interval = ZERO,
) -> Finding:
    """More than there is room for: units, `others` that are moved too, and what was used `before`.

    `doubts` says of units whether they count, where that is open.
    """
    counted = (Interval.by(doubts.get(unit.id, YES), room_taken(position, unit, mode), ZERO) for unit in units)
    loads = [*counted, *others]
    total = sum_of(loads).plus(before)
    words = strung(map(str, loads), " + ") + (say(" + {before} used before", before) if before != ZERO else "")
    words += say(" = {total}", total) if "+" in words else ""
    told = say("unknown") if most.high >= INFINITE else str(most)
    at, names = tuple(unit.hex for unit in units), tuple(unit.id for unit in units)
    because = say("{words} by {mode}, and the capacity is {told}", words, word(mode), told)
    return Finding(at, because, names, ~total.at_most(most))
