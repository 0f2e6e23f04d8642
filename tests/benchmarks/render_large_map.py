"""Renders maps of 24,000 × 16,000 pixels with 1,500 counters and of 5,100 × 4,200 with 400: times, the floor, and peak memory.

The floor is what any program has to do with the same board: libvips reads it and writes it again as PNG, in the same run.
`python tests/benchmarks/render_large_map.py WIDTH HEIGHT COUNTERS [--overlay]` renders one of another size. Each is drawn in
a process that does nothing else, so the memory is that of the drawing. Ends with 1 beyond 20 s, 2 s or 300 MB.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pyvips

from adjudicator.exporters import write
from adjudicator.exporters.drawing import Layer
from adjudicator.exporters.liveries import LIVERIES
from adjudicator.exporters.map_picture import MapView, hexes_of, map_drawing
from adjudicator.exporters.overlay import SUPPLIED, HexMark, supply_overlay, zoc_overlay
from adjudicator.exporters.pictures import as_picture, as_png, from_svg
from adjudicator.exporters.symbols import SIZES, UNIT_KINDS, CounterSpec, counter_svg
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import Counter, Design, Spot
from adjudicator.model.grid import HexGrid, Numbering
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.state import GameState
from adjudicator.persistent import PersistentMap

SIZES_DRAWN = ((24_000, 16_000, 1_500, 20.0), (5_100, 4_200, 400, 2.0))
"""Width, height, counters, and the seconds of processor time that are allowed."""
MOST_MEGABYTES = 300


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
        "Large",
        "1",
        maps=(game_map,),
        image=lambda name: board.read_bytes() if name == "board" else images.get(name),
        streamed=lambda name: _pieces(board) if name == "board" else None,
    ), GameState(counters=PersistentMap(counters))


def _pieces(board: Path) -> Iterator[bytes]:
    """The board as a box streams it."""
    with board.open("rb") as file:
        while piece := file.read(1 << 16):
            yield piece


def draw(board: Path, width: int, height: int, count: int, *, overlay: bool) -> None:
    """Draw one map, and print seconds of processor time and megabytes."""
    module, state = table(board, width, height, count)
    began = time.process_time()
    overlays = _overlays(module, state) if overlay else ()
    drawing, _ = map_drawing(module, state, view=MapView(scale=1.0, overlays=overlays, title="Large map"))
    drawn = time.process_time()
    out = board.with_name("map.png")
    write(out, drawing)
    done = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(drawn - began, done - drawn, peak, out.stat().st_size / 1e6)


def _overlays(module: Module, state: GameState) -> tuple[Layer, ...]:
    hexes = list(hexes_of(module.maps[0], state).by_number.values())[::10][:2000]
    marks = [HexMark(each.corners, "Blue") for each in hexes]
    supplied = [HexMark(each.corners, SUPPLIED) for each in hexes[::2]]
    return zoc_overlay(marks, ("Blue",), 120.0), supply_overlay(supplied, (), (), 120.0)


def floor(board: Path) -> None:
    """Read a board and write it again, and print seconds of processor time."""
    began = time.process_time()
    again = pyvips.Image.new_from_file(str(board), access="sequential")
    again.pngsave(str(board.with_name("again.png")), compression=6, keep="none")
    print(time.process_time() - began)


def measured(width: int, height: int, count: int, allowed: float, *, overlay: bool) -> bool:
    """One size, each part in a process of its own; whether it keeps within what is allowed."""
    size = (str(width), str(height), str(count))
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        _part("--board", str(board), *size)
        (least,) = _part("--floor", str(board), *size)
        made, written, peak, megabytes = _part("--draw", str(board), *size, *(("--overlay",) if overlay else ()))
        weight = board.stat().st_size / 1e6
    taken = made + written
    print(f"{width} x {height}, {count} counters{', overlay' if overlay else ''}: a file of {megabytes:.0f} MB")
    print(
        f"  drawing made in {made:.1f} s, written in {written:.1f} s: {taken / least:.1f} x the floor ({least:.1f} s)"
    )
    print(f"  peak memory {peak:.0f} MB; the board's file has {weight:.0f} MB")
    return taken <= allowed and peak <= MOST_MEGABYTES


def _part(*words: str) -> list[float]:
    """What a process of this file prints."""
    told = subprocess.run([sys.executable, __file__, *words], check=True, capture_output=True, text=True)
    return [float(each) for each in told.stdout.split()]


def main(arguments: list[str]) -> int:
    numbers = [int(each) for each in arguments if each.isdecimal()]
    match arguments[:1]:
        case ["--board"]:
            board_file(Path(arguments[1]), *numbers[:2])
            return 0
        case ["--floor"]:
            floor(Path(arguments[1]))
            return 0
        case ["--draw"]:
            draw(Path(arguments[1]), *numbers[:3], overlay="--overlay" in arguments)
            return 0
    sizes = ((*numbers, float("inf")),) if len(numbers) == 3 else SIZES_DRAWN
    kept = [measured(*each, overlay="--overlay" in arguments) for each in sizes]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
