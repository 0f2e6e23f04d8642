"""More units that start from a base than it can send up."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.basing import capacity
from adjudicator.analysis.air.sorties import start_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.flights import Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted


class Starts(Table):
    """In a phase as many units start missions from a base as it can send up."""

    who: Selector = EVERYONE
    """The units that count."""
    onward: frozenset[str] = frozenset()
    """Missions that go on from base to base: of those of a unit only the first counts. Example: `onward = ["transfer"]`"""
    trials: frozenset[str] = frozenset()
    """Kinds of trial of air.toml that are counted instead of missions. Example: `trials = ["patrol"]`"""


def _started(record: PhaseRecord, terms: Starts) -> dict[str, list[tuple[Flight | Strike, Unit]]]:
    found: dict[str, list[tuple[Flight | Strike, Unit]]] = {}
    flown: set[tuple[str, str]] = set()
    for act in record.acts:
        if not isinstance(act, Flight | Strike):
            continue
        if isinstance(act, Strike) != bool(terms.trials) or (terms.trials and act.mission not in terms.trials):
            continue
        for name in act.units:
            unit = act.before.units.get(name)
            base = start_of(act) if isinstance(act, Flight) else unit.location if unit is not None else ""
            goes_on = act.mission in terms.onward and (act.mission, name) in flown
            flown.add((act.mission, name))
            if unit is not None and base in act.before.network.index and terms.who.matches(unit) and not goes_on:
                found.setdefault(base, []).append((act, unit))
    return found


def _any(record: PhaseRecord, terms: Starts) -> bool:
    return bool(_started(record, terms))


@check("air.starts", Starts, unseen="cannot excuse", met=_any)
def as_many_as_the_base_sends_up(record: PhaseRecord, terms: Starts) -> Iterator[Breach]:
    """From a base as many units start as it has capacity.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; 1B/3017: +temporary_airfield; [1B/3017]: ge.me109e, ge.me109e#2;
              fly bomb_units 1B/2914: ge.me109e; fly bomb_units 1B/2914: ge.me109e#2
    Illegal:  turn 5, German Air Phase; weather clear; 1B/3017: +temporary_airfield; [1B/3017]: ge.me109e, ge.me109e#2,
              ge.me109e#3; fly bomb_units 1B/2914: ge.me109e, ge.me109e#2, ge.me109e#3
    """
    for base, started in sorted(_started(record, terms).items()):
        able = capacity(record.start, base)
        few = Interval.of(len(started)).at_most(able)
        if few.is_yes:
            continue
        units = counted(len(started), "unit")
        because = say("missions start from {base} with {units}, and its capacity is {able}", base, units, able)
        yield Breach((base,), because, tuple(dict.fromkeys(unit.id for _, unit in started)), ~few)
