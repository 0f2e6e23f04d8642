"""Attacks that are owed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.facing import Near, facing
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Attack
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.who import EVERYONE, Selector


class MandatoryAttack(Table):
    """Units of the phasing side that fit `who` and begin the phase before an enemy must attack in it."""

    who: Selector = EVERYONE
    """The units of the phasing side that must attack in a phase which they begin before an enemy."""
    near: Near = "zone"
    """How near he must be: they are in his zone of control, he is in theirs ("own zone"), or "adjacent". Example:
    `near = "adjacent"`"""
    of: Selector = EVERYONE
    """The enemies who oblige them. Example: { without_kinds = ["train"] }."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which nobody obliges anybody."""


@check("combat.mandatory_attack", MandatoryAttack)
def must_attack(record: PhaseRecord, terms: MandatoryAttack) -> Iterator[Finding]:
    """A unit in an enemy zone must attack. Of a phase in which no attack at all is told it is a doubt: it may not be on record.

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
        near = _before_an_enemy(start, unit, terms) if owes else NO
        if near.possible:
            told = YES if attacks else Known.open(say("which units attacked (the record shows no attack at all)"))
            yield Finding((unit.hex,), _words(unit, terms), (unit.id,), near & told)


def _before_an_enemy(start: Position, unit: Unit, terms: MandatoryAttack) -> Known:
    return any_of(answer for enemy, answer in facing(start, unit, terms.near, terms.closed) if terms.of.matches(enemy))


def _words(unit: Unit, terms: MandatoryAttack) -> str:
    if terms.near == "zone":
        return say("{unit} began the phase in an enemy zone of control, so it must attack, and did not", unit)
    if terms.near == "own zone":
        return say("{unit} began the phase with an enemy in its zone of control, so it must attack, and did not", unit)
    return say("{unit} began the phase next to an enemy, so it must attack, and did not", unit)
