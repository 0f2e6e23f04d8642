"""What differs between two states, drawn over the later one: arrows where counters went, signs where they came and went."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.audit.record import DifferenceEntry, PlaceEntry
from adjudicator.exporters.drawing import (
    INK,
    PAPER,
    Caption,
    Disc,
    Drawing,
    Layer,
    LegendKey,
    Point,
    Polyline,
    Rectangle,
    Shape,
    Style,
)
from adjudicator.exporters.map_picture import MapView, Overlay, chosen_map, hexes_of, map_drawing
from adjudicator.lean import replace
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note

MOVE, CAME, WENT, CHANGED = "#5b2a86", "#00644a", "#8f2f00", "#0059a0"
SMALLEST = 40.0
FROM_EDGE, TO_EDGE = 0.28, 0.36
"""How far from a counter's middle its arrow begins and ends, in heights of a hex, measured across or down."""
AT_ONE_PLACE = ("appeared", "vanished")


def difference_drawing(
    module: Module | None,
    after: GameState,
    found: Sequence[DifferenceEntry],
    view: MapView,
    map_name: str = "",
) -> tuple[Drawing, tuple[Note, ...]]:
    """The later state's map with the differences over it; those of other maps are not on the picture."""
    box = module or Module(after.module, after.module_version)
    game_map = chosen_map(box, after, map_name, view.viewer)
    height = max(hexes_of(game_map, after).height, SMALLEST)
    overlay = difference_overlay(found, game_map.name, height)
    return map_drawing(box, after, game_map.name, replace(view, overlays=(*view.overlays, overlay)))


def difference_overlay(found: Iterable[DifferenceEntry], map_name: str, height: float) -> Overlay:
    """Arrows and signs for the differences on one map."""
    moves: Tally[tuple[PlaceEntry, PlaceEntry]] = Tally()
    signs: Tally[tuple[str, PlaceEntry]] = Tally()
    for each in found:
        before, after = _on(each.before, map_name), _on(each.after, map_name)
        if each.change == "moved" and before and after:
            moves[before, after] += 1
        elif each.change == "moved":
            signs.update([("vanished", before)] if before else [("appeared", after)] if after else [])
        elif each.change in AT_ONE_PLACE or each.counter is not None:
            place = after or before
            if place is not None and not each.harmless:
                signs[each.change if each.change in AT_ONE_PLACE else "changed", place] += 1
    shapes = [
        *(shape for (before, after), count in moves.items() for shape in _arrow(before, after, count, height)),
        *(shape for (kind, place), count in signs.items() for shape in _sign(kind, place.x, place.y, count, height)),
    ]
    return Overlay(
        over=(Layer("differences", tuple(shapes)),), keys=tuple(_keys(bool(moves), {kind for kind, _ in signs}))
    )


def _on(place: PlaceEntry | None, map_name: str) -> PlaceEntry | None:
    shown = place is not None and place.map == map_name and (place.x or place.y)
    return place if shown else None


def _arrow(before: PlaceEntry, after: PlaceEntry, count: int, height: float) -> Iterator[Shape]:
    points = _between((float(before.x), float(before.y)), (float(after.x), float(after.y)), height)
    title = f"{before.name} → {after.name}" + (f", {count} counters" if count > 1 else "")
    yield Polyline(points, MOVE, height * 0.07, arrow=True, halo=PAPER, title=title)
    if count > 1:
        middle = ((before.x + after.x) / 2, (before.y + after.y) / 2)
        yield Caption(middle[0], middle[1], f"×{count}", height * 0.26, INK, PAPER, bold=True)


def _between(start: Point, end: Point, height: float) -> tuple[Point, Point]:
    """The way from counter to counter: out of the first's edge, up to the last's, so that neither is hidden."""
    wide, high = end[0] - start[0], end[1] - start[1]
    far = max(abs(wide), abs(high)) or 1.0
    out, short = (min(edge * height / far, 0.4) for edge in (FROM_EDGE, TO_EDGE))
    return (start[0] + wide * out, start[1] + high * out), (end[0] - wide * short, end[1] - high * short)


def _sign(kind: str, x: float, y: float, count: int, height: float) -> Iterator[Shape]:
    """A ring where counters appeared, a cross where they vanished, a frame where they changed in place."""
    size = height * 0.42
    title = f"{count} {kind}"
    if kind == "appeared":
        yield Disc(x, y, size, Style(line=CAME, line_width=height * 0.07), title)
    elif kind == "vanished":
        for slope in (1, -1):
            yield Polyline(
                ((x - size, y - slope * size), (x + size, y + slope * size)),
                WENT,
                height * 0.07,
                halo=PAPER,
                title=title,
            )
    else:
        dashed = Style(line=CHANGED, line_width=height * 0.06, dash=(height * 0.12, height * 0.07))
        yield Rectangle(x - size, y - size, 2 * size, 2 * size, dashed, title=title)


def _keys(moved: bool, kinds: set[str]) -> Iterator[LegendKey]:
    words = {"appeared": "Appeared", "vanished": "Vanished", "changed": "Changed in place"}
    if moved:
        yield LegendKey("Differences", "Moved", (Polyline(((4, 13), (32, 13)), MOVE, 2.4, arrow=True),))
    for kind, text in words.items():
        if kind in kinds:
            yield LegendKey("Differences", text, tuple(_sign(kind, 18, 13, 1, 26)))
