"""How much stands in a hex, against every limit that holds there. The limits are those of stacking.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple, Self

import numpy as np
from pydantic import model_validator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import roster
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, YES, Known, any_of, whatever
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import SideName
from adjudicator.record.position import Position
from adjudicator.said import say, say_number, strung
from adjudicator.terms.cell import UNKNOWN, Cell, chart
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, counted, word


class ExtraSlot(Table):
    """So many units of a kind that do not count against a limit."""

    who: Selector
    """The units."""
    most: int
    """How many of them do not count."""


class StackLimit(Table):
    """A [[limit]]: the most that may stand in a hex.

    Of several with one name the first that applies governs; limits of different names all hold.
    """

    name: str
    """Its name: checks ask for limits by name, and findings count by it: "3 divisions, limit 2". Example: `name = "division"`"""
    who: Selector = EVERYONE
    """The units that it counts."""
    where: Where = ANYWHERE
    """The hexes in which it holds."""
    when: When = When()
    """When it holds."""
    sides: frozenset[SideName] = frozenset()
    """The sides for which it holds; none given: all."""
    present: Selector | None = None
    """It holds only where such a unit of the side is in the hex."""
    by: Literal["units", "points", "steps"] = "units"
    """What is counted: units, stacking points (the type's `stacking`), or steps."""
    most: Cell = UNKNOWN
    """The most that may stand there. "?" or left out: the chart cell stacking.NAME.ROW, the row counted from 1."""
    extra: tuple[ExtraSlot, ...] = ()
    """Units beyond the limit that do not count."""
    why: Prose = ""
    """The article and what it says, for readers of the table; reports say what the rule says that names the limit."""


class Apart(Table):
    """An [[apart]]: groups of units that may not share a hex."""

    groups: tuple[Selector, ...]
    """The groups; no hex holds units of two of them."""
    why: Prose = ""
    """What reports say of it."""


class StackingTable(Table):
    """The file stacking.toml: how much may stand in a hex."""

    not_counted: tuple[Selector, ...] = ()
    """Units that never count."""
    limit: tuple[StackLimit, ...] = ()
    """The limits."""
    apart: tuple[Apart, ...] = ()
    """Groups that may not share a hex."""

    @model_validator(mode="after")
    def _counts_somebody(self) -> Self:
        for number, row in enumerate(self.limit, 1):
            if any(row.who.within(left_out) for left_out in self.not_counted):
                raise ValueError(f"[[limit]] number {number} counts nobody: not_counted leaves out all its units")
        return self


@dataclass(frozen=True, slots=True)
class StackCount:
    """One limit in one hex: what counts against it and how far.

    `most` is None where there is no limit, or where the chart cell `cell` that would tell it is blank. Where nobody can tell
    which row of the table governs, this is the first that may, `instead` are the others, and `missing` would decide.
    """

    limit: str
    hex: str
    side: str
    counted: tuple[Unit, ...]
    spared: tuple[Unit, ...]
    size: Fraction
    most: Fraction | None
    by: str
    cell: str = ""
    instead: tuple[StackCount, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def exceeded(self) -> Known:
        """Whether the limit is broken."""
        if self.missing:
            return whatever((self, *self.instead), StackCount._by_its_row, *self.missing)
        return self._by_its_row()

    @property
    def may_be_too_many(self) -> bool:
        """Whether it is known of one of the rows that may govern that it is broken."""
        return any(row._by_its_row().is_yes for row in (self, *self.instead))

    def _by_its_row(self) -> Known:
        if self.most is None:
            return Known.open(self.cell) if self.cell else NO
        return Known.of(self.size > self.most)

    @property
    def excess(self) -> tuple[Unit, ...]:
        """The units on top that are too many for this limit."""
        if self.most is None:
            return ()
        over, found = self.size - self.most, []
        for unit in reversed(self.counted):
            if over <= 0:
                break
            found.append(unit)
            over -= unit_size(unit, self.by)
        return tuple(reversed(found))

    @property
    def told(self) -> str:
        """The limit in a word."""
        return amount(self.most) if self.most is not None else say("unknown") if self.cell else say("none")

    @property
    def words(self) -> str:
        """The arithmetic: "3 + 2 + 2 = 7 points, limit 6"."""
        limit = say("limit {told}", self.told)
        if self.by == "units":
            return say("{units}, {limit}", self._units, limit)
        terms = strung((amount(unit_size(unit, self.by)) for unit in self.counted), " + ") or "0"
        size, by, name = amount(self.size), say("steps") if self.by == "steps" else say("points"), word(self.limit)
        if not self.limit:
            return say("{terms} = {size} {points}, {limit}", terms, size, by, limit)
        return say("{terms} = {size} {name} {points}, {limit}", terms, size, name, by, limit)

    @property
    def _units(self) -> str:
        """How many units count, and what kind of limit counts them: "4 combat units"."""
        number = int(self.size)
        if not self.limit:
            return counted(number, "unit")
        return say_number("{number} {limit} unit", "{number} {limit} units", number, word(self.limit))


@dataclass(frozen=True, slots=True)
class Clash:
    """Units that may not share a hex; `holds` is whether the rule that parts them holds now."""

    hex: str
    units: tuple[Unit, ...]
    why: str = ""
    holds: Known = YES


def stacking_table(position: Position) -> StackingTable:
    """The pack's stacking.toml."""
    return load_table(position.pack, "stacking", StackingTable)


def stack_counts(
    position: Position, number: str, side: str, units: Iterable[Unit] | None = None
) -> tuple[StackCount, ...]:
    """Every limit that holds for a side in a hex, with what counts; `units` to try another stack than the one there."""
    table = stacking_table(position)
    i = position.network.index.get(number)
    present = tuple(unit for unit in (position.at(number) if units is None else units) if unit.side == side)
    counting = tuple(unit for unit in present if not any(skip.matches(unit) for skip in table.not_counted))
    if i is None or not counting:
        return ()
    return tuple(
        _governed(position, number, side, counting, rows) for rows in _rows(position, table, i, side, counting)
    )


@remembered(64)
def too_many(position: Position, number: str, side: str) -> tuple[Unit, ...]:
    """The fewest units, the topmost first, that must go for every known limit to hold again."""
    stack = [unit for unit in position.at(number) if unit.side == side]
    kept = list(stack)
    while (broken := next(_broken(position, number, side, kept), None)) is not None:
        kept.remove(broken.counted[-1])
    for unit in [unit for unit in stack if unit not in kept]:
        tried = [other for other in stack if other in kept or other is unit]
        if next(_broken(position, number, side, tried), None) is None:
            kept = tried
    return tuple(unit for unit in stack if unit not in kept)


def fits(position: Position, number: str, units: tuple[Unit, ...]) -> Known:
    """Whether units could join a hex without breaking a limit."""
    side = units[0].side
    joining = {unit.id for unit in units}
    there = [unit for unit in position.at(number) if unit.side == side and unit.id not in joining]
    counts = stack_counts(position, number, side, (*there, *units))
    return ~any_of(count.exceeded | with_unknown(position, count) for count in counts)


def clashes(position: Position) -> Iterator[Clash]:
    """Units that share a hex and may not stack with each other, in the order of the map."""
    units = roster(position)
    crowded = np.zeros(units.size, dtype=np.bool_)
    for rule in stacking_table(position).apart:
        crowded |= sum((units.count(units.fits(group)) > 0).astype(np.int8) for group in rule.groups) > 1
    for i in np.flatnonzero(crowded).tolist():
        yield from _clashes_at(position, position.network.number(i))


def _clashes_at(position: Position, number: str) -> Iterator[Clash]:
    stack = position.at(number)
    for rule in stacking_table(position).apart:
        groups = [tuple(unit for unit in stack if group.matches(unit)) for group in rule.groups]
        some = [group for group in groups if group]
        if len(some) > 1:
            yield Clash(number, tuple(unit for group in some for unit in group), rule.why)


def unit_size(unit: Unit, by: str) -> Fraction:
    """What one unit counts: 1, its stacking points (as the face it shows gives them, else its type) or its steps."""
    if by == "points":
        shown = unit.shown.values.get("stacking")
        return Fraction(unit.type.stacking if shown is None else str(shown))
    return Fraction(unit.steps if by == "steps" else 1)


class _Row(NamedTuple):
    """A row of the table with its number, and whether it applies."""

    order: int
    limit: StackLimit
    applies: Known


def _rows(
    position: Position, table: StackingTable, i: int, side: str, units: tuple[Unit, ...]
) -> Iterator[tuple[_Row, ...]]:
    """Of each name the row that governs: the first that applies for sure, behind those before it that may apply."""
    found: dict[str, list[_Row]] = {}
    for order, limit in enumerate(table.limit, 1):
        rows = found.get(limit.name, [])
        if (rows and rows[-1].applies.is_yes) or not _speaks_of(limit, side, units):
            continue
        where = limit.where.fits(ground_at(position), i)
        applies = where if where.is_no else where & limit.when.holds(position, side)
        if applies.possible:
            found.setdefault(limit.name, []).append(_Row(order, limit, applies))
    return (tuple(rows) for rows in found.values())


def _speaks_of(limit: StackLimit, side: str, units: tuple[Unit, ...]) -> bool:
    """Whether a limit is one for such units of a side."""
    if limit.sides and side not in limit.sides:
        return False
    return limit.present is None or any(limit.present.matches(unit) for unit in units)


def _governed(
    position: Position, number: str, side: str, units: tuple[Unit, ...], rows: tuple[_Row, ...]
) -> StackCount:
    """What counts by the row that governs, or by all of which one does."""
    first, *others = (_count(position, number, side, units, row) for row in rows)
    if not others and rows[-1].applies.is_yes:
        return first
    if not rows[-1].applies.is_yes:
        others.append(replace(first, counted=(), size=Fraction(0), most=None, cell=""))
    missing = tuple(dict.fromkeys(name for row in rows for name in row.applies.missing))
    return replace(first, instead=tuple(others), missing=missing)


def _count(position: Position, number: str, side: str, units: tuple[Unit, ...], numbered: _Row) -> StackCount:
    order, row, _ = numbered
    counted = tuple(unit for unit in units if row.who.matches(unit))
    spared: list[Unit] = []
    for slot in row.extra:
        free = [unit for unit in counted if unit not in spared and slot.who.matches(unit)]
        free.sort(key=lambda unit: unit_size(unit, row.by), reverse=True)
        spared += free[: slot.most]
    counted = tuple(unit for unit in counted if unit not in spared)
    most = most_of(position.pack, order)
    return StackCount(
        limit=row.name,
        hex=number,
        side=side,
        counted=counted,
        spared=tuple(spared),
        size=Fraction(len(counted))
        if row.by == "units"
        else sum((unit_size(unit, row.by) for unit in counted), Fraction(0)),
        most=most if isinstance(most, Fraction) else None,
        by=row.by,
        cell=_cell(row, order) if most is None else "",
    )


def most_of(pack: Pack, order: int) -> Fraction | str | None:
    """The most that the limit in this place of the table allows; a word where there is none, None where nobody knows."""
    return _most(pack)[order - 1]


@remembered(16)
def _most(pack: Pack) -> tuple[Fraction | str | None, ...]:
    limits = enumerate(load_table(pack, "stacking", StackingTable).limit, 1)
    return tuple(chart(pack, _cell(limit, order), limit.most) for order, limit in limits)


def _cell(limit: StackLimit, order: int) -> str:
    return f"stacking.{limit.name}.{order}"


def _broken(position: Position, number: str, side: str, units: list[Unit]) -> Iterator[StackCount]:
    return (count for count in stack_counts(position, number, side, units) if count.exceeded.is_yes)


def with_unknown(position: Position, count: StackCount) -> Known:
    """Whether a stack is too big if the counters in its hex that nobody can identify count: open if they matter, else no."""
    unknown = position.unknown_at(count.hex)
    if not unknown or count.most is None or count.size + len(unknown) <= count.most:
        return NO
    return Known.open(say("what else is in {hex}", count.hex))


def words_with_unknown(position: Position, count: StackCount) -> str:
    """The stack with those counters, in words."""
    unknown = len(position.unknown_at(count.hex))
    return say("{words}, and {counters} beside them that nobody can identify", count.words, counted(unknown, "counter"))
