"""What a march may have taken on a way that nobody shows: from then on nobody knows who holds it.

Who drags a counter from one hex to another does not tell what it went through. Wherever it may have gone through land that
was not its side's, that land may be its side's now. Only of places, such as cities, it is believed that who takes one stops
there, or says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.analysis.control_terms import control_table, series_control
from adjudicator.analysis.movement.moves import shows_its_way
from adjudicator.analysis.movement.reach import walker_for
from adjudicator.analysis.movement.unshown import UnshownWay
from adjudicator.analysis.movement.values import GROUND
from adjudicator.analysis.ownership import UNKNOWN, foreign_to
from adjudicator.lean import replace
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
    start, goal = network.index[here], network.index[there]
    if network.distance(start, goal) < 2:
        return
    table = control_table(before.pack)
    movers = [unit for name in act.units if (unit := before.units.get(name)) and table.takes.matches(unit)]
    if not movers:
        return
    walkers = (walker_for(before, unit, GROUND, here) for unit in movers)
    slowest = min(walkers, key=lambda walker: walker.budget.points.high)
    unshown, places = UnshownWay(slowest, goal, past=series_control(before.pack).zones_last), network.places_at
    land = [i for i in unshown.around if i not in places]
    yield from network.numbers(unshown.seen(foreign_to(before, movers[0].side, land)))
