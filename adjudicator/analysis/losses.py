"""Steps that units lost in a stretch of play, as the book counts them: an exchange costs what it costs, whatever its pieces show.

A corps of one step that makes its last stand as a remnant of one step has lost a step; one that breaks down into more
divisions than it had steps has gained none.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.organization import Done, reorganized
from adjudicator.lean import dataclass
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Placed, Transfer, Travel
from adjudicator.record.phase import PhaseRecord


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that came onto the map, new or out of a box, and the hex in which it was put."""

    name: str
    hex: str


def steps_lost(record: PhaseRecord, names: tuple[str, ...]) -> int:
    """The steps that units lost, with those that came in their stead."""
    before = record.start.units
    own = {before[name].side for name in names}
    gone = sum(before[name].steps - _left(record, name) for name in names)
    instead = [each for each in arrivals(record, own) if each.hex in _stood(record, names)]
    hidden = sum(done.uncounted for done in _exchanges(record, names))
    return gone - sum(_left(record, each.name) for each in instead) + hidden


def arrivals(record: PhaseRecord, sides: set[str]) -> tuple[Arrival, ...]:
    """The units of these sides that came onto the map."""
    came = (_arrived(act, name) for act in record.acts for name in act.units)
    units = {unit.id: unit for unit in came if unit is not None and unit.side in sides}
    return tuple(Arrival(unit.id, unit.hex) for unit in units.values())


def _left(record: PhaseRecord, name: str) -> int:
    """The steps that a unit has at the end."""
    unit = record.end.units.get(name)
    return unit.steps if unit is not None and unit.hex else 0


def _arrived(act: Act, name: str) -> Unit | None:
    """A unit that an act brought onto the map."""
    old, new = act.before.units.get(name), act.after.units.get(name)
    fresh = isinstance(act, Placed) or (isinstance(act, Transfer) and not (old and old.hex))
    return new if fresh and new is not None and new.hex else None


def _stood(record: PhaseRecord, names: tuple[str, ...]) -> frozenset[str]:
    """The hexes in which units stood or to which they went."""
    ways = (act.path for act in record.of(Travel) if set(act.units) & set(names))
    return frozenset(record.start.units[name].hex for name in names) | frozenset(way[-1] for way in ways if way)


def _exchanges(record: PhaseRecord, names: tuple[str, ...]) -> Iterator[Done]:
    """The exchanges in which these units were given up, and those of what came in their place."""
    lineage = set(names)
    for each in reorganized(record):
        waiting = list(each.done)
        while ours := [done for done in waiting if lineage & {unit.id for unit in done.given_up}]:
            yield from ours
            lineage |= {unit.id for done in ours for unit in done.came}
            waiting = [done for done in waiting if all(done is not other for other in ours)]
