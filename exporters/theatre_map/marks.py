"""Pieces of SVG with a layer and bounds, the numbers in them short, and the dice that make a map look drawn by hand.

All chance comes from a hash of where a thing lies, so that the same theatre gives the same picture, byte for byte.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from enum import IntEnum
from html import escape
from itertools import groupby, pairwise

from adjudicator.exporters import lettering
from adjudicator.lean import dataclass

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]


class Layer(IntEnum):
    """What lies over what."""

    PAPER = 0
    WATER = 1
    SHALLOWS = 2
    LAND = 3
    TEXTURE = 4
    COAST = 5
    STREAM_EDGE = 6
    STREAM = 7
    GRID = 8
    CLIFF = 9
    BORDER = 10
    ROAD_EDGE = 11
    ROAD = 12
    RAIL = 13
    BRIDGE = 14
    NUMBER = 15
    PLACE = 16
    NAME = 17
    FRAME = 18
    LEGEND = 19


@dataclass(frozen=True, slots=True)
class SvgMark:
    """A piece of SVG, where it belongs in the drawing order, and the rectangle it touches.

    A mark with a `style` is a path whose data stands in `markup`; neighbours in the order with the same style become one
    path, which leaves no seams and draws faster.
    """

    layer: Layer
    bounds: Bounds
    markup: str
    rank: int = 0
    style: str = ""

    @property
    def order(self) -> tuple[int, int, str]:
        """What sorts marks into drawing order."""
        return self.layer, self.rank, self.style


def chance(*key: int) -> float:
    """A number from 0 to 1 that depends on nothing but the key."""
    mixed = zlib.crc32(",".join(map(str, key)).encode())
    # A checksum alone leaves near keys alike; two rounds of multiplying and folding do not.
    mixed = (mixed ^ (mixed >> 16)) * 0x85EBCA6B & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) / 4294967296


def joined(marks: Iterable[SvgMark]) -> str:
    """The SVG of marks in drawing order."""
    parts: list[str] = []
    for style, run in groupby(marks, key=lambda mark: mark.style):
        inside = "".join(mark.markup for mark in run)
        parts.append(f'<path d="{inside}"{style}/>' if style else inside)
    return "".join(parts)


def number(value: float) -> str:
    """A length with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def around(points: Iterable[Point], reach: float = 0.0) -> Bounds:
    """The rectangle around points, grown by `reach`."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Path data through the points."""
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return data + "Z" if closed else data


def path(data: str, **style: str | float) -> str:
    """A path element; style names use _ for -."""
    return f'<path d="{data}"{attributes(style)}/>'


def attributes(style: dict[str, str | float]) -> str:
    """SVG attributes from keywords, empty ones left out."""
    said = ((name.replace("_", "-"), value) for name, value in style.items() if value != "")
    return "".join(
        f' {name}="{number(value) if isinstance(value, float) else escape(str(value))}"' for name, value in said
    )


def words(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    *,
    anchor: str = "middle",
    bold: bool = False,
    halo: str = "",
    halo_width: float = 0.0,
    spacing: float = 0.0,
    turn: str = "",
    opacity: float = 1.0,
) -> str:
    """A line of text, (x, y) on its baseline; a halo is drawn first, as a stroke of its own."""
    shared: dict[str, str | float] = {
        "x": number(x),
        "y": number(y),
        "font_size": number(size),
        "text_anchor": anchor,
        "font_weight": "bold" if bold else "",
        "letter_spacing": number(spacing) if spacing else "",
        "transform": turn,
    }
    said = escape(text)
    lifted = ""
    if halo:
        outline = attributes(
            {**shared, "fill": halo, "stroke": halo, "stroke_width": number(halo_width), "stroke_linejoin": "round"}
        )
        lifted = f"<text{outline}>{said}</text>"
    shade = f"{opacity:.2f}" if opacity < 1 else ""
    return f"{lifted}<text{attributes({**shared, 'fill': colour, 'fill_opacity': shade})}>{said}</text>"


def smoothed(points: Sequence[Point], rounds: int = 2) -> list[Point]:
    """Corners cut (Chaikin), the ends kept."""
    line = list(points)
    for _ in range(rounds):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        cut.append(line[-1])
        line = cut
    return line


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a line will be."""
    return lettering.width(text, size, bold)
