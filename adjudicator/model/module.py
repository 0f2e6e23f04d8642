"""The game box: maps with their boards and grids, the counter manifest, sides and set-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import cast

from adjudicator.lean import cached_property, dataclass
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import NOTHING, Counter, Spot
from adjudicator.model.grid import hex_at
from adjudicator.model.state import GameState, TurnTracker


class MapKind(StrEnum):
    """Who may look at a map."""

    PUBLIC = "map"
    PRIVATE = "private"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Stacking:
    """How a map fans its stacks: pixels right and up from one counter to the next; `enabled` false = no stacks."""

    enabled: bool = True
    offset: tuple[int, int] = (2, 4)
    expanded: tuple[int, int] = (6, 18)


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """Where a deck lies: pixels of the named board, or of the map inside its edge if `board` is ""."""

    name: str
    board: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class GameMap:
    """A window with boards in it. `layout` is the arrangement used when a game brings none of its own.

    `owners` are the sides a private map or hand belongs to; `shown` false = nobody else may look. `draw_order` lists the
    values of `draw_property` from the bottom layer up; `lifts` = what was moved last is drawn last in its layer. `points` names
    the points on which decks lie in that layout.
    """

    name: str
    id: str
    kind: MapKind
    boards: tuple[Board, ...]
    layout: tuple[PlacedBoard, ...] = ()
    edge: tuple[int, int] = (0, 0)
    colour: str = ""
    stacking: Stacking = field(default_factory=Stacking)
    owners: tuple[str, ...] = ()
    shown: bool = True
    draw_order: tuple[str, ...] = ()
    draw_property: str = ""
    lifts: bool = False
    decks: tuple[DeckPlace, ...] = ()
    points: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def points_on(self, layout: tuple[PlacedBoard, ...]) -> Mapping[tuple[int, int], str]:
        """The points on which decks lie when the boards lie like this, the first deck on a point naming it."""
        if layout == self.layout:
            return self.points
        return deck_points(self.decks, layout, self.edge)

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
    """A predefined starting position; `file` names an entry of the module ("" = the bare table), `path` its menus."""

    name: str
    file: str
    description: str = ""
    path: tuple[str, ...] = ()


class _LazyState:
    """A state of a module that may be given as what makes it: wherever it is read, it is the state itself."""

    def __get__(self, module: Module | None, _of: type[Module]) -> GameState:
        if module is None:
            return GameState()
        held: GameState | Callable[[], GameState] = vars(module)["at_start"]
        if not isinstance(held, GameState):
            held = vars(module)["at_start"] = held()
        return held

    def __set__(self, module: Module, held: GameState | Callable[[], GameState]) -> None:
        vars(module)["at_start"] = held


def when_asked(make: Callable[[], GameState]) -> GameState:
    """The state that `make` makes, for a module's `at_start`: made once somebody asks, since it may be a thousand counters."""
    return cast("GameState", make)


@dataclass(frozen=True)
class Module:
    """A game box.

    `image(name)` gives an image's bytes and `entry(name)` those of any other file in the box, such as a set-up's; None
    where there is none. `streamed(name)` gives an image piece by piece, if the box can. `slots` may be a sequence that
    unpacks its counters when they are asked for.
    """

    name: str
    version: str
    maps: tuple[GameMap, ...] = ()
    slots: Sequence[Slot] = ()
    sides: tuple[str, ...] = ()
    setups: tuple[Setup, ...] = ()
    trackers: tuple[TurnTracker, ...] = ()
    properties: Mapping[tuple[str, str], str] = field(default_factory=dict)
    image: Callable[[str], bytes | None] = lambda _name: None
    entry: Callable[[str], bytes | None] = lambda _name: None
    streamed: Callable[[str], Iterator[bytes] | None] = lambda _name: None
    at_start: GameState = cast("GameState", _LazyState())
    carried: Mapping[str, object] = field(default_factory=dict)

    def image_pieces(self, name: str) -> Iterable[bytes] | None:
        """An image's bytes piece by piece, since some weigh a hundred megabytes; None where there is none."""
        streamed = self.streamed(name)
        if streamed is not None:
            return streamed
        whole = self.image(name)
        return None if whole is None else (whole,)

    @cached_property
    def windows(self) -> Mapping[str, tuple[str, ...] | None]:
        """Who may look into each window, None = everybody; of two windows of one name, only who may look into both."""
        found: dict[str, tuple[str, ...] | None] = {}
        for each in self.maps:
            owners = None if each.kind is MapKind.PUBLIC or each.shown else each.owners
            known = found.get(each.name)
            both = owners if known is None else known if owners is None else tuple(sorted({*known} & {*owners}))
            found[each.name] = both
        return found

    def map(self, name: str) -> GameMap | None:
        return next((found for found in self.maps if found.name == name), None)

    def spot(self, state: GameState, map_name: str, x: int, y: int) -> Spot:
        """The point as players name it, under the boards that lie on the map in `state`."""
        found = self.map(map_name)
        if found is None:
            return Spot("", x, y)
        layout = state.boards.get(map_name, found.layout)
        return locate(found, layout, x, y)

    def hex_spot(self, state: GameState, map_name: str, x: int, y: int) -> Spot:
        """The hex that holds a point, as `spot` would name its middle."""
        found = self.map(map_name)
        return Spot("", x, y) if found is None else locate_hex(found, state.boards.get(map_name, found.layout), x, y)


def locate_hex(found: GameMap, layout: tuple[PlacedBoard, ...], x: int, y: int) -> Spot:
    """What the hex that holds a point is called: players' programs name points by columns and rows, not by the six sides."""
    placed = next((board for board in layout if board.contains(x, y)), None)
    printed = hex_at(placed.board.grid, *placed.local(x, y)) if placed is not None else None
    return locate(found, layout, *((x, y) if placed is None or printed is None else placed.outer(printed.x, printed.y)))


def lay_out(boards: Iterable[tuple[Board, int, int, bool]], edge: tuple[int, int] = (0, 0)) -> tuple[PlacedBoard, ...]:
    """Boards laid at (column, row), perhaps reversed (`Map.setBoardBoundaries`); only a reversible board reverses.

    A board starts where the boards before it in its row end, and below those above it in its column; empty places take
    no room, and of two boards in one place the later counts for the others.
    """
    chosen = list(boards)
    sizes = {(column, row): board.size for board, column, row, _ in chosen}
    placed = []
    for board, column, row, turned in chosen:
        x = edge[0] + sum(width for (c, r), (width, _) in sizes.items() if r == row and c < column)
        y = edge[1] + sum(height for (c, r), (_, height) in sizes.items() if c == column and r < row)
        placed.append(PlacedBoard(board, column, row, x, y, turned and board.reversible))
    return tuple(placed)


def deck_points(
    decks: Iterable[DeckPlace], layout: Sequence[PlacedBoard], edge: tuple[int, int]
) -> dict[tuple[int, int], str]:
    """The map points on which decks lie, and their names (`DrawPile.getPosition`)."""
    corners = {placed.board.name: (placed.x, placed.y) for placed in reversed(layout)}
    points: dict[tuple[int, int], str] = {}
    for deck in decks:
        left, top = corners.get(deck.board, edge)
        points.setdefault((deck.x + left, deck.y + top), deck.name)
    return points


def find(layout: Iterable[PlacedBoard], location: str) -> tuple[int, int] | None:
    """The map point that a location's name leads back to, on the first board that knows it."""
    for placed in layout:
        point = placed.board.grid.point(location) if placed.board.grid else None
        if point is not None:
            return placed.outer(*point)
    return None


NOWHERE = "offboard"
"""What the engine calls a point of a map that no grid names (`Map.offboard`)."""


def location_name(layout: Iterable[PlacedBoard], spot: Spot) -> str:
    """What the engine calls a spot (`Map.locationName`): in a zone that has no name it is an empty text, off all maps as well."""
    if spot.location or not spot.map:
        return spot.location
    placed = next((board for board in layout if board.contains(spot.x, spot.y)), None)
    grid = placed.board.grid if placed is not None else None
    unnamed = placed is not None and grid is not None and grid.says(*placed.local(spot.x, spot.y)) == ""
    return "" if unnamed else NOWHERE


def locate(found: GameMap, layout: tuple[PlacedBoard, ...], x: int, y: int) -> Spot:
    """Name a point of a map (`Map.locationName`, `Map.findZone`): decks first, then the board's grid."""
    placed = next((board for board in layout if board.contains(x, y)), None)
    name = found.points_on(layout).get((x, y), "")
    if placed is None:
        return Spot(found.name, x, y, location=name)
    grid = placed.board.grid
    if grid is None:
        return Spot(found.name, x, y, board=placed.board.name, location=name)
    here = placed.local(x, y)
    said = name or grid.says(*here) or ""
    number = "" if name or grid.prints(*here) else grid.location(*here) or ""
    # Map.findZone never mirrors a reversed board; the location name does. Both facts are the engine's.
    zone = grid.zone(x - placed.x, y - placed.y) or ""
    return Spot(found.name, x, y, placed.board.name, zone, said, number)
