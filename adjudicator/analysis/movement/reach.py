"""Movement: what a step costs and why it may be barred, the cheapest path between two hexes, how far a unit gets.

The tables are terrain.toml, movement.toml (`terms`) and [[movement]] of zoc.toml. Costs are exact fractions. A cost
that nobody gave (a chart cell, the weather) is an interval: a move is legal if it is at the upper end, illegal if it is not at
the lower end, else undetermined, and the missing data are named. Searches look only at the hexes they touch, so their cost
does not grow with the number of units on the map.
"""

from __future__ import annotations

from fractions import Fraction

from adjudicator.analysis.beneath import beneath
from adjudicator.analysis.movement.concern import mode_rules
from adjudicator.analysis.movement.searching import direct, flood, least_faulty, search
from adjudicator.analysis.movement.values import GROUND, MoveBudget, Path, Reach
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.stacking import unit_size
from adjudicator.model.interval import INFINITE, Bound, Interval
from adjudicator.model.known import NO, Known
from adjudicator.model.memo import remembered
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import UNLIMITED, chart

POSITIONS, FEW = 512, 16
"""Of so many positions, as many as a long log has moves, so many walkers are kept: what a drag may have taken is asked as it is
played, and its legality when all are."""


def budget(
    position: Position, unit: Unit, mode: str = GROUND, start: str = "", states: frozenset[str] = frozenset()
) -> MoveBudget:
    """What a unit may spend in a mode; `states` are states it has beyond its marks (from supply)."""
    return walker_for(position, unit, mode, start or unit.hex, states=states).budget


def cheapest_path(
    position: Position,
    unit: Unit,
    goal: str,
    start: str = "",
    *,
    mode: str = GROUND,
    states: frozenset[str] = frozenset(),
    ignoring: frozenset[str] = frozenset(),
) -> Path:
    """The cheapest legal path; if there is none, the step to a hex next to it, else the path that its faults and cost
    recommend: a fault weighs as much as all that the unit may spend.

    `ignoring` are ids of enemy units whose zones and presence do not count (being overrun, already gone).
    """
    walker = walker_for(position, unit, mode, start or unit.hex, states=states, ignoring=ignoring)
    way = _legal_way(walker, goal)
    if way is None and not walker.adjoins(goal):
        way = least_faulty(walker, goal)
    return walker.judged(way or (walker.start, goal))


def kindest_path(position: Position, unit: Unit, goal: str, start: str, *, mode: str = GROUND) -> Path | None:
    """The cheapest path if all that is not known is kind; None if there is none even then."""
    walker = walker_for(position, unit, mode, start)
    way = None if walker.budget.may_not_move.is_yes else search(walker, goal, Bound.BEST)
    return None if way is None else walker.judged(way)


def legal_way(
    position: Position,
    unit: Unit,
    goal: str,
    start: str,
    *,
    mode: str = GROUND,
    avoiding: frozenset[str] = frozenset(),
) -> Path | None:
    """The cheapest path that is legal, or may be for all that is known, and keeps out of some hexes; None if there is none."""
    walker = walker_for(position, unit, mode, start, avoiding=avoiding)
    way = _legal_way(walker, goal)
    return None if way is None else walker.judged(way)


def _legal_way(walker: Walker, goal: str) -> tuple[str, ...] | None:
    """The cheapest way that is legal whatever the missing data are, else the cheapest that is if they are kind."""
    if walker.budget.may_not_move.is_yes:
        return None
    if (way := direct(walker, goal, Bound.WORST)) is not None:
        return way
    if not walker.may_come_to(goal):
        return None
    way = search(walker, goal, Bound.WORST)
    known = walker.certain and walker.budget.certain
    return way if way is not None or known else search(walker, goal, Bound.BEST)


def cost_of(
    position: Position,
    unit: Unit,
    path: tuple[str, ...],
    *,
    mode: str = GROUND,
    states: frozenset[str] = frozenset(),
    ignoring: frozenset[str] = frozenset(),
) -> Path:
    """A given path judged step by step."""
    return walker_for(position, unit, mode, path[0], states=states, ignoring=ignoring).judged(path)


def reach(
    position: Position, unit: Unit, *, mode: str = GROUND, states: frozenset[str] = frozenset(), start: str = ""
) -> Reach:
    """Every hex a unit can end its move in."""
    walker = walker_for(position, unit, mode, start or unit.hex, states=states)
    barred = walker.budget.may_not_move
    if barred.is_yes:
        return Reach({}, {}, frozenset())
    worst = flood(walker, Bound.WORST) if barred.is_no else {}
    best = worst if walker.certain and barred.is_no else flood(walker, Bound.BEST)
    missing = frozenset(name for cost in best.values() for name in cost.missing) | walker.budget.points.missing
    missing |= set(barred.missing)
    return Reach(worst, {number: cost for number, cost in best.items() if number not in worst}, missing)


def walker_for(
    position: Position,
    unit: Unit,
    mode: str,
    start: str,
    *,
    states: frozenset[str] = frozenset(),
    ignoring: frozenset[str] = frozenset(),
    avoiding: frozenset[str] = frozenset(),
) -> Walker:
    """One walker for all that is asked of a unit in a position: where it gets, and by what way."""
    kept, key = _walkers(position), (id(unit), mode, start, states, ignoring, avoiding)
    found = kept.get(key)
    if found is None:
        if len(kept) >= FEW:
            del kept[next(iter(kept))]
        found = kept[key] = Walker(position, unit, mode, start, states=states, ignoring=ignoring, avoiding=avoiding)
    return found  # it holds the unit, so that no other has its identity


@remembered(POSITIONS)
def _walkers(_position: Position) -> dict[tuple[object, ...], Walker]:
    return {}


def load(position: Position, unit: Unit, mode: str) -> Fraction:
    """What a unit uses of a mode's capacity as it lies: the first `load` row that fits; 1 if none does."""
    for row in mode_rules(position, mode).load:
        if row.who.matches(unit):
            return Fraction(row.points) * unit_size(unit, row.by or "units")
    return Fraction(1)


def room_taken(position: Position, unit: Unit, mode: str) -> Interval:
    """The load of a unit; of one that shows no strength that of any that looks alike."""
    found = {load(position, each, mode) for each in beneath(position.pack, unit)} or {load(position, unit, mode)}
    return Interval(min(found), max(found), frozenset({say("strength of {unit}", unit)} if len(found) > 1 else ()))


def capacity(position: Position, mode: str, side: str) -> Interval:
    """How much of a mode a side may use in a turn; INFINITE if it has no limit."""
    found = Interval.of(INFINITE)
    perhaps: list[tuple[Known, Interval]] = []
    for row in mode_rules(position, mode).capacity:
        answer = row.when.holds(position, side) if not row.sides or side in row.sides else NO
        if answer.possible:
            most = capacity_cell(position, f"{mode}_capacity.{side}", row.most)
            if answer.is_yes:
                found = most
                break
            perhaps.append((answer, most))
    for answer, most in reversed(perhaps):
        found = Interval.by(answer, most, found)
    return found


def capacity_cell(position: Position, cell: str, given: Fraction | str | None) -> Interval:
    """A capacity as the table or the user's chart gives it."""
    most = chart(position.pack, cell, given)
    if isinstance(most, Fraction):
        return Interval.of(most)
    return Interval.of(INFINITE) if most == UNLIMITED else Interval.unknown(cell)
