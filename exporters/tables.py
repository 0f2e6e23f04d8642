"""Tables for spreadsheets (CSV, RFC 4180, UTF-8): counters and where they lie, units of a pack, hexes of a theatre or board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.errors import WriteError
from adjudicator.model.grid import Grid, PrintedHex, Region, RegionGrid, ZonedGrid, hexes
from adjudicator.model.module import Board, Module
from adjudicator.model.theatre import Theatre
from adjudicator.record.position import Position
from exporters.atomic import write_text
from exporters.losses import Aspect, Content, Fate, Holds, Loss, LossReport, survey
from exporters.spreadsheet import rows_as_csv
from exporters.viewer import Viewer

NAME = "CSV"
COUNTERS = (
    "id",
    "name",
    "map",
    "board",
    "zone",
    "location",
    "number",
    "x",
    "y",
    "stack",
    "index",
    "angles",
    "levels",
    "texts",
)
UNITS = ("id", "name", "side", "type", "hex", "location", "face", "marks", "counter")
HEXES = ("number", "column", "row", "terrain", "tags", "places")
LOCATIONS = ("map", "board", "location", "x", "y")
MOST_HEXES = 1_000_000

HOLDS: Holds = {
    Aspect.COUNTERS: (Fate.CARRIED, ""),
    Aspect.NAMES: (Fate.CARRIED, ""),
    Aspect.POSITIONS: (Fate.CARRIED, ""),
    Aspect.STACKS: (Fate.APPROXIMATED, "a counter names its stack and place in it"),
    Aspect.DECKS: (Fate.APPROXIMATED, "a counter names its deck and place in it"),
    Aspect.ANGLES: (Fate.CARRIED, ""),
    Aspect.LEVELS: (Fate.CARRIED, ""),
    Aspect.TEXTS: (Fate.APPROXIMATED, "several texts stand in one cell"),
    Aspect.CONCEALMENT: (Fate.DROPPED, "only what everybody may see is written"),
}

BOX_HOLDS: Holds = {
    Aspect.MAPS: (Fate.APPROXIMATED, "a location names its map"),
    Aspect.BOARDS: (Fate.APPROXIMATED, "a location names its board"),
    Aspect.GRIDS: (Fate.APPROXIMATED, "hexes and named points with their places; squares and zones are not listed"),
}


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write the counters that everybody may see; of a box without a game, the locations that its boards print."""
    if content.state is None and content.module is not None:
        write_text(path, rows_as_csv(LOCATIONS, locations(content.module)))
        return survey(content, BOX_HOLDS, source=source, target=NAME)
    write_text(path, rows_as_csv(COUNTERS, counters(content)))
    viewer, state = Viewer(), content.state
    lying = tuple(state.counters.values()) if state else ()
    hidden = tuple(each.id for each in lying if not viewer.sees(each))
    masked = tuple(
        each.id for each in lying if viewer.sees(each) and state and not viewer.reads_at(each, state, content.module)
    )
    losses = [Loss(Aspect.COUNTERS, Fate.DROPPED, "hidden", hidden)] if hidden else []
    for aspect in (Aspect.NAMES, Aspect.LEVELS, Aspect.TEXTS) if masked else ():
        losses += [Loss(aspect, Fate.DROPPED, "not for everybody to read", masked)]
    return survey(content, HOLDS, source=source, target=NAME, found=losses)


def counters(content: Content, viewer: Viewer | None = None) -> Iterator[tuple[object, ...]]:
    """A row for each counter that the viewer sees, by map, place and order."""
    viewer, state = viewer or Viewer(), content.state
    if state is None:
        return
    seen = [each for each in state.counters.values() if viewer.sees(each)]
    for each in sorted(seen, key=lambda each: (each.spot.map, each.spot.place, each.stack, state.index(each), each.id)):
        spot = each.spot
        where = (
            spot.map,
            spot.board,
            spot.zone,
            spot.location,
            spot.number,
            spot.x,
            spot.y,
            each.stack,
            state.index(each),
        )
        reads = viewer.reads_at(each, state, content.module)
        shown = (" ".join(map(str, each.levels)), " | ".join(each.texts)) if reads else ("", "")
        yield (each.id, each.name if reads else "", *where, " ".join(f"{angle:g}" for angle in each.angles), *shown)


def units(position: Position) -> Iterator[tuple[object, ...]]:
    """A row for each unit of a position, by hex and order in its stack."""
    for each in sorted(position.units.values(), key=lambda unit: (unit.hex, unit.location, unit.id)):
        marks = " ".join(sorted(each.marks))
        yield (
            each.id,
            each.type.name,
            each.side,
            each.type.id,
            each.hex,
            each.location,
            each.face + 1,
            marks,
            each.counter,
        )


def theatre_hexes(theatre: Theatre) -> Iterator[tuple[object, ...]]:
    """A row for each hex of a theatre."""
    names: dict[str, list[str]] = {}
    for place in theatre.places:
        names.setdefault(place.hex, []).append(place.name)
    for each in sorted(theatre.hexes.values(), key=lambda found: found.number):
        column, row = theatre.numbering.cell(each.at)
        yield each.number, column, row, each.terrain, " ".join(sorted(each.tags)), ", ".join(names.get(each.number, ()))


def locations(module: Module) -> Iterator[tuple[object, ...]]:
    """A row for each hex and each named point of the boards as the module lays them."""
    for found in module.maps:
        for placed in found.layout:
            for each in listed_hexes(placed.board):
                yield found.name, placed.board.name, each.location, *placed.outer(each.x, each.y)
            for region in _regions(placed.board.grid):
                yield found.name, placed.board.name, region.name, *placed.outer(region.x, region.y)


def listed_hexes(board: Board) -> Iterator[PrintedHex]:
    """A board's hexes; no more of them than anybody could print."""
    for number, each in enumerate(hexes(board.grid)):
        if number >= MOST_HEXES:
            raise WriteError(f"board '{board.name}' has more than {MOST_HEXES} hexes")
        yield each


def _regions(grid: Grid | None) -> Iterator[Region]:
    """The named points of a grid and of its zones."""
    if isinstance(grid, RegionGrid):
        yield from grid.regions
    elif isinstance(grid, ZonedGrid):
        yield from _regions(grid.background)
        for zone in grid.zones:
            if zone.grid is not grid.background:
                yield from _regions(zone.grid)
