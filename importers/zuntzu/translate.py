"""From ZunTzu's records to the canonical model: maps and sheets as maps, pieces punched out as counters, hands as private maps.

Pieces still in their sheets are the counter manifest and not on the table. A piece's back is level 1 of the layer "back".
Players are known by persistent ids, which stay behind; hands get pseudonyms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.errors import CorruptFile, Source
from adjudicator.importers.zuntzu.pictures import ZunTzuPictures, fitting_size, piece_name
from adjudicator.importers.zuntzu.wire.box import CounterSheet, Map, Section, ZunTzuBox
from adjudicator.importers.zuntzu.wire.game import Pile, TabLayout, ZunTzuGame, ZunTzuPiece
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Design, Layer, Spot, Stack
from adjudicator.model.module import GameMap, MapKind, Module, Setup, Slot, lay_out, locate
from adjudicator.model.state import GameState, Seat
from adjudicator.notes import Note, NoteKind
from adjudicator.persistent import PersistentMap

FORMAT = "zuntzu"
EMPTY_TABLE = (1024, 768)
EMPTY_FACTOR = 4
HAND_SIZE = (800, 200)
UNNAMED = "map"


@dataclass(frozen=True, slots=True)
class CarriedModule:
    """What rides along on a module: the box as read, the factor at which its pieces are cut, its file's hash."""

    box: ZunTzuBox
    factor: int
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a piece is cut from: sheet, section, row, column, and which copy it is."""

    sheet: int
    section: int
    row: int
    column: int
    copy: int


@dataclass
class Boxed:
    """One reading of a box."""

    box: ZunTzuBox
    pictures: ZunTzuPictures
    source: Source
    hash: str = ""
    notes: list[Note] = field(default_factory=list)

    def module(self, scenarios: Mapping[str, ZunTzuGame]) -> Module:
        """The box as a module; its scenarios are the set-ups."""
        maps = [*(self._map(each) for each in self.box.maps), *(self._sheet(each) for each in self.box.sheets)]
        self._confess()
        return Module(
            name=self.box.name,
            version="",
            maps=tuple(_different(maps)),
            slots=tuple(self._slots()),
            setups=tuple(Setup(game.name or entry, entry, game.description) for entry, game in scenarios.items()),
            image=self.pictures.read,
            entry=self.pictures.entry,
            carried={FORMAT: CarriedModule(self.box, self.pictures.factor, self.hash)},
        )

    def _map(self, each: Map) -> GameMap:
        return _game_map(each.name, f"map:{each.name}", self._board(each.name, each.image))

    def _sheet(self, sheet: CounterSheet) -> GameMap:
        return _game_map(
            sheet.name, f"sheet:{sheet.name}", self._board(sheet.name, sheet.front_image or sheet.back_image)
        )

    def _board(self, name: str, image: str) -> Board:
        size, why = fitting_size(self.pictures, image) if image else (None, "it has none")
        if size is None:
            text = f"the scan '{image}' of '{name}' cannot be used: {why}; taken to be {EMPTY_TABLE[0]} × {EMPTY_TABLE[1]} pixels"
            self.notes.append(Note(NoteKind.MISSING, name, text, replace(self.source, entry=image)))
        return Board(name or UNNAMED, image if size else "", size or EMPTY_TABLE)

    def _slots(self) -> Iterator[Slot]:
        for sheet, about in enumerate(self.box.sheets):
            for section, found in enumerate(about.sections):
                for row in range(found.rows):
                    for column in range(found.columns):
                        cut = Cut(sheet, section, row, column, 0)
                        design = piece_design(self.box, self.pictures.factor, cut)
                        gpid = _gpid(cut)
                        levels, angles = _front(design)
                        counter = Counter(f"slot:{gpid}", design.name, Spot(), design, gpid, levels, angles)
                        carried = {"supply": str(found.supply)}
                        yield Slot(gpid, design.name, counter, (about.name,), design.size, carried)

    def _confess(self) -> None:
        factors = {each.factor for each in self.box.maps}
        if len(factors) > 1:
            text = "its maps are scanned at different resolutions: counters fit the first map's"
            self.notes.append(Note(NoteKind.APPROXIMATED, "counters", text, self.source))
        masked = [sheet.name for sheet in self.box.sheets if sheet.masks]
        if masked:
            text = f"masks that cut pieces to shape are not applied: {', '.join(masked)}"
            self.notes.append(Note(NoteKind.APPROXIMATED, "masks", text, self.source))
        if self.box.dice:
            text = f"hands of dice have no place in the model: {', '.join(self.box.dice)}"
            self.notes.append(Note(NoteKind.LOST, "dice", text, self.source))


@dataclass
class Played:
    """One reading of a game under its box (None = not at hand)."""

    game: ZunTzuGame
    record: CarriedModule | None
    source: Source
    notes: list[Note] = field(default_factory=list)
    _seen: dict[str, int] = field(default_factory=dict)

    def module(self, module: Module) -> Module:
        """The box with the tables and hands that this game adds."""
        known = {found.name for found in module.maps}
        added = [
            _game_map(name, f"tab:{name}", Board(name, "", EMPTY_TABLE))
            for layout, name in self._tabs()
            if name not in known and not self._shown(layout)
        ]
        renamed = [
            replace(found, name=name)
            for layout, name in self._tabs()
            if name not in known and (found := module.map(layout.board)) is not None
        ]
        sides = tuple(dict.fromkeys(self._players().values()))
        owned = {name: self._players()[layout.owner] for layout, name in self._tabs() if layout.owner}
        hands = [
            replace(
                _game_map(_hand(player), f"hand:{player}", Board(_hand(player), "", HAND_SIZE)),
                kind=MapKind.HAND,
                owners=(player,),
                shown=False,
            )
            for player in (self._players()[hand.owner] for hand in self.game.hands)
        ]
        maps = [
            replace(found, kind=MapKind.PRIVATE, owners=(owned[found.name],), shown=False)
            if found.name in owned
            else found
            for found in (*module.maps, *added, *renamed)
        ]
        return replace(module, maps=(*maps, *hands), sides=sides)

    def state(self, module: Module | None) -> GameState:
        """The table as a state."""
        table = _OnTable()
        cuts = self._cuts()
        for layout, name in self._tabs():
            factor = self._factor(layout)
            for pile in layout.piles:
                spot = _spot(module, name, round(pile.x / factor), round(pile.y / factor))
                table.lay(pile, [self._counter(piece, spot, cuts, pile) for piece in pile.pieces])
        for hand in self.game.hands:
            spot = _spot(module, _hand(self._players()[hand.owner]), HAND_SIZE[0] // 2, HAND_SIZE[1] // 2)
            pile = Pile(0.0, 0.0, hand.pieces)
            table.lay(pile, [self._counter(piece, spot, cuts, pile) for piece in hand.pieces])
        players = self._players()
        if players:
            text = "players' ids stay behind; hands and owned boards go by pseudonyms"
            self.notes.append(Note(NoteKind.LOST, "players", text, self.source))
        boards = {found.name: found.layout for found in module.maps} if module else {}
        return GameState(
            module=self.game.box,
            counters=PersistentMap(table.counters),
            stacks=PersistentMap(table.stacks),
            boards=boards,
            seats=tuple(Seat(player, player, player) for player in dict.fromkeys(players.values())),
            scenario_notes=self.game.description,
            public_notes=self.game.name,
            next_order=table.order,
            carried={FORMAT: _about(self.game)},
        )

    def _counter(self, piece: ZunTzuPiece, spot: Spot, cuts: list[Cut], pile: Pile) -> Counter:
        cut = cuts[piece.number] if piece.number < len(cuts) else None
        if cut is None and self.record is not None:
            raise CorruptFile(
                f"piece {piece.number} is not among the {len(cuts)} pieces of the sheets in play", self.source
            )
        count = self._seen[str(piece.number)] = self._seen.get(str(piece.number), 0) + 1
        if count > 1 and cut is not None and self.record is not None and not self.record.box.sheets[cut.sheet].terrain:
            raise CorruptFile(f"piece {piece.number} lies in two places", self.source)
        name = f"piece:{piece.number}" if count == 1 else f"piece:{piece.number}#{count}"
        if cut is None or self.record is None:
            design = Design(f"piece {piece.number}", rotations=(1,), parts=("image", "rotator:0"))
            levels: tuple[int, ...] = ()
        else:
            design = piece_design(self.record.box, self.record.factor, cut)
            levels = tuple(1 if piece.back else -1 for _ in design.layers)
        angle = -piece.rotation % 360.0 + 0.0
        carried = _exact(pile) if pile.single else {}
        slot = _gpid(cut) if cut else ""
        return Counter(name, design.name, spot, design, slot, levels, (angle,), carried=carried)

    def _cuts(self) -> list[Cut]:
        """Every piece of the sheets in play, in the order in which the program numbers them."""
        if self.record is None:
            return []
        cuts: list[Cut] = []
        for layout in self.game.layouts:
            if self._map_of(layout) is not None:
                continue
            for number, sheet in enumerate(self.record.box.sheets):
                if sheet.name == layout.board:
                    cuts.extend(_cuts_of(number, sheet))
                    break
        return cuts

    def _tabs(self) -> Iterator[tuple[TabLayout, str]]:
        """Each layout with its name on the tab, made different where two are called alike."""
        taken: set[str] = set()
        for layout in self.game.layouts:
            name = layout.tab or layout.board or UNNAMED
            while name in taken:
                name += "'"
            taken.add(name)
            yield layout, name

    def _factor(self, layout: TabLayout) -> int:
        shown = self._map_of(layout)
        if shown is not None:
            return shown.factor
        sheets = self.record.box.sheets if self.record else ()
        sheet = next((each for each in sheets if each.name == layout.board), None)
        return sheet.front_factor if sheet and sheet.front_image else sheet.back_factor if sheet else EMPTY_FACTOR

    def _map_of(self, layout: TabLayout) -> Map | None:
        maps = self.record.box.maps if self.record else ()
        return next((each for each in maps if each.name == layout.board), None)

    def _shown(self, layout: TabLayout) -> bool:
        """Whether the layout shows a map or sheet of the box."""
        sheets = self.record.box.sheets if self.record else ()
        return self._map_of(layout) is not None or any(each.name == layout.board for each in sheets)

    def _players(self) -> dict[str, str]:
        """Pseudonyms by the ids of players, in the order in which the file names them."""
        ids = [layout.owner for layout in self.game.layouts if layout.owner] + [hand.owner for hand in self.game.hands]
        return {each: f"Player {number}" for number, each in enumerate(dict.fromkeys(ids), 1)}


@dataclass
class _OnTable:
    """What has been laid so far, in the drawing order."""

    counters: dict[str, Counter] = field(default_factory=dict)
    stacks: dict[str, Stack] = field(default_factory=dict)
    order: int = 0

    def lay(self, pile: Pile, made: list[Counter]) -> None:
        """Put a pile on the table, a single counter on its own."""
        if not made:
            return
        if pile.single:
            self.counters[made[0].id] = replace(made[0], order=self.order)
        else:
            stack = f"stack:{made[0].id.removeprefix('piece:')}"
            self.counters.update((each.id, replace(each, stack=stack)) for each in made)
            members = tuple(each.id for each in made)
            self.stacks[stack] = Stack(stack, made[0].spot, members, self.order, carried=_exact(pile))
        self.order += 1


def _spot(module: Module | None, name: str, x: int, y: int) -> Spot:
    found = module.map(name) if module else None
    return locate(found, found.layout, x, y) if found else Spot(name, x, y)


def piece_design(box: ZunTzuBox, factor: int, cut: Cut) -> Design:
    """What all copies of a piece share; one that has only a back shows that."""
    sheet = box.sheets[cut.sheet]
    section = sheet.sections[cut.section]
    front = piece_name(cut.sheet, cut.section, cut.row, cut.column, back=False)
    back = piece_name(cut.sheet, cut.section, cut.row, cut.column, back=True)
    has_front = section.front is not None
    named = section.name or f"{sheet.name} {cut.row + 1}.{cut.column + 1}"
    if section.name and section.rows * section.columns > 1:
        named = f"{section.name} {cut.row + 1}.{cut.column + 1}"
    layers = (Layer("back", (back,)),) if has_front and section.back is not None else ()
    parts = ("image", *(["layer:0"] if layers else []), "rotator:0")
    return Design(
        named, front if has_front else back, layers, rotations=(1,), parts=parts, size=_size(sheet, section, factor)
    )


def _size(sheet: CounterSheet, section: Section, factor: int) -> tuple[int, int] | None:
    box = section.front or section.back
    if box is None:
        return None
    own = sheet.back_factor if section.front is None or section.face_on_back else sheet.front_factor
    left, top, right, bottom = box
    wide, high = (right - left) / section.columns * own / factor, (bottom - top) / section.rows * own / factor
    return max(1, round(wide)), max(1, round(high))


def _front(design: Design) -> tuple[tuple[int, ...], tuple[float, ...]]:
    return (-1,) * len(design.layers), (0.0,) * len(design.rotations)


def _cuts_of(number: int, sheet: CounterSheet) -> Iterator[Cut]:
    for index, section in enumerate(sheet.sections):
        for row in range(section.rows):
            for column in range(section.columns):
                yield from (Cut(number, index, row, column, copy) for copy in range(section.supply))


def _gpid(cut: Cut) -> str:
    return f"{cut.sheet}:{cut.section}:{cut.row}:{cut.column}"


def _hand(player: str) -> str:
    return f"Hand of {player}"


def _exact(pile: Pile) -> dict[str, str]:
    """The place as the file has it, finer than pixels."""
    return {FORMAT: f"{pile.x:.2f},{pile.y:.2f}"}


def _about(game: ZunTzuGame) -> dict[str, object]:
    """What of a game the model does not hold, in plain data."""
    views = {layout.tab or layout.board: list(layout.view) for layout in game.layouts}
    shown = next((layout.tab or layout.board for layout in game.layouts if layout.visible), "")
    about = {"hash": game.hash, "copyright": game.copyright, "mode": game.mode, "stacking": game.stacking}
    return {
        **about,
        "views": views,
        "visible": shown,
        "layouts": [[each.board, each.tab, each.back] for each in game.layouts],
    }


def _game_map(name: str, identity: str, board: Board) -> GameMap:
    return GameMap(name, identity, MapKind.PUBLIC, (board,), lay_out([(board, 0, 0, False)]))


def _different(maps: list[GameMap]) -> Iterator[GameMap]:
    """The maps under names of their own; the program lets two boards be called alike."""
    taken: set[str] = set()
    for found in maps:
        name = found.name or UNNAMED
        while name in taken:
            name += "'"
        taken.add(name)
        yield replace(found, name=name)
