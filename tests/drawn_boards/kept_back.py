"""Boards kept back: drawn in other ways than those that the tracer was tuned on, to see what it makes of the unknown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage

from adjudicator.model.hexes import Hex, Hexside
from adjudicator.tracing.proposals import KindVocabulary, hexside
from tests.drawn_boards.drawing import PITCH, Drawing, Drawn, Point, placed
from tests.drawn_boards.invented import Plan
from tests.drawn_boards.person import Truth
from tests.drawn_boards.style import CLASSIC, MODERN, PAPER, Colour, Style


class Print(Drawing):
    """Draws with other tools: textures, double lines, widths that change, shadows, strokes of many kinds."""

    def __init__(self, plan: Plan, style: Style, seed: int, *, sideways: bool = False) -> None:
        super().__init__(placed(plan.hexes, sideways), style, seed)
        self.plan = plan

    def texture(self, scale: float, depth: float) -> None:
        """Painted ground: cloudy light over all that was drawn so far."""
        values = np.asarray(self.image, dtype=np.float32)
        clouds = sum(
            ndimage.zoom(self.rng.normal(size=tuple(int(n / (scale * size)) + 2 for n in values.shape[:2])), 8, order=1)
            for size in (8, 8)
        )
        clouds = np.asarray(
            Image.fromarray(clouds.astype(np.float32)).resize((values.shape[1], values.shape[0])), dtype=np.float32
        )
        grain = ndimage.gaussian_filter(self.rng.normal(size=values.shape[:2]), 0.8)
        light = depth * clouds / clouds.std() + 0.7 * depth * grain / grain.std()
        self.image = Image.fromarray(np.clip(values + light[..., None], 0, 255).astype(np.uint8))
        self.draw = ImageDraw.Draw(self.image)

    def patches(self, colours: dict[str, Colour], spill: float) -> None:
        """Terrain as areas that do not keep to the hexes: each hex's blob ends up to `spill` of the pitch beside it."""
        for kind, colour in colours.items():
            for at, terrain in self.plan.terrain.items():
                if terrain == kind:
                    self.draw.polygon([tuple(each) for each in self._blob(at, spill)], fill=colour)

    def _blob(self, at: Hex, spill: float) -> list[Point]:
        outline: list[Point] = []
        for way in range(6):
            same = self.plan.terrain.get(at.neighbour(way)) == self.plan.terrain[at]
            shrink = 1.03 if same else 1 - abs(self.rng.normal()) * spill
            ends = [self.centre(at) + (self.corner(at, way - each) - self.centre(at)) * shrink for each in (1, 0)]
            outline += self.wobbling(ends[0], ends[1], spill / 2, 6)[:-1]
        return outline

    def strewn(self, kind: str, count: int, mark: Callable[[float, float], None]) -> None:
        """A small drawing many times in every hex of a terrain."""
        for at, terrain in self.plan.terrain.items():
            for _ in range(count if terrain == kind else 0):
                turn, radius = self.rng.uniform(0, 2 * np.pi), 0.5 * PITCH * np.sqrt(self.rng.uniform())
                mark(*(self.centre(at) + radius * np.array([np.cos(turn), np.sin(turn)])))

    def tree(self, x: float, y: float) -> None:
        shade = int(self.rng.integers(-18, 18))
        self.draw.polygon([(x, y - 7), (x - 5, y + 4), (x + 5, y + 4)], fill=(60 + shade, 100 + shade, 55))
        self.draw.line((x, y + 4, x, y + 7), fill=(70, 50, 30), width=2)

    def house(self, x: float, y: float) -> None:
        self.draw.rectangle((x - 6, y - 4, x + 5, y + 5), fill=(150, 70, 60), outline=(30, 20, 20))

    def tuft(self, x: float, y: float) -> None:
        for dx in (-3, 0, 3):
            self.draw.line((x + dx, y, x + dx * 1.6, y - 5), fill=(70, 120, 140), width=1)

    def hill(self, x: float, y: float) -> None:
        self.draw.arc((x - 9, y - 5, x + 9, y + 9), 200, 340, fill=(120, 85, 50), width=2)

    def stream(self, kind: str, width: float, colour: Colour, *, shadow: bool = False, wobble: float = 0.07) -> None:
        """Water along hexsides, broader here and narrower there."""
        for side in self.plan.of_kind(kind):
            ends = self._ends(side)
            points = self.wobbling(*ends, wobble)
            broad = width * PITCH * (1 + 0.5 * np.sin(np.array([each[0] + each[1] for each in points]) / 60))
            for offset, ink in ((3, tuple(int(part * 0.55) for part in colour)), (0, colour))[0 if shadow else 1 :]:
                for (one, other), thick in zip(pairwise(points), broad, strict=False):
                    self.draw.line([tuple(one + offset), tuple(other + offset)], fill=ink, width=max(2, round(thick)))
                    radius = thick / 2 - 0.5
                    x, y = other + offset
                    self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def _ends(self, side: Hexside) -> tuple[Point, Point]:
        way = side.low.direction(side.high)
        return self.corner(side.low, way - 1), self.corner(side.low, way)

    def hachures(self, kind: str, colour: Colour, reach: float) -> None:
        """An edge of high ground: strokes on the side of the hex that it faces, with or without a line."""
        for side in self.plan.of_kind(kind):
            one, other = self._ends(side)
            toward = self.centre(self.plan.facing[side, kind]) - (one + other) / 2
            toward = toward / np.hypot(*toward) * PITCH
            self.draw.line([tuple(one), tuple(other)], fill=colour, width=2)
            for part in np.linspace(0.06, 0.94, 9):
                start = one + (other - one) * part
                end = start + toward * reach * self.rng.uniform(0.6, 1.1)
                self.draw.line([tuple(start), tuple(end)], fill=colour, width=2)

    def rampart(self, kind: str, colour: Colour, off: tuple[float, float]) -> None:
        """A wall seen from the side: stones in two tones, drawn off its hexsides."""
        shift = np.array(off) * PITCH
        for side in self.plan.of_kind(kind):
            points = self._resampled(self.wobbling(*(each + shift for each in self._ends(side)), 0.02), 7)
            for x, y in points:
                tone = tuple(int(part * self.rng.uniform(0.8, 1.1)) for part in colour)
                self.draw.rectangle((x - 4, y - 8, x + 4, y + 6), fill=tone, outline=(60, 50, 40))

    def crosses(self, kind: str, colour: Colour) -> None:
        """Small crosses in a row beside each other, as abatis and wire are printed."""
        for side in self.plan.of_kind(kind):
            for x, y in self._resampled(self.wobbling(*self._ends(side), 0.02), 11)[:-1]:
                self.draw.line((x - 4, y - 4, x + 4, y + 4), fill=colour, width=2)
                self.draw.line((x - 4, y + 4, x + 4, y - 4), fill=colour, width=2)

    def net(self, kind: str, inks: list[tuple[Colour, float]], *, dash: float = 0.0, ties: float = 0.0) -> None:
        """Lines that wander through their hexes: each ink of a line over the one before, the broadest first."""
        sides = self.plan.of_kind(kind)
        met: dict[Hex, list[Point]] = {}
        for side in sides:
            point = self.crossing(side)
            for at in side:
                met.setdefault(at, []).append(point)
        ways = [way for at, points in met.items() for way in self._ways(at, points)]
        for colour, width in inks:
            for points in ways:
                self._laid(points, colour, max(2, round(width * PITCH)), dash)
        if ties:
            for points in ways:
                self._strokes_beside(points, ties * PITCH, (-0.04, 0.04), inks[0][0])

    def _ways(self, at: Hex, points: list[Point]) -> list[list[Point]]:
        middle = self.centre(at) + self.rng.normal(scale=0.13 * PITCH, size=2)
        if len(points) == 2:
            return [self._bent(points[0], middle, points[1])]
        return [self._bent(each, (each + middle) / 2 + self.rng.normal(scale=4, size=2), middle) for each in points]

    def _bent(self, start: Point, bend: Point, end: Point) -> list[Point]:
        part = np.linspace(0, 1, 13)[:, None]
        return list((1 - part) ** 2 * start + 2 * part * (1 - part) * bend + part**2 * end)

    def _laid(self, points: list[Point], colour: Colour, width: int, dash: float) -> None:
        if dash:
            for one, other in self._dashes(points, dash * PITCH):
                self.draw.line([tuple(one), tuple(other)], fill=colour, width=width)
        else:
            self.draw.line([tuple(each) for each in points], fill=colour, width=width, joint="curve")

    def spans(self, kind: str, colour: Colour) -> None:
        """Bridges: two strokes across the hexside with splayed ends."""
        for side in self.plan.of_kind(kind):
            one, other = self._ends(side)
            middle, along = (one + other) / 2, (other - one) / np.hypot(*(other - one))
            across = np.array([-along[1], along[0]])
            for aside in (-6, 6):
                ends = [middle + along * aside + across * reach for reach in (-9, 9)]
                self.draw.line([tuple(each) for each in ends], fill=colour, width=3)

    def clutter(self, blue: Colour, boundary: Colour) -> None:
        """What misleads: letters across hexsides, set-up boxes, thin blue runs, a scenario's boundary, stray strokes."""
        cells, layout = self.layout.cells, self.layout
        some = [cells[each].at for each in self.rng.permutation(len(cells))]
        few = max(2, len(cells) // 45)
        for at in some[:few]:
            word = str(self.rng.choice(["Talheim", "OBERFELD", "Long Ridge", "Mill", "St. Odile"]))
            self.text(self.centre(at) + layout.lattice.corner(1) * 0.8, word, 0.26)
        for at in some[few : 2 * few]:
            x, y = self.centre(at)
            self.draw.rectangle((x - 20, y - 20, x + 20, y + 20), outline=(90, 20, 20), width=2)
            self.text(self.centre(at), "A 3", 0.18, (90, 20, 20))
        for at in some[2 * few : 4 * few]:
            start = self.centre(at) + layout.lattice.corner(int(self.rng.integers(6)))
            self.stroke_free(self.wobbling(start, self.centre(at), 0.12), blue, 2)
        surface = self.plan.hidden(6.0)
        for side in self.plan.between():
            if (surface[side.low] < 0.6) != (surface[side.high] < 0.6):
                self._laid(list(self._ends(side)), boundary, 3, 0.16)

    def stroke_free(self, points: list[Point], colour: Colour, width: int) -> None:
        self.draw.line([tuple(each) for each in points], fill=colour, width=width, joint="curve")

    def numbers(self) -> None:
        """Every hex's number at its upper corner."""
        for cell in self.layout.cells:
            self.text(self.centre(cell.at) + np.array([0, -0.36 * PITCH]), cell.number, 0.13)


@dataclass(frozen=True)
class Kept:
    """A kept-back board: what a person sees, the words, and what is right."""

    name: str
    drawn: Drawn
    words: KindVocabulary
    truth: Truth


def kept(name: str, drawing: Print, words: KindVocabulary) -> Kept:
    plan = drawing.plan
    number = plan.hexes
    sides = {hexside(number[side.low], number[side.high]): frozenset(kinds) for side, kinds in plan.sides.items()}
    truth = Truth({(number[at],): kind for at, kind in plan.terrain.items()}, sides)
    return Kept(name, drawing.finished(), words, truth)


def battle(seed: int) -> Kept:
    """A battlefield: painted ground, double roads, brown trails, escarpments hatched on one side, a shaded river."""
    plan = Plan.of(17, 14, seed)
    plan.cover({"woods": 0.3, "orchard": 0.1, "hill": 0.15}, "clear")
    plan.rare("town", 4)
    plan.along("river", 5.0, within=1.0)
    plan.along("stream", 3.0, 0.8, apart=("river",))
    plan.along("escarpment", 3.0, -0.9)
    plan.across("road", 3)
    plan.across("trail", 4)
    plan.where_both("bridge", "river", "road")
    board = Print(plan, replace(PAPER, turn=-0.5, noise=5.0), seed)
    board.patches({"hill": (220, 190, 130), "woods": (150, 180, 105), "orchard": (200, 215, 140)}, 0.08)
    board.strewn("woods", 16, board.tree)
    board.strewn("hill", 5, board.hill)
    board.strewn("town", 12, board.house)
    board.strewn("orchard", 9, lambda x, y: board.draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=(90, 140, 60)))
    board.texture(1.0, 3.0)
    board.outlines()
    board.hachures("escarpment", (110, 75, 45), 0.13)
    board.stream("stream", 0.035, (90, 150, 200))
    board.stream("river", 0.11, (90, 150, 200), shadow=True)
    board.net("trail", [((140, 100, 60), 0.028)], dash=0.09)
    board.net("road", [((60, 45, 35), 0.075), ((245, 235, 215), 0.04)])
    board.spans("bridge", (30, 30, 30))
    board.clutter((90, 150, 200), (190, 60, 120))
    board.numbers()
    features = ("stream", "river", "escarpment") + (("bridge",) if plan.of_kind("bridge") else ())
    return kept(
        "battle", board, KindVocabulary(("clear", "woods", "orchard", "hill", "town"), features, ("road", "trail"))
    )


def campaign(seed: int, columns: int = 19, rows: int = 15) -> Kept:
    """An operational map: flat printer's tints and hatchings, one blue for both rivers, boxes, highways, railways."""
    plan = Plan.of(columns, rows, seed + 100)
    plan.cover({"forest": 0.22, "marsh": 0.1, "rough": 0.16, "mountain": 0.1}, "clear")
    plan.rare("city", 5)
    plan.rare("desert", 2)
    plan.along("major river", 5.0, -0.2, within=1.2)
    plan.along("minor river", 3.0, 0.3, apart=("major river",))
    plan.along("border", 7.0, 0.5)
    plan.across("highway", 2)
    plan.across("road", 3)
    plan.across("rail", 3)
    style = replace(CLASSIC, turn=0.6, grid=(120, 110, 100))
    board = Print(plan, style, seed)
    tints: dict[str, Colour] = {
        "forest": (150, 190, 130), "marsh": (205, 220, 215), "rough": (215, 195, 150), "mountain": (190, 160, 125),
        "desert": (245, 225, 150),
    }  # fmt: skip
    board.patches(tints, 0.05)
    board.strewn("marsh", 12, board.tuft)
    board.strewn(
        "mountain", 6, lambda x, y: board.draw.polygon([(x, y - 8), (x - 8, y + 6), (x + 3, y + 6)], (110, 85, 60))
    )
    board.strewn("rough", 14, lambda x, y: board.draw.line((x - 4, y + 3, x + 4, y - 3), fill=(150, 120, 80), width=2))
    board.strewn("city", 26, board.house)
    board.outlines()
    board.stream("minor river", 0.045, (70, 140, 190), wobble=0.1)
    board.stream("major river", 0.12, (70, 140, 190), wobble=0.05)
    for side in plan.of_kind("border"):
        board._laid(board.wobbling(*board._ends(side), 0.02), (150, 40, 120), 4, 0.2)
    board.net("rail", [((25, 25, 25), 0.03)], ties=0.16)
    board.net("road", [((170, 70, 50), 0.03)])
    board.net("highway", [((170, 70, 50), 0.09), ((250, 220, 120), 0.05)])
    for side in plan.sides:
        if {"major river", "highway"} <= plan.sides[side]:
            board.box(side)
    board.clutter((70, 140, 190), (40, 40, 40))
    board.numbers()
    terrains = ("clear", "forest", "marsh", "rough", "mountain", "city", "desert")
    return kept(
        "campaign",
        board,
        KindVocabulary(terrains, ("minor river", "major river", "border"), ("highway", "road", "rail")),
    )


def siege(seed: int) -> Kept:
    """A siege on a sideways grid: a wall half a hex off, abatis, hedges, a pale road, a thin path."""
    plan = Plan.of(16, 16, seed + 200)
    plan.cover({"wood": 0.2, "field": 0.2, "swamp": 0.08}, "open")
    plan.rare("village", 3)
    plan.along("wall", 5.0, 0.4)
    plan.along("stream", 4.0, 0.1)
    plan.along("abatis", 4.0, -0.5, within=0.6, apart=("stream", "wall"))
    plan.along("hedge", 2.5, 0.8, within=0.5, apart=("stream", "abatis", "wall"))
    plan.across("road", 4)
    plan.across("path", 3)
    style = replace(MODERN, turn=0.3, grid=(150, 145, 120), names=(40, 30, 20), paper=(196, 204, 150))
    board = Print(plan, style, seed, sideways=True)
    board.patches({"field": (226, 206, 120), "wood": (96, 130, 72), "swamp": (150, 175, 150)}, 0.1)
    board.strewn("wood", 20, board.tree)
    board.strewn("field", 8, lambda x, y: board.draw.line((x - 6, y - 6, x + 6, y + 6), fill=(200, 175, 90), width=2))
    board.strewn("swamp", 14, board.tuft)
    board.strewn("village", 12, board.house)
    board.texture(0.7, 5.0)
    board.outlines()
    board.stream("stream", 0.06, (70, 120, 160), shadow=True)
    board.crosses("abatis", (60, 45, 30))
    board.stream("hedge", 0.07, (70, 105, 45), wobble=0.04)
    board.net("path", [((150, 120, 80), 0.025)])
    board.net("road", [((120, 100, 70), 0.08), ((232, 222, 190), 0.055)])
    board.rampart("wall", (150, 130, 105), (-0.12, -0.2))
    board.clutter((70, 120, 160), (200, 40, 40))
    board.numbers()
    terrains = ("open", "wood", "field", "swamp", "village")
    return kept("siege", board, KindVocabulary(terrains, ("wall", "abatis", "hedge", "stream"), ("road", "path")))


KEPT_BACK = (battle, campaign, siege)
