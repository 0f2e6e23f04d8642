"""From CyberBoard's records to the canonical model: boards as maps, trays as decks, pieces and marks as counters. A side
beyond the front is a level of the layer "side"; a facing is an angle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from adjudicator.errors import Source
from adjudicator.importers.cyberboard.box import BoxBoard, CyberBoardBox
from adjudicator.importers.cyberboard.drawings import DrawObjectType, Shape
from adjudicator.importers.cyberboard.layout import approximations, board_size, read_grid
from adjudicator.importers.cyberboard.pictures import CyberBoardPictures, hexadecimal, picture_of, tile_name
from adjudicator.importers.cyberboard.table import UNUSED_SIDE, GeoBoard, PieceState, PlayBoard, TableRecord
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Deck, Design, Layer, Spot, Stack
from adjudicator.model.module import DeckPlace, GameMap, MapKind, Module, Slot, deck_points, lay_out, locate
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.persistent import PersistentMap
from adjudicator.words import counted

TRAYS = "Trays"
TRAY_WIDTH, TRAY_HEIGHT, TRAYS_ACROSS = 120, 120, 8
FORMAT = "cyberboard"


def translate_box(box: CyberBoardBox, source: Source) -> tuple[Module, list[Note]]:
    """A game box as a module."""
    notes: list[Note] = []
    pictures = CyberBoardPictures(box)
    names = _board_names(box)
    maps = []
    for board in box.boards:
        maps.append(_map(names[board.serial], board))
        said = approximations(board.cells) if board.cells else []
        notes.extend(Note(NoteKind.APPROXIMATED, board.name, f"board '{board.name}': {each}", source) for each in said)
    module = Module(
        name=box.title,
        version=f"{box.revision[0]}.{box.revision[1]}",
        maps=tuple(maps),
        slots=tuple(_slots(box)),
        image=pictures.read,
        carried={FORMAT: box},
    )
    if box.left_over:
        text = f"{box.left_over} bytes follow the last record that is known; they are not read"
        notes.append(Note(NoteKind.LOST, "end of the file", text, source))
    return module, notes


@dataclass
class GameReading:
    """One reading of a game under its box (None = not at hand)."""

    box: CyberBoardBox | None
    players: tuple[str, ...]
    source: Source
    notes: list[Note] = field(default_factory=list)

    def module(self, module: Module, table: TableRecord) -> Module:
        """The box as this game uses it: the maps that are in play under their owners, trays, the players."""
        by_name = {found.name: found for found in module.maps}
        maps = []
        for board in table.boards:
            found = by_name.pop(self.name(board.serial), None)
            made = self._geo_map(board.geo, module) if board.geo else found
            if made is not None:
                private = board.private and board.owners
                owners = self.sides(board.owners) if private else ()
                kind = MapKind.PRIVATE if private else MapKind.PUBLIC
                maps.append(replace(made, name=self.map_name(board), kind=kind, owners=owners, shown=not private))
        maps.extend(by_name.values())
        return replace(module, maps=(*maps, _tray_map(tray.name for tray in table.trays)), sides=self.players)

    def name(self, serial: int) -> str:
        """The name of a board by its serial number."""
        return _board_names(self.box).get(serial, f"board {serial}") if self.box else f"board {serial}"

    def map_name(self, board: PlayBoard) -> str:
        return board.geo.name or f"board {board.geo.serial}" if board.geo else self.name(board.serial)

    def sides(self, mask: int) -> tuple[str, ...]:
        """The players that a mask of owners names."""
        return tuple(
            self.players[bit] if bit < len(self.players) else f"player {bit + 1}"
            for bit in range(32)
            if mask >> bit & 1
        )

    def state(self, table: TableRecord, module: Module | None, title: str = "", description: str = "") -> GameState:
        """The table as a state."""
        counters: dict[str, Counter] = {}
        stacks: dict[str, Stack] = {}
        order = 0
        for board in table.boards:
            name = self.map_name(board)
            for shape in board.shapes:
                made = self._lying(shape, self.spot(module, name, *shape.centre), table, order)
                if made is None:
                    continue
                if made.id in counters:
                    text = f"{made.id} lies on two boards; the first counts"
                    self.notes.append(Note(NoteKind.REPAIRED, made.id, text, replace(self.source, offset=shape.offset)))
                    continue
                counters[made.id] = made
                order += 1
            self._note_drawings(name, board)
        for number, tray in enumerate(table.trays):
            spot = tray_spot(number, tray.name)
            members = []
            for piece in tray.pieces:
                counter = self.piece(piece, spot, table, 0)
                if counter is not None and counter.id not in counters:
                    counters[counter.id] = replace(counter, stack=f"tray:{number}")
                    members.append(counter.id)
            deck = Deck(tray.name, tray.visibility != 0, self.sides(tray.owners))
            carried = {"visibility": str(tray.visibility), "random": str(tray.random_pull).lower()}
            stacks[f"tray:{number}"] = Stack(f"tray:{number}", spot, tuple(members), order, deck, carried)
            order += 1
        boards = {found.name: found.layout for found in module.maps} if module else {}
        return GameState(
            module=module.name if module else "",
            module_version=module.version if module else "",
            counters=PersistentMap(counters),
            stacks=PersistentMap(stacks),
            boards=boards,
            scenario_notes=description,
            public_notes=title,
            next_order=order,
        )

    def spot(self, module: Module | None, name: str, x: int, y: int) -> Spot:
        found = module.map(name) if module else None
        return locate(found, found.layout, x, y) if found else Spot(name, x, y)

    def mark(self, number: int, object_id: int, facing: int, spot: Spot) -> Counter:
        """A mark that the game laid."""
        kind = self.box.marks[number] if self.box and number < len(self.box.marks) else None
        design = _mark_design(self.box, number) if self.box and kind else Design(f"mark {number}", stacks=False)
        return Counter(
            f"object:{object_id:x}",
            design.name,
            spot,
            design,
            slot=f"mark:{number}",
            angles=(float(facing),) * len(design.rotations),
        )

    def piece(self, number: int, spot: Spot, table: TableRecord, order: int) -> Counter | None:
        """A piece of the box as it lies."""
        state = table.pieces[number] if number < len(table.pieces) else PieceState(0, 0, 0)
        if state.side == UNUSED_SIDE:
            state = replace(state, side=0)
        design = _piece_design(self.box, number) if self.box else Design(f"piece {number}")
        name = table.texts.get(f"piece:{number}:{state.side}") or design.name
        properties = {"owner": ", ".join(self.sides(state.owners))} if state.owners else {}
        return Counter(
            id=f"piece:{number}",
            name=name,
            spot=spot,
            design=design,
            slot=f"piece:{number}",
            levels=(side_level(state.side),) * len(design.layers),
            angles=(float(state.facing),) * len(design.rotations),
            properties=properties | {"side": str(state.side)},
            order=order,
        )

    def _lying(self, shape: Shape, spot: Spot, table: TableRecord, order: int) -> Counter | None:
        if shape.kind is DrawObjectType.PIECE:
            made = self.piece(shape.number, spot, table, order)
        elif shape.kind is DrawObjectType.MARK:
            made = replace(self.mark(shape.number, shape.object, shape.angle, spot), order=order)
            text = table.texts.get(made.id)
            made = replace(made, properties={"text": text}) if text else made
        else:
            return None
        return replace(made, properties={**made.properties, "locked": "true"}) if made and shape.locked else made

    def _note_drawings(self, name: str, board: PlayBoard) -> None:
        drawn = [each for each in board.shapes if each.kind not in (DrawObjectType.PIECE, DrawObjectType.MARK)]
        for count, what in ((len(drawn), "lines drawn on it"), (len(board.indicators), "plotted moves")):
            if count:
                text = f"board '{name}': {count} {what} have no place in the model"
                self.notes.append(Note(NoteKind.LOST, name, text, self.source))

    def _geo_map(self, geo: GeoBoard, module: Module) -> GameMap | None:
        """Boards put together lie side by side; the program lets their half cells overlap."""
        text = f"board '{geo.name}' joins {counted(len(geo.parts), 'board')}: laid side by side, without cell numbers"
        self.notes.append(Note(NoteKind.APPROXIMATED, geo.name, text, self.source))
        chosen = []
        for index, (serial, _) in enumerate(geo.parts):
            found = module.map(self.name(serial))
            if found is not None and geo.columns:
                row, column = divmod(index, geo.columns)
                chosen.append((replace(found.boards[0], grid=None), column, row, False))
        boards = tuple(dict.fromkeys(board for board, *_ in chosen))
        return GameMap(geo.name, f"geo:{geo.serial}", MapKind.PUBLIC, boards, lay_out(chosen))


def side_level(side: int) -> int:
    """The level of the layer "side" that shows a side; the front is the picture below it."""
    return side if side > 0 else -1


def tray_spot(number: int, name: str) -> Spot:
    """Where a tray lies on the map of trays."""
    x, y = _tray_corner(number)
    return Spot(TRAYS, x, y, TRAYS, "", name)


def _tray_corner(number: int) -> tuple[int, int]:
    row, column = divmod(number, TRAYS_ACROSS)
    return column * TRAY_WIDTH + TRAY_WIDTH // 2, row * TRAY_HEIGHT + TRAY_HEIGHT // 2


def _tray_map(names: Iterable[str]) -> GameMap:
    """A map of our own on which the trays lie as decks."""
    named = list(names)
    rows = -(-len(named) // TRAYS_ACROSS) or 1
    board = Board(TRAYS, "", (TRAYS_ACROSS * TRAY_WIDTH, rows * TRAY_HEIGHT))
    layout = lay_out([(board, 0, 0, False)])
    decks = tuple(DeckPlace(name, TRAYS, *_tray_corner(number)) for number, name in enumerate(named))
    points = deck_points(decks, layout, (0, 0))
    return GameMap(TRAYS, "trays", MapKind.PUBLIC, (board,), layout, decks=decks, points=points)


def _board_names(box: CyberBoardBox) -> Mapping[int, str]:
    """Each board's name, made different where two are called alike."""
    names: dict[int, str] = {}
    for board in box.boards:
        name = board.name or f"board {board.serial}"
        names[board.serial] = f"{name} ({board.serial})" if name in names.values() or name == TRAYS else name
    return names


def _map(name: str, board: BoxBoard) -> GameMap:
    made = Board(name, picture_of(board), board_size(board), read_grid(board), colour=hexadecimal(board.background))
    return GameMap(name, f"board:{board.serial}", MapKind.PUBLIC, (made,), lay_out([(made, 0, 0, False)]))


def _slots(box: CyberBoardBox) -> Iterator[Slot]:
    """The counter manifest: pieces, then marks, set by set."""
    for prefix, sets in (("piece", box.piece_sets), ("mark", box.mark_sets)):
        for group in sets:
            for number in group.members:
                design = _piece_design(box, number) if prefix == "piece" else _mark_design(box, number)
                levels, angles = (-1,) * len(design.layers), (0.0,) * len(design.rotations)
                gpid = f"{prefix}:{number}"
                counter = Counter(f"slot:{gpid}", design.name, Spot(), design, gpid, levels, angles)
                yield Slot(gpid, design.name, counter, (prefix.capitalize() + "s", group.name), design.size)


def _piece_design(box: CyberBoardBox | None, number: int) -> Design:
    sides = box.pieces[number].sides if box and number < len(box.pieces) else ()
    named = (box.texts.get(f"piece:{number}:0") if box else None) or f"piece {number}"
    images = tuple(map(tile_name, sides))
    size = CyberBoardPictures(box).tile_size(sides[0]) if box and sides else None
    layers = (
        (Layer("side", images[1:], tuple(f"side {side + 1}" for side in range(1, len(images)))),) if images[1:] else ()
    )
    parts = ("image", *(["layer:0"] if layers else []), "rotator:0")
    return Design(named, images[0] if images else "", layers, rotations=(1,), parts=parts, size=size)


def _mark_design(box: CyberBoardBox | None, number: int) -> Design:
    kind = box.marks[number] if box and number < len(box.marks) else None
    named = (box.texts.get(f"mark:{number}") if box else None) or f"mark {number}"
    size = CyberBoardPictures(box).tile_size(kind.tile) if box and kind else None
    image = tile_name(kind.tile) if kind else ""
    return Design(named, image, rotations=(1,), parts=("image", "rotator:0"), stacks=False, size=size)
