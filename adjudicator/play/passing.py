"""What a march may have taken on a way that nobody shows: from then on nobody knows who holds it.

Who drags a counter from one hex to another does not tell what it went through. Wherever it may have gone through land that
was not its side's, that land may be its side's now. Only of places, such as cities, it is believed that who takes one stops
there, or says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from adjudicator.analysis.control_terms import control_table
from adjudicator.analysis.movement.ahead import least_of
from adjudicator.analysis.movement.moves import shows_its_way
from adjudicator.analysis.movement.pricing import Parts, Pricing, parts
from adjudicator.analysis.movement.reach import walker_for
from adjudicator.analysis.movement.searching import may_quicken, on_the_way
from adjudicator.analysis.movement.values import GROUND
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.ownership import UNKNOWN, foreign_to
from adjudicator.lean import replace
from adjudicator.model.interval import Bound
from adjudicator.model.memo import Same
from adjudicator.record.acts import Movement
from adjudicator.record.position import Position


def passing(position: Position, act: Movement) -> Position:
    """The position after a march, with nobody known to hold what it may have taken on its way."""
    index = act.before.network.index
    if not index.keys() >= set(act.way) or shows_its_way(act):
        return position
    taken = {number for here, there in pairwise(act.way) for number in _taken(act, here, there)} - set(act.way)
    control = position.control
    for number in sorted(taken):
        control = control.set(number, UNKNOWN)
    return replace(position, control=control) if taken else position


def _taken(act: Movement, here: str, there: str) -> Iterator[str]:
    """The hexes that were not the movers' and that they may have gone through, or past, from one hex to another."""
    before, network = act.before, act.before.network
    table = control_table(before.pack)
    movers = [unit for name in act.units if (unit := before.units.get(name)) and table.takes.matches(unit)]
    start, goal = network.index[here], network.index[there]
    if not movers or network.distance(start, goal) < 2:
        return
    walker = min((walker_for(before, Same(unit), GROUND, here) for unit in movers), key=_most)
    past = int(table.zones_last)
    between = (i for i in _between(walker, goal, past) if i not in network.places_at)
    foreign = foreign_to(before, movers[0].side, between)
    if not foreign:
        return
    passed = np.zeros(len(network), dtype=np.bool_)
    passed[list(on_the_way(walker, there))] = True
    if past:
        passed |= np.append(passed, False)[network.beyond].any(axis=1)
    yield from network.numbers([i for i in foreign if passed[i]])


def _between(walker: Walker, goal: int, past: int) -> Iterable[int]:
    """The hexes that may be on a way to a goal, or so many beside it, were every step as cheap as can be."""
    network = walker.position.network
    start = network.index[walker.start]
    least = least_of(walker, Pricing.refusing(Bound.BEST))
    if not least or walker.way.links or may_quicken(walker):
        return range(len(network))
    return network.between(start, goal, int(_most(walker) // least) + 2 * past)


def _most(walker: Walker) -> Parts:
    """What it may spend at the most."""
    return parts(walker.budget.points.high)
