"""From CyberBoard's records to the canonical model: boards as maps, trays as decks, pieces and marks as counters, moves as
events. A side beyond the front is a level of the layer "side"; a facing is an angle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from immutables import Map

from adjudicator.errors import Source
from adjudicator.model.counters import Counter, Deck, Design, Layer, Spot, Stack
from adjudicator.model.events import (
    Alter,
    Arrange,
    Carried,
    Event,
    GameLog,
    Move,
    Place,
    Remove,
    Say,
    Step,
)
from adjudicator.model.module import Board, DeckPlace, GameMap, MapKind, Module, Slot, deck_points, lay_out, locate
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted
from importers.cyberboard.box import Box, BoxBoard, Drawn, Shape
from importers.cyberboard.game import UNUSED_SIDE, Act, Game, GeoBoard, Moves, PieceState, PlayBoard, Record, Table
from importers.cyberboard.layout import approximations, board_size, read_grid
from importers.cyberboard.pictures import Pictures, hexadecimal, picture_of, tile_name

TRAYS = "Trays"
TRAY_WIDTH, TRAY_HEIGHT, TRAYS_ACROSS = 120, 120, 8
FORMAT = "cyberboard"


def translate_box(box: Box, source: Source) -> tuple[Module, list[Note]]:
    """A game box as a module."""
    notes: list[Note] = []
    pictures = Pictures(box)
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
class Tabletop:
    """One reading of a game under its box (None = not at hand)."""

    box: Box | None
    players: tuple[str, ...]
    source: Source
    notes: list[Note] = field(default_factory=list)

    def module(self, module: Module, table: Table) -> Module:
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

    def state(self, table: Table, module: Module | None, title: str = "", description: str = "") -> GameState:
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
                counter = self._piece(piece, spot, table, 0)
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
            counters=Map(counters),
            stacks=Map(stacks),
            boards=boards,
            scenario_notes=description,
            public_notes=title,
            next_order=order,
        )

    def spot(self, module: Module | None, name: str, x: int, y: int) -> Spot:
        found = module.map(name) if module else None
        return locate(found, found.layout, x, y) if found else Spot(name, x, y)

    def log(self, lists: Iterable[Moves], module: Module | None, last: GameState | None) -> GameLog | None:
        """The recorded lists as one log; each begins with a snapshot. `last` is the table as saved, if that follows them."""
        player = _Playback(self, module)
        for moves in lists:
            player.play(moves)
        if player.state is None or player.start is None:
            return None
        if last is not None:
            player.settle(last)
        return GameLog(player.start, tuple(player.steps), tuple(self.notes))

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

    def _piece(self, number: int, spot: Spot, table: Table, order: int) -> Counter | None:
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

    def _lying(self, shape: Shape, spot: Spot, table: Table, order: int) -> Counter | None:
        if shape.kind is Drawn.PIECE:
            made = self._piece(shape.number, spot, table, order)
        elif shape.kind is Drawn.MARK:
            made = replace(self.mark(shape.number, shape.object, shape.angle, spot), order=order)
            text = table.texts.get(made.id)
            made = replace(made, properties={"text": text}) if text else made
        else:
            return None
        return replace(made, properties={**made.properties, "locked": "true"}) if made and shape.locked else made

    def _note_drawings(self, name: str, board: PlayBoard) -> None:
        drawn = [each for each in board.shapes if each.kind not in (Drawn.PIECE, Drawn.MARK)]
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


@dataclass
class _Playback:
    """Turns records into events, one step for each group of records."""

    table: Tabletop
    module: Module | None
    start: GameState | None = None
    state: GameState | None = None
    steps: list[Step] = field(default_factory=list)
    _snapshot: Table | None = None

    def play(self, moves: Moves) -> None:
        group: int | None = None
        events: list[Event] = [Say(moves.title)] if moves.title else []
        offset = 0
        for record in moves.records:
            if record.group != group:
                if group is not None and events:
                    self._close(events, offset)
                    events = []
                group, offset = record.group, record.offset
            for event in self._events(record):
                events.append(event)
                if self.state is not None:
                    self.state = self.state.after(event)
        if events:
            self._close(events, offset)

    def settle(self, last: GameState) -> None:
        """A last step to the table as saved, if playing the moves has not led there."""
        assert self.state is not None  # noqa: S101 - asked only after something was played
        change = _to(self.state, last)
        if change is not None:
            self._close([change], 0)

    def _close(self, events: list[Event], offset: int) -> None:
        source = replace(self.table.source, offset=offset)
        self.steps.append(Step(len(self.steps) + 1, tuple(events), source))

    def _events(self, record: Record) -> Iterator[Event]:
        if record.act is Act.STATE and record.table is not None:
            yield from self._snap(record.table)
            return
        if self.state is None:
            self._strange(record, "it comes before any snapshot of the table")
            return
        match record.act:
            case Act.PIECE_TO_BOARD | Act.PIECE_TO_TRAY:
                yield from self._moved(record, self.state)
            case Act.MARK_TO_BOARD:
                yield from self._marked(record, self.state)
            case Act.PIECE_SIDE:
                yield from self._turned(record, self.state)
            case Act.PIECE_FACING:
                yield from self._faced(f"piece:{record.number}", record)
            case Act.MARK_FACING:
                yield from self._faced(f"object:{record.object:x}", record)
            case Act.DELETE:
                yield from self._deleted(record, self.state)
            case Act.OWNER:
                owner = ", ".join(self.table.sides(record.value))
                yield from self._labelled(f"piece:{record.number}", "owner", owner, record)
            case Act.TEXT:
                yield from self._labelled(_of_element(record.element), "text", record.text, record)
            case Act.LOCK:
                yield from self._labelled(_of_element(record.element), "locked", "true" if record.value else "", record)
            case Act.MESSAGE | Act.EVENT_MESSAGE:
                yield Say(record.text)
            case Act.PLOT:
                yield Carried("CMovePlotList", ",".join(map(str, record.plot)))
            case _:
                yield Carried("CCompoundMove", str(record.value))

    def _snap(self, table: Table) -> Iterator[Event]:
        state = self.table.state(table, self.module)
        self._snapshot = table
        if self.state is None:
            self.start = self.state = state
            return
        change = _to(self.state, state)
        if change is not None:
            yield change

    def _moved(self, record: Record, state: GameState) -> Iterator[Event]:
        name = f"piece:{record.number}"
        if record.act is Act.PIECE_TO_BOARD:
            to, stack, index = self._on_board(record), "", None
        else:
            stack = f"tray:{record.tray}"
            found = state.stacks.get(stack)
            if found is None:
                self._strange(record, f"there is no tray {record.tray}")
                return
            to, index = found.spot, None if record.place < 0 else record.place
        counter = state.counters.get(name)
        if counter is not None:
            yield Move(name, counter.spot, to, stack, index)
        elif self._snapshot is not None:
            made = self.table._piece(record.number, to, self._snapshot, 0)
            if made is not None:
                yield Place(made, stack, index)

    def _on_board(self, record: Record) -> Spot:
        boards = self._snapshot.boards if self._snapshot else ()
        own = (board for board in boards if record.board in (board.serial, board.geo.serial if board.geo else -1))
        found = next(own, None)
        name = self.table.map_name(found) if found else self.table.name(record.board)
        return self.table.spot(self.module, name, *record.point)

    def _marked(self, record: Record, state: GameState) -> Iterator[Event]:
        name = f"object:{record.object:x}"
        counter = state.counters.get(name)
        to = self._on_board(record)
        if counter is not None:
            yield Move(name, counter.spot, to)
        else:
            yield Place(self.table.mark(record.number, record.object, 0, to))

    def _turned(self, record: Record, state: GameState) -> Iterator[Event]:
        counter = state.counters.get(f"piece:{record.number}")
        if counter is None:
            self._strange(record, f"piece {record.number} is nowhere")
            return
        sides = 1 + sum(len(layer.images) for layer in counter.design.layers)
        was = int(counter.properties.get("side", "0"))
        if record.how in (3, 4) and not 0 <= record.value < sides:
            self._strange(record, "it does not say which side came up")
            return
        now = record.value if record.how in (3, 4) else (was + (1 if record.how == 2 else sides - 1)) % sides
        text = self._snapshot.texts.get(f"piece:{record.number}:{now}") if self._snapshot else None
        changed = replace(
            counter,
            name=text or counter.design.name,
            levels=(side_level(now),) * len(counter.design.layers),
            properties={**counter.properties, "side": str(now)},
        )
        yield Alter(changed, (("side", str(was), str(now)),))

    def _faced(self, name: str, record: Record) -> Iterator[Event]:
        counter = self.state.counters.get(name) if self.state else None
        if counter is None:
            self._strange(record, f"{name} is nowhere")
            return
        was = f"{counter.angles[0]:g}" if counter.angles else "0"
        yield Alter(replace(counter, angles=(float(record.value),)), (("angle", was, str(record.value)),))

    def _deleted(self, record: Record, state: GameState) -> Iterator[Event]:
        names = (f"object:{record.object:x}", f"piece:{record.object & 0xFFFFFFFF}")
        name = next((each for each in names if each in state.counters), None)
        if name is None:
            self._strange(record, f"object {record.object:x} is nowhere")
            return
        yield Remove(name)

    def _labelled(self, name: str, word: str, value: str, record: Record) -> Iterator[Event]:
        counter = self.state.counters.get(name) if self.state else None
        if counter is None:
            self._strange(record, f"{name} is nowhere")
            return
        was = counter.properties.get(word, "")
        properties = {key: text for key, text in counter.properties.items() if key != word}
        yield Alter(
            replace(counter, properties=properties | ({word: value} if value else {})),
            ((f"property {word}", was, value),),
        )

    def _strange(self, record: Record, why: str) -> None:
        text = f"move record {record.act.name.lower().replace('_', ' ')} is left out: {why}"
        source = replace(self.table.source, offset=record.offset)
        self.table.notes.append(Note(NoteKind.LOST, record.act.name.lower(), text, source))


def _to(state: GameState, other: GameState) -> Arrange | None:
    """The change that makes one state's counters and stacks another's, None if they are the same."""
    counters = tuple(each for name, each in other.counters.items() if state.counters.get(name) != each)
    stacks = tuple(each for name, each in other.stacks.items() if state.stacks.get(name) != each)
    gone = (
        *(name for name in state.counters if name not in other.counters),
        *(n for n in state.stacks if n not in other.stacks),
    )
    if not counters and not stacks and not gone:
        return None
    return Arrange(counters, stacks, gone, other.next_order)


def _of_element(element: str) -> str:
    """The counter that an element means: a piece whichever of its sides, or an object."""
    return ":".join(element.split(":")[:2])


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


def _board_names(box: Box) -> Mapping[int, str]:
    """Each board's name, made different where two are called alike."""
    names: dict[int, str] = {}
    for board in box.boards:
        name = board.name or f"board {board.serial}"
        names[board.serial] = f"{name} ({board.serial})" if name in names.values() or name == TRAYS else name
    return names


def _map(name: str, board: BoxBoard) -> GameMap:
    made = Board(name, picture_of(board), board_size(board), read_grid(board), colour=hexadecimal(board.background))
    return GameMap(name, f"board:{board.serial}", MapKind.PUBLIC, (made,), lay_out([(made, 0, 0, False)]))


def _slots(box: Box) -> Iterator[Slot]:
    """The counter manifest: pieces, then marks, set by set."""
    for prefix, sets in (("piece", box.piece_sets), ("mark", box.mark_sets)):
        for group in sets:
            for number in group.members:
                design = _piece_design(box, number) if prefix == "piece" else _mark_design(box, number)
                levels, angles = (-1,) * len(design.layers), (0.0,) * len(design.rotations)
                gpid = f"{prefix}:{number}"
                counter = Counter(f"slot:{gpid}", design.name, Spot(), design, gpid, levels, angles)
                yield Slot(gpid, design.name, counter, (prefix.capitalize() + "s", group.name), design.size)


def _piece_design(box: Box | None, number: int) -> Design:
    sides = box.pieces[number].sides if box and number < len(box.pieces) else ()
    named = (box.texts.get(f"piece:{number}:0") if box else None) or f"piece {number}"
    images = tuple(map(tile_name, sides))
    size = Pictures(box).tile_size(sides[0]) if box and sides else None
    layers = (
        (Layer("side", images[1:], tuple(f"side {side + 1}" for side in range(1, len(images)))),) if images[1:] else ()
    )
    parts = ("image", *(["layer:0"] if layers else []), "rotator:0")
    return Design(named, images[0] if images else "", layers, rotations=(1,), parts=parts, size=size)


def _mark_design(box: Box | None, number: int) -> Design:
    kind = box.marks[number] if box and number < len(box.marks) else None
    named = (box.texts.get(f"mark:{number}") if box else None) or f"mark {number}"
    size = Pictures(box).tile_size(kind.tile) if box and kind else None
    image = tile_name(kind.tile) if kind else ""
    return Design(named, image, rotations=(1,), parts=("image", "rotator:0"), stacks=False, size=size)


def log_lists(game: Game) -> tuple[Moves, ...]:
    """Everything that a game recorded, oldest first."""
    return (*game.history, *(moves for moves in (game.recorded,) if moves is not None))
