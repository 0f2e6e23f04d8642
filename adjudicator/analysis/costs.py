"""What a phase's purchases cost, by pool: the [[cost]] entries of spending.toml."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import islice

from adjudicator.analysis.gains import Gain
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.resources import Cost, Pool, free_points, gained, points, prices, spending_table, spent
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

Costs = dict[str, Interval]
"""Points by pool."""

DISTRICT = "district"
"""The value of an act that tells which pool of a side pays: `district=kiev`."""


def unit_costs(position: Position, found: Collection[Gain]) -> Costs:
    """What these gains cost by pool: a range where nobody can tell whether something was bought."""
    total: Costs = {}
    for each in found:
        for pool, due in price_of(position, each).items():
            cost = Interval.of(due)
            total[pool] = total.get(pool, ZERO).plus(Interval.by(each.sure, cost, ZERO))
    return total


def bought(record: PhaseRecord) -> Costs:
    """What points gained in a phase cost in other points, by pool, but for those that are free."""
    total: Costs = {}
    for entry in prices(record.start).price:
        free = free_points(record, entry)
        for pool, each in entry.costs.items():
            count = max(gained(record).get(entry.gains, Fraction(0)) - free, Fraction(0))
            cost = Interval.of(count * each)
            now = entry.when.holds(record.start, record.moment.phasing)
            total[pool] = total.get(pool, ZERO).plus(Interval.by(now, cost, ZERO))
    return total


def total_costs(record: PhaseRecord, found: Collection[Gain]) -> Costs:
    """What these gains cost, and the points that were bought besides; no pool that costs nothing."""
    units, others = unit_costs(record.start, found), bought(record)
    total = {pool: units.get(pool, ZERO).plus(others.get(pool, ZERO)) for pool in sorted({*units, *others})}
    return {pool: cost for pool, cost in total.items() if cost != ZERO}


def price_of(position: Position, gain: Gain) -> dict[str, Fraction]:
    """What a gain costs by pool; nothing for what the pack has no price for."""
    found: dict[str, Fraction] = {}
    for entry, once in _entries(position, gain):
        for kind, each in entry.points.items():
            pool = pool_for(position, kind, gain)
            if pool:
                times = 1 if once else (strength_gained(gain) if entry.by == "strength" else gain.steps)
                found[pool] = found.get(pool, Fraction(0)) + Fraction(str(each)) * times
    return found


def strength_gained(gain: Gain) -> Fraction:
    """The strength that a unit gains: all of it if it is new, else what it shows more than before."""
    old = gain.before.units.get(gain.unit.id) if gain.way == "turned" else None
    return max(worth(gain.unit) - (worth(old) if old is not None else 0), Fraction(0))


def worth(unit: Unit) -> Fraction:
    """A unit's attack strength; without one its defense strength, and at least one point."""
    face = unit.shown
    return Fraction(face.attack or face.defense or 1)


def unpriced(position: Position, gain: Gain) -> str:
    """The chart that alone says what a gain costs, "" if the pack has its price."""
    return next((entry.chart for entry, _ in _entries(position, gain) if entry.chart), "")


def pool_for(position: Position, kind: str, gain: Gain) -> str:
    """The pool "KIND.WHOSE" that pays for a unit: the one told, else its side's, and its nation's if it has one of its own."""
    pools = {
        name: pool
        for name, pool in spending_table(position).pool.items()
        if name.partition(".")[0] == kind and pool.side == gain.unit.side
    }
    by_district = any(not pool.where.anywhere for pool in pools.values())
    if by_district and (name := f"{kind}.{gain.told.get(DISTRICT, '')}") in pools:
        return name
    return next(
        (
            name
            for name, pool in pools.items()
            if pool.nation in ("", gain.unit.type.nation) and _pays_there(position, pool, gain)
        ),
        "",
    )


def _pays_there(position: Position, pool: Pool, gain: Gain) -> bool:
    i = position.network.index.get(gain.unit.hex)
    return pool.where.anywhere or (i is not None and pool.where.fits(ground_at(position), i).is_yes)


def kept(record: PhaseRecord, side: str) -> bool:
    """Whether anybody keeps accounts of a side: one of its pools is told."""
    pools = (name for name, pool in spending_table(record.start).pool.items() if pool.side == side)
    return any(points(record.start, name).certain or points(record.end, name).certain for name in pools)


def paid(record: PhaseRecord, pool: str) -> Interval:
    """What was spent of a pool in a phase."""
    before, after = points(record.start, pool), points(record.end, pool)
    if not before.certain or not after.certain:
        return Interval.unknown(*before.missing, *after.missing)
    return Interval.of(spent(record).get(pool, (Fraction(0), Fraction(0)))[1])


def _entries(position: Position, gain: Gain) -> Iterator[tuple[Cost, bool]]:
    """The entries that fit, and whether each is paid but once: the first of those for the step itself, and all besides."""
    told = prices(position)

    def fitting(entries: Iterable[Cost]) -> Iterator[Cost]:
        return (entry for entry in entries if entry.fits(gain.unit, gain.instead))

    first, once = ([cost for way, cost in rows if way == gain.way] for rows in (told.first, told.once))
    yield from ((entry, False) for entry in islice(fitting((*first, *spending_table(position).cost)), 1))
    yield from ((entry, True) for entry in fitting(once))
