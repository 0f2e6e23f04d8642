"""Cargo that outlives the ship on which it was."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount, listed

EACH = 2
"""How many REs a ship carries."""


class CargoLost(Table):
    """When a ship is lost, so much of the units aboard in its hex is lost as the ships left there do not carry."""

    who: Selector
    """The units aboard. Example: `who = { tags = ["aboard"] }`"""
    carriers: Selector
    """The ships. Example: `carriers = { any_tags = ["ship"] }`"""


def _sunk(record: PhaseRecord, terms: CargoLost) -> Iterator[tuple[Act, Unit]]:
    """Every act by which a ship leaves its hex for no other."""
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is not None and old.hex and not (new is not None and new.hex) and terms.carriers.matches(old):
                yield act, old


def _any_sunk(record: PhaseRecord, terms: CargoLost) -> bool:
    return any(True for _ in _sunk(record, terms))


@check("naval.cargo_lost", CargoLost, unseen="may excuse nearby", met=_any_sunk)
def goes_down_with_the_ship(record: PhaseRecord, terms: CargoLost) -> Iterator[Breach]:
    """Who was aboard is lost with the ship.

    Under:    sudden_storm, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0709: so.1nvl+aboard, so.transport;
              remove so.transport; remove so.1nvl
    Illegal:  turn 5, Soviet Movement Phase; weather clear; severe no; 2A/0709: so.1nvl+aboard, so.transport;
              remove so.transport
    """
    for act, ship in _sunk(record, terms):
        aboard = [unit for unit in act.before.at(ship.hex) if unit.side == ship.side and terms.who.matches(unit)]
        left = [unit for unit in aboard if unit.id in record.end.units and record.end.units[unit.id].hex]
        others = [
            unit
            for unit in act.after.afloat_at(ship.hex)
            if unit.side == ship.side and unit.id != ship.id and terms.carriers.matches(unit)
        ]
        size = sum((unit_size(unit, "points") for unit in left), Fraction(0))
        room = Fraction(EACH) * len(others)
        if left and size > room:
            because = say(
                "{ship} is lost in {hex} with {units} aboard; {size} REs are left, and other ships there carry {room}",
                ship,
                ship.hex,
                listed(left),
                amount(size),
                amount(room),
            )
            yield Breach((ship.hex,), because, tuple(unit.id for unit in left), owed=not record.ended)
