"""Missions by night."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import others_above, silent_over, untold_above
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.record.memory import Sortie
from adjudicator.said import say

INTERCEPTORS = 1
"""How many units may intercept one; 0: no limit."""


class Night(Table):
    """What is flown by night (`night=yes`)."""

    kinds: frozenset[str]
    """The kinds of mission that are; the others are flown by day. Example: `kinds = ["strategic"]`"""


@check("air.night", Night, unseen="cannot excuse", acts=("fly",), untold=untold_above)
def flown_by_night(act: Act, terms: Night) -> Iterator[Breach]:
    """Little is flown by night, and alone.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.he111;
              fly strategic 3113: ax.he111 night=yes
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87;
              fly cas 3113: ax.ju87 night=yes
    """
    if not isinstance(act, Flight):
        return
    table = air_table(act.before)
    kind, role = table.called(act.mission), table.role_of(act.mission)
    by_night = act.told.get("night") == "yes"
    if by_night and role == "mission" and act.mission not in terms.kinds:
        yield Breach(act.path, say("{kind} is flown by night, which is done by day only", kind), act.units)
    own, others = _over(act, same=True), _over(act, same=False)
    alike = (each for each in own if each.mission == act.mission and bool(each.time) != by_night)
    if role == "mission" and any(alike):
        yield Breach(act.path, say("{kind} is flown to {hex} by day and by night", kind, act.over), act.units)
    rest = others_above(act, _side(act))
    if rest.is_open and role in ("mission", "escort"):
        because = say("what else is flown to {hex} may be flown at another time of the day", act.over)
        yield Breach(act.path, because, act.units, rest)
    missions = [each for each in own if table.role_of(each.mission) == "mission"]
    if role == "escort" and (by_night or (missions and all(each.time for each in missions))):
        yield Breach(act.path, say("a mission by night over {hex} is escorted, and none may be", act.over), act.units)
    raids = [each for each in others if table.role_of(each.mission) == "mission"]
    dark = bool(raids) and all(each.time for each in raids)
    known = YES if dark else Known.open(say("the missions that the enemy flies to {hex}", act.over))
    many = bool(INTERCEPTORS) and len(act.units) > INTERCEPTORS
    if role == "intercept" and many and (dark or (not raids and _silent(act))):
        because = say("{count} units intercept by night, and {most} may", len(act.units), INTERCEPTORS)
        yield Breach(act.path, because, act.units, known)


def _side(act: Flight) -> str:
    return next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")


def _silent(act: Flight) -> bool:
    """Whether the enemy flies over the hex, and nobody told what."""
    sides = {unit.side for name in act.units if (unit := act.after.units.get(name))}
    return any(each.side not in sides for each in silent_over(act.before, act.over))


def _over(act: Flight, *, same: bool) -> list[Sortie]:
    """The sorties flown to the hex before, by the own side or by the other."""
    sides = {unit.side for name in act.units if (unit := act.after.units.get(name))}
    flown = act.before.memory.flown.items()
    units = act.before.units
    return [
        each for name, each in flown if each.hex == act.over and name in units and (units[name].side in sides) == same
    ]
