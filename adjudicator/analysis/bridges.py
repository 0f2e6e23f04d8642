"""Bridges: who holds them.

Who held a bridge last is kept among the position's control under "HEX-HEX" as a log is read. Where bridges are and which are
down is told by `adjudicator.analysis.crossings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from adjudicator.analysis.control import controller
from adjudicator.analysis.crossings import bridge_table, in_force
from adjudicator.analysis.ownership import NOBODY, Owner, first_owner
from adjudicator.lean import replace
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.notation import hexside_name
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say


def bridge_holder(position: Position, one: str, other: str) -> Owner:
    """Who controls the bridge between two hexes: the side that controls both, else who did so last; "" if nobody ever did.

    Not known where nobody can tell: history is known only as far as it is kept, or while one side alone has had its turn.
    """
    wanted = position.moment.phasing
    here, there = (controller(position, number, wanted) for number in (one, other))
    if here == there and here.is_one_of(position.pack.sides).is_yes:
        return here
    untold = Owner.untold(say("who controlled both {one} and {other} last", one, other))
    kept = position.control.get(hexside_name(one, other))
    if kept is not None:
        return Owner(kept)
    if position.joined or (position.moment.condition("history") != "whole" and not _first_player_turn(position)):
        return untold
    here, there = (first_owner(position, position.network.index[number]) for number in (one, other))
    if (here.told & there.told).is_open:
        return untold
    return here if here == there else Owner(NOBODY)


def remember_bridges(position: Position, act: Act) -> Position:
    """The position with who came to control both hexes of a bridge near what an act touched, or did before it."""
    if not act.units or not in_force(position):
        return position
    found: dict[str, str] = {}
    for one, other in _near(position, act):
        for moment in (position, act.before):
            owner = controller(moment, one)
            if (owner.is_one_of(position.pack.sides) & controller(moment, other).is_(owner.name)).is_yes:
                found[hexside_name(one, other)] = owner.name
                break
    return replace(position, control=position.control.update(found)) if found else position


def _near(position: Position, act: Act) -> Iterator[tuple[str, str]]:
    """The bridges with a hex that the act's units were in or could reach with a zone of control."""
    network, table = position.network, bridge_table(position)
    bridges = _bridges(network, table.lines, table.over)
    if not bridges:
        return
    units = [end.units.get(name) for end in (act.before, act.after) for name in act.units]
    touched = {*act.path, *(unit.hex for unit in units if unit is not None)} & network.index.keys()
    inner = {network.index[number] for number in touched}
    ends = inner | {j for i in inner for j, _ in network.exits(i)}
    for i, j in sorted({bridge for end in ends for bridge in bridges.get(end, ())}):
        yield network.number(i), network.number(j)


@remembered(8)
def _bridges(
    network: Network, lines: frozenset[str], over: frozenset[str]
) -> Mapping[int, tuple[tuple[int, int], ...]]:
    """The printed bridges of every hex that has any."""
    both = network.sides_with(lines) & network.sides_with(over)
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for i, direction in np.argwhere(both).tolist():
        j = int(network.neighbours[i, direction])
        if i < j:
            for end in (i, j):
                found[end] = (*found.get(end, ()), (i, j))
    return found


def _first_player_turn(position: Position) -> bool:
    """Whether nobody but the phasing side can have done anything yet."""
    sequence, moment = position.pack.header.sequence, position.moment
    if moment.phase is None or moment.turn != sequence.first_turn or moment.condition("stage"):
        return False
    before = sequence.phases[: [phase.id for phase in sequence.phases].index(moment.phase.id) + 1]
    return len({phase.side for phase in before} - {""}) <= 1
