"""A drawing as SVG: a standalone file, or the piece of it that a PNG tile needs."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable
from html import escape

from adjudicator.errors import ReadError
from adjudicator.exporters import lettering, pictures
from adjudicator.exporters.drawing import (
    BoardSheet,
    Bounds,
    Caption,
    Disc,
    Drawing,
    FilledArea,
    Hatch,
    Layer,
    Picture,
    Point,
    Polyline,
    Rectangle,
    Shape,
    Stamp,
    Style,
    arrowhead,
    centre,
)
from adjudicator.exporters.framing import framed
from adjudicator.exporters.symbols import clean

_MEDIA = {"png": "png", "jpeg": "jpeg", "gif": "gif", "webp": "webp", "svg": "svg+xml", "bmp": "bmp", "tiff": "tiff"}


def to_svg(drawing: Drawing) -> str:
    """The drawing as a standalone SVG, its boards inside it."""
    frame, scribe = framed(drawing), SvgWriter()
    sheets = "".join(map(scribe.sheet, drawing.sheets))
    layers = "".join(scribe.layer(layer) for layer in drawing.layers)
    margin = "".join(scribe.shape(shape) for shape in frame.margin)
    left, top, wide, high = drawing.area
    map_width, map_height = drawing.map_size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width}" height="{frame.height}" '
        f'viewBox="0 0 {frame.width} {frame.height}">\n'
        f"<title>{_words(drawing.title or 'map')}</title>\n"
        f"{scribe.definitions()}"
        f'<rect width="{frame.width}" height="{frame.height}" fill="#ffffff"/>\n'
        f'<svg x="{frame.left}" y="{frame.top}" width="{map_width}" height="{map_height}" '
        f'viewBox="{left} {top} {wide} {high}" preserveAspectRatio="none">\n'
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{drawing.background}"/>\n'
        f'<g id="boards">\n{sheets}</g>\n{layers}</svg>\n<g id="margin">\n{margin}</g>\n</svg>\n'
    )


class SvgWriter:
    """Turns shapes into markup and gathers the patterns and pictures they share; `prefix` keeps their names apart."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._patterns: dict[tuple[Hatch, str, float, float, float], str] = {}
        self._pictures: dict[Picture, str] = {}

    def definitions(self) -> str:
        """The shared parts used so far."""
        parts = [_pattern(name, key) for key, name in self._patterns.items()]
        parts.extend(_picture(name, picture) for picture, name in self._pictures.items())
        return f"<defs>\n{''.join(parts)}</defs>\n" if parts else ""

    def layer(self, layer: Layer) -> str:
        shapes = "".join(self.shape(shape) for shape in layer.shapes)
        return f'<g id="{escape(layer.name)}">\n{shapes}</g>\n'

    def shape(self, shape: Shape) -> str:
        match shape:
            case FilledArea(rings):
                path = "".join("M" + "L".join(f"{x:.6g},{y:.6g}" for x, y in ring) + "z" for ring in rings)
                return self._painted(f'<path d="{path}" fill-rule="evenodd"', shape, "path")
            case Disc(x, y, radius):
                return self._painted(f'<circle cx="{x:.6g}" cy="{y:.6g}" r="{radius:.6g}"', shape, "circle")
            case Rectangle(x, y, width, height, _, radius):
                rounded = f' rx="{radius:.6g}"' if radius else ""
                start = f'<rect x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}"{rounded}'
                return self._painted(start, shape, "rect")
            case Polyline():
                return _line(shape)
            case Caption():
                return _written(shape)
            case Stamp():
                return self._stamp(shape)

    def sheet(self, sheet: BoardSheet) -> str:
        """A board: its ground and its image, turned if it lies the other way up."""
        ground = (
            f'<rect x="{sheet.x}" y="{sheet.y}" width="{sheet.width}" height="{sheet.height}" fill="{sheet.colour}"/>\n'
        )
        href = _embedded(sheet)
        if not href:
            return ground
        turn = ""
        if sheet.turned:
            turn = f' transform="rotate(180 {sheet.x + sheet.width / 2:g} {sheet.y + sheet.height / 2:g})"'
        return (
            f'{ground}<image x="{sheet.x}" y="{sheet.y}" width="{sheet.width}" height="{sheet.height}" '
            f'preserveAspectRatio="none"{turn} href="{escape(href)}"/>\n'
        )

    def _painted(self, start: str, shape: FilledArea | Disc | Rectangle, tag: str) -> str:
        """A closed shape: its tint, its hatch over it, its outline; one element for each that is there."""
        style = shape.style
        tint = f' fill="{style.fill}"{_opacity("fill", style.fill_opacity)}' if style.fill else ' fill="none"'
        end = f"><title>{_words(shape.title)}</title></{tag}>\n" if shape.title else "/>\n"
        if not style.hatch:
            return f"{start}{tint}{_stroke(style)}{end}"
        under = f"{start}{tint}/>\n" if style.fill else ""
        return under + self._hatched(start, shape, end)

    def _hatched(self, start: str, shape: FilledArea | Disc | Rectangle, end: str) -> str:
        return f'{start} fill="url(#{self._pattern_name(shape.style)})"{_stroke(shape.style)}{end}'

    def _pattern_name(self, style: Style) -> str:
        key = (style.hatch, style.hatch_colour, style.hatch_gap, style.hatch_weight, style.hatch_opacity)
        return self._patterns.setdefault(key, f"{self._prefix}p{len(self._patterns) + 1}")

    def _stamp(self, stamp: Stamp) -> str:
        name = self._pictures.setdefault(stamp.picture, f"{self._prefix}i{len(self._pictures) + 1}")
        across, down = stamp.width / stamp.picture.width, stamp.height / stamp.picture.height
        place = f'transform="translate({stamp.x:.6g} {stamp.y:.6g}) scale({across:.6g} {down:.6g})"'
        end = f"><title>{_words(stamp.title)}</title></use>\n" if stamp.title else "/>\n"
        return f'<use href="#{name}" {place}{end}'


class _TileScribe(SvgWriter):
    """Draws hatches as strokes within a clip: in a tile far from the origin, patterns cost librsvg a hundred times as much."""

    def __init__(self, view: tuple[float, float, float, float]) -> None:
        super().__init__()
        self._view = view
        self._clips: list[str] = []

    def definitions(self) -> str:
        return super().definitions() + "".join(self._clips)

    def _hatched(self, start: str, shape: FilledArea | Disc | Rectangle, end: str) -> str:
        left, top, right, bottom = shape.bounds()
        x, y, width, height = self._view
        seen = (max(left, x), max(top, y), min(right, x + width), min(bottom, y + height))
        outline = f'{start} fill="none"{_stroke(shape.style)}{end}'
        if seen[0] >= seen[2] or seen[1] >= seen[3]:
            return outline
        name = f"c{len(self._clips) + 1}"
        self._clips.append(f'<clipPath id="{name}">{start} clip-rule="evenodd"/></clipPath>\n')
        return f'<g clip-path="url(#{name})">{_strokes(shape.style, seen)}</g>\n{outline}'


def fragment(shapes: Iterable[Shape], view: tuple[float, float, float, float], width: int, height: int) -> str:
    """Shapes alone on a transparent ground: the part `view` (x, y, width, height) in `width` × `height` pixels."""
    scribe = _TileScribe(view)
    body = "".join(scribe.shape(shape) for shape in shapes)
    box = " ".join(f"{part:.9g}" for part in view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{box}" '
        f'preserveAspectRatio="none">{scribe.definitions()}{body}</svg>'
    )


def _strokes(style: Style, box: Bounds) -> str:
    """The hatch over a box, each stroke where the pattern of the same name has it."""
    turn, gap = _TURNS.get(style.hatch, 0), style.hatch_gap
    corners = [_turned(x, y, -turn) for x in (box[0], box[2]) for y in (box[1], box[3])]
    columns = _steps(min(x for x, _ in corners), max(x for x, _ in corners), gap)
    rows = _steps(min(y for _, y in corners), max(y for _, y in corners), gap)
    if len(columns) * len(rows) > _MOST_STROKES or not columns or not rows:
        return ""
    data = ""
    if style.hatch in (Hatch.RISING, Hatch.FALLING, Hatch.LEVEL, Hatch.CROSSED):
        data += "".join(f"M{columns[0] - gap:.7g},{y:.7g}H{columns[-1] + gap:.7g}" for y in rows)
    if style.hatch in (Hatch.UPRIGHT, Hatch.CROSSED):
        data += "".join(f"M{x:.7g},{rows[0] - gap:.7g}V{rows[-1] + gap:.7g}" for x in columns)
    mark = _mark(style)
    data += "".join(f"M{x:.7g},{y:.7g}{mark}" for x in columns for y in rows if mark)
    filled = style.hatch is Hatch.DOTS
    paint = (
        f'fill="{style.hatch_colour}"'
        if filled
        else f'fill="none" stroke="{style.hatch_colour}" stroke-width="{_weight(style):.4g}"'
    )
    turned = f' transform="rotate({turn})"' if turn else ""
    return f'<path d="{data}" {paint}{_opacity("fill" if filled else "stroke", style.hatch_opacity)}{turned}/>'


_MOST_STROKES = 400_000
_TURNS = {Hatch.RISING: -45, Hatch.FALLING: 45, Hatch.CROSSED: 45}


def _mark(style: Style) -> str:
    """One sign of a hatch that is made of signs, as path data from its middle."""
    gap = style.hatch_gap
    if style.hatch is Hatch.PLUSES:
        arm = gap * 0.23
        return f"m{-arm:.4g},0h{2 * arm:.4g}m{-arm:.4g},{-arm:.4g}v{2 * arm:.4g}"
    if style.hatch in (Hatch.DOTS, Hatch.RINGS):
        radius = gap * (style.hatch_weight if style.hatch is Hatch.DOTS else 0.3)
        arc = f"{radius:.4g},{radius:.4g} 0 1 0"
        return f"m{-radius:.4g},0a{arc} {2 * radius:.4g},0a{arc} {-2 * radius:.4g},0"
    return ""


def _weight(style: Style) -> float:
    return style.hatch_gap * style.hatch_weight * (0.7 if style.hatch is Hatch.RINGS else 1.0)


def _steps(low: float, high: float, gap: float) -> list[float]:
    """The middles of a hatch's cells between two coordinates."""
    return [(number + 0.5) * gap for number in range(math.floor(low / gap), math.floor(high / gap) + 1)]


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def joined(shapes: Iterable[Shape]) -> list[Shape]:
    """Neighbouring areas of one look as one, which is faster to draw; for pictures only, since tooltips go.

    Areas that overlap stay apart: their common part would become a hole.
    """
    out: list[Shape] = []
    laid = _LaidAreas()
    for shape in shapes:
        last = out[-1] if out else None
        if not isinstance(shape, FilledArea):
            out.append(shape)
            continue
        alike = isinstance(last, FilledArea) and last.style == shape.style and len(last.rings) <= MOST_JOINED
        if alike and isinstance(last, FilledArea) and not any(map(laid.touched_by, shape.rings)):
            out[-1] = FilledArea((*last.rings, *shape.rings), last.style)
        else:
            out.append(shape)
            laid = _LaidAreas()
        for ring in shape.rings:
            laid.add(ring)
    return out


MOST_JOINED = 200


class _LaidAreas:
    """The outlines of one area, found again by where they lie: middle, and how far each reaches from there."""

    def __init__(self) -> None:
        self._near: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        self._size = self._farthest = 0.0

    def add(self, ring: tuple[Point, ...]) -> None:
        x, y = centre(ring)
        reach = min(max(abs(px - x) for px, _ in ring), max(abs(py - y) for _, py in ring))
        self._size = self._size or max(2 * reach, 1.0)
        self._farthest = max(self._farthest, reach)
        self._near.setdefault(self._cell(x, y), []).append((x, y, reach))

    def touched_by(self, ring: tuple[Point, ...]) -> bool:
        """Whether the middle of an outline lies within the reach of one of these; enough for hexes."""
        if not self._near:
            return False
        x, y = centre(ring)
        column, row = self._cell(x, y)
        span = min(math.ceil(self._farthest / self._size), MOST_JOINED)
        cells = ((i, j) for i in range(column - span, column + span + 1) for j in range(row - span, row + span + 1))
        return any((x - u) ** 2 + (y - v) ** 2 < reach**2 for cell in cells for u, v, reach in self._near.get(cell, ()))

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        return math.floor(x / self._size), math.floor(y / self._size)


def _line(line: Polyline) -> str:
    points = " ".join(f"{x:.6g},{y:.6g}" for x, y in line.points)
    head = arrowhead(line.points, line.width) if line.arrow else ()
    tip = " ".join(f"{x:.6g},{y:.6g}" for x, y in head)
    dash = f' stroke-dasharray="{" ".join(f"{part:.4g}" for part in line.dash)}"' if line.dash else ""
    joins = ' stroke-linecap="round" stroke-linejoin="round"'
    parts = []
    if line.halo:
        wide = line.width * 2
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{line.halo}" stroke-width="{wide:.4g}"{joins}/>\n'
        )
        if head:
            around = f'stroke="{line.halo}" stroke-width="{line.width:.4g}" stroke-linejoin="round"'
            parts.append(f'<polygon points="{tip}" fill="{line.halo}" {around}/>\n')
    end = f"><title>{_words(line.title)}</title></polyline>\n" if line.title else "/>\n"
    parts.append(
        f'<polyline points="{points}" fill="none" stroke="{line.colour}" stroke-width="{line.width:.4g}"{dash}{joins}{end}'
    )
    if head:
        parts.append(f'<polygon points="{tip}" fill="{line.colour}"/>\n')
    return "".join(parts)


def _written(words: Caption) -> str:
    halo = ""
    if words.halo:
        around = f'stroke-width="{words.size * 0.22:.4g}" stroke-linejoin="round" paint-order="stroke"'
        halo = f' stroke="{words.halo}" {around}'
    weight = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{words.x:.6g}" y="{words.y + words.size * 0.36:.6g}" font-family="{escape(lettering.CSS_FAMILY)}" '
        f'font-size="{words.size:.4g}"{weight} text-anchor="{words.anchor}" fill="{words.colour}"{halo}>'
        f"{_words(words.text)}</text>\n"
    )


def _stroke(style: Style) -> str:
    if not style.line:
        return ""
    dash = f' stroke-dasharray="{" ".join(f"{part:.4g}" for part in style.dash)}"' if style.dash else ""
    return f' stroke="{style.line}" stroke-width="{style.line_width:.4g}" stroke-linejoin="round"{dash}'


def _opacity(what: str, value: float) -> str:
    return "" if value == 1.0 else f' {what}-opacity="{value:g}"'


def _pattern(name: str, look: tuple[Hatch, str, float, float, float]) -> str:
    """One tile of a hatch; `weight` is the share of it that is ink, roughly."""
    hatch, colour, gap, weight, opacity = look
    turn = _TURNS.get(hatch, 0)
    turned = f' patternTransform="rotate({turn})"' if turn else ""
    line = gap * weight
    across = f'<path d="M0,{gap / 2:.5g}H{gap:.5g}" stroke="{colour}" stroke-width="{line:.4g}"/>'
    down = f'<path d="M{gap / 2:.5g},0V{gap:.5g}" stroke="{colour}" stroke-width="{line:.4g}"/>'
    middle = f'cx="{gap / 2:.5g}" cy="{gap / 2:.5g}"'
    body = {
        Hatch.RISING: across,
        Hatch.FALLING: across,
        Hatch.LEVEL: across,
        Hatch.UPRIGHT: down,
        Hatch.CROSSED: across + down,
        Hatch.DOTS: f'<circle {middle} r="{gap * weight:.4g}" fill="{colour}"/>',
        Hatch.RINGS: f'<circle {middle} r="{gap * 0.3:.4g}" fill="none" stroke="{colour}" stroke-width="{line * 0.7:.4g}"/>',
        Hatch.PLUSES: (
            f'<path d="M{gap * 0.27:.5g},{gap / 2:.5g}h{gap * 0.46:.5g}M{gap / 2:.5g},{gap * 0.27:.5g}v{gap * 0.46:.5g}" '
            f'stroke="{colour}" stroke-width="{line:.4g}"/>'
        ),
    }[hatch]
    if opacity != 1.0:
        body = f'<g opacity="{opacity:g}">{body}</g>'
    return f'<pattern id="{name}" width="{gap:.5g}" height="{gap:.5g}" patternUnits="userSpaceOnUse"{turned}>{body}</pattern>\n'


def _picture(name: str, picture: Picture) -> str:
    data = base64.b64encode(pictures.as_png(picture)).decode("ascii")
    return (
        f'<image id="{name}" width="{picture.width}" height="{picture.height}" href="data:image/png;base64,{data}"/>\n'
    )


def _embedded(sheet: BoardSheet) -> str:
    """The board's image as a data link, "" if it has none."""
    found = sheet.image() if sheet.image is not None else None
    data = None if found is None else b"".join(found)
    kind = pictures.kind_of(data) if data else ""
    if data is None or not kind:
        return ""
    return f"data:image/{_MEDIA[kind]};base64,{base64.b64encode(_harmless(data, kind)).decode('ascii')}"


def _harmless(data: bytes, kind: str) -> bytes:
    """An SVG board without scripts and outward links; other kinds as they are."""
    if kind != "svg":
        return data
    try:
        return pictures.cleaned_svg(data)
    except ReadError:
        return b'<svg xmlns="http://www.w3.org/2000/svg"/>'


def _words(text: str) -> str:
    return escape(clean(text))
