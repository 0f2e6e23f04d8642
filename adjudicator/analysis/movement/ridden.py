"""A march that went part of the way by a mode which takes of the same points, such as by rail: what one drag may have been."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby

from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.reach import cheapest_path, walker_for
from adjudicator.analysis.movement.searching import flood, reached
from adjudicator.analysis.movement.values import GROUND, Path, beyond
from adjudicator.analysis.movement.walker import Walker
from adjudicator.model.interval import ZERO, Bound, Interval
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.record.position import Position

NEAREST = 8
"""How many places are tried at which it may have gone aboard, one on each stretch of line, and of each at which it may have got
off."""


def ridden(position: Position, unit: Unit, goal: str, start: str) -> Path | None:
    """The cheapest way that it may have gone: to a line, along it, and on; None if the points are too few for any."""
    found: Path | None = None
    for mode, terms in movement_table(position).mode.items():
        if terms.points_left == "marched" and terms.who.matches(unit):
            for path in _ways(position, unit, goal, start, mode):
                if found is None or path.spent.low < found.spent.low:
                    found = path
    return found


def _ways(position: Position, unit: Unit, goal: str, start: str, mode: str) -> Iterator[Path]:
    network = position.network
    if start not in network.index or goal not in network.index:
        return
    walker = walker_for(position, unit, GROUND, start)
    points = walker.budget.points
    if walker.budget.may_not_move.is_yes:
        return
    lines = network.sides_with(movement_table(position).mode[mode].along)
    served = set[str]()
    tried = 0
    for aboard, cost in _nearest(walker):
        if aboard in served or not lines[network.index[aboard]].any():
            continue  # who may go aboard nearer comes by here
        if tried == NEAREST:
            return
        tried += 1
        train = walker_for(position, unit, mode, aboard)
        stops = {} if train.budget.may_not_move.is_yes else flood(train, Bound.BEST)
        served.update(stops)
        left = {off: points.high - cost.low - ride.low for off, ride in stops.items()}
        nearest = sorted((off for off in left if left[off] >= 0), key=lambda off: (_away(network, off, goal), off))
        for off in nearest[:NEAREST]:
            path = _joined(position, unit, (start, aboard, off, goal), mode)
            if path is not None:
                yield path


def _nearest(walker: Walker) -> Iterator[tuple[str, Interval]]:
    """Where it sets out and where it may get on foot, those first that take the least, those that take as much by number."""
    found = chain([(walker.start, ZERO)], reached(walker, Bound.BEST))
    for _, alike in groupby(found, key=lambda each: each[1].low):
        yield from sorted(alike, key=lambda each: each[0])


def _joined(position: Position, unit: Unit, places: tuple[str, str, str, str], mode: str) -> Path | None:
    """The three parts as one path, if its points may suffice."""
    start, aboard, off, goal = places
    parts = [
        cheapest_path(position, unit, there, here, mode=way)
        for here, there, way in ((start, aboard, GROUND), (aboard, off, mode), (off, goal, GROUND))
        if here != there
    ]
    if any(part.legal.is_no for part in parts):
        return None
    hexes: tuple[str, ...] = (start,)
    total = ZERO
    for part in parts:
        hexes += part.hexes[1:]
        total = total.plus(part.spent)
    budget = walker_for(position, unit, GROUND, start).budget
    setting_out = next((part.setting_out for part in parts if part.mode == mode), ZERO)
    faults = [fault for part in parts for fault in part.faults]
    faults += beyond(budget, total, goal, Interval.of(len(hexes) - 1), minimum=False, entered=len(hexes) - 1)
    steps = tuple(step for part in parts for step in part.steps)
    path = Path(unit.id, GROUND, hexes, steps, budget, tuple(faults), setting_out)
    return None if path.legal.is_no else path


def _away(network: Network, one: str, other: str) -> int:
    return int(network.distance(network.index[one], network.index[other]))
