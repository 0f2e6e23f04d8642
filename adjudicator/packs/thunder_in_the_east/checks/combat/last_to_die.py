"""Losses taken by those who take theirs last."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Flipped, Removed, Transfer
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class LastToDie(Table):
    """Who takes a step loss only when nobody else of its side is left in its hex."""

    who: Selector
    """The units that take a step loss only when nobody else of their side is left in the hex."""


@check("combat.last_to_die", LastToDie, acts=("flip", "remove", "transfer"), units_in="")
def dies_last(act: Act, terms: LastToDie) -> Iterator[Breach]:
    """Some units take a loss last of all in their hex.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.gar/2;
              attack 1817: ax.24pz result=DP; remove sov.gar/2
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.gar/2, sov.63rc/2;
              attack 1817: ax.24pz result=DP; remove sov.gar/2
    """
    for name in act.units if isinstance(act, Flipped | Removed | Transfer) else ():
        unit, after = act.before.units.get(name), act.after.units.get(name)
        if unit is None or not unit.hex or not terms.who.matches(unit):
            continue
        if after is not None and after.hex and after.steps >= unit.steps:
            continue
        others = [
            str(other) for other in act.before.at(unit.hex) if other.side == unit.side and other.id not in act.units
        ]
        if others:
            yield Breach(
                (unit.hex,),
                say("{unit} takes a loss before {others}, and takes it last of all in its hex", unit, listed(others)),
                (name,),
            )
