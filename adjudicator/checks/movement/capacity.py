"""More travelling by rail, sea or the like in a phase than there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.ground import Cell, chart
from adjudicator.analysis.movement import load
from adjudicator.analysis.position import PhaseRecord
from adjudicator.analysis.stacking import amount
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit


class Capacity(Table):
    """The `most` that a side moves by a `mode` in one phase; `sides` gives other numbers for some.

    What a unit takes up is the mode's `load` in movement.toml. "?" is the chart cell MODE_capacity.SIDE.
    """

    mode: str
    most: Cell = "?"
    sides: Mapping[str, Cell] = {}


@check("movement.capacity", Capacity, unseen="cannot excuse")
def within_capacity(record: PhaseRecord, terms: Capacity) -> Iterator[Breach]:
    """Only so much travels by rail in a phase.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf, fr.2inf; rail fr.1inf, fr.2inf 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1inf, fr.2inf, fr.hq;
              rail fr.1inf, fr.2inf, fr.hq 0106-0206-0306
    """
    carried: dict[str, list[Unit]] = {}
    for act in record.of(terms.mode):
        for name in act.units:
            unit = act.before.unit(name)
            carried.setdefault(unit.side, []).append(unit)
    for side, units in carried.items():
        cell = f"{terms.mode}_capacity.{side}"
        most = chart(record.start.pack, cell, terms.sides.get(side, terms.most))
        if most == "unlimited":
            continue
        loads = [load(record.start, unit, terms.mode) for unit in units]
        total = sum(loads, Fraction(0))
        words = f"{' + '.join(map(amount, loads))} = {amount(total)} by {terms.mode}"
        at, names = tuple(unit.hex for unit in units), tuple(unit.id for unit in units)
        if not isinstance(most, Fraction):
            yield Breach(at, f"{words}, capacity unknown", names, "" if most == "no" else cell)
        elif total > most:
            yield Breach(at, f"{words}, capacity {amount(most)}", names)
