"""Bridges: where they are, who holds them, which are down, and what that makes of a hexside for those who move.

What a bridge is, and which markers close or make one, is said in bridges.toml. For supply, zones of control and combat
the hexside stays as it is printed. Who held a bridge last is kept among the position's control under "HEX-HEX" as a log
is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from adjudicator.analysis.control import controller
from adjudicator.analysis.ownership import NOBODY, Owner, first_owner
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.notation import hexside_name
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When

NO_FEATURES: frozenset[str] = frozenset()


class Span(Table):
    """Markers on a hexside that close a bridge, or make one."""

    kinds: frozenset[str]
    """The kinds of marker."""
    least: int = 0
    """How much the values of these markers must come to; 0: any such marker will do."""
    gives: frozenset[str] = frozenset()
    """The features that the hexside has with such a marker (for `built`)."""
    when: When = When()
    """When they count."""


class BridgeTable(Table):
    """The file bridges.toml: what a bridge is, and which markers close or make one."""

    when: When = When()
    """When bridges count as such at all: an optional rule, say."""
    lines: frozenset[str] = frozenset()
    """Lines that a bridge carries. A hexside with one of these and one of `over` is a bridge."""
    over: frozenset[str] = frozenset()
    """The water that a bridge crosses: hexside features."""
    down: tuple[Span, ...] = ()
    """Markers that close a bridge."""
    takes: frozenset[str] = frozenset()
    """The features that a hexside loses for movement while its bridge is down; none given: `lines`."""
    built: tuple[Span, ...] = ()
    """Markers that make a bridge where none is printed."""


@dataclass(frozen=True, eq=False)
class Crossings:
    """The hexsides that markers change, by their hexes in both orders: the features they have now, and which are `down`.

    Of an `open` hexside nobody knows whether a marker stands on it, as none tells on which hexside of its hex it is.
    """

    changed: Mapping[tuple[int, int], frozenset[str]]
    down: frozenset[tuple[int, int]] = frozenset()
    open: frozenset[tuple[int, int]] = frozenset()


NO_CROSSINGS = Crossings({})


def bridge_table(position: Position) -> BridgeTable:
    """The pack's bridges.toml."""
    return load_table(position.pack, "bridges", BridgeTable)


def in_force(position: Position) -> bool:
    """Whether bridges count as such in this game."""
    table = bridge_table(position)
    return bool(table.over or table.built) and table.when.holds(position, position.moment.phasing).possible


def is_bridge(position: Position, one: str, other: str) -> bool:
    """Whether a bridge lies on the hexside between two hexes: a printed one, or one that a marker stands for."""
    network = position.network
    if _printed(network, bridge_table(position), network.index[one], network.index[other]):
        return True
    markers = position.markers_on(one, other)
    return any(_stands(position, span, markers) for span in bridge_table(position).built)


def is_down(position: Position, one: str, other: str) -> bool:
    """Whether markers say that the bridge between two hexes is down."""
    markers = position.markers_on(one, other)
    return any(_stands(position, span, markers) for span in bridge_table(position).down)


@remembered(32)
def crossings(position: Position) -> Crossings:
    """The hexsides that are now otherwise than printed for those who move."""
    table = bridge_table(position)
    if not (table.down or table.built) or not in_force(position):
        return NO_CROSSINGS
    return _crossings(position, table)


@remembered(64)
def crossed(position: Position) -> Position:
    """The position as those who move see it: on the map as bridges that are down or built leave it."""
    found, printed = crossings(position).changed, position.network
    changed = {pair: is_ for pair, is_ in found.items() if pair[0] < pair[1] and is_ != printed.hexside(*pair)}
    return replace(position, network=_redrawn(printed, frozenset(changed.items()))) if changed else position


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
    network = position.network
    units = [end.units.get(name) for end in (act.before, act.after) for name in act.units]
    touched = {*act.path, *(unit.hex for unit in units if unit is not None)} & network.index.keys()
    inner = {network.index[number] for number in touched}
    ends = inner | {j for i in inner for j in network.neighbours[i].tolist() if j >= 0}
    table = bridge_table(position)
    for i, j in _bridges(network, table.lines, table.over):
        if i in ends or j in ends:
            yield network.number(i), network.number(j)


@remembered(8)
def _bridges(network: Network, lines: frozenset[str], over: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Every printed bridge of the map."""
    both = network.sides_with(lines) & network.sides_with(over)
    ways = ((i, int(network.neighbours[i, direction])) for i, direction in np.argwhere(both).tolist())
    return tuple((i, j) for i, j in ways if i < j)


def _printed(network: Network, table: BridgeTable, i: int, j: int) -> bool:
    features = network.hexside(i, j)
    return bool(features & table.lines and features & table.over)


def _first_player_turn(position: Position) -> bool:
    """Whether nobody but the phasing side can have done anything yet."""
    sequence, moment = position.pack.header.sequence, position.moment
    if moment.phase is None or moment.turn != sequence.first_turn or moment.condition("stage"):
        return False
    before = sequence.phases[: [phase.id for phase in sequence.phases].index(moment.phase.id) + 1]
    return len({phase.side for phase in before} - {""}) <= 1


def _crossings(position: Position, table: BridgeTable) -> Crossings:
    network = position.network
    kinds = {kind for span in (*table.down, *table.built) for kind in span.kinds}
    changed: dict[tuple[int, int], frozenset[str]] = {}
    down: set[tuple[int, int]] = set()
    open_: set[tuple[int, int]] = set()
    for marker in position.markers.values():
        if marker.type.kind not in kinds or not marker.type.on_hexside or marker.hex not in network.index:
            continue
        i = network.index[marker.hex]
        if marker.beyond in network.index:
            j = network.index[marker.beyond]
            changed[i, j] = changed[j, i] = _features(position, table, marker)
            down |= {(i, j), (j, i)} if is_down(position, *marker.hexes) else set()
        else:
            near = (j for j in network.neighbours[i].tolist() if j >= 0)
            open_ |= {pair for j in near if _printed(network, table, i, j) for pair in ((i, j), (j, i))}
    return Crossings(changed, frozenset(down), frozenset(open_)) if changed or open_ else NO_CROSSINGS


@remembered(32)
def _redrawn(network: Network, changed: frozenset[tuple[tuple[int, int], frozenset[str]]]) -> Network:
    """The map with these hexsides; what ground.toml changes comes on top."""
    return network.redrawn(dict(changed), {})


def _features(position: Position, table: BridgeTable, marker: Marker) -> frozenset[str]:
    """What the hexside of a marker has now."""
    network, markers = position.network, position.markers_on(*marker.hexes)
    features = network.hexside(*(network.index[number] for number in marker.hexes))
    for span in table.built:
        features |= span.gives if _stands(position, span, markers) else NO_FEATURES
    return features - (table.takes or table.lines) if is_down(position, *marker.hexes) else features


def _stands(position: Position, span: Span, markers: tuple[Marker, ...]) -> bool:
    if not span.when.holds(position, position.moment.phasing).possible:
        return False
    found = [marker for marker in markers if marker.type.kind in span.kinds]
    return bool(found) and sum(marker.type.value or 1 for marker in found) >= span.least
