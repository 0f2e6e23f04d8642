"""Draws a theatre as a printed map: free-form terrain, wobbling rivers, roads that miss centres, and all that misleads.

What misleads, as on real maps: numbers, large lettering, counters and set-up dashes printed in hexes, thin runs in the
river's blue beside hexsides, a scenario's boundary along hexsides, bridge boxes over river and road.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.theatre import Theatre
from adjudicator.tracing.lattice import BoardLayout, HexCell
from tests.drawn_boards.style import Pen, Style, scanned
from tests.drawn_boards.theatres import Printed

PITCH = 84.0
MARGIN = 70.0
Point = np.ndarray


@dataclass(frozen=True)
class Drawn:
    """A drawn board: its pixels, and its hexes where the module's grid would place them (before the scan's turn)."""

    pixels: np.ndarray
    cells: tuple[HexCell, ...]
    layout: BoardLayout


def placed(hexes: Mapping[Hex, str], sideways: bool = False) -> BoardLayout:
    """Hexes with their numbers, laid out on a board."""
    half = 3**0.5 / 2
    basis = np.array([[0.5, half], [-0.5, half]] if sideways else [[half, 0.5], [0.0, 1.0]]) * PITCH
    at = np.array(list(hexes)) @ basis
    at += MARGIN - at.min(axis=0)
    return BoardLayout.of([HexCell(number, where, *xy) for (where, number), xy in zip(hexes.items(), at, strict=True)])


class Drawing:
    """One map being drawn."""

    def __init__(self, layout: BoardLayout, style: Style, seed: int) -> None:
        self.layout, self.style = layout, style
        self.rng = np.random.default_rng(seed)
        size = layout.centres.max(axis=0) + MARGIN
        self.image = Image.new("RGB", (int(size[0]), int(size[1])), style.paper)
        self.draw = ImageDraw.Draw(self.image)
        self._corners: dict[tuple[int, int], Point] = {}

    def centre(self, at: Hex) -> Point:
        return self.layout.centres[self.layout.index[at]]

    def corner(self, at: Hex, way: int) -> Point:
        """A corner, drawn a little off, but the same for all that meet there."""
        true = self.centre(at) + self.layout.lattice.corner(way)
        key = (round(true[0] / 6), round(true[1] / 6))
        near = ((key[0] + a, key[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1))
        found = next((self._corners[each] for each in near if each in self._corners), None)
        if found is None:
            found = true + self.rng.normal(scale=0.025 * PITCH, size=2)
            self._corners[key] = found
        return found

    def wobbling(self, start: Point, end: Point, amount: float, pieces: int = 8) -> list[Point]:
        """A line from one point to another as a pen draws it."""
        part = np.linspace(0, 1, pieces + 1)[:, None]
        across = np.array([start[1] - end[1], end[0] - start[0]]) / (np.hypot(*(end - start)) + 1e-6)
        waves = sum(self.rng.normal() / each * np.sin(np.pi * each * part) for each in (1, 2, 3))
        return list(start + (end - start) * part + across * waves * amount * PITCH)

    def stroke(self, points: list[Point], pen: Pen) -> None:
        """A line in a pen's ink, width and dashes, with its ticks and hatching."""
        ink = self.style.inks[pen.ink]
        width = max(2, round(pen.width * PITCH))
        flat = [tuple(map(float, each)) for each in points]
        if pen.case:
            self.draw.line(flat, fill=self.style.inks["black"], width=width + 3, joint="curve")
        if pen.dash:
            for one, other in self._dashes(points, pen.dash * PITCH):
                self.draw.line([tuple(one), tuple(other)], fill=ink, width=width)
        else:
            self.draw.line(flat, fill=ink, width=width, joint="curve")
        if pen.ticks:
            self._strokes_beside(points, pen.ticks * PITCH, (-0.05, 0.05), ink)
        if pen.hatch:
            self._strokes_beside(points, 0.07 * PITCH, (0.0, 0.11), ink)

    def _resampled(self, points: list[Point], step: float) -> np.ndarray:
        line = np.array(points)
        runs = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
        at = np.arange(0, runs[-1] + 1e-6, step)
        return np.column_stack([np.interp(at, runs, line[:, 0]), np.interp(at, runs, line[:, 1])])

    def _dashes(self, points: list[Point], length: float) -> list[tuple[Point, Point]]:
        stops = self._resampled(points, length / 2)
        return [(stops[each], stops[min(each + 1, len(stops) - 1)]) for each in range(0, len(stops), 2)]

    def _strokes_beside(
        self, points: list[Point], step: float, reach: tuple[float, float], ink: tuple[int, ...]
    ) -> None:
        stops = self._resampled(points, step)
        for one, other in pairwise(stops):
            along = (other - one) / (np.hypot(*(other - one)) + 1e-6)
            across = np.array([-along[1], along[0]]) * PITCH
            self.draw.line([tuple(one + across * reach[0]), tuple(one + across * reach[1])], fill=ink, width=2)

    def ground(self, at: Hex, ground: str) -> None:
        """A hex's terrain: a blob that ends a little beside the hexsides, and its pattern."""
        colour = self.style.grounds[ground]
        outline: list[Point] = []
        for way in range(6):
            one, other = self.corner(at, way - 1), self.corner(at, way)
            wobble = 0.02 if ground in {"water", "deep", "lake", "off"} or not self.style.blobs else 0.05
            outline += self.wobbling(one, other, wobble, 5)[:-1]
        jitter = self.rng.integers(-4, 5, size=3)
        fill = tuple(int(np.clip(part + shift, 0, 255)) for part, shift in zip(colour, jitter, strict=True))
        if ground == "town":
            self._blocks(at, fill)
            return
        self.draw.polygon([tuple(each) for each in outline], fill=fill)
        self._pattern(at, ground, colour)

    def _blocks(self, at: Hex, fill: tuple[int, ...]) -> None:
        for _ in range(16):
            x, y = self.centre(at) + self.rng.normal(scale=0.17 * PITCH, size=2)
            self.draw.rectangle((x - 5, y - 5, x + 5, y + 4), fill=fill, outline=self.style.inks["black"])

    def _pattern(self, at: Hex, ground: str, colour: tuple[int, int, int]) -> None:
        dark = tuple(int(part * 0.72) for part in colour)
        for _ in range({"green": 26, "dark": 22, "brown": 18, "peak": 22, "marsh": 20, "rough": 24}.get(ground, 0)):
            radius = self.rng.uniform(0, 0.42) * PITCH
            turn = self.rng.uniform(0, 2 * np.pi)
            x, y = self.centre(at) + radius * np.array([np.cos(turn), np.sin(turn)])
            if ground in {"green", "dark"}:
                self.draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=dark)
            elif ground == "marsh":
                self.draw.line((x - 6, y, x + 6, y), fill=self.style.inks["blue"], width=2)
            elif ground == "rough":
                self.draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=dark)
            else:
                self.draw.line((x - 4, y + 6, x, y - 4, x + 4, y + 6), fill=dark, width=2)

    def outlines(self) -> None:
        """The printed grid, as thin lines at the hexes' true places."""
        for cell in self.layout.cells:
            around = [self.layout.lattice.corner(way) + self.centre(cell.at) for way in range(7)]
            self.draw.line([tuple(each) for each in around], fill=self.style.grid, width=2)

    def side(self, at: Hexside, pen: Pen, *, off: Point | None = None) -> None:
        """What runs along a hexside, hatched towards its second hex; `off` draws it beside."""
        way = at.low.direction(at.high)
        shift = np.zeros(2) if off is None else off
        one, other = self.corner(at.low, way - 1) + shift, self.corner(at.low, way) + shift
        self.stroke(self.wobbling(one, other, 0.03), pen)

    def crossing(self, at: Hexside) -> Point:
        """Where a line crosses a hexside: seldom in its middle."""
        way = at.low.direction(at.high)
        start = self.centre(at.low)
        one, other = start + self.layout.lattice.corner(way - 1), start + self.layout.lattice.corner(way)
        return one + (other - one) * float(np.clip(0.5 + self.rng.normal() * 0.12, 0.2, 0.8))

    def lines(self, sides: list[Hexside], pen: Pen) -> None:
        """A net of roads or railways: curves from crossing to crossing that seldom touch a centre."""
        met: dict[Hex, list[Point]] = {}
        for side in sides:
            point = self.crossing(side)
            for at in side:
                met.setdefault(at, []).append(point)
        for at, points in met.items():
            middle = self.centre(at) + self.rng.normal(scale=0.08 * PITCH, size=2)
            if len(points) == 2:
                self.stroke(_curve(points[0], middle, points[1]), pen)
            else:
                for point in points:
                    self.stroke(_curve(point, (point + middle) / 2 + self.rng.normal(scale=2, size=2), middle), pen)

    def box(self, side: Hexside) -> None:
        """A bridge's box on the middle of its hexside, over river and road."""
        x, y = (self.centre(side.low) + self.centre(side.high)) / 2
        self.draw.rectangle(
            (x - 8, y - 6, x + 8, y + 6), fill=(255, 255, 255), outline=self.style.inks["black"], width=2
        )

    def text(self, at: Point, words: str, size: float, colour: tuple[int, int, int] | None = None) -> None:
        font = ImageFont.load_default(size * PITCH)
        self.draw.text(tuple(at), words, font=font, fill=colour or self.style.names, anchor="mm")

    def misleading(self) -> None:
        """Numbers everywhere; here and there a counter, a name, set-up dashes, a thin blue run, a boundary."""
        cells = self.layout.cells
        low = self.layout.lattice.step(0) if abs(self.layout.lattice.step(0)[0]) < 1 else np.array([0, -PITCH * 1.05])
        for cell in cells:
            self.text(self.centre(cell.at) + low * 0.33, cell.number, 0.14)
        some = [cells[each].at for each in self.rng.permutation(len(cells))]
        few = max(2, len(cells) // 60)
        for at in some[:few]:
            x, y = self.centre(at)
            self.draw.rectangle((x - 17, y - 17, x + 17, y + 17), fill=(205, 190, 150), outline=(0, 0, 0), width=2)
            self.text(self.centre(at), "4-6", 0.2, (10, 10, 10))
        for at in some[few : 2 * few]:
            self.text(self.centre(at), "LANGWIESE", 0.24)
        for at in some[2 * few : 3 * few]:
            start = self.centre(at) + np.array([-0.4, 0.1]) * PITCH
            self.stroke([start, start + np.array([0.8, 0.1]) * PITCH], Pen("black", 0.025, dash=0.12))
        for at in some[3 * few : 5 * few]:
            ends = self.centre(at) + self.rng.normal(scale=0.3 * PITCH, size=(2, 2))
            self.stroke(self.wobbling(ends[0], ends[1], 0.06), Pen("blue", 0.018))
        for at in some[5 * few : 6 * few]:
            for way in (0, 1):
                points = [self.centre(at) + self.layout.lattice.corner(way - each) for each in (1, 0)]
                self.stroke(points, Pen("black", 0.03, dash=0.1))

    def finished(self) -> Drawn:
        """The scan of what was drawn."""
        return Drawn(scanned(self.image, self.style, self.rng), self.layout.cells, self.layout)


def _curve(start: Point, bend: Point, end: Point) -> list[Point]:
    part = np.linspace(0, 1, 9)[:, None]
    return list((1 - part) ** 2 * start + 2 * part * (1 - part) * bend + part**2 * end)


def draw_theatre(theatre: Theatre, printed: Printed, style: Style, seed: int) -> Drawn:
    """A theatre in a style; words that `printed` does not know are not drawn."""
    grounds, along, across = printed.grounds, printed.along, printed.across
    layout = placed({at: entry.number for at, entry in theatre.hexes.items()}, theatre.numbering.sideways)
    drawing = Drawing(layout, style, seed)
    for at, entry in theatre.hexes.items():
        if grounds.get(entry.terrain):
            drawing.ground(at, grounds[entry.terrain])
    drawing.outlines()
    for kind, pen in along.items():
        for side, features in theatre.hexsides.items():
            if kind in features and not pen.box:
                drawing.side(side, pen)
    for kind, pen in across.items():
        drawing.lines([side for side, features in theatre.hexsides.items() if kind in features], pen)
    for kind, pen in along.items():
        for side, features in theatre.hexsides.items():
            if kind in features and pen.box:
                drawing.box(side)
    drawing.misleading()
    return drawing.finished()
