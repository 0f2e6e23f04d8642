"""From a Tabletop Simulator save to the canonical model: one map for the table, things as counters, decks and bags as decks.

Things that lie on one point and can be moved are a stack, by height. What is not modelled rides along as the JSON it was: a
save that nobody changed is written back with the same tree. Scripts are data and never run, addresses are never fetched.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from adjudicator.budget import bytes_of
from adjudicator.errors import Source, UnsafeFile
from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.tabletop_simulator.wire import FORMAT, MIDDLE, SCALE, TABLE, TABLE_SIZE, Json
from adjudicator.importers.tabletop_simulator.zones import SeenZone, colours_of, zones_of
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import NOBODY, Counter, Deck, Design, Layer, Locks, Spot, Stack, pile
from adjudicator.model.grid import Grid, HexGrid, SquareGrid
from adjudicator.model.module import GameMap, MapKind, Module, Slot, locate
from adjudicator.model.state import GameState, TurnTracker
from adjudicator.notes import Note, NoteKind, Tally
from adjudicator.persistent import PersistentMap
from adjudicator.writing import this_run

GRID_SQUARE, GRID_FLAT, GRID_POINTED = 0, 1, 2
SMALLEST_CELL = 0.02
FOLDER = "_files"


@dataclass
class SaveReading:
    """One reading of a save; `local` gives the bytes of a picture beside it."""

    save: dict[str, Json]
    source: Source
    local: Callable[[str], bytes | None]
    notes: list[Note] = field(default_factory=list)
    _ids: dict[int, str] = field(default_factory=dict)
    _designs: dict[Design, str] = field(default_factory=dict)
    _count: int = 0
    _made: int = 0

    def result(self) -> tuple[Module, GameState]:
        """The box that the save brings with it, and the table."""
        things = wire.objects(self.save, "ObjectStates")
        self._ids.update(self._names([each for each in things if not wire.is_board(each)]))
        layout = self._layout(things)
        table = GameMap(TABLE, "table", MapKind.PUBLIC, tuple(each.board for each in layout), layout)
        lying = [self._lying(index, each, table) for index, each in enumerate(things) if not wire.is_board(each)]
        counters, stacks = _piled(lying)
        slots = tuple(
            Slot(
                gpid,
                design.name,
                Counter(f"slot:{gpid}", design.name, Spot(), design, gpid, (-1,) * len(design.layers), (0.0,)),
            )
            for design, gpid in self._designs.items()
        )
        module = Module(
            name=wire.text(self.save, "SaveName") or wire.text(self.save, "GameMode"),
            version="",
            maps=(table,),
            slots=slots,
            sides=self._colours(),
            trackers=self._trackers(),
            image=self.local,
        )
        state = GameState(
            module=module.name,
            counters=PersistentMap(counters),
            stacks=PersistentMap(stacks),
            boards={TABLE: layout},
            trackers=self._trackers(),
            scenario_notes=wire.text(self.save, "Rules"),
            public_notes=wire.text(self.save, "Note"),
            next_order=len(things),
            carried={FORMAT: self._carried(things)},
        )
        self._confess(things, counters.values())
        return module, state

    def _carried(self, things: list[dict[str, Json]]) -> dict[str, Json]:
        """The save without its objects, and the objects that lie as boards with their places in the list."""
        boards = [[index, each] for index, each in enumerate(things) if wire.is_board(each)]
        save = {key: [] if key == "ObjectStates" else each for key, each in self.save.items()}
        return {"save": save, "boards": boards, "counters": self._made}

    def _lying(
        self, index: int, found: dict[str, Json], table: GameMap
    ) -> tuple[dict[str, Json], Counter | Stack, list[Counter]]:
        """An object of the table as a counter or deck, and the counters in the deck."""
        spot = locate(table, table.layout, *wire.pixel(found))
        if not wire.is_container(found):
            return found, replace(self._counter(found, spot, {}), order=index), []
        self._counted(1)
        name = self._name(found)
        hidden, hides = self._concealing(found)
        sheets = found.get("CustomDeck")
        inside = wire.objects(found, "ContainedObjects")
        members = [
            replace(
                self._counter(each, spot, sheets if isinstance(sheets, dict) else {}),
                stack=name,
                masked_by="",
                hidden_by=hidden,
                hides=hides,
            )
            for each in inside
        ]
        # The first of the list is what a player draws, so it lies on top.
        members.reverse()
        owner = wire.text(found, "Nickname") or wire.text(found, "Name")
        carried = {
            "object": wire.dump(
                {key: [] if key == "ContainedObjects" else each for key, each in found.items()}
            ).decode()
        }
        down = wire.face_down(found) or wire.text(found, "Name") not in wire.DECKS
        deck = Deck(owner, down, stacked=True, hidden_by=hidden, hides=hides)
        return found, Stack(name, spot, tuple(each.id for each in members), index, deck, carried), members

    def _counter(self, found: dict[str, Json], spot: Spot, sheets: dict[str, Json]) -> Counter:
        self._counted(1)
        self._made += 1
        hidden, hides = self._concealing(found)
        design = self._design(found, sheets)
        slot = self._designs.setdefault(design, _slot_of(design))
        properties = {"type": wire.text(found, "Name")}
        properties |= {key: wire.text(found, key) for key in ("Description", wire.GM_NOTES) if wire.text(found, key)}
        if "Number" in found:
            properties["Number"] = f"{wire.number(found, 'Number'):g}"
        inside = found.get("ContainedObjects")
        if inside:
            properties["contains"] = str(len(inside))
        return Counter(
            id=self._name(found),
            name=design.name,
            spot=spot,
            design=design,
            slot=slot,
            levels=levels_of(found, design),
            angles=(wire.angle(found),),
            properties=properties,
            masked_by=NOBODY if wire.turned_away(found) and not hidden else "",
            hidden_by=hidden,
            carried={wire.THING: wire.dump(found).decode()},
            hides=hides,
        )

    def _design(self, found: dict[str, Json], sheets: dict[str, Json]) -> Design:
        """The pictures of all states; the second side, where there is one, is the layer "back"."""
        each_state = wire.states(found)
        pictures = [wire.front_and_back(state, sheets) for _, state in each_state]
        front, back = pictures[wire.shown_state(found)] if len(each_state) == 1 else pictures[0]
        layers = [Layer("back", (back,))] if back else []
        if len(each_state) > 1:
            names = tuple(wire.text(state, "Nickname") for _, state in each_state)
            layers.append(Layer("state", tuple(picture for picture, _ in pictures), names, always_active=True))
        name = wire.text(found, "Nickname") or wire.text(found, "Name")
        parts = ("image", *(f"layer:{index}" for index in range(len(layers))), "rotator:0")
        loose = not found.get("Locked") and wire.text(found, "Name") != "Custom_Board"
        return Design(name, front, tuple(layers), rotations=(1,), parts=parts, stacks=bool(loose), mask=back)

    def _name(self, found: dict[str, Json]) -> str:
        return self._ids[id(found)]

    def _names(self, things: Sequence[dict[str, Json]]) -> Iterator[tuple[int, str]]:
        """Each object's GUID, made different where two share one or there is none.

        What everybody sees is named first, or its name would count what is hidden.
        """
        shown: list[dict[str, Json]] = []
        others: list[dict[str, Json]] = []
        for each in things:
            concealed = wire.turned_away(each) or bool(self._concealing(each)[0])
            (others if concealed else shown).append(each)
            others += wire.objects(each, "ContainedObjects") if wire.is_container(each) else []
        met: dict[str, int] = {}
        for each in (*shown, *others):
            name = wire.text(each, "GUID") or "object"
            count = met[name] = met.get(name, 0) + 1
            yield id(each), name if count == 1 and name != "object" else f"{name}#{count}"

    def _counted(self, count: int) -> None:
        self._count += count
        if self._count > wire.MOST_OBJECTS:
            raise UnsafeFile(f"more than {wire.MOST_OBJECTS} objects")

    def _layout(self, things: list[dict[str, Json]]) -> tuple[PlacedBoard, ...]:
        """The boards that our own writer laid, and under them all the table."""
        placed = []
        for number, found in enumerate(each for each in things if wire.is_board(each)):
            where = wire.transform(found)
            wide, high = (
                max(1, round(wire.number(where, side, 1.0) * wire.TILE_WIDTH * SCALE)) for side in ("scaleX", "scaleZ")
            )
            x, y = wire.pixel(found)
            board = Board(
                wire.text(found, "Nickname") or f"board {number + 1}", wire.front_and_back(found)[0], (wide, high)
            )
            placed.append(PlacedBoard(board, number + 1, 0, x - wide // 2, y - high // 2))
        return (*placed, PlacedBoard(Board(TABLE, "", TABLE_SIZE, self._grid()), 0, 0, 0, 0))

    def _grid(self) -> Grid | None:
        """The table's grid if it is drawn or things snap to it; its lines cross, or a hex lies, at `PosOffset`."""
        found = self.save.get("Grid")
        if not isinstance(found, dict) or not any(
            found.get(key) is True for key in ("Lines", "Snapping", "Offset", "BothSnapping")
        ):
            return None
        wide, high = wire.number(found, "xSize", 2.0), wire.number(found, "ySize", 2.0)
        if wide < SMALLEST_CELL or high < SMALLEST_CELL:
            return None
        offset = found.get("PosOffset")
        x, y = round(MIDDLE + wire.number(offset, "x") * SCALE), round(MIDDLE - wire.number(offset, "z") * SCALE)
        snaps = any(found.get(key) is True for key in ("Snapping", "Offset", "BothSnapping"))
        kind = found.get("Type")
        if kind == GRID_SQUARE:
            dx, dy = wide * SCALE, high * SCALE
            return SquareGrid(dx, dy, round(x + dx / 2), round(y + dy / 2), snaps, size=TABLE_SIZE)
        if kind not in (GRID_FLAT, GRID_POINTED):
            return None
        text = (
            "hexes of the table's grid are taken to be `xSize` from corner to corner, one of them at the grid's offset"
        )
        self.notes.append(Note(NoteKind.GUESSED, "grid", text, self.source))
        dx, dy = 0.75 * wide * SCALE, wide * SCALE * 3**0.5 / 2
        sideways = kind == GRID_POINTED
        x0, y0 = (y, x) if sideways else (x, y)
        return HexGrid(dx, dy, x0, y0, sideways, snaps, size=TABLE_SIZE)

    def _concealing(self, found: dict[str, Json]) -> tuple[str, Locks]:
        """Who hides a thing, and who sees it all the same: it lies in a hand, in a hidden zone or in the fog; ("", ()) if not.

        How high it lies makes no difference: in doubt it is in the zone.
        """
        where = wire.transform(found)
        x, z = wire.number(where, "posX"), wire.number(where, "posZ")
        held = wire.joins_hands(found)
        locks = [zone.admits for zone in self._zones if (held or not zone.hand) and zone.contains(x, z)]
        if not locks:
            return "", ()
        owner = next((names[0] for names in locks if names), NOBODY)
        return owner, () if owner == NOBODY else tuple(dict.fromkeys(locks))

    @cached_property
    def _zones(self) -> tuple[SeenZone, ...]:
        return tuple(zones_of(self.save))

    def _colours(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(colours_of(self.save)))

    def _trackers(self) -> tuple[TurnTracker, ...]:
        turns = self.save.get("Turns")
        if not isinstance(turns, dict) or not turns.get("Enable"):
            return ()
        return (TurnTracker("Turns", (("Player", wire.text(turns, "TurnColor")),)),)

    def _confess(self, things: list[dict[str, Json]], counters: Iterable[Counter]) -> None:
        """What of the save is not read. How many things there are is the umpire's to know; an address tells what bears it."""
        bearing: dict[str, list[str]] = {}
        for each in counters:
            for picture in (each.design.image, *(image for layer in each.design.layers for image in layer.images)):
                bearing.setdefault(picture.partition("#")[0], []).append(each.id)
        # in the order in which they stand they would tell of hidden things that bear them first
        for address in sorted({each for each in wire.addresses(self.save) if not each.startswith("file:")}):
            self._note(NoteKind.MISSING, address[:200], f"not fetched: {address[:500]}", bearing.get(address, []))
        scripts = sum(bool(wire.text(each, "LuaScript")) for each in [self.save, *things])
        if scripts:
            self._note(NoteKind.CARRIED, "scripts", f"{scripts} scripts are kept as data and never run")
        points = sum(wire.count(each, "AttachedSnapPoints") or wire.count(self.save, "SnapPoints") for each in things)
        if points:
            self._note(NoteKind.CARRIED, "snap points", f"{points} snap points are kept but not modelled")
        nested = sum(
            wire.count(inner, "ContainedObjects") for each in things for inner in wire.objects(each, "ContainedObjects")
        )
        if nested:
            text = f"{nested} objects in a container that lies in a container are kept with it and not counted"
            self._note(NoteKind.APPROXIMATED, "nested containers", text)
        alike = sum(max(0, round(wire.number(each, "Number")) - 1) for each in things if "Number" in each)
        if alike:
            text = f"{alike} copies in stacks of equal things (`Number`) are one counter with their number each"
            self._note(NoteKind.APPROXIMATED, "stacks of equal things", text)
        if self.save:
            text = "places are rounded to a fiftieth of a unit; things that nobody moves are written back as they were"
            self.notes.append(Note(NoteKind.APPROXIMATED, "places", text, self.source))

    def _note(self, kind: NoteKind, subject: str, text: str, counters: Sequence[str] = ()) -> None:
        """A note for the umpire, and for who knows one of these counters."""
        self.notes.append(Note(kind, subject, text, self.source, Tally(text, "", tuple(counters), uncounted=True)))


def _slot_of(design: Design) -> str:
    """A slot's name that follows from the design, since a running number would count what is hidden."""
    layers = [(each.name, each.images, each.names) for each in design.layers]
    told = repr((design.name, design.image, layers, design.parts, design.stacks))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def levels_of(found: dict[str, Json], design: Design) -> tuple[int, ...]:
    """The levels of the layers "back" and "state" that an object shows."""
    shown = {"back": 1 if wire.face_down(found) else -1, "state": wire.shown_state(found) + 1}
    return tuple(shown[layer.name] for layer in design.layers)


def _piled(
    lying: list[tuple[dict[str, Json], Counter | Stack, list[Counter]]],
) -> tuple[dict[str, Counter], dict[str, Stack]]:
    """Counters and stacks by id; counters that lie loose on one point become a stack, the lowest at the bottom."""
    counters: dict[str, Counter] = {}
    stacks: dict[str, Stack] = {}
    loose: dict[tuple[int, int], list[tuple[float, Counter]]] = {}
    for found, made, members in lying:
        if isinstance(made, Stack):
            stacks[made.id] = made
            counters.update((each.id, each) for each in members)
            continue
        counters[made.id] = made
        if made.design.stacks:
            loose.setdefault((made.spot.x, made.spot.y), []).append((wire.height(found), made))
    for together in loose.values():
        if len(together) < 2:
            continue
        members = [each for _, each in sorted(together, key=lambda each: each[0])]
        name = pile(members[0].id)
        # The place in the file's list is needed to write it back.
        counters.update(
            (each.id, replace(each, stack=name, order=0, carried={**each.carried, "place": str(each.order)}))
            for each in members
        )
        stacks[name] = Stack(name, members[0].spot, tuple(each.id for each in members), members[0].order)
    return counters, stacks


def local_pictures(path: Path) -> Callable[[str], bytes | None]:
    """Pictures that our own writer laid beside a save, by their `file:` address; nothing outside that folder is opened."""
    folder = (path.parent / (path.stem + FOLDER)).resolve()

    def read(address: str) -> bytes | None:
        name = address.partition("#")[0]
        if name.startswith("file:"):
            asked = Path(unquote(urlsplit(name).path))
            inside = folder / asked.name
            if inside.is_file() and inside.resolve().parent == folder:
                this_run().note(inside)
                return bytes_of(inside)
        return None

    return read
