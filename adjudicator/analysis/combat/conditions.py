"""When a row of combat.toml applies: the charts, the moment and the hexsides that it asks for."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.combat.terms import Bar, Factor, Shift
from adjudicator.analysis.ground import standing
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When


def unknown_datum(position: Position, row: Factor | Shift | Bar, side: str) -> str:
    """The datum without which nobody can say whether a row applies: a chart cell, or one of the moment."""
    blank = [name for name in row.cells if name not in position.pack.charts]
    return blank[0] if blank else unknown_moment(position, row.when, side)


def told(position: Position, cells: Mapping[str, str], unknown: bool) -> bool:
    """Whether a user's chart says what a row needs it to say; a blank cell counts as `unknown`."""
    charts = position.pack.charts
    return all(charts[name] == value if name in charts else unknown for name, value in cells.items())


def unknown_moment(position: Position, when: When, side: str) -> str:
    """What must be known to say whether a term applies: the condition it asks for, else the phase, else the weather."""
    if not when.holds(position, side).is_open:
        return "weather"
    unknown = [name for name in sorted(when.conditions) if position.moment.condition(name) is None]
    return unknown[0] if unknown else "the phase of play"


def crosses(position: Position, edges: Edges, side: str, way: tuple[int, int], unknown: bool) -> bool:
    """Whether the hexside between two neighbours fits."""
    i, j = way
    network = position.network
    if network.distance(i, j) != 1:
        return False
    return edges.fits(standing(position), side, i, network.hexes[i].at.direction(network.hexes[j].at)).taken(unknown)
