"""The game box: maps with their boards and grids, the counter manifest, sides and set-ups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator.model.counters import NOTHING, Counter, Spot
from adjudicator.model.grid import Grid
from adjudicator.model.state import GameState, TurnTracker


class MapKind(StrEnum):
    """Who may look at a map."""

    PUBLIC = "map"
    PRIVATE = "private"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Board:
    """A printed sheet. `image` is an image name ("" = none); `size` in pixels; `grid` None where nothing is printed."""

    name: str
    image: str
    size: tuple[int, int]
    grid: Grid | None = None
    reversible: bool = False
    colour: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board laid on a map at (column, row) of the board array; its left top corner is at (x, y) of the map."""

    board: Board
    column: int
    row: int
    x: int
    y: int
    reversed: bool = False

    def contains(self, x: int, y: int) -> bool:
        width, height = self.board.size
        return self.x <= x < self.x + width and self.y <= y < self.y + height

    def local(self, x: int, y: int) -> tuple[int, int]:
        """Map pixels to board pixels (`Board.localCoordinates`: a reversed board mirrors both axes)."""
        width, height = self.board.size
        return (width - (x - self.x), height - (y - self.y)) if self.reversed else (x - self.x, y - self.y)

    def outer(self, x: int, y: int) -> tuple[int, int]:
        """Board pixels to map pixels."""
        width, height = self.board.size
        return (width - x + self.x, height - y + self.y) if self.reversed else (x + self.x, y + self.y)


@dataclass(frozen=True, slots=True)
class Stacking:
    """How a map fans its stacks: pixels right and up from one counter to the next; `enabled` false = no stacks."""

    enabled: bool = True
    offset: tuple[int, int] = (2, 4)
    expanded: tuple[int, int] = (6, 18)


@dataclass(frozen=True, slots=True)
class GameMap:
    """A window with boards in it. `layout` is the arrangement used when a game brings none of its own."""

    name: str
    id: str
    kind: MapKind
    boards: tuple[Board, ...]
    layout: tuple[PlacedBoard, ...] = ()
    edge: tuple[int, int] = (0, 0)
    stacking: Stacking = field(default_factory=Stacking)
    owners: tuple[str, ...] = ()
    draw_order: tuple[str, ...] = ()
    draw_property: str = ""
    points: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def board(self, name: str) -> Board | None:
        return next((board for board in self.boards if board.name == name), None)


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of the counter manifest: `counter` as it leaves the box, and the palette path that leads to it."""

    gpid: str
    name: str
    counter: Counter
    path: tuple[str, ...] = ()
    size: tuple[int, int] | None = None
    carried: Mapping[str, str] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined starting position; `file` names an entry of the module ("" = the bare table)."""

    name: str
    file: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Module:
    """A game box. `image(name)` gives an image's bytes, or None where the box has no such image."""

    name: str
    version: str
    maps: tuple[GameMap, ...] = ()
    slots: tuple[Slot, ...] = ()
    sides: tuple[str, ...] = ()
    setups: tuple[Setup, ...] = ()
    trackers: tuple[TurnTracker, ...] = ()
    properties: Mapping[tuple[str, str], str] = field(default_factory=dict)
    image: Callable[[str], bytes | None] = lambda _name: None
    at_start: GameState = field(default_factory=GameState)
    carried: Mapping[str, object] = field(default_factory=dict)

    def map(self, name: str) -> GameMap | None:
        return next((found for found in self.maps if found.name == name), None)

    def spot(self, state: GameState, map_name: str, x: int, y: int) -> Spot:
        """The point as players name it, under the boards that lie on the map in `state`."""
        found = self.map(map_name)
        if found is None:
            return Spot("", x, y)
        layout = state.boards.get(map_name, found.layout)
        return locate(found, layout, x, y)


def locate(found: GameMap, layout: tuple[PlacedBoard, ...], x: int, y: int) -> Spot:
    """Name a point of a map (`Map.locationName`, `Map.findZone`): decks first, then the board's grid."""
    placed = next((board for board in layout if board.contains(x, y)), None)
    name = found.points.get((x, y), "")
    if placed is None:
        return Spot(found.name, x, y, location=name)
    grid = placed.board.grid
    if grid is None:
        return Spot(found.name, x, y, board=placed.board.name, location=name)
    own = grid.location(*placed.local(x, y)) or ""
    # Map.findZone never mirrors a reversed board; the location name does. Both facts are the engine's.
    zone = grid.zone(x - placed.x, y - placed.y) or ""
    return Spot(found.name, x, y, placed.board.name, zone, name or own)
