"""Retreats by those who never retreat."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Selector
from adjudicator.record.position import Act


class NeverRetreats(Table):
    """Who never retreats, and what it does `instead`, in words."""

    who: Selector
    instead: str = "stays"


@check("combat.no_retreat", NeverRetreats)
def holds_or_dies(act: Act, terms: NeverRetreats) -> Iterator[Breach]:
    """Some units never retreat.

    Legal:    French combat; 0804: au.1inf; 0805: fr.1inf; attack 0804: fr.1inf; retreat au.1inf 0804-0803-0802
    Illegal:  French combat; 1108: au.garrison; 1208: fr.1inf; attack 1108: fr.1inf; retreat au.garrison 1108-1008-0908
    """
    for name in act.units if act.kind == "retreat" else ():
        unit = act.before.units.get(name)
        if unit is not None and terms.who.matches(unit):
            yield Breach(act.path[-1:], f"{unit} retreats; it {terms.instead}", (name,))
