"""A theatre's terrain over the printed art, half transparent: to see whether what is written is what is printed.

Hexes are tinted as our own maps colour them; features run along their hexsides, roads and railways from hex to hex.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from adjudicator.exporters.drawing import FilledArea, Layer, LegendKey, Point, Polyline, Style, hexagon, polygon
from adjudicator.exporters.map_picture import HexShape, MapHexes, Overlay
from adjudicator.exporters.overlay import united
from adjudicator.exporters.theatre_map.style import FeatureLook, MapStyle, TerrainLook, default_style, pretty
from adjudicator.model.theatre import Theatre
from adjudicator.record.position import Position

GROUP = "Terrain"
OPACITY = 0.42
ACROSS = frozenset({"road", "rail", "ferry"})
"""Courses from hex to hex."""
SHORT = frozenset({"bridge", "ford"})
"""Courses that cross their hexside only; all others run along it."""


def terrain_layer(position: Position, hexes: MapHexes) -> Overlay:
    """What the theatre says of each hex and hexside, under the counters."""
    theatre, style = position.network.theatre, default_style()
    tints, keys = _tints(theatre, style, hexes)
    lines, line_keys = _lines(theatre, style, hexes)
    return Overlay((Layer("terrain", (*tints, *lines)),), (), (*keys, *line_keys))


def _tints(theatre: Theatre, style: MapStyle, hexes: MapHexes) -> tuple[list[FilledArea], list[LegendKey]]:
    """An area for all hexes of a terrain that touch, and a line of the legend for each terrain."""
    of: dict[str, list[tuple[Point, ...]]] = defaultdict(list)
    for entry in theatre.hexes.values():
        if shape := hexes.get(entry.number):
            of[entry.terrain].append(shape.corners)
    areas, keys = [], []
    for terrain, outlines in sorted(of.items()):
        look = _tint(style.terrain_looks(terrain)[0])
        areas += [FilledArea(rings, look.sized(hexes.height), f"{GROUP}: {terrain}") for rings in united(outlines)]
        keys.append(LegendKey(GROUP, pretty(terrain), (polygon(hexagon(18, 13, 14), look.sized(34)),)))
    return areas, keys


def _tint(look: TerrainLook) -> Style:
    return Style(look.fill, OPACITY, line=look.ink, line_width=0.03)


def _lines(theatre: Theatre, style: MapStyle, hexes: MapHexes) -> tuple[list[Polyline], list[LegendKey]]:
    """A line for each feature of each hexside, and a line of the legend for each feature."""
    lines: list[Polyline] = []
    looks: dict[str, FeatureLook] = {}
    for side, features in theatre.hexsides.items():
        ends = [hexes.get(theatre.hexes[at].number) for at in side if at in theatre.hexes]
        drawn = sorted(each for each in features if style.feature_look(each).course != "none")
        if len(ends) != 2 or ends[0] is None or ends[1] is None or not drawn:
            continue
        looks.update((each, style.feature_look(each)) for each in drawn)
        lines += [_line(each, looks[each], _way(looks[each], ends[0], ends[1]), hexes.height) for each in drawn]
    keys = [
        LegendKey(GROUP, pretty(each), (_line(each, look, ((4, 13), (32, 13)), 60),))
        for each, look in sorted(looks.items())
    ]
    return lines, keys


def _way(look: FeatureLook, one: HexShape, other: HexShape) -> tuple[Point, ...]:
    """From hex to hex for what crosses a hexside; from corner to corner for what runs along it."""
    if look.course in SHORT:
        return _between(one.centre, other.centre, 0.35), _between(one.centre, other.centre, 0.65)
    return (one.centre, other.centre) if look.course in ACROSS else tuple(_shared(one, other))


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _shared(one: HexShape, other: HexShape) -> Iterator[Point]:
    """The two corners nearest to the other hex: boards of different images need not meet to a pixel."""
    x, y = other.centre
    yield from sorted(one.corners, key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)[:2]


def _line(feature: str, look: FeatureLook, points: tuple[Point, ...], height: float) -> Polyline:
    dash = tuple(part * height / 100 for part in look.dash)
    width = max(look.width, 4.0) * height / 100
    return Polyline(points, look.colour, width, dash, halo="#ffffff", title=f"{GROUP}: {feature}")
