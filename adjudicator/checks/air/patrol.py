"""Patrol attacks: from how far, at whom, how often, and what the die brings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.air.battle import strength_of
from adjudicator.analysis.air.reach import distance, reaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector

PATROL = "patrol"
"""The trial of air.toml."""
Part = Literal["zone", "time", "die"]


class Patrol(Table):
    """A unit at its base attacks what flies into a hex near it."""

    part: Part
    """What of it is judged."""
    who: Selector = EVERYONE
    """Who makes such attacks."""
    when: When = ALWAYS
    """When, as the side of the unit sees it."""
    within: int = 0
    """How many hexes away, for units of `fixed`. Example: `within = 2`"""
    fixed: Selector | None = None
    """Units whose zone reaches `within` hexes; all others' half their rating."""


def _met(act: Act, terms: Patrol) -> bool:
    return isinstance(act, Strike) and act.mission == PATROL


@check("air.patrol", Patrol, unseen="cannot excuse", acts=("strike",), met=_met)
def attacked_on_patrol(act: Act, terms: Patrol) -> Iterator[Breach]:
    """An attack on patrol is made near the base, in its time, with the result that the die has.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h die=4 result=-
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; strike patrol 1B/2914: so.mig3 target=ge.he111h die=4 result=R
    """
    if not isinstance(act, Strike) or act.mission != PATROL:
        return
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is None:
            continue
        if terms.part == "zone":
            yield from _zone(act, unit, terms)
        elif terms.part == "time":
            able = terms.when.holds(act.before, unit.side) & Known.of(terms.who.matches(unit))
            if not able.is_yes:
                because = say("{unit} makes a patrol attack in {moment}, and may not", unit, act.moment)
                yield Breach(act.path, because, (name,), ~able)
        else:
            yield from _die(act, unit)


def _zone(act: Strike, unit: Unit, terms: Patrol) -> Iterator[Breach]:
    if unit.location not in act.before.network.index:
        return
    away = distance(act.before, unit.location, act.over)
    fixed = terms.fixed is not None and terms.fixed.matches(unit)
    near = Known.of(away <= terms.within) if fixed else reaches(act.before, unit, unit.location, act.over, "half")
    if not near.is_yes:
        yield Breach(
            act.path, say("{unit} attacks {away} hexes away, beyond its patrol zone", unit, away), (unit.id,), ~near
        )


def _die(act: Strike, unit: Unit) -> Iterator[Breach]:
    target = act.before.units.get(act.told.get("target", ""))
    told, die = act.told.get("result", "").upper(), act.told.get("die", "")
    if target is None or not told or not die.isdigit():
        return
    attack, defense = strength_of(unit, "air"), strength_of(target, "air_defense")
    more, twice = attack.at_most(defense), attack.at_least(defense.times(Fraction(2)))
    needed = Interval.by(more, Interval.of(6), Interval.by(twice, Interval.of(4), Interval.of(5)))
    turned = Interval.of(int(die)).at_least(needed)
    wrong = turned if told == "-" else ~turned
    if not wrong.is_no:
        because = say(
            "{unit} attacks {target} on patrol: {needed} or more turns it back, the die is {die}",
            unit,
            target,
            needed,
            die,
        )
        yield Breach(act.path, because, (unit.id,), wrong)
