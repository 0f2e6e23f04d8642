"""A position as layers over its map: what the analyses say of stacks, zones, control and supply, and a report's findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.analysis.control import control_field, zones
from adjudicator.analysis.position import Position
from adjudicator.analysis.stacking import StackCount, amount, stack_counts
from adjudicator.findings import Finding
from adjudicator.model.pack import Binding
from exporters.map_picture import HexShape, MapHexes, Overlay
from exporters.overlay import CONTESTED, HexMark, control_overlay, findings_on, stacks_overlay, zoc_overlay

DISPUTED = "disputed"


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


LAYERS: Mapping[str, Callable[[Position, MapHexes], Overlay]] = {
    "control": control_layer,
    "zoc": zoc_layer,
    "stacks": stacks_layer,
}


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
