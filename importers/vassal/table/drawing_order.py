"""Where things lie on the maps: in which layer, in which order they are drawn, and in which stack."""

from __future__ import annotations

from adjudicator.importers.vassal.table.items import UNSET, Heap, TableItem, TableMap, TablePiece
from adjudicator.importers.vassal.table.world import World
from adjudicator.lean import dataclass


@dataclass
class DrawingOrder(World):
    """The drawing orders of the maps, the contents of stacks, and what lies at which point. `begun` = the game is set up.

    What lies where is listed (`_at`) only from when somebody first asks: a save that is merely read asks for no point.
    """

    order: int = 0
    begun: bool = False
    _at: dict[tuple[str, int, int], dict[TableItem, None]] | None = None

    def _put_on(self, ground: TableMap, item: TablePiece | Heap) -> None:
        """Add to the map's drawing order, on top of its layer, unless it is there (`Map.addPiece`)."""
        key = (ground.name, self._layer(ground, item))
        if key in item.entries:
            return
        if isinstance(item, TablePiece) and item.parent is not None:
            item.map = item.parent.map
            self._drop(item.parent, item)
        if item.map and item.map != ground.name:
            self._take_off(item.map, item)
        self._set_map(item, ground.name)
        item.entries[key] = self.order
        self.order += 1
        self._reindex(item)

    def _lift(self, item: TableItem) -> None:
        """Draw what was moved, or the stack that it lies in, last of its layer (`HighlightLastMoved.setLastMovedPiece`)."""
        if not self.begun:
            return
        lifted = item.parent if isinstance(item, TablePiece) and item.parent is not None else item
        ground = self.ground(lifted.map)
        if ground is None or not ground.lifts:
            return
        key = (ground.name, self._layer(ground, lifted))
        if key in lifted.entries:
            lifted.entries[key] = self.order
            self.order += 1
            self._touch(lifted)

    def _take_off(self, name: str, item: TableItem) -> None:
        """Take out of the map's drawing order, if its present layer has it (`Map.removePiece`)."""
        ground = self.ground(name)
        if ground is None or not item.entries:
            return
        item.entries.pop((ground.name, self._layer(ground, item)), None)
        self._reindex(item)

    def _set_map(self, item: TableItem, name: str) -> None:
        item.map = name
        self.touched[item] = None
        if isinstance(item, Heap):
            for piece in item.contents:
                piece.map = name
                self.touched[piece] = None

    def _insert(self, heap: Heap, piece: TablePiece, index: int) -> None:
        """Put a piece into a stack at `index`, or move it there within the stack (`Stack.insert`)."""
        index = min(max(index, 0), len(heap.contents))
        if piece not in heap.contents:
            self._insert_child(heap, piece, index)
            return
        at = heap.contents.index(piece)
        if index > at:
            heap.contents.insert(index + 1, piece)
            del heap.contents[at]
        else:
            del heap.contents[at]
            heap.contents.insert(index, piece)
        self._touch(heap)

    def _insert_child(self, heap: Heap, piece: TablePiece, index: int) -> None:
        if piece.parent is not None:
            self._drop(piece.parent, piece)
        elif piece.map:
            self._take_off(piece.map, piece)
        piece.parent = heap
        heap.contents.insert(min(max(index, 0), len(heap.contents)), piece)
        self._recount(heap)
        self.touched[piece] = self.touched[heap] = None
        if len(heap.contents) == 1:
            self._reindex(heap)

    def _drop(self, heap: Heap, piece: TablePiece) -> None:
        """Take a piece out of a stack; its own map and position hold again."""
        if piece in heap.contents:
            heap.contents.remove(piece)
            self._recount(heap)
        piece.parent = None
        self.touched[piece] = self.touched[heap] = None
        if not heap.contents:
            self._reindex(heap)

    def _layer(self, ground: TableMap, item: TableItem) -> int:
        """The layer of the map's drawing order that the item belongs in now."""
        if not ground.property:
            return 0 if isinstance(item, TablePiece) and not item.kind.stacks else 1
        if isinstance(item, TablePiece):
            return self._layer_of_piece(ground, item)
        if not isinstance(item, Heap) or item.deck:
            return len(ground.layers)
        top = self._top(item)
        if top is None and item.layer != UNSET and item.contents:
            top = item.contents[0]
        return len(ground.layers) if top is None else self._layer_of_piece(ground, top)

    def _layer_of_piece(self, ground: TableMap, piece: TablePiece) -> int:
        value = self.property(piece, ground.property)
        return ground.layers.index(value) if value in ground.layers else len(ground.layers)

    def _top(self, heap: Heap, player: str | None = None) -> TablePiece | None:
        """The top piece that is not hidden, or hidden by the player given."""
        for piece in reversed(heap.contents):
            hidden = self._hidden_by(piece)
            if hidden is None or hidden == player:
                return piece
        return None

    def _hidden_by(self, piece: TablePiece) -> str | None:
        """Whom the engine asks about a piece that it stacks: of several traits that hide, the outermost alone (`HIDDEN_BY`)."""
        hiding = piece.kind.hiding
        return None if not hiding or piece.states[hiding[0].index] == "null" else piece.states[hiding[0].index]

    def _reindex(self, item: TableItem) -> None:
        """Keep the index of mergeable things by point: lone pieces, decks, and stacks with something in them."""
        at = self._at
        if at is None or not (item.entries or item.keys):
            return
        keys: tuple[tuple[str, int, int], ...] = ()
        if item.entries and not (isinstance(item, Heap) and not item.contents and not item.deck):
            keys = tuple([(name, item.x, item.y) for name, _ in item.entries])
            if len(keys) > 1:
                keys = tuple(dict.fromkeys(keys))
        if keys == item.keys:
            return
        for key in item.keys:
            del at[key][item]
            if not at[key]:
                del at[key]
        for key in keys:
            at.setdefault(key, {})[item] = None
        item.keys = keys
