"""Attacks that are owed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import in_zone
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Attack
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class MandatoryAttack(Table):
    """Units of the phasing side that fit `who` and begin the phase in an enemy zone must attack in it."""

    who: Selector = EVERYONE
    """The units of the phasing side that must attack in a phase which they begin in an enemy zone."""


@check("combat.mandatory_attack", MandatoryAttack)
def must_attack(record: PhaseRecord, terms: MandatoryAttack) -> Iterator[Breach]:
    """A unit in an enemy zone must attack.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf
    Illegal:  French combat; 0805: fr.1inf; 0804: au.1inf; 0611: fr.2inf; 0712: au.2inf; attack 0804: fr.1inf
    """
    start, side = record.start, record.moment.phasing
    if not side:
        return
    attacks = tuple(record.of(Attack))
    attacked = {name for act in attacks for name in act.units}
    for unit in sorted(start.of_side(side), key=lambda unit: unit.id):
        owes = terms.who.matches(unit) and unit.hex in start.network.index and unit.id not in attacked
        near = in_zone(start, unit.hex, start.pack.enemies(side)) if owes else NO
        if near.possible:
            told = YES if attacks else Known.open(say("which units attacked (the record shows no attack at all)"))
            yield Breach(
                (unit.hex,),
                say("{unit} began the phase in an enemy zone of control, so it must attack, and did not", unit),
                (unit.id,),
                near & told,
            )
