"""What the rules say, drawn over a map: stacks, zones of control, supply, control and findings.

Colours are Okabe and Ito's, which colour-blind readers can tell apart; and each meaning has its own pattern, outline or
shape as well, so that it survives a grey printer. The records here are plain: analyses fill them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shapely import MultiPolygon, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from adjudicator.exporters import lettering
from adjudicator.exporters.drawing import (
    INK,
    PAPER,
    Caption,
    Disc,
    FilledArea,
    Hatch,
    Layer,
    LegendKey,
    Point,
    Polyline,
    Rectangle,
    Remark,
    Shape,
    Style,
    centre,
    hexagon,
    polygon,
    shrunk,
)
from adjudicator.exporters.map_picture import MapHexes, Overlay
from adjudicator.findings import Finding, Severity
from adjudicator.lean import dataclass, replace

GREEN, BLUE, SKY, ORANGE = "#009e73", "#0072b2", "#56b4e9", "#e69f00"
VERMILION, GREY = "#d55e00", "#6b6b6b"

SUPPLIED, IN_COMMUNICATION, ISOLATED, UNDETERMINED = "supplied", "in communication", "isolated", "undetermined"
CONTESTED = "contested"
AS_ASSUMED = "as if the front had moved as the counters stand"
"""What is assumed where nobody knows who held what before."""


@dataclass(frozen=True, slots=True)
class HexMark:
    """Something about one hex: its outline in map pixels, what is said of it, a short label and a tooltip.

    What is only `assumed` of it may `hang` on that very assumption: under another one it would be something else.
    """

    outline: tuple[Point, ...]
    kind: str
    label: str = ""
    title: str = ""
    assumed: bool = False
    hangs: bool = False


@dataclass(frozen=True, slots=True)
class TraceMark:
    """A line from hex to hex: "supply" (reaches its source), "blocked" (breaks at its last point) or "path" (a move)."""

    points: tuple[Point, ...]
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Callout:
    """A numbered sign at a hex (None = nowhere on this map), and the words for it in the margin; `outlines` are its hexes."""

    point: Point | None
    number: int
    severity: Severity
    text: str
    outlines: tuple[tuple[Point, ...], ...] = ()


# Lengths of the styles below are for a hex of height 1; `sized` fits them to the map.
SUPPLY_STYLES: dict[str, Style] = {
    SUPPLIED: Style(GREEN, 0.22, Hatch.DOTS, "#00785a", 0.13, 0.17, 0.8, GREEN, 0.035),
    IN_COMMUNICATION: Style(SKY, 0.25, Hatch.LEVEL, BLUE, 0.14, 0.2, 0.8, BLUE, 0.045, (0.16, 0.07)),
    ISOLATED: Style(VERMILION, 0.3, Hatch.CROSSED, "#8f2f00", 0.16, 0.2, 0.9, "#8f2f00", 0.075),
    UNDETERMINED: Style(PAPER, 0.55, Hatch.RINGS, GREY, 0.2, 0.16, 0.9, GREY, 0.045, (0.045, 0.07)),
}
ASSUMED_STYLES: dict[str, Style] = {
    SUPPLIED: Style(GREEN, 0.1, Hatch.RISING, "#00785a", 0.3, 0.08, 0.8, GREEN, 0.035, (0.12, 0.1)),
    IN_COMMUNICATION: Style(SKY, 0.16, Hatch.RISING, BLUE, 0.2, 0.16, 0.8, BLUE, 0.045, (0.12, 0.1)),
    ISOLATED: Style(VERMILION, 0.26, Hatch.RISING, "#8f2f00", 0.13, 0.3, 0.9, "#8f2f00", 0.075, (0.12, 0.1)),
}
"""The same as assumed, in one hatch that nothing else of supply has."""
_SUPPLY_SIGNS = {SUPPLIED: "S", IN_COMMUNICATION: "C", ISOLATED: "I", UNDETERMINED: "?"}
_SUPPLY_WORDS = {
    SUPPLIED: "Supplied",
    IN_COMMUNICATION: "In communication",
    ISOLATED: "Isolated",
    UNDETERMINED: "Cannot be decided",
}
_SIDE_COLOURS = (BLUE, VERMILION, "#8a5a00", "#7b3f7f")
_ZOC_HATCHES = (Hatch.RISING, Hatch.FALLING, Hatch.LEVEL, Hatch.UPRIGHT)
_BAND, _BAND_OPACITY, _PALE = (0.04, 0.13), 0.35, 0.35
"""Where the band of what a side holds lies inside the edge, and how strong it and the hatch are."""
_CONTROL_HATCHES = (Hatch.DOTS, Hatch.PLUSES, Hatch.RINGS, Hatch.UPRIGHT)
FINDING_STYLES: dict[Severity, Style] = {
    Severity.VIOLATION: Style(line=VERMILION, line_width=0.085),
    Severity.DOUBT: Style(line=ORANGE, line_width=0.075, dash=(0.22, 0.12)),
    Severity.REMINDER: Style(line=BLUE, line_width=0.075, dash=(0.075, 0.1)),
}
_FINDING_WORDS = {
    Severity.VIOLATION: "Violation: a rule is broken",
    Severity.DOUBT: "Doubt: cannot be decided",
    Severity.REMINDER: "Reminder: legal, but now owed",
}
_TRACES = {
    "supply": Polyline((), colour="#00644a", width=0.07, arrow=True, halo=PAPER),
    "assumed": Polyline((), colour="#00644a", width=0.05, dash=(0.16, 0.12), arrow=True, halo=PAPER),
    "path": Polyline((), colour="#5b2a86", width=0.06, dash=(0.2, 0.1), arrow=True, halo=PAPER),
    "blocked": Polyline((), colour="#8f2f00", width=0.06, dash=(0.06, 0.12), halo=PAPER),
}
_TRACE_WORDS = {
    "supply": "Line to its supply source",
    "assumed": "Line to its supply source, as assumed",
    "path": "Path of a move",
    "blocked": "Line that is blocked (×)",
}


def zoc_style(side: int) -> Style:
    """How the zones of control of the side with that number look."""
    colour = _SIDE_COLOURS[side % len(_SIDE_COLOURS)]
    hatch = _ZOC_HATCHES[side % len(_ZOC_HATCHES)]
    return Style("", 1.0, hatch, colour, 0.15, 0.15, 0.75, colour, 0.04, (0.14, 0.08) if side % 2 else ())


def control_style(side: int) -> Style:
    """How hexes held by the side with that number look; -1 is contested. Nothing is tinted: terrain shows as it is printed."""
    if side < 0:
        return Style("", 1.0, Hatch.CROSSED, GREY, 0.26, 0.08, 0.7, GREY, 0.03)
    colour = _SIDE_COLOURS[side % len(_SIDE_COLOURS)]
    hatch = _CONTROL_HATCHES[side % len(_CONTROL_HATCHES)]
    return Style("", 1.0, hatch, colour, 0.2, 0.12, 0.6, colour, 0.06, (0.3, 0.1) if side % 2 else ())


def zoc_overlay(marks: Iterable[HexMark], sides: Sequence[str], height: float) -> Overlay:
    """Zones of control, one hatch a side; `kind` of a mark is the side. Hatches of two sides cross where both reach."""
    return _by_side("zoc", "Zones of control", marks, [(side, zoc_style(n)) for n, side in enumerate(sides)], height)


def control_overlay(marks: Iterable[HexMark], sides: Sequence[str], height: float) -> Overlay:
    """Who holds each hex, as a band inside the edge of all that a side holds; `kind` of a mark is the side, or `CONTESTED`."""
    marks = tuple(marks)
    shapes: list[Shape] = []
    keys = []
    for number, side in enumerate((*sides, CONTESTED)):
        style = control_style(number if side != CONTESTED else -1)
        outlines = [mark.outline for mark in marks if mark.kind == side]
        shapes.extend(_held(outlines, style, height, f"Control: {side}"))
        if outlines:
            sample = tuple(_held([hexagon(18, 13, 14)], style, 30, ""))
            keys.append(LegendKey("Control", side if side != CONTESTED else "Contested", sample))
    return Overlay((Layer("control", tuple(shapes)),), (), tuple(keys))


def supply_overlay(
    marks: Iterable[HexMark], traces: Iterable[TraceMark], blocked: Iterable[HexMark], height: float
) -> Overlay:
    """Supply of the units in each hex, the lines that prove it, and the hexes where lines broke."""
    marks, traces, blocked = tuple(marks), tuple(traces), tuple(blocked)
    tints = [_inset(mark, _supply_style(mark), height) for mark in marks]
    signs = [shape for mark in marks for shape in _supply_sign(mark, height)]
    lines = [shape for trace in traces for shape in _traced(trace, height)]
    crosses = [shape for mark in blocked for shape in _corner_cross(mark, height)]
    used = {mark.kind if mark.kind in SUPPLY_STYLES else UNDETERMINED for mark in marks if not mark.assumed}
    keys = [LegendKey("Supply", _SUPPLY_WORDS[kind], _supply_sample(kind)) for kind in SUPPLY_STYLES if kind in used]
    keys.extend(_assumed_keys(marks))
    keys.extend(_trace_keys("Supply", {trace.kind for trace in traces}))
    if blocked:
        keys.append(LegendKey("Supply", "A line is blocked here", tuple(_cross((18, 13), 34))))
    return Overlay((Layer("supply", tuple(tints)),), (Layer("supply-lines", (*lines, *crosses, *signs)),), tuple(keys))


def stacks_overlay(marks: Iterable[HexMark], height: float) -> Overlay:
    """Stack sizes (`label`, as "5/6"); `kind` "over" is a stack above its limit, "doubt" one that may be, else within it."""
    marks = tuple(marks)
    shapes = [shape for mark in marks for shape in _stack_sign(mark, height)]
    kinds = {mark.kind for mark in marks}
    words = {"over": "Stack above its limit", "doubt": "Stack that may be above it", "": "Stack and its limit"}
    keys = [
        LegendKey("Stacks", text, _stack_sample(kind))
        for kind, text in words.items()
        if kind in kinds or (kind == "" and kinds - {"over", "doubt"})
    ]
    return Overlay((), (Layer("stacks", tuple(shapes)),), tuple(keys))


def findings_overlay(callouts: Iterable[Callout], traces: Iterable[TraceMark], height: float) -> Overlay:
    """Call-outs with a number at their hex and the words in the margin; shape tells how bad it is."""
    callouts, traces = tuple(callouts), tuple(traces)
    outlines = [shape for callout in callouts for shape in _outlined(callout, height)]
    # moves run over the counters from edge to edge, or they could not be followed; other lines run under them
    moves = [shape for trace in traces if trace.kind == "path" for shape in _traced(_clear(trace, height), height)]
    lines = [shape for trace in traces if trace.kind != "path" for shape in _traced(trace, height)]
    signs = [shape for callout in _spread(callouts, height) for shape in _numbered(callout, height)]
    used = {callout.severity for callout in callouts}
    keys = [
        LegendKey("Findings", _FINDING_WORDS[severity], _finding_sample(severity))
        for severity in Severity
        if severity in used
    ]
    keys.extend(_trace_keys("Findings", {trace.kind for trace in traces}))
    remarks = [Remark(_sign((0, 0), 1, callout.severity, callout.number), callout.text) for callout in callouts]
    under = (Layer("finding-lines", tuple(lines)),) if lines else ()
    return Overlay(under, (Layer("findings", (*outlines, *moves, *signs)),), tuple(keys), tuple(remarks))


def findings_on(found: Sequence[Finding], hexes: MapHexes, numbers: Sequence[int] = ()) -> Overlay:
    """A report's findings on the map; those whose place the map does not have stand in the margin only.

    `numbers` are what they go by; without it they are counted from 1.
    """
    callouts, traces = [], []
    for number, finding in zip(numbers or range(1, len(found) + 1), found, strict=True):
        shapes = [shape for at in finding.at if (shape := hexes.get(at))]
        point = shapes[0].centre if shapes else None
        place = ", ".join(finding.at[:4])
        text = f"{finding.rule}{' · ' + place if place else ''}: {finding.because}"
        callouts.append(Callout(point, number, finding.severity, text, tuple(shape.corners for shape in shapes)))
        for trace in finding.traces:
            points = tuple(shape.centre for at in trace.hexes if (shape := hexes.get(at)))
            if len(points) > 1 or (points and trace.kind == "blocked"):
                traces.append(TraceMark(points, trace.kind, trace.label))
    return findings_overlay(callouts, traces, hexes.height)


def united(outlines: Iterable[tuple[Point, ...]]) -> Iterator[tuple[tuple[Point, ...], ...]]:
    """Hexes that touch, as one area each: its border and its holes."""
    yield from _ringed(unary_union([Polygon(outline) for outline in outlines], grid_size=0.05))


def _ringed(whole: BaseGeometry) -> Iterator[tuple[tuple[Point, ...], ...]]:
    """The areas of a shape, each by its border and its holes."""
    polygons = whole.geoms if isinstance(whole, MultiPolygon) else [whole]
    for part in polygons:
        if isinstance(part, Polygon) and not part.is_empty:
            rings = (part.exterior, *part.interiors)
            yield tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings)


def _by_side(
    name: str, group: str, marks: Iterable[HexMark], looks: Sequence[tuple[str, Style]], height: float
) -> Overlay:
    marks = tuple(marks)
    shapes: list[Shape] = []
    keys = []
    for side, style in looks:
        outlines = [mark.outline for mark in marks if mark.kind == side]
        if outlines:
            shapes.extend(FilledArea(rings, style.sized(height), f"{group}: {side}") for rings in united(outlines))
            keys.append(
                LegendKey(
                    group, side if side != CONTESTED else "Contested", (polygon(hexagon(18, 13, 14), style.sized(34)),)
                )
            )
    return Overlay((Layer(name, tuple(shapes)),), (), tuple(keys))


def _held(outlines: Iterable[tuple[Point, ...]], style: Style, height: float, title: str) -> Iterator[Shape]:
    """Hexes with a band inside their common edge, which leaves what runs along hexsides free, and a hatch that hides nothing."""
    pale = replace(style.sized(height), hatch_opacity=_PALE, line_width=height * 0.03)
    band = Style(style.line, _BAND_OPACITY)
    whole = unary_union([Polygon(outline) for outline in outlines], grid_size=0.05)
    edge, inner = (whole.buffer(-height * part, join_style="mitre") for part in _BAND)
    for rings in _ringed(edge):
        yield FilledArea(rings, pale, title)
    for rings in _ringed(edge.difference(inner)):
        yield FilledArea(rings, band)


def _inset(mark: HexMark, style: Style, height: float) -> Shape:
    """A hex's tint with its border just inside the hex, so that neighbours do not cover each other's."""
    return polygon(shrunk(mark.outline, 0.94), style.sized(height), mark.title or mark.label)


def _supply_sign(mark: HexMark, height: float) -> Iterator[Shape]:
    """A letter at the hex's right upper side, readable beside the counters; of what is assumed only where it hangs on that."""
    if mark.assumed and not mark.hangs:
        return
    x, y = centre(mark.outline)
    kind = UNDETERMINED if mark.assumed else mark.kind
    yield from _letter_sign(x + height * 0.36, y - height * 0.33, height * 0.13, kind)


def _supply_style(mark: HexMark) -> Style:
    if mark.assumed and mark.kind in ASSUMED_STYLES:
        return ASSUMED_STYLES[mark.kind]
    return SUPPLY_STYLES.get(mark.kind, SUPPLY_STYLES[UNDETERMINED])


def _assumed_keys(marks: Iterable[HexMark]) -> Iterator[LegendKey]:
    """The states that are assumed, each with what is assumed, and what hangs on that."""
    found = [mark for mark in marks if mark.assumed]
    for kind, style in ASSUMED_STYLES.items():
        if any(mark.kind == kind for mark in found):
            words = f"{_SUPPLY_WORDS[kind]}, {AS_ASSUMED}"
            yield LegendKey("Supply", words, (polygon(hexagon(18, 13, 13), style.sized(30)),))
    if any(mark.hangs for mark in found):
        words = "Otherwise, if nothing had been taken before"
        yield LegendKey("Supply", words, tuple(_letter_sign(18, 13, 8, UNDETERMINED)))


def _letter_sign(x: float, y: float, radius: float, kind: str) -> Iterator[Shape]:
    style = SUPPLY_STYLES.get(kind, SUPPLY_STYLES[UNDETERMINED])
    dark = kind == ISOLATED
    yield Disc(x, y, radius, Style(style.line if dark else PAPER, 1.0, line=style.line, line_width=radius * 0.28))
    yield Caption(x, y, _SUPPLY_SIGNS.get(kind, "?"), radius * 1.5, colour=PAPER if dark else INK, bold=True)


def _supply_sample(kind: str) -> tuple[Shape, ...]:
    return (polygon(hexagon(16, 13, 13), SUPPLY_STYLES[kind].sized(30)), *_letter_sign(29, 6, 5.5, kind))


def _traced(trace: TraceMark, height: float) -> Iterator[Shape]:
    model = _TRACES.get(trace.kind, _TRACES["path"])
    if len(trace.points) > 1:
        dash = tuple(part * height for part in model.dash)
        yield replace(model, points=trace.points, width=model.width * height, dash=dash, title=trace.label)
        if trace.kind != "blocked":
            start = trace.points[0]
            yield Disc(*start, height * 0.09, Style(model.colour, line=PAPER, line_width=height * 0.03))
    if trace.kind == "blocked":
        yield from _cross(trace.points[-1], height, trace.label)


def _clear(trace: TraceMark, height: float) -> TraceMark:
    """The line cut short at both ends, so that the counters it leads from and to can be read."""
    if len(trace.points) < 2:
        return trace
    first, *middle, last = trace.points
    start = _toward(first, trace.points[1], height * (0.3 if middle else 0.14))
    end = _toward(last, trace.points[-2], height * 0.36)
    return replace(trace, points=(start, *middle, end))


def _toward(at: Point, other: Point, far: float) -> Point:
    """The point so far from one on the way to another."""
    wide = ((other[0] - at[0]) ** 2 + (other[1] - at[1]) ** 2) ** 0.5 or 1.0
    return at[0] + (other[0] - at[0]) * far / wide, at[1] + (other[1] - at[1]) * far / wide


def _corner_cross(mark: HexMark, height: float) -> Iterator[Shape]:
    """A cross at the hex's left lower side, readable beside the counters."""
    x, y = centre(mark.outline)
    yield from _cross((x - height * 0.38, y + height * 0.3), height * 0.75, mark.title or mark.label)


def _trace_keys(group: str, kinds: set[str]) -> Iterator[LegendKey]:
    for kind, words in _TRACE_WORDS.items():
        if kind in kinds:
            end = 30.0 if kind != "blocked" else 24.0
            yield LegendKey(group, words, tuple(_traced(TraceMark(((4, 13), (end, 13)), kind), 34)))


def _cross(at: Point, height: float, title: str = "") -> Iterator[Shape]:
    """A cross that lies over counters and terrain alike."""
    x, y = at
    reach = height * 0.15
    for points in (((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach))):
        yield Polyline(points, colour=INK, width=height * 0.06, halo=PAPER, title=title)


def _stack_sign(mark: HexMark, height: float) -> Iterator[Shape]:
    """The size in a small plate at the hex's lower border; an overstacked hex gets a double outline and a dark plate."""
    x, y = centre(mark.outline)
    if mark.kind in ("over", "doubt"):
        dash = (height * 0.2, height * 0.1) if mark.kind == "doubt" else ()
        for factor in (0.97, 0.83):
            yield polygon(shrunk(mark.outline, factor), Style(line=PAPER, line_width=height * 0.07))
            look = Style(line="#8f2f00", line_width=height * 0.04, dash=dash)
            yield polygon(shrunk(mark.outline, factor), look, mark.title)
    if not mark.label:
        return
    size = height * 0.2
    wide = lettering.width(mark.label, size, bold=True) + size * 0.7
    dark = mark.kind == "over"
    plate = Style("#8f2f00" if dark else PAPER, line=INK, line_width=height * 0.02)
    yield Rectangle(x - wide / 2, y + height * 0.31, wide, size * 1.3, plate, radius=size * 0.3, title=mark.title)
    yield Caption(x, y + height * 0.31 + size * 0.65, mark.label, size, colour=PAPER if dark else INK, bold=True)


def _stack_sample(kind: str) -> tuple[Shape, ...]:
    label = {"over": "7/6", "doubt": "5?/6"}.get(kind, "4/6")
    rings = tuple(_stack_sign(HexMark(hexagon(18, 13, 14), kind), 34)) if kind else ()
    dark = kind == "over"
    plate = Rectangle(6, 7, 24, 12, Style("#8f2f00" if dark else PAPER, line=INK, line_width=0.8), radius=3)
    return (*rings, plate, Caption(18, 13, label, 9, colour=PAPER if dark else INK, bold=True))


def _outlined(callout: Callout, height: float) -> Iterator[Shape]:
    style = FINDING_STYLES[callout.severity].sized(height)
    for outline in callout.outlines:
        yield polygon(shrunk(outline, 0.92), Style(line=PAPER, line_width=style.line_width * 1.9))
        yield polygon(shrunk(outline, 0.92), style, callout.text)


def _spread(callouts: Iterable[Callout], height: float) -> Iterator[Callout]:
    """Signs of one hex side by side along its left upper border; callouts without a place have none."""
    taken: dict[Point, int] = {}
    for callout in callouts:
        if callout.point is None:
            continue
        place = taken.get(callout.point, 0)
        taken[callout.point] = place + 1
        x, y = callout.point
        row, column = divmod(place, 4)
        yield replace(callout, point=(x + height * (0.3 * column - 0.38), y - height * (0.4 - 0.3 * row)))


def _numbered(callout: Callout, height: float) -> Iterator[Shape]:
    if callout.point is not None:
        yield from _sign(callout.point, height * 0.18, callout.severity, callout.number, callout.text)


def _sign(at: Point, radius: float, severity: Severity, number: int, title: str = "") -> tuple[Shape, ...]:
    """Round for a violation, a diamond for a doubt, square for a reminder, each with its number."""
    x, y = at
    edge = radius * 0.2
    ink = INK if severity is Severity.DOUBT else PAPER
    plate: Shape
    if severity is Severity.VIOLATION:
        plate = Disc(x, y, radius, Style("#a83f00", line=PAPER, line_width=edge), title)
    elif severity is Severity.DOUBT:
        wide = radius * 1.35
        plate = polygon(
            ((x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)),
            Style(ORANGE, line=INK, line_width=edge),
            title,
        )
    else:
        side = radius * 0.95
        plate = Rectangle(x - side, y - side, 2 * side, 2 * side, Style(BLUE, line=PAPER, line_width=edge), title=title)
    text = str(number) if number else "!"
    size = lettering.fitted(text, radius * 1.3, radius * 1.5, bold=True)
    return plate, Caption(x, y, text, size, colour=ink, bold=True)


def _finding_sample(severity: Severity) -> tuple[Shape, ...]:
    return (
        polygon(hexagon(18, 13, 13), FINDING_STYLES[severity].sized(30)),
        *_sign((18, 13), 6.5, severity, 0),
    )
