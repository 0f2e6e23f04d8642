"""Units that fly more missions than one."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Once(Table):
    """A unit flies one mission in a phase, and another after one that leads to it (`stages` in air.toml)."""

    of: frozenset[str] = frozenset()
    """The kinds of mission of which the first is one; left out: any. Example: `of = ["transfer"]`"""
    repeats: frozenset[str] = frozenset()
    """Kinds of mission that are flown again and again. Example: `repeats = ["transfer"]`"""
    then_not: frozenset[str] = frozenset()
    """Kinds that are not flown after one that leads to another. Example: `then_not = ["transfer"]`"""


def _any(record: PhaseRecord, terms: Once) -> bool:
    return any(not terms.of or act.mission in terms.of for act in record.of(Flight))


@check("air.once", Once, unseen="cannot excuse", met=_any)
def one_mission_in_a_phase(record: PhaseRecord, terms: Once) -> Iterator[Breach]:
    """Whoever has flown a mission flies no other in the phase.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly stage 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.me109e; fly transfer 1B/3017: ge.me109e;
              fly bomb_units 1B/2914: ge.me109e
    """
    last: dict[str, str] = {}
    for act in record.of(Flight):
        table = air_table(act.before)
        for name in act.units:
            was = last.get(name)
            unit = act.before.units.get(name)
            if was is not None and unit is not None and (not terms.of or was in terms.of):
                kind = table.mission.get(was)
                again = was == act.mission and was in terms.repeats
                leads = kind is not None and kind.stages and act.mission not in terms.then_not
                if not (again or leads):
                    because = say(
                        "{unit} flies {kind} after {other} in one phase",
                        unit,
                        table.called(act.mission),
                        table.called(was),
                    )
                    yield Breach(act.path, because, (name,))
            last[name] = act.mission
