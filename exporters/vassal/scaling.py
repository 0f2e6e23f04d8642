"""A VASSAL game at another size: every number of a module and its saves that counts pixels, multiplied by one factor.

A point on which counters snap stays such a point: it is taken along by the grid, not by arithmetic. Which fields count
pixels: the traits' editors (`counters.*`), `HexGrid`, `Zone`, `SetupStack`, `StackMetrics`.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from lxml import etree
from PIL import Image

from adjudicator.errors import CorruptFile, ReadError, WriteError
from adjudicator.model.grid import Grid, HexGrid, Outline, Region, RegionGrid, SquareGrid, ZonedGrid
from adjudicator.model.module import Board, GameMap, Module, PlacedBoard, lay_out
from exporters import pictures
from exporters.foreign_svg import parsed_svg, svg_size
from exporters.vassal.tree import Element
from importers.vassal.wire import commands, sequences, traits
from importers.vassal.wire.commands import AddPiece, ChangePiece, Command, MovePiece, Named, Tree, Verbatim
from importers.vassal.wire.traits import Spec, Trait, whole

SMALLEST, LARGEST = 0.05, 20.0
HALF_ROOT_OF_3 = math.sqrt(3) / 2
DEFAULT_DX = HALF_ROOT_OF_3 * 64.0

PIXELS: Mapping[str, tuple[str, ...]] = {
    "emb2;": ("xOff", "yOff"),
    "emb;": ("xOff", "yOff"),
    "label;": ("verticalOffset", "horizontalOffset", "size"),
    "markmoved;": ("x", "y"),
    "pivot;": ("x", "y"),
    "placemark;": ("xOff", "yOff"),
    "replace;": ("xOff", "yOff"),
    "sendto;": ("x", "y", "xOff", "yOff"),
    "translate;": ("dx", "dy", "xOff", "yOff"),
    "button;": ("x", "y", "w", "h"),
    "footprint;": ("radius", "pointBuffer", "displayBuffer"),
    "matPiece;": ("dx", "dy"),
    "border;": ("thickness",),
    "deck;": ("width", "height"),
}
"""The fields of traits' types that count pixels; expressions in them are left alone."""
AT_LEAST_ONE = frozenset(("size", "radius", "thickness"))
RANGES = frozenset(("globalkey;", "setpieceprop;", "attach;", "AreaOfEffect;"))
UNSCALED = "unscaled range"
"""Traits with a range: in hexes on a numbered grid, in pixels elsewhere; it is left alone."""

_MODULE = "VASSAL.build.module."
_GRID = _MODULE + "map.boardPicker.board."
_INTS: Mapping[str, tuple[str, ...]] = {
    _MODULE + "map.boardPicker.Board": ("width", "height"),
    _GRID + "Region": ("originx", "originy"),
    _MODULE + "map.StackMetrics": ("exSepX", "exSepY", "unexSepX", "unexSepY"),
    _MODULE + "map.HandMetrics": ("exSepX", "exSepY", "unexSepX", "unexSepY"),
    _MODULE + "map.DrawPile": ("width", "height"),
    _MODULE + "map.Flare": ("circleSize",),
    "VASSAL.build.widget.PieceSlot": ("width", "height"),
    "VASSAL.build.widget.CardSlot": ("width", "height"),
}
_NUMBERING = ("hDrawOff", "vDrawOff", "fontSize")
_PIECES = ("VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot", _MODULE + "PrototypeDefinition")
_SET_UP = (_MODULE + "map.SetupStack", _MODULE + "map.DrawPile")
_METRICS = {"exSepX": 6, "exSepY": 18, "unexSepX": 2, "unexSepY": 4}


@dataclass
class Scaler:
    """One module at `factor` times its size; `changed` counts what was made larger or smaller."""

    module: Module
    factor: float
    changed: dict[str, int] = field(default_factory=dict)
    _maps: dict[str, GameMap] = field(default_factory=dict)
    _points: dict[tuple[str, int, int], tuple[int, int]] = field(default_factory=dict)
    _zones: dict[int, tuple[int, int]] = field(default_factory=dict)
    _layouts: dict[str, tuple[tuple[PlacedBoard, ...], tuple[PlacedBoard, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.factor) and SMALLEST <= self.factor <= LARGEST):
            raise WriteError(f"a module can be made {SMALLEST} to {LARGEST} times its size, not {self.factor}")
        for found in self.module.maps:
            scaled = self._map(found)
            for name in (found.id, found.name):
                self._maps.setdefault(name, found)
            self._layouts[found.name] = found.layout, scaled.layout

    def pixels(self, value: int) -> int:
        """A distance; one that is not nothing stays so."""
        scaled = math.floor(abs(value) * self.factor + 0.5)
        return int(math.copysign(max(1, scaled), value)) if value else 0

    def coordinate(self, value: int) -> int:
        return math.floor(value * self.factor + 0.5)

    def begin(self) -> None:
        """A new save: its boards lie as the module lays them until it says otherwise."""
        self._points.clear()
        for found in self.module.maps:
            self._layouts[found.name] = found.layout, self._map(found).layout

    def point(self, name: str, x: int, y: int) -> tuple[int, int]:
        """Where a point of a map lies now; a point on which counters snap is one still."""
        key = (name, x, y)
        if key not in self._points:
            self._points[key] = self._point(name, x, y)
        return self._points[key]

    def build(self, root: Element) -> None:
        """A module's tree, in place."""
        sizes = {board.name: board for found in self.module.maps for board in found.boards}
        for part in root.walk():
            self._component(part)
        for found, part in zip(self.module.maps, _maps_in(root, self.module), strict=True):
            self._edge(part)
            self._at_start(found, part)
            for board in (each for each in part.walk() if each.kind == _MODULE + "map.boardPicker.Board"):
                known = found.board(board.get("name")) or sizes.get(board.get("name"))
                if known is not None:
                    self._board(board, known)

    def tree(self, tree: Tree, types: dict[str, str] | None = None) -> Tree:
        """The commands of a save or log."""
        known: dict[str, str] = {} if types is None else types
        if isinstance(tree, str):
            logged = tree.startswith("LOG\t")
            return ("LOG\t" if logged else "") + self._text(tree.removeprefix("LOG\t"), known)
        return [self.tree(each, known) for each in tree]

    def save(self, text: str) -> str:
        """The text of a save or log."""
        self.begin()
        tree = commands.split_stream(text)
        for node in commands.leaves(tree):
            command = commands.decode(node) if "BoardPicker\t" in node else None
            if isinstance(command, Named) and command.word == "boards":
                self._lay(command.fields)
        return commands.join_stream(self.tree(tree))

    def definition(self, text: str) -> str:
        """A piece's definition: an AddPiece command; what cannot be read stays as it is."""
        command = _decoded(text)
        return text if not isinstance(command, AddPiece) else commands.encode(self._piece(command))

    def image(self, data: bytes, name: str) -> bytes:
        """An image in its own format at its new size."""
        kind = pictures.kind_of(data)
        if kind == "svg":
            return _svg(data, self.factor)
        made = pictures.decoded(data, self.factor)
        out = io.BytesIO()
        if kind == "jpeg":
            made.convert("RGB").save(out, "JPEG", quality=92)
        elif kind == "gif":
            _save_gif(made, out)
        elif kind == "bmp":
            made.convert("RGB").save(out, "BMP")
        elif kind in ("png", "webp", "tiff"):
            made.save(out, kind.upper())
        else:
            raise CorruptFile(f"'{name}' is no image of a kind we know")
        return out.getvalue()

    def board_size(self, board: Board) -> tuple[int, int]:
        """A board's size: its image's, or what it states."""
        width, height = board.size
        return max(1, round(width * self.factor)), max(1, round(height * self.factor))

    def _count(self, what: str) -> None:
        self.changed[what] = self.changed.get(what, 0) + 1

    def _lay(self, fields: tuple[str, ...]) -> None:
        """A save's own boards on a map."""
        found = self._maps.get(fields[0])
        if found is None or not fields[1:]:
            return
        chosen = []
        for at in range(1, len(fields) - 2, 3):
            name, *turned = sequences.split(fields[at], "/")
            board = found.board(name)
            if board is not None:
                chosen.append((board, whole(fields[at + 1]), whole(fields[at + 2]), "rev" in turned))
        if chosen:
            self._layouts[found.name] = lay_out(chosen, found.edge), self._laid(found, chosen)

    def _laid(self, found: GameMap, chosen: list[tuple[Board, int, int, bool]]) -> tuple[PlacedBoard, ...]:
        edge = (self.pixels(found.edge[0]), self.pixels(found.edge[1]))
        return lay_out([(self._smaller(board), column, row, turned) for board, column, row, turned in chosen], edge)

    def _map(self, found: GameMap) -> GameMap:
        chosen = [(each.board, each.column, each.row, each.reversed) for each in found.layout]
        return replace(found, layout=self._laid(found, chosen))

    def _smaller(self, board: Board) -> Board:
        size = self.board_size(board)
        return replace(board, size=size, grid=self._scaled(board.grid, size))

    def _scaled(self, grid: Grid | None, size: tuple[int, int]) -> Grid | None:
        """The grid as the scaled build file describes it."""
        if isinstance(grid, HexGrid | SquareGrid):
            dx, dy = grid.dx * self.factor, grid.dy * self.factor
            width = _no_default(dx, dy) if isinstance(grid, HexGrid) else dx
            return replace(grid, dx=width, dy=dy, x0=self.coordinate(grid.x0), y0=self.coordinate(grid.y0), size=size)
        if isinstance(grid, RegionGrid):
            regions = (Region(each.name, self.coordinate(each.x), self.coordinate(each.y)) for each in grid.regions)
            return RegionGrid.of(tuple(regions), grid.snaps)
        if isinstance(grid, ZonedGrid):
            background = self._scaled(grid.background, size)
            zones = []
            for zone in grid.zones:
                outline = Outline.through([(self.coordinate(x), self.coordinate(y)) for x, y in zone.outline.points])
                shared = zone.grid is grid.background
                inner = background if shared else self._scaled(zone.grid, outline.size)
                zones.append(replace(zone, outline=outline, grid=inner))
            return ZonedGrid(tuple(zones), background)
        return grid

    def _point(self, name: str, x: int, y: int) -> tuple[int, int]:
        found = self._maps.get(name)
        before, after = self._layouts.get(found.name, ((), ())) if found else ((), ())
        for old, new in zip(before, after, strict=True):
            if old.contains(x, y):
                return new.outer(*self._local(old.board, new.board, *old.local(x, y)))
        return self.coordinate(x), self.coordinate(y)

    def _local(self, old: Board, new: Board, x: int, y: int) -> tuple[int, int]:
        near = self.coordinate(x), self.coordinate(y)
        if old.grid is None or new.grid is None or old.grid.snap(x, y) != (x, y):
            return near
        snapped = new.grid.snap(*near)
        reach = 2 + self.factor
        close = abs(snapped[0] - near[0]) <= reach and abs(snapped[1] - near[1]) <= reach
        return snapped if close else near

    def _component(self, part: Element) -> None:
        for name in _INTS.get(part.kind, ()):
            self._attribute(part, name, _METRICS.get(name) if part.kind.endswith("StackMetrics") else None)
        if part.kind in (_GRID + "HexGrid", _GRID + "SquareGrid"):
            self._grid(part)
        elif part.kind.startswith(_GRID + "mapgrid.") and part.kind.endswith("GridNumbering"):
            for name in _NUMBERING:
                self._attribute(part, name)
        elif part.kind == _GRID + "mapgrid.Zone":
            self._path(part)
        elif part.kind in _PIECES and part.text:
            part.text = self.definition(part.text)
            self._count("piece definition")

    def _attribute(self, part: Element, name: str, default: int | None = None) -> None:
        text = part.attributes.get(name)
        if text is None and default is not None:
            text = str(default)
        if text is not None and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            part.attributes[name] = str(self.pixels(int(text)))

    def _edge(self, part: Element) -> None:
        for name in ("edgeWidth", "edgeHeight"):
            self._attribute(part, name)
        old = sequences.split(part.get("edge"), ",")
        if len(old) == 2:
            part.attributes["edge"] = ",".join(str(self.pixels(whole(side))) for side in old)

    def _grid(self, part: Element) -> None:
        hexes = part.kind.endswith("HexGrid")
        dx, dy = (traits.decimal(part.get(name), default) for name, default in _cell(part, hexes))
        dx, dy = dx * self.factor, dy * self.factor
        part.attributes["dx"] = repr(_no_default(dx, dy) if hexes else dx)
        part.attributes["dy"] = repr(dy)
        for name, default in (("x0", 0 if hexes else 24), ("y0", 32 if hexes else 24)):
            part.attributes[name] = str(self.coordinate(whole(part.get(name), default)))
        self._count("grid")

    def _path(self, part: Element) -> None:
        self._zones[id(part)] = Outline.through(_corners(part)).size
        pairs = []
        for pair in sequences.split(part.get("path"), ";"):
            numbers = [token.strip() for token in pair.split(",")]
            known = all(re.fullmatch(r"[+-]?[0-9]{1,9}", number) for number in numbers)
            pairs.append(",".join(str(self.coordinate(int(each))) for each in numbers) if known else pair)
        part.attributes["path"] = ";".join(pairs)
        self._count("zone")

    def _board(self, part: Element, board: Board) -> None:
        """What must be counted anew because the board's size was rounded: numbers that run down from its far side."""
        self._count("board")
        size = self.board_size(board)
        if "width" in part.attributes or not part.get("image"):
            part.attributes.update(width=str(size[0]), height=str(size[1]))
        self._descending(part, board.size, size)

    def _descending(self, part: Element, old: tuple[int, int], new: tuple[int, int]) -> None:
        for child in part.children:
            if child.kind == _GRID + "mapgrid.Zone":
                self._descending(child, self._zones[id(child)], Outline.through(_corners(child)).size)
            elif child.kind == _GRID + "ZonedGrid":
                self._descending(child, old, new)
            elif child.kind in (_GRID + "HexGrid", _GRID + "SquareGrid"):
                self._renumber(child, old, new)

    def _renumber(self, grid: Element, old: tuple[int, int], new: tuple[int, int]) -> None:
        hexes = grid.kind.endswith("HexGrid")
        dx, dy = float(grid.get("dx")), float(grid.get("dy"))
        before = _most(hexes, old, dx / self.factor, dy / self.factor)
        after = _most(hexes, new, dx, dy)
        sideways = grid.get("sideways") == "true"
        for part in grid.children:
            for flag, offset, index in (("hDescend", "hOff", 0), ("vDescend", "vOff", 1)):
                at = 1 - index if sideways and hexes else index
                step = before[at] - after[at]
                if part.get(flag) == "true" and step:
                    part.attributes[offset] = str(whole(part.get(offset), 1) + step)

    def _at_start(self, found: GameMap, part: Element) -> None:
        """At-start stacks and decks, whose places count from their board's corner or the map's edge."""
        boards = {each.name: each for each in found.boards}
        for each in part.walk():
            if each.kind not in _SET_UP:
                continue
            x, y = whole(each.get("x")), whole(each.get("y"))
            board = boards.get(each.get("owningBoard")) or (found.boards[0] if len(found.boards) == 1 else None)
            placed = (
                self._local(board, self._smaller(board), x, y) if board else (self.coordinate(x), self.coordinate(y))
            )
            each.attributes.update(x=str(placed[0]), y=str(placed[1]))
            self._count("at-start stack")

    def _text(self, text: str, types: dict[str, str]) -> str:
        if text[1:2] != "/" or text[0] not in "+DM":
            return self._line(text)
        command = commands.decode(text)
        made: Command = command
        if isinstance(command, AddPiece):
            made = self._piece(command)
            types[command.id] = command.type
            self._count("saved piece")
        elif isinstance(command, ChangePiece):
            kind = types.get(command.id, "stack")
            old = None if command.old is None else self._state(kind, command.old)
            made = ChangePiece(command.id, self._state(kind, command.new), old)
        elif isinstance(command, MovePiece):
            x, y = self.point(command.map, command.x, command.y)
            old_x, old_y = self.point(command.old_map, command.old_x, command.old_y)
            made = replace(command, x=x, y=y, old_x=old_x, old_y=old_y)
        return text if made == command else commands.encode(made)

    def _line(self, text: str) -> str:
        """A line of sight's two ends."""
        if not text.startswith("LOS\t"):
            return text
        fields = sequences.split(text, "\t")
        fields[2:6] = [str(self.coordinate(whole(each))) for each in fields[2:6]]
        return sequences.join(fields, "\t")

    def _piece(self, command: AddPiece) -> AddPiece:
        kind = command.type
        types = [kind] if kind == "stack" else traits.split_levels(kind)
        made = kind if kind == "stack" else traits.join_levels([self._trait(each) for each in types])
        return AddPiece(command.id, made, self._state(kind, command.state))

    def _trait(self, text: str) -> str:
        trait = traits.parse(text)
        spec = trait.spec
        if spec is None:
            return text
        if trait.prefix == "nonRect2;":
            scale = traits.decimal(trait.tokens[0], 1.0) * self.factor
            return trait.prefix + spec.delimiter.join((repr(scale), *trait.tokens[1:]))
        if trait.prefix == "nonRect;":
            return trait.prefix + re.sub(r"-?\d+", lambda found: str(self.coordinate(int(found[0]))), trait.tokens[0])
        tokens = list(trait.tokens)
        for index, name in self._places(spec, trait):
            tokens[index] = self._number(name, tokens[index])
        if trait.prefix in RANGES:
            self._count(UNSCALED)
        return text if tokens == list(trait.tokens) else trait.prefix + sequences.join(tokens, spec.delimiter)

    def _places(self, spec: Spec, trait: Trait) -> Iterator[tuple[int, str]]:
        wanted = PIXELS.get(trait.prefix, ())
        for index, known in enumerate(spec.fields(trait.tokens)[: len(trait.tokens)]):
            if known.name in wanted or (known.name == "marker" and trait.tokens[index].startswith("+/")):
                yield index, known.name
            elif known.name == "points*" and trait.prefix == "button;":
                yield from ((at, known.name) for at in range(index, len(trait.tokens)))
            elif known.name == "lineWidth":
                yield index, known.name

    def _number(self, name: str, text: str) -> str:
        if name == "marker":
            return self.definition(text)
        if name == "lineWidth":
            return repr(traits.decimal(text, 1.0) * self.factor)
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            return text
        return str(max(1, self.pixels(int(text))) if name in AT_LEAST_ONE else self.pixels(int(text)))

    def _state(self, kind: str, state: str) -> str:
        if kind == "stack" or kind.startswith("deck;"):
            return self._placed(state)
        types = traits.split_levels(kind)
        levels = traits.split_levels(state, len(types)) if len(types) > 1 else [state]
        made = [self._own(each, own) for each, own in zip(types, levels, strict=False)]
        return state if made == levels else traits.join_levels(made)

    def _own(self, kind: str, own: str) -> str:
        if kind.startswith("piece;"):
            return self._remembered(self._placed(own))
        if kind.startswith("footprint;"):
            tokens = sequences.split(own, ";")
            for at in range(3, min(len(tokens), 3 + whole(tokens[2]) if len(tokens) > 2 else 0)):
                x, _, y = tokens[at].partition(",")
                tokens[at] = ",".join(map(str, self.point(tokens[1], whole(x), whole(y))))
            return sequences.join(tokens, ";")
        if kind.startswith("sendto;"):
            tokens = sequences.split(own, ";")
            if len(tokens) > 2 and tokens[1] and tokens[2]:
                tokens[1:3] = map(str, self.point(tokens[0], whole(tokens[1]), whole(tokens[2])))
                return sequences.join(tokens, ";")
        return own

    def _placed(self, state: str) -> str:
        tokens = sequences.split(state, ";")
        if len(tokens) < 3:
            return state
        tokens[1:3] = map(str, self.point(tokens[0], whole(tokens[1]), whole(tokens[2])))
        return sequences.join(tokens, ";")

    def _remembered(self, state: str) -> str:
        """The persistent properties that say where the piece was."""
        tokens = sequences.split(state, ";")
        for at in range(5, len(tokens) - 1, 2):
            if tokens[at] in ("OldX", "OldY") and re.fullmatch(r"-?[0-9]{1,9}", tokens[at + 1]):
                tokens[at + 1] = str(self.coordinate(int(tokens[at + 1])))
        return sequences.join(tokens, ";")


def images_of(root: Element) -> set[str]:
    """The images on the table: those of boards and of pieces, without which nothing would fit."""
    found = {part.get("image") for part in root.walk() if part.kind == _MODULE + "map.boardPicker.Board"}
    for part in root.walk():
        if part.kind in _PIECES and part.text:
            found.update(_images_in(part.text))
    found.discard("")
    return found


def _decoded(text: str) -> Command:
    try:
        return commands.decode(text)
    except ReadError:
        return Verbatim(text)


def _images_in(text: str) -> Iterator[str]:
    command = _decoded(text)
    if not isinstance(command, AddPiece) or command.type == "stack":
        return
    for kind in traits.split_levels(command.type):
        trait = traits.parse(kind)
        match trait.prefix:
            case "piece;":
                yield trait.text("image")
            case "emb2;":
                yield from trait.items("images")
            case "emb;":
                yield from (sequences.split(level, ",")[0] for level in trait.rest("levels*"))
            case "obs;":
                yield trait.text("image")
                if trait.text("style").startswith("G"):
                    yield trait.text("style")[1:]
            case "markmoved;":
                yield trait.text("icon")
            case "placemark;" | "replace;":
                if trait.text("marker").startswith("+/"):
                    yield from _images_in(trait.text("marker"))


def _maps_in(root: Element, module: Module) -> list[Element]:
    """The maps' components in the module's order."""
    kinds = (_MODULE + "Map", _MODULE + "PrivateMap", _MODULE + "PlayerHand", "VASSAL.build.widget.WidgetMap")
    found = [part for part in root.walk() if part.kind in kinds or _own_map(part)]
    if len(found) != len(module.maps):
        raise WriteError(f"the build file has {len(found)} maps, the module {len(module.maps)}")
    return found


def _own_map(part: Element) -> bool:
    own = not part.kind.startswith("VASSAL.") and "mapName" in part.attributes
    return own and any(child.kind.startswith(_MODULE + "map.") for child in part.children)


def _cell(part: Element, hexes: bool) -> tuple[tuple[str, float], tuple[str, float]]:
    """The defaults of a grid's cells; a hex grid's width follows its height unless it is stated."""
    if not hexes:
        return ("dx", 48.0), ("dy", 48.0)
    height = traits.decimal(part.get("dy"), 64.0)
    stated = traits.decimal(part.get("dx"), DEFAULT_DX)
    if "dy" in part.attributes and stated == DEFAULT_DX:
        part.attributes["dx"] = repr(HALF_ROOT_OF_3 * height)
    return ("dx", DEFAULT_DX), ("dy", 64.0)


def _no_default(dx: float, dy: float) -> float:
    """The engine takes a width that is exactly the default one for none; a width beside it is taken as it is."""
    return math.nextafter(dx, math.inf) if dx == DEFAULT_DX and dx != HALF_ROOT_OF_3 * dy else dx


def _corners(zone: Element) -> list[tuple[int, int]]:
    pairs = (pair.split(",") for pair in zone.get("path").split(";"))
    return [(whole(pair[0].strip()), whole(pair[1].strip())) for pair in pairs if len(pair) == 2]


def _most(hexes: bool, size: tuple[int, int], dx: float, dy: float) -> tuple[int, int]:
    """The number of columns and rows from which descending numbers count."""
    width, height = size
    if hexes:
        return math.floor(width / dy + 0.5), math.floor(height / dx + 0.5)
    return int(width / dx + 0.5), int(height / dy + 0.5)


def _save_gif(made: Image.Image, out: io.BytesIO) -> None:
    """A GIF with one transparent colour, as pieces have them."""
    clear = made.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0)
    palette = made.convert("RGB").quantize(255)
    palette.paste(255, mask=clear)
    palette.save(out, "GIF", transparency=255)


def _svg(data: bytes, factor: float) -> bytes:
    """An SVG of another size: its view box and its links stay, its width and height change."""
    root = parsed_svg(data)
    width, height = svg_size(root)
    if not root.get("viewBox"):
        root.set("viewBox", f"0 0 {width:g} {height:g}")
    root.set("width", str(max(1, round(width * factor))))
    root.set("height", str(max(1, round(height * factor))))
    body: bytes = etree.tostring(root)
    return body
