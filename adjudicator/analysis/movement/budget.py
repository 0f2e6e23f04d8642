"""What a unit may spend on a move: points, most hexes, and what bars it from moving at all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.control import controller
from adjudicator.analysis.ground import standing
from adjudicator.analysis.headquarters import Reserve, headquarters_table, passed_on
from adjudicator.analysis.holding import UNKNOWN
from adjudicator.analysis.movement.mover import Mover, listed, terrain_table
from adjudicator.analysis.movement.values import GROUND, Budget, Fault, interval, rounded
from adjudicator.model.interval import INFINITE, Interval
from adjudicator.model.known import YES, Known
from adjudicator.terms.cell import chart
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE
from adjudicator.terms.who import Selector
from adjudicator.words import amount


def budget_of(mover: Mover) -> Budget:
    position, unit, mode = mover.position, mover.unit, mover.mode
    i = position.network.index.get(mover.start)
    barred = tuple(_start_faults(mover, i))
    words: list[str] = []
    printed = unit.shown.movement
    if printed is None:
        points = Interval(Fraction(0), INFINITE, frozenset({f"movement allowance of {unit}"}))
    else:
        points = Interval.of(Fraction(printed))
        words.append(f"allowance {amount(points.low)}")
    hexes: int | None = None
    in_zone = i is not None and bool(mover.zones(i))
    for row in mover.table.allowance:
        if not _row_fits(mover, row.who, row.when, row.modes) or not mover.in_state(row.states):
            continue
        if row.start and (row.start == "zone") != in_zone:
            continue
        if row.where != ANYWHERE and (i is None or not row.where.fits(standing(position), i).is_yes):
            continue
        if row.set is not None:
            points = interval(chart(position.pack, "movement.allowance", row.set), "movement.allowance", Fraction(0))
        points = rounded(points, Fraction(row.times), Fraction(row.add), Fraction(row.least), row.round)
        hexes = row.hexes if hexes is None or (row.hexes is not None and row.hexes < hexes) else hexes
        words.append(f"{row.why or 'changed'}: {points}")
        if row.last:
            break
    for reserve in headquarters_table(position).reserve:
        more = _reserve_points(mover, reserve, points)
        if more != points:
            points = more
            words.append(f"{reserve.why}: {points}")
    if mover.way.times != 1:
        points = rounded(points, Fraction(mover.way.times), Fraction(0), Fraction(0), "")
        words.append(f"{mode}: {points}")
    if mover.way.free:
        points = Interval.of(INFINITE)
        words = [mode]
    hexes = _fewest(hexes, *_mode_hexes(mover), *_weather_hexes(mover, i))
    if hexes is not None:
        words.append(f"at most {hexes} {'hex' if hexes == 1 else 'hexes'}")
    minimum = max(
        (row.hexes for row in mover.table.minimum if _row_fits(mover, row.who, row.when, row.modes)), default=0
    )
    if points.high == 0 and printed is None:
        minimum = 0
    return Budget(points, hexes, minimum, ", ".join(words), barred)


def _reserve_points(mover: Mover, row: Reserve, points: Interval) -> Interval:
    """The points of a unit that sets out from a headquarters which passes units on."""
    position, unit = mover.position, mover.unit
    if mover.mode != GROUND or not row.who.matches(unit) or not row.when.holds(position, unit.side).is_yes:
        return points
    answer = passed_on(position, mover.start, unit.side)
    if answer.is_no:
        return points
    more = rounded(points, Fraction(row.times), Fraction(0), Fraction(0), row.round)
    return more if answer.is_yes else Interval(points.low, more.high, more.missing | set(answer.missing))


def _start_faults(mover: Mover, i: int | None) -> Iterator[Fault]:
    position, unit, way = mover.position, mover.unit, mover.way
    if i is None:
        yield Fault(mover.start, "path", f"{mover.start or 'its box'} is no hex of this map")
        return
    if not way.who.matches(unit):
        yield Fault(mover.start, "mode", way.why or f"it cannot use {mover.mode}")
    if way.when.holds(position, unit.side).is_no:
        yield Fault(mover.start, "mode", f"{mover.mode} is not possible now")
    if not way.start.fits(standing(position), i).possible:
        yield Fault(mover.start, "mode", f"{mover.mode} may not begin there")
    if way.own and (owner := controller(position, mover.start, unit.side)) != unit.side:
        broken = Known.open(f"control of {mover.start}") if owner == UNKNOWN else YES
        yield Fault(mover.start, "control", f"{mover.start} is not under its side's control", broken)
    if way.between and not (joined := mover.joined(i)).is_yes:
        because = f"{mover.start} is on no line between {listed(way.between)} of its side"
        yield Fault(mover.start, "control", because, ~joined)
    for row in mover.table.forbid:
        if row.where is not None or row.edges is not None:
            continue
        if not row.start.fits(standing(position), i).is_yes or (row.in_zone and not mover.zones(i)):
            continue
        if _row_fits(mover, row.who, row.when, row.modes) and mover.in_state(row.states):
            yield Fault(mover.start, "prohibited", row.why or "it may not move")
    effect = mover.effect(i, mover.strength(i))
    if effect is not None and effect.may_not_start and mover.zones(i):
        yield Fault(mover.start, "zone start", effect.why or "it may not move out of an enemy zone of control")


def _row_fits(mover: Mover, who: Selector, when: When, modes: frozenset[str]) -> bool:
    return (
        who.matches(mover.unit)
        and (not modes or mover.mode in modes)
        and when.holds(mover.position, mover.unit.side).is_yes
    )


def _mode_hexes(mover: Mover) -> Iterator[int]:
    cell = f"movement.{mover.mode}.hexes"
    if mover.way.hexes is None:
        return
    value = chart(mover.position.pack, cell, mover.way.hexes)
    if isinstance(value, Fraction):
        yield int(value)


def _weather_hexes(mover: Mover, i: int | None) -> Iterator[int]:
    for row in terrain_table(mover.position).weather:
        if row.hexes is None or i is None or not row.where.fits(mover.ground, i).is_yes:
            continue
        if _row_fits(mover, row.who, row.when, row.modes):
            yield row.hexes


def _fewest(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)
