"""Missions that are carried out by units that do not fly them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import unseen_mission
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.said import say


class CarriedOut(Table):
    """A mission is carried out over its target hex by the units that flew there."""


def _elsewhere(act: Strike) -> Iterator[Unit]:
    """The units of a strike of which no mission to its hex was told."""
    for name in act.units:
        unit, sortie = act.before.units.get(name), act.before.memory.flown.get(name)
        if unit is not None and unit.type.flies and (sortie is None or sortie.hex != act.over):
            yield unit


def _bombs(act: Act) -> bool:
    return isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == "mission"


@check("air.carried_out", CarriedOut, unseen="cannot excuse", acts=("strike",), met=lambda act, _terms: _bombs(act))
def is_over_its_target(act: Act, _terms: CarriedOut) -> Iterator[Breach]:
    """Bombs fall where those are who flew there.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              fly marshalling_yards 1B/2712: ge.he111h base=1B/2719; strike marshalling_yards 1B/2712: ge.he111h
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; 1B/2712: so.10rif;
              strike marshalling_yards 1B/2712: ge.he111h
    """
    if not isinstance(act, Strike) or not _bombs(act):
        return
    for unit in _elsewhere(act):
        because = say("{unit} bombs {hex} and flies no mission there", unit, act.over)
        yield Breach(act.path, because, (unit.id,), _is_broken(act, unit))


def _is_broken(act: Strike, unit: Unit) -> Known:
    """Open for whoever lies over the hex and told no mission, or may have flown there before the record begins."""
    untold = unseen_mission(act.before, unit) or say("the mission of {unit}", unit)
    rests = unit.location in act.before.network.index and unit.location != act.over
    return YES if rests and (not act.before.joined or unit.id in act.before.memory.flown) else Known.open(untold)
