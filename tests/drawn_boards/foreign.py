"""Three boards on which nothing was ever tuned: made when the tracer had learnt to read those hard to read, and kept back.

They mix what is known into other styles: a winter map in greys, a river delta in greens, a colony in browns.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.tracing.proposals import KindVocabulary
from tests.drawn_boards.invented import Plan
from tests.drawn_boards.kept_back import Kept, kept
from tests.drawn_boards.strange import Strange
from tests.drawn_boards.style import CLASSIC, MODERN, PAPER


def winter(seed: int) -> Kept:
    """Snow: pale ground, a frozen river hardly bluer than it, wire of crosses, a dyke seen from the side, dashed tracks."""
    plan = Plan.of(17, 15, seed + 800)
    plan.cover({"pines": 0.3, "bog": 0.12, "ridgeland": 0.14}, "snow")
    plan.rare("hamlet", 4)
    plan.along("ice river", 4.0, 0.1, within=1.2)
    plan.along("wire", 3.0, -0.6, within=0.6, apart=("ice river",))
    plan.along("dyke", 3.5, 0.8, within=0.5, apart=("ice river", "wire"))
    plan.across("highroad", 3)
    plan.across("track", 4)
    plan.where_both("crossing", "ice river", "highroad")
    style = replace(PAPER, turn=-0.4, noise=6.0, uneven=0.06, grid=(150, 160, 170), paper=(232, 236, 240))
    board = Strange(plan, style, seed)
    board.patches({"pines": (176, 196, 186), "bog": (206, 214, 200), "ridgeland": (214, 208, 206)}, 0.09)
    board.strewn("pines", 14, board.tree)
    board.strewn("bog", 12, board.tuft)
    board.strewn("ridgeland", 6, board.hill)
    board.strewn("hamlet", 11, board.house)
    board.texture(0.8, 4.0)
    board.outlines()
    board.stream("ice river", 0.08, (160, 190, 214), wobble=0.08)
    board.crosses("wire", (70, 70, 80))
    board.net("track", [((120, 110, 110), 0.03)], dash=0.11)
    board.net("highroad", [((90, 80, 80), 0.07), ((244, 240, 232), 0.035)])
    board.rampart("dyke", (150, 150, 140), (-0.14, 0.16))
    board.spans("crossing", (50, 50, 60))
    board.clutter((160, 190, 214), (120, 40, 40))
    board.numbers()
    features = ("ice river", "wire", "dyke") + (("crossing",) if len(plan.of_kind("crossing")) > 2 else ())
    words = KindVocabulary(("snow", "pines", "bog", "ridgeland", "hamlet"), features, ("highroad", "track"))
    return board.compressed(kept("winter", board, words), 45)


def delta(seed: int) -> Kept:
    """A delta on a sideways grid: channels beside a sea of their blue, dykes of dots, double rails, a screen for paddies."""
    plan = Plan.of(16, 16, seed + 900)
    plan.cover({"water": 0.2, "paddy": 0.25, "grove": 0.18}, "plain")
    plan.rare("temple", 4)
    dry = [side for side in plan.between() if "water" not in (plan.terrain[side.low], plan.terrain[side.high])]
    plan.along("channel", 3.5, 0.0)
    plan.along("levee", 3.0, 0.7, within=0.5, apart=("channel",))
    plan.along("bluff", 3.0, -0.7, within=0.8, apart=("channel", "levee"))
    plan.across("causeway", 4)
    plan.across("rail", 3)
    for side, kinds in plan.sides.items():
        if side not in dry:
            kinds.clear()
    style = replace(MODERN, turn=0.4, noise=5.0, grid=(90, 110, 90), paper=(214, 224, 180), names=(30, 40, 30))
    board = Strange(plan, style, seed, sideways=True)
    board.screen("paddy", (130, 170, 120), 0.09, 0.3)
    board.patches({"grove": (140, 180, 110)}, 0.1)
    board.coast("water", (150, 190, 206), (80, 130, 160), 0.025)
    board.strewn("grove", 10, lambda x, y: board.draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=(100, 146, 80)))
    board.strewn("temple", 10, board.house)
    board.outlines()
    board.lettering(("MEKHAR", "DELTA"), 0.7, (120, 140, 110))
    board.stream("channel", 0.04, (80, 130, 160), wobble=0.08)
    board.dotted("levee", (110, 90, 50), 4.0, 0.12)
    board.slope("bluff", (110, 90, 60), 0.14)
    board.net("causeway", [((150, 100, 60), 0.04)])
    board.double("rail", (40, 40, 40), 0.06)
    board.clutter((80, 130, 160), (150, 50, 110))
    board.numbers()
    words = KindVocabulary(
        ("plain", "paddy", "grove", "water", "temple"), ("channel", "levee", "bluff"), ("causeway", "rail")
    )
    return board.compressed(kept("delta", board, words), 50)


def colony(seed: int) -> Kept:
    """A colony in browns: dry river beds, escarpments of strokes, borders in dashes, a road and a trail of one brown."""
    plan = Plan.of(18, 14, seed + 1000)
    plan.cover({"scrub": 0.25, "dunes": 0.15, "upland": 0.18}, "savanna")
    plan.rare("fort", 5)
    plan.along("wadi", 4.0, 0.2)
    plan.along("escarpment", 3.5, -0.5, within=0.9, apart=("wadi",))
    plan.along("border", 7.0, 0.5)
    plan.across("road", 4)
    plan.across("trail", 4)
    plan.where_both("ford", "wadi", "road")
    style = replace(CLASSIC, turn=0.3, noise=7.0, grid=(140, 120, 96), paper=(230, 214, 170), names=(60, 40, 20))
    board = Strange(plan, style, seed)
    board.patches({"scrub": (200, 200, 140), "dunes": (240, 226, 180), "upland": (206, 176, 130)}, 0.1)
    board.strewn("scrub", 12, board.tuft)
    board.strewn("upland", 6, board.hill)
    board.strewn("fort", 20, lambda x, y: board.draw.rectangle((x - 4, y - 4, x + 4, y + 4), fill=(90, 50, 40)))
    board.texture(0.9, 4.0)
    board.outlines()
    board.stream("wadi", 0.05, (150, 160, 150), wobble=0.1)
    board.hachures("escarpment", (120, 84, 50), 0.12)
    for side in plan.of_kind("border"):
        board._laid(board.wobbling(*board._ends(side), 0.02), (170, 60, 60), 4, 0.18)
    board.net("trail", [((130, 90, 60), 0.028)], dash=0.1)
    board.net("road", [((130, 90, 60), 0.055)])
    board.spans("ford", (60, 60, 120))
    board.clutter((150, 160, 150), (60, 60, 60))
    board.numbers()
    features = ("wadi", "escarpment", "border") + (("ford",) if len(plan.of_kind("ford")) > 2 else ())
    words = KindVocabulary(("savanna", "scrub", "dunes", "upland", "fort"), features, ("road", "trail"))
    return board.compressed(kept("colony", board, words), 45)


FOREIGN = (winter, delta, colony)
