"""Turn trackers: what a tracker's state shows (`TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.grids import ComponentReading
from adjudicator.importers.vassal.parts import COUNTER_LEVEL, LIST_LEVEL, TURN_TRACKER
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import whole

_LEVELS = (COUNTER_LEVEL, LIST_LEVEL)

Values = tuple[tuple[str, str], ...]


def trackers_of(tree: Component) -> dict[str, Component]:
    """The trackers of a module by the ids that saves give them."""
    found = [part for part in tree.walk() if part.kind == TURN_TRACKER]
    return {f"TurnTracker{number}": part for number, part in enumerate(found)}


def read_turn(part: Component | None, state: str) -> Values:
    """The value of each level now shown, outermost first; without the module's tracker, the levels have no names."""
    current, *levels = sequences.split(state, "|")
    index = whole(current)
    text = levels[index] if 0 <= index < len(levels) else ""
    if part is None:
        return _bare(text)
    parts = _levels(part)
    return _read(parts[index], text) if 0 <= index < len(parts) else ()


def _levels(part: Component) -> list[Component]:
    return [each for each in part.parts() if each.kind in _LEVELS]


def _read(part: Component, state: str) -> Values:
    fields = sequences.split(state, ";")
    counts = part.kind == _LEVELS[0]
    start = whole(part.get("start") or "1") if counts else 0
    current, below = whole(fields[0], start), whole(fields[1] if len(fields) > 1 else "")
    value = str(current) if counts else _item(part, current)
    inner = _levels(part)
    mine = ((part.get("property") or part.name, value),)
    if not 0 <= below < len(inner):
        return mine
    at = 4 + below
    return mine + _read(inner[below], fields[at] if at < len(fields) else "")


def _item(part: Component, index: int) -> str:
    items = sequences.split(part.get("list"), ",") if part.get("list") else []
    return items[index] if 0 <= index < len(items) else ""


def _bare(state: str) -> Values:
    """Numbers only: what the state tells without the module."""
    return (("", sequences.split_first(state, ";", 1)[0]),) if state else ()


def first_levels(part: Component, reading: ComponentReading) -> Iterator[tuple[str, str]]:
    """The first level of a tracker and the first in that, with the values they begin with."""
    level = next((each for each in part.parts() if each.kind in (COUNTER_LEVEL, LIST_LEVEL)), None)
    if level is None:
        return
    name = level.get("property") or level.name
    if level.kind == COUNTER_LEVEL:
        yield name, str(reading.integer(level, "start", 1))
    else:
        yield name, next(iter(sequences.split(level.get("list"), ",")), "")
    yield from first_levels(level, reading)
