"""A sheet as a PNG: drawn tile by tile, so that a huge board needs no more memory than one row of tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pyvips
import resvg_py

from exporters import lettering
from exporters.theatre_map.marks import Bounds, Mark, joined
from exporters.theatre_map.sheet import MapSheet, wrap

TILE = 2048


def write_png(sheet: MapSheet, path: Path, progress: Callable[[int, int], None] | None = None) -> tuple[int, int]:
    """Draw the sheet into a PNG without metadata and give its size; `progress` hears of tile rows done and in all."""
    width, height = sheet.layout.size
    tiles = _by_tile(sheet.marks)
    rows = range(0, height, TILE)
    strips: list[pyvips.Image] = []
    for done, top in enumerate(rows, 1):
        bottom = min(height, top + TILE)
        strips.append(_strip(sheet, tiles, top, bottom, width))
        if progress is not None:
            progress(done, len(rows))
    picture = strips[0] if len(strips) == 1 else pyvips.Image.arrayjoin(strips, across=1)
    # arrayjoin pads every strip to the tallest one; the last may be lower.
    picture = picture.crop(0, 0, width, height)
    picture.pngsave(str(path), compression=6, filter="none", keep="none", palette=False)
    return width, height


def _by_tile(marks: tuple[Mark, ...]) -> dict[tuple[int, int], list[Mark]]:
    """Marks in drawing order under every tile that they touch."""
    found: dict[tuple[int, int], list[Mark]] = defaultdict(list)
    for mark in marks:
        left, top, right, bottom = (int(edge // TILE) for edge in mark.bounds)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                found[column, row].append(mark)
    return found


def _strip(
    sheet: MapSheet, tiles: dict[tuple[int, int], list[Mark]], top: int, bottom: int, width: int
) -> pyvips.Image:
    """One row of tiles, kept as compressed PNG pieces until it is needed."""
    pieces = []
    for left in range(0, width, TILE):
        right = min(width, left + TILE)
        inside = joined(tiles[left // TILE, top // TILE])
        pieces.append(_tile(inside, (float(left), float(top), float(right), float(bottom)), sheet.paper))
    return (
        pieces[0]
        if len(pieces) == 1
        else pyvips.Image.arrayjoin(pieces, across=len(pieces)).crop(0, 0, width, bottom - top)
    )


def _tile(markup: str, box: Bounds, paper: str) -> pyvips.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=wrap(markup, box, paper),
        skip_system_fonts=True,
        font_files=[str(lettering.REGULAR), str(lettering.BOLD)],
        font_family=lettering.FAMILY,
        sans_serif_family=lettering.FAMILY,
    )
    return pyvips.Image.new_from_buffer(png, "", access="sequential").flatten(background=[255, 255, 255])
