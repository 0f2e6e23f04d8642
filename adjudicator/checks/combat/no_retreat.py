"""Retreats by those who never retreat."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Retreat
from adjudicator.said import say
from adjudicator.terms.who import Selector


class NeverRetreats(Table):
    """Who never retreats, and what it does `instead`, in words."""

    who: Selector
    """The units that never retreat."""
    instead: Prose = Field("stays", validate_default=True)
    """What they do instead, in words."""


@check("combat.no_retreat", NeverRetreats, acts=("retreat",), units_in="")
def holds_or_dies(act: Act, terms: NeverRetreats) -> Iterator[Finding]:
    """Some units never retreat.

    Under:    thunder_in_the_east
    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              attack 1817: ax.24pz result=DR; retreat sov.63rc 1817-1917-2016
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.gar;
              attack 1817: ax.24pz result=DR; retreat sov.gar 1817-1918-2018
    """
    for name in act.units if isinstance(act, Retreat) else ():
        unit = act.before.units.get(name)
        if unit is not None and terms.who.matches(unit):
            yield Finding(
                act.path[-1:],
                say(
                    "{unit} retreats to {end}, and units like it never do: it {instead}",
                    unit,
                    act.path[-1],
                    terms.instead,
                ),
                (name,),
            )
