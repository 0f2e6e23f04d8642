"""A box and a game from elsewhere as a VASSAL module and save (3.7): boards, grids, decks, palettes, pieces made of traits.

What VASSAL itself wrote is not for this writer but for `savegame`. The classes and attributes are those that `importers.vassal`
reads; a file made here has nobody's player ids, so seats are taken anew. Slots and pieces are numbered anew.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lxml import etree

from adjudicator.model.counters import Counter, Design, Layer, Spot, Stack
from adjudicator.model.grid import Grid, HexGrid, Numbering, RegionGrid, SquareGrid, Variable, ZonedGrid
from adjudicator.model.module import Board, DeckPlace, GameMap, MapKind, PlacedBoard, lay_out
from adjudicator.model.state import GameState
from exporters.atomic import replacing
from exporters.losses import Aspect, Content, Fate, Holds, Loss, LossReport, survey
from exporters.pictures import kind_of
from exporters.sides import Cutter
from exporters.vassal.bookkeeping import (
    WHOLE_GAME,
    Properties,
    apart,
    holdable,
    said,
    tracker_holds,
    write_tracker,
)
from exporters.vassal.box.buildfile import GRID, MAP, MODULE, PLAIN_PARTS, SAVED, WIDGET, number
from exporters.vassal.box.plan import VASSAL_VERSION
from exporters.vassal.box.traits import piece, trait
from exporters.vassal.pieces import add_stack
from exporters.vassal.scribe import FIRST_ID, KEY, pack_entries
from importers.vassal.wire import sequences
from importers.vassal.wire.commands import TAB, AddPiece, Named, Tree, encode, join_stream
from importers.vassal.wire.obfuscation import obfuscate
from importers.vassal.wire.traits import join_chain

NAME = "VASSAL"
ENDINGS = {"png": ".png", "jpeg": ".jpg", "gif": ".gif", "svg": ".svg", "bmp": ".bmp"}
KINDS = {MapKind.PUBLIC: "Map", MapKind.PRIVATE: "PrivateMap", MapKind.HAND: "PlayerHand"}
DECK_SIZE = 60
START = "start.vsav"

HOLDS: Holds = {
    Aspect.MAPS: (Fate.CARRIED, ""),
    Aspect.BOARDS: (Fate.CARRIED, ""),
    Aspect.GRIDS: (Fate.CARRIED, ""),
    Aspect.DECK_PLACES: (Fate.CARRIED, ""),
    Aspect.SLOTS: (Fate.APPROXIMATED, "slots are numbered anew"),
    Aspect.SIDES: (Fate.CARRIED, ""),
    Aspect.COUNTERS: (Fate.CARRIED, ""),
    Aspect.NAMES: (Fate.CARRIED, ""),
    Aspect.POSITIONS: (Fate.CARRIED, ""),
    Aspect.STACKS: (Fate.CARRIED, ""),
    Aspect.DECKS: (Fate.CARRIED, ""),
    Aspect.ORDER: (Fate.APPROXIMATED, "single counters are drawn where they arrive among stacks"),
    Aspect.LOOKS: (Fate.APPROXIMATED, "made of VASSAL's traits; pictures get names of their own"),
    Aspect.LEVELS: (Fate.CARRIED, ""),
    Aspect.ANGLES: (Fate.CARRIED, ""),
    Aspect.TEXTS: (Fate.CARRIED, ""),
    Aspect.PROPERTIES: (Fate.CARRIED, ""),
    Aspect.CONCEALMENT: (Fate.CARRIED, ""),
    Aspect.TRAILS: (Fate.CARRIED, ""),
    Aspect.ORIGINS: (Fate.APPROXIMATED, "slots are numbered anew"),
    Aspect.LAYOUTS: (Fate.CARRIED, ""),
    Aspect.GLOBALS: (Fate.CARRIED, ""),
    Aspect.TRACKERS: (Fate.CARRIED, ""),
    Aspect.SEATS: (Fate.DROPPED, "a new file has nobody's ids; players take their seats anew"),
    Aspect.NOTES: (Fate.CARRIED, ""),
}


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a `.vmod`, with the game as its set-up, or a `.vsav` (its module then lies beside it)."""
    state = content.state or (content.module.at_start if content.module else GameState())
    whole = Content(content.module, state, content.log)
    writer = _Writer(whole, state)
    save = writer.save()
    module_path = path.with_suffix(".vmod")
    _zip(module_path, writer.module_entries(save))
    if path.suffix.lower() != ".vmod":
        _zip(path, writer.save_entries(save))
    return survey(whole, HOLDS, source=source, target=NAME, found=writer.losses, renamed=writer.renamed)


def _zip(path: Path, entries: Mapping[str, bytes]) -> None:
    with replacing(path) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        pack_entries(archive, entries.items())


@dataclass
class _Writer:
    """One conversion: the maps as they will be, the pictures that are needed, the pieces."""

    content: Content
    state: GameState
    losses: list[Loss] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    _pictures: dict[str, str] = field(default_factory=dict)
    _files: dict[str, bytes] = field(default_factory=dict)
    _numbers: dict[Design, str] = field(default_factory=dict)
    _apart: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        module = self.content.module
        # a state's maps go by hash, and two runs by different hashes
        self._counters = [each for _, each in sorted(self.state.counters.items())]
        self._stacks = [each for _, each in sorted(self.state.stacks.items())]
        self._image: Callable[[str], bytes | None] = module.image if module else lambda _name: None
        self._cutter = Cutter(self._image)
        self._sides = module.sides if module else ()
        self.name = (module.name if module else self.state.module) or "Converted game"
        self.maps = [self._held_apart(found) for found in self._maps()]
        self._called = apart([each.name for each in self.maps], {each.name: said(each.name) for each in self.maps})
        self._sheets = {
            found.name: apart(
                [each.name for each in found.boards], {each.name: _sheet_name(each.name) for each in found.boards}
            )
            for found in self.maps
        }
        self._properties = Properties(self.state, [(self._called[found.name], found) for found in self.maps])
        for slot in module.slots if module else ():
            self._numbers.setdefault(slot.counter.design, str(len(self._numbers) + 1))
        for counter in self._counters:
            self._numbers.setdefault(counter.design, str(len(self._numbers) + 1))

    def module_entries(self, save: bytes) -> dict[str, bytes]:
        """The module's files."""
        build = self._build_file()
        images = {f"images/{name}": data for name, data in self._files.items()}
        entries = {"moduledata": _data(self.name, True), "buildFile.xml": build, **images}
        return {**entries, START: self._start(save)}

    def save_entries(self, save: bytes) -> dict[str, bytes]:
        return {"savedGame": save, "savedata": _data("", False), "moduledata": _data(self.name, True)}

    def save(self) -> bytes:
        """The state's commands: stacked pieces, then single ones and stacks as they are drawn, then all else."""
        return obfuscate(join_stream(self._commands()), KEY)

    def _start(self, save: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            pack_entries(archive, self.save_entries(save).items())
        return out.getvalue()

    def _maps(self) -> Iterator[GameMap]:
        """The module's maps with the decks of this game, and one for each name that only counters know."""
        known = list(self.content.module.maps) if self.content.module else []
        for found in known:
            places = {deck.name for deck in found.decks}
            fresh = [
                DeckPlace(stack.deck.name, "", stack.spot.x - found.edge[0], stack.spot.y - found.edge[1])
                for stack in self._stacks
                if stack.deck is not None and stack.spot.map == found.name and stack.deck.name not in places
            ]
            yield replace(found, decks=(*found.decks, *{deck.name: deck for deck in fresh}.values()))
        names = {found.name for found in known}
        for name in dict.fromkeys(each.spot.map for each in self._counters):
            if name and name not in names:
                board = Board(name, "", (500, 500))
                yield GameMap(name, name, MapKind.PUBLIC, (board,), lay_out([(board, 0, 0, False)]))

    def _held_apart(self, found: GameMap) -> GameMap:
        """A map whose boards lie anywhere, even upon each other: each in a row and a column of its own, blank strips before it.

        What has no picture comes first, or it would cover what lies on it.
        """
        layout = self.state.boards.get(found.name, found.layout)
        left, top = found.edge
        if _laid(layout, found.edge) or any(placed.x < left or placed.y < top for placed in layout):
            return found
        chosen: list[tuple[Board, int, int, bool]] = []
        for at, placed in enumerate(sorted(layout, key=lambda each: bool(each.board.image)), 1):
            if placed.x > left:
                chosen.append((Board(f"blank before {at}", "", (placed.x - left, 1)), 0, at, False))
            if placed.y > top:
                chosen.append((Board(f"blank above {at}", "", (1, placed.y - top)), at, 0, False))
            chosen.append((placed.board, at, at, placed.reversed))
        chosen.sort(key=lambda each: each[1] == each[2])
        strips = tuple(board for board, column, row, _ in chosen if column != row)
        laid = lay_out(chosen, found.edge)
        self._apart.add(found.name)
        self.state = replace(self.state, boards={**self.state.boards, found.name: laid})
        return replace(found, boards=(*found.boards, *strips), layout=laid)

    def _commands(self) -> list[Tree]:
        state = self.state
        ids = iter(range(FIRST_ID, FIRST_ID + len(state.counters) + len(state.stacks)))
        for name in [each.id for each in self._counters] + [each.id for each in self._stacks]:
            self.renamed[name] = str(next(ids))
        stacked = [member for stack in self._stacks for member in stack.members]
        single: list[tuple[int, str]] = [(each.order, each.id) for each in self._counters if not each.stack]
        lying = sorted([*single, *((each.order, each.id) for each in self._stacks if self._keeps(each))])
        added = [self._piece(state.counters[name]) for name in stacked]
        added += [
            self._piece(state.counters[n]) if n in state.counters else self._stack(state.stacks[n]) for _, n in lying
        ]
        commands: list[Tree] = ["begin_save", "", ["", *(encode(command) for command in added)]]
        for found in self.maps:
            layout = state.boards.get(found.name, found.layout)
            boards = [
                text
                for placed in layout
                for text in (
                    self._sheet(found, placed.board.name) + "/rev" * placed.reversed,
                    str(placed.column),
                    str(placed.row),
                )
            ]
            if boards:
                commands.append(encode(Named("boards", (self._called[found.name], *boards))))
        notes = [
            encode(Named("scenario notes", (_noted(state.scenario_notes),))),
            encode(Named("public notes", (_noted(state.public_notes),))),
        ]
        self._account()
        return [*commands, [*notes], *self._properties.commands(), f"SETUP_STACK{TAB}", "end_save"]

    def _keeps(self, stack: Stack) -> bool:
        """A stack with nothing in it is none, unless it is a deck."""
        return bool(stack.members) or stack.deck is not None

    def _stack(self, stack: Stack) -> AddPiece:
        members = tuple(self.renamed[member] for member in stack.members)
        deck = replace(stack.deck, name=said(stack.deck.name)) if stack.deck else None
        spot = replace(stack.spot, map=self._called.get(stack.spot.map, ""))
        return add_stack(replace(stack, id=self.renamed[stack.id], spot=spot, members=members, deck=deck, carried={}))

    def _piece(self, counter: Counter) -> AddPiece:
        chain = self._chain(counter, self._numbers[counter.design])
        innermost = sequences.split(chain[-1][1], ";")
        where = (self._called.get(counter.spot.map, "null"), str(counter.spot.x), str(counter.spot.y))
        chain[-1] = (chain[-1][0], sequences.join((*where, *innermost[3:]), ";"))
        return AddPiece(self.renamed[counter.id], *join_chain(chain))

    def _chain(self, counter: Counter, gpid: str) -> list[tuple[str, str]]:
        """The traits of a counter, outermost first: what conceals it, what it looks like from the top, its properties."""
        design = counter.design
        chain: list[tuple[str, str]] = []
        if not design.stacks:
            chain.append(trait("immob;", ("", "N", "N", "")))
        if counter.hidden_by in self._sides:
            chain.append(trait("hide;", ("", "", "", "side:", "", "", "false"), (counter.hidden_by,)))
        if counter.masked_by in self._sides or design.mask:
            owner = counter.masked_by if counter.masked_by in self._sides else "null"
            tokens = (
                "",
                self._picture(design.mask),
                "Mask",
                "I",
                said(design.mask_name) or "?",
                "side:",
                "",
                "",
                "false",
                "",
                "",
            )
            chain.append(trait("obs;", tokens, (owner, "")))
        if counter.moved:
            tokens = ("", "0", "0", "Mark moved", "", "", "true", "", "", "", "")
            chain.append(trait("markmoved;", tokens, ("true",)))
        chain.extend(reversed([self._part(counter, *part) for part in _parts(design)]))
        properties = {said(name): said(value) for name, value in counter.properties.items() if name and value}
        if properties:
            chain.append(trait("mark;", tuple(properties), tuple(properties.values())))
        image = self._picture(design.image) or self._stand_in(counter)
        return [*chain, piece(image, said(counter.name), gpid)]

    def _part(self, counter: Counter, word: str, index: int) -> tuple[str, str]:
        design = counter.design
        if word == "layer":
            level = counter.levels[index] if index < len(counter.levels) else -1
            return self._layer(design.layers[index], level)
        if word == "rotator":
            angle = counter.angles[index] if index < len(counter.angles) else 0.0
            return _rotator(design.rotations[index], angle)
        label = design.labels[index]
        text = counter.texts[index] if index < len(counter.texts) else ""
        tokens = (
            *("", "", str(label.size), _colour(label.background), _colour(label.colour), label.vertical),
            *(str(label.offset[1]), label.horizontal, str(label.offset[0]), label.vertical_justify),
            *(label.horizontal_justify, "$pieceName$", "Dialog", "1" if label.bold else "0", f"{label.rotation:.0f}"),
            *(said(label.name) or "TextLabel", "", "false"),
        )
        return trait("label;", tokens, (said(text),))

    def _layer(self, layer: Layer, level: int) -> tuple[str, str]:
        images = [self._picture(name) for name in layer.images]
        names = _level_names(layer, level)
        tokens = (
            *("", "0", "", "", "0", "", "", "0", "", "", "", "1", "false", str(layer.offset[0]), str(layer.offset[1])),
            sequences.join(images, ","),
            sequences.join(names, ","),
            *("true", said(layer.name), "", "", "true" if layer.follows else "false", said(layer.follows), "1", "1"),
            *("true" if layer.always_active else "false", "70,130", "", "", "", number(layer.scale), "", "true"),
        )
        return trait("emb2;", tokens, (str(level), ""))

    def _picture(self, name: str) -> str:
        """The file name of a picture in the module, "" if the source has no such picture."""
        if name and name not in self._pictures:
            data = self._image(name)
            self._pictures[name] = self._keep(data) if data is not None else ""
        return self._pictures.get(name, "")

    def _stand_in(self, counter: Counter) -> str:
        """A plain picture for a counter whose own is elsewhere; a counter that is made of layers alone needs none."""
        if any(self._picture(name) for layer in counter.design.layers for name in layer.images):
            return ""
        return self._keep(self._cutter.cut(replace(counter, masked_by="", hidden_by="")).front)

    def _keep(self, data: bytes) -> str:
        name = hashlib.sha256(data).hexdigest()[:20] + ENDINGS.get(kind_of(data), "")
        self._files[name] = data
        return name

    def _build_file(self) -> bytes:
        root = etree.Element("VASSAL.build.GameModule")
        _set(root, name=self.name, version="1.0", description="", VassalVersion=VASSAL_VERSION)
        root.set("nextPieceSlotId", str(len(self._numbers) + 1))
        _add(root, MODULE + "BasicCommandEncoder")
        _add(root, MODULE + "Documentation")
        roster = _add(
            root, MODULE + "PlayerRoster", buttonText="Retire", buttonToolTip="Switch sides or leave the table"
        )
        for side in self._sides:
            _add(roster, "entry").text = side
        _add(root, MODULE + "GlobalOptions")
        _add(root, MODULE + "Chatter")
        self._properties.write(root, WHOLE_GAME)
        for found in self.maps:
            self._map(root, found)
        for tracker in self.state.trackers:
            write_tracker(root, tracker)
        _add(root, MODULE + "PrototypesContainer")
        self._palette(root)
        _add(root, MODULE + "NotesWindow", buttonText="Notes", tooltip="Notes")
        setup = {"name": "As converted", "file": START, "useFile": "true", "isMenu": "false", "description": ""}
        _add(root, MODULE + "PredefinedSetup", **setup)
        etree.indent(root, "    ")
        body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"

    def _map(self, root: etree._Element, found: GameMap) -> None:
        owned = {"side": sequences.join(found.owners, ","), "visible": str(found.shown).lower(), "useBoards": ""}
        width, height = found.edge
        made = _add(
            root,
            MODULE + KINDS[found.kind],
            mapName=self._called[found.name],
            buttonName=self._called[found.name],
            edgeWidth=str(width),
            edgeHeight=str(height),
            launch="true",
            allowMultiple="false",
            markMoved="Never",
            **(owned if found.kind is not MapKind.PUBLIC else {}),
        )
        picker = _add(made, MAP + "BoardPicker", title="Choose Boards")
        for board in found.boards:
            self._board(picker, board, self._sheet(found, board.name))
        chosen = [
            text
            for placed in found.layout
            for text in (
                self._sheet(found, placed.board.name) + "/rev" * placed.reversed,
                str(placed.column),
                str(placed.row),
            )
        ]
        if chosen:
            _add(picker, "setup").text = sequences.join((f"{self._called[found.name]}BoardPicker", *chosen), TAB)
        for deck in found.decks:
            attributes = {"x": str(deck.x), "y": str(deck.y), "width": str(DECK_SIZE), "height": str(DECK_SIZE)}
            _add(
                made,
                MAP + "DrawPile",
                name=said(deck.name),
                owningBoard=self._sheet(found, deck.board) or "<any>",
                faceDown="Always",
                **attributes,
            )
        x, y = found.stacking.offset
        wide_x, wide_y = found.stacking.expanded
        disabled = "false" if found.stacking.enabled else "true"
        metrics = {"unexSepX": str(x), "unexSepY": str(y), "exSepX": str(wide_x), "exSepY": str(wide_y)}
        _add(made, MAP + "StackMetrics", disabled=disabled, **metrics)
        self._properties.write(made, self._called[found.name])
        for plain in PLAIN_PARTS:
            _add(made, MAP + plain)

    def _sheet(self, found: GameMap, name: str) -> str:
        """What the module calls a map's board."""
        return self._sheets[found.name].get(name) or _sheet_name(name)

    def _board(self, picker: etree._Element, board: Board, name: str) -> None:
        image = self._picture(board.image)
        size = (
            {} if image else {"width": str(board.size[0]), "height": str(board.size[1]), "color": _colour(board.colour)}
        )
        reversible = str(board.reversible).lower()
        made = _add(
            picker,
            MODULE + "map.boardPicker.Board",
            name=name,
            image=image,
            reversible=reversible,
            **size,
        )
        _grid(made, board.grid)

    def _palette(self, root: etree._Element) -> None:
        """Slots in the panels of their paths; designs that only the table knows in one of their own."""
        window = _add(root, MODULE + "PieceWindow", name="Pieces", text="Pieces", hidden="false")
        tabs = _add(window, WIDGET + "TabWidget", entryName="Counters")
        panels: dict[str, etree._Element] = {}
        module = self.content.module
        slots = [(slot.path, slot.name, slot.counter) for slot in (module.slots if module else ())]
        known = {counter.design for _, _, counter in slots}
        for counter in self._counters:
            if counter.design not in known:
                known.add(counter.design)
                slots.append((("On the table",), counter.design.name, counter))
        for path, name, counter in slots:
            title = " / ".join(path) or "Counters"
            if title not in panels:
                panels[title] = _add(tabs, WIDGET + "ListWidget", entryName=title)
            gpid = self._numbers[counter.design]
            made = _add(panels[title], WIDGET + "PieceSlot", entryName=name, gpid=gpid, width="0", height="0")
            fresh = replace(counter, spot=Spot(), masked_by="", hidden_by="", moved=False, properties={})
            made.text = encode(AddPiece("null", *join_chain(self._chain(fresh, gpid))))

    def _account(self) -> None:
        """What single things lose, beyond what is said of all."""
        counters, stacks = self._counters, self._stacks
        odd = [each.id for each in counters if not _levels_hold(each)]
        self._lose(
            Aspect.LEVELS,
            Fate.APPROXIMATED,
            "layers that follow properties or always show have levels of their own",
            odd,
        )
        turned = [each.id for each in counters if any(each.angles) and not _angles_hold(each)]
        self._lose(Aspect.ANGLES, Fate.APPROXIMATED, "the nearest of the counter's facings", turned)
        spoken = [each.id for each in counters if any(not _plain(text) for text in each.texts)]
        self._lose(Aspect.TEXTS, Fate.APPROXIMATED, "blanks at the ends go; `$` and `{` begin programs", spoken)
        empty = [
            f"{each.id}.{name}" for each in counters for name, value in each.properties.items() if not (name and value)
        ]
        self._lose(Aspect.PROPERTIES, Fate.DROPPED, "a property wants a name and a value", empty)
        odd_words = "control characters and backslashes are left out"
        named = [each.id for each in counters if said(each.name) != each.name or "$" in each.name]
        self._lose(Aspect.NAMES, Fate.APPROXIMATED, f"{odd_words}; `$` begins a program", named)
        marked = [
            f"{each.id}.{name}"
            for each in counters
            for name, value in each.properties.items()
            if said(name) != name or said(value) != value
        ]
        self._lose(Aspect.PROPERTIES, Fate.APPROXIMATED, odd_words, marked)
        texts = (("scenario notes", self.state.scenario_notes), ("public notes", self.state.public_notes))
        self._lose(
            Aspect.NOTES,
            Fate.APPROXIMATED,
            odd_words,
            [word for word, text in texts if _noted(text).replace("|", "\n") != text],
        )
        concealed = [
            each.id
            for each in counters
            if each.concealed and not {each.masked_by, each.hidden_by} <= {"", *self._sides}
        ]
        self._lose(Aspect.CONCEALMENT, Fate.DROPPED, "hidden by a player, whose id nobody has", concealed)
        trails = [each.id for each in counters if each.trail]
        self._lose(Aspect.TRAILS, Fate.APPROXIMATED, "trails are not kept", trails)
        hollow = [each.id for each in stacks if not self._keeps(each)]
        self._lose(Aspect.STACKS, Fate.DROPPED, "a stack with nothing in it is none", hollow)
        self._lose(Aspect.GLOBALS, Fate.DROPPED, "no name, or no map or module to stand in", self._properties.homeless)
        self._lose(Aspect.GLOBALS, Fate.APPROXIMATED, odd_words, self._properties.unclean)
        odd = [each.name for each in self.state.trackers if not tracker_holds(each)]
        self._lose(Aspect.TRACKERS, Fate.APPROXIMATED, odd_words, odd)
        self._account_names(odd_words)
        away = [
            found.name for found in self.maps if not _laid(self.state.boards.get(found.name, found.layout), found.edge)
        ]
        self._lose(Aspect.LAYOUTS, Fate.APPROXIMATED, "boards lie in rows and columns", away)
        self._lose(
            Aspect.LAYOUTS, Fate.APPROXIMATED, "blank strips hold the boards where they lie", sorted(self._apart)
        )
        grids = [
            f"{found.name}/{each.name}" for found in self.maps for each in found.boards if not _writable(each.grid)
        ]
        self._lose(Aspect.GRIDS, Fate.APPROXIMATED, "zones and formats of its numbers are simplified", grids)

    def _account_names(self, odd_words: str) -> None:
        """Maps and boards whose names cannot be said in a command."""
        unclean = [found.name for found in self.maps if self._called[found.name] != found.name]
        for aspect in (Aspect.MAPS, Aspect.LAYOUTS):
            self._lose(aspect, Fate.APPROXIMATED, odd_words, unclean)
        stray = [each.id for each in self._counters if each.spot.map in unclean]
        self._lose(Aspect.POSITIONS, Fate.APPROXIMATED, odd_words, stray)
        nowhere = [each.id for each in self._counters if each.stack and each.spot.map not in self._called]
        self._lose(Aspect.POSITIONS, Fate.APPROXIMATED, "a stack on no map has no point", nowhere)
        boards = [
            f"{found.name}/{each.name}"
            for found in self.maps
            for each in found.boards
            if found.name in unclean or self._sheet(found, each.name) != each.name
        ]
        for aspect in (Aspect.BOARDS, Aspect.GRIDS):
            self._lose(aspect, Fate.APPROXIMATED, f"{odd_words}; `/` is a dash in a board's name", boards)
        slashed = [
            found.name
            for found in self.maps
            for placed in self.state.boards.get(found.name, found.layout)
            if self._sheet(found, placed.board.name) != placed.board.name
        ]
        self._lose(Aspect.LAYOUTS, Fate.APPROXIMATED, "a board is called otherwise", list(dict.fromkeys(slashed)))
        decks = [
            f"{found.name}/{deck.name}"
            for found in self.maps
            for deck in found.decks
            if found.name in unclean or said(deck.name) != deck.name or self._sheet(found, deck.board) != deck.board
        ]
        self._lose(Aspect.DECK_PLACES, Fate.APPROXIMATED, odd_words, decks)

    def _lose(self, aspect: Aspect, fate: Fate, text: str, subjects: list[str]) -> None:
        if subjects:
            self.losses.append(Loss(aspect, fate, text, tuple(subjects)))


def _parts(design: Design) -> list[tuple[str, int]]:
    """What lies over the picture, from the bottom; parts that the design does not name come last."""
    said = [
        (word, int(index)) for word, _, index in (part.partition(":") for part in design.parts) if index.isdecimal()
    ]
    counts = {"layer": len(design.layers), "label": len(design.labels), "rotator": len(design.rotations)}
    every = [(word, index) for word, count in counts.items() for index in range(count)]
    kept = [each for each in said if each in every]
    # The reader counts layers, labels and rotators from the inside, so each kind must come in its order.
    queues = {word: iter(range(count)) for word, count in counts.items()}
    ordered = [*kept, *(each for each in every if each not in kept)]
    return [(word, next(queues[word])) for word, _ in ordered]


def _rotator(count: int, angle: float) -> tuple[str, str]:
    """A free rotator turns counter-clockwise; another counts its facings clockwise."""
    if count <= 1:
        return trait("rotate;", ("1", "", "Rotate", "", "", "Rotate", "", "", "", "", "false"), (number(-angle),))
    index = round(angle * count / 360.0) % count
    return trait("rotate;", (str(count), "", "", "", "", "", "", "Rotate", "", "", "", "", "false"), (str(index),))


def _levels_hold(counter: Counter) -> bool:
    pairs = zip(counter.design.layers, counter.levels, strict=False)
    return len(counter.levels) == len(counter.design.layers) and all(
        not layer.follows and 1 <= abs(level) <= len(layer.images) and not (layer.always_active and level < 0)
        for layer, level in pairs
    )


def _angles_hold(counter: Counter) -> bool:
    def holds(count: int, angle: float) -> bool:
        if count <= 1:
            return 0 <= angle < 360
        return 0 <= angle < 360 and angle == (round(angle * count / 360.0) % count) * 360.0 / count

    return len(counter.angles) == len(counter.design.rotations) and all(
        holds(count, angle) for count, angle in zip(counter.design.rotations, counter.angles, strict=False)
    )


def _level_names(layer: Layer, level: int) -> list[str]:
    """What the levels call the counter; the one that shows says nothing, since the counter has its name of it already."""
    names = [said(name) for name in [*layer.names, *[""] * len(layer.images)][: len(layer.images)]]
    shown = min(abs(level), len(names)) - 1
    return ["" if layer.follows or index == shown else name for index, name in enumerate(names)]


def _plain(text: str) -> bool:
    """Whether a label's text comes back as it is."""
    blanks = "".join(map(chr, range(33)))
    return text == said(text).strip(blanks) and "$" not in text and not text.startswith("{")


def _sheet_name(name: str) -> str:
    """A board's name; a slash in it would part it from the word that says it is turned."""
    return said(name).replace("/", "-")


def _noted(text: str) -> str:
    """A note, its line ends written as the engine writes them (`TextConfigurer.escapeNewlines`)."""
    return said(text.replace("\n", "|"))


def _laid(layout: tuple[PlacedBoard, ...], edge: tuple[int, int]) -> bool:
    """Whether boards lie where VASSAL would lay them."""
    return lay_out([(each.board, each.column, each.row, each.reversed) for each in layout], edge) == layout


def _writable(grid: Grid | None) -> bool:
    """Whether the grid comes back as it is."""
    if isinstance(grid, HexGrid | SquareGrid):
        return grid.numbering is None or all(isinstance(part, Variable) for part in grid.numbering.format)
    return grid is None or isinstance(grid, RegionGrid)


def _grid(parent: etree._Element, grid: Grid | None) -> None:
    if isinstance(grid, ZonedGrid):
        zoned = _add(parent, GRID + "ZonedGrid")
        for zone in grid.zones:
            path = ";".join(f"{x},{y}" for x, y in zone.outline.points)
            text = "".join(part if isinstance(part, str) else f"${part.name}$" for part in zone.format)
            own = zone.grid is not None and zone.grid is not grid.background
            made = _add(
                zoned,
                GRID + "mapgrid.Zone",
                name=zone.name,
                locationFormat=text,
                path=path,
                useParentGrid="false" if own or zone.grid is None else "true",
            )
            _grid(made, zone.grid if own else None)
        _grid(zoned, grid.background)
    elif isinstance(grid, RegionGrid):
        regions = _add(parent, GRID + "RegionGrid", snapto=str(grid.snaps).lower(), fontsize="9", visible="false")
        for region in grid.regions:
            _add(regions, GRID + "Region", name=region.name, originx=str(region.x), originy=str(region.y))
    elif isinstance(grid, HexGrid | SquareGrid):
        _cells(parent, grid)


def _cells(parent: etree._Element, grid: HexGrid | SquareGrid) -> None:
    hexes = isinstance(grid, HexGrid)
    made = _add(
        parent,
        GRID + ("HexGrid" if hexes else "SquareGrid"),
        dx=number(grid.dx),
        dy=number(grid.dy),
        x0=str(grid.x0),
        y0=str(grid.y0),
        snapTo=str(grid.snaps).lower(),
        edgesLegal=str(grid.edges).lower(),
        cornersLegal=str(grid.corners_too).lower(),
        visible=str(grid.visible).lower(),
        color=_colour(grid.colour),
        **({"sideways": str(grid.sideways).lower()} if isinstance(grid, HexGrid) else {}),
    )
    if grid.numbering is not None:
        _numbering(made, grid.numbering, "HexGridNumbering" if hexes else "SquareGridNumbering")


def _numbering(parent: etree._Element, numbering: Numbering, kind: str) -> None:
    _add(
        parent,
        GRID + "mapgrid." + kind,
        first="H" if numbering.column_first else "V",
        sep=numbering.separator,
        hType="A" if numbering.column_letters else "N",
        vType="A" if numbering.row_letters else "N",
        hLeading=str(numbering.column_leading),
        vLeading=str(numbering.row_leading),
        hOff=str(numbering.across),
        vOff=str(numbering.down),
        hDescend=str(numbering.columns_descend).lower(),
        vDescend=str(numbering.rows_descend).lower(),
        stagger=str(numbering.stagger).lower(),
        locationFormat="".join(part if isinstance(part, str) else f"${part.name}$" for part in numbering.format),
        visible="false",
    )


def _data(name: str, module: bool) -> bytes:
    """`moduledata` or `savedata`."""
    root = etree.Element("data", version="1")
    for tag, text in (
        ("version", "1.0"),
        ("VassalVersion", VASSAL_VERSION),
        ("dateSaved", str(SAVED)),
        ("description", ""),
    ):
        _add(root, tag).text = text or None
    if module:
        _add(root, "name").text = holdable(name) or None
    body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def _set(element: etree._Element, **attributes: str) -> None:
    for name, value in sorted(attributes.items()):
        element.set(name, holdable(value))


def _add(parent: etree._Element, kind: str, **attributes: str) -> etree._Element:
    child = etree.SubElement(parent, kind)
    _set(child, **attributes)
    return child


def _colour(colour: str) -> str:
    """`#rrggbb` as `r,g,b`, "" as none."""
    digits = colour.removeprefix("#")
    return ",".join(str(int(digits[at : at + 2], 16)) for at in (0, 2, 4)) if len(digits) == 6 else ""
