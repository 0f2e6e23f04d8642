"""Three more boards kept back, each with what the others lack: coasts in the rivers' blue, grids in the roads' colour, screens.

Their scans are compressed hard, as pictures of maps in modules often are.
"""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise

import numpy as np
from PIL import Image

from adjudicator.model.hexes import Hex
from adjudicator.tracing.proposals import KindVocabulary
from tests.drawn_boards.drawing import PITCH
from tests.drawn_boards.invented import Plan
from tests.drawn_boards.kept_back import Kept, kept
from tests.drawn_boards.style import CLASSIC, MODERN, PAPER, Colour
from tests.drawn_boards.unlike import Other


class Strange(Other):
    """Draws coasts, double rails, slopes, screens and names over half a map."""

    def coast(self, water: str, fill: Colour, line: Colour, width: float) -> None:
        """Sea that keeps to its hexes, with a drawn shore."""
        shore = [side for side in self.plan.between() if self._wet(side.low, water) != self._wet(side.high, water)]
        for at, terrain in self.plan.terrain.items():
            if terrain == water:
                self.draw.polygon([tuple(each) for each in self._blob(at, 0.03)], fill=fill)
        for side in shore:
            self._laid(self.wobbling(*self._ends(side), 0.06, 10), line, max(2, round(width * PITCH)), 0)

    def _wet(self, at: Hex, water: str) -> bool:
        return self.plan.terrain[at] == water

    def double(self, kind: str, colour: Colour, apart: float) -> None:
        """A railway as two thin lines side by side, with nothing between them."""
        for way in self._all_ways(kind):
            line = np.array(way)
            along = np.gradient(line, axis=0)
            across = np.stack([-along[:, 1], along[:, 0]], axis=1) / (np.hypot(*along.T)[:, None] + 1e-6)
            for aside in (-apart / 2, apart / 2):
                self._laid(list(line + across * aside * PITCH), colour, 2, 0)

    def slope(self, kind: str, colour: Colour, reach: float) -> None:
        """A slope: hatching on one side of the hexside only, aslant, with no line along it."""
        for side in self.plan.of_kind(kind):
            one, other = self._ends(side)
            toward = self.centre(self.plan.facing[side, kind]) - (one + other) / 2
            toward = toward / np.hypot(*toward) * PITCH
            for part in np.linspace(0.03, 0.97, 12):
                start = one + (other - one) * part + toward * 0.015
                end = start + toward * reach * self.rng.uniform(0.8, 1.1) + (other - one) * 0.08
                self.draw.line([tuple(start), tuple(end)], fill=colour, width=1)

    def screen(self, kind: str, colour: Colour, step: float, turn: float) -> None:
        """A printer's line screen over the hexes of a terrain: parallel strokes, no tint."""
        direction = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-direction[1], direction[0]])
        for at, terrain in self.plan.terrain.items():
            if terrain == kind:
                for off in np.arange(-0.46, 0.46, step):
                    half = 0.5 * np.sqrt(max(0.0, 0.28 - off**2))
                    middle = self.centre(at) + across * off * PITCH
                    ends = [middle + way * direction * half * 1.7 * PITCH for way in (-1, 1)]
                    self.draw.line([tuple(each) for each in ends], fill=colour, width=2)

    def lettering(self, words: tuple[str, ...], size: float, colour: Colour) -> None:
        """Names of regions in letters as high as a hex is wide, one letter a hex or so."""
        cells = self.layout.cells
        for word in words:
            start = self.centre(cells[int(self.rng.integers(len(cells)))].at)
            step = np.array([1.1, self.rng.normal() * 0.25]) * PITCH
            for place, letter in enumerate(word):
                self.text(start + step * place, letter, size, colour)

    def compressed(self, kept_board: Kept, quality: int) -> Kept:
        """The same board after a hard compression."""
        packed = io.BytesIO()
        Image.fromarray(kept_board.drawn.pixels).save(packed, "JPEG", quality=quality)
        pixels = np.asarray(Image.open(packed).convert("RGB"))
        return replace(kept_board, drawn=replace(kept_board.drawn, pixels=pixels))


def islands(seed: int) -> Kept:
    """Islands: streams in the colour of coast and shallow sea, dashed roads, double-line rails, large names."""
    plan = Plan.of(18, 14, seed + 500)
    plan.cover({"sea": 0.25, "jungle": 0.25, "hills": 0.15}, "open")
    plan.rare("port", 4)
    dry = [side for side in plan.between() if "sea" not in (plan.terrain[side.low], plan.terrain[side.high])]
    plan.along("stream", 3.0, 0.1)
    plan.along("ridge", 3.5, -0.4, within=0.8, apart=("stream",))
    plan.across("road", 4)
    plan.across("rail", 3)
    for side, kinds in plan.sides.items():
        if side not in dry:
            kinds.clear()
    style = replace(PAPER, turn=0.4, grid=(140, 140, 130), paper=(238, 232, 196), noise=4.0)
    board = Strange(plan, style, seed)
    board.patches({"hills": (222, 200, 150), "jungle": (150, 186, 120)}, 0.1)
    board.coast("sea", (186, 216, 228), (120, 170, 200), 0.03)
    board.strewn("jungle", 12, board.tree)
    board.strewn("hills", 5, board.hill)
    board.strewn("port", 12, board.house)
    board.outlines()
    board.lettering(("KALIMAR", "SUND", "OSTLAND"), 0.8, (150, 140, 110))
    board.stream("stream", 0.035, (120, 170, 200), wobble=0.08)
    board.ridge("ridge", (120, 90, 60), 0.1)
    board.net("road", [((150, 90, 60), 0.035)], dash=0.2)
    board.double("rail", (40, 40, 40), 0.07)
    board.clutter((120, 170, 200), (170, 60, 60))
    board.numbers()
    words = KindVocabulary(("open", "jungle", "hills", "sea", "port"), ("stream", "ridge"), ("road", "rail"))
    return board.compressed(kept("islands", board, words), 45)


def ardennes(seed: int) -> Kept:
    """Woods: a thin grid in the very colour of roads and trails, slopes hatched on one side, hedges of dots, strong noise."""
    plan = Plan.of(16, 16, seed + 600)
    plan.cover({"woods": 0.35, "heath": 0.15}, "fields")
    plan.rare("village", 5)
    plan.along("slope", 3.5, 0.2, within=1.0)
    plan.along("brook", 3.0, -0.3)
    plan.along("bocage", 3.0, 0.8, within=0.4, apart=("slope", "brook"))
    plan.across("road", 3)
    plan.across("trail", 4)
    plan.where_both("ford", "brook", "trail")
    style = replace(CLASSIC, turn=-0.3, noise=8.0, grid=(125, 85, 55), paper=(224, 220, 178), names=(30, 30, 30))
    board = Strange(plan, style, seed, sideways=True)
    board.patches({"woods": (128, 158, 100), "heath": (206, 190, 150)}, 0.1)
    board.strewn("woods", 10, lambda x, y: board.draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=(104, 136, 82)))
    board.strewn("heath", 10, board.tuft)
    board.strewn("village", 10, board.house)
    board.texture(0.9, 4.0)
    board.outlines()
    board.slope("slope", (90, 70, 50), 0.16)
    board.stream("brook", 0.03, (96, 140, 170), wobble=0.09)
    board.dotted("bocage", (50, 90, 40), 4.5, 0.13)
    board.net("trail", [((125, 85, 55), 0.026)], dash=0.1)
    board.net("road", [((125, 85, 55), 0.05)])
    for side in plan.of_kind("ford"):
        x, y = (sum(board._ends(side))) / 2
        board.draw.ellipse((x - 7, y - 7, x + 7, y + 7), outline=(30, 60, 120), width=2)
    board.clutter((96, 140, 170), (60, 60, 60))
    board.numbers()
    features = ("slope", "brook", "bocage") + (("ford",) if len(plan.of_kind("ford")) > 2 else ())
    words = KindVocabulary(("fields", "woods", "heath", "village"), features, ("road", "trail"))
    return board.compressed(kept("ardennes", board, words), 40)


def seventies(seed: int) -> Kept:
    """An old print in three inks: terrain by screens and symbols, a broad river, a canal in the same blue, thin rails."""
    plan = Plan.of(18, 14, seed + 700)
    plan.cover({"forest": 0.22, "rough": 0.2, "swamp": 0.07}, "clear")
    plan.rare("town", 5)
    plan.along("river", 4.5, 0.1, within=1.2)
    plan.along("canal", 3.5, -0.8, within=0.6, apart=("river",))
    plan.along("wall", 3.0, 0.9, within=0.4, apart=("river", "canal"))
    plan.across("rail", 3)
    plan.across("road", 4)
    plan.where_both("bridge", "river", "road")
    style = replace(MODERN, turn=0.5, noise=6.0, uneven=0.08, blur=0.8, grid=(100, 96, 90), paper=(226, 216, 190))
    board = Strange(plan, style, seed)
    board.screen("forest", (120, 150, 90), 0.07, 0.6)
    board.screen("rough", (160, 120, 80), 0.1, -0.7)
    board.strewn("swamp", 16, board.tuft)
    board.strewn("town", 22, lambda x, y: board.draw.rectangle((x - 4, y - 4, x + 4, y + 4), fill=(40, 36, 34)))
    board.outlines()
    board.stream("river", 0.09, (110, 150, 180), wobble=0.05)
    for side in plan.of_kind("canal"):
        one, other = board._ends(side)
        board._laid([one, other], (110, 150, 180), 4, 0)
        for a, b in pairwise(board._resampled([one, other], 9)):
            across = np.array([-(b - a)[1], (b - a)[0]]) / 9 * 5
            board.draw.line([tuple(a - across), tuple(a + across)], fill=(110, 150, 180), width=2)
    board.rampart("wall", (120, 116, 110), (0.1, -0.22))
    board.net("road", [((160, 120, 80), 0.04)])
    board.net("rail", [((40, 36, 34), 0.022)], ties=0.12)
    board.spans("bridge", (40, 36, 34))
    board.lettering(("NORDMARK", "LAUT"), 0.6, (120, 116, 110))
    board.clutter((110, 150, 180), (40, 36, 34))
    board.numbers()
    features = ("river", "canal", "wall") + (("bridge",) if len(plan.of_kind("bridge")) > 2 else ())
    words = KindVocabulary(("clear", "forest", "rough", "swamp", "town"), features, ("road", "rail"))
    return board.compressed(kept("seventies", board, words), 50)


STRANGE = (islands, ardennes, seventies)
