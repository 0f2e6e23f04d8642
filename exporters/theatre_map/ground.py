"""The ground: hexes filled to their wavering sides, coasts, and the textures that tell terrain apart without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, sin

from adjudicator.exporters.theatre_map.layout import TheatreLayout
from adjudicator.exporters.theatre_map.marks import (
    Bounds,
    Layer,
    Point,
    SvgMark,
    around,
    attributes,
    chance,
    number,
    path,
    polyline,
)
from adjudicator.exporters.theatre_map.style import MapStyle, TerrainLook
from adjudicator.model.hexes import Hex

WAVER = 0.055
"""How far a hexside strays from its straight line, in hex heights."""


class HexShapes:
    """The shapes that hexes share: corners, and hexsides as wavering lines; each is made once."""

    def __init__(self, layout: TheatreLayout) -> None:
        self.layout = layout
        self._hexes = layout.theatre.hexes
        self._corners: dict[tuple[int, int], Point] = {}
        self._sides: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Point, ...]] = {}

    def corner(self, at: Hex, direction: int) -> tuple[tuple[int, int], Point]:
        """The corner clockwise after a side, moved a little from its true place."""
        key, (x, y) = self.layout.corner(at, direction)
        if key not in self._corners:
            inland = all(each in self._hexes for each in (at, at.neighbour(direction), at.neighbour(direction + 1)))
            reach = self.layout.height * WAVER * 0.8 if inland else 0.0
            angle, far = 2 * pi * chance(*key, 1), reach * chance(*key, 2)
            self._corners[key] = x + far * cos(angle), y + far * sin(angle)
        return key, self._corners[key]

    def side(self, at: Hex, direction: int) -> tuple[Point, ...]:
        """The wavering line along a side, clockwise as seen from the hex."""
        start_key, start = self.corner(at, direction - 1)
        end_key, end = self.corner(at, direction)
        low, high = sorted((start_key, end_key))
        if (low, high) not in self._sides:
            ends = (start, end) if (start_key, end_key) == (low, high) else (end, start)
            inland = at in self._hexes and at.neighbour(direction) in self._hexes
            self._sides[low, high] = tuple(self._waver(low, high, *ends, WAVER if inland else 0.0))
        line = self._sides[low, high]
        return line if start_key == low else line[::-1]

    def outline(self, at: Hex) -> list[Point]:
        """The hex's wavering outline."""
        ring: list[Point] = []
        for direction in range(6):
            ring.extend(self.side(at, direction)[:-1])
        return ring

    def _waver(
        self, low: tuple[int, int], high: tuple[int, int], start: Point, end: Point, share: float
    ) -> Iterator[Point]:
        (ax, ay), (bx, by) = start, end
        dx, dy = bx - ax, by - ay
        reach = self.layout.height * share / max(1e-9, (dx * dx + dy * dy) ** 0.5)
        yield start
        for step in (1, 2, 3, 4):
            part = step / 5
            aside = (chance(*low, *high, step) * 2 - 1) * reach * (1.0 if step in (2, 3) else 0.7)
            yield ax + dx * part - dy * aside, ay + dy * part + dx * aside
        yield end


def draw_ground(ground: HexShapes, style: MapStyle) -> Iterator[SvgMark]:
    """Every hex: its colour, its texture, and the coast where water meets land."""
    theatre, height = ground.layout.theatre, ground.layout.height
    for at, entry in theatre.hexes.items():
        looks = style.terrain_looks(entry.terrain)
        base = looks[0]
        ring = ground.outline(at)
        box = around(ring, 2)
        data = polyline(ring, closed=True)
        layer = Layer.WATER if base.water else Layer.LAND
        yield SvgMark(layer, box, data, style=attributes({"fill": base.fill}))
        overlays = [found for tag in sorted(entry.tags) if (found := style.overlay(tag)) is not None]
        for rank, look in enumerate(_textured([*looks, *overlays])):
            texture = texture_of(look, at, height)
            if texture:
                x, y = ground.layout.centre(at)
                shifted = f'<g transform="translate({number(x)} {number(y)})">{texture}</g>'
                yield SvgMark(Layer.TEXTURE, box, shifted, rank)
        if base.water:
            yield from _coast(ground, at, style)


def _textured(looks: list[TerrainLook]) -> list[TerrainLook]:
    """At most two different textures in a hex."""
    kept: list[TerrainLook] = []
    for look in looks:
        if look.texture and all(look.texture != other.texture for other in kept):
            kept.append(look)
    return kept[:2]


def _coast(ground: HexShapes, at: Hex, style: MapStyle) -> Iterator[SvgMark]:
    """The shore of a water hex: pale shallows on its own side, a firm line between."""
    theatre, height = ground.layout.theatre, ground.layout.height
    for direction in range(6):
        other = theatre.hexes.get(at.neighbour(direction))
        if other is None or style.terrain_looks(other.terrain)[0].water:
            continue
        line = ground.side(at, direction)
        data = polyline(line)
        box = around(line, height * 0.2)
        for width, opacity in ((0.26, 0.45), (0.14, 0.6)):
            shallow = path(
                data,
                fill="none",
                stroke=style.shallows,
                stroke_width=height * width,
                stroke_opacity=str(opacity),
                stroke_linecap="round",
            )
            yield SvgMark(Layer.SHALLOWS, box, shallow)
        shore = path(
            data,
            fill="none",
            stroke=style.coast,
            stroke_width=height * 0.022,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
        yield SvgMark(Layer.COAST, box, shore)


VARIANTS = 24


def texture_of(look: TerrainLook, at: Hex, height: int) -> str:
    """The texture of a hex around (0, 0); one of a few variants, chosen by where the hex lies."""
    if not look.texture:
        return ""
    return _texture(look.texture, look.ink, int(chance(at.q, at.r, 7) * VARIANTS), height)


@lru_cache(maxsize=2048)
def _texture(kind: str, ink: str, variant: int, height: int) -> str:
    return _TEXTURES[kind](ink, variant, float(height))


def scattered(variant: int, count: int, height: float, gap: float, within: float = 0.43) -> list[Point]:
    """Points spread over a hex, none nearer than `gap`, from the top down so that nearer things overlap farther ones."""
    found: list[Point] = []
    for attempt in range(count * 14):
        angle = 2 * pi * chance(variant, attempt, 1)
        reach = within * height * chance(variant, attempt, 2) ** 0.5
        x, y = reach * cos(angle), reach * sin(angle)
        if all((x - a) ** 2 + (y - b) ** 2 >= gap * gap for a, b in found):
            found.append((x, y))
        if len(found) == count:
            break
    return sorted(found, key=lambda spot: spot[1])


def _woods(ink: str, variant: int, height: float) -> str:
    """Round crowns with a lit side."""
    crowns, lights, shades = "", "", ""
    for index, (x, y) in enumerate(scattered(variant, 17, height, height * 0.135)):
        size = height * (0.048 + 0.022 * chance(variant, index, 3))
        shades += _disc(x + size * 0.35, y + size * 0.5, size)
        crowns += _disc(x, y, size)
        lights += _disc(x - size * 0.28, y - size * 0.3, size * 0.5)
    return (
        path(shades, fill=_darker(ink, 0.75), fill_opacity="0.5")
        + path(crowns, fill=ink, fill_opacity="0.92")
        + path(lights, fill="#ffffff", fill_opacity="0.28")
    )


def _jungle(ink: str, variant: int, height: float) -> str:
    crowns, lights = "", ""
    for index, (x, y) in enumerate(scattered(variant, 26, height, height * 0.1)):
        size = height * (0.05 + 0.025 * chance(variant, index, 3))
        crowns += _disc(x, y, size)
        lights += _disc(x - size * 0.3, y - size * 0.3, size * 0.45)
    return path(crowns, fill=ink, fill_opacity="0.85") + path(lights, fill="#cfe6a0", fill_opacity="0.5")


def _swamp(ink: str, variant: int, height: float) -> str:
    """Short water lines with tufts of reed on them."""
    water, reeds = "", ""
    for index, (x, y) in enumerate(scattered(variant, 10, height, height * 0.19)):
        half = height * (0.085 + 0.03 * chance(variant, index, 4))
        water += f"M{number(x - half)} {number(y)}h{number(2 * half)}"
        water += f"M{number(x - half * 0.45)} {number(y + height * 0.036)}h{number(half * 1.1)}"
        if index % 3 == 2:
            continue
        tall = height * 0.085
        for foot, lean, share in ((-0.45, -0.3, 0.7), (-0.12, -0.08, 1.0), (0.2, 0.12, 0.85), (0.48, 0.34, 0.65)):
            reeds += f"M{number(x + foot * tall)} {number(y - 1)}l{number(lean * tall)} {number(-tall * share)}"
    line = {"fill": "none", "stroke_linecap": "round"}
    return path(water, stroke=ink, stroke_width=height * 0.017, **line) + path(
        reeds, stroke="#4d6b3a", stroke_width=height * 0.015, **line
    )


def _rough(ink: str, variant: int, height: float) -> str:
    """Broken stones: small angular outlines with a dark side."""
    stones, shades = "", ""
    for index, (x, y) in enumerate(scattered(variant, 14, height, height * 0.145)):
        size = height * (0.035 + 0.025 * chance(variant, index, 5))
        lean = (chance(variant, index, 6) - 0.5) * size
        top = (x + lean, y - size)
        stones += polyline([(x - size, y + size * 0.5), top, (x + size, y + size * 0.5)])
        shades += polyline([top, (x + size, y + size * 0.5), (x + lean * 0.4, y + size * 0.5)], closed=True)
    return path(shades, fill=ink, fill_opacity="0.55") + path(
        stones, fill="none", stroke=ink, stroke_width=height * 0.016, stroke_linejoin="round", stroke_linecap="round"
    )


def _hills(ink: str, variant: int, height: float) -> str:
    """Rounded humps, hachured on the shaded side."""
    humps, strokes, bodies = "", "", ""
    for index, (x, y) in enumerate(scattered(variant, 8, height, height * 0.2, 0.37)):
        wide = height * (0.095 + 0.035 * chance(variant, index, 8))
        tall = wide * 0.85
        hump = f"M{number(x - wide)} {number(y + tall * 0.4)}q{number(wide)} {number(-tall * 1.9)} {number(2 * wide)} 0"
        humps += hump
        bodies += hump
        for part in (0.2, 0.45, 0.7, 0.92):
            across = x + wide * part
            up = y + tall * 0.4 - tall * 0.95 * (1 - part * part)
            strokes += f"M{number(across)} {number(up)}l{number(wide * 0.1)} {number(tall * (0.42 + 0.1 * part))}"
    return (
        path(bodies, fill=_darker(ink, 1.55), fill_opacity="0.32")
        + path(humps, fill="none", stroke=ink, stroke_width=height * 0.02, stroke_linecap="round")
        + path(strokes, fill="none", stroke=ink, stroke_width=height * 0.012, stroke_linecap="round")
    )


def _mountain(ink: str, variant: int, height: float) -> str:
    """Peaks with a lit and a shaded face."""
    lit, dark, ridges = "", "", ""
    for index, (x, y) in enumerate(scattered(variant, 7, height, height * 0.2, 0.36)):
        wide = height * (0.11 + 0.045 * chance(variant, index, 9))
        tall = wide * (1.25 + 0.3 * chance(variant, index, 10))
        base = y + tall * 0.45
        peak = (x + wide * (chance(variant, index, 11) - 0.5) * 0.4, base - tall)
        fold = (x + wide * 0.12, base)
        lit += polyline([(x - wide, base), peak, fold], closed=True)
        dark += polyline([peak, (x + wide, base), fold, (peak[0] - wide * 0.05, base - tall * 0.45)], closed=True)
        ridges += polyline([(x - wide, base), peak, (x + wide, base)])
    return (
        path(lit, fill="#f6efe2", fill_opacity="0.9")
        + path(dark, fill=ink, fill_opacity="0.88")
        + path(ridges, fill="none", stroke=_darker(ink, 0.8), stroke_width=height * 0.016, stroke_linejoin="round")
    )


def _desert(ink: str, variant: int, height: float) -> str:
    dunes, dots = "", ""
    for index, (x, y) in enumerate(scattered(variant, 16, height, height * 0.12)):
        if index % 3 == 0:
            wide = height * 0.08
            dunes += f"M{number(x - wide)} {number(y)}q{number(wide)} {number(-wide * 0.8)} {number(2 * wide)} 0"
        else:
            dots += _disc(x, y, height * 0.011)
    return path(dots, fill=ink) + path(
        dunes, fill="none", stroke=ink, stroke_width=height * 0.014, stroke_linecap="round"
    )


def _steppe(ink: str, variant: int, height: float) -> str:
    blades = ""
    for x, y in scattered(variant, 9, height, height * 0.18):
        tall = height * 0.045
        for lean in (-0.5, 0.1, 0.6):
            blades += f"M{number(x)} {number(y)}l{number(lean * tall)} {number(-tall)}"
    return path(blades, fill="none", stroke=ink, stroke_width=height * 0.012, stroke_linecap="round")


def _waves(ink: str, variant: int, height: float) -> str:
    data = ""
    for x, y in scattered(variant, 4, height, height * 0.3):
        wide = height * 0.06
        data += (
            f"M{number(x - wide * 1.5)} {number(y)}q{number(wide * 0.5)} {number(-wide * 0.6)} {number(wide)} 0"
            f"t{number(wide)} 0t{number(wide)} 0"
        )
    return path(
        data, fill="none", stroke=ink, stroke_width=height * 0.014, stroke_linecap="round", stroke_opacity="0.75"
    )


def _blocks(ink: str, variant: int, height: float) -> str:
    """Streets between blocks of houses."""
    houses = ""
    step = height * 0.155
    for row in range(-2, 3):
        for column in range(-2, 3):
            if abs(row) + abs(column) > 3 or chance(variant, row, column) < 0.12:
                continue
            wide = step * (0.55 + 0.3 * chance(variant, row, column, 1))
            tall = step * (0.5 + 0.3 * chance(variant, row, column, 2))
            x, y = column * step - wide / 2, row * step - tall / 2
            houses += f"M{number(x)} {number(y)}h{number(wide)}v{number(tall)}h{number(-wide)}z"
    return path(houses, fill=ink, fill_opacity="0.55")


def _ice(ink: str, variant: int, height: float) -> str:
    cracks = ""
    for index, (x, y) in enumerate(scattered(variant, 6, height, height * 0.22)):
        lean = chance(variant, index, 12) - 0.5
        reach = height * 0.09
        cracks += polyline([(x - reach, y + lean * reach), (x, y), (x + reach * 0.7, y - reach * 0.6)])
        cracks += polyline([(x, y), (x + reach * 0.4, y + reach * 0.7)])
    return path(cracks, fill="none", stroke=ink, stroke_width=height * 0.013)


def _hatch(ink: str, variant: int, height: float) -> str:
    data = ""
    reach = height * 0.42
    for step in range(-3, 4):
        x = step * height * 0.12
        half = (reach * reach - x * x) ** 0.5 * 0.7
        data += f"M{number(x - half * 0.5)} {number(half)}l{number(half)} {number(-2 * half)}"
    return path(data, fill="none", stroke=ink, stroke_width=height * 0.014, stroke_opacity="0.7")


_TEXTURES: dict[str, Callable[[str, int, float], str]] = {
    "woods": _woods,
    "jungle": _jungle,
    "swamp": _swamp,
    "rough": _rough,
    "hills": _hills,
    "mountain": _mountain,
    "desert": _desert,
    "steppe": _steppe,
    "waves": _waves,
    "blocks": _blocks,
    "ice": _ice,
    "hatch": _hatch,
}


def _disc(x: float, y: float, radius: float) -> str:
    r, wide = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0z"


def _darker(colour: str, factor: float) -> str:
    parts = (int(colour[index : index + 2], 16) for index in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * factor)):02x}" for part in parts)


def hex_bounds(layout: TheatreLayout, at: Hex, reach: float = 0.0) -> Bounds:
    """The rectangle around a hex."""
    x, y = layout.centre(at)
    far = layout.height * 0.62 + reach
    return x - far, y - far, x + far, y + far
