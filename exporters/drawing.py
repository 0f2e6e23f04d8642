"""A drawing without a file format: shapes in named layers over boards, with a title and the entries of a legend.

Coordinates and lengths are map pixels, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeAlias

from adjudicator.exporters import lettering
from adjudicator.lean import dataclass, replace

Point: TypeAlias = tuple[float, float]
Bounds: TypeAlias = tuple[float, float, float, float]

INK = "#1b1b1b"
PAPER = "#ffffff"


class Hatch(StrEnum):
    """Patterns that stay apart when colours do not."""

    NONE = ""
    RISING = "rising"
    FALLING = "falling"
    CROSSED = "crossed"
    LEVEL = "level"
    UPRIGHT = "upright"
    DOTS = "dots"
    RINGS = "rings"
    PLUSES = "pluses"


@dataclass(frozen=True, slots=True)
class Style:
    """How an area looks. "" is no fill and no line; `hatch_gap` is the pattern's period, `dash` the line's."""

    fill: str = ""
    fill_opacity: float = 1.0
    hatch: Hatch = Hatch.NONE
    hatch_colour: str = INK
    hatch_gap: float = 8.0
    hatch_weight: float = 0.2
    hatch_opacity: float = 1.0
    line: str = ""
    line_width: float = 1.0
    dash: tuple[float, ...] = ()

    def sized(self, factor: float) -> Style:
        """The same look with all lengths times `factor`."""
        return replace(
            self,
            hatch_gap=self.hatch_gap * factor,
            line_width=self.line_width * factor,
            dash=tuple(part * factor for part in self.dash),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A small ready image, red green blue alpha; equal only to itself, so that copies are stored once."""

    width: int
    height: int
    rgba: bytes


@dataclass(frozen=True, slots=True)
class FilledArea:
    """One or more closed outlines (further ones cut holes)."""

    rings: tuple[tuple[Point, ...], ...]
    style: Style
    title: str = ""

    def bounds(self) -> Bounds:
        return _around((point for ring in self.rings for point in ring), self.style.line_width)


@dataclass(frozen=True, slots=True)
class Polyline:
    """A polyline, with an arrowhead at its end if asked, and a paler edge (`halo`) to lift it off a busy map."""

    points: tuple[Point, ...]
    colour: str = INK
    width: float = 2.0
    dash: tuple[float, ...] = ()
    arrow: bool = False
    halo: str = ""
    title: str = ""

    def bounds(self) -> Bounds:
        return _around(self.points, self.width * 5)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    style: Style
    title: str = ""

    def bounds(self) -> Bounds:
        reach = self.radius + self.style.line_width
        return self.x - reach, self.y - reach, self.x + reach, self.y + reach


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    radius: float = 0.0
    title: str = ""

    def bounds(self) -> Bounds:
        reach = self.style.line_width
        return self.x - reach, self.y - reach, self.x + self.width + reach, self.y + self.height + reach


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text; (x, y) is the middle of its height at its start, middle or end as `anchor` says."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    halo: str = ""
    anchor: str = "middle"
    bold: bool = False

    def bounds(self) -> Bounds:
        wide = lettering.width(self.text, self.size, self.bold) * 1.1 + self.size
        left = self.x - {"start": self.size / 2, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.y - self.size, left + wide, self.y + self.size


@dataclass(frozen=True, slots=True)
class Stamp:
    """A ready picture with its left top corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    picture: Picture
    title: str = ""

    def bounds(self) -> Bounds:
        return self.x, self.y, self.x + self.width, self.y + self.height


Shape: TypeAlias = FilledArea | Polyline | Disc | Rectangle | Caption | Stamp


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A board, turned by 180° if laid the other way up. `image` fetches its image file (None = plain colour) when it is
    drawn, piece by piece, since some weigh a hundred megabytes."""

    x: int
    y: int
    width: int
    height: int
    image: Callable[[], Iterable[bytes] | None] | None = None
    turned: bool = False
    colour: str = PAPER


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes that belong together, drawn in order."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class LegendKey:
    """A line of the legend; its sample fills a box from (0, 0) to (36, 26). Keys of one group stand under one heading."""

    group: str
    text: str
    sample: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """A numbered line of the margin: what a call-out on the map means."""

    mark: tuple[Shape, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map picture: `area` (x, y, width, height) of the map at `scale` picture pixels to a map pixel."""

    area: tuple[int, int, int, int]
    scale: float = 1.0
    sheets: tuple[BoardSheet, ...] = ()
    layers: tuple[Layer, ...] = ()
    background: str = PAPER
    title: str = ""
    keys: tuple[LegendKey, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def map_size(self) -> tuple[int, int]:
        """The map's size in the picture."""
        return max(1, round(self.area[2] * self.scale)), max(1, round(self.area[3] * self.scale))

    def layer(self, name: str) -> Layer | None:
        return next((layer for layer in self.layers if layer.name == name), None)


def polygon(points: Iterable[Point], style: Style, title: str = "") -> FilledArea:
    """An area with a single outline."""
    return FilledArea((tuple(points),), style, title)


def hexagon(x: float, y: float, radius: float, upright: bool = False) -> tuple[Point, ...]:
    """The corners of a regular hexagon; `upright` has a corner on top, else a flat top."""
    turn = math.pi / 6 if upright else 0.0
    return tuple(
        (x + radius * math.cos(turn + corner * math.pi / 3), y + radius * math.sin(turn + corner * math.pi / 3))
        for corner in range(6)
    )


def shrunk(points: Iterable[Point], factor: float) -> tuple[Point, ...]:
    """The outline pulled towards its middle."""
    ring = tuple(points)
    x, y = centre(ring)
    return tuple((x + (px - x) * factor, y + (py - y) * factor) for px, py in ring)


def centre(points: Iterable[Point]) -> Point:
    """The mean of the corners."""
    ring = tuple(points)
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def arrowhead(points: tuple[Point, ...], width: float) -> tuple[Point, ...]:
    """The triangle at the end of a line of that width."""
    tip = points[-1]
    tail = next((point for point in reversed(points[:-1]) if point != tip), None)
    if tail is None:
        return ()
    angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
    wings = [
        (tip[0] - width * 4.5 * math.cos(angle + turn), tip[1] - width * 4.5 * math.sin(angle + turn))
        for turn in (-0.42, 0.42)
    ]
    return (tip, wings[0], wings[1])


def placed(shapes: Iterable[Shape], x: float, y: float, factor: float) -> tuple[Shape, ...]:
    """Shapes made for the origin, enlarged by `factor` and moved to (x, y)."""
    return tuple(_moved(shape, x, y, factor) for shape in shapes)


def _moved(shape: Shape, x: float, y: float, factor: float) -> Shape:
    def at(point: Point) -> Point:
        return x + point[0] * factor, y + point[1] * factor

    match shape:
        case FilledArea(rings, style, _):
            moved = tuple(tuple(at(point) for point in ring) for ring in rings)
            return replace(shape, rings=moved, style=style.sized(factor))
        case Polyline():
            dash = tuple(part * factor for part in shape.dash)
            points = tuple(at(point) for point in shape.points)
            return replace(shape, points=points, width=shape.width * factor, dash=dash)
        case Disc():
            left, top = at((shape.x, shape.y))
            return replace(shape, x=left, y=top, radius=shape.radius * factor, style=shape.style.sized(factor))
        case Caption():
            left, top = at((shape.x, shape.y))
            return replace(shape, x=left, y=top, size=shape.size * factor)
        case Rectangle():
            left, top = at((shape.x, shape.y))
            return replace(
                shape,
                x=left,
                y=top,
                width=shape.width * factor,
                height=shape.height * factor,
                radius=shape.radius * factor,
                style=shape.style.sized(factor),
            )
        case Stamp():
            left, top = at((shape.x, shape.y))
            return replace(shape, x=left, y=top, width=shape.width * factor, height=shape.height * factor)


def _around(points: Iterable[Point], reach: float) -> Bounds:
    ring = tuple(points)
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
