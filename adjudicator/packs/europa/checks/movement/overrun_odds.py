"""Overruns by too little: the overrunners' strength together against that of the overrun."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.combat.odds import battle
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Overrun
from adjudicator.said import say
from adjudicator.words import amount


class OverrunOdds(Table):
    """How many times the defense an overrun takes; nothing stands against any strength at all."""

    least: Fraction
    """How many times the defence the attack must be; 10."""


@check("movement.overrun_odds", OverrunOdds, acts=("overrun",))
def strong_enough(act: Act, terms: OverrunOdds) -> Iterator[Breach]:
    """An overrun takes so many times the strength of the overrun.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2915: ge.1pz, ge.6pz; 1B/2914: so.1mg;
              overrun ge.1pz, ge.6pz 1B/2915-1B/2914; remove so.1mg
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2915: ge.1pz; 1B/2914: so.1rbr;
              overrun ge.1pz 1B/2915-1B/2914; remove so.1rbr
    """
    if not isinstance(act, Overrun) or len(act.path) < 2:
        return
    target, origin = act.path[-1], act.path[-2]
    attackers = [act.before.moved(name, origin).unit(name) for name in act.units if name in act.before.units]
    if not attackers or not any(unit.side != attackers[0].side for unit in act.before.at(target)):
        return
    found = battle(act.before, attackers, target)
    broken = ~found.overwhelms(terms.least)
    due = say("; an overrun needs {least} times the defense", amount(terms.least))
    yield Breach((target,), found.compared + due, act.units, broken.because_of(found.compared_reasons))
