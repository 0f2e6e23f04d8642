"""Renders a map of 24,000 × 16,000 pixels with 1,500 different counters and prints processor time and memory.

Run it as `python tests/benchmarks/render_large_map.py [width height counters] [--overlay]`. The memory printed is the
peak of a fresh process that does nothing but the rendering.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyvips
from immutables import Map

from adjudicator.model.counters import Counter, Design, Spot
from adjudicator.model.grid import HexGrid, Numbering
from adjudicator.model.module import Board, GameMap, MapKind, Module, PlacedBoard
from adjudicator.model.state import GameState
from exporters import write
from exporters.liveries import LIVERIES
from exporters.map_picture import View, hexes_of, map_drawing
from exporters.overlay import SUPPLIED, HexMark, supply_overlay, zoc_overlay
from exporters.pictures import as_picture, as_png, from_svg
from exporters.symbols import SIZES, UNIT_KINDS, CounterSpec, counter_svg


def board_file(path: Path, width: int, height: int) -> None:
    """A painted-looking board, made without holding it in memory."""
    noise = pyvips.Image.perlin(width, height, cell_size=256, uchar=True)
    bands = [(noise * gain + base).cast("uchar") for gain, base in ((0.3, 150), (0.25, 165), (0.2, 130))]
    bands[0].bandjoin(bands[1:]).copy(interpretation="srgb").pngsave(str(path), compression=3)


def png_of(markup: str) -> bytes:
    return as_png(as_picture(from_svg(markup, 75, 75)))


def table(board: Path, width: int, height: int, count: int) -> tuple[Module, GameState]:
    dice = random.Random(7)
    kinds, liveries = list(UNIT_KINDS), list(LIVERIES.values())
    images: dict[str, bytes] = {}
    counters = {}
    for number in range(count):
        spec = CounterSpec(
            kinds[number % len(kinds)],
            SIZES[number % 8],
            liveries[number % len(liveries)],
            (str(number % 17), "5"),
            left=str(number),
        )
        name = f"unit{number}"
        images[name] = png_of(counter_svg(spec, 75))
        spot = Spot("Main", dice.randrange(width), dice.randrange(height))
        counters[name] = Counter(name, name, spot, Design(name, image=name, size=(75, 75)), order=number)
    grid = HexGrid(dx=104.0, dy=120.0, x0=0, y0=60, numbering=Numbering(), size=(width, height))
    printed = Board("Big", "board", (width, height), grid)
    game_map = GameMap("Main", "Map0", MapKind.PUBLIC, (printed,), (PlacedBoard(printed, 0, 0, 0, 0),))
    return Module(
        "Large", "1", maps=(game_map,), image=lambda name: board.read_bytes() if name == "board" else images.get(name)
    ), GameState(counters=Map(counters))


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--board"]:
        board_file(Path(arguments[1]), int(arguments[2]), int(arguments[3]))
        return
    numbers = [int(each) for each in arguments if each.isdecimal()]
    width, height, count = numbers if len(numbers) == 3 else (24_000, 16_000, 1_500)
    folder = Path(tempfile.gettempdir())
    board = folder / f"benchmark-board-{width}x{height}.png"
    if not board.exists():  # made by another process, whose memory is not that of the drawing
        subprocess.run([sys.executable, __file__, "--board", str(board), str(width), str(height)], check=True)
    module, state = table(board, width, height, count)
    began = time.process_time()
    overlays = ()
    if "--overlay" in arguments:
        hexes = list(hexes_of(module.maps[0], state).by_number.values())[::10][:2000]
        marks = [HexMark(each.corners, "Blue") for each in hexes]
        supplied = [HexMark(each.corners, SUPPLIED) for each in hexes[::2]]
        overlays = (zoc_overlay(marks, ("Blue",), 120.0), supply_overlay(supplied, (), (), 120.0))
    drawing, _ = map_drawing(module, state, view=View(scale=1.0, overlays=overlays, title="Large map"))
    drawn = time.process_time()
    out = folder / "benchmark-map.png"
    write(out, drawing)
    done = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pixels = width * height / 1e6
    print(
        f"{width} x {height}, {count} counters{', overlay' if overlays else ''}: {out.stat().st_size / 1e6:.0f} MB file"
    )
    print(
        f"drawing made in {drawn - began:.1f} s, written in {done - drawn:.1f} s ({pixels / (done - drawn):.0f} Mpx/s)"
    )
    print(f"peak memory {peak:.0f} MB, board file {len(module.image('board') or b'') / 1e6:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
