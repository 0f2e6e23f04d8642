"""Grids of the model as those of a VASSAL board: hexes, squares, regions and zones, with their numbering."""

from __future__ import annotations

from lxml import etree

from adjudicator.exporters.vassal.box.buildfile import number
from adjudicator.exporters.vassal.box.parts import GRID
from adjudicator.exporters.vassal.elements import add_part, rgb
from adjudicator.model.grid import Grid, HexGrid, Numbering, RegionGrid, SquareGrid, Variable, ZonedGrid


def comes_back(grid: Grid | None) -> bool:
    """Whether the grid comes back as it is."""
    if isinstance(grid, HexGrid | SquareGrid):
        return grid.numbering is None or all(isinstance(part, Variable) for part in grid.numbering.format)
    return grid is None or isinstance(grid, RegionGrid)


def add_grid(parent: etree._Element, grid: Grid | None) -> None:
    if isinstance(grid, ZonedGrid):
        zoned = add_part(parent, GRID + "ZonedGrid")
        for zone in grid.zones:
            path = ";".join(f"{x},{y}" for x, y in zone.outline.points)
            text = "".join(part if isinstance(part, str) else f"${part.name}$" for part in zone.format)
            own = zone.grid is not None and zone.grid is not grid.background
            made = add_part(
                zoned,
                GRID + "mapgrid.Zone",
                name=zone.name,
                locationFormat=text,
                path=path,
                useParentGrid="false" if own or zone.grid is None else "true",
            )
            add_grid(made, zone.grid if own else None)
        add_grid(zoned, grid.background)
    elif isinstance(grid, RegionGrid):
        regions = add_part(parent, GRID + "RegionGrid", snapto=str(grid.snaps).lower(), fontsize="9", visible="false")
        for region in grid.regions:
            add_part(regions, GRID + "Region", name=region.name, originx=str(region.x), originy=str(region.y))
    elif isinstance(grid, HexGrid | SquareGrid):
        _cells(parent, grid)


def _cells(parent: etree._Element, grid: HexGrid | SquareGrid) -> None:
    hexes = isinstance(grid, HexGrid)
    made = add_part(
        parent,
        GRID + ("HexGrid" if hexes else "SquareGrid"),
        dx=number(grid.dx),
        dy=number(grid.dy),
        x0=str(grid.x0),
        y0=str(grid.y0),
        snapTo=str(grid.snaps).lower(),
        edgesLegal=str(grid.edges).lower(),
        cornersLegal=str(grid.corners_too).lower(),
        visible=str(grid.visible).lower(),
        color=rgb(grid.colour),
        **({"sideways": str(grid.sideways).lower()} if isinstance(grid, HexGrid) else {}),
    )
    if grid.numbering is not None:
        _numbering(made, grid.numbering, "HexGridNumbering" if hexes else "SquareGridNumbering")


def _numbering(parent: etree._Element, numbering: Numbering, kind: str) -> None:
    add_part(
        parent,
        GRID + "mapgrid." + kind,
        first="H" if numbering.column_first else "V",
        sep=numbering.separator,
        hType="A" if numbering.column_letters else "N",
        vType="A" if numbering.row_letters else "N",
        hLeading=str(numbering.column_leading),
        vLeading=str(numbering.row_leading),
        hOff=str(numbering.across),
        vOff=str(numbering.down),
        hDescend=str(numbering.columns_descend).lower(),
        vDescend=str(numbering.rows_descend).lower(),
        stagger=str(numbering.stagger).lower(),
        locationFormat="".join(part if isinstance(part, str) else f"${part.name}$" for part in numbering.format),
        visible="false",
    )
