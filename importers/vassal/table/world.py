"""The properties that lie outside a piece: those of its place, its map and the module, and who asks for which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from adjudicator.importers.vassal.readings import PieceReading
from adjudicator.importers.vassal.table.items import Heap, TableItem, TableMap, TablePiece, deck_name
from adjudicator.importers.vassal.wire import sequences, traits
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import dataclass

MODULE = "Module"
_COUNTED = "_numPieces"
MOST_ASKED = 300_000
"""How many pieces a file's sums and counts may look at; what they would come to after that is not told."""
OF_WHO_LOOKS = frozenset(
    [
        "PlayerName",
        "playerName",
        "PlayerId",
        "playerId",
        "CurrentLanguage",
        "CurrentLanguageName",
        "VassalVersionRunning",
        "ModuleGameFileName",
        "UiPieceCount",
        "UiPieceIndex",
    ]
)
"""Properties that each player has otherwise."""
OF_SIDES = ("playerSide", "PlayerSide")
"""The side of whoever looks, which for the reader of a file is an observer's."""
_NAMES = ("CurrentBoard", "CurrentZone", "LocationName")
"""What a piece's place is called, in the order of `World.spot`."""


@dataclass
class World:
    """The maps with their properties, and the pieces that read them.

    `grounds` None = no module is known, so that every name may be a map. `preferences` are what the module asks its players,
    with the answers it proposes. `zeros` = its expressions keep zeros in front of numbers. `touched` is what may
    look otherwise than before.
    """

    grounds: Mapping[str, TableMap] | None = None
    spot: Callable[[str, int, int], tuple[str, str, str]] = lambda _map, _x, _y: ("", "", "")
    properties: dict[tuple[str, str], str] = field(default_factory=dict)
    preferences: dict[str, str] = field(default_factory=dict)
    zeros: bool = False
    touched: dict[TableItem, None] = field(default_factory=dict)
    items: dict[str, TablePiece | Heap] = field(default_factory=dict)
    left_out: dict[str, None] = field(default_factory=dict)
    as_observer: dict[str, None] = field(default_factory=dict)
    """Pieces that ask which side looks at them."""
    _asked: int = 0
    _counting: dict[TablePiece, bool] = field(default_factory=dict)
    """The pieces that were seen to count those around them, and whether they look beyond their stack."""
    _readers: dict[str, dict[TablePiece, None]] = field(default_factory=dict)
    _decks: dict[str, list[Heap]] = field(default_factory=dict)
    _supposed: dict[str, TableMap] = field(default_factory=dict)

    def property(self, piece: TablePiece, name: str) -> str | None:
        """A property of a piece, its traits' first, then its place's, then the world's."""
        return self.reading(piece).property(name)

    def reading(self, piece: TablePiece) -> PieceReading:
        return PieceReading(piece.kind, piece.states, lambda name: self._outside(piece, name), self, piece)

    def is_map(self, name: str) -> bool:
        """Whether a map of this name is known; without a module any name may be one."""
        ground = self.ground(name)
        return ground is not None and ground.name == name

    def told(self, name: str) -> bool:
        """Whether a property that is nowhere set has no value, and is not that of whoever looks."""
        return name not in OF_WHO_LOOKS and not name.endswith("_isVisible")

    def around(
        self, reading: PieceReading, where: str, place: str | None = None, ground: str | None = None
    ) -> list[PieceReading] | None:
        """The pieces of the same "stack", "location", "zone" or "map" as a piece that is read, with it; "" = of all maps.

        `ground` is another map than the piece's own, `place` a location or zone there. What is masked, hidden, in a closed deck
        or on a map of somebody's own is left out, else what they add up to would tell of them; `left_out` names them.
        """
        piece = reading.of
        if not isinstance(piece, TablePiece):  # it is asked for by a piece that counts already
            return None
        self._counting[piece] = self._counting.get(piece, False) or where != "stack"
        found = []
        for each in self._near(piece, where, place, ground):
            if each is piece:
                found.append(reading)
                continue
            other = self._neighbour(each)
            if self._concealed(each, other, piece):
                self.left_out[each.id] = None
            else:
                found.append(other)
        self._asked += len(found)
        return found if self._asked <= MOST_ASKED else None

    def attached(self, reading: PieceReading, name: str) -> list[PieceReading] | None:
        """The pieces that a piece's trait "Attachment" of this name holds; None where one of them is concealed."""
        piece = reading.of
        if not isinstance(piece, TablePiece):
            return None
        self._counting[piece] = True
        at = next((at for at, kind in enumerate(piece.kind.types) if _is_attachment(kind, name)), None)
        tokens = sequences.split(piece.states[at], ";") if at is not None else []
        held = [self.items.get(identity) for identity in tokens[1:]]
        found = [each for each in held if isinstance(each, TablePiece)]
        readings = [reading if each is piece else self._neighbour(each) for each in found]
        for each, other in zip(found, readings, strict=True):
            if each is not piece and self._concealed(each, other, piece):
                return None
        return readings

    def _pile_place(self, heap: Heap | None, piece: TablePiece, name: str) -> str:
        """How many lie in a piece's stack, and which from the top it is; what somebody made invisible does not count."""
        if heap is None or (name == "DeckPosition" and not heap.deck):
            return "0" if name == "DeckPosition" else "1"
        lying = heap.contents
        if not heap.deck:
            self._counting.setdefault(piece, False)
            lying = [each for each in lying if each is piece or not self._invisible(each)]
        if name == "StackSize":
            return str(len(lying))
        return str(len(lying) - lying.index(piece)) if piece in lying else "1"

    def _invisible(self, piece: TablePiece) -> bool:
        reading = self._neighbour(piece)
        gone = any(reading.owner(owner) is not None for owner in piece.kind.hiding)
        if gone:
            self.left_out[piece.id] = None
        return gone

    def _concealed(self, piece: TablePiece, reading: PieceReading, beside: TablePiece) -> bool:
        """Whether somebody may not see a piece that another one asks about."""
        owned = (reading.owner(owner) is not None for owner in (*piece.kind.masking, *piece.kind.hiding))
        return self._closed(piece, beside) or any(owned)

    def _shut(self, piece: TablePiece) -> bool:
        """Whether somebody may not see a piece by itself, whoever asks."""
        owners = (*piece.kind.masking, *piece.kind.hiding)
        heap, ground, reading = piece.parent, self.ground(piece.place[0]), self.reading(piece)
        if (heap is not None and heap.deck and heap.face_down) or ground is None or ground.shut:
            return True
        return any(reading.owner(owner) is not None for owner in owners)

    def _closed(self, piece: TablePiece, beside: TablePiece) -> bool:
        """Whether a piece lies where not everybody sees it: in a closed deck, or on another map that is somebody's own."""
        heap = piece.parent
        if heap is not None and heap.deck and heap.face_down and heap is not beside.parent:
            return True
        ground = self.ground(piece.place[0])
        return ground is not None and ground.shut and ground is not self.ground(beside.place[0])

    def _neighbour(self, piece: TablePiece) -> PieceReading:
        """A piece that another one counts, and that counts none itself: else each would count all that count it."""
        return PieceReading(piece.kind, piece.states, lambda name: self._outside(piece, name), self)

    def _near(self, piece: TablePiece, where: str, place: str | None, ground: str | None) -> list[TablePiece]:
        name, x, y = piece.place
        if where == "stack":
            return list(piece.parent.contents) if piece.parent else [piece]
        pieces = [each for each in self.items.values() if isinstance(each, TablePiece)]
        if not where and ground is None:
            return [each for each in pieces if each.place[0]]
        wanted_map = name if ground is None else ground
        here = [each for each in pieces if each.place[0] == wanted_map]
        if where in ("map", "") or not wanted_map:
            return here
        index = _NAMES.index("LocationName" if where == "location" else "CurrentZone")
        wanted = self.spot(name, x, y)[index] if place is None else place
        return [each for each in here if self.spot(*each.place)[index] == wanted]

    def kept(self, reading: PieceReading, containers: Sequence[str], name: str) -> str | None:
        """A property that one of some zones or maps has, or else the module; of a map that is somebody's own none is told."""
        here = self.ground(reading.of.place[0]) if isinstance(reading.of, TablePiece) else None
        shut = [ground for ground in (self.grounds or {}).values() if ground.shut and ground is not here]
        if any(f"{each}:".startswith(f"{ground.name}:") for each in containers for ground in shut):
            return None
        return next(
            (self.properties[each, name] for each in (*containers, MODULE) if (each, name) in self.properties), None
        )

    def touch_counting(self) -> None:
        """After something was touched: what pieces show that count those around them may be otherwise."""
        if not self._counting:
            return
        for item in list(self.touched):
            heap = item if isinstance(item, Heap) else item.parent if isinstance(item, TablePiece) else None
            for piece in heap.contents if heap is not None else ():
                if piece in self._counting:
                    self._touch(piece)
        for piece, far in self._counting.items():
            if far:
                self._touch(piece)

    def ground(self, name: str) -> TableMap | None:
        """The map of that name or id; "" and "null" are none."""
        if name in ("", "null"):
            return None
        if self.grounds is not None:
            return self.grounds.get(name)
        known = self._supposed.get(name)
        if known is None:
            known = self._supposed[name] = TableMap(name)
        return known

    def container_of(self, name: str) -> str:
        """Where a property without container belongs: the module, unless only another container has it."""
        if (MODULE, name) in self.properties:
            return MODULE
        return next((container for container, known in self.properties if known == name), MODULE)

    def _touch(self, item: TableItem) -> None:
        self.touched[item] = None

    def _touch_heap(self, heap: Heap) -> None:
        self.touched[heap] = None
        for piece in heap.contents:
            self.touched[piece] = None

    def _count_of(self, name: str, map_name: str) -> str | None:
        """How many cards a deck of the map holds; a property that the map has as long as the deck lies on it."""
        decks = self._decks.get(name, ())
        return next((str(len(deck.contents)) for deck in decks if deck.map == map_name), None)

    def _recount(self, heap: Heap) -> None:
        """Tell those who print a deck's count that it changed."""
        if heap.deck:
            for reader in (*self._readers.get(deck_name(heap.deck) + _COUNTED, ()), *self._readers.get("", ())):
                self._touch(reader)

    def _note_reader(self, piece: TablePiece, loose: bool) -> None:
        """Remember which global properties may change how the piece reads; "" = any."""
        mentions = piece.kind.mentions
        for name in mentions:
            self._readers.setdefault(name, {})[piece] = None
        if loose:
            self._readers.setdefault("", {})[piece] = None
        piece.asks = loose or bool(mentions)

    def _outside(self, piece: TablePiece, name: str) -> str | None:
        """A property that no trait knows: the piece's place, its own memory, then zone, map and module."""
        map_name, x, y = piece.place
        heap = piece.parent
        if name == "CurrentMap":
            return map_name
        if name in ("CurrentX", "CurrentY"):
            return str(x if name == "CurrentX" else y)
        if name in ("CurrentBoard", "CurrentZone", "LocationName"):
            return self.spot(map_name, x, y)[_NAMES.index(name)]
        if name == "DeckName":
            return deck_name(heap.deck) if heap and heap.deck else ""
        if name in ("StackPos", "StackSize", "DeckPosition"):
            return self._pile_place(heap, piece, name)
        if name == "PieceUID":
            return piece.id
        if name.endswith(_COUNTED):
            return self._count_of(name.removesuffix(_COUNTED), map_name)
        kept = _memory(piece.states[-1]).get(name) if name in piece.states[-1] else None
        if kept is not None:
            return kept
        zone = self.spot(map_name, x, y)[1] if map_name else ""
        for container in (f"{map_name}:{zone}" if zone else "", map_name, MODULE):
            if (container, name) in self.properties:
                return self.properties[container, name]
        if name in OF_SIDES:
            self.as_observer[piece.id] = None
        return self.preferences.get(name)


def _is_attachment(kind: str, name: str) -> bool:
    return kind.startswith("attach;") and traits.parse(kind).text("name") == name


def _memory(state: str) -> dict[str, str]:
    """A piece's persistent properties: pairs after their count, behind map, x, y and slot."""
    tokens = sequences.split(state, ";")
    count = whole(tokens[4]) if len(tokens) > 4 else 0
    pairs = tokens[5 : 5 + 2 * max(0, count)]
    return dict(zip(pairs[::2], pairs[1::2], strict=False))
