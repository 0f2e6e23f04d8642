"""Strength besides what each unit has by itself: units beyond what others match, and strength that players tell.

A book has them in code (`Besides`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial

from adjudicator.analysis.air.sorties import sorties_over, still_over
from adjudicator.analysis.air.strengths import flown_strength
from adjudicator.analysis.combat.changes import ArithmeticStep
from adjudicator.analysis.combat.force_terms import Announced, Besides, Excess, Halved
from adjudicator.analysis.combat.intrinsic import own_strength
from adjudicator.analysis.combat.shifts import Sides
from adjudicator.analysis.combat.strength import Part, UnitShare, contributes, printed_strength, total_of
from adjudicator.analysis.combat.terms import CombatTable
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.stacking import unit_size
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.record.position import Position
from adjudicator.said import say

NOTHING = Fraction(0)


def excess_of(
    position: Position, part: Part, shares: tuple[UnitShare, ...], table: CombatTable
) -> tuple[ArithmeticStep, ...]:
    """What a side loses for units that nobody of it matches in size, the owner counting in full whom he counts best."""
    besides = position.pack.figures_of(Besides)
    rows = (row for row in besides.excess if row.part == part) if besides is not None else ()
    found = (_excess(position, row, shares, table) for row in rows)
    return tuple(change for change in found if change is not None)


def announced_of(
    position: Position,
    part: Part,
    force: Sides,
    shares: tuple[UnitShare, ...],
    targets: tuple[str, ...],
    *,
    told: Mapping[str, str],
) -> tuple[ArithmeticStep, ...]:
    """The strength that players told for a side, or that flies there, no more than the book lets count."""
    besides = position.pack.figures_of(Besides)
    rows = [row for row in besides.announced if row.part == part] if besides is not None else []
    if not rows:
        return ()
    attackers, _ = force
    against = attackers if part == "defense" else ()
    places = [own for each in targets if against and (own := own_strength(position, each, against[0].side))]
    printed = [printed_strength(share.unit, part) for share in shares]
    printed += [Interval.by(stands, Interval.of(own.total.plus), ZERO) for own, stands in places]
    sides = (*(share.unit.side for share in shares), *(own.side for own, _ in places)) or (position.moment.phasing,)
    most = sum_of(printed)
    found = (_announced(position, row, (sides, most), targets, told.get(row.key)) for row in rows)
    return tuple(change for change in found if change is not None)


def _excess(
    position: Position, row: Excess, shares: tuple[UnitShare, ...], table: CombatTable
) -> ArithmeticStep | None:
    over = tuple(share for share in shares if row.who.matches(share.unit))
    if not over:
        return None
    size = partial(unit_size, by="points")
    rows = tuple(each for each in table.factor if each.part == row.part)
    room, more = NOTHING, NOTHING
    open_: list[Known] = []
    for share in shares:
        unit = share.unit
        if share in over or row.ignored.matches(unit):
            continue
        counts = contributes(position, unit, rows)
        room += size(unit) if counts.is_yes else 0
        more += size(unit) if counts.is_open else 0
        open_ += [counts] if counts.is_open else []
    needed = sum((size(share.unit) for share in over), NOTHING)
    if room >= needed:
        return None
    taken = _taken(row, over, room, needed)
    if more:
        taken = taken.either(_taken(row, over, room + more, needed), *all_of(open_).missing)
    return ArithmeticStep(row.name, by=taken) if taken.low or taken.high else None


def _taken(row: Excess, over: tuple[UnitShare, ...], room: Fraction, needed: Fraction) -> Interval:
    """What is taken from the total, 0 or less: all that is over, but for what it counts together."""
    if room >= needed:
        return ZERO
    whole, together = total_of(over), Fraction(row.total)
    sizes = [unit_size(share.unit, "points") for share in over]
    low = _most(room, zip(sizes, (Fraction(share.strength.low) for share in over), strict=True))
    high = _most(room, zip(sizes, (Fraction(share.strength.high) for share in over), strict=True))
    if whole.certain:
        return Interval.of(min(low + together - whole.low, NOTHING))
    least, most = min(low + together - whole.high, NOTHING), min(high + together - whole.low, NOTHING)
    return Interval(least, most, whole.missing)


def _most(room: Fraction, each: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """The greatest strength of units that together are no larger than some room, each counted whole or not at all."""
    best = {NOTHING: NOTHING}  # by size taken
    for size, strength in each:
        for taken, value in sorted(best.items(), reverse=True):
            if taken + size <= room and best.get(taken + size, Fraction(-1)) < value + strength:
                best[taken + size] = value + strength
    return max(best.values())


def _announced(
    position: Position,
    row: Announced,
    helped: tuple[tuple[str, ...], Interval],
    targets: tuple[str, ...],
    told: str | None,
) -> ArithmeticStep | None:
    """A row's strength; `helped` are the sides of those whom it helps, units and places, and their printed strength."""
    sides, most = helped
    flown = _lent(position, row, sides, targets)
    if told is not None and not told.isdigit():
        return ArithmeticStep(row.name, lacking=say("how much {name} there is", row.name))
    value = flown if told is None else Interval.of(int(told))
    if value is None:
        return None
    if told is not None and flown is not None and int(told) > flown.high:
        value = flown  # who flew is seen; of what may have gone home already the players know
    value, side = value.smaller(most), sides[0]
    for each in row.halved:
        value = Interval.by(_holds(position, each, targets, side), value.times(Fraction(1, 2)), value)
    return ArithmeticStep(row.name, by=Interval.by(row.when.holds(position, side), value, ZERO))


def _holds(position: Position, row: Halved, targets: tuple[str, ...], side: str) -> Known:
    """Whether it halves the strength of a side in a battle for these hexes."""
    index, ground = position.network.index, ground_at(position)
    now = any_of(when.holds(position, side) for when in row.when) if row.when else YES
    return now & all_of(row.where.fits(ground, index[target]) for target in targets)


def _lent(position: Position, row: Announced, sides: tuple[str, ...], targets: tuple[str, ...]) -> Interval | None:
    """What a side's missions to the hexes lend it; what has left the hex may have flown home first. None if none is known."""
    parts = []
    for target in targets:
        for name in sorties_over(position, target, {row.key}):
            unit = position.units[name]
            if unit.side in sides:
                own = flown_strength(position, unit, row.value, row.changes)
                parts.append(Interval.by(still_over(position, unit, target), own, ZERO))
    return sum_of(parts) if parts else None
