"""Markers that count how many turns in a row a unit has been out of supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.status import Feeding, supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import StateName
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say, strung
from adjudicator.words import amount, some_units, word

MOST = 4
"""Where the count ends."""


class TurnsOut(Table):
    """The markers of `kinds` count by their value; at 4 they stay.

    A unit out of supply has one, in a state of `holds` it keeps what it has, else it has none. The count goes up
    only in phases of the side in whose phase it began: the marker's tag "since_SIDE" (untagged: in the unit's own side's).
    Where a source feeds only so much, its owner chooses who goes without.
    """

    kinds: frozenset[str]
    """The kinds of marker that count turns, by their value."""
    holds: frozenset[StateName] = frozenset()
    """The states in which it keeps what it has."""


OUT = "out_of_supply"


@check("supply.count", TurnsOut)
def counts_turns_out(record: PhaseRecord, terms: TurnsOut) -> Iterator[Breach]:
    """When supply has been looked at, a unit's marker says how long it has been without.

    Legal:    turn 5, German Initial Phase; weather clear; 2A/2906: ge.1inf+out.r1; 2A/2905: ge.11inf;
              mark ge.11inf+out.b1
    Illegal:  turn 5, German Initial Phase; weather clear; 2A/2906: ge.1inf+out.b1; 2A/2905: ge.11inf;
              mark ge.11inf+out.b1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; severe no;
              1B/2724: so.90rif+out.r1, so.23rif, +portsupply.so5; unmark so.90rif+out.r1
    """
    phasing = record.moment.phasing
    rationed = {side: supply(record.start, side).unfed() for side in record.start.pack.sides}
    short = {name for each in rationed.values() if each.needed > each.fed for name in each.units}
    yield from _too_many_fed(record, terms, short, rationed)
    doubtful: dict[_Doubt, list[Unit]] = {}
    for unit in sorted(record.end.units.values(), key=lambda unit: unit.id):
        if unit.hex not in record.end.network.index or unit.type.afloat:
            continue
        standing = supply(record.start, unit.side).state(unit.id) if unit.id in record.start.units else None
        if standing is None:
            continue
        states = (*standing.states, *((OUT,) if unit.id in short else ()))
        before, after = _marker(record.start, unit, terms), _marker(record.end, unit, terms)
        due = {_due(state, before, terms, unit, phasing) for state in states}
        shown = after.type.value if after is not None else 0
        if due == {shown} or (unit.id in short and shown in due):
            continue
        doubt = _Doubt(states, tuple(sorted(due)), shown, standing.missing)
        if shown in due and standing.missing:
            doubtful.setdefault(doubt, []).append(unit)
        else:
            yield Breach((unit.hex,), doubt.words([unit]), (unit.id,))
    for doubt, units in doubtful.items():
        at = tuple(dict.fromkeys(unit.hex for unit in units))
        yield Breach(at, doubt.words(units), tuple(unit.id for unit in units), Known.open(*doubt.missing))


class _Doubt(NamedTuple):
    """What may be wrong with a unit's marker: the states that it may be in, the turns due in them, what it shows."""

    states: tuple[str, ...]
    due: tuple[int, ...]
    shown: int
    missing: tuple[str, ...]

    def words(self, units: list[Unit]) -> Said:
        """The same of units, in a sentence."""
        wanted = strung((say("turn {each}", each) if each else say("no marker") for each in self.due), say(" or "))
        shown = say("turn {shown}", self.shown) if self.shown else say("no marker")
        about = (some_units(units), strung(map(word, self.states), say(" or ")), wanted, shown)
        if len(units) == 1:
            return say("{unit} is {states}, which wants {wanted}; it shows {shown}", *about)
        return say("{units} are {states}, which wants {wanted}; they show {shown}", *about)


def _too_many_fed(
    record: PhaseRecord, terms: TurnsOut, short: set[str], rationed: Mapping[str, Feeding]
) -> Iterator[Breach]:
    """Units that live on sources which feed only so much, and more of them shown as fed than that."""
    for side, feeding in sorted(rationed.items()):
        units = [record.end.units[name] for name in feeding.units if name in short and name in record.end.units]
        fed = [unit for unit in units if not _grown(record, unit, terms)]
        needed = sum((unit_size(unit, "points") for unit in fed), Fraction(0))
        if fed and needed > feeding.fed:
            whose = record.start.pack.called(side)
            because = say(
                "{whose} sources feed {fed} REs, and {needed} REs are shown as supplied by them",
                whose,
                amount(feeding.fed),
                amount(needed),
            )
            names = tuple(sorted(unit.id for unit in fed))
            yield Breach(tuple(sorted({unit.hex for unit in fed})), because, names, _surely(record, side, fed))


def _surely(record: PhaseRecord, side: str, fed: list[Unit]) -> Known:
    """Whether those shown as fed are too many even if all that nobody knows is kind: some may live on other sources."""
    status = supply(record.start, side)
    kind = status.unfed(kindly=True)
    needed = sum((unit_size(unit, "points") for unit in fed if unit.id in kind.units), Fraction(0))
    return YES if needed > kind.fed else Known.open(*status.missing)


def _grown(record: PhaseRecord, unit: Unit, terms: TurnsOut) -> bool:
    """Whether the unit's marker shows that it went without."""
    before, after = _marker(record.start, unit, terms), _marker(record.end, unit, terms)
    return after is not None and (before is None or after.type.value > before.type.value or before.id == after.id)


def _marker(position: Position, unit: Unit, terms: TurnsOut) -> Marker | None:
    found = (marker for marker in position.markers_at(unit.hex) if marker.on == unit.id)
    if unit.id in position.units and position.units[unit.id].hex != unit.hex:
        found = (marker for marker in position.markers.values() if marker.on == unit.id)
    return next((marker for marker in found if marker.type.kind in terms.kinds), None)


def _due(state: str, before: Marker | None, terms: TurnsOut, unit: Unit, phasing: str) -> int:
    """The number that the marker must show."""
    had = before.type.value if before is not None else 0
    if state != OUT and state not in terms.holds:
        return 0
    if before is None:
        return 1 if state == OUT else 0
    since = next((tag.removeprefix("since_") for tag in before.type.tags if tag.startswith("since_")), unit.side)
    if since != phasing:
        return had
    return min(had + 1, MOST)
