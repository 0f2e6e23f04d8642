"""Where a module's hexes lie to each other: boards whose grids run on in one another are one map, all others lie apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from math import floor

from adjudicator.errors import PackError, UnknownName
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.grid.hexagonal import HexGrid, PrintedHex
from adjudicator.model.grid.zoned import hexes, is_counted, is_whole
from adjudicator.model.hexes import Hex
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.theatre import MOST_COUNT, Numbering

MOST_HEXES = 200_000
OFF = 0.2
"""How far from the middle of a hex, in hexes, the middle of another grid's hex may lie if the two are to be one grid."""
ALIKE = 0.02
"""By what share the sizes of hexes of one grid may differ."""
APART = 4
"""Columns between parts of a theatre that do not touch; even, so that the same columns stay lower."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoundHex:
    """A hex of a module: its map, board and zone, what it is called there, where it lies in the theatre.

    Of one that is not `whole` an edge cuts off a part, so that the map may not print it.
    """

    map: str
    board: str
    zone: str
    name: str
    at: Hex
    whole: bool = True


@dataclass(frozen=True, slots=True)
class HexField:
    """Every hex of the boards chosen; `parts` says how many do not touch, `notes` what a person should know."""

    hexes: tuple[FoundHex, ...]
    sideways: bool
    parts: int
    maps: tuple[str, ...]
    notes: tuple[str, ...]


def field_of(module: Module, wanted: str = "") -> HexField:
    """The hexes of the map asked for, or of all maps that everybody sees; PackError if there are none."""
    notes: list[str] = []
    laid = [*_laid(_maps(module, wanted))]
    lattices: list[_Lattice] = []
    for found, placed, part in sorted(laid, key=lambda each: -len(each[2])):
        _settle(lattices, found, placed, part)
    if not lattices:
        gridded = _gridded(_maps(module, wanted))
        if gridded:
            raise PackError(
                f"the hexes of {gridded} have no number that a map prints: is the board's image in the module?"
            )
        raise PackError(f"no board has a hex grid: {_seen(module)}")
    lattices.sort(key=lambda each: -len(each.hexes))
    sideways = lattices[0].grid.sideways
    if any(each.grid.sideways != sideways for each in lattices):
        notes.append(
            "some boards have hexes that stand the other way: compass points of those are turned by 30 degrees"
        )
    if len(lattices) > 1:
        boards = ", ".join(
            sorted({f"{each.board or each.map}" for lattice in lattices[1:] for each, _ in lattice.hexes})
        )
        notes.append(
            f"the hexes of {boards} do not run on in those of the largest board: they lie apart in the theatre, "
            "and nothing is adjacent across; write [[links]] into theatre.toml where maps join"
        )
    found_hexes = tuple(_together(lattices, sideways))
    maps = tuple(dict.fromkeys(each.map for each in found_hexes))
    return HexField(found_hexes, sideways, len(lattices), maps, (*notes, *_cautions(module, maps)))


@dataclass(slots=True)
class _Lattice:
    """One grid that runs on over boards: the first hex's middle in map pixels, and the hexes with their columns and rows."""

    map: str
    loose: str
    """The board, if it lies on no map yet and so touches nothing; "" otherwise."""
    grid: HexGrid
    origin: tuple[float, float]
    hexes: list[tuple[FoundHex, Cell]] = field(default_factory=list)
    taken: set[Cell] = field(default_factory=set)

    def cell(self, x: float, y: float) -> Cell | None:
        """Column and row, as the grid counts them, of the hex with its middle here; None if no middle is here."""
        across, down = x - self.origin[0], y - self.origin[1]
        if self.grid.sideways:
            across, down = down, across
        column, slant = across / self.grid.dx, down / self.grid.dy - across / self.grid.dx / 2
        nearest = floor(column + 0.5), floor(slant + 0.5)
        if max(abs(column - nearest[0]), abs(slant - nearest[1])) > OFF:
            return None
        return nearest[0], nearest[1] + floor(nearest[0] / 2)

    def axial(self, cell: Cell) -> Hex:
        """The hex for computing, whichever way the grid stands."""
        column, row = (cell[1], cell[0]) if self.grid.sideways else cell
        return Numbering(stagger="odd", sideways=self.grid.sideways).hex(column, row)


def _maps(module: Module, wanted: str) -> tuple[GameMap, ...]:
    if wanted:
        chosen = tuple(found for found in module.maps if found.name == wanted)
        if not chosen:
            listed = ", ".join(found.name for found in module.maps) or "none"
            raise UnknownName(f"no map '{wanted}'; there are {listed}")
        return chosen
    public = tuple(found for found in module.maps if found.kind is MapKind.PUBLIC)
    return public if any(_has_hexes(found) for found in public) else module.maps


def _has_hexes(found: GameMap) -> bool:
    return any(next(hexes(board.grid), None) is not None for board in found.boards)


def _laid(maps: Sequence[GameMap]) -> Iterator[tuple[GameMap, PlacedBoard, list[PrintedHex]]]:
    """Every board with the hexes of each of its grids, as it is laid, or by itself if it lies nowhere yet."""
    for found in maps:
        laid = {placed.board.name for placed in found.layout}
        loose = [PlacedBoard(board, -1, -1, 0, 0) for board in found.boards if board.name not in laid]
        for placed in (*found.layout, *loose):
            by_grid: dict[HexGrid, list[PrintedHex]] = {}
            for count, each in enumerate(hexes(placed.board.grid)):
                if count > MOST_HEXES:
                    raise PackError(f"board '{placed.board.name}' has more than {MOST_HEXES} hexes")
                if is_counted(each):
                    by_grid.setdefault(each.grid, []).append(each)
            yield from ((found, placed, part) for part in by_grid.values())


def _settle(lattices: list[_Lattice], found: GameMap, placed: PlacedBoard, part: list[PrintedHex]) -> None:
    """Put the hexes of one grid of a board where they run on in another's, or begin a lattice with them."""
    grid, loose = part[0].grid, placed.board.name if placed.column < 0 else ""
    middles = [placed.outer(each.x, each.y) for each in part]
    for lattice in lattices:
        same = (lattice.map, lattice.loose) == (found.name, loose) and lattice.grid.sideways == grid.sideways
        if same and _alike(lattice.grid, grid) and all(lattice.cell(*middle) for middle in middles):
            break
    else:
        lattice = _Lattice(found.name, loose, grid, _exact(part[0], middles[0], placed))
        lattices.append(lattice)
    for each, middle in zip(part, middles, strict=True):
        cell = lattice.cell(*middle)
        if cell is not None and cell not in lattice.taken:
            lattice.taken.add(cell)
            board = placed.board
            zone = (board.grid.zone(each.x, each.y) if board.grid is not None else "") or ""
            whole = is_whole(board.grid, board.size, each)
            lattice.hexes.append((FoundHex(found.name, board.name, zone, each.location, Hex(0, 0), whole), cell))


def _exact(each: PrintedHex, middle: tuple[int, int], placed: PlacedBoard) -> tuple[float, float]:
    """The middle of the grid's hex of column 0, row 0 without the rounding of pixels, on the map."""
    corners = each.grid.corners(0, 0)
    x, y = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
    if placed.reversed:
        return middle[0] + each.x - x, middle[1] + each.y - y
    return middle[0] - each.x + x, middle[1] - each.y + y


def _alike(one: HexGrid, other: HexGrid) -> bool:
    pairs = (one.dx, other.dx), (one.dy, other.dy)
    return all(abs(a - b) <= ALIKE * a for a, b in pairs)


def _together(lattices: Sequence[_Lattice], sideways: bool) -> Iterator[FoundHex]:
    """All hexes in one theatre: the lattices side by side, `APART` columns between them."""
    plan = Numbering(stagger="odd", sideways=sideways)
    start = 0
    for lattice in lattices:
        cells = [(found, plan.cell(lattice.axial(cell))) for found, cell in lattice.hexes]
        columns, rows = [column for _, (column, _) in cells], [row for _, (_, row) in cells]
        first = lattice is lattices[0]
        across = 0 if first and _can_be_said(columns) else _evenly(start - min(columns))
        down = 0 if _can_be_said(rows) else _evenly(-min(rows))
        for found, (column, row) in cells:
            yield replace(found, at=plan.hex(column + across, row + down))
        start = max(columns) + across + APART


def _can_be_said(counts: Iterable[int]) -> bool:
    """Whether columns or rows are such as the files of a theatre may hold."""
    return all(-MOST_COUNT <= each <= MOST_COUNT for each in counts)


def _evenly(step: int) -> int:
    """So many columns or rows, or one more: each second one is staggered."""
    return step + step % 2


def _cautions(module: Module, maps: Sequence[str]) -> Iterator[str]:
    for found in module.maps:
        for board in found.boards:
            if found.name in maps and board.image and module.image(board.image) is None:
                yield f"the image of board '{board.name}' is not in the module: hexes at its edges may be missing or too many"


def _gridded(maps: Sequence[GameMap]) -> str:
    """The boards that have hexes, whatever their numbers."""
    boards = (placed for found in maps for placed in found.boards)
    return ", ".join(f"'{board.name}'" for board in boards if next(iter(hexes(board.grid)), None) is not None)


def _seen(module: Module) -> str:
    boards = [f"'{board.name or found.name}'" for found in module.maps for board in found.boards]
    return (
        f"the module has {', '.join(boards[:5])}{' and more' * (len(boards) > 5)}"
        if boards
        else "the module has no boards"
    )
