"""Units that come home too far away, or where they cannot."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.basing import capacity
from adjudicator.analysis.air.reach import distance, is_base, reaches
from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ONE
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Travel
from adjudicator.record.flights import Flight
from adjudicator.record.memory import EXTENDED, Sortie
from adjudicator.said import say


class Home(Table):
    """What has flown a mission lands at a base within its range."""

    closed: bool = False
    """Whether only this is judged: that nobody lands where the capacity is 0."""
    landing: frozenset[str] = frozenset()
    """With `closed`: missions that end at their target, which is a base. Example: `landing = ["transfer"]`"""
    extended: bool = False
    """Whether only those are judged that fly beyond the usual range; else those that do not."""


def _landing(act: Act) -> Iterator[tuple[Unit, Sortie, str]]:
    """The units that fly from over their target to another hex, with mission and hex."""
    for unit, to in _travelling(act):
        sortie = act.before.memory.flown.get(unit.id)
        if sortie is not None and unit.location == sortie.hex:
            yield unit, sortie, to


def _set_down(act: Act, terms: Home) -> Iterator[tuple[Unit, str]]:
    """The units that fly a mission which ends at a base, with its hex."""
    if (
        isinstance(act, Flight)
        and act.mission in terms.landing
        and act.path
        and act.path[-1] in act.before.network.index
    ):
        units = (act.before.units.get(name) for name in act.units)
        to = act.path[-1]
        yield from ((unit, to) for unit in units if unit is not None and is_base(act.before, unit.side, to).possible)


def _unseen(act: Act) -> Iterator[Breach]:
    """Doubts of units that may come home from a mission that was flown before the record begins, where not all could."""
    position = act.before
    for unit, to in _travelling(act):
        untold = unseen_mission(position, unit) if unit.location in position.network.index else ""
        if not untold:
            continue
        owned = is_base(position, unit.side, to)
        if not owned.is_yes:
            because = say("{unit} lands at {base}, which is no base of its side", unit, to)
            yield Breach((to,), because, (unit.id,), ~owned & Known.open(untold))
        elif not reaches(position, unit, unit.location, to).is_yes:
            away, begun = distance(position, unit.location, to), unit.location
            because = say("{unit} returns {away} hexes from {hex} to {base}, beyond its range", unit, away, begun, to)
            yield Breach((begun, to), because, (unit.id,), Known.open(untold))


def _travelling(act: Act) -> Iterator[tuple[Unit, str]]:
    """The units that fly to another hex, as they were, with the hex."""
    for name in act.units if isinstance(act, Travel) else ():
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is not None and new is not None and old.type.flies and new.location in act.before.network.index:
            yield from [(old, new.location)] if new.location != old.location else []


def _met(act: Act, terms: Home) -> bool:
    if not terms.closed and not terms.extended and any(_unseen(act)):
        return True
    if any(True for _ in _set_down(act, terms)):
        return True
    return any(terms.closed or (sortie.far == EXTENDED) == terms.extended for _, sortie, _ in _landing(act))


@check("air.home", Home, unseen="cannot excuse", met=_met, acts=("move", "transfer", "fly"))
def lands_within_range(act: Act, terms: Home) -> Iterator[Breach]:
    """What flies comes home to a base of its side, as far as it can fly.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; ge.he111h [1B/2914]>[1B/2719]
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; ge.he111h [1B/2914]>[1B/2002]
    """
    yield from () if terms.closed or terms.extended else _unseen(act)
    table = air_table(act.before)
    if terms.closed:
        for unit, to in (*((unit, to) for unit, _, to in _landing(act)), *_set_down(act, terms)):
            able = capacity(act.before, to).at_least(ONE)
            if not able.is_yes:
                yield Breach((to,), say("{unit} lands at {base}, whose capacity is 0", unit, to), (unit.id,), ~able)
        return
    for unit, sortie, to in _landing(act):
        kind = table.mission.get(sortie.mission)
        if kind is None or (sortie.far == EXTENDED) != terms.extended:
            continue
        owned = is_base(act.before, unit.side, to)
        if not owned.is_yes:
            yield Breach(
                (to,), say("{unit} lands at {base}, which is no base of its side", unit, to), (unit.id,), ~owned
            )
            continue
        near = reaches(act.before, unit, sortie.hex, to, kind.extended if terms.extended else "full")
        if not near.is_yes:
            away = distance(act.before, sortie.hex, to)
            because = say(
                "{unit} returns {away} hexes from {hex} to {base}, beyond its range", unit, away, sortie.hex, to
            )
            yield Breach((sortie.hex, to), because, (unit.id,), ~near)
