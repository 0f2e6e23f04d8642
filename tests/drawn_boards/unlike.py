"""Two more boards kept back, unlike the others: ridges hatched on both sides, rivers beside their hexsides, little contrast."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from adjudicator.tracing.proposals import KindVocabulary
from tests.drawn_boards.drawing import PITCH, Point
from tests.drawn_boards.invented import Plan
from tests.drawn_boards.kept_back import Kept, Print, kept
from tests.drawn_boards.style import CLASSIC, MODERN, Colour


class Other(Print):
    """Draws hexsides and lines in ways that the other boards lack."""

    def beside(self, kind: str, colour: Colour, width: float, off: tuple[float, float], wobble: float) -> None:
        """A river that lies some pixels off its hexsides, all to one side, and winds."""
        for side in self.plan.of_kind(kind):
            one, other = (each + np.array(off) * PITCH for each in self._ends(side))
            self._laid(self.wobbling(one, other, wobble, 12), colour, max(2, round(width * PITCH)), 0)

    def ridge(self, kind: str, colour: Colour, reach: float) -> None:
        """A crest: short strokes on both sides, a little aslant, no line between them."""
        for side in self.plan.of_kind(kind):
            one, other = self._ends(side)
            along = (other - one) / np.hypot(*(other - one))
            across = np.array([-along[1], along[0]])
            for part in np.linspace(0.05, 0.95, 8):
                start = one + (other - one) * part
                for way in (1, -1):
                    end = start + (way * across + 0.4 * along) * reach * PITCH * self.rng.uniform(0.7, 1.1)
                    self.draw.line([tuple(start + way * across * 2), tuple(end)], fill=colour, width=2)

    def teeth(self, kind: str, colour: Colour) -> None:
        """A cliff: small triangles in a row on the side that it faces."""
        for side in self.plan.of_kind(kind):
            one, other = self._ends(side)
            toward = self.centre(self.plan.facing[side, kind]) - (one + other) / 2
            tip = toward / np.hypot(*toward) * 0.1 * PITCH
            for a, b in pairwise(np.linspace(0.04, 0.96, 6)):
                ends = [one + (other - one) * each for each in (a, b - 0.03)]
                self.draw.polygon([tuple(ends[0]), tuple(ends[1]), tuple(sum(ends) / 2 + tip)], fill=colour)

    def dotted(self, kind: str, colour: Colour, radius: float, step: float) -> None:
        """Dots in a row along hexsides, as minefields and boundaries are printed."""
        for side in self.plan.of_kind(kind):
            for x, y in self._resampled(self.wobbling(*self._ends(side), 0.02), step * PITCH):
                self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def banded(self, kind: str, dark: Colour, light: Colour, width: float) -> None:
        """A railway in dark and light bands."""
        for way in self._all_ways(kind):
            self._laid(way, dark, round(width * PITCH), 0)
            self._laid(way, light, max(2, round(width * PITCH) - 3), 0.24)

    def _all_ways(self, kind: str) -> list[list[Point]]:
        met: dict[object, list[Point]] = {}
        for side in self.plan.of_kind(kind):
            point = self.crossing(side)
            for at in side:
                met.setdefault(at, []).append(point)
        return [way for at, points in met.items() for way in self._ways(at, points)]


def frontier(seed: int) -> Kept:
    """Hills on pale paper: a crest hatched on both sides, winding rivers beside their hexsides, a cased road, banded rails."""
    plan = Plan.of(18, 14, seed + 300)
    plan.cover({"wood": 0.25, "upland": 0.2, "bog": 0.08}, "plain")
    plan.rare("fort", 4)
    plan.along("river", 4.0, 0.0)
    plan.along("crest", 3.5, 0.6, within=0.8)
    plan.along("cliff", 3.0, -0.8, within=0.5, apart=("crest",))
    plan.across("road", 3)
    plan.across("track", 4)
    plan.across("railway", 2)
    board = Other(
        plan, replace(CLASSIC, turn=-0.4, grid=(185, 175, 155), paper=(240, 236, 220), names=(90, 80, 70)), seed
    )
    board.patches({"upland": (231, 221, 196), "wood": (214, 222, 192), "bog": (222, 228, 222)}, 0.1)
    board.strewn(
        "wood", 10, lambda x, y: board.draw.ellipse((x - 4, y - 4, x + 4, y + 4), outline=(130, 150, 105), width=2)
    )
    board.strewn("upland", 4, board.hill)
    board.strewn("bog", 12, board.tuft)
    board.strewn("fort", 9, board.house)
    board.outlines()
    board.beside("river", (105, 150, 190), 0.05, (0.045, -0.055), 0.06)
    board.ridge("crest", (140, 110, 80), 0.11)
    board.teeth("cliff", (95, 85, 75))
    board.net("track", [((95, 80, 65), 0.024)], dash=0.12)
    board.net("road", [((80, 60, 45), 0.085), ((250, 248, 240), 0.055), ((80, 60, 45), 0.012)])
    board.banded("railway", (40, 40, 40), (240, 240, 235), 0.06)
    board.clutter((105, 150, 190), (150, 60, 60))
    board.numbers()
    terrains = ("plain", "wood", "upland", "bog", "fort")
    return kept("frontier", board, KindVocabulary(terrains, ("river", "crest", "cliff"), ("road", "track", "railway")))


def desert(seed: int) -> Kept:
    """A desert on a sideways grid, in sand and ochre: dry wadis, an escarpment in grey strokes, dots for mines, faint tracks."""
    plan = Plan.of(16, 15, seed + 400)
    plan.cover({"dune": 0.25, "stony": 0.25, "salt": 0.08}, "sand")
    plan.rare("oasis", 4)
    plan.along("wadi", 4.0, 0.2)
    plan.along("scarp", 4.0, -0.5, within=0.8, apart=("wadi",))
    plan.along("mines", 3.0, 0.9, within=0.3)
    plan.across("highway", 2)
    plan.across("track", 4)
    style = replace(MODERN, turn=0.5, noise=5.0, grid=(176, 152, 112), paper=(226, 205, 160), names=(120, 95, 60))
    board = Other(plan, style, seed, sideways=True)
    board.patches({"dune": (234, 212, 158), "stony": (212, 190, 150), "salt": (232, 224, 200)}, 0.1)
    board.strewn(
        "dune", 6, lambda x, y: board.draw.arc((x - 11, y - 4, x + 11, y + 8), 200, 340, fill=(205, 178, 120), width=2)
    )
    board.strewn("stony", 18, lambda x, y: board.draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=(165, 145, 110)))
    board.strewn("oasis", 8, board.tree)
    board.texture(0.8, 3.0)
    board.outlines()
    board.beside("wadi", (150, 165, 160), 0.07, (-0.03, 0.04), 0.08)
    board.hachures("scarp", (125, 105, 80), 0.12)
    board.dotted("mines", (150, 50, 40), 3.0, 0.11)
    board.net("track", [((170, 135, 90), 0.024)], dash=0.07)
    board.net("highway", [((90, 70, 55), 0.06)])
    board.clutter((150, 165, 160), (60, 60, 60))
    board.numbers()
    return kept(
        "desert",
        board,
        KindVocabulary(("sand", "dune", "stony", "salt", "oasis"), ("wadi", "scarp", "mines"), ("highway", "track")),
    )


UNLIKE = (frontier, desert)
