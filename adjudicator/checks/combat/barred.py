"""Attacks by those who may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat import battle
from adjudicator.analysis.position import Act
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Selector


class BarredFromAttack(Table):
    """Who never attacks (nobody if empty); with `halved` whoever is halved too often (combat.toml: most_halvings) too."""

    who: Selector | None = None
    halved: bool = True


@check("combat.barred", BarredFromAttack, unseen="cannot excuse")
def may_attack(act: Act, terms: BarredFromAttack) -> Iterator[Breach]:
    """Some units do not attack.

    Legal:    French combat; 0805: fr.1inf; 0804: au.1inf+disrupted; attack 0804: fr.1inf
    Illegal:  French combat; 0805: fr.1cav+disrupted; 0804: au.1cav; attack 0804: fr.1cav
    """
    if act.kind != "attack":
        return
    units = tuple(act.before.unit(name) for name in act.units)
    for unit in units:
        if terms.who is not None and terms.who.matches(unit):
            yield Breach((unit.hex,), f"{unit} may not attack", (unit.id,))
    for target in act.path if terms.halved else ():
        found = battle(act.before, units, target)
        for unit in found.barred:
            yield Breach((unit.hex,), f"{unit} is halved too often to attack {target}", (unit.id,))
        for unit in found.perhaps:
            words = next(share.words for share in found.attack if share.unit.id == unit.id)
            missing = next(share.missing for share in found.attack if share.unit.id == unit.id)
            yield Breach((unit.hex,), f"{unit}, {words}, may be halved too often", (unit.id,), missing)
