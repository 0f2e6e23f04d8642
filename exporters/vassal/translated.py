"""A box and a game from elsewhere as a VASSAL module and save (3.7): boards, grids, decks, palettes, pieces made of traits.

What VASSAL itself wrote is not for this writer but for `savegame`. The classes and attributes are those that `importers.vassal`
reads; a file made here has nobody's player ids, so seats are taken anew. Slots and pieces are numbered anew.
"""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from lxml import etree

from adjudicator.exporters.losses import Aspect, Content, Holds, Loss, LossKind, LossReport, survey
from adjudicator.exporters.vassal.account import losses_of
from adjudicator.exporters.vassal.arrangement import Arrangement, keeps, noted
from adjudicator.exporters.vassal.bookkeeping import WHOLE_GAME, said, write_tracker
from adjudicator.exporters.vassal.box.buildfile import PLAIN_PARTS
from adjudicator.exporters.vassal.box.parts import MAP, MODULE, WIDGET
from adjudicator.exporters.vassal.box.plan import VASSAL_VERSION
from adjudicator.exporters.vassal.chains import ChainWriter
from adjudicator.exporters.vassal.elements import add_part, data, give, rgb
from adjudicator.exporters.vassal.grids import add_grid
from adjudicator.exporters.vassal.module import write_entries
from adjudicator.exporters.vassal.pieces import add_stack
from adjudicator.exporters.vassal.scribe_files import KEY, packed
from adjudicator.exporters.vassal.stamps import stamped
from adjudicator.exporters.vassal.tabletop import FIRST_ID
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.chains import join_chain
from adjudicator.importers.vassal.wire.commands import TAB, AddPiece, NamedCommand, Tree, encode, join_stream
from adjudicator.importers.vassal.wire.obfuscation import obfuscate
from adjudicator.lean import dataclass, replace
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Spot, Stack
from adjudicator.model.module import GameMap, MapKind
from adjudicator.model.state import GameState
from adjudicator.writing import free, write_bytes

NAME = "VASSAL"
KINDS = {MapKind.PUBLIC: "Map", MapKind.PRIVATE: "PrivateMap", MapKind.HAND: "PlayerHand"}
DECK_SIZE = 60
START = "start.vsav"
FIRST_VERSION = "1.0"

HOLDS: Holds = {
    Aspect.MAPS: (LossKind.CARRIED, ""),
    Aspect.BOARDS: (LossKind.CARRIED, ""),
    Aspect.GRIDS: (LossKind.CARRIED, ""),
    Aspect.DECK_PLACES: (LossKind.CARRIED, ""),
    Aspect.SLOTS: (LossKind.APPROXIMATED, "slots are numbered anew"),
    Aspect.SIDES: (LossKind.CARRIED, ""),
    Aspect.COUNTERS: (LossKind.CARRIED, ""),
    Aspect.NAMES: (LossKind.CARRIED, ""),
    Aspect.POSITIONS: (LossKind.CARRIED, ""),
    Aspect.STACKS: (LossKind.CARRIED, ""),
    Aspect.DECKS: (LossKind.CARRIED, ""),
    Aspect.ORDER: (LossKind.APPROXIMATED, "single counters are drawn where they arrive among stacks"),
    Aspect.LOOKS: (LossKind.APPROXIMATED, "made of VASSAL's traits; pictures get names of their own"),
    Aspect.LEVELS: (LossKind.CARRIED, ""),
    Aspect.ANGLES: (LossKind.CARRIED, ""),
    Aspect.TEXTS: (LossKind.CARRIED, ""),
    Aspect.PROPERTIES: (LossKind.CARRIED, ""),
    Aspect.CONCEALMENT: (LossKind.CARRIED, ""),
    Aspect.TRAILS: (LossKind.CARRIED, ""),
    Aspect.ORIGINS: (LossKind.APPROXIMATED, "slots are numbered anew"),
    Aspect.LAYOUTS: (LossKind.CARRIED, ""),
    Aspect.GLOBALS: (LossKind.CARRIED, ""),
    Aspect.TRACKERS: (LossKind.CARRIED, ""),
    Aspect.SEATS: (LossKind.DROPPED, "a new file has nobody's ids; players take their seats anew"),
    Aspect.NOTES: (LossKind.CARRIED, ""),
}


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a `.vmod`, with the game as its set-up, or a `.vsav`, with its module beside it under a name that is free."""
    state = content.state or (content.module.at_start if content.module else GameState())
    whole = Content(content.module, state, content.log)
    writer = _ModuleWriter(whole, state)
    save = writer.save()
    alone = path.suffix.lower() == ".vmod"
    write_entries(path if alone else free(path.with_suffix(".vmod")), writer.module_entries(save).items())
    if not alone:
        write_bytes(path, writer.packed(save, OutputMark(OutputKind.CONVERTED)))
    return survey(whole, HOLDS, source=source, target=NAME, found=writer.losses, renamed=writer.renamed)


@dataclass
class _ModuleWriter(Arrangement):
    """One conversion: the build file, the commands of the save, the entries of both files."""

    losses: list[Loss] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    version: str = FIRST_VERSION

    def __post_init__(self) -> None:
        super().__post_init__()
        self._chains = ChainWriter(self.content.module)

    def module_entries(self, save: bytes) -> dict[str, bytes]:
        """The module's files."""
        unstamped = self._build_file()
        images = {f"images/{name}": data for name, data in self._chains.files.items()}
        content = (unstamped, save, *(name.encode() + data for name, data in images.items()))
        self.version = stamped(FIRST_VERSION, content)
        about = data(self.name, self.version, module=True)
        return {"moduledata": about, "buildFile.xml": self._build_file(), **images, START: self.packed(save)}

    def save(self) -> bytes:
        """The state's commands: stacked pieces, then single ones and stacks as they are drawn, then all else."""
        return obfuscate(join_stream(self._commands()), KEY)

    def packed(self, save: bytes, mark: OutputMark | None = None) -> bytes:
        """The save as a file, for the module as it was written."""
        about = data(self.name, self.version, module=True)
        entries = {"savedGame": save, "savedata": data("", self.version, module=False), "moduledata": about}
        return packed(entries, mark)

    def _commands(self) -> list[Tree]:
        state = self.state
        ids = iter(range(FIRST_ID, FIRST_ID + len(state.counters) + len(state.stacks)))
        for name in [each.id for each in self.counters] + [each.id for each in self.stacks]:
            self.renamed[name] = str(next(ids))
        stacked = [member for stack in self.stacks for member in stack.members]
        single: list[tuple[int, str]] = [(each.order, each.id) for each in self.counters if not each.stack]
        lying = sorted([*single, *((each.order, each.id) for each in self.stacks if keeps(each))])
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
                    self.sheet(found, placed.board.name) + "/rev" * placed.reversed,
                    str(placed.column),
                    str(placed.row),
                )
            ]
            if boards:
                commands.append(encode(NamedCommand("boards", (self.called[found.name], *boards))))
        notes = [
            encode(NamedCommand("scenario notes", (noted(state.scenario_notes),))),
            encode(NamedCommand("public notes", (noted(state.public_notes),))),
        ]
        self.losses += losses_of(self)
        return [*commands, [*notes], *self.properties.commands(), f"SETUP_STACK{TAB}", "end_save"]

    def _stack(self, stack: Stack) -> AddPiece:
        members = tuple(self.renamed[member] for member in stack.members)
        deck = replace(stack.deck, name=said(stack.deck.name)) if stack.deck else None
        spot = replace(stack.spot, map=self.called.get(stack.spot.map, ""))
        return add_stack(replace(stack, id=self.renamed[stack.id], spot=spot, members=members, deck=deck, carried={}))

    def _piece(self, counter: Counter) -> AddPiece:
        chain = self._chains.chain(counter, self.numbers[counter.design])
        innermost = sequences.split(chain[-1][1], ";")
        where = (self.called.get(counter.spot.map, "null"), str(counter.spot.x), str(counter.spot.y))
        chain[-1] = (chain[-1][0], sequences.join((*where, *innermost[3:]), ";"))
        return AddPiece(self.renamed[counter.id], *join_chain(chain))

    def _build_file(self) -> bytes:
        root = etree.Element("VASSAL.build.GameModule")
        give(root, name=self.name, version=self.version, description="", VassalVersion=VASSAL_VERSION)
        root.set("nextPieceSlotId", str(len(self.numbers) + 1))
        add_part(root, MODULE + "BasicCommandEncoder")
        add_part(root, MODULE + "Documentation")
        roster = add_part(
            root, MODULE + "PlayerRoster", buttonText="Retire", buttonToolTip="Switch sides or leave the table"
        )
        for side in self.sides:
            add_part(roster, "entry").text = side
        add_part(root, MODULE + "GlobalOptions")
        add_part(root, MODULE + "Chatter")
        self.properties.write(root, WHOLE_GAME)
        for found in self.maps:
            self._map(root, found)
        for tracker in self.state.trackers:
            write_tracker(root, tracker)
        add_part(root, MODULE + "PrototypesContainer")
        self._palette(root)
        add_part(root, MODULE + "NotesWindow", buttonText="Notes", tooltip="Notes")
        setup = {"name": "As converted", "file": START, "useFile": "true", "isMenu": "false", "description": ""}
        add_part(root, MODULE + "PredefinedSetup", **setup)
        etree.indent(root, "    ")
        body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"

    def _map(self, root: etree._Element, found: GameMap) -> None:
        owned = {"side": sequences.join(found.owners, ","), "visible": str(found.shown).lower(), "useBoards": ""}
        width, height = found.edge
        made = add_part(
            root,
            MODULE + KINDS[found.kind],
            mapName=self.called[found.name],
            buttonName=self.called[found.name],
            edgeWidth=str(width),
            edgeHeight=str(height),
            launch="true",
            allowMultiple="false",
            markMoved="Never",
            **(owned if found.kind is not MapKind.PUBLIC else {}),
        )
        picker = add_part(made, MAP + "BoardPicker", title="Choose Boards")
        for board in found.boards:
            self._board(picker, board, self.sheet(found, board.name))
        chosen = [
            text
            for placed in found.layout
            for text in (
                self.sheet(found, placed.board.name) + "/rev" * placed.reversed,
                str(placed.column),
                str(placed.row),
            )
        ]
        if chosen:
            add_part(picker, "setup").text = sequences.join((f"{self.called[found.name]}BoardPicker", *chosen), TAB)
        for deck in found.decks:
            attributes = {"x": str(deck.x), "y": str(deck.y), "width": str(DECK_SIZE), "height": str(DECK_SIZE)}
            add_part(
                made,
                MAP + "DrawPile",
                name=said(deck.name),
                owningBoard=self.sheet(found, deck.board) or "<any>",
                faceDown="Always",
                **attributes,
            )
        x, y = found.stacking.offset
        wide_x, wide_y = found.stacking.expanded
        disabled = "false" if found.stacking.enabled else "true"
        metrics = {"unexSepX": str(x), "unexSepY": str(y), "exSepX": str(wide_x), "exSepY": str(wide_y)}
        add_part(made, MAP + "StackMetrics", disabled=disabled, **metrics)
        self.properties.write(made, self.called[found.name])
        for plain in PLAIN_PARTS:
            add_part(made, MAP + plain)

    def _board(self, picker: etree._Element, board: Board, name: str) -> None:
        image = self._chains.picture(board.image)
        size = {} if image else {"width": str(board.size[0]), "height": str(board.size[1]), "color": rgb(board.colour)}
        reversible = str(board.reversible).lower()
        made = add_part(
            picker,
            MODULE + "map.boardPicker.Board",
            name=name,
            image=image,
            reversible=reversible,
            **size,
        )
        add_grid(made, board.grid)

    def _palette(self, root: etree._Element) -> None:
        """Slots in the panels of their paths; designs that only the table knows in one of their own."""
        window = add_part(root, MODULE + "PieceWindow", name="Pieces", text="Pieces", hidden="false")
        tabs = add_part(window, WIDGET + "TabWidget", entryName="Counters")
        panels: dict[str, etree._Element] = {}
        module = self.content.module
        slots = [(slot.path, slot.name, slot.counter) for slot in (module.slots if module else ())]
        known = {counter.design for _, _, counter in slots}
        for counter in self.counters:
            if counter.design not in known:
                known.add(counter.design)
                slots.append((("On the table",), counter.design.name, counter))
        for path, name, counter in slots:
            title = " / ".join(path) or "Counters"
            if title not in panels:
                panels[title] = add_part(tabs, WIDGET + "ListWidget", entryName=title)
            gpid = self.numbers[counter.design]
            made = add_part(panels[title], WIDGET + "PieceSlot", entryName=name, gpid=gpid, width="0", height="0")
            fresh = replace(counter, spot=Spot(), masked_by="", hidden_by="", moved=False, properties={})
            made.text = encode(AddPiece("null", *join_chain(self._chains.chain(fresh, gpid))))
