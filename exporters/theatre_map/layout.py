"""Where each hex of a theatre lies on its board, to the pixel at which VASSAL's grid puts the counter, and its numbers.

A theatre's columns and rows become the raw columns and rows of a `HexGrid` (odd raw columns lie half a hex lower; on a
sideways map x and y change places). Where one numbering cannot say all numbers (several sheets, columns that go on with
letters), the board is cut into zones with a numbering each.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, sqrt

from adjudicator.errors import WriteError
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.grid import Format as LocationFormat
from adjudicator.model.grid import Grid, HexGrid, Numbering, Outline, Variable, Zone, ZonedGrid
from adjudicator.model.hexes import Hex
from adjudicator.model.theatre import Sheet, Theatre

Point = tuple[float, float]
RATIO = sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class NumberedZone:
    """A rectangle of the board whose hexes share a prefix before the number; `name` "" = the whole board."""

    name: str
    prefix: str
    box: tuple[int, int, int, int]
    grid: HexGrid

    @property
    def path(self) -> tuple[tuple[int, int], ...]:
        left, top, right, bottom = self.box
        return (left, top), (right, top), (right, bottom), (left, bottom)


@dataclass(frozen=True)
class TheatreLayout:
    """The board of a theatre: hexes `height` pixels high (flat side to flat side), the first raw hex at `origin`.

    `size` is the board's; `field` is the rectangle that the hexes take up, the rest is margin.
    """

    theatre: Theatre
    height: int
    origin: tuple[int, int]
    first: tuple[int, int]
    size: tuple[int, int]
    field: tuple[float, float, float, float]

    @property
    def sideways(self) -> bool:
        return self.theatre.numbering.sideways

    @property
    def spacing(self) -> float:
        """From one column of hexes to the next."""
        return self.height * RATIO

    @cached_property
    def bare(self) -> HexGrid:
        """The grid without numbers."""
        x0, y0 = self.origin
        if self.sideways:
            x0, y0 = y0, x0
        return HexGrid(self.spacing, float(self.height), x0, y0, sideways=self.sideways, size=self.size)

    @cached_property
    def zones(self) -> tuple[NumberedZone, ...]:
        """The parts of the board with one numbering each; a single nameless one where that is enough."""
        blocks = tuple(_blocks(self.theatre))
        if len(blocks) == 1 and not blocks[0][0]:
            left, top, right, bottom = 0, 0, *self.size
            return (NumberedZone("", "", (left, top, right, bottom), self._numbered(blocks[0][1], self.size)),)
        return tuple(self._zone(prefix, block) for prefix, block in blocks)

    @cached_property
    def grid(self) -> Grid:
        """The board's grid as the importer would build it from our build file."""
        if len(self.zones) == 1 and not self.zones[0].name:
            return self.zones[0].grid
        return ZonedGrid(
            tuple(
                Zone(zone.name, Outline.through(zone.path), zone_format(zone.prefix), grid=zone.grid)
                for zone in self.zones
            ),
            None,
        )

    def raw(self, at: Hex) -> tuple[int, int]:
        """Raw column and row of the grid."""
        column, row = self.theatre.numbering.cell(at)
        along, across = (row, column) if self.sideways else (column, row)
        return along - self.first[0], across - self.first[1]

    def pixel(self, at: Hex) -> tuple[int, int]:
        """Where a counter in the hex lies."""
        return self.bare.centre(*self.raw(at))

    def centre(self, at: Hex) -> Point:
        """The same without rounding, for drawing."""
        along, across = self.raw(at)
        x = self.bare.x0 + along * self.spacing
        y = self.bare.y0 + (across + (0.5 if along % 2 else 0.0)) * self.height
        return (y, x) if self.sideways else (x, y)

    def corner(self, at: Hex, direction: int) -> tuple[tuple[int, int], Point]:
        """The corner clockwise after the side of that direction: a key shared by the three hexes there, and its place."""
        trio = (at, at.neighbour(direction), at.neighbour(direction + 1))
        places = [self.centre(each) for each in trio]
        key = sum(each.q for each in trio), sum(each.r for each in trio)
        return key, (sum(x for x, _ in places) / 3, sum(y for _, y in places) / 3)

    def _zone(self, prefix: str, block: Sheet) -> NumberedZone:
        left, top, right, bottom = self._box(block)
        zone = self._numbered(block, (right - left, bottom - top))
        return NumberedZone(prefix.strip("/ .-:") or "Map", prefix, (left, top, right, bottom), zone)

    def _box(self, block: Sheet) -> tuple[int, int, int, int]:
        """The rectangle around the centres of a sheet's hexes, cut halfway to those of its neighbours."""
        columns, rows = (
            _span(block.column, block.column_step, block.columns),
            _span(block.row, block.row_step, block.rows),
        )
        along, across = (rows, columns) if self.sideways else (columns, rows)
        grid = self.bare
        near = grid.x0 + (along[0] - self.first[0] - 0.5) * grid.dx if along else 0.0
        far = grid.x0 + (along[1] - self.first[0] + 0.5) * grid.dx if along else float(max(self.size))
        low = grid.y0 + (across[0] - self.first[1] - 0.25) * grid.dy if across else 0.0
        high = grid.y0 + (across[1] - self.first[1] + 0.75) * grid.dy if across else float(max(self.size))
        box = (low, near, high, far) if self.sideways else (near, low, far, high)
        width, height = self.size
        return max(0, round(box[0])), max(0, round(box[1])), min(width, round(box[2])), min(height, round(box[3]))

    def _numbered(self, block: Sheet, size: tuple[int, int]) -> HexGrid:
        """The grid with the numbering that prints a block's numbers in a container of that size."""
        numbering = self.theatre.numbering
        wide, high = numbering.digits
        if numbering.letters:
            wide -= 1
        plain = replace(self.bare, size=size)
        made = Numbering(
            column_first=(numbering.order == "column-row") != self.sideways,
            separator=numbering.separator,
            column_leading=(high if self.sideways else wide) - 1,
            row_leading=(wide if self.sideways else high) - 1,
            across=0,
            down=0,
            columns_descend=block.column_step < 0,
            rows_descend=block.row_step < 0,
            stagger=False,
        )
        own, other = _counted_from(plain, made)
        column = block.first[0] + (self._theatre_first[0] - block.column) * block.column_step
        row = block.first[1] + (self._theatre_first[1] - block.row) * block.row_step
        along, across = (row, column) if self.sideways else (column, row)
        return replace(plain, numbering=replace(made, across=along - own, down=across - other))

    @property
    def _theatre_first(self) -> tuple[int, int]:
        """Theatre column and row of the raw hex (0, 0)."""
        return (self.first[1], self.first[0]) if self.sideways else self.first


def lay_out(
    theatre: Theatre, height: int = 100, margins: tuple[int, int, int, int] = (60, 60, 60, 60)
) -> TheatreLayout:
    """The theatre laid on a board with hexes `height` pixels high; `margins` are left, top, right, bottom."""
    numbering = theatre.numbering
    if numbering.listed:
        raise WriteError(f"{theatre.title}: its numbers are listed hex by hex, and no grid of VASSAL's can print such")
    cells = [numbering.cell(at) for at in theatre.hexes]
    alongs = [row if numbering.sideways else column for column, row in cells]
    acrosses = [column if numbering.sideways else row for column, row in cells]
    lowered = 0 if numbering.stagger == "even" else 1
    first_along = min(alongs) - (1 if min(alongs) % 2 == lowered else 0)
    first = first_along, min(acrosses)
    long, half = height / RATIO, height / 2
    lead = (min(alongs) - first_along) * height * RATIO
    run = (max(alongs) - min(alongs)) * height * RATIO + long
    across = (max(acrosses) - min(acrosses) + 1.5) * height
    left, top, right, bottom = margins
    near, high = (top, left) if numbering.sideways else (left, top)
    at = round(near + long / 2 - lead), round(high + half)
    box = (near, high, near + run, high + across)
    if numbering.sideways:
        at, box = (at[1], at[0]), (box[1], box[0], box[3], box[2])
    size = ceil(box[2] + right), ceil(box[3] + bottom)
    return TheatreLayout(theatre, height, at, first, size, (float(box[0]), float(box[1]), float(box[2]), float(box[3])))


def zone_format(prefix: str) -> LocationFormat:
    """A zone's location format: the printed prefix, then the number."""
    grid: tuple[str | Variable, ...] = (Variable("gridLocation", "gridLocation"),)
    return (prefix, *grid) if prefix else grid


def _span(start: int, step: int, count: int | None) -> tuple[int, int] | None:
    if count is None:
        return None
    ends = start, start + (count - 1) * step
    return min(ends), max(ends)


def _blocks(theatre: Theatre) -> Iterator[tuple[str, Sheet]]:
    """The sheets with their printed prefixes, cut further where columns go on with letters (A3 after 99)."""
    numbering = theatre.numbering
    for sheet in numbering.sheets:
        if not numbering.letters:
            yield sheet.prefix, sheet
            continue
        yield from _lettered_blocks(theatre, sheet)


def _lettered_blocks(theatre: Theatre, sheet: Sheet) -> Iterator[tuple[str, Sheet]]:
    """One block per leading character of the column, that character made part of the prefix."""
    numbering = theatre.numbering
    ten = 10 ** (numbering.digits[0] - 1)
    theatre_columns = [numbering.cell(at)[0] for at in theatre.hexes]
    printed = [sheet.first[0] + (column - sheet.column) * sheet.column_step for column in theatre_columns]
    last = sheet.first[0] + sheet.columns - 1 if sheet.columns else max(printed)
    for lead in range(sheet.first[0] // ten, last // ten + 1):
        low, high = max(sheet.first[0], lead * ten), min(last, lead * ten + ten - 1)
        column = sheet.column + (low - sheet.first[0]) * sheet.column_step
        shown = str(lead) if lead < 10 else chr(ord("A") + lead - 10)
        block = sheet.model_copy(
            update={"column": column, "first": (low % ten, sheet.first[1]), "columns": high - low + 1, "prefix": shown}
        )
        yield sheet.prefix + shown, block


def _counted_from(grid: HexGrid, numbering: Numbering) -> tuple[int, int]:
    """What raw column 0 and row 0 count as before the offsets: the far end's number where the numbering descends."""
    width, height = grid.size
    downwards, rightwards = floor(height / grid.dx + 0.5), floor(width / grid.dy + 0.5)
    across = rightwards if numbering.columns_descend else 0
    down = downwards if numbering.rows_descend else 0
    return (down, across) if grid.sideways else (across, down)
