"""What rests in the air, or at a base that is not its own."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.ownership import first_owner
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say


class Rests(Table):
    """What flies and is on no mission is at a base of its side."""


def _any(position: Position, _terms: Rests) -> bool:
    return any(unit.location in position.network.index for unit in position.aircraft.values())


@check("air.rests", Rests, unseen="cannot excuse", met=_any)
def rests_at_a_base(position: Position, _terms: Rests) -> Iterator[Breach]:
    """Who is on no mission is at a base of his side.

    Under: fire_in_the_east
    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h; turn 5, German Movement Phase
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2816]: ge.he111h; turn 5, German Movement Phase
    """
    staying = position.pack.staying
    for name in sorted(position.aircraft):
        unit = position.units[name]
        if unit.location not in position.network.index:
            continue
        sortie = position.memory.flown.get(name)
        if sortie is not None and sortie.mission in staying and sortie.hex == unit.location:
            continue
        based = is_base(position, unit.side, unit.location)
        if based.is_yes:
            continue
        lasts = "" if position.moment.phasing == unit.side else say("the mission of {unit}", unit)
        out = unless_missing(unseen_mission(position, unit) or lasts or _perhaps_lost(position, unit))
        because = say("{unit} is on no mission and at no base of its side", unit)
        yield Breach((unit.location,), because, (name,), ~based & out)


def _perhaps_lost(position: Position, unit: Unit) -> str:
    """What nobody tells of a base that an enemy zone alone took: whose it was when the unit landed, which goes nowhere since."""
    number, side = unit.location, unit.side
    if first_owner(position, position.network.index[number]).name != side:
        return ""
    if any(other.side != side for other in position.at(number)):
        return ""
    taken = any(is_base(position, enemy, number).possible for enemy in position.pack.enemies(side))
    return say("whose {hex} was when {unit} landed", number, unit) if taken else ""
