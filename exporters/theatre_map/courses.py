"""Lines over the ground: rivers and borders along hexsides, roads and rails across them, bridges, ferries, cliffs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, filterfalse
from math import hypot

from adjudicator.exporters.theatre_map.ground import HexShapes
from adjudicator.exporters.theatre_map.marks import (
    Bounds,
    Layer,
    Point,
    SvgMark,
    around,
    number,
    path,
    polyline,
    smoothed,
)
from adjudicator.exporters.theatre_map.style import FeatureLook, MapStyle
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.one_way import AGAINST, ALONG, arrow, without_arrow

Key = tuple[int, int]


def draw_courses(ground: HexShapes, style: MapStyle) -> Iterator[SvgMark]:
    """Everything that lies along or across hexsides, and the links between hexes apart."""
    looks: dict[str, FeatureLook] = {}
    sides: dict[str, list[Hexside]] = defaultdict(list)
    for side, features in ground.layout.theatre.hexsides.items():
        for feature in filterfalse(arrow, features):
            if feature not in looks:
                looks[feature] = style.feature_look(feature)
            sides[feature].append(side)
    streams = {name: look for name, look in looks.items() if look.course == "stream"}
    yield from _streams(ground, {name: sides[name] for name in streams}, streams)
    crossing = [name for name, look in looks.items() if look.course in ("road", "rail")]
    for name in sorted(looks, key=lambda each: (looks[each].rank, each)):
        look = looks[name]
        if look.course in ("road", "rail"):
            shared = any(set(sides[name]) & set(sides[other]) for other in crossing if other != name)
            yield from _ways(ground, sides[name], look, _aside(look) if shared else 0.0)
        elif look.course != "stream":
            for side in sides[name]:
                yield from _along(ground, side, look, name)
    yield from _arrows(ground, style)
    yield from _links(ground, style)


def _arrows(ground: HexShapes, style: MapStyle) -> Iterator[SvgMark]:
    """Whither features point; a cliff shows it by its teeth."""
    for side, features in ground.layout.theatre.hexsides.items():
        for feature in sorted(filter(arrow, features)):
            look = style.feature_look(without_arrow(feature))
            if look.course not in ("cliff", "none"):
                yield _arrow(ground, side, look, arrow(feature) == ALONG)


def _arrow(ground: HexShapes, side: Hexside, look: FeatureLook, along: bool) -> SvgMark:
    """A head on the middle of a hexside, from its lower hex to the higher (`along`) or back."""
    height = ground.layout.height
    (ax, ay), (bx, by) = (ground.layout.centre(at) for at in (side if along else reversed(side)))
    x, y, far = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / far * height * 0.09, (by - ay) / far * height * 0.09
    head = ((x + ux, y + uy), (x - uy * 0.8, y + ux * 0.8), (x + uy * 0.8, y - ux * 0.8), (x + ux, y + uy))
    drawn = path(polyline(head), fill=look.colour, stroke="#fbf8ee", stroke_width=height * 0.012)
    return SvgMark(Layer.BRIDGE, around(head, height * 0.1), drawn, look.rank)


def _aside(look: FeatureLook) -> float:
    """Roads and rails that share hexsides cross them side by side."""
    return 0.085 if look.course == "rail" else -0.085


def _direction(side: Hexside) -> int:
    return side.low.direction(side.high)


def _streams(ground: HexShapes, sides: dict[str, list[Hexside]], looks: dict[str, FeatureLook]) -> Iterator[SvgMark]:
    """Rivers as curves from the middle of one hexside through a corner to the middle of the next."""
    height = ground.layout.height
    at_corner: dict[Key, list[tuple[FeatureLook, list[Point]]]] = defaultdict(list)
    for name, run in sides.items():
        for side in run:
            direction = _direction(side)
            line = list(ground.side(side.low, direction))
            start, _ = ground.corner(side.low, direction - 1)
            end, _ = ground.corner(side.low, direction)
            middle = ((line[2][0] + line[3][0]) / 2, (line[2][1] + line[3][1]) / 2)
            at_corner[start].append((looks[name], [middle, *reversed(line[:3])]))
            at_corner[end].append((looks[name], [middle, *line[3:]]))
    for arms in at_corner.values():
        for look, points in _confluence(arms):
            yield from _stream(points, look, height)


def _confluence(arms: list[tuple[FeatureLook, list[Point]]]) -> Iterator[tuple[FeatureLook, list[Point]]]:
    """How the arms that meet at a corner run into each other: the smaller ones bend into the largest."""
    ranked = sorted(arms, key=lambda arm: (-arm[0].width, arm[1][0]))
    if len(ranked) == 1:
        look, line = ranked[0]
        yield look, smoothed(line)
        return
    first = ranked[0]
    for look, line in ranked[1:]:
        yield look, smoothed([*line, *reversed(first[1][:-1])])
    if first[0].width > ranked[1][0].width:
        yield first[0], smoothed(first[1])


def _stream(points: list[Point], look: FeatureLook, height: int) -> Iterator[SvgMark]:
    width = look.width * height / 100
    data, box = polyline(points), around(points, width)
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if look.edge:
        edge = path(data, stroke=look.edge, stroke_width=width + height * 0.02, **line)
        yield SvgMark(Layer.STREAM_EDGE, box, edge, look.rank)
    dash = " ".join(number(part * height / 100) for part in look.dash)
    yield SvgMark(
        Layer.STREAM, box, path(data, stroke=look.colour, stroke_width=width, stroke_dasharray=dash, **line), look.rank
    )


def _ways(ground: HexShapes, sides: list[Hexside], look: FeatureLook, aside: float) -> Iterator[SvgMark]:
    """Roads and rails: inside each hex from hexside to hexside, bent through the centre, or to the centre where they end."""
    crossings: dict[Hex, list[tuple[int, Point]]] = defaultdict(list)
    for side in sides:
        direction = _direction(side)
        point = _crossing(ground, side, aside)
        crossings[side.low].append((direction, point))
        crossings[side.high].append(((direction + 3) % 6, point))
    for at, ends in crossings.items():
        x, y = ground.layout.centre(at)
        for points in _strands(ends, (x, y)):
            yield from _way(points, look, ground.layout.height)


def _crossing(ground: HexShapes, side: Hexside, aside: float) -> Point:
    """Where a way crosses a hexside: its middle, or a little towards one end."""
    (ax, ay), (bx, by) = ground.layout.centre(side.low), ground.layout.centre(side.high)
    # The direction from low to high always points to the same half of the compass, so "aside" is one side of the way.
    return (ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside


def _strands(ends: list[tuple[int, Point]], centre: Point) -> Iterator[list[Point]]:
    """Which ends of the ways in a hex join: opposite ones through the hex, the rest meet in the centre."""
    if len(ends) == 1:
        yield [ends[0][1], centre]
        return
    if len(ends) == 2:
        (one, start), (other, end) = ends
        if (one - other) % 6 in (1, 5):
            yield smoothed([start, *_towards(start, centre, 0.55), *_towards(end, centre, 0.55), end])
            return
        yield smoothed([start, centre, end], 3)
        return
    joined: set[int] = set()
    for (one, start), (other, end) in combinations(ends, 2):
        if (one - other) % 6 == 3 and not {one, other} & joined:
            joined |= {one, other}
            yield [start, centre, end]
    for direction, point in ends:
        if direction not in joined:
            yield [point, centre]


def _towards(start: Point, end: Point, part: float) -> list[Point]:
    return [(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)]


def _way(points: list[Point], look: FeatureLook, height: int) -> Iterator[SvgMark]:
    width = look.width * height / 100
    data, box = polyline(points), around(points, width * 3 + 4)
    line = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    dash = " ".join(number(part * height / 100) for part in look.dash)
    if look.course == "road":
        if look.edge:
            edge = path(data, stroke=look.edge, stroke_width=width + height * 0.018, **line)
            yield SvgMark(Layer.ROAD_EDGE, box, edge, look.rank)
        yield SvgMark(
            Layer.ROAD,
            box,
            path(data, stroke=look.colour, stroke_width=width, stroke_dasharray=dash, **line),
            look.rank,
        )
        return
    halo = path(data, stroke="#fbf8ee", stroke_width=width + height * 0.028, stroke_opacity="0.75", **line)
    yield SvgMark(Layer.ROAD_EDGE, box, halo, look.rank)
    body = path(data, stroke=look.colour, stroke_width=width, stroke_dasharray=dash, **line)
    if look.edge:
        body += path(data, stroke=look.edge, stroke_width=width * 0.4, **line)
    tie, gap = height * 0.02, height * 0.105
    ties = path(
        data,
        fill="none",
        stroke=look.colour,
        stroke_width=width + height * 0.062,
        stroke_dasharray=f"{number(tie)} {number(gap)}",
        stroke_dashoffset=number(-gap / 2),
    )
    yield SvgMark(Layer.RAIL, box, body + ties, look.rank)


def _along(ground: HexShapes, side: Hexside, look: FeatureLook, name: str) -> Iterator[SvgMark]:
    """Borders, walls, cliffs and bars along a hexside; bridges, fords and ferries across it."""
    direction = _direction(side)
    height = ground.layout.height
    _, start = ground.layout.corner(side.low, direction - 1)
    _, end = ground.layout.corner(side.low, direction)
    box = around((start, end), height * 0.3)
    if look.course == "border":
        yield from _border(polyline((start, end)), box, look, height)
    elif look.course == "bar":
        data, wide = polyline((start, end)), look.width * height / 100
        dash = " ".join(number(part * height / 100) for part in look.dash)
        bar = path(data, stroke=look.colour, stroke_width=wide, stroke_dasharray=dash, stroke_opacity="0.85")
        yield SvgMark(Layer.BORDER, box, bar, look.rank)
    elif look.course in ("cliff", "wall"):
        words = ground.layout.theatre.hexsides[side]
        ends = (end, start) if name + ALONG in words else (start, end)
        drawn = _teeth(*ends, look, height)
        if {name + ALONG, name + AGAINST} <= words:
            drawn += _teeth(start, end, look, height)
        yield SvgMark(Layer.CLIFF, box, drawn, look.rank)
    elif look.course in ("bridge", "ford"):
        yield SvgMark(Layer.BRIDGE, box, _bridge(start, end, look, height), look.rank)
    elif look.course == "ferry":
        ends = ground.layout.centre(side.low), ground.layout.centre(side.high)
        yield SvgMark(Layer.BRIDGE, around(ends, height * 0.1), _ferry(list(ends), look, height), look.rank)


def _border(data: str, box: Bounds, look: FeatureLook, height: int) -> Iterator[SvgMark]:
    width = look.width * height / 100
    dash = " ".join(number(part * height / 100) for part in look.dash)
    under = path(data, stroke=look.edge, stroke_width=width * 2.4, stroke_opacity="0.7", stroke_linecap="round")
    over = path(data, stroke=look.colour, stroke_width=width, stroke_dasharray=dash)
    yield SvgMark(Layer.BORDER, box, (under if look.edge else "") + over, look.rank)


def _teeth(start: Point, end: Point, look: FeatureLook, height: int) -> str:
    """A line with teeth to one side (a cliff) or blocks on it (a wall)."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    width = look.width * height / 100
    line = path(polyline((start, end)), stroke=look.colour, stroke_width=width * 0.5, stroke_linecap="round")
    data = ""
    for step in range(1, 8):
        part = step / 8
        x, y = ax + dx * part, ay + dy * part
        if look.course == "cliff":
            data += f"M{number(x)} {number(y)}l{number(-dy * 0.13)} {number(dx * 0.13)}"
        elif step % 2:
            data += f"M{number(x - dx * 0.05)} {number(y - dy * 0.05)}l{number(dx * 0.1)} {number(dy * 0.1)}"
    thick = width * 0.4 if look.course == "cliff" else width * 1.6
    return line + path(data, stroke=look.colour, stroke_width=thick)


def _bridge(start: Point, end: Point, look: FeatureLook, height: int) -> str:
    """Two rails across the hexside, splayed at the ends; a ford is dotted."""
    (ax, ay), (bx, by) = start, end
    mx, my = (ax + bx) / 2, (ay + by) / 2
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / long, (by - ay) / long
    half, gap, splay = height * 0.13, height * 0.065, height * 0.03
    data = ""
    for hand in (-1, 1):
        cx, cy = mx + ux * gap * hand, my + uy * gap * hand
        near = (cx - uy * half, cy + ux * half)
        far = (cx + uy * half, cy - ux * half)
        out = (ux * splay * hand, uy * splay * hand)
        data += polyline(
            [
                (near[0] + out[0] - uy * splay, near[1] + out[1] + ux * splay),
                near,
                far,
                (far[0] + out[0] + uy * splay, far[1] + out[1] - ux * splay),
            ]
        )
    dash = f"{number(height * 0.02)} {number(height * 0.03)}" if look.course == "ford" else ""
    return path(
        data,
        fill="none",
        stroke=look.colour,
        stroke_width=look.width * height / 100,
        stroke_dasharray=dash,
        stroke_linejoin="round",
    )


def _ferry(points: list[Point], look: FeatureLook, height: int) -> str:
    dash = " ".join(number(part * height / 100) for part in look.dash)
    return path(
        polyline(points),
        fill="none",
        stroke=look.colour,
        stroke_width=look.width * height / 100,
        stroke_dasharray=dash,
        stroke_linecap="round",
    )


def _links(ground: HexShapes, style: MapStyle) -> Iterator[SvgMark]:
    """Ferries and sea lanes between hexes apart, as bowed dashed lines; what runs off the map is not drawn across it."""
    theatre, height = ground.layout.theatre, ground.layout.height
    for link in theatre.links:
        looks = [style.feature_look(name) for name in sorted(link.features)]
        look = next((look for look in looks if look.course == "ferry"), None)
        if look is None:
            continue
        (ax, ay), (bx, by) = (ground.layout.centre(theatre.at(end).at) for end in (link.a, link.b))
        bow = ((ax + bx) / 2 - (by - ay) * 0.12, (ay + by) / 2 + (bx - ax) * 0.12)
        line = smoothed([(ax, ay), bow, (bx, by)], 3)
        yield SvgMark(Layer.BRIDGE, around(line, height * 0.1), _ferry(line, look, height), look.rank)


def feature_sample(look: FeatureLook, half: float, unit: float) -> str:
    """A feature as the legend shows it: along the lower right of a small hex, or across it."""
    height = round(unit)
    if look.course == "stream":
        line = smoothed(
            [
                (-half * 1.15, half * 0.1),
                (-half * 0.45, -half * 0.35),
                (half * 0.4, half * 0.35),
                (half * 1.15, -half * 0.1),
            ]
        )
        marks = _stream(line, look, height)
    elif look.course in ("road", "rail"):
        marks = _way([(-half * 1.15, half * 0.25), (0.0, -half * 0.1), (half * 1.15, half * 0.25)], look, height)
    elif look.course == "ferry":
        return _ferry([(-half, 0.0), (half, 0.0)], look, height)
    elif look.course in ("bridge", "ford"):
        return _bridge((-half, 0.0), (half, 0.0), look, height)
    elif look.course in ("cliff", "wall"):
        return _teeth((-half, 0.0), (half, 0.0), look, height)
    else:
        edge = polyline(((-half, 0.0), (half, 0.0)))
        marks = _border(edge, (0.0, 0.0, 0.0, 0.0), look, height)
    return "".join(mark.markup for mark in sorted(marks, key=lambda mark: mark.layer))
