"""Attacks without anybody who may attack by himself."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.strength import printed_strength
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say_number
from adjudicator.terms.who import Selector
from adjudicator.words import listed


class NotAlone(Table):
    """Who attacks only with others: units that fit `who`, and those without strength."""

    who: Selector | None = None
    """Units that attack only with others; left out: none but those without strength. Example: `who = { kinds = ["truck"] }`"""
    without_strength: bool = True
    """Whether units of printed attack strength 0 attack only with others. Example: `without_strength = false`"""


@check("combat.not_alone", NotAlone, acts=("attack",))
def attacks_in_company(act: Act, terms: NotAlone) -> Iterator[Breach]:
    """Some units attack only together with others.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1eng; 1B/2914: so.1rbr;
              attack 1B/2914: ge.1inf, ge.1eng
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1eng; 1B/2914: so.1rbr; attack 1B/2914: ge.1eng
    """
    if not isinstance(act, Attack) or not act.units:
        return
    units = [act.before.unit(name) for name in act.units]
    alone = all_of(_only_with_others(unit, terms) for unit in units)
    words = say_number(
        "{units} attacks by itself, and may only with others",
        "{units} attack by themselves, and may only with others",
        len(units),
        listed(str(unit) for unit in units),
    )
    yield Breach(act.path, words, act.units, alone)


def _only_with_others(unit: Unit, terms: NotAlone) -> Known:
    if terms.who is not None and terms.who.matches(unit):
        return YES
    return printed_strength(unit, "attack").at_most(ZERO) if terms.without_strength else ~YES
