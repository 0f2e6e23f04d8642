"""When a row of combat.toml applies: the moment, the chart cells, the battle hex and the hexsides that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeVar

from adjudicator.analysis.combat.terms import BattleRow, GroupedRow, combat_table
from adjudicator.analysis.ground import ground_at
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.climate import climate
from adjudicator.terms.edges import Edges

Grouped = TypeVar("Grouped", bound=GroupedRow)


def applying(rows: Iterable[Grouped], applies: Callable[[Grouped], Known]) -> tuple[tuple[Grouped, Known], ...]:
    """The rows that apply, or may, each with whether it does; of one group only the first counts.

    After one that may apply the next of its group counts if that one does not.
    """
    found: list[tuple[Grouped, Known]] = []
    before: dict[str, Known] = {}
    for row in rows:
        first = before.get(row.group, NO) if row.group else NO
        answer = NO if first.is_yes else applies(row)
        if answer.possible:
            found.append((row, answer & ~first))
            if row.group:
                before[row.group] = first | answer
    return tuple(found)


def holds_here(position: Position, row: BattleRow, side: str, i: int) -> Known:
    """Whether the moment, the charts and the battle hex are as a row wants them."""
    if (here := row.where.fits(ground_at(position), i)).is_no:
        return NO
    return all_of((charts_say(position, row.cells, i), row.when.holds(position, side), here))


def charts_say(position: Position, cells: Mapping[str, str], i: int) -> Known:
    """Whether a user's chart says what a row needs it to say of an attack on hex i; open where its cell is blank."""
    return all_of(_says(position, name, value, i) for name, value in cells.items())


def _says(position: Position, name: str, value: str, i: int) -> Known:
    """Whether one cell says so; in every weather that there may be, where nobody knows it."""
    charts = position.pack.charts
    answers = [
        Known.of(charts[cell] == value) if cell in charts else Known.open(cell) for cell in cells_at(position, name, i)
    ]
    agreed = len({answer.truth for answer in answers}) == 1 and not answers[0].is_open
    if len(answers) == 1 or agreed:
        return answers[0]
    return Known.open(climate(position).missing)


def cells_at(position: Position, name: str, i: int) -> tuple[str, ...]:
    """The chart cells that a name with "{terrain}" and "{weather}" may mean in hex i: one for each weather it may have."""
    network = position.network
    cell = name.replace("{terrain}", network.terrain_names[network.terrain[i]])
    if "{weather}" not in cell:
        return (cell,)
    known = climate(position).at(i)
    weathers = (known,) if known else tuple(position.pack.header.conditions.get("weather", ("",)))
    return tuple(cell.replace("{weather}", weather) for weather in weathers)


def crosses(position: Position, edges: Edges | None, side: str, way: tuple[int, int]) -> Known:
    """Whether the hexside between two neighbours fits; any does where a row names none."""
    if edges is None:
        return YES
    i, j = way
    network = position.network
    if network.distance(i, j) != 1:
        return NO
    return edges.fits(ground_at(position), side, i, network.hexes[i].at.direction(network.hexes[j].at))


def holds_in(
    position: Position, row: BattleRow, side: str, targets: Iterable[int], fits: Callable[[int], Known]
) -> Known:
    """Whether a row that `fits` or not by the hex attacked counts in a battle against several ([odds] of combat.toml)."""
    answers = [holds_here(position, row, side, i) & fits(i) for i in targets]
    if len({answer.truth for answer in answers}) <= 1:
        return all_of(answers)
    several = combat_table(position).odds.several
    if several:
        return any_of(answers) if several == "any" else all_of(answers)
    return Known.open(say("whether {name} counts against several hexes ('several' of combat.toml)", row.name))


def all_cross(position: Position, edges: Edges | None, side: str, starts: Iterable[int], i: int) -> Known:
    """Whether all who stand next to a hex attack it across such hexsides, and somebody does."""
    if edges is None:
        return YES
    network = position.network
    near = [j for j in starts if network.distance(j, i) == 1]
    return all_of(crosses(position, edges, side, (j, i)) for j in near) if near else NO


def fought_there(position: Position, attackers: tuple[Unit, ...], targets: tuple[str, ...], row: BattleRow) -> Known:
    """Whether a row about the ground fits a battle: the hexes attacked, and the hexsides across which."""
    index, side = position.network.index, attackers[0].side
    if row.edges is not None and any(unit.hex not in index for unit in attackers):
        return NO
    starts = [index[unit.hex] for unit in attackers if unit.hex in index]
    crossed = partial(all_cross, position, row.edges, side, starts)
    return holds_in(position, row, side, [index[target] for target in targets], crossed)
