"""A position as layers over its map: what the analyses say of stacks, zones, control and supply, and a report's findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.analysis.control import control_field, zones
from adjudicator.analysis.position import Position
from adjudicator.analysis.stacking import StackCount, amount, stack_counts
from adjudicator.analysis.supply import supply, supply_table
from adjudicator.findings import Finding, Trace
from adjudicator.model.pack import Binding
from exporters.map_picture import HexShape, MapHexes, Overlay
from exporters.overlay import (
    CONTESTED,
    IN_COMMUNICATION,
    ISOLATED,
    SUPPLIED,
    UNDETERMINED,
    HexMark,
    TraceMark,
    control_overlay,
    findings_on,
    stacks_overlay,
    supply_overlay,
    zoc_overlay,
)

DISPUTED = "disputed"
MOST_OBSTACLES = 3


def overlays(
    position: Position, findings: Sequence[Finding], names: Sequence[str], hexes: MapHexes
) -> tuple[Overlay, ...]:
    """The named layers, in the order of `LAYERS`; a layer whose tables the pack lacks stays out."""
    made = []
    for name, make in LAYERS.items():
        if name in names:
            made.append(make(position, hexes))
    if "findings" in names:
        made.append(findings_on(findings, hexes))
    return tuple(made)


def numbered(hexes: MapHexes, binding: Binding) -> MapHexes:
    """The map's hexes by the pack's numbers, where the module calls them something longer."""
    pattern = re.compile(binding.location)
    found: dict[str, HexShape] = {}
    for location, shape in hexes.by_number.items():
        match = pattern.fullmatch(location)
        if match and match.groupdict().get("hex"):
            found.setdefault(match["hex"], shape)
    return MapHexes(found, hexes.height)


def stacks_layer(position: Position, hexes: MapHexes) -> Overlay:
    """Each stack of two or more, or at its limit: what counts against the tightest limit."""
    return stacks_overlay(_stack_marks(position, hexes), hexes.height)


def zoc_layer(position: Position, hexes: MapHexes) -> Overlay:
    """The zones of control of each side."""
    names = _names(position)
    marks = [
        HexMark(shape.corners, name)
        for side, name in names.items()
        for number in zones(position, side).numbers()
        if (shape := hexes.get(number))
    ]
    return zoc_overlay(marks, tuple(names.values()), hexes.height)


def control_layer(position: Position, hexes: MapHexes) -> Overlay:
    """Who controls each hex, where that is known."""
    field, names = control_field(position), _names(position)
    called = names | {DISPUTED: CONTESTED}
    marks = [
        HexMark(shape.corners, called[who])
        for i, entry in enumerate(position.network.hexes)
        if (who := field.at(i)) in called and (shape := hexes.get(entry.number))
    ]
    return control_overlay(marks, tuple(names.values()), hexes.height)


def supply_layer(position: Position, hexes: MapHexes) -> Overlay:
    """Each hex's worst supply, the lines that show it, and where the lines of the worst off were blocked."""
    looks = _looks(position)
    worst: dict[str, tuple[int, str]] = {}
    lines: dict[tuple[str, ...], Trace] = {}
    broken: dict[str, str] = {}
    for side in position.pack.sides:
        found = supply(position, side)
        for name, state in found.states().items():
            unit = position.units[name]
            if state not in looks or unit.hex not in hexes.by_number:
                continue
            worst[unit.hex] = max(worst.get(unit.hex, (-1, "")), (_badness(looks[state]), state))
            if looks[state] == ISOLATED:
                broken.update((each.hex, each.why) for each in found.obstacles(name, most=MOST_OBSTACLES))
            else:
                lines.update((trace.hexes, trace) for trace in found.witness(name))
    marks = [
        HexMark(hexes.by_number[number].corners, looks[state], title=f"{number}: {_words(state)}")
        for number, (_, state) in worst.items()
    ]
    crosses = [HexMark(shape.corners, "", title=why) for number, why in broken.items() if (shape := hexes.get(number))]
    signs = supply_overlay(marks, (), crosses, hexes.height)
    traced = supply_overlay((), _trace_marks(lines.values(), hexes), (), hexes.height)
    # lines run under the counters, or nobody could read those
    made = Overlay((*signs.under, *traced.over), signs.over, (*signs.keys, *traced.keys))
    return _called(made, {kind: _words(state) for state, kind in looks.items()})


LAYERS: Mapping[str, Callable[[Position, MapHexes], Overlay]] = {
    "control": control_layer,
    "zoc": zoc_layer,
    "supply": supply_layer,
    "stacks": stacks_layer,
}


def _looks(position: Position) -> dict[str, str]:
    """How each of the pack's states of supply is drawn: the best, the worst, and what lies between."""
    states = list(dict.fromkeys(rule.state for rule in supply_table(position).state if rule.aspect == "supply"))
    looks = dict.fromkeys(states, IN_COMMUNICATION)
    if states:
        looks[states[-1]] = ISOLATED
        looks[states[0]] = SUPPLIED
    return looks | {UNDETERMINED: UNDETERMINED}


def _badness(look: str) -> int:
    return (SUPPLIED, UNDETERMINED, IN_COMMUNICATION, ISOLATED).index(look)


def _words(state: str) -> str:
    return state.replace("_", " ").capitalize()


def _called(overlay: Overlay, words: Mapping[str, str]) -> Overlay:
    """The legend in the pack's own words."""
    usual = {_words(kind): text for kind, text in words.items() if kind != UNDETERMINED}
    return replace(overlay, keys=tuple(replace(key, text=usual.get(key.text, key.text)) for key in overlay.keys))


def _trace_marks(traces: Iterable[Trace], hexes: MapHexes) -> Iterator[TraceMark]:
    for trace in traces:
        points = tuple(shape.centre for number in trace.hexes if (shape := hexes.get(number)))
        if len(points) > 1:
            yield TraceMark(points, trace.kind, trace.label)


def _stack_marks(position: Position, hexes: MapHexes) -> Iterator[HexMark]:
    for stack in position.stacks():
        shape = hexes.get(stack.location)
        counts = [
            count
            for side in position.pack.sides
            for count in stack_counts(position, stack.location, side)
            if len(stack.units) > 1 or count.exceeded is not False
        ]
        if shape and counts:
            worst = max(counts, key=_tightness)
            kind = "over" if worst.exceeded else "doubt" if worst.exceeded is None else ""
            most = "?" if worst.most is None else amount(worst.most)
            yield HexMark(shape.corners, kind, f"{amount(worst.size)}/{most}", worst.words)


def _tightness(count: StackCount) -> float:
    """How near a count is to its limit; an unknown limit is tighter than one that holds."""
    if count.most is None:
        return 1.0
    return float(count.size / count.most) if count.most else float(count.size) * 100


def _names(position: Position) -> dict[str, str]:
    """The sides, in the book's order, as the legend calls them."""
    return {faction.id: faction.name for faction in position.pack.header.factions}
