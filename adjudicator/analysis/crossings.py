"""Crossings: where bridges are, which are down or built by markers, and what that makes of their hexsides.

What a bridge is, and which markers close or make one, is said in bridges.toml. By itself that counts for those who move; with
`counts_for = "all"` supply, zones of control and combat see the hexside so, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from adjudicator.lean import dataclass, replace
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.one_way import across
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.position import Position
from adjudicator.said import say, strung
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
    """Lines that a bridge carries, or the bridge itself where none need lead over it: ["road"], ["bridge"]. A hexside with one
    of these and one of `over` is a bridge."""
    over: frozenset[str] = frozenset()
    """The water that a bridge crosses: hexside features."""
    down: tuple[Span, ...] = ()
    """Markers that close a bridge."""
    takes: frozenset[str] = frozenset()
    """The features that a hexside loses while its bridge is down; none given: `lines`."""
    built: tuple[Span, ...] = ()
    """Markers that make a bridge where none is printed."""
    counts_for: Literal["movement", "all"] = "movement"
    """For what a bridge that is down or built changes the hexside: "movement" alone, else it stays as printed; or "all":
    supply, zones of control and combat too. Example: `counts_for = "all"`"""


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
    if has_bridge(network, bridge_table(position), network.index[one], network.index[other]):
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


def counted_for_all(position: Position) -> Crossings:
    """The hexsides that are otherwise than printed for supply, zones of control and combat, too."""
    return crossings(position) if bridge_table(position).counts_for == "all" else NO_CROSSINGS


def perhaps_down(position: Position, found: Crossings) -> Position:
    """The position on the map as it is if every bridge is down that may be."""
    table, printed = bridge_table(position), position.network
    lost = table.takes or table.lines
    changed = {pair: printed.hexside(*pair) - lost for pair in found.open if pair[0] < pair[1]}
    return replace(position, network=_redrawn(printed, frozenset(changed.items()))) if changed else position


def which_hexside(position: Position, i: int, j: int) -> str:
    """The missing datum where a marker's hexside is not told."""
    hexes = strung(map(position.network.number, (i, j)), say(" or "))
    return say("on which hexside of {hexes} the marker stands", hexes)


@remembered(64)
def crossed(position: Position) -> Position:
    """The position on the map as bridges that are down or built leave it."""
    found, printed = crossings(position).changed, position.network
    changed = {pair: is_ for pair, is_ in found.items() if pair[0] < pair[1] and is_ != printed.hexside(*pair)}
    return replace(position, network=_redrawn(printed, frozenset(changed.items()))) if changed else position


def has_bridge(network: Network, table: BridgeTable, i: int, j: int) -> bool:
    """Whether a bridge is printed between two hexes."""
    features = network.hexside(i, j)
    return bool(features & table.lines and features & table.over)


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
            changed[i, j] = _features(position, table, marker)
            changed[j, i] = across(changed[i, j])
            down |= {(i, j), (j, i)} if is_down(position, *marker.hexes) else set()
        else:
            near = (j for j in network.neighbours[i].tolist() if j >= 0)
            open_ |= {pair for j in near if has_bridge(network, table, i, j) for pair in ((i, j), (j, i))}
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
