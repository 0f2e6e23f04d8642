"""Who stacks with whom: a piece or stack that comes to a point merges with what lies there, or lies alone."""

from __future__ import annotations

from adjudicator.importers.vassal.table.items import Heap, TableItem, TableMap, TablePiece
from adjudicator.importers.vassal.table.register import Register
from adjudicator.importers.vassal.wire.commands import MovePiece
from adjudicator.lean import dataclass


@dataclass
class StackRegister(Register):
    """Merging and placing, as the engine does it (`StackMetrics.merge`, `CompoundPieceCollection`)."""

    def _place_or_merge(self, ground: TableMap, item: TablePiece | Heap, x: int, y: int) -> None:
        """Merge with what lies at the point if it allows it, else lie there alone (`Map.placeOrMerge`)."""
        here = self._lying().get((ground.name, x, y), {})
        for found in sorted(here, key=lambda item: min(_orders(item, ground.name))):
            if self._may_merge(ground, item, found, None):
                if self._merge(ground, found, item):
                    return
                break
        self._place_at(ground, item, x, y)
        if isinstance(item, TablePiece) and item.kind.stacks and ground.stacking:
            self._stack_around(item)

    def _merge_found(self, ground: TableMap, item: TablePiece | Heap, move: MovePiece) -> bool:
        """Merge with the lowest thing drawn at the point that allows it (`MovePiece.createMergeFinder`)."""
        here = self._lying().get((ground.name, move.x, move.y))
        if not here:
            return False
        for found in sorted(here, key=lambda item: min(_orders(item, ground.name))):
            if self._may_merge(ground, item, found, move.player):
                self._merge(ground, found, item)
                return True
        return False

    def _may_merge(self, ground: TableMap, item: TablePiece | Heap, found: TableItem, player: str | None) -> bool:
        if isinstance(found, Heap) and found.deck:
            return True
        if not ground.stacking or (isinstance(item, TablePiece) and not item.kind.stacks):
            return False
        if isinstance(found, Heap):
            return self._top(found, player) is not None and self._can_merge(ground, item, found)
        if not isinstance(found, TablePiece) or not found.kind.stacks:
            return False
        hidden = self._hidden_by(found)
        return (hidden is None or hidden == player) and self._can_merge(ground, item, found)

    def _can_merge(self, ground: TableMap, first: TableItem, second: TableItem) -> bool:
        """Whether the visible top pieces may share a stack (`CompoundPieceCollection.canMerge`)."""
        if any(isinstance(item, Heap) and item.deck for item in (first, second)):
            return True
        tops = [self._top(item) if isinstance(item, Heap) else item for item in (first, second)]
        one, other = tops
        if not isinstance(one, TablePiece) or not isinstance(other, TablePiece):
            return False
        if not (one.kind.stacks and other.kind.stacks):
            return False
        if self._hidden_by(one) != self._hidden_by(other):
            return False
        return not ground.layers or self._layer(ground, one) == self._layer(ground, other)

    def _merge(self, ground: TableMap, fixed: TableItem, moving: TablePiece | Heap) -> bool:
        """Put what moves on top of what stays, and say whether anything moved (`StackMetrics.merge`)."""
        if isinstance(fixed, Heap):
            fixed = self._top(fixed) or fixed
        parent = fixed.parent if isinstance(fixed, TablePiece) else None
        if moving is fixed or moving is parent:
            return False
        if parent is not None and isinstance(fixed, TablePiece):
            index = parent.contents.index(fixed) + 1
        elif isinstance(fixed, Heap):
            parent, index = fixed, len(fixed.contents)
        elif isinstance(fixed, TablePiece):
            parent, index = self._stack_around(fixed), 1
        if parent is None:
            return False
        if isinstance(moving, Heap):
            some = bool(moving.contents)
            for piece in list(moving.contents):
                self._insert_child(parent, piece, index)
                index += 1
            self._reindex(moving)
            self._touch_heap(moving)
            return some
        if moving.parent is parent and moving in parent.contents and parent.contents.index(moving) < index:
            index -= 1
        name = moving.place[0]
        if name and name != ground.name:
            self._take_off(name, moving)
        self._insert(parent, moving, index)
        return True

    def _stack_around(self, piece: TablePiece) -> Heap:
        """A new stack where a lone piece lies, with the piece in it."""
        heap = Heap(self._pile_id(piece))
        heap.map, heap.x, heap.y = piece.place
        ground = self.ground(heap.map)
        if ground is not None:
            heap.layer = self._layer(ground, piece)
        self._insert(heap, piece, 0)
        self._register(heap)
        if ground is not None:
            self._put_on(ground, heap)
        return heap

    def _place_anew(self, ground: TableMap, item: TablePiece | Heap, x: int, y: int) -> None:
        """Where nothing merges: a stacking piece comes with a stack of its own, all else lies as it is."""
        if ground.stacking and isinstance(item, TablePiece) and item.parent is None and item.kind.stacks:
            heap = Heap(self._pile_id(item))
            self._insert(heap, item, 0)
            self._register(heap)
            self._place_at(ground, heap, x, y)
        else:
            self._place_at(ground, item, x, y)

    def _place_at(self, ground: TableMap, item: TablePiece | Heap, x: int, y: int) -> None:
        item.x, item.y = x, y
        self._put_on(ground, item)
        self._reindex(item)
        if isinstance(item, Heap):
            self._touch_heap(item)
        else:
            self._touch(item)


def _orders(item: TableItem, name: str) -> list[tuple[int, int]]:
    return [(layer, order) for (place, layer), order in item.entries.items() if place == name]
