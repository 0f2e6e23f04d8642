"""Where the hexes and hexsides of a theatre lie on a board's picture, whatever the board's grid and its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from adjudicator.errors import NotationError
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.binding import Binding
from adjudicator.model.boards import Board
from adjudicator.model.counters import Spot
from adjudicator.model.grid import HexGrid, PrintedHex, hexes
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.hexes import Hex
from adjudicator.model.module import GameMap, Module
from adjudicator.model.theatre import Numbering

Point = tuple[float, float]
FAR = 1.6
"""From how many times a hex's size on, neighbours by their numbers are not side by side on the map."""


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board of a ground: what it is called (boards of two maps may share a name), and where its left top corner lies."""

    name: str
    board: Board
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class GroundHex:
    """A hex on a ground: number and coordinate in the theatre, its board, what that board's grid says, its middle."""

    number: str
    at: Hex
    board: int
    printed: PrintedHex
    x: int
    y: int


@dataclass(frozen=True)
class DrawingGround:
    """Boards on which one draws as on one: a board, or several of a map over whose seams hexes are neighbours.

    Lengths are pixels of the boards, from the left top corner of them all.
    """

    boards: tuple[LaidBoard, ...]
    places: tuple[GroundHex, ...]

    @property
    def name(self) -> str:
        """What its boards are called."""
        return " + ".join(each.name for each in self.boards)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of all its boards."""
        right = max(each.x + each.board.size[0] for each in self.boards)
        return right, max(each.y + each.board.size[1] for each in self.boards)

    @cached_property
    def grids(self) -> tuple[HexGrid, ...]:
        """The grids of its hexes."""
        return tuple(dict.fromkeys(place.printed.grid for place in self.places))

    @cached_property
    def index(self) -> Mapping[Hex, int]:
        """The place of every hex in `places`."""
        return {place.at: count for count, place in enumerate(self.places)}

    @cached_property
    def sides(self) -> tuple[tuple[int, int, int], ...]:
        """Hexsides as (hex, neighbour, which of the hex's six edges): neighbours by their numbers and on the map."""
        return tuple(self._sides())

    def as_json(self) -> dict[str, object]:
        """What a page needs to draw the hexes."""
        grids = {grid: count for count, grid in enumerate(self.grids)}
        return {
            "name": self.name,
            "size": self.size,
            "boards": [{"name": each.name, "x": each.x, "y": each.y, "size": each.board.size} for each in self.boards],
            "grids": [_shape(grid) for grid in self.grids],
            "hexes": [
                [each.number, each.x, each.y, grids[each.printed.grid], each.at.q, each.at.r, each.board]
                for each in self.places
            ],
            "sides": self.sides,
        }

    def _sides(self) -> Iterator[tuple[int, int, int]]:
        for count, place in enumerate(self.places):
            shape = _shape(place.printed.grid)
            for way in range(3):
                other = self.index.get(place.at.neighbour(way))
                if other is not None and _touch(place, self.places[other]):
                    yield count, other, _edge(shape, _towards(place, self.places[other]))


def grounds(module: Module, binding: Binding, numbering: Numbering) -> tuple[DrawingGround, ...]:
    """What there is to draw on in a module: its boards with hexes of the theatre, those that run on as one; the largest first."""
    numbers = HexNumbers(binding)
    found: list[DrawingGround] = []
    for each in module.maps:
        if not binding.maps or each.name in binding.maps:
            alone = [ground for ground in _alone(each, numbers, numbering) if ground.places]
            found += _joined(alone)
    return tuple(sorted(found, key=lambda each: -len(each.places)))


def _alone(found: GameMap, numbers: HexNumbers, numbering: Numbering) -> Iterator[DrawingGround]:
    """Each board of a map by itself, where it lies on the map; one that lies nowhere, or turned round, at the corner."""
    laid = {placed.board.name: placed for placed in reversed(found.layout) if not placed.reversed}
    for board in found.boards:
        placed = laid.get(board.name)
        x, y = (placed.x, placed.y) if placed else (0, 0)
        places = tuple(_places(found, board, numbers, numbering))
        name = f"{found.name} / {board.name}" if board.name != found.name else board.name
        ground = DrawingGround((LaidBoard(name, board),), places)
        yield _moved(ground, x, y) if placed else ground


def _joined(alone: Sequence[DrawingGround]) -> Iterator[DrawingGround]:
    """The same, those as one over whose seams hexes are neighbours."""
    left = list(alone)
    while left:
        together = [left.pop(0)]
        for one in together:
            beside = [other for other in left if _run_on(one, other)]
            together += beside
            left = [each for each in left if each not in beside]
        yield _as_one(together)


def _run_on(one: DrawingGround, other: DrawingGround) -> bool:
    """Whether hexes of two grounds of one map are neighbours there and in the theatre."""
    near = ((place, each) for place in one.places for each in place.at.neighbours() if each in other.index)
    return any(_touch(place, other.places[other.index[each]]) for place, each in near)


def _as_one(together: Sequence[DrawingGround]) -> DrawingGround:
    """Several grounds as one; a hex that two boards show is the first one's."""
    left = min(each.x for ground in together for each in ground.boards)
    top = min(each.y for ground in together for each in ground.boards)
    boards: list[LaidBoard] = []
    places: dict[Hex, GroundHex] = {}
    for ground in together:
        first = len(boards)
        moved = _moved(ground, -left, -top)
        boards += moved.boards
        for each in moved.places:
            places.setdefault(each.at, replace(each, board=first + each.board))
    return DrawingGround(tuple(boards), tuple(places.values()))


def _moved(ground: DrawingGround, x: int, y: int) -> DrawingGround:
    boards = tuple(replace(each, x=each.x + x, y=each.y + y) for each in ground.boards)
    return DrawingGround(boards, tuple(replace(each, x=each.x + x, y=each.y + y) for each in ground.places))


def _places(found: GameMap, board: Board, numbers: HexNumbers, numbering: Numbering) -> Iterator[GroundHex]:
    seen: set[str] = set()
    for printed in hexes(board.grid):
        number = numbers.at(_spot(found, board, printed))
        if not number or number in seen:
            continue
        try:
            at = numbering.parse(number)
        except NotationError:
            continue
        seen.add(number)
        yield GroundHex(number, at, 0, printed, printed.x, printed.y)


def _spot(found: GameMap, board: Board, printed: PrintedHex) -> Spot:
    zone = board.grid.zone(printed.x, printed.y) if board.grid else None
    return Spot(found.name, printed.x, printed.y, board.name, zone or "", printed.location)


def _towards(one: GroundHex, other: GroundHex) -> Point:
    return other.x - one.x, other.y - one.y


def _touch(one: GroundHex, other: GroundHex) -> bool:
    """Whether two hexes that are neighbours by their numbers lie side by side."""
    return hypot(*_towards(one, other)) < FAR * min(one.printed.grid.hex_size)


def _shape(grid: HexGrid) -> tuple[Point, ...]:
    """The corners of a grid's hexes in order around them, from their middle."""
    middle = grid.centre(0, 0)
    return tuple((round(x - middle[0], 2), round(y - middle[1], 2)) for x, y in grid.corners(0, 0))


def _edge(shape: tuple[Point, ...], towards: Point) -> int:
    """Which edge of a hex lies on the way to a neighbour: the one from corner k to the next."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(shape, (*shape[1:], shape[0]), strict=True)]
    return min(range(6), key=lambda k: hypot(middles[k][0] - towards[0] / 2, middles[k][1] - towards[1] / 2))
