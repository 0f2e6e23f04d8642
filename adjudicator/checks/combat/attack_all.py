"""Enemies who must be attacked, and were not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.facing import Near, facing
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class AttackAll(Table):
    """Every enemy that fits `who`, before whom a unit of the phasing side that fits `by` begins the phase, is attacked."""

    who: Selector = EVERYONE
    """The enemies who must be attacked. Example: { without_kinds = ["train"] }."""
    by: Selector = EVERYONE
    """The units of the phasing side whose nearness obliges it. Example: { without_tags = ["disrupted"] }."""
    near: Near = "zone"
    """How near: the unit is in the enemy's zone of control, he is in its own ("own zone"), or "adjacent". Example:
    `near = "own zone"`"""


@check("combat.attack_all", AttackAll)
def attacks_every_one(record: PhaseRecord, terms: AttackAll) -> Iterator[Finding]:
    """Every enemy before whom own units stand must be attacked, by any of them. No attack told in a whole phase is a doubt.

    Under:    cornfield
    Legal:    turn 1, Union combat; 0405: us.1, us.guns; 0404: cs.3; attack 0404: us.1, us.guns
    Illegal:  turn 1, Union combat; 0405: us.1, us.guns; 0404: cs.3; 0305: cs.1; attack 0404: us.1, us.guns
    """
    side = record.moment.phasing
    attacks = [act for act in record.of(Attack) if not isinstance(act, Declaration)]
    attacked = {unit.id for act in attacks for number in act.path for unit in act.before.at(number)}
    told = YES if attacks else Known.open(say("which units attacked (the record shows no attack at all)"))
    for enemy, (unit, answer) in _owed(record, side, terms).items():
        still = record.end.units.get(enemy)
        if enemy in attacked or still is None or still.hex != record.start.unit(enemy).hex:
            continue  # whoever has left before his turn came can be attacked no more
        found = record.start.unit(enemy)
        yield Finding((found.hex,), _words(found, unit, terms), (enemy,), answer & told)


def _owed(record: PhaseRecord, side: str, terms: AttackAll) -> dict[str, tuple[Unit, Known]]:
    """The enemies who must be attacked, each with a unit that obliges it and whether it does."""
    start = record.start
    found: dict[str, tuple[Unit, Known]] = {}
    units = sorted(start.of_side(side), key=lambda unit: unit.id) if side else []
    for unit in units:
        if not terms.by.matches(unit) or unit.hex not in start.network.index:
            continue
        for enemy, answer in facing(start, unit, terms.near):
            before = found.get(enemy.id, (unit, NO))[1]
            if terms.who.matches(enemy) and not before.is_yes:
                found[enemy.id] = (unit, before | answer)
    return found


def _words(enemy: Unit, unit: Unit, terms: AttackAll) -> str:
    if terms.near == "adjacent":
        return say(
            "nobody attacks {enemy}, which must be attacked, since {unit} began the phase next to it", enemy, unit
        )
    if terms.near == "zone":
        return say(
            "nobody attacks {enemy}, which must be attacked, since {unit} began the phase in its zone", enemy, unit
        )
    return say("nobody attacks {enemy}, which must be attacked, since it was in the zone of {unit}", enemy, unit)
