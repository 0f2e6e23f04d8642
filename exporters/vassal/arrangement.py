"""A game from elsewhere arranged for a VASSAL module: its maps, boards and decks, under names that a command can say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.exporters.losses import Content
from adjudicator.exporters.vassal.bookkeeping import Properties, apart, said
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import Design, Stack
from adjudicator.model.module import DeckPlace, GameMap, MapKind, lay_out
from adjudicator.model.state import GameState


@dataclass
class Arrangement:
    """The game as the module will hold it. `called` are the maps' names there, `numbers` the slots of the designs.

    `apart` are the maps whose boards blank strips hold where they lie.
    """

    content: Content
    state: GameState
    numbers: dict[Design, str] = field(default_factory=dict)
    apart: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        module = self.content.module
        # a state's maps go by hash, and two runs by different hashes
        self.counters = [each for _, each in sorted(self.state.counters.items())]
        self.stacks = [each for _, each in sorted(self.state.stacks.items())]
        self.sides = module.sides if module else ()
        self.name = (module.name if module else self.state.module) or "Converted game"
        self.maps = [self._held_apart(found) for found in self._maps()]
        self.called = apart([each.name for each in self.maps], {each.name: said(each.name) for each in self.maps})
        self._sheets = {
            found.name: apart(
                [each.name for each in found.boards], {each.name: sheet_name(each.name) for each in found.boards}
            )
            for found in self.maps
        }
        self.properties = Properties(self.state, [(self.called[found.name], found) for found in self.maps])
        for slot in module.slots if module else ():
            self.numbers.setdefault(slot.counter.design, str(len(self.numbers) + 1))
        for counter in self.counters:
            self.numbers.setdefault(counter.design, str(len(self.numbers) + 1))

    def sheet(self, found: GameMap, name: str) -> str:
        """What the module calls a map's board."""
        return self._sheets[found.name].get(name) or sheet_name(name)

    def _maps(self) -> Iterator[GameMap]:
        """The module's maps with the decks of this game, and one for each name that only counters know."""
        known = list(self.content.module.maps) if self.content.module else []
        for found in known:
            places = {deck.name for deck in found.decks}
            fresh = [
                DeckPlace(stack.deck.name, "", stack.spot.x - found.edge[0], stack.spot.y - found.edge[1])
                for stack in self.stacks
                if stack.deck is not None and stack.spot.map == found.name and stack.deck.name not in places
            ]
            yield replace(found, decks=(*found.decks, *{deck.name: deck for deck in fresh}.values()))
        names = {found.name for found in known}
        for name in dict.fromkeys(each.spot.map for each in self.counters):
            if name and name not in names:
                board = Board(name, "", (500, 500))
                yield GameMap(name, name, MapKind.PUBLIC, (board,), lay_out([(board, 0, 0, False)]))

    def _held_apart(self, found: GameMap) -> GameMap:
        """A map whose boards lie anywhere, even upon each other: each in a row and a column of its own, blank strips before it.

        What has no picture comes first, or it would cover what lies on it.
        """
        layout = self.state.boards.get(found.name, found.layout)
        left, top = found.edge
        if is_laid_out(layout, found.edge) or any(placed.x < left or placed.y < top for placed in layout):
            return found
        chosen: list[tuple[Board, int, int, bool]] = []
        for at, placed in enumerate(sorted(layout, key=lambda each: bool(each.board.image)), 1):
            if placed.x > left:
                chosen.append((Board(f"blank before {at}", "", (placed.x - left, 1)), 0, at, False))
            if placed.y > top:
                chosen.append((Board(f"blank above {at}", "", (1, placed.y - top)), at, 0, False))
            chosen.append((placed.board, at, at, placed.reversed))
        chosen.sort(key=lambda each: each[1] == each[2])
        strips = tuple(board for board, column, row, _ in chosen if column != row)
        laid = lay_out(chosen, found.edge)
        self.apart.add(found.name)
        self.state = replace(self.state, boards={**self.state.boards, found.name: laid})
        return replace(found, boards=(*found.boards, *strips), layout=laid)


def keeps(stack: Stack) -> bool:
    """A stack with nothing in it is none, unless it is a deck."""
    return bool(stack.members) or stack.deck is not None


def sheet_name(name: str) -> str:
    """A board's name; a slash in it would part it from the word that says it is turned."""
    return said(name).replace("/", "-")


def noted(text: str) -> str:
    """A note, its line ends written as the engine writes them (`TextConfigurer.escapeNewlines`)."""
    return said(text.replace("\n", "|"))


def is_laid_out(layout: tuple[PlacedBoard, ...], edge: tuple[int, int]) -> bool:
    """Whether boards lie where VASSAL would lay them."""
    return lay_out([(each.board, each.column, each.row, each.reversed) for each in layout], edge) == layout
