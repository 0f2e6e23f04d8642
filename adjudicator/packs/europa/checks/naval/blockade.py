"""Transports that sail through the enemy's warships."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.concealed import hidden_enemies
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import shows_every_hex
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import ActFilter
from adjudicator.terms.who import Selector


class Blockade(ActFilter):
    """Ships that fit `who` neither enter nor leave a hex with one of `warships` of the enemy."""

    warships: Selector
    """The ships that bar a hex. Example: `warships = { any_tags = ["artillery"], without_tags = ["in_port"] }`"""


@check("naval.blockade", Blockade, acts_in=("kinds",))
def keeps_clear_of_warships(act: Act, terms: Blockade) -> Iterator[Breach]:
    """A transport keeps out of hexes with enemy warships at sea, and in port while one is before it.

    Under:    sudden_storm, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; severe no; control 2A/0410 axis; control Riga axis;
              2A/0412: ge.transport/2; 2A/0310: so.ca1; sail ge.transport 2A/0412-2A/0411-2A/0410
    Illegal:  turn 5, German Movement Phase; weather clear; severe no; control 2A/0410 axis; control Riga axis;
              2A/0412: ge.transport/2; 2A/0411: so.ca1; sail ge.transport 2A/0412-2A/0411-2A/0410
    """
    for unit in terms.units_of(act) if terms.names(act) else ():
        barred = [(number, ship) for number in act.path for ship in _warships(act, terms, unit, number)]
        hidden = [each for number in act.path for each in hidden_enemies(act.before, number, unit.side)]
        if barred:
            number, ship = barred[0]
            because = say("{unit} sails through {hex}, where {ship} is at sea", unit, number, ship)
            yield Breach((number,), because, (unit.id, ship.id))
        elif hidden:
            because = say("{unit} sails through {hex}, where an enemy warship may be", unit, hidden[0].hex)
            yield Breach((hidden[0].hex,), because, (unit.id,), Known.open(hidden[0].datum))
        elif not shows_every_hex(act) and _any_at_sea(act, terms, unit.side):
            because = say("{unit} sails where enemy warships may be", unit)
            broken = Known.open(say("the way that {unit} went", unit))
            yield Breach(act.path[-1:], because, (unit.id,), broken)


def _warships(act: Act, terms: Blockade, unit: Unit, number: str) -> Iterator[Unit]:
    """The enemy's warships in a hex."""
    ships = act.before.afloat_at(number)
    return (each for each in ships if each.side != unit.side and terms.warships.matches(each))


def _any_at_sea(act: Act, terms: Blockade, side: str) -> bool:
    found = (each for each in act.before.units.values() if each.hex and each.side != side)
    return any(terms.warships.matches(each) for each in found)
