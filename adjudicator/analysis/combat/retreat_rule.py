"""The [retreat] of movement.toml as it holds after the result of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.history import fought_here
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.retreat_terms import Retreat, SeriesRetreat
from adjudicator.lean import replace
from adjudicator.persistent import PersistentMap
from adjudicator.record.memory import FoughtBattle
from adjudicator.record.position import Position

ANY_OTHER = "?"
"""A result that no table has: whatever is not named."""


def retreat_rule(position: Position) -> Retreat | None:
    """How units retreat now; its length is that of the last result told in this phase, where the table asks for it."""
    rule = movement_table(position).retreat
    if rule is None or not rule.after:
        return rule
    result = told_result(position)
    row = next((row for row in rule.after if result in row.results), None)
    return rule if row is None else rule.model_copy(update={"hexes": row.hexes, "away": row.away})


def series_retreat(position: Position) -> SeriesRetreat:
    """What the books of a series say besides."""
    return position.pack.figures_or_usual(SeriesRetreat)


def told_result(position: Position) -> str:
    """The result of the last battle of this phase, "" if nobody told it."""
    fought = position.memory.fought
    return fought.result if fought is not None and fought_here(position, fought).is_yes else ""


def by_result(position: Position, start: str) -> Iterator[Position]:
    """The position as it is if its last result was told or does not matter; else with each result that matters in turn."""
    rule = movement_table(position).retreat
    if rule is None or not rule.after or told_result(position):
        yield position
        return
    for result in (ANY_OTHER, *(min(row.results) for row in rule.after)):
        yield with_result(position, start, result)


def with_result(position: Position, number: str, result: str) -> Position:
    """The position as if a battle of this phase had had this result."""
    moment = position.moment
    fought = FoughtBattle(number, moment.turn, moment.phase.id if moment.phase else "", result)
    return replace(position, memory=replace(position.memory, fought=fought))


def nobody_fled(position: Position) -> Position:
    """The position as a battle begins in it: whoever went back did so in an earlier one."""
    memory = position.memory
    return replace(position, memory=replace(memory, fled=PersistentMap())) if memory.fled else position
