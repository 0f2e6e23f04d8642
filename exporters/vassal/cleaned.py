"""Logs made of logs: several that follow one another as one, and one without what was taken back.

Facts: `BasicLogger`: an undo is logged as an action of its own, `UNDO true`, the inverse commands, `UNDO false`; it takes back
the last action that still stands. Whatever is left out, the log ends with the same table; where it would not, the steps stay.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import UsageError
from adjudicator.exporters.vassal.savegame import FORMAT, steps_of
from adjudicator.importers.vassal.wire.commands import Tree
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import GameLog, Step, Undo
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.said import say


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A log without what was taken back, and how many steps were left out; `kept` are undos that nothing of it explains."""

    log: GameLog
    left_out: int
    kept: int


def cleaned(log: GameLog, module: Module | None = None) -> Cleaned:
    """The log without the actions that were taken back and without the undos that did so."""
    gone: set[int] = set()
    kept = 0
    standing: list[int] = []
    for index, step in enumerate(log.steps):
        if not _undoes(step):
            standing.append(index)
        elif standing:
            gone.update((standing.pop(), index))
        else:
            kept += 1
            standing.append(index)
    made = _without(log, gone, module)
    if gone and not _same_table(log.state_at(len(log.steps)), made.state_at(len(made.steps))):
        return _pair_by_pair(log, module)
    return Cleaned(made, len(gone), kept)


def _pair_by_pair(log: GameLog, module: Module | None) -> Cleaned:
    """The same, each undo with its action by itself: a pair whose leaving out changes the table stays."""
    gone: set[int] = set()
    kept = 0
    standing: list[int] = []
    end = log.state_at(len(log.steps))
    for index, step in enumerate(log.steps):
        if not _undoes(step) or not standing:
            kept += _undoes(step)
            standing.append(index)
            continue
        pair = {standing[-1], index}
        made = _without(log, gone | pair, module)
        if _same_table(end, made.state_at(len(made.steps))):
            gone |= pair
            standing.pop()
        else:
            kept += 1
            standing.append(index)
    return Cleaned(_without(log, gone, module), len(gone), kept)


def _undoes(step: Step) -> bool:
    return any(isinstance(event, Undo) and event.begins for event in step.events)


def _without(log: GameLog, gone: set[int], module: Module | None) -> GameLog:
    steps, trees = list(log.steps), steps_of(log, module)
    left = [index for index in range(len(steps)) if index not in gone]
    numbered = tuple(replace(steps[index], index=at) for at, index in enumerate(left, 1))
    return _with_steps(log, numbered, [trees[index] for index in left])


def _with_steps(log: GameLog, steps: tuple[Step, ...], trees: Sequence[Tree]) -> GameLog:
    return replace(log, steps=steps, carried={**log.carried, FORMAT: {"steps": list(trees)}})


def merged(logs: Sequence[tuple[str, GameLog]], module: Module | None = None) -> GameLog:
    """Several logs, each by name and in order of play, as one that begins where the first does.

    UsageError where one does not begin with the table with which the one before it ended.
    """
    (_, first), *others = logs
    steps, trees = list(first.steps), steps_of(first, module)
    before, end = logs[0][0], first.state_at(len(first.steps))
    for name, log in others:
        if not _same_table(end, log.start):
            why = say("{file} does not begin where {before} ended, so that one log of both would lie", name, before)
            raise UsageError(why, "merge")
        steps += log.steps
        trees += steps_of(log, module)
        before, end = name, log.state_at(len(log.steps))
    numbered = tuple(replace(step, index=at) for at, step in enumerate(steps, 1))
    return _with_steps(first, numbered, trees)


def _same_table(one: GameState, other: GameState) -> bool:
    """Whether two states show the same: each counter where and as it was, and the same properties, turns and seats."""
    if one.counters.keys() != other.counters.keys():
        return False
    if any(_shown(one, name) != _shown(other, name) for name in one.counters):
        return False
    common = {*one.properties} & {*other.properties}
    alike = all(one.properties[key] == other.properties[key] for key in common if not key[1].endswith("_result"))
    return alike and one.trackers == other.trackers and one.seats == other.seats


def _shown(state: GameState, name: str) -> tuple[object, ...]:
    each = state.counters[name]
    stack = state.stacks.get(each.stack)
    fellows = stack.members if stack is not None and len(stack.members) > 1 else ()
    told = each.levels, each.angles, each.texts, each.properties, each.masked_by, each.hidden_by
    return each.spot.map, each.spot.x, each.spot.y, *told, fellows
