"""A sheet as a PNG: drawn tile by tile, so that a huge board needs no more memory than a few tiles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import pyvips

from adjudicator.errors import WriteError
from adjudicator.exporters import lettering
from adjudicator.exporters.theatre_map import painter
from adjudicator.exporters.theatre_map.marks import Bounds, SvgMark, joined
from adjudicator.exporters.theatre_map.sheet import MapSheet, wrap

TILE = 2048
FEW_TILES = 6
MOST_PROCESSES = 4
FONTS = [str(lettering.REGULAR), str(lettering.BOLD)]

Tiles = dict[tuple[int, int], list[SvgMark]]


def write_png(sheet: MapSheet, path: Path, progress: Callable[[int, int], None] | None = None) -> tuple[int, int]:
    """Draw the sheet into a PNG without metadata and give its size; `progress` hears of tiles done and in all."""
    width, height = sheet.layout.size
    across, down = -(-width // TILE), -(-height // TILE)
    drawn: list[pyvips.Image] = []
    for png in _drawn(sheet, [(column, row) for row in range(down) for column in range(across)]):
        drawn.append(pyvips.Image.new_from_buffer(png, "", access="sequential").flatten(background=[255, 255, 255]))
        if progress is not None:
            progress(len(drawn), across * down)
    strips = []
    for row in range(down):
        strip = _beside(drawn[row * across : (row + 1) * across], across)
        strips.append(strip.crop(0, 0, width, min(TILE, height - row * TILE)))
    _beside(strips, 1).crop(0, 0, width, height).pngsave(str(path), compression=6, filter="none", keep="none")
    return width, height


def _beside(images: list[pyvips.Image], across: int) -> pyvips.Image:
    """Images in rows of `across`; all but the last of a row and column have one size."""
    return images[0] if len(images) == 1 else pyvips.Image.arrayjoin(images, across=across)


def _drawn(sheet: MapSheet, places: list[tuple[int, int]]) -> Iterator[bytes]:
    """The tiles as PNG, in order; many of them by several processes."""
    tiles = _by_tile(sheet.marks)

    def markup(place: tuple[int, int]) -> str:
        return wrap(joined(tiles[place]), _box(place, sheet.layout.size), sheet.paper)

    if len(places) <= FEW_TILES:
        yield from (_painted_here(markup(place)) for place in places)
        return
    with ThreadPoolExecutor(min(MOST_PROCESSES, os.cpu_count() or 1)) as pool:
        yield from pool.map(lambda place: _painted_apart(markup(place)), places)


@lru_cache(maxsize=4)
def _painted_here(markup: str) -> bytes:
    """A tile drawn in this process, once for all reports of games on the same map."""
    return painter.paint(markup, lettering.FAMILY, FONTS)


def _painted_apart(markup: str) -> bytes:
    """A tile drawn by a process of its own."""
    command = [sys.executable, painter.__file__, lettering.FAMILY, *FONTS]
    done = subprocess.run(command, input=markup.encode("utf-8"), capture_output=True, check=False)  # noqa: S603 - our own file
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise WriteError(f"a tile of the board could not be drawn ({last})")
    return done.stdout


def _by_tile(marks: tuple[SvgMark, ...]) -> Tiles:
    """Marks in drawing order under every tile that they touch."""
    found: Tiles = defaultdict(list)
    for mark in marks:
        left, top, right, bottom = (int(edge // TILE) for edge in mark.bounds)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                found[column, row].append(mark)
    return found


def _box(place: tuple[int, int], size: tuple[int, int]) -> Bounds:
    """The rectangle of a tile."""
    left, top = place[0] * TILE, place[1] * TILE
    return float(left), float(top), float(min(size[0], left + TILE)), float(min(size[1], top + TILE))
