"""Advances after combat into hexes that were not won."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.position import Act, PhaseRecord
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector


class AdvanceTerms(Table):
    """Who may advance; only those who attacked the hex if `attackers_only`."""

    who: Selector = EVERYONE
    attackers_only: bool = True


@check("combat.advance", AdvanceTerms)
def advances_into_what_it_won(record: PhaseRecord, terms: AdvanceTerms) -> Iterator[Breach]:
    """After combat, attackers may enter the hex they attacked, once it is empty.

    Legal:    turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; remove au.1inf;
              advance fr.1inf 0805-0804
    Illegal:  turn 2, French combat; 0805: fr.1inf; 0804: au.1inf; attack 0804: fr.1inf; remove au.1inf;
              advance fr.1inf 0805-0905
    """
    attacked: dict[str, set[str]] = {}
    for act in record.acts:
        if act.kind == "attack":
            for number in act.path:
                attacked.setdefault(number, set()).update(act.units)
        elif act.kind == "advance" and len(act.path) > 1:
            yield from _judged(act, terms, attacked)


def _judged(act: Act, terms: AdvanceTerms, attacked: dict[str, set[str]]) -> Iterator[Breach]:
    target = act.path[-1]
    missing = "" if attacked else "which hex was attacked (the record shows no attack at all)"
    for name in act.units:
        unit = act.before.unit(name)
        if not terms.who.matches(unit):
            yield Breach((target,), f"{unit} may not advance", (name,))
        elif target not in attacked:
            yield Breach((target,), f"{unit} advances into {target}, which was not attacked", (name,), missing)
        elif terms.attackers_only and name not in attacked[target]:
            yield Breach((target,), f"{unit} advances into {target} and took no part in the attack", (name,))
        elif any(other.side != unit.side for other in act.before.at(target)):
            yield Breach((target,), f"{unit} advances into {target}, where an enemy still stands", (name,))
