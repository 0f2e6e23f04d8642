"""Fights in the air in which nobody intercepts, or everybody."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import packets_over, role_of, unseen_mission
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight
from adjudicator.said import say


class Opponents(Table):
    """In the air interceptors fight those on missions and their escorts, over the hex to which both fly."""


@check("air.opponents", Opponents, unseen="cannot excuse", acts=("dogfight",))
def fought_where_interceptors_meet_missions(act: Act, _terms: Opponents) -> Iterator[Breach]:
    """One side of a fight in the air intercepts, and the other flies missions.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; fly intercept 1B/2914: so.mig3;
              dogfight 1B/2914: so.mig3 against=ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2914]: so.mig3;
              fly ground_support 1B/2914: ge.he111h; dogfight 1B/2914: so.mig3 against=ge.he111h
    """
    if not isinstance(act, Dogfight):
        return
    position, flown = act.before, act.before.memory.flown
    units = [position.units[name] for name in (*act.units, *_opponents(act)) if name in position.units]
    for unit in units:
        sortie = flown.get(unit.id)
        if sortie is not None and sortie.hex == act.over:
            continue
        seen = any(other.id in flown for other in units) and not unseen_mission(position, unit)
        begun = sortie is not None or seen
        broken = YES if begun else Known.open(say("the mission of {unit}", unit))
        yield Breach(
            act.path, say("{unit} fights over {hex} and flies no mission there", unit, act.over), (unit.id,), broken
        )
        return
    if not act.aims:
        return
    roles = {unit.side: {role_of(position, each.id) for each in units if each.side == unit.side} for unit in units}
    hunting = [side for side, found in roles.items() if found == {"intercept"}]
    if len(roles) != 2 or len(hunting) != 1:
        because = say("in the fight over {hex} not one side alone intercepts", act.over)
        broken = (
            YES if act.against else Known.open(say("whom {unit} attacks (against=)", units[0] if units else act.over))
        )
        # Whoever cannot be read may be the side that is missing.
        yield Breach(act.path, because, act.units, broken, excuse=Excuse())


def _opponents(act: Dogfight) -> tuple[str, ...]:
    """Whom the units fight: who is told, or else who flies there and may be meant."""
    position, own = act.before, {role_of(act.before, name) for name in act.units}
    sides = {position.units[name].side for name in act.units if name in position.units}
    if act.against or not sides:
        return act.against
    there = packets_over(position, act.over, next(iter(sides)), enemy=True)
    return tuple(name for name in there if (role_of(position, name) == "intercept") != (own == {"intercept"}))
