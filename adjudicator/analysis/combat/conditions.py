"""When a row of combat.toml applies: the moment, the chart cells, the battle hex and the hexsides that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from adjudicator.analysis.combat.terms import Bar, Factor, Shift
from adjudicator.analysis.ground import standing
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges

Grouped = TypeVar("Grouped", Factor, Shift)


def applying(
    rows: Iterable[Grouped], applies: Callable[[Grouped], Known]
) -> tuple[list[Grouped], list[tuple[Grouped, Known]]]:
    """The rows that surely apply, and those that may; of one group only the first counts."""
    sure: list[Grouped] = []
    open_: list[tuple[Grouped, Known]] = []
    groups: set[str] = set()
    for row in rows:
        answer = NO if row.group in groups else applies(row)
        if answer.is_yes:
            sure.append(row)
            groups |= {row.group} - {""}
        elif answer.is_open:
            open_.append((row, answer))
    return sure, [(row, answer) for row, answer in open_ if row.group not in groups]


def holds_here(position: Position, row: Factor | Shift | Bar, side: str, i: int) -> Known:
    """Whether the moment, the charts and the battle hex are as a row wants them."""
    if (here := row.where.fits(standing(position), i)).is_no:
        return NO
    return all_of((charts_say(position, row.cells), row.when.holds(position, side), here))


def charts_say(position: Position, cells: Mapping[str, str]) -> Known:
    """Whether a user's chart says what a row needs it to say; open where its cell is blank."""
    charts = position.pack.charts
    return all_of(
        Known.of(charts[name] == value) if name in charts else Known.open(name) for name, value in cells.items()
    )


def crosses(position: Position, edges: Edges | None, side: str, way: tuple[int, int]) -> Known:
    """Whether the hexside between two neighbours fits; any does where a row names none."""
    if edges is None:
        return YES
    i, j = way
    network = position.network
    if network.distance(i, j) != 1:
        return NO
    return edges.fits(standing(position), side, i, network.hexes[i].at.direction(network.hexes[j].at))
