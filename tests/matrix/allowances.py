"""Movement allowances that two rows change: in the moves of cases, and where the unit of one case moves as in another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import ceil, floor

from adjudicator.analysis.movement import budget
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.moves import mode_of
from adjudicator.analysis.movement.reach import walker_for
from adjudicator.analysis.movement.terms import Allowance
from adjudicator.errors import AdjudicatorError
from adjudicator.model.interval import INFINITE
from adjudicator.model.units import Unit
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Movement
from adjudicator.record.position import Position
from tests.cases import Filed, all_cases, position_of
from tests.matrix.writers import ALLOWANCE, Writer, cases_by_name, count_met, lent_cases

WITNESSES = 3
"""How many moves are kept in which a row applies."""


@dataclass(frozen=True)
class Moving:
    """A unit about to move in some mode, and the case that it is of."""

    position: Position
    unit: Unit
    mode: str
    source: str

    @property
    def rows(self) -> tuple[Allowance, ...]:
        """The rows that surely change its allowance."""
        mover = walker_for(self.position, self.unit, self.mode, self.unit.hex)
        i = self.position.network.index.get(self.unit.hex)
        found = []
        for row, now in mover.concern.allowances:
            if budget._applies(mover, i, row, now).is_yes:
                found.append(row)
                if row.last:
                    break
        return tuple(found)

    @property
    def points(self) -> Fraction | None:
        """The points that it has, as the program reckons; None if there is no limit, or nobody knows."""
        found = budget.budget_of(walker_for(self.position, self.unit, self.mode, self.unit.hex)).points
        return Fraction(found.low) if found.certain and found.low < INFINITE else None

    def by_hand(self) -> Fraction | None:
        """The points that the rows leave of the printed allowance, one after the other; None if one says there is no limit."""
        points = Fraction(self.unit.shown.movement or 0)
        for row in self.rows:
            if row.set is not None and not isinstance(row.set, int | float | Fraction):
                return None
            points = Fraction(row.set) if row.set is not None else points
            points = max(points * Fraction(row.times) + Fraction(row.add), Fraction(row.least))
            points = Fraction({"up": ceil, "down": floor}[row.round](points)) if row.round else points
        return points


def writers_in(moving: Moving) -> frozenset[Writer]:
    """The writers that change the allowance."""
    rows = movement_table(moving.position).allowance
    return frozenset(Writer(ALLOWANCE, row.why or f"row {rows.index(row) + 1}") for row in moving.rows)


def moving_in(filed: Filed) -> Iterator[Moving]:
    """The units that move in a case."""
    try:
        acts = play_moves(filed.case.moves, position_of(filed)).acts
    except AdjudicatorError:
        return
    for act in acts:
        if isinstance(act, Movement):
            for unit in act.units_before:
                if unit.hex in act.before.network.index:
                    yield Moving(act.before, unit, mode_of(act), filed.name)


@cache
def met_in_cases(book: str) -> tuple[Mapping[Writer, tuple[Moving, ...]], Mapping[frozenset[Writer], Moving]]:
    """For each row some moves in which it applies, and for each two that meet in a case the first such."""
    by_writer: dict[Writer, list[Moving]] = {}
    by_pair: dict[frozenset[Writer], Moving] = {}
    for filed in all_cases(book):
        for each in moving_in(filed):
            count_met(writers_in(each), each, by_writer, by_pair, WITNESSES)
    for each in (moving for filed in lent_cases(book) for moving in moving_in(filed)):
        if any(writer not in by_writer for writer in writers_in(each)):
            count_met(writers_in(each), each, by_writer, by_pair, WITNESSES)
    return {one: tuple(found) for one, found in by_writer.items()}, by_pair


def crossed(one: Writer, other: Writer, book: str) -> Moving | None:
    """A move in which both rows apply, made of a move in which each does; None if none of the crossings is."""
    by_writer, _ = met_in_cases(book)
    for first, second in product(by_writer.get(one, ()), by_writer.get(other, ())):
        for base, graft in ((first, second), (second, first)):
            for made in _crossings(base, graft):
                if meet(made, one, other):
                    return made
    return None


def meet(made: Moving, one: Writer, other: Writer) -> bool:
    """Whether both rows apply to a move."""
    return {one, other} <= writers_in(made)


def made_again(book: str, source: str) -> Iterator[Moving]:
    """The moves of a source, as `Moving.source` tells it."""
    base, _, graft = source.partition(" + ")
    by_name = cases_by_name(book)
    for moving in moving_in(by_name[base]):
        if not graft:
            yield moving
            continue
        for second in moving_in(by_name[graft.rpartition(" ")[0]]):
            yield from _crossings(moving, second)


def _crossings(base: Moving, graft: Moving) -> Iterator[Moving]:
    """The unit of one case where that of the other stands, in either mode; and with its marks alone."""
    there = base.position.without(base.unit.id)
    unit = replace(graft.unit, id=f"{graft.unit.type.id}#95", hex=base.unit.hex, location=base.unit.hex)
    marks = [each for each in graft.position.markers.values() if each.on == graft.unit.id]
    for mode in dict.fromkeys((base.mode, graft.mode)):
        for position, who in ((there.with_unit(unit), unit), (base.position, base.unit)):
            on = (replace(each, id=f"{each.id}.95", on=who.id, hex=who.hex, location=who.hex) for each in marks)
            made = reduce(Position.with_marker, on, position)
            yield Moving(made, made.units[who.id], mode, f"{base.source} + {graft.source} {mode}")
