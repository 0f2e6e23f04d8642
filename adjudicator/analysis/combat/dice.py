"""What is added to the die of a battle: rows of combat.toml ([[die]]), and armor and antitank effects ([armor])."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.combat.armor import armor
from adjudicator.analysis.combat.conditions import applying, cells_at
from adjudicator.analysis.combat.proportion import best_proportion, proportion_table
from adjudicator.analysis.combat.shifts import Sides, fits_battle
from adjudicator.analysis.combat.strength import contributes
from adjudicator.analysis.combat.terms import CombatTable, DieModifier
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES, Known
from adjudicator.record.position import Position
from adjudicator.said import say

Added = tuple[str, Interval]
"""What is added, with its name."""


def added_to_die(
    position: Position, table: CombatTable, sides: Sides, targets: tuple[str, ...], told: Mapping[str, str] | None
) -> tuple[Added, ...]:
    """All that is added to the die, or may be. `told` is what players told of the attack; None asks what they might use."""
    rows = tuple(row for row in table.factor if row.part == "defense")
    defenders = tuple(unit for unit in sides[1] if not contributes(position, unit, rows).is_no)
    sides = sides[0], defenders
    added = added_of(position, table.die, sides, targets, told)
    if table.armor is not None and len(targets) == 1:
        effects = armor(position, sides[0], targets[0], _used("armor", told), defenders)
        added.append((say("armor and antitank effects"), effects.modifier))
    return tuple((name, value) for name, value in added if value.low or value.high)


def added_of(
    position: Position,
    rows: tuple[DieModifier, ...],
    sides: Sides,
    targets: tuple[str, ...],
    told: Mapping[str, str] | None,
) -> list[Added]:
    """What each row adds to the die, that applies or may."""
    found = applying(rows, lambda row: fits_battle(position, sides, targets, row))
    return [
        (
            row.name,
            Interval.by(answer & _used(_told_by(position, row), told), _value(position, row, sides, targets), ZERO),
        )
        for row, answer in found
    ]


def _told_by(position: Position, row: DieModifier) -> str:
    return proportion_table(position, row.share).told if row.share else ""


def _used(key: str, told: Mapping[str, str] | None) -> Known:
    """Whether what may be used was: what nobody told is open, where an attack is told at all."""
    if not key or told is None:
        return YES
    if key in told:
        return Known.of(told[key] != "no")
    return Known.open(say("whether {key} was used ({key}=yes or no)", key))


def _value(position: Position, row: DieModifier, sides: Sides, targets: tuple[str, ...]) -> Interval:
    if row.share:
        return best_proportion(position, sides[0], row.share).value
    if not row.chart:
        return Interval.of(row.by)
    levels = [best_proportion(position, units, row.levels).value for units in sides] if row.levels else []
    missing = frozenset[str]().union(*(level.missing for level in levels))
    if missing:
        return Interval(-MOST, MOST, missing)
    name = row.chart
    for key, level in zip(("{attack}", "{defense}"), levels, strict=False):
        name = name.replace(key, str(int(level.low)))
    return _charted(position, name, targets[0])


MOST = Interval.of(6).low
"""More than any chart adds to a die, or takes from it."""


def _charted(position: Position, name: str, target: str) -> Interval:
    """What the user's chart adds in a hex; anything where its cell is blank."""
    given = [position.pack.charts.get(cell) for cell in cells_at(position, name, position.network.index[target])]
    if None not in given and len(set(given)) == 1:
        return Interval.of(int(str(given[0])))
    cells = cells_at(position, name, position.network.index[target])
    blank = frozenset(cell for cell, value in zip(cells, given, strict=True) if value is None)
    return Interval(-MOST, MOST, blank or frozenset(("weather",)))
