"""Losses taken by those who take theirs last."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Flipped, Removed, Transfer
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class LastToDie(Table):
    """Who takes a step loss in battle only when nobody else of its side is left in its hex."""

    who: Selector
    """The units that take a step loss only when nobody else of their side is left in the hex."""
    all_gone: frozenset[str] = frozenset()
    """Results by which every defender is gone, so that nobody's turn is last. Example: `all_gone = ["DE"]`"""


@check("combat.last_to_die", LastToDie, acts=("flip", "remove", "transfer"), units_in="")
def dies_last(act: Act, terms: LastToDie) -> Iterator[Breach]:
    """In a battle some units take a loss last of all in their hex.

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
        chosen = _by_choice(act, unit.hex, terms.all_gone) if others else NO
        if chosen.possible:
            yield Breach(
                (unit.hex,),
                say("{unit} takes a loss before {others}, and takes it last of all in its hex", unit, listed(others)),
                (name,),
                chosen,
            )


def _by_choice(act: Act, number: str, all_gone: frozenset[str]) -> Known:
    """Whether the last battle was fought for a hex, and cost steps that somebody chose."""
    fought, phase = act.before.memory.fought, act.moment.phase
    if fought is None or (fought.turn, fought.phase) != (act.moment.turn, phase.id if phase else ""):
        return Known.open(say("which battle cost the loss"))
    if fought.hex != number or fought.result in all_gone:
        return NO
    return YES if fought.result else Known.open(say("the result of the battle for {hex}", number))
