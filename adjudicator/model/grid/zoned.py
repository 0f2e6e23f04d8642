"""Zones over a background grid, each with its own way of naming points (VASSAL's `ZonedGrid` and `Zone`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.lean import dataclass
from adjudicator.model.grid.hexagonal import HexGrid, PrintedHex
from adjudicator.model.grid.numbering import LONGEST_NAME, Format, Variable, fill
from adjudicator.model.grid.polygon import Outline
from adjudicator.model.grid.protocol import Grid
from adjudicator.model.grid.regions import RegionGrid

ZONE_NAME: Format = (Variable("name"),)
SLACK = 0.15
"""How much of the way to its corners a hex may lose: grids are laid on pictures by hand."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area; `format` makes its locations from `name` and `gridLocation`.

    `grid` is the one that rules inside, be it the zone's own or the background; None where nothing is printed.
    """

    name: str
    outline: Outline
    format: Format = ZONE_NAME
    grid: Grid | None = None

    def contains(self, x: int, y: int) -> bool:
        return self.outline.contains(x, y)

    def location(self, x: int, y: int) -> str:
        """The zone's name for a point: always a text, be it empty."""
        asked = self.grid if self._asks_grid() else None
        return self._named((asked.location(x, y) if asked else None) or "")

    def says(self, x: int, y: int) -> str:
        """The same without numbers of our own."""
        asked = self.grid if self._asks_grid() else None
        return self._named((asked.says(x, y) if asked else None) or "")

    def prints(self, x: int, y: int) -> bool:
        """Whether the name is the board's own: the grid matters only if the format asks it."""
        return not self._asks_grid() or self.grid is None or self.grid.prints(x, y)

    def snap(self, x: int, y: int) -> tuple[int, int]:
        return self.grid.snap(x, y) if self.grid else (x, y)

    def point(self, location: str) -> tuple[int, int] | None:
        """Where a name leads inside the zone: the grid's point, or the middle for a name without a number."""
        if len(location) > LONGEST_NAME:
            return None
        written, groups = "", 0
        for part in self.format:
            if isinstance(part, str):
                written += re.escape(part)
            elif part.name == "name":
                written += re.escape(self.name)
            elif part.name == "gridLocation" and self.grid is not None:
                written, groups = written + "(.*)", groups + 1
        match = re.fullmatch(written, location) if written and groups < 3 else None
        if match is None:
            return None
        found = self.grid.point(match.group(groups)) if groups and self.grid else self.outline.middle()
        return found if found and self.contains(*found) else None

    def _named(self, number: str) -> str:
        return fill(self.format, {"name": self.name, "gridLocation": number})

    def _asks_grid(self) -> bool:
        return any(isinstance(part, Variable) and part.name == "gridLocation" for part in self.format)


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """The first zone that holds a point rules it; outside zones the background does."""

    zones: tuple[Zone, ...]
    background: Grid | None = None

    def zone_at(self, x: int, y: int) -> Zone | None:
        """The zone that holds the point."""
        return next((zone for zone in self.zones if zone.contains(x, y)), None)

    def location(self, x: int, y: int) -> str | None:
        zone = self.zone_at(x, y)
        if zone is not None:
            return zone.location(x, y)
        return self.background.location(x, y) if self.background else None

    def says(self, x: int, y: int) -> str | None:
        zone = self.zone_at(x, y)
        if zone is not None:
            return zone.says(x, y)
        return self.background.says(x, y) if self.background else None

    def prints(self, x: int, y: int) -> bool:
        zone = self.zone_at(x, y)
        if zone is not None:
            return zone.prints(x, y)
        return self.background is not None and self.background.prints(x, y)

    def zone(self, x: int, y: int) -> str | None:
        zone = self.zone_at(x, y)
        return zone.name if zone else None

    def snap(self, x: int, y: int) -> tuple[int, int]:
        zone = self.zone_at(x, y)
        if zone is not None:
            return zone.snap(x, y)
        return self.background.snap(x, y) if self.background else (x, y)

    def point(self, location: str) -> tuple[int, int] | None:
        for zone in self.zones:
            found = zone.point(location)
            if found is not None:
                return found
        return self.background.point(location) if self.background else None

    def region_point(self, location: str) -> tuple[int, int] | None:
        """The point of a region of that name in a zone, though the zone's places have other names."""
        for zone in self.zones:
            found = zone.grid.point(location) if isinstance(zone.grid, RegionGrid) else None
            if found is not None and zone.contains(*found):
                return found
        return None


def hex_grids(grid: Grid | None) -> tuple[HexGrid, ...]:
    """The hex grids in a grid, the largest part of the board first: background, then zones in order."""
    if isinstance(grid, HexGrid):
        return (grid,)
    if not isinstance(grid, ZonedGrid):
        return ()
    found = [each for part in (grid.background, *(zone.grid for zone in grid.zones)) for each in hex_grids(part)]
    return tuple(dict.fromkeys(found))


def hex_at(grid: Grid | None, x: int, y: int) -> PrintedHex | None:
    """The hex that holds a point of the board, None where no hexes are."""
    if isinstance(grid, ZonedGrid):
        zone = grid.zone_at(x, y)
        found = hex_at(zone.grid if zone else grid.background, x, y)
        if found is None or zone is None:
            return found
        return PrintedHex(found.column, found.row, found.x, found.y, zone.location(found.x, found.y), found.grid)
    return grid.printed(*grid.hex(x, y)) if isinstance(grid, HexGrid) else None


def hexes(grid: Grid | None) -> Iterator[PrintedHex]:
    """Every hex of a board whose centre lies on it and in the part that its grid rules."""
    if isinstance(grid, HexGrid):
        yield from grid.hexes()
    elif isinstance(grid, ZonedGrid):
        if grid.background is not None:
            yield from (each for each in hexes(grid.background) if grid.zone_at(each.x, each.y) is None)
        for zone in grid.zones:
            for each in _hexes_inside(zone):
                if grid.zone_at(each.x, each.y) is zone:
                    yield PrintedHex(each.column, each.row, each.x, each.y, zone.location(each.x, each.y), each.grid)


def is_counted(each: PrintedHex) -> bool:
    """Whether a map may print the hex's number: the grid goes on above and left of the first hex, with numbers below zero."""
    numbering = each.grid.numbering
    counted = numbering.parse(each.grid.location(each.x, each.y) or "") if numbering is not None else None
    if numbering is None or counted is None:
        return True
    return counted[0] + numbering.across >= 0 and counted[1] + numbering.down >= 0


def is_whole(grid: Grid | None, size: tuple[int, int], each: PrintedHex) -> bool:
    """Whether all of a hex lies on its board, and where hexes are: the edge of a board or zone cuts no corner off."""
    for x, y in each.corners():
        inner = round(x + (each.x - x) * SLACK), round(y + (each.y - y) * SLACK)
        if not (0 <= inner[0] < size[0] and 0 <= inner[1] < size[1]) or hex_at(grid, *inner) is None:
            return False
    return True


def _hexes_inside(zone: Zone) -> Iterator[PrintedHex]:
    """The hexes whose centre lies in the zone's bounding box."""
    if isinstance(zone.grid, HexGrid):
        yield from zone.grid.hexes(*zone.outline.box)
    elif isinstance(zone.grid, ZonedGrid):
        yield from hexes(zone.grid)
