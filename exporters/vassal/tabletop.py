"""The table of a module of our own: pieces and piles as VASSAL holds them, and how a piece comes to lie where it lies.

The ids are fixed, so that the same script writes the same bytes.
"""

from __future__ import annotations

from dataclasses import field

from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.box.holders import DeckPlan
from adjudicator.exporters.vassal.box.plan import MAIN_MAP, BoxSlot, PlannedModule, layer_of
from adjudicator.exporters.vassal.box.traits import Chain, piece
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.chains import join_chain
from adjudicator.lean import dataclass
from adjudicator.model.notation import hexside_name, parse_unit

FIRST_ID = 1_577_836_800_000


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: the id (in real files a password), the name in the chat, and the side."""

    id: str
    name: str
    side: str


@dataclass(slots=True)
class TabletopPiece:
    """A piece on the table, its traits outermost first."""

    id: str
    slot: BoxSlot | None
    name: str
    chain: list[tuple[str, str]]
    map: str
    x: int
    y: int

    def texts(self) -> tuple[str, str]:
        """Type and state as they stand in a file."""
        return join_chain([*self.chain[:-1], (self.chain[-1][0], self._place())])

    def _place(self) -> str:
        tokens = sequences.split(self.chain[-1][1], ";")
        return sequences.join((self.map or "null", str(self.x), str(self.y), *tokens[3:]), ";")

    def replace(self, prefix: str, state: str) -> None:
        """Give the trait of that prefix another state; WriteError if the piece has none."""
        for index, (kind, _) in enumerate(self.chain):
            if kind.startswith(prefix):
                self.chain[index] = kind, state
                return
        raise WriteError(f"{self.name} has no trait '{prefix}'")

    def state_of(self, prefix: str) -> str | None:
        return next((state for kind, state in self.chain if kind.startswith(prefix)), None)

    @property
    def shown(self) -> str:
        """What the others read in a report: the mask's name for a masked piece (`MovementReporter`)."""
        return "?" if self.masked else self.name

    @property
    def masked(self) -> bool:
        """Whether its face is hidden from others."""
        return sequences.split(self.state_of("obs;") or "null", ";")[0] not in ("", "null")

    @property
    def layer(self) -> str:
        """The drawing layer of the map that it lies in."""
        return layer_of(self.slot.marker) if self.slot and self.slot.marker else "units"


@dataclass(slots=True)
class TabletopPile:
    """A stack on the table, ids bottom to top."""

    id: str
    map: str
    x: int
    y: int
    layer: str
    members: list[str]
    deck: DeckPlan | None = None

    def text(self) -> str:
        if self.deck is not None:
            inside = (sequences.join(self.members, ","),) if self.members else ()
            down = "true" if self.deck.face_down else "false"
            return sequences.join((self.map, str(self.x), str(self.y), down, *inside), ";")
        where = (self.map, str(self.x), str(self.y), *self.members)
        return sequences.join((*where, "@@0" if self.layer == "ground" else "@@1"), ";")


@dataclass(slots=True)
class Tabletop:
    """The pieces of a module on its table, the turn, and what the module's global properties hold.

    `names` leads from the names of a script, such as units in the notation, to the ids of pieces.
    """

    box: PlannedModule
    players: tuple[Player, ...] = ()
    pieces: dict[str, TabletopPiece] = field(default_factory=dict)
    piles: dict[str, TabletopPile] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    phase: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    next_id: int = FIRST_ID

    def lay_decks(self) -> None:
        """Every deck, with nothing in it yet."""
        for deck in self.box.holders.decks:
            where, x, y = self.box.spot(f"[{deck.name}]")
            made = TabletopPile(self._new_id(), where, x, y, "", [], deck)
            self.piles[made.id] = made

    def deal(self) -> None:
        """The cards that lie nowhere yet go into their decks, the first on top."""
        lying = {piece.slot.id for piece in self.pieces.values() if piece.slot}
        for deck in self.box.holders.decks:
            for card in reversed([each for each in deck.cards if each not in lying]):
                self.put(self.box.slot(card), f"[{deck.name}]", f"+{card}@[{deck.name}]")

    def put(self, slot: BoxSlot | None, place: str, name: str, shown: str = "") -> TabletopPiece:
        """A new piece on top of what lies there."""
        where, x, y = self.box.spot(place)
        chain: Chain = self.box.expanded(slot) if slot else (piece("", shown, ""),)
        made = TabletopPiece(self._new_id(), slot, slot.name if slot else shown, list(chain), where, x, y)
        self.pieces[made.id] = made
        if name:
            self.names[name] = made.id
        self.turn_card(made)
        self.drop(made)
        return made

    def turn_card(self, card: TabletopPiece) -> bool:
        """Turn a card face down in a hand, face up anywhere else; whether it was turned."""
        if card.slot is None or card.slot.marker is None or not self.box.holders.keeps(card.slot.marker):
            return False
        hand = self.box.holders.hand(card.map)
        masked = card.masked
        if masked == (hand is not None):
            return False
        card.replace("obs;", f"{hand.owner};" if hand else "null;")
        return True

    def drop(self, dropped: TabletopPiece) -> TabletopPile | None:
        """Onto the pile that lies there, or as a new one; a new one is returned. What stands on a hexside joins none."""
        if on_hexside(dropped):
            return None
        for pile in self.piles.values():
            same = pile.deck is not None or pile.layer == dropped.layer
            if same and (pile.map, pile.x, pile.y) == (dropped.map, dropped.x, dropped.y):
                pile.members.append(dropped.id)
                return None
        made = TabletopPile(self._new_id(), dropped.map, dropped.x, dropped.y, dropped.layer, [dropped.id])
        self.piles[made.id] = made
        return made

    def bring_to_top(self, moved: TabletopPiece) -> None:
        """What was moved, came or goes, or its pile, is drawn above all else (`HighlightLastMoved.setLastMovedPiece`)."""
        pile = self.pile_of(moved)
        if pile is not None and pile.deck is not None:
            return
        if pile is not None:
            self.piles[pile.id] = self.piles.pop(pile.id)
        else:
            self.pieces[moved.id] = self.pieces.pop(moved.id)

    def lift(self, lifted: TabletopPiece) -> None:
        """Off its pile, if it lies on one; what is left of nothing is no pile."""
        pile = self.pile_of(lifted)
        if pile is not None:
            pile.members.remove(lifted.id)
            if not pile.members and pile.deck is None:
                del self.piles[pile.id]

    def riders(self, mover: TabletopPiece) -> list[TabletopPiece]:
        """The markers that lie on a unit: those directly above it in its pile, but none that lies on the hex."""
        pile = self.pile_of(mover)
        if pile is None:
            return []
        riders = []
        for member in pile.members[pile.members.index(mover.id) + 1 :]:
            above = self.pieces[member]
            if above.slot is None or above.slot.marker is None or "hex" in above.slot.marker.tags:
                break
            riders.append(above)
        return riders

    def turn_face(self, turned: TabletopPiece, face: int) -> None:
        """Show a face, counted from 1."""
        turned.replace("PROP;Face", str(face))
        turned.replace("emb2;", str(face))

    def pile_of(self, found: TabletopPiece) -> TabletopPile | None:
        """The pile in which a piece lies; None for one that lies alone."""
        return next((pile for pile in self.piles.values() if found.id in pile.members), None)

    def under(self, found: TabletopPiece) -> str:
        """The id of the piece directly below, "" if there is none."""
        pile = self.pile_of(found)
        at = pile.members.index(found.id) if pile else 0
        return pile.members[at - 1] if pile and at else ""

    def piece_named(self, name: str) -> TabletopPiece:
        """The piece that a script calls so; WriteError if none is on the table."""
        known = self.names.get(name) or self.names.get(parse_unit(name, self.box.pack).id)
        if known is None:
            raise WriteError(f"'{name}' is not on the table")
        return self.pieces[known]

    def marker_at(self, type_id: str, place: str) -> str:
        """The name of a marker of a type that lies at a place, by which a script calls it; WriteError if none lies there."""
        there, name = self.box.spot(place), f"+{type_id}@{place}"
        lying = (each for each in self.pieces.values() if each.slot and each.slot.id == type_id)
        found = next((each for each in lying if (each.map, each.x, each.y) == there), None)
        if found is None:
            raise WriteError(f"no '{type_id}' lies at {place}")
        self.names[name] = found.id
        return name

    def place_text(self, found: TabletopPiece) -> str:
        """A piece's place as the notation has it."""
        where = self.where(found)
        if found.map == MAIN_MAP and on_hexside(found):
            return self._hexside(found, where)
        return where if found.map == MAIN_MAP else f"[{where}]"

    def _hexside(self, found: TabletopPiece, number: str) -> str:
        """The hexside on which a piece in a hex lies, as the notation has it; the hex if it lies on none."""
        theatre = self.box.theatre
        near = (at for at in theatre.at(number).at.neighbours() if at in theatre.hexes)
        names = (hexside_name(number, theatre.hexes[at].number) for at in near)
        return next((name for name in names if self.box.spot(name)[1:] == (found.x, found.y)), number)

    def where(self, found: TabletopPiece) -> str:
        """What the map calls the piece's place."""
        if found.map == MAIN_MAP:
            return self.box.layout.grid.location(found.x, found.y) or "offboard"
        if self.box.holders.hand(found.map):
            return found.map
        inside = (box.name for box in self.box.boxes if box.centre == (found.x, found.y))
        return next(inside, "offboard")

    def _new_id(self) -> str:
        self.next_id += 1
        return str(self.next_id)


def on_hexside(found: TabletopPiece) -> bool:
    return found.slot is not None and found.slot.marker is not None and found.slot.marker.on_hexside
