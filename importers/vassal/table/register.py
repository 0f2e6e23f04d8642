"""Everything on a table by its id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from adjudicator.importers.vassal.table.drawing_order import DrawingOrder
from adjudicator.importers.vassal.table.items import UNSET, Heap, TableItem, TablePiece, deck_name, is_empty_stack
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import dataclass
from adjudicator.model.counters import pile
from adjudicator.notes import NoteKind

Complaint = tuple[NoteKind, str, str, bool]
"""What kind, about which piece, a sentence, and whether it tells of something that not everybody sees."""


@dataclass
class Register(DrawingOrder):
    """All items by id, and what the engine would warn of.

    Empty stacks sleep until somebody asks for one: `beds` holds runs of commands' texts with the first one's place in the
    drawing order.
    """

    beds: list[tuple[int, Sequence[str]]] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    _made: dict[str, int] = field(default_factory=dict)
    _sleeping: dict[str, tuple[int, str]] | None = None

    def item(self, identity: str) -> TablePiece | Heap | None:
        """A piece, stack or deck by its id."""
        known = self.items.get(identity)
        return self._wake(identity) if known is None and self.beds else known

    def clear(self) -> None:
        """Take everything off the table; stacks and what lies in them no longer hold each other."""
        for item in self.items.values():
            if isinstance(item, Heap):
                item.contents.clear()
            else:
                item.parent = None
        self.items.clear()

    def bed(self, first: int, texts: Sequence[str]) -> None:
        """Commands among which are empty stacks, with the first one's place in the drawing order."""
        if texts:
            self.beds.append((first, texts))
            self._sleeping = None

    def top_items(self) -> Iterator[tuple[str, int, int, TableItem]]:
        """Map, layer, order and item of everything in the maps' drawing orders but sleeping stacks."""
        for item in self.items.values():
            for (name, layer), order in item.entries.items():
                yield name, layer, order, item

    def _lying(self) -> dict[tuple[str, int, int], dict[TableItem, None]]:
        """What lies at which point of which map, listed when first asked for."""
        if self._at is None:
            self._at = {}
            for item in self.items.values():
                self._reindex(item)
        return self._at

    def members(self, heap: Heap) -> list[str]:
        """The ids of what lies in a stack; a piece whose id another one has taken is not to be found."""
        return [piece.id for piece in heap.contents if self.items.get(piece.id) is piece]

    def _complain(self, kind: NoteKind, subject: str, text: str, *, shut: bool = False) -> None:
        self.complaints.append((kind, subject, text, shut))

    def _register(self, item: TablePiece | Heap) -> None:
        known = self.items.get(item.id)
        if known is not None:
            self._displaced(known)
        self.items[item.id] = item
        if isinstance(item, Heap) and item.deck:
            self._decks.setdefault(deck_name(item.deck), []).append(item)
        if self._sleeping:
            self._sleeping.pop(item.id, None)
        self.touched[item] = None

    def _displaced(self, known: TablePiece | Heap) -> None:
        """What becomes of an item whose id another one takes: it goes on lying where it lay."""
        self._lying()
        if isinstance(known, Heap):
            self._touch_heap(known)
        elif known.parent is not None:
            self._touch(known.parent)
        if isinstance(known, TablePiece) or known.contents:
            text = f"a second piece with the id {known.id}; the first is not found again"
            shut = any(map(self._shut, [known] if isinstance(known, TablePiece) else known.contents))
            self._complain(NoteKind.REPAIRED, known.id, text, shut=shut)

    def _wake(self, identity: str) -> Heap | None:
        """An empty stack that somebody asks for by its id."""
        if self._sleeping is None:
            self._sleeping = {
                text.split("/", 2)[1]: (first + index, text)
                for first, texts in self.beds
                for index, text in enumerate(texts)
                if is_empty_stack(text)
            }
            for known in self.items.keys() & self._sleeping.keys():
                del self._sleeping[known]
        found = self._sleeping.pop(identity, None)
        if found is None:
            return None
        order, text = found
        heap = Heap(identity)
        heap.state_text = text.split("/", 3)[3]
        name, x, y, *layer = heap.state_text.split(";")
        ground = self.ground(name)
        heap.layer = whole(layer[0][2:], UNSET) if layer else UNSET
        if name != "null":
            heap.x, heap.y = whole(x), whole(y)
        if ground is not None:
            heap.map = ground.name
            heap.entries[ground.name, self._layer(ground, heap)] = order
        self.items[identity] = heap
        return heap

    def _pile_id(self, bottom: TablePiece) -> str:
        """An id for a stack of the table's own making; the engine takes the clock, we the piece that lies in it first.

        A count would tell how many stacks were made that a viewer may not see; so the id of an empty one serves again.
        """
        number = 1
        while True:
            name = pile(bottom.id, number)
            known = self.item(name)
            if known is None or (isinstance(known, Heap) and not known.contents and not known.deck):
                return name
            number += 1

    def _new_id(self, *, shut: bool) -> str:
        """An id for a piece that comes without one; those that somebody may not see are counted apart, by another letter."""
        letter = "h" if shut else "s"
        while True:
            number = self._made[letter] = self._made.get(letter, 0) + 1
            name = f"{letter}{number}"
            if self.item(name) is None:
                return name
