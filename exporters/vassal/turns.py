"""Turn trackers' states from the values that they shall show (`TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.exporters.vassal.tree import Tree
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.model.module import Module
from adjudicator.model.state import TurnTracker

TRACKER = "VASSAL.build.module.turn.TurnTracker"
COUNTER = "VASSAL.build.module.turn.CounterTurnLevel"
LIST = "VASSAL.build.module.turn.ListTurnLevel"
FOLDERS = "VASSAL.build.module.folder."
_BELOW = 4

Values = Sequence[tuple[str, str]]


def trackers_in(module: Module | None) -> Mapping[str, Tree]:
    """A VASSAL module's trackers by the ids that saves give them."""
    whole_tree = getattr(module.carried.get("vassal"), "whole", None) if module else None
    if whole_tree is None:
        return {}
    found: list[Tree] = []
    waiting: list[Tree] = [whole_tree]
    while waiting:
        part = waiting.pop()
        if part.kind == TRACKER:
            found.append(part)
        waiting.extend(reversed(part.children))
    return {f"TurnTracker{number}": part for number, part in enumerate(found)}


def turn_state(tracker: TurnTracker, part: Tree | None) -> str | None:
    """The state in which a tracker shows its values: what it carries, changed where it says otherwise; None if it has none.

    Without the module's tracker, values that are whole numbers can still be set.
    """
    state = tracker.carried.get("state")
    if state is None:
        return None if part is None or not tracker.values else _fresh(part, tracker.values)
    current, *levels = sequences.split(state, "|")
    at = whole(current)
    if not tracker.values or not 0 <= at < len(levels):
        return state
    level = _levels(part)[at] if part is not None and at < len(_levels(part)) else None
    shown = _with(level, levels[at], tracker.values)
    if shown == levels[at]:
        return state
    levels[at] = shown
    return sequences.join([current, *levels], "|")


def _levels(part: Tree) -> list[Tree]:
    found: list[Tree] = []
    for child in part.children:
        if child.kind in (COUNTER, LIST):
            found.append(child)
        elif child.kind.startswith(FOLDERS):
            found.extend(_levels(child))
    return found


def _with(part: Tree | None, state: str, values: Values) -> str:
    """One level's state with its value and those of the level in it that is shown."""
    fields = sequences.split(state, ";")
    number = _number(part, values[0][1])
    if number is not None:
        fields[0] = number
    below = whole(fields[1]) if len(fields) > 1 else 0
    inner = _levels(part) if part is not None else []
    at = _BELOW + below
    if len(values) > 1 and below < len(inner) and at < len(fields):
        fields[at] = _with(inner[below], fields[at], values[1:])
    return sequences.join(fields, ";")


def _number(part: Tree | None, value: str) -> str | None:
    """What stands in a state for a value: a counter's number, a list's index; None if the list has no such entry."""
    if part is None or part.kind == COUNTER:
        return value if value.lstrip("-").isdecimal() else None
    listed = sequences.split(part.attributes.get("list", ""), ",")
    return str(listed.index(value)) if value in listed else None


def _fresh(part: Tree, values: Values) -> str:
    """The state of a tracker as it begins, with these values."""
    levels = [_begun(level) for level in _levels(part)]
    if levels:
        levels[0] = _with(_levels(part)[0], levels[0], values)
    return sequences.join(["0", *levels], "|")


def _begun(part: Tree) -> str:
    inner = [_begun(level) for level in _levels(part)]
    given = part.attributes
    if part.kind == COUNTER:
        loops = given.get("loop", "false")
        return sequences.join([given.get("start", "1"), "0", loops, given.get("loopLimit", "-1"), *inner], ";")
    count = len(sequences.split(given.get("list", ""), ","))
    return sequences.join(["0", "0", "0", sequences.join(["true"] * count, ","), *inner], ";")
