"""A VASSAL game at another size: every number of a module and its saves that counts pixels, multiplied by one factor.

A point on which counters snap stays such a point: it is taken along by the grid, not by arithmetic. Which fields count
pixels: the traits' editors (`counters.*`), `HexGrid`, `Zone`, `SetupStack`, `StackMetrics`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import field

from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.scaled_pieces import ScaledPieces
from adjudicator.exporters.vassal.scaled_places import DEFAULT_DX, HALF_ROOT_OF_3, no_default
from adjudicator.exporters.vassal.table_pictures import MODULE, PIECES
from adjudicator.exporters.vassal.tree import TreeComponent
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import decimal, whole
from adjudicator.lean import dataclass
from adjudicator.model.boards import Board
from adjudicator.model.grid import Outline
from adjudicator.model.module import GameMap, Module

_GRID = MODULE + "map.boardPicker.board."
_INTS: Mapping[str, tuple[str, ...]] = {
    MODULE + "map.boardPicker.Board": ("width", "height"),
    _GRID + "Region": ("originx", "originy"),
    MODULE + "map.StackMetrics": ("exSepX", "exSepY", "unexSepX", "unexSepY"),
    MODULE + "map.HandMetrics": ("exSepX", "exSepY", "unexSepX", "unexSepY"),
    MODULE + "map.DrawPile": ("width", "height"),
    MODULE + "map.Flare": ("circleSize",),
    "VASSAL.build.widget.PieceSlot": ("width", "height"),
    "VASSAL.build.widget.CardSlot": ("width", "height"),
}
_NUMBERING = ("hDrawOff", "vDrawOff", "fontSize")
_SET_UP = (MODULE + "map.SetupStack", MODULE + "map.DrawPile")
_METRICS = {"exSepX": 6, "exSepY": 18, "unexSepX": 2, "unexSepY": 4}
LEAST_CELL = 0.01
"""In pixels; a narrower one is no cell."""


@dataclass
class Scaler(ScaledPieces):
    """One module at `factor` times its size: its build file, and the pieces and saves that go with it."""

    _zones: dict[int, tuple[int, int]] = field(default_factory=dict)

    def build(self, root: TreeComponent) -> None:
        """A module's tree, in place."""
        sizes = {board.name: board for found in self.module.maps for board in found.boards}
        for part in root.walk():
            self._component(part)
        for found, part in zip(self.module.maps, _maps_in(root, self.module), strict=True):
            self._edge(part)
            self._at_start(found, part)
            for board in (each for each in part.walk() if each.kind == MODULE + "map.boardPicker.Board"):
                known = found.board(board.get("name")) or sizes.get(board.get("name"))
                if known is not None:
                    self._board(board, known)

    def _component(self, part: TreeComponent) -> None:
        for name in _INTS.get(part.kind, ()):
            self._attribute(part, name, _METRICS.get(name) if part.kind.endswith("StackMetrics") else None)
        if part.kind in (_GRID + "HexGrid", _GRID + "SquareGrid"):
            self._grid(part)
        elif part.kind.startswith(_GRID + "mapgrid.") and part.kind.endswith("GridNumbering"):
            for name in _NUMBERING:
                self._attribute(part, name)
        elif part.kind == _GRID + "mapgrid.Zone":
            self._path(part)
        elif part.kind in PIECES and part.text:
            part.text = self.definition(part.text)
            self._count("piece definition")

    def _attribute(self, part: TreeComponent, name: str, default: int | None = None) -> None:
        text = part.attributes.get(name)
        if text is None and default is not None:
            text = str(default)
        if text is not None and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            part.attributes[name] = str(self.pixels(int(text)))

    def _edge(self, part: TreeComponent) -> None:
        for name in ("edgeWidth", "edgeHeight"):
            self._attribute(part, name)
        old = sequences.split(part.get("edge"), ",")
        if len(old) == 2:
            part.attributes["edge"] = ",".join(str(self.pixels(whole(side))) for side in old)

    def _grid(self, part: TreeComponent) -> None:
        hexes = part.kind.endswith("HexGrid")
        dx, dy = (decimal(part.get(name), default) for name, default in _cell(part, hexes))
        dx, dy = dx * self.factor, dy * self.factor
        part.attributes["dx"] = repr(no_default(dx, dy) if hexes else dx)
        part.attributes["dy"] = repr(dy)
        for name, default in (("x0", 0 if hexes else 24), ("y0", 32 if hexes else 24)):
            part.attributes[name] = str(self.coordinate(whole(part.get(name), default)))
        self._count("grid")

    def _path(self, part: TreeComponent) -> None:
        self._zones[id(part)] = Outline.through(_corners(part)).size
        pairs = []
        for pair in sequences.split(part.get("path"), ";"):
            numbers = [token.strip() for token in pair.split(",")]
            known = all(re.fullmatch(r"[+-]?[0-9]{1,9}", number) for number in numbers)
            pairs.append(",".join(str(self.coordinate(int(each))) for each in numbers) if known else pair)
        part.attributes["path"] = ";".join(pairs)
        self._count("zone")

    def _board(self, part: TreeComponent, board: Board) -> None:
        """What must be counted anew because the board's size was rounded: numbers that run down from its far side."""
        self._count("board")
        size = self.board_size(board)
        if "width" in part.attributes or not part.get("image"):
            part.attributes.update(width=str(size[0]), height=str(size[1]))
        self._descending(part, board.size, size)

    def _descending(self, part: TreeComponent, old: tuple[int, int], new: tuple[int, int]) -> None:
        for child in part.children:
            if child.kind == _GRID + "mapgrid.Zone":
                self._descending(child, self._zones[id(child)], Outline.through(_corners(child)).size)
            elif child.kind == _GRID + "ZonedGrid":
                self._descending(child, old, new)
            elif child.kind in (_GRID + "HexGrid", _GRID + "SquareGrid"):
                self._renumber(child, old, new)

    def _renumber(self, grid: TreeComponent, old: tuple[int, int], new: tuple[int, int]) -> None:
        hexes = grid.kind.endswith("HexGrid")
        dx, dy = float(grid.get("dx")), float(grid.get("dy"))
        if not all(LEAST_CELL <= each < math.inf for each in (dx, dy)):
            return  # no grid that VASSAL could draw has such cells: there is nothing to count
        before = _most(hexes, old, dx / self.factor, dy / self.factor)
        after = _most(hexes, new, dx, dy)
        sideways = grid.get("sideways") == "true"
        for part in grid.children:
            for flag, offset, index in (("hDescend", "hOff", 0), ("vDescend", "vOff", 1)):
                at = 1 - index if sideways and hexes else index
                step = before[at] - after[at]
                if part.get(flag) == "true" and step:
                    part.attributes[offset] = str(whole(part.get(offset), 1) + step)

    def _at_start(self, found: GameMap, part: TreeComponent) -> None:
        """At-start stacks and decks, whose places count from their board's corner or the map's edge."""
        boards = {each.name: each for each in found.boards}
        for each in part.walk():
            if each.kind not in _SET_UP:
                continue
            x, y = whole(each.get("x")), whole(each.get("y"))
            board = boards.get(each.get("owningBoard")) or (found.boards[0] if len(found.boards) == 1 else None)
            placed = (
                self._local(board, self._smaller(board), x, y) if board else (self.coordinate(x), self.coordinate(y))
            )
            each.attributes.update(x=str(placed[0]), y=str(placed[1]))
            self._count("at-start stack")


def _maps_in(root: TreeComponent, module: Module) -> list[TreeComponent]:
    """The maps' components in the module's order."""
    kinds = (MODULE + "Map", MODULE + "PrivateMap", MODULE + "PlayerHand", "VASSAL.build.widget.WidgetMap")
    found = [part for part in root.walk() if part.kind in kinds or _own_map(part)]
    if len(found) != len(module.maps):
        raise WriteError(f"the build file has {len(found)} maps, the module {len(module.maps)}")
    return found


def _own_map(part: TreeComponent) -> bool:
    own = not part.kind.startswith("VASSAL.") and "mapName" in part.attributes
    return own and any(child.kind.startswith(MODULE + "map.") for child in part.children)


def _cell(part: TreeComponent, hexes: bool) -> tuple[tuple[str, float], tuple[str, float]]:
    """The defaults of a grid's cells; a hex grid's width follows its height unless it is stated."""
    if not hexes:
        return ("dx", 48.0), ("dy", 48.0)
    height = decimal(part.get("dy"), 64.0)
    stated = decimal(part.get("dx"), DEFAULT_DX)
    if "dy" in part.attributes and stated == DEFAULT_DX:
        part.attributes["dx"] = repr(HALF_ROOT_OF_3 * height)
    return ("dx", DEFAULT_DX), ("dy", 64.0)


def _corners(zone: TreeComponent) -> list[tuple[int, int]]:
    pairs = (pair.split(",") for pair in zone.get("path").split(";"))
    return [(whole(pair[0].strip()), whole(pair[1].strip())) for pair in pairs if len(pair) == 2]


def _most(hexes: bool, size: tuple[int, int], dx: float, dy: float) -> tuple[int, int]:
    """The number of columns and rows from which descending numbers count."""
    width, height = size
    if hexes:
        return math.floor(width / dy + 0.5), math.floor(height / dx + 0.5)
    return int(width / dx + 0.5), int(height / dy + 0.5)
