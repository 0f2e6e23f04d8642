"""The build file and `moduledata` of a planned module, as VASSAL 3.7 writes them."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from adjudicator.exporters.vassal.box.holders import (
    CONCEAL,
    HAND_GAP,
    REVEAL,
    SHUFFLES,
    DeckPlan,
    HandPlan,
    card_size,
    hand_point,
)
from adjudicator.exporters.vassal.box.palette import add_palette, slot_text
from adjudicator.exporters.vassal.box.parts import GRID, MAP, MODULE, WIDGET, add, give
from adjudicator.exporters.vassal.box.plan import BOARD, BOX_BOARD, BOX_MAP, MAIN_MAP, VASSAL_VERSION, PlannedModule
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.chains import join_chain
from adjudicator.importers.vassal.wire.commands import AddPiece, encode
from adjudicator.model.grid import HexGrid
from adjudicator.model.grid import Numbering as GridNumbering

PLAIN_PARTS = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)
VIEWED = 128
"""How wide the stack viewer shows a counter, in pixels."""
UNDER = 22
"""How far below the counters the middle of their names is: there is room for three lines."""
SAVED = 1_577_836_800_000
"""The date we write into every file: the first of January 2020, so that the same input gives the same bytes."""


def build_file(box: PlannedModule, charts: Mapping[str, str]) -> bytes:
    """The build file; `charts` are titles of help pages by file name."""
    root = etree.Element("VASSAL.build.GameModule")
    give(
        root, name=box.name, version=box.version, description=box.pack.header.description, ModuleOther1="",
        ModuleOther2="", VassalVersion=VASSAL_VERSION, nextPieceSlotId=str(len(box.slots) + 1),
    )  # fmt: skip
    add(root, MODULE + "BasicCommandEncoder")
    _documentation(root, charts)
    roster = add(
        root,
        MODULE + "PlayerRoster",
        buttonKeyStroke="",
        buttonText="Retire",
        buttonToolTip="Switch sides or leave the table",
    )
    for name in box.sides.values():
        add(roster, "entry").text = name
    _options(root)
    add(root, MODULE + "Chatter")
    _properties(root, box)
    _property_menus(root, box)
    _main_map(root, box)
    _box_map(root, box)
    for hand in box.holders.hands:
        _hand(root, box, hand)
    _prototypes(root, box)
    add_palette(root, box)
    _turns(root, box)
    for count in (1, 2):
        _dice(root, count)
    add(
        root, MODULE + "Inventory", name="Inventory", text="Inventory", icon="/images/inventory.gif", hotkey="73,520",
        tooltip="Show inventory of all counters", include="{Side != \"\"}", groupBy="Side,CurrentMap,LocationName",
        sortFormat="$PieceName$", pieceZoom=".5", drawPieces="true", foldersOnly="false",
    )  # fmt: skip
    add(root, MODULE + "NotesWindow", buttonText="Notes", hotkey="78,520", icon="/images/notes.gif", tooltip="Notes")
    _chart_window(root, charts)
    for setup in box.setups:
        add(
            root, MODULE + "PredefinedSetup", name=setup.name, file=setup.file, useFile="true", isMenu="false",
            description=setup.description,
        )  # fmt: skip
    return _document(root)


def moduledata(box: PlannedModule) -> bytes:
    """What the module says of itself."""
    root = etree.Element("data", version="1")
    for name, text in (
        ("version", box.version), ("extra1", ""), ("extra2", ""), ("VassalVersion", VASSAL_VERSION),
        ("dateSaved", str(SAVED)), ("description", box.pack.header.description), ("name", box.name),
    ):  # fmt: skip
        add(root, name).text = text or None
    return _document(root)


def savedata(box: PlannedModule, description: str = "") -> bytes:
    """What a save or log of the module says of itself."""
    root = etree.Element("data", version="1")
    for name, text in (
        ("version", box.version), ("extra1", ""), ("extra2", ""), ("VassalVersion", VASSAL_VERSION),
        ("dateSaved", str(SAVED)), ("description", description),
    ):  # fmt: skip
        add(root, name).text = text or None
    return _document(root)


def number(value: float) -> str:
    """A double as Java writes it in this range."""
    return repr(float(value))


def _document(root: etree._Element) -> bytes:
    etree.indent(root, "    ")
    body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=False)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def _documentation(root: etree._Element, charts: Mapping[str, str]) -> None:
    documentation = add(root, MODULE + "Documentation")
    for file, title in charts.items():
        if file.endswith(("rulebook.html", "rules.html")):
            add(documentation, MODULE + "documentation.HelpFile", fileName=file, fileType="archive", title=title)


def _options(root: etree._Element) -> None:
    options = add(
        root, MODULE + "GlobalOptions", autoReport="Always", chatterHTMLSupport="Never",
        hotKeysOnClosedWindows="Never", inventoryForAll="Always",
        nonOwnerUnmaskable="Use Preferences Setting", playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask my pieces", sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings="true",
    )  # fmt: skip
    for name, text in (
        ("newHotKey", "78,585"), ("endHotKey", ""), ("stepIcon", "/images/StepForward16.gif"), ("stepHotKey", "34,0"),
        ("undoIcon", "/images/Undo16.gif"), ("undoHotKey", "90,130"), ("serverControlsIcon", "/images/connect.gif"),
        ("serverControlsHotKey", "65,195"),
    ):  # fmt: skip
        add(options, "option", name=name).text = text or None


MANY_BUTTONS = 6
"""From so many on, buttons of properties stand in a menu."""


def _properties(root: etree._Element, box: PlannedModule) -> None:
    group = add(root, MODULE + "properties.GlobalProperties")
    for name, values in box.properties.items():
        changes = add(
            group, MODULE + "properties.GlobalProperty", name=name, initialValue="", isNumeric="false", min="0",
            max="100", wrap="false", description="",
        )  # fmt: skip
        add(
            changes, MODULE + "properties.ChangePropertyButton", text=name, tooltip=f"Set {name}", icon="", hotkey="",
            reportFormat=f"{name} is now $newValue$", propChanger=_changer(name, values),
        )  # fmt: skip


def _property_menus(root: etree._Element, box: PlannedModule) -> None:
    """Menus for buttons of properties that begin with the same word, where there are many of them (`ToolbarMenu`).

    A menu finds its buttons by their labels: it must not have that of one, such as of the property that is the word alone.
    """
    first = [name.partition(" ")[0] for name in box.properties if " " in name]
    for word in dict.fromkeys(each for each in first if first.count(each) >= MANY_BUTTONS):
        items = tuple(name for name in box.properties if name.startswith(f"{word} "))
        label = f"{word} …" if word in box.properties else word
        add(
            root, MODULE + "ToolbarMenu", description="", hotkey="", icon="", menuItems=sequences.join(items, ","),
            text=label, tooltip=f"Set one of: {word}",
        )  # fmt: skip


def _changer(name: str, values: tuple[str, ...]) -> str:
    """What a property's button does: offer its values, or ask for one where any will do (`PropertyChangerConfigurer`)."""
    if not values:
        return sequences.join(("R", f"{name}:"), ",")
    return sequences.join(("E", f"{name}:", sequences.join(values, ",")), ",")


def _map(
    root: etree._Element,
    name: str,
    button: str,
    *,
    marks_moves: bool,
    launch: bool,
    kind: str = "Map",
    move_key: str = "",
) -> etree._Element:
    return add(
        root, MODULE + kind, mapName=name, allowMultiple="false", backgroundcolor="238,233,216", buttonName=button,
        changeFormat="$message$", color="204,0,0", createFormat="$pieceName$ created in $location$", edgeHeight="0",
        edgeWidth="0", hideKey="", hotkey="", icon="/images/map.gif", launch="true" if launch else "false",
        markMoved="Always" if marks_moves else "Never", markUnmovedHotkey="", markUnmovedIcon="/images/unmoved.gif",
        markUnmovedText="", markUnmovedTooltip="Mark all pieces on this map as not moved", moveKey=move_key,
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *", onlyReportChangedLocation="true",
        showKey="", thickness="3",
    )  # fmt: skip


def _picker(found: etree._Element, board: str, image: str) -> etree._Element:
    picker = add(
        found, MAP + "BoardPicker", boardPrompt="Select board",
        slotHeight="125", slotScale="0.2", slotWidth="350", title="Choose Boards",
    )  # fmt: skip
    return add(picker, MODULE + "map.boardPicker.Board", image=image, name=board, reversible="false")


def _main_map(root: etree._Element, box: PlannedModule) -> None:
    found = _map(root, MAIN_MAP, "Map", marks_moves=True, launch=False)
    board = _picker(found, BOARD, "board.png")
    zones = box.layout.zones
    if len(zones) == 1 and not zones[0].name:
        _hex_grid(board, zones[0].grid)
    else:
        zoned = add(board, GRID + "ZonedGrid")
        for zone in zones:
            path = ";".join(f"{x},{y}" for x, y in zone.path)
            made = add(
                zoned, GRID + "mapgrid.Zone", name=zone.name, locationFormat=f"{zone.prefix}$gridLocation$", path=path,
                useParentGrid="false", highlightProperty="", useHighlight="false",
            )  # fmt: skip
            _hex_grid(made, zone.grid)
    _furniture(found, box, overview=True)


def _box_map(root: etree._Element, box: PlannedModule) -> None:
    reveals = REVEAL if box.holders.hands else ""
    found = _map(root, BOX_MAP, "Boxes", marks_moves=False, launch=True, move_key=reveals)
    board = _picker(found, BOX_BOARD, "boxes.png")
    zoned = add(board, GRID + "ZonedGrid")
    for place in box.boxes:
        left, top, right, bottom = place.box
        add(
            zoned, GRID + "mapgrid.Zone", name=place.name, locationFormat="$name$", useParentGrid="false",
            path=f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}", highlightProperty="", useHighlight="false",
        )  # fmt: skip
    for deck in box.holders.decks:
        _deck(found, box, deck)
    _furniture(found, box, overview=False)


def _deck(found: etree._Element, box: PlannedModule, deck: DeckPlan) -> None:
    """A deck in the middle of its box, with the cards that lie in it when no set-up says otherwise (`DrawPile`)."""
    wide, high = card_size(box.counter_size)
    _, x, y = box.spot(f"[{deck.name}]")
    pile = add(
        found, MAP + "DrawPile", name=deck.name, owningBoard=BOX_BOARD, x=str(x), y=str(y), width=str(wide), height=str(high),
        draw="true", color="90,90,90", faceDown="Always" if deck.face_down else "Never", shuffle=SHUFFLES[deck.shuffled],
        shuffleCommand="Shuffle", shuffleFormat="$deckName$ is shuffled", allowMultiple="false",
        allowSelect=_flag(deck.chosen), drawSpecificMessage="Choose cards", selectDisplayProperty="$BasicName$",
        drawFaceUp="false", reversible="false", canSave="false", maxStack="4", reshufflable=_flag(bool(deck.back)),
        reshuffleCommand=deck.back_command, reshuffleTarget=deck.back, reshuffleMessage=deck.back_message,
        deckRestrictAccess=_flag(bool(deck.owner)), deckOwners=deck.owner, useGridLocation="false", location="",
    )  # fmt: skip
    for name in deck.cards:
        slot = box.slot(name)
        card = add(pile, WIDGET + "CardSlot", entryName=slot.name, gpid=slot.gpid, width=str(wide), height=str(high))
        card.text = slot_text(slot)


def _hand(root: etree._Element, box: PlannedModule, hand: HandPlan) -> None:
    """The window of a hand: its side lays cards there, everybody else sees their backs (`PlayerHand`)."""
    found = _map(root, hand.name, hand.name, marks_moves=False, launch=True, kind="PlayerHand", move_key=CONCEAL)
    give(found, side=hand.owner, visible="true")
    board = _picker(found, hand.name, hand.picture)
    x, y = hand_point(box.counter_size)
    grid = add(board, GRID + "RegionGrid", fontsize="9", snapto="true", visible="false")
    add(grid, GRID + "Region", name=hand.name, originx=str(x), originy=str(y))
    add(
        found, MAP + "HandMetrics", bottom="40,0", disabled="false", down="37,0", exSepX=str(HAND_GAP), exSepY="0",
        top="38,0", unexSepX=str(HAND_GAP), unexSepY="0", up="39,0",
    )  # fmt: skip
    for plain in PLAIN_PARTS:
        if plain != "StackExpander":
            add(found, MAP + plain)
    _stack_viewer(found, box)
    add(found, MODULE + "properties.GlobalProperties")


def _hex_grid(parent: etree._Element, grid: HexGrid) -> None:
    numbering = grid.numbering or GridNumbering()
    made = add(
        parent, GRID + "HexGrid", color="0,0,0", cornersLegal="false", dotsVisible="false", dx=number(grid.dx),
        dy=number(grid.dy), edgesLegal="false", sideways=_flag(grid.sideways), snapTo="true", visible="false",
        x0=str(grid.x0), y0=str(grid.y0),
    )  # fmt: skip
    add(
        made, GRID + "mapgrid.HexGridNumbering", color="0,0,0", first="H" if numbering.column_first else "V",
        fontSize="9", hDescend=_flag(numbering.columns_descend), hDrawOff="0", hLeading=str(numbering.column_leading),
        hOff=str(numbering.across), hType="N", locationFormat="$gridLocation$", rotateText="0",
        sep=numbering.separator, stagger=_flag(numbering.stagger), vDescend=_flag(numbering.rows_descend),
        vDrawOff="0", vLeading=str(numbering.row_leading), vOff=str(numbering.down), vType="N", visible="false",
    )  # fmt: skip


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _furniture(found: etree._Element, box: PlannedModule, *, overview: bool) -> None:
    """What every map window has: stacking, layers, movement, zoom, mouse-over view, picture of the map."""
    lift = max(2, round(box.counter_size * 0.06))
    add(
        found, MAP + "StackMetrics", bottom="40,0", disabled="false", down="37,0", exSepX=str(lift * 2),
        exSepY=str(round(box.counter_size * 0.4)), top="38,0", unexSepX=str(lift), unexSepY=str(lift), up="39,0",
    )  # fmt: skip
    add(
        found, MAP + "LayeredPieceCollection", description="Markers of the ground lie under units",
        layerOrder="ground,units", property="PackLayer",
    )  # fmt: skip
    for plain in PLAIN_PARTS:
        add(found, MAP + plain)
    add(found, MAP + "ImageSaver", buttonText="", hotkey="", icon="/images/camera.gif", tooltip="Save map as PNG image")
    _stack_viewer(found, box)
    add(found, MODULE + "properties.GlobalProperties")
    add(found, MAP + "SelectionHighlighters")
    add(found, MAP + "HighlightLastMoved", color="204,0,0", enabled="true", thickness="2")
    if overview:
        add(
            found, MAP + "GlobalMap", buttonText="", color="204,0,0", hotkey="79,195", icon="/images/map.gif",
            scale="0.12", tooltip="Show or hide the overview",
        )  # fmt: skip
    add(
        found, MAP + "Zoomer", inButtonText="", inIconName="/images/zoomIn.gif", inTooltip="Zoom in", outButtonText="",
        outIconName="/images/zoomOut.gif", outTooltip="Zoom out", pickButtonText="", pickIconName="/images/zoom.png",
        pickTooltip="Select zoom", zoomInKey="61,130", zoomLevels="0.25,0.4,0.6,0.8,1.0,1.5,2.0", zoomOutKey="45,130",
        zoomPickKey="", zoomStart="5",
    )  # fmt: skip
    add(
        found, MAP + "Flare", circleColor="255,0,0", circleScale="true", circleSize="100", flareKey="keyAlt",
        flareName="Map Flare", flarePulses="6", flarePulsesPerSec="3", reportFormat="",
    )  # fmt: skip


def _stack_viewer(found: etree._Element, box: PlannedModule) -> None:
    """What the mouse shows of a stack: its counters large, each over its name, which is broken to the counter's width."""
    zoom = max(1.0, round(VIEWED / box.counter_size, 2))
    width = round(box.counter_size * zoom)
    cell = f"<td align=center valign=top height={UNDER * 2}>$PieceName$</td>"
    name = f"<html><table width={width} cellpadding=0 cellspacing=0><tr>{cell}</tr></table></html>"
    add(
        found, MAP + "CounterDetailViewer", bgColor="255,252,235", borderColor="0,0,0", borderWidth="4", centerAll="false",
        delay="500", description="", display="from all layers", fgColor="0,0,0", fontSize="11", graphicsZoom=str(zoom),
        hotkey="32,130", minDisplayPieces="1", showgraph="true", showgraphsingle="true", showtext="true",
        showtextsingle="true", summaryReportFormat="$LocationName$", counterReportFormat=name, unrotatePieces="false",
        version="4", verticalBottomText=str(UNDER), zoomlevel="1.0",
    )  # fmt: skip


def _prototypes(root: etree._Element, box: PlannedModule) -> None:
    container = add(root, MODULE + "PrototypesContainer")
    for name, chain in box.prototypes.items():
        made = add(container, MODULE + "PrototypeDefinition", name=name, description="")
        made.text = encode(AddPiece("null", *join_chain(list(chain))))


def _turns(root: etree._Element, box: PlannedModule) -> None:
    sequence = box.pack.header.sequence
    tracker = add(
        root, MODULE + "turn.TurnTracker", name=box.tracker, buttonText="Turn", hotkey="84,520", icon="", length="-1",
        lengthStyle="Maximum", nexthotkey="34,520", prevhotkey="33,520", plusButtonSize="22", turnButtonHeight="22",
        fwdOnly="false", tooltip="Turn and phase", turnFormat="turn $level1$, $level2$" if box.phases else "turn $level1$",
        reportFormat="$newTurn$ begins (<$PlayerId$>)",
    )  # fmt: skip
    counter = add(
        tracker, MODULE + "turn.CounterTurnLevel", name=box.levels[0], property=box.levels[0], turnFormat="$value$",
        start=str(sequence.first_turn), incr="1", loop="false", loopLimit=str(sequence.last_turn or -1),
    )  # fmt: skip
    if box.phases:
        add(
            counter, MODULE + "turn.ListTurnLevel", name=box.levels[1], property=box.levels[1], turnFormat="$value$",
            list=sequences.join(box.phases, ","), configList="false", configFirst="false", prompt="",
        )  # fmt: skip


def _dice(root: etree._Element, count: int) -> None:
    add(
        root, MODULE + "DiceButton", name=f"{count}d6", text=f"{count}d6", icon="/images/die.gif",
        hotkey=f"{48 + count},520", nDice=str(count), nSides="6", plus="0", addToTotal="0", prompt="false",
        reportTotal="false", sortDice="false", keepDice="false", keepOption=">", keepCount="1", lockDice="false",
        lockSides="false", lockPlus="false", lockAdd="false", canDisable="false", hideWhenDisabled="false",
        propertyGate="", tooltip=f"Roll {count} six-sided dice" if count > 1 else "Roll a six-sided die",
        reportFormat="** $name$ = $result$ *** <$PlayerName$>",
    )  # fmt: skip


def _chart_window(root: etree._Element, charts: Mapping[str, str]) -> None:
    window = add(
        root, MODULE + "ChartWindow", name="Charts", text="Charts", hotkey="67,520", icon="/images/chart.gif",
        tooltip="Charts and rules",
    )  # fmt: skip
    tabs = add(window, WIDGET + "TabWidget", entryName="Charts")
    for file, title in charts.items():
        add(tabs, WIDGET + "HtmlChart", chartName=title, fileName=file, description="")
