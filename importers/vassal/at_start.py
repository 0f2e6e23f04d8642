"""The stacks and decks that lie on the maps when a new game begins."""

from __future__ import annotations

from dataclasses import field

from adjudicator.errors import ReadError
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.counters import counter_of
from adjudicator.importers.vassal.grids import ComponentReading, flag
from adjudicator.importers.vassal.parts import ANY_BOARD, DRAW_PILE, SLOTS
from adjudicator.importers.vassal.prototypes import Prototypes, definition
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Deck, Spot, Stack
from adjudicator.model.grid import ZonedGrid
from adjudicator.model.module import GameMap, locate
from adjudicator.notes import NoteKind


@dataclass(frozen=True, slots=True)
class AtStartPlace:
    """An at-start stack or deck of the build file, and the point of its map where it lies."""

    map: GameMap
    part: Component
    x: int
    y: int


def place_of(found: GameMap, part: Component, reading: ComponentReading) -> AtStartPlace | None:
    """Where a new game lays an at-start stack or deck; None if its board is not in the layout."""
    board = "" if part.get("owningBoard") == ANY_BOARD else part.get("owningBoard")
    placed = next((each for each in found.layout if each.board.name == board), None)
    if board and placed is None:
        return None
    x, y = _position(found, placed, part, reading)
    left, top = (placed.x, placed.y) if placed else found.edge
    return AtStartPlace(found, part, x + left, y + top)


@dataclass
class AtStart:
    """The at-start stacks and decks laid out one after another, as on the start of a new game (`SetupStack.setup`)."""

    prototypes: Prototypes
    counters: dict[str, Counter] = field(default_factory=dict)
    stacks: dict[str, Stack] = field(default_factory=dict)
    order: int = 0

    def lay(self, place: AtStartPlace) -> None:
        """One at-start stack or deck with its counters."""
        part = place.part
        spot = locate(place.map, place.map.layout, place.x, place.y)
        deck = part.kind == DRAW_PILE
        identity = f"at-start:{len(self.stacks)}"
        members = []
        for slot in part.of(*SLOTS):
            counter = self._counter(slot, spot)
            if counter is None:
                continue
            if deck or counter.design.stacks:
                self.counters[counter.id] = replace(counter, stack=identity)
                members.append(counter.id)
            else:
                self.counters[counter.id] = replace(counter, order=self._next())
        if members or deck:
            face_down = part.get("faceDown", "Always") == "Always"
            made = Deck(part.get("name"), face_down) if deck else None
            self.stacks[identity] = Stack(identity, spot, tuple(members), self._next(), made)

    def _counter(self, slot: Component, spot: Spot) -> Counter | None:
        try:
            chain = self.prototypes.expanded(definition(slot.text))
        except ReadError:
            return None
        made = counter_of(f"at-start:{len(self.counters)}c", chain, spot)
        return made if made.slot else replace(made, slot=slot.get("gpid"))

    def _next(self) -> int:
        self.order += 1
        return self.order - 1


def _position(
    found: GameMap, placed: PlacedBoard | None, part: Component, reading: ComponentReading
) -> tuple[int, int]:
    """Its x and y, unless the grid of its board (the map's first, if it names none) knows its location's name."""
    at = reading.integer(part, "x", 0), reading.integer(part, "y", 0)
    board = placed.board if placed else next(iter(found.boards), None)
    if not flag(part, "useGridLocation", default=False) or board is None or board.grid is None:
        return at
    if not part.get("location"):
        return at
    point = board.grid.point(part.get("location"))
    if point is None and isinstance(board.grid, ZonedGrid):
        point = board.grid.region_point(part.get("location"))
    if point is None:
        text = f"no location '{part.get('location')}' on board '{board.name}'; its x and y are taken"
        reading.note(NoteKind.REPAIRED, part, text)
    return point or at
