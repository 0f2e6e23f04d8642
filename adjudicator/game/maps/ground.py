"""Where the hexes and hexsides of a theatre lie on a board's picture, whatever the board's grid and its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from adjudicator.errors import NotationError
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Spot
from adjudicator.model.grid import HexGrid, PrintedHex, hexes
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.hexes import Hex
from adjudicator.model.module import Board, GameMap, Module
from adjudicator.model.theatre import Numbering

Point = tuple[float, float]
FAR = 1.6
"""From how many times a hex's size on, neighbours by their numbers are not side by side on the board."""


@dataclass(frozen=True, slots=True)
class Place:
    """A hex on a board: its number and coordinate in the theatre, and what the board's grid says of it."""

    number: str
    at: Hex
    printed: PrintedHex


@dataclass(frozen=True)
class Ground:
    """A board with those of its hexes that the theatre's numbering knows."""

    map: str
    board: Board
    places: tuple[Place, ...]

    @property
    def name(self) -> str:
        """What the board is called: boards of two maps may share a name."""
        return f"{self.map} / {self.board.name}" if self.board.name != self.map else self.board.name

    @cached_property
    def grids(self) -> tuple[HexGrid, ...]:
        """The grids of the board's hexes."""
        return tuple(dict.fromkeys(place.printed.grid for place in self.places))

    @cached_property
    def index(self) -> Mapping[Hex, int]:
        """The place of every hex in `places`."""
        return {place.at: count for count, place in enumerate(self.places)}

    @cached_property
    def sides(self) -> tuple[tuple[int, int, int], ...]:
        """Hexsides as (hex, neighbour, which of the hex's six edges): neighbours by their numbers and on the board."""
        return tuple(self._sides())

    def as_json(self) -> dict[str, object]:
        """What a page needs to draw the board's hexes; lengths are pixels of the board."""
        grids = {grid: count for count, grid in enumerate(self.grids)}
        return {
            "name": self.name,
            "size": self.board.size,
            "grids": [_shape(grid) for grid in self.grids],
            "hexes": [
                [each.number, each.printed.x, each.printed.y, grids[each.printed.grid], each.at.q, each.at.r]
                for each in self.places
            ],
            "sides": self.sides,
        }

    def _sides(self) -> Iterator[tuple[int, int, int]]:
        for count, place in enumerate(self.places):
            shape = _shape(place.printed.grid)
            reach = FAR * min(place.printed.grid.hex_size)
            for way in range(3):
                other = self.index.get(place.at.neighbour(way))
                if other is None:
                    continue
                towards = self._towards(place, self.places[other])
                if hypot(*towards) < reach:
                    yield count, other, _edge(shape, towards)

    def _towards(self, one: Place, other: Place) -> Point:
        return other.printed.x - one.printed.x, other.printed.y - one.printed.y


def grounds(module: Module, binding: Binding, numbering: Numbering) -> tuple[Ground, ...]:
    """The boards of a module on which hexes of the theatre lie, the one with most of them first."""
    numbers = HexNumbers(binding)
    found = [
        Ground(each.name, board, tuple(_places(each, board, numbers, numbering)))
        for each in module.maps
        if not binding.maps or each.name in binding.maps
        for board in each.boards
    ]
    return tuple(sorted((each for each in found if each.places), key=lambda each: -len(each.places)))


def _places(found: GameMap, board: Board, numbers: HexNumbers, numbering: Numbering) -> Iterator[Place]:
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
        yield Place(number, at, printed)


def _spot(found: GameMap, board: Board, printed: PrintedHex) -> Spot:
    zone = board.grid.zone(printed.x, printed.y) if board.grid else None
    return Spot(found.name, printed.x, printed.y, board.name, zone or "", printed.location)


def _shape(grid: HexGrid) -> tuple[Point, ...]:
    """The corners of a grid's hexes in order around them, from their middle."""
    middle = grid.centre(0, 0)
    return tuple((round(x - middle[0], 2), round(y - middle[1], 2)) for x, y in grid.corners(0, 0))


def _edge(shape: tuple[Point, ...], towards: Point) -> int:
    """Which edge of a hex lies on the way to a neighbour: the one from corner k to the next."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(shape, (*shape[1:], shape[0]), strict=True)]
    return min(range(6), key=lambda k: hypot(middles[k][0] - towards[0] / 2, middles[k][1] - towards[1] / 2))
