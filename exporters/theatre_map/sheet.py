"""The whole sheet: map, hex grid, frame, title, compass, scale and legend, as marks in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.exporters.theatre_map.courses import draw_courses, feature_sample
from adjudicator.exporters.theatre_map.ground import HexShapes, draw_ground, hex_bounds, texture_of
from adjudicator.exporters.theatre_map.layout import TheatreLayout, lay_out
from adjudicator.exporters.theatre_map.marks import (
    Bounds,
    Layer,
    SvgMark,
    attributes,
    joined,
    number,
    path,
    polyline,
    text_width,
    words,
)
from adjudicator.exporters.theatre_map.places import (
    Room,
    draw_labels,
    draw_numbers,
    draw_places,
    looks_of,
    symbol,
    take_ways,
)
from adjudicator.exporters.theatre_map.style import FeatureLook, MapStyle, TerrainLook, default_style, pretty
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.one_way import arrow
from adjudicator.model.theatre import Theatre

MARGIN = 0.5
HEADER = 0.95
ROW = 0.75
LEAST_GAP, MOST_GAP = 0.3, 0.9
"""Between the columns of the legend, in heights of a hex."""


@dataclass(frozen=True)
class MapSheet:
    """A drawn theatre: where its hexes lie, and its marks in drawing order."""

    layout: TheatreLayout
    marks: tuple[SvgMark, ...]
    paper: str

    def svg(self, box: Bounds | None = None) -> str:
        """The sheet, or a rectangle of it, as SVG."""
        left, top, right, bottom = box or (0.0, 0.0, *map(float, self.layout.size))
        inside = (mark for mark in self.marks if _touch(mark.bounds, (left, top, right, bottom)))
        return wrap(joined(inside), (left, top, right, bottom), self.paper)


def wrap(markup: str, box: Bounds, paper: str) -> str:
    """Markup as an SVG document that shows a rectangle."""
    left, top, right, bottom = box
    wide, high = number(right - left), number(bottom - top)
    x, y = number(left), number(top)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="{x} {y} {wide} {high}" '
        f'font-family="DejaVu Sans Condensed, sans-serif"><rect x="{x}" y="{y}" width="{wide}" height="{high}" '
        f'fill="{paper}"/>{markup}</svg>'
    )


def draw_theatre(
    theatre: Theatre, style: MapStyle | None = None, height: int = 100, legend: bool = True, numbers: bool = True
) -> MapSheet:
    """Draw a theatre with hexes `height` pixels high."""
    style = style or default_style()
    side = round(height * MARGIN)
    bare = lay_out(theatre, height, (side, side, side, side))
    wide = max(bare.size[0], round(height * 7.2)) if legend else bare.size[0]
    entries = list(_legend_entries(theatre, style)) if legend else []
    columns = _columns(entries, wide - 2 * side, height)
    below = round(height * (ROW * len(columns[0]) + 0.45)) if columns else 0
    top = side + (round(height * HEADER) if legend else 0)
    spare = wide - bare.size[0]
    layout = lay_out(theatre, height, (side + spare // 2, top, side + spare - spare // 2, side + below))
    ground = HexShapes(layout)
    room = Room(height * 1.0, (layout.size[0] - side * 0.5, float(layout.size[1])))
    marks = [*draw_ground(ground, style), *_grid(ground, style), *draw_courses(ground, style)]
    if numbers:
        marks += draw_numbers(layout, style, room)
    take_ways(room, layout)
    marks += draw_places(layout, style, room)
    marks += draw_labels(layout, style)
    if legend:
        marks += _frame(layout, style, side)
        marks += _legend(columns, layout, style, side)
    ordered = sorted(marks, key=lambda mark: mark.order)
    return MapSheet(layout, tuple(ordered), style.paper)


def _touch(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _grid(ground: HexShapes, style: MapStyle) -> Iterator[SvgMark]:
    """The printed hexes: each side once, straight, thin, and darker where the map ends."""
    layout = ground.layout
    thin = attributes({"stroke": style.grid, "stroke_width": layout.height * 0.012, "stroke_opacity": "0.55"})
    thick = attributes({"stroke": style.ink, "stroke_width": layout.height * 0.03, "stroke_linecap": "round"})
    for at in layout.theatre.hexes:
        corners = [layout.corner(at, direction)[1] for direction in range(6)]
        inner, outer = "", ""
        for direction in range(6):
            neighbour = at.neighbour(direction)
            run = polyline((corners[direction - 1], corners[direction]))
            if neighbour not in layout.theatre.hexes:
                outer += run
            elif at < neighbour:
                inner += run
        box = hex_bounds(layout, at)
        if inner:
            yield SvgMark(Layer.GRID, box, inner, style=thin)
        if outer:
            yield SvgMark(Layer.GRID, box, outer, 1, thick)


def _frame(layout: TheatreLayout, style: MapStyle, side: int) -> Iterator[SvgMark]:
    """The neat line, the title, the compass and the scale."""
    width, height = layout.size
    unit = layout.height
    whole = (0.0, 0.0, float(width), float(height))
    inset = side * 0.4
    rect = {
        "x": number(inset),
        "y": number(inset),
        "width": number(width - 2 * inset),
        "height": number(height - 2 * inset),
    }
    outer = attributes({**rect, "fill": "none", "stroke": style.ink, "stroke_width": unit * 0.035})
    far = inset + unit * 0.05
    rect = {"x": number(far), "y": number(far), "width": number(width - 2 * far), "height": number(height - 2 * far)}
    inner = attributes({**rect, "fill": "none", "stroke": style.ink, "stroke_width": unit * 0.01})
    yield SvgMark(Layer.FRAME, whole, f"<rect{outer}/><rect{inner}/>")
    header = (0.0, 0.0, float(width), side + unit * HEADER)
    room = width - 2 * side - unit * 3.3
    size = min(unit * 0.46, unit * 0.46 * room / max(1.0, text_width(layout.theatre.title, unit * 0.46, bold=True)))
    title = words(side * 1.4, side + unit * 0.46, layout.theatre.title, size, style.ink, anchor="start", bold=True)
    if style.subtitle:
        title += words(side * 1.4, side + unit * 0.74, style.subtitle, unit * 0.19, style.number, anchor="start")
    yield SvgMark(
        Layer.LEGEND, header, title + _compass(width - side * 1.4 - unit * 0.35, side + unit * 0.36, unit, style)
    )
    yield SvgMark(Layer.LEGEND, header, _scale(width - side * 1.4 - unit * 3.1, side + unit * 0.42, unit, style))


def _compass(x: float, y: float, unit: float, style: MapStyle) -> str:
    far, near = unit * 0.34, unit * 0.09
    left = polyline(((x, y - far), (x - near, y), (x, y + far * 0.75)), closed=True)
    right = polyline(((x, y - far), (x + near, y), (x, y + far * 0.75)), closed=True)
    return (
        path(left, fill=style.ink)
        + path(right, fill=style.paper, stroke=style.ink, stroke_width=unit * 0.012)
        + words(x + unit * 0.13, y - far * 0.45, "N", unit * 0.2, style.ink, anchor="start", bold=True)
    )


def _scale(x: float, y: float, unit: float, style: MapStyle) -> str:
    """A bar of two hexes and what a hex stands for."""
    bar = ""
    for step in range(4):
        fill = style.ink if step % 2 == 0 else style.paper
        rect = {
            "x": number(x + step * unit / 2),
            "y": number(y),
            "width": number(unit / 2),
            "height": number(unit * 0.09),
        }
        bar += f"<rect{attributes({**rect, 'fill': fill, 'stroke': style.ink, 'stroke_width': unit * 0.012})}/>"
    for step in range(3):
        bar += words(x + step * unit, y + unit * 0.29, str(step), unit * 0.16, style.ink)
    return bar + words(x + unit, y - unit * 0.08, style.scale or "hexes", unit * 0.17, style.ink)


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of the legend: what to draw, and its name."""

    title: str
    kind: str
    terrain: TerrainLook | None = None
    feature: FeatureLook | None = None
    symbol: str = ""
    grid: str = ""

    def width(self, unit: float) -> float:
        return unit * 1.02 + text_width(self.title, unit * 0.2)


def _legend_entries(theatre: Theatre, style: MapStyle) -> Iterator[LegendEntry]:
    """What the map shows: terrain by frequency, then features by rank, then places by rank."""
    terrains = Counter(entry.terrain for entry in theatre.hexes.values())
    seen: set[str] = set()
    for name, _ in sorted(terrains.items(), key=lambda item: (-item[1], item[0])):
        look = style.terrain_looks(name)[0]
        yield LegendEntry(look.title or pretty(name), "terrain", terrain=look)
        seen.add(name)
    tags = {tag for entry in theatre.hexes.values() for tag in entry.tags} - seen
    for tag in sorted(tags):
        overlay = style.overlay(tag)
        if overlay is not None:
            yield LegendEntry(overlay.title or pretty(tag), "terrain", terrain=overlay)
    features = {feature for features in theatre.hexsides.values() for feature in features if not arrow(feature)}
    linked = {feature for link in theatre.links for feature in link.features}
    features |= {feature for feature in linked if style.feature_look(feature).course == "ferry"}
    ranked = sorted((style.feature_look(name).rank, name) for name in features)
    for _, name in ranked:
        feature = style.feature_look(name)
        if feature.course != "none":
            yield LegendEntry(feature.title or pretty(name), "feature", feature=feature)
    kinds = {kind for place in theatre.places for kind in place.kinds}
    known = [(kind, found) for kind in kinds if (found := style.place_look(kind)) is not None and found.symbol]
    alike: dict[str, str] = {}
    for kind, place_look in sorted(known, key=lambda pair: (len(pair[0]), pair[0])):
        alike.setdefault(place_look.model_dump_json(), kind)
    shown: dict[str, str] = {}
    for kind, place_look in sorted(known, key=lambda pair: (-pair[1].rank, pair[0])):
        if alike[place_look.model_dump_json()] == kind:  # what is drawn alike stands once, under the plainest name
            shown.setdefault(place_look.title or pretty(kind), place_look.symbol)
    yield from (LegendEntry(title, "place", symbol=drawn) for title, drawn in shown.items())
    if any(looks_of(place, style)[0].symbol == "dot" and not place.kinds for place in theatre.places):
        yield LegendEntry("Place", "place", symbol="dot")


def _columns(entries: list[LegendEntry], width: float, unit: float) -> list[list[LegendEntry]]:
    """The legend in columns read downwards, as few lines high as the width allows."""
    for high in range(1, len(entries) + 1):
        columns = [entries[at : at + high] for at in range(0, len(entries), high)]
        least = sum(_column_width(column, unit) for column in columns) + (len(columns) - 1) * LEAST_GAP * unit
        if least <= width or high == len(entries):
            return columns
    return []


def _column_width(column: list[LegendEntry], unit: float) -> float:
    return max(entry.width(unit) for entry in column)


def _legend(columns: list[list[LegendEntry]], layout: TheatreLayout, style: MapStyle, side: int) -> Iterator[SvgMark]:
    unit = layout.height
    top = layout.field[3] + unit * 0.7
    wides = [_column_width(column, unit) for column in columns]
    room = layout.size[0] - 2 * side
    gap = min(unit * MOST_GAP, max(0.0, room - sum(wides)) / max(1, len(columns) - 1))
    x = side + max(0.0, room - sum(wides) - gap * (len(columns) - 1)) / 2
    for nth, (column, wide) in enumerate(zip(columns, wides, strict=True)):
        for index, entry in enumerate(column):
            y = top + index * unit * ROW
            box = (x - unit, y - unit, x + wide + unit, y + unit)
            yield SvgMark(Layer.LEGEND, box, _sample(entry, (x + unit * 0.4, y), unit, style, index * 31 + nth))
            text = words(x + unit * 0.92, y + unit * 0.07, entry.title, unit * 0.2, style.ink, anchor="start")
            yield SvgMark(Layer.LEGEND, box, text)
        x += wide + gap


def _sample(entry: LegendEntry, spot: tuple[float, float], unit: float, style: MapStyle, nth: int) -> str:
    """A small hex with the terrain, the hexside feature or the place's symbol in it."""
    half = unit * 0.3
    ring = [
        (half * cx, half * cy) for cx, cy in ((-1.15, 0), (-0.58, -1), (0.58, -1), (1.15, 0), (0.58, 1), (-0.58, 1))
    ]
    shape = polyline(ring, closed=True)
    ground = entry.terrain.fill if entry.terrain else style.terrain_looks("clear")[0].fill
    inner = path(shape, fill=ground)
    if entry.terrain is not None and entry.terrain.texture:
        inner += f'<g transform="scale(.6)">{texture_of(entry.terrain, Hex(nth, nth), round(unit))}</g>'
    frame = path(shape, fill="none", stroke=style.grid, stroke_width=unit * 0.012)
    if entry.feature is not None:
        frame += feature_sample(entry.feature, half, unit)
    if entry.symbol:
        frame += symbol(entry.symbol, unit)
    return f'<g transform="translate({number(spot[0])} {number(spot[1])})">{inner}{frame}</g>'
