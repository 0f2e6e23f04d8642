"""Tables for spreadsheets (CSV, RFC 4180, UTF-8): counters and where they lie, hexes of a theatre or board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.errors import WriteError
from adjudicator.exporters.losses import Aspect, Content, Holds, Loss, LossKind, LossReport, survey
from adjudicator.exporters.spreadsheet import rows_as_csv
from adjudicator.exporters.viewer import Viewer
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.grid import Grid, PrintedHex, Region, RegionGrid, ZonedGrid, hexes, is_counted, is_whole
from adjudicator.model.module import Module
from adjudicator.model.one_way import written
from adjudicator.model.theatre import MapHex, Theatre
from adjudicator.writing import write_text

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
HEXES = ("number", "column", "row", "terrain", "tags", "hexsides", "places")
LOCATIONS = ("map", "board", "location", "x", "y", "board_x", "board_y", "number", "zone", "extent")
WHOLE, CUT, UNCOUNTED = "whole", "cut", "uncounted"
"""How much of a hex is on its board: all of it, a part, or a place where the grid runs on with numbers below zero."""
MOST_HEXES = 1_000_000

HOLDS: Holds = {
    Aspect.COUNTERS: (LossKind.CARRIED, ""),
    Aspect.NAMES: (LossKind.CARRIED, ""),
    Aspect.POSITIONS: (LossKind.CARRIED, ""),
    Aspect.STACKS: (LossKind.APPROXIMATED, "a counter names its stack and place in it"),
    Aspect.DECKS: (LossKind.APPROXIMATED, "a counter names its deck and place in it"),
    Aspect.ANGLES: (LossKind.CARRIED, ""),
    Aspect.LEVELS: (LossKind.CARRIED, ""),
    Aspect.TEXTS: (LossKind.APPROXIMATED, "several texts stand in one cell"),
    Aspect.CONCEALMENT: (LossKind.DROPPED, "only what everybody may see is written"),
}

BOX_HOLDS: Holds = {
    Aspect.MAPS: (LossKind.APPROXIMATED, "a location names its map"),
    Aspect.BOARDS: (LossKind.APPROXIMATED, "a location names its board"),
    Aspect.GRIDS: (LossKind.APPROXIMATED, "hexes and named points with their places; squares and zones are not listed"),
}


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write the counters that everybody may see; of a box without a game, the locations that its boards print."""
    if content.state is None and content.module is not None:
        rows = tuple(locations(content.module))
        write_text(path, rows_as_csv(LOCATIONS, rows))
        told = tuple(_told_of_locations(content.module, rows))
        return survey(content, BOX_HOLDS, source=source, target=NAME, found=told)
    write_text(path, rows_as_csv(COUNTERS, counters(content)))
    viewer, state = Viewer(), content.state
    lying = tuple(state.counters.values()) if state else ()
    hidden = tuple(each.id for each in lying if not viewer.sees(each))
    masked = tuple(
        each.id for each in lying if viewer.sees(each) and state and not viewer.reads_at(each, state, content.module)
    )
    losses = [Loss(Aspect.COUNTERS, LossKind.DROPPED, "hidden", hidden)] if hidden else []
    for aspect in (Aspect.NAMES, Aspect.LEVELS, Aspect.TEXTS) if masked else ():
        losses += [Loss(aspect, LossKind.DROPPED, "not for everybody to read", masked)]
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


def theatre_hexes(theatre: Theatre) -> Iterator[tuple[object, ...]]:
    """A row for each hex of a theatre; a hexside stands in the row of the hex with the lower number."""
    names: dict[str, list[str]] = {}
    for place in theatre.places:
        names.setdefault(place.hex, []).append(place.name)
    for each in sorted(theatre.hexes.values(), key=lambda found: found.number):
        column, row = theatre.numbering.cell(each.at)
        told = "; ".join(f"{number}: {', '.join(words)}" for number, words in sorted(_beyond(theatre, each)))
        called = ", ".join(names.get(each.number, ()))
        yield each.number, column, row, each.terrain, " ".join(sorted(each.tags)), told, called


def _beyond(theatre: Theatre, each: MapHex) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The neighbours of a hex that have a higher number, with what lies between, as it is seen from the hex."""
    for at in each.at.neighbours():
        other = theatre.hexes.get(at)
        if other is not None and other.number > each.number and (words := theatre.features(each.at, at)):
            yield other.number, written(words)


Row = tuple[object, ...]


def locations(module: Module) -> Iterator[Row]:
    """A row for each hex and each named point of every board: as the module lays them, then of boards that it lays nowhere.

    `x`, `y` are pixels of the map, its edge included, and empty for a board that lies nowhere yet. `board_x`, `board_y` are
    pixels of the board's own image, from its left top corner, whichever way the board is turned.
    """
    for found in module.maps:
        for placed in found.layout:
            yield from _board_rows(found.name, placed.board, placed)
        laid = {placed.board.name for placed in found.layout}
        for board in found.boards:
            if board.name not in laid:
                yield from _board_rows(found.name, board, None)


def _board_rows(map_name: str, board: Board, placed: PlacedBoard | None) -> Iterator[Row]:
    grid = board.grid
    for each in listed_hexes(board):
        said = (grid.says(each.x, each.y) if grid else None) or ""
        zone = (grid.zone(each.x, each.y) if grid else None) or ""
        number = "" if said else each.location
        yield map_name, board.name, said, *_places(each.x, each.y, placed), number, zone, extent(each, board)
    for region in _regions(grid):
        yield map_name, board.name, region.name, *_places(region.x, region.y, placed), "", "", ""


def _places(x: int, y: int, placed: PlacedBoard | None) -> tuple[object, ...]:
    """A point of the board's image on the map, and on the image."""
    return (*(placed.outer(x, y) if placed is not None else ("", "")), x, y)


def extent(each: PrintedHex, board: Board) -> str:
    """How much of a hex lies on its board, and where its board has hexes."""
    if not is_counted(each):
        return UNCOUNTED
    return WHOLE if is_whole(board.grid, board.size, each) else CUT


def _told_of_locations(module: Module, rows: Sequence[Row]) -> Iterator[Loss]:
    """What the table cannot say: nothing about whole maps, no place on a map, or hexes that are none of the map's."""
    listed = {(row[0], row[1]) for row in rows}
    boards = {(found.name, board.name) for found in module.maps for board in found.boards}
    if not rows:
        subjects = tuple(_called(*pair) for pair in boards) or ("no board at all",)
        yield Loss(Aspect.GRIDS, LossKind.DROPPED, "the table is empty: no board has hexes or named points", subjects)
    unlaid = tuple(_called(*pair) for pair in {(row[0], row[1]) for row in rows if row[3] == ""})
    if unlaid:
        text = "boards that no default layout uses, so their rows have no map coordinates"
        yield Loss(Aspect.BOARDS, LossKind.APPROXIMATED, text, unlaid)
    unseen = tuple(
        _called(found.name, board.name)
        for found in module.maps
        for board in found.boards
        if (found.name, board.name) in listed and board.image and module.image(board.image) is None
    )
    if unseen:
        text = "boards whose image is not in the box: their size is a guess, so hexes may be missing or too many"
        yield Loss(Aspect.BOARDS, LossKind.APPROXIMATED, text, unseen)
    for kind, text in _ODD.items():
        odd = {pair: sum(row[-1] == kind for row in rows if (row[0], row[1]) == pair) for pair in sorted(listed)}
        subjects = tuple(f"{_called(*pair)} ({count})" for pair, count in odd.items() if count)
        if subjects:
            yield Loss(Aspect.GRIDS, LossKind.APPROXIMATED, text, subjects)


_ODD = {
    CUT: "hexes that the edge of a board or zone cuts are listed with extent 'cut', on the map or not",
    UNCOUNTED: "hexes with numbers below zero, where the grid runs on beside the map, are listed with extent 'uncounted'",
}


def _called(map_name: object, board: object) -> str:
    return f"{map_name}/{board}"


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
