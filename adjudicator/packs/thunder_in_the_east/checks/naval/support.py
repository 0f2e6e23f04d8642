"""Fleets that help a battle in which they have no part."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.concealed import masked
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.where import Where

FLEET = "naval"
"""The value of an attack that names the fleet that helps one side of it."""
KIND = "fleet"
"""The kind of marker."""


class NavalSupport(Table):
    """Markers of a kind that are told to help a battle (naval=ID)."""

    where: Where
    """What its hex must be like. Example: `where = { tags = ["coast"] }`"""


@check("naval.support", NavalSupport, unseen="cannot excuse", acts=("attack",))
def helps_who_shares_its_hex(act: Act, terms: NavalSupport) -> Iterator[Breach]:
    """A fleet helps a battle of a unit of its side that shares its hex on a coast.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1405: ax.7inf;
              1304: sov.20a, +fleet.baltic; attack 1304: ax.7inf naval=fleet.baltic
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              1903: +fleet.baltic; attack 1817: ax.24pz naval=fleet.baltic
    """
    name = act.told.get(FLEET, "")
    if not isinstance(act, Attack) or not name:
        return
    fleet = _found(act, terms, name)
    if fleet is None:
        because = say("{name} helps a battle, and is nowhere on the map", name)
        yield Breach(act.path, because, act.units, Known.open(say("where {name} lies", name)))
        return
    side = fleet.type.side
    fighters = {act.before.units[each].hex for each in act.units if act.before.units[each].side == side}
    fighters |= {number for number in act.path if any(unit.side == side for unit in act.before.at(number))}
    if fleet.hex not in fighters:
        because = say(
            "{name} helps a battle, and no unit of its side that fights is in {hex}", fleet.type.name, fleet.hex
        )
        there = (each for each in masked(act.before) if each.hex == fleet.hex and each.side in ("", side))
        attacked = (Known.open(each.datum) for each in there if fleet.hex in act.path)
        yield Breach((fleet.hex, *act.path), because, act.units, ~any_of(attacked))
        return
    coast = terms.where.fits(standing(act.before), act.before.network.index[fleet.hex])
    because = say("{name} helps a battle from {hex}, which is no coast", fleet.type.name, fleet.hex)
    yield Breach((fleet.hex,), because, act.units, ~coast)


def _found(act: Act, terms: NavalSupport, name: str) -> Marker | None:
    return next(
        (
            each
            for each in act.before.markers.values()
            if each.type.kind == KIND and each.hex and name in (each.id, each.type.id, each.type.name)
        ),
        None,
    )
