"""Retreats by terrain and zones alone: where a unit may go in the hexes of a retreat, and the steps that costs."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import fled_with
from adjudicator.analysis.movement.mover import friend_in, movement_table
from adjudicator.analysis.movement.retreat_terms import Retreat
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.zones import exerting
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Retreated:
    """A way to retreat: its hexes from the start, the steps it costs, and the hexes where it loses them."""

    hexes: tuple[str, ...]
    losses: int
    lost_in: tuple[str, ...]


def retreats(
    position: Position, unit: Unit, start: str = "", *, avoid: frozenset[str] = frozenset()
) -> dict[str, Retreated]:
    """For each hex a unit may retreat to, the way that loses the fewest steps; empty if it cannot retreat."""
    rule = movement_table(position).retreat
    if rule is None:
        return {}
    walker = Walker(position, unit, "retreat", start or unit.hex, roads=False)
    first = position.network.index[walker.start]
    labels: dict[int, Retreated] = {first: Retreated((walker.start,), 0, ())}
    done: dict[int, Retreated] = {}
    for count in range(1, rule.hexes + 2):
        grown: dict[int, Retreated] = {}
        if count > rule.hexes:
            done = labels
            labels = {i: way for i, way in labels.items() if _marked_by_enemy(position, unit, i, rule.past)}
        for i, so_far in labels.items():
            for j, _ in walker.exits(i):
                number = position.network.number(j)
                if number in avoid or number in so_far.hexes or not walker.enterable(i, j):
                    continue
                loss = retreat_loss(position, unit, number, first=count == 1, start=walker.start)
                after = Retreated(
                    (*so_far.hexes, number), so_far.losses + loss, so_far.lost_in + ((number,) if loss else ())
                )
                if j not in grown or (after.losses, after.hexes) < (grown[j].losses, grown[j].hexes):
                    grown[j] = after
        labels = grown
    ends = {**labels, **{i: way for i, way in done.items() if not _marked_by_enemy(position, unit, i, rule.past)}}
    return {position.network.number(j): way for j, way in ends.items() if _far_enough(position, unit, rule, (first, j))}


def tires(position: Position, unit: Unit, start: str = "") -> bool:
    """Whether a unit loses a step by retreating at all, wherever it goes."""
    rule = movement_table(position).retreat
    i = position.network.index.get(start or unit.hex)
    if rule is None or i is None:
        return False
    return any(row.who.matches(unit) and row.where.fits(standing(position), i).is_yes for row in rule.tired)


def retreat_loss(position: Position, unit: Unit, number: str, *, first: bool, start: str = "") -> int:
    """The steps a retreating unit loses for entering a hex; `start` is the hex it left."""
    rule = movement_table(position).retreat
    if rule is None or not rule.zone_loss:
        return 0
    there = frozenset(other.id for other in position.at(start or unit.hex) if other.side != unit.side)
    if rule.shared == "all" and there:
        return 0
    gone = there if rule.shared == "there" else frozenset()
    shielded = rule.shielded is not None and rule.shielded_who.matches(unit)
    if shielded and rule.shielded is not None:
        gone_back = fled_with(position, unit.id, start or unit.hex)
        if friend_in(position, unit, number, rule.shielded, gone_back):
            return 0
    i = position.network.index[number]
    ignored = [row.of for row in rule.ignoring if row.who.matches(unit) and (first or not row.first)]
    for enemy in position.pack.enemies(unit.side):
        for zone in exerting(standing(position), enemy, i, gone):
            if not any(selector.matches(zone.unit) for selector in ignored):
                return rule.zone_loss
    return 0


def _far_enough(position: Position, unit: Unit, rule: Retreat, ends: tuple[int, int]) -> bool:
    """Whether a retreat from the first hex may end in the second."""
    network, (i, j) = position.network, ends
    if network.distance(i, j) != 1 or not rule.beside:
        return network.distance(i, j) >= rule.away
    direction = network.hexes[i].at.direction(network.hexes[j].at)
    return any(edges.fits(standing(position), unit.side, i, direction).is_yes for edges in rule.beside)


def _marked_by_enemy(position: Position, unit: Unit, i: int, kinds: frozenset[str]) -> bool:
    if not kinds:
        return False
    markers = position.markers_at(position.network.number(i))
    return any(marker.type.kind in kinds and marker.type.side not in ("", unit.side) for marker in markers)
