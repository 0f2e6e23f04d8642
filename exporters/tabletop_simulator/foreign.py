"""A game from elsewhere as a save: its maps side by side on one table, counters as tiles, stacks as piles, decks as decks."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.exporters.losses import Aspect, LossKind
from adjudicator.exporters.sides import Cutter, TwoSided
from adjudicator.exporters.tabletop_simulator.objects import (
    FIRST_HEIGHT,
    THICKNESS,
    empty_save,
    facing,
    grid_of,
    new_thing,
    new_tile,
    transform,
)
from adjudicator.exporters.tabletop_simulator.save import Writer, counters_in_order, stacks_in_order
from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.tabletop_simulator.wire import Json
from adjudicator.lean import dataclass
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.grid import SquareGrid, hex_grids
from adjudicator.model.module import GameMap

GAP = 200
BOARD_HEIGHT = 1.0


@dataclass
class ForeignWriter(Writer):
    """A game from elsewhere, laid out on a table."""

    def save(self) -> dict[str, Json]:
        module = self.content.module
        self._cutter = Cutter(module.image if module else lambda _name: None)
        self._corners = dict(self._map_corners())
        things = [*self._boards(), *self._stacked(), *self._single(), *self._off_map()]
        places = {each.id: self._place(each) for each in counters_in_order(self.state) if each.spot.map}
        decks = {name for stack in self.state.stacks.values() if stack.deck for name in stack.members}
        loose = {each.id for each in self.state.counters.values() if each.design.stacks and each.id not in decks}
        self._note_piles(places, loose)
        return empty_save(self.state, self._grid(), things)

    def _maps(self) -> list[GameMap | None]:
        """The maps to lay side by side; a name that only counters know stands for a map of its own."""
        return list(self.content.module.maps) if self.content.module else []

    def _map_corners(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Where each map's left top corner comes to lie on the table."""
        names = [found.name for found in self._maps() if found]
        used = dict.fromkeys([*names, *(each.spot.map for each in counters_in_order(self.state) if each.spot.map)])
        x = 0
        for name in used:
            layout = self._layout(name)
            right = max((placed.x + placed.board.size[0] for placed in layout), default=0)
            right = max([right, *(each.spot.x for each in self.state.counters.values() if each.spot.map == name)])
            yield name, (x, 0)
            x += right + GAP

    def _layout(self, name: str) -> tuple[PlacedBoard, ...]:
        found = self.content.module.map(name) if self.content.module else None
        return self.state.boards.get(name, found.layout if found else ())

    def _place(self, counter: Counter) -> tuple[int, int]:
        x, y = self._corners[counter.spot.map]
        return counter.spot.x + x, counter.spot.y + y

    def _boards(self) -> Iterator[dict[str, Json]]:
        module = self.content.module
        bare = []
        for name, (left, top) in self._corners.items():
            for placed in self._layout(name):
                wide, high = placed.board.size
                data = module.image(placed.board.image) if module and placed.board.image else None
                if data is None:
                    bare.append(f"{name}/{placed.board.name}")
                tile = new_tile(
                    self._guid(f"board {name} {placed.column} {placed.row}"), placed.board.name, self._address(data), ""
                )
                tile["Locked"] = True
                tile["Tags"] = [wire.BOARD_TAG]
                where = (left + placed.x + wide / 2, top + placed.y + high / 2)
                tile["Transform"] = transform(
                    *where, BOARD_HEIGHT, 180.0 if placed.reversed else 0.0, size=(wide, high)
                )
                yield tile
        self._lose(Aspect.LAYOUTS, LossKind.APPROXIMATED, "boards without a picture are white tiles", *bare)

    def _single(self) -> Iterator[dict[str, Json]]:
        for counter in counters_in_order(self.state):
            if not counter.stack and counter.spot.map:
                yield self._piece(counter, FIRST_HEIGHT)

    def _stacked(self) -> Iterator[dict[str, Json]]:
        for stack in stacks_in_order(self.state):
            members = self.state.of(stack)
            if stack.deck is not None:
                yield from self._deck(stack, members)
                continue
            for index, counter in enumerate(members):
                if counter.spot.map:
                    yield self._piece(counter, FIRST_HEIGHT + index * THICKNESS)

    def _off_map(self) -> Iterator[dict[str, Json]]:
        """Counters on no map go into a bag."""
        decks = {name for stack in self.state.stacks.values() if stack.deck for name in stack.members}
        absent = [each for each in counters_in_order(self.state) if not each.spot.map and each.id not in decks]
        if absent:
            yield self._bag("Off the map", absent, (-GAP, -GAP), self._guid("off the map"))

    def _deck(self, stack: Stack, members: tuple[Counter, ...]) -> Iterator[dict[str, Json]]:
        guid = self.renamed[stack.id] = self._guid(f"deck {stack.id}")
        x, y = self._corners.get(stack.spot.map, (0, 0))
        place = (stack.spot.x + x, stack.spot.y + y)
        name = stack.deck.name if stack.deck else ""
        if len(members) < 2:
            yield self._bag(name, list(members), place, guid)
            return
        cards = [self._card(number, counter) for number, counter in enumerate(reversed(members), 1)]
        found = new_thing("DeckCustom", guid, name)
        found["Transform"] = transform(*place, FIRST_HEIGHT, 0.0, down=bool(stack.deck and stack.deck.face_down))
        found["SidewaysCard"] = False
        found["DeckIDs"] = [card["CardID"] for card in cards]
        found["CustomDeck"] = {key: sheet for card in cards for key, sheet in card["CustomDeck"].items()}
        found["ContainedObjects"] = cards
        yield found

    def _card(self, number: int, counter: Counter) -> dict[str, Json]:
        sides = self._cutter.cut(counter)
        guid = self.renamed[counter.id] = self._guid(counter.id)
        card = new_thing("Card", guid, counter.name)
        back = sides.back if sides.back is not None else sides.front
        sheet = {"FaceURL": self._address(sides.front), "BackURL": self._address(back), "NumWidth": 1, "NumHeight": 1}
        card["Transform"] = transform(0, 0, FIRST_HEIGHT, facing(counter), down=sides.back_up)
        card["CardID"] = number * wire.CARDS_IN_SHEET
        card["CustomDeck"] = {str(number): {**sheet, "BackIsHidden": True, "UniqueBack": False, "Type": 0}}
        return card

    def _bag(self, name: str, members: list[Counter], place: tuple[int, int], guid: str) -> dict[str, Json]:
        bag = new_thing("Bag", guid, name)
        bag["Transform"] = transform(*place, FIRST_HEIGHT, 0.0)
        bag["ContainedObjects"] = [self._piece(counter, FIRST_HEIGHT) for counter in reversed(members)]
        return bag

    def _piece(self, counter: Counter, height: float) -> dict[str, Json]:
        sides: TwoSided = self._cutter.cut(counter)
        guid = self.renamed[counter.id] = self._guid(counter.id)
        tile = new_tile(guid, counter.name, self._address(sides.front), self._address(sides.back))
        tile["Locked"] = not counter.design.stacks
        x, y = self._place(counter) if counter.spot.map else (-GAP, -GAP)
        tile["Transform"] = transform(x, y, height, facing(counter), down=sides.back_up, size=sides.size)
        return tile

    def _grid(self) -> dict[str, Json] | None:
        """The first map's grid, if it is one of equal cells."""
        for name, (left, top) in self._corners.items():
            for placed in self._layout(name):
                grid = placed.board.grid
                found = grid if isinstance(grid, SquareGrid) else next(iter(hex_grids(grid)), None)
                if found is not None:
                    return grid_of(found, left + placed.x, top + placed.y)
            return None
        return None
