"""GeoJSON (RFC 7946's shapes, not its globe) of positions, boxes, theatres and overlays.

Coordinates are flat: of a position or drawing the pixels of its map, of a theatre hexes of circumradius 1 with hex (0, 0) in
the middle of the plane. In all of them y is turned so that it grows upwards and the map stands upright in a viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from shapely import LineString, MultiLineString, Point, Polygon, box, make_valid
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

from adjudicator import marks
from adjudicator.exporters.drawing import Caption, Disc, Drawing, FilledArea, Layer, Polyline, Rectangle, Stamp
from adjudicator.exporters.losses import Aspect, Content, Holds, Loss, LossKind, LossReport, facets, survey
from adjudicator.exporters.tables import listed_hexes
from adjudicator.exporters.viewer import Viewer
from adjudicator.harmless import json_bytes
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.grid import Grid, PrintedHex, RegionGrid, ZonedGrid, hex_at
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.module import Module
from adjudicator.model.one_way import written
from adjudicator.model.theatre import MapHex, Theatre
from adjudicator.writing import write_bytes

NAME = "GeoJSON"
ROOT_3 = 3**0.5
Feature = dict[str, Any]

SECRET = (Aspect.NAMES, Aspect.LEVELS, Aspect.TEXTS, Aspect.PROPERTIES)

HOLDS: Holds = {
    Aspect.MAPS: (LossKind.APPROXIMATED, "a map is a property of what lies on it"),
    Aspect.BOARDS: (LossKind.APPROXIMATED, "boards are outlines without pictures"),
    Aspect.COUNTERS: (LossKind.CARRIED, ""),
    Aspect.NAMES: (LossKind.CARRIED, ""),
    Aspect.POSITIONS: (LossKind.CARRIED, ""),
    Aspect.STACKS: (LossKind.CARRIED, ""),
    Aspect.DECKS: (LossKind.CARRIED, ""),
    Aspect.LEVELS: (LossKind.CARRIED, ""),
    Aspect.ANGLES: (LossKind.CARRIED, ""),
    Aspect.TEXTS: (LossKind.CARRIED, ""),
    Aspect.PROPERTIES: (LossKind.CARRIED, ""),
    Aspect.LAYOUTS: (LossKind.APPROXIMATED, "boards are outlines without pictures"),
    Aspect.CONCEALMENT: (LossKind.DROPPED, "only what everybody may see is written"),
}

BOX_HOLDS: Holds = {
    Aspect.MAPS: (LossKind.APPROXIMATED, "a map is a property of what lies on it"),
    Aspect.BOARDS: (LossKind.APPROXIMATED, "boards are outlines without pictures, as the box lays them"),
    Aspect.GRIDS: (LossKind.APPROXIMATED, "hexes, zones and named points as shapes; squares are not listed"),
}


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a position as everybody may see it, masked counters nameless, hidden ones left out; or a box's printed map."""
    if content.state is None and content.module is not None:
        write(path, box_map(content.module))
        return survey(content, BOX_HOLDS, source=source, target=NAME)
    write(path, positions(content))
    state, viewer = content.state, Viewer()
    lying = tuple(each for _, each in sorted(state.counters.items())) if state else ()
    gone = tuple(each.id for each in lying if not viewer.sees(each) or not each.spot.map)
    masked = tuple(each.id for each in lying if state and not viewer.reads_at(each, state, content.module))
    losses = [Loss(Aspect.COUNTERS, LossKind.DROPPED, "hidden, or on no map", gone)] if gone else []
    for aspect in SECRET if masked else ():
        subjects = tuple(each for each in facets(aspect, content) if each.partition(".")[0] in masked)
        losses += [Loss(aspect, LossKind.DROPPED, "not for everybody to read", subjects)]
    return survey(content, HOLDS, source=source, target=NAME, found=losses)


def write(path: Path, features: Iterable[Feature]) -> None:
    """Put a collection of features at `path`, all or nothing."""
    document = {"type": "FeatureCollection", "features": list(features), marks.KEY: str(OutputMark(OutputKind.REPORT))}
    write_bytes(path, json_bytes(document))


def positions(content: Content, viewer: Viewer | None = None) -> Iterator[Feature]:
    """Boards as outlines, counters as points with what the viewer may know of them, the hexes that they lie in as areas."""
    viewer = viewer or Viewer()
    state, module = content.state, content.module
    if state is None:
        return
    for name, layout in state.boards.items():
        yield from (_board(placed, name) for placed in layout)
    taken = set()
    for _, counter in sorted(state.counters.items()):
        spot = counter.spot
        if not spot.map or not viewer.sees(counter):
            continue
        known: dict[str, object] = {"kind": "counter", "id": counter.id, "map": spot.map, "board": spot.board}
        known |= {
            "zone": spot.zone,
            "location": spot.location,
            "number": spot.number,
            "stack": counter.stack,
            "index": state.index(counter),
        }
        if viewer.reads_at(counter, state, module):
            known |= {"name": counter.name, "levels": list(counter.levels), "texts": list(counter.texts)}
            known |= {"properties": dict(counter.properties)}
        yield _feature(Point(spot.x, -spot.y), **known, angles=list(counter.angles))
        placed_on = next((each for each in state.boards.get(spot.map, ()) if each.contains(spot.x, spot.y)), None)
        found = hex_at(placed_on.board.grid, *placed_on.local(spot.x, spot.y)) if placed_on else None
        if placed_on is not None and found is not None and (spot.map, found.x, found.y) not in taken:
            taken.add((spot.map, found.x, found.y))
            yield _hex(found, placed_on, spot.map)


def box_map(module: Module) -> Iterator[Feature]:
    """The boards of a box as it lays them: outlines, hexes, zones and named points, with what the game calls them."""
    for found in module.maps:
        for placed in found.layout:
            yield _board(placed, found.name)
            yield from (_hex(each, placed, found.name) for each in listed_hexes(placed.board))
            yield from _named(placed.board.grid, placed, found.name)


def _board(placed: PlacedBoard, map_name: str) -> Feature:
    wide, high = placed.board.size
    area = box(placed.x, -placed.y - high, placed.x + wide, -placed.y)
    return _feature(area, kind="board", map=map_name, name=placed.board.name)


def _hex(found: PrintedHex, placed: PlacedBoard, map_name: str) -> Feature:
    corners = [placed.outer(round(x), round(y)) for x, y in found.corners()]
    return _feature(Polygon([(x, -y) for x, y in corners]), kind="hex", map=map_name, location=found.location)


def _named(grid: Grid | None, placed: PlacedBoard, map_name: str) -> Iterator[Feature]:
    """Regions as points, zones as areas, and what lies in zones."""
    if isinstance(grid, RegionGrid):
        for region in grid.regions:
            x, y = placed.outer(region.x, region.y)
            yield _feature(Point(x, -y), kind="region", map=map_name, location=region.name)
    elif isinstance(grid, ZonedGrid):
        yield from _named(grid.background, placed, map_name)
        for zone in grid.zones:
            outline = [placed.outer(x, y) for x, y in zone.outline.points]
            if len(outline) > 2:
                area = make_valid(Polygon([(x, -y) for x, y in outline]))
                yield _feature(area, kind="zone", map=map_name, name=zone.name)
            if zone.grid is not grid.background:
                yield from _named(zone.grid, placed, map_name)


def theatre(found: Theatre) -> Iterator[Feature]:
    """Hexes with their terrain, hexsides with their features, places and links."""
    sideways = found.numbering.sideways
    for each in found.hexes.values():
        yield _feature(_hexagon(each.at, sideways), kind="hex", number=each.number, **_terrain(each))
    for side, features in found.hexsides.items():
        border = _hexside(side, sideways)
        if border is not None:
            yield _feature(border, kind="hexside", between=_numbers(found, side), features=list(written(features)))
    for place in found.places:
        x, y = _centre(found.at(place.hex).at, sideways)
        known = {"name": place.name, "number": place.hex, "kinds": sorted(place.kinds), "owner": place.owner}
        yield _feature(Point(x, y), kind="place", **known, values=dict(place.values))
    for link in found.links:
        ends = [_centre(found.at(number).at, sideways) for number in (link.a, link.b)]
        yield _feature(LineString(ends), kind="link", between=[link.a, link.b], features=sorted(link.features))


def overlay(drawing: Drawing) -> Iterator[Feature]:
    """The shapes of a drawing's layers: supply, zones of control, findings as areas, lines and points."""
    for layer in drawing.layers:
        yield from _layer(layer)


def _layer(layer: Layer) -> Iterator[Feature]:
    for shape in layer.shapes:
        known: dict[str, object] = {"kind": "overlay", "layer": layer.name}
        match shape:
            case FilledArea(rings, style, title):
                turned = [[(x, -y) for x, y in ring] for ring in rings if len(ring) > 2]
                if turned:
                    area = make_valid(Polygon(turned[0], turned[1:]))
                    yield _feature(area, **known, title=title, fill=style.fill, line=style.line)
            case Polyline(points, colour, width) if len(points) > 1:
                line = LineString([(x, -y) for x, y in points])
                yield _feature(line, **known, title=shape.title, line=colour, width=width, arrow=shape.arrow)
            case Disc(x, y, radius, style, title):
                yield _feature(Point(x, -y).buffer(radius, 8), **known, title=title, fill=style.fill, line=style.line)
            case Rectangle(x, y, width, height, style):
                yield _feature(box(x, -y - height, x + width, -y), **known, title=shape.title, fill=style.fill)
            case Caption(x, y, text):
                yield _feature(Point(x, -y), **known, text=text, line=shape.colour)
            case Stamp(x, y, width, height):
                yield _feature(box(x, -y - height, x + width, -y), **known, title=shape.title)
            case _:
                pass


def _feature(geometry: BaseGeometry, **properties: object) -> Feature:
    kept = {name: value for name, value in properties.items() if value not in ("", None)}
    return {"type": "Feature", "geometry": mapping(geometry), "properties": kept}


def _terrain(found: MapHex) -> Mapping[str, object]:
    return {"terrain": found.terrain, "tags": sorted(found.tags), "values": dict(found.values)}


def _numbers(found: Theatre, side: Hexside) -> list[str]:
    return [found.hexes[at].number if at in found.hexes else "" for at in side]


def _centre(at: Hex, sideways: bool) -> tuple[float, float]:
    """A hex's middle in the plane: direction 0 is north, or north-east where rows touch side by side."""
    if sideways:
        return ROOT_3 / 2 * (at.q - at.r), -1.5 * (at.q + at.r)
    return 1.5 * at.q, -ROOT_3 * (at.r + at.q / 2)


def _hexagon(at: Hex, sideways: bool) -> Polygon:
    x, y = _centre(at, sideways)
    half = ROOT_3 / 2
    around = ((1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0), (-0.5, -half), (0.5, -half))
    return Polygon([(x + b, y + a) if sideways else (x + a, y + b) for a, b in around])


def _hexside(side: Hexside, sideways: bool) -> LineString | MultiLineString | None:
    """The border that two hexes share."""
    (x1, y1), (x2, y2) = _centre(side.low, sideways), _centre(side.high, sideways)
    x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1
    length = (dx * dx + dy * dy) ** 0.5
    if not length:
        return None
    across = (-dy / length / 2, dx / length / 2)
    return LineString([(x - across[0], y - across[1]), (x + across[0], y + across[1])])
