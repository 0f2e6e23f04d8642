"""Pixel to location and back: what printed grids call the points of a board, and where their names lie.

Every grid answers exactly as VASSAL 3.7 does, to the pixel; facts from its `HexGrid`, `SquareGrid`, `RegionGrid`,
`ZonedGrid`, `RegularGridNumbering` and `Zone`.
"""

from __future__ import annotations

from adjudicator.model.grid.hexagonal import HexGrid, PrintedHex
from adjudicator.model.grid.numbering import Format, Numbering, Variable
from adjudicator.model.grid.polygon import Outline
from adjudicator.model.grid.protocol import Grid
from adjudicator.model.grid.regions import Region, RegionGrid
from adjudicator.model.grid.square import SquareGrid
from adjudicator.model.grid.zoned import Zone, ZonedGrid, hex_at, hex_grids, hexes, is_counted, is_whole

__all__ = [
    "Format",
    "Grid",
    "HexGrid",
    "Numbering",
    "Outline",
    "PrintedHex",
    "Region",
    "RegionGrid",
    "SquareGrid",
    "Variable",
    "Zone",
    "ZonedGrid",
    "hex_at",
    "hex_grids",
    "hexes",
    "is_counted",
    "is_whole",
]
