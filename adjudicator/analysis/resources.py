"""Resource points: how many a side has of each pool, what was gained and spent in a phase.

The pools are those of spending.toml. What a position says of a pool as a value ("value gold.fr 12") goes before any
marker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.economy import kept_number, value_named
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.memo import remembered
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Pool(Table):
    """A [pool.NAME]: points of one kind that a side has."""

    side: str
    """The side that has them."""
    nation: str = ""
    """The nation that may spend them; left out: all of the side's."""
    where: Where = ANYWHERE
    """The hexes in which it pays for units; left out: everywhere. Example: `where = { tags = ["north"] }`"""


class Cost(Table):
    """A [[cost]]: what a step costs that a unit gains. The first that fits decides."""

    who: Selector = EVERYONE
    """The units, as they are afterwards. Example: `who = { sizes = ["small"] }`"""
    instead: Selector | None = None
    """The unit whose place they take; left out: any, or none. Example: `instead = { tags = ["remnant"] }`"""
    points: Mapping[str, Amount]
    """Points by the kind of pool, which is what the pool's name begins with. Example: `points = { gold = 1 }`"""
    by: Literal["step", "strength"] = "step"
    """For what it is paid: each step, or each point of attack strength that the unit gains (of defense strength where it
    has no attack strength; one point for a unit without either). Example: `by = "strength"`"""
    chart: str = ""
    """Of a price that no text tells, the chart that does: it stays open. Example: `chart = "the replacement chart"`"""

    def fits(self, unit: Unit, instead: Unit | None) -> bool:
        """Whether it speaks of a unit that gains a step, in place of another."""
        if not self.who.matches(unit):
            return False
        return self.instead is None or (instead is not None and self.instead.matches(instead))


@dataclass(frozen=True, slots=True)
class Price:
    """What each point of one pool costs in points of others, and when; the most of the `free` points that hold cost nothing."""

    gains: str
    costs: Mapping[str, Fraction]
    when: When = When()
    free: tuple[tuple[int, When], ...] = ()


@dataclass(frozen=True, slots=True)
class Prices:
    """Those of a book, and what it asks for steps by how a unit gains them: "built" out of a box, "exchanged" for another unit or
    "turned" to a better face.

    Of `first` an entry goes before all of spending.toml; of `once` all that fit are paid once, besides what the step costs.
    """

    price: tuple[Price, ...] = ()
    first: tuple[tuple[str, Cost], ...] = ()
    once: tuple[tuple[str, Cost], ...] = ()


@dataclass(frozen=True, slots=True)
class OnTrack:
    """By pool the kinds of marker on a track: the number of points ends the name of the marker's box, times the marker's value
    (1 if it has none), and a half more for a marker tagged "half".
    """

    markers: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Counted:
    """Units that bring points where they lie, in `boxes`; in `phases` what lies there is counted.

    Of a unit that came into one of these boxes it is remembered whether it has lain there in one of these phases since. `pools`
    may have been paid at once: if one of them rises at another time, nobody knows whether what lies there was counted.
    """

    boxes: frozenset[str]
    phases: frozenset[str]
    pools: frozenset[str] = frozenset()


class SpendingTable(Table):
    """The file spending.toml: pools of points and what they may be spent on."""

    pool: Mapping[str, Pool] = {}
    """The pools by name."""
    cost: tuple[Cost, ...] = ()
    """What steps cost that units gain."""


@dataclass(frozen=True, slots=True)
class PoolChange:
    """A pool that became larger or smaller through an act."""

    act: Act
    pool: str
    before: Fraction
    after: Fraction


def spending_table(position: Position) -> SpendingTable:
    """The pack's spending.toml."""
    return load_table(position.pack, "spending", SpendingTable)


def prices(position: Position) -> Prices:
    """What the game's book sells besides what spending.toml has."""
    return position.pack.figures_or_usual(Prices)


def points(position: Position, pool: str) -> Interval:
    """How many points a pool has, as far as the position tells."""
    untold = Interval.unknown(value_named(pool))
    if pool in position.values:
        number = kept_number(position, pool)
        return untold if number is None else Interval.of(number)
    track, side = position.pack.figures_of(OnTrack), spending_table(position).pool[pool].side
    kinds = track.markers.get(pool, frozenset()) if track is not None else frozenset()
    found = [
        _on_track(marker.location, marker.type.value, "half" in marker.type.tags)
        for marker in position.markers.values()
        if marker.type.kind in kinds and marker.type.side in ("", side)
    ]
    if not found or None in found:
        return untold
    return Interval.of(sum((each for each in found if each is not None), Fraction(0)))


def lying_points(position: Position, kinds: frozenset[str], side: str) -> dict[str, Fraction]:
    """What a side's markers of these kinds in each hex are worth, one point where they have no value."""
    found: dict[str, Fraction] = {}
    for number in position.marked:
        for marker in position.markers_at(number):
            if marker.type.kind in kinds and marker.type.side in ("", side):
                found[number] = found.get(number, Fraction(0)) + (marker.type.value or 1)
    return found


@remembered(8)
def changes(record: PhaseRecord) -> tuple[PoolChange, ...]:
    """Every change of a pool in a phase, in order."""
    return tuple(_changes(record))


def _changes(record: PhaseRecord) -> Iterator[PoolChange]:
    last: dict[str, Interval] = {}
    for act in record.acts:
        for pool in spending_table(record.start).pool:
            before, after = points(act.before, pool), points(act.after, pool)
            before = before if before.certain else last.get(pool, before)
            if before.certain and after.certain and before != after:
                yield PoolChange(act, pool, Fraction(before.low), Fraction(after.low))
            if before.certain or after.certain:  # what comes in between may be told as no number
                last[pool] = after if after.certain else before


def spent(record: PhaseRecord) -> dict[str, tuple[Fraction, Fraction]]:
    """Per pool: what it held when the first point of it was spent, and what was spent in all."""
    found: dict[str, tuple[Fraction, Fraction]] = {}
    for change in changes(record):
        if change.after < change.before:
            held, total = found.get(change.pool, (change.before, Fraction(0)))
            found[change.pool] = held, total + change.before - change.after
    return found


def gained(record: PhaseRecord) -> dict[str, Fraction]:
    """Per pool: what was added in a phase."""
    found: dict[str, Fraction] = {}
    for change in changes(record):
        if change.after > change.before:
            found[change.pool] = found.get(change.pool, Fraction(0)) + change.after - change.before
    return found


def free_points(record: PhaseRecord, price: Price) -> Fraction:
    """How many of the points gained in a phase may have cost nothing."""
    rows = (count for count, when in price.free if when.holds(record.start, record.moment.phasing).possible)
    return Fraction(max(rows, default=0))


def _on_track(location: str, value: int, half: bool) -> Fraction | None:
    match = re.search(r"(\d+)\D*$", location)
    if match is None:
        return None
    return Fraction(int(match[1])) * (value or 1) + (Fraction(1, 2) if half else 0)
