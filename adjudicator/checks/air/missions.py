"""Missions that a unit cannot fly, or not now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import Known, any_of
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight, Strike
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import Selector


class Missions(Table):
    """Missions of some kinds are flown by some units only, and at some times only."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["cas"]`"""
    who: tuple[Selector, ...] = ()
    """The units that fly them, one of these; left out: any."""
    values: tuple[str, ...] = ()
    """Values of a unit's counter, one of which is more than nothing. Example: `values = ["strike", "bomb"]`"""
    when: tuple[When, ...] = (ALWAYS,)
    """When they are flown, for the side that flies: one of these."""
    why: Prose = ""
    """What it takes, as the finding says it. Example: `why = "Close Air Support takes Strike strength"`"""


@check("air.missions", Missions, unseen="cannot excuse", acts=("fly", "strike"))
def flown_by_whom_and_when(act: Act, terms: Missions) -> Iterator[Finding]:
    """A mission is flown by units that can, when it can be flown.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87;
              fly cas 2215: ax.ju87
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.bf109;
              fly cas 2215: ax.bf109
    """
    if not isinstance(act, Flight | Strike) or act.mission not in terms.kinds:
        return
    if isinstance(act, Strike) and air_table(act.before).role_of(act.mission) != "trial":
        return  # what was flown before is carried out
    kind = air_table(act.before).called(act.mission)
    for name in act.units:
        unit = act.after.units.get(name)
        if unit is None:
            continue
        able = _able(unit, terms)
        if not able.is_yes:
            yield Finding(act.path, say("{unit} flies {kind}: {why}", unit, kind, terms.why), (name,), ~able)
            continue
        now = any_of(when.holds(act.before, unit.side) for when in terms.when)
        if not now.is_yes:
            because = say("{unit} flies {kind} in {moment}: {why}", unit, kind, act.moment, terms.why)
            yield Finding(act.path, because, (name,), ~now)


def _able(unit: Unit, terms: Missions) -> Known:
    """Whether a unit can fly it; open where its counter is not known."""
    if terms.who and not any(who.matches(unit) for who in terms.who):
        return Known.of(False)
    told = {name: unit.value(name) for name in terms.values}
    if not terms.values or any(value not in (None, 0, "0") for value in told.values()):
        return Known.of(True)
    if unit.type.flies and all(value is None for value in told.values()) and unit.value("range") is None:
        return Known.open(say("the counter of {unit}", unit))
    return Known.of(False)
