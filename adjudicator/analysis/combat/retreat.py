"""Retreats: the ways open to a unit that must retreat, hex by hex in the book's order of preference.

The table is [retreat] of movement.toml (`movement.retreat_terms`). Where a series has retreats go `onward`, a unit that comes to
stand in too large a stack goes on by the same preferences: no enemy zone and room, no enemy zone, any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from adjudicator.analysis.combat.retreat_rule import retreat_rule, series_retreat
from adjudicator.analysis.combat.retreat_ways import Doubts, Retreated, Retreats, plain_ways, retreat_loss, searched
from adjudicator.analysis.history import fled_with
from adjudicator.analysis.movement.retreat_terms import RailRetreat, Retreat, Slipping
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.stacking import fits
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say

FARTHEST = 12
"""Hexes beyond which nobody goes on retreating: a ring of full stacks is never so deep."""

ZONE_FAULTS = frozenset({"zone entry", "zone exit"})


class Grade(IntEnum):
    """How good a hex is to retreat to, the best first."""

    FREE = 0
    CROWDED = 1
    ZONE = 2


@dataclass(frozen=True, slots=True)
class RetreatStep:
    """A hex next on a retreat: how good it is, the steps it costs, and whether the retreat goes on from it."""

    hex: str
    grade: Grade
    loss: int
    goes_on: bool


def retreats(position: Position, unit: Unit, start: str = "") -> Retreats:
    """For each hex a unit may retreat to, the way that loses the fewest steps."""
    rule = retreat_rule(position)
    if rule is not None and rule.dies is not None and rule.dies.matches(unit):
        return Retreats({}, {})
    if not series_retreat(position).onward:
        return searched(lambda doubts: plain_ways(position, unit, start or unit.hex, doubts))
    return searched(lambda doubts: _reach(position, unit, start or unit.hex, doubts, orderly=False))


def pushes_out(position: Position, unit: Unit, start: str) -> Known:
    """Whether a retreating unit may push friends out of their hex: it has no other way, where it needs to have none."""
    rule = retreat_rule(position)
    if rule is None or not rule.displaces:
        return NO
    if rule.displaces == "freely":
        return YES
    ways = searched(lambda doubts: plain_ways(position, unit, start, doubts, displacing=False))
    return ~ways.any


def orderly_retreats(position: Position, unit: Unit, start: str = "") -> Retreats:
    """The retreats that take the best hex there is at every step."""
    rule = retreat_rule(position)
    if rule is not None and rule.dies is not None and rule.dies.matches(unit):
        return Retreats({}, {})
    return searched(lambda doubts: _reach(position, unit, start or unit.hex, doubts, orderly=True))


def choices(position: Position, unit: Unit, path: tuple[str, ...], doubts: Doubts) -> tuple[RetreatStep, ...]:
    """The hexes that a unit may go to from the end of its retreat so far."""
    rule = retreat_rule(position)
    if rule is None:
        return ()
    return tuple(
        _choice(position, unit, number, doubts, first=len(path) == 1, start=path[0])
        for number in _next(position, unit, rule, path, doubts)
    )


def may_slip_through(position: Position, unit: Unit, number: str, start: str = "") -> Known:
    """Whether a unit may try to pass the enemy zones of a hex by a table: it, or one beside it that helps it.

    A friendly unit must be in the hex; a helper must have gone there before.
    """
    rule = position.pack.figures_of(Slipping)
    if rule is None:
        return NO
    friends = [other for other in position.at(number) if other.side == unit.side and other.id != unit.id]
    if rule.who.matches(unit):
        gone = fled_with(position, unit.id, start or unit.hex)
        return any_of(~gone.get(other.id, NO) for other in friends)
    return Known.of(any(rule.who.matches(other) for other in (*friends, *position.at(start or unit.hex))))


def slipped(position: Position, act: Act) -> Known:
    """Whether a die let a unit slip through zones: as it is told, else by the table; open where die or table are not known."""
    rule = position.pack.figures_of(Slipping)
    die, result = act.told.get("die", ""), act.told.get("result", "").lower()
    if result in ("success", "failure"):
        return Known.of(result == "success")
    if not die:
        return Known.open("the die by which it slips through (die=...)")
    cell = rule.cell.format(die=die) if rule is not None else ""
    told = position.pack.charts.get(cell)
    return Known.open(cell or say("the table for slipping through")) if told is None else Known.of(told == "success")


def _reach(position: Position, unit: Unit, start: str, doubts: Doubts, *, orderly: bool) -> dict[str, Retreated]:
    """Every end of a retreat; `orderly`: only over hexes of the best grade open at each step."""
    ends: dict[str, Retreated] = {}
    ways = [(Retreated((start,), 0, ()), unit)]
    seen: dict[str, int] = {start: 0}
    for _ in range(FARTHEST):
        grown: list[tuple[Retreated, Unit]] = []
        for way, left in ways:
            found = choices(position, left, way.hexes, doubts)
            best = min((choice.grade for choice in found), default=Grade.FREE)
            for choice in found:
                if orderly and choice.grade > best:
                    continue
                lost = way.lost_in + ((choice.hex,) if choice.loss else ())
                after = Retreated((*way.hexes, choice.hex), way.losses + choice.loss, lost)
                if seen.get(choice.hex, after.losses + 1) <= after.losses:
                    continue
                seen[choice.hex] = after.losses
                if choice.goes_on:
                    grown.append((after, _reduced(left) if choice.loss else left))
                else:
                    ends[choice.hex] = after
        ways = grown
        if not ways:
            break
    return ends


def _next(position: Position, unit: Unit, rule: Retreat, path: tuple[str, ...], doubts: Doubts) -> Iterator[str]:
    network = position.network
    i = network.index[path[-1]]
    rail = position.pack.figures_of(RailRetreat)
    railbound = rail is not None and rail.who.matches(unit)
    zones = rail is None or position.pack.chosen.get(rail.no_zones[0]) != rail.no_zones[1]
    walker = Walker(position, unit, "retreat", path[-1], roads=False)
    rails = Walker(position, unit, "rail", path[-1]) if railbound else None
    if rails is not None and {marker.type.kind for marker in position.markers_at(path[-1])} & rails.way.without_markers:
        return
    for j, direction in walker.exits(i):
        number = network.number(j)
        if number in path or not doubts.allows(walker.enterable(i, j)):
            continue
        faults = rails.step(i, j, direction).faults if rails is not None else ()
        closing = (fault for fault in faults if zones or fault.aspect not in ZONE_FAULTS)
        if doubts.allows(~any_of(fault.broken for fault in closing)):
            yield number


def _choice(position: Position, unit: Unit, number: str, doubts: Doubts, *, first: bool, start: str) -> RetreatStep:
    loss = doubts.cost(retreat_loss(position, unit, number, first=first, start=start, observable=True))
    arriving = _reduced(unit) if loss else unit
    crowded = not doubts.allows(fits(position, number, (arriving,)))
    grade = Grade.ZONE if loss else Grade.CROWDED if crowded else Grade.FREE
    dead = loss >= unit.steps
    return RetreatStep(number, grade, loss, crowded and not dead)


def _reduced(unit: Unit) -> Unit:
    """The unit with its next face up, if it has one."""
    return replace(unit, face=unit.face + 1) if unit.face + 1 < len(unit.type.faces) else unit
