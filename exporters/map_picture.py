"""A map with what lies on it as a drawing: boards, counters in the engine's order, and overlays between and above them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import partial
from statistics import median

from adjudicator.errors import WriteError
from adjudicator.exporters.box_images import BoxImages
from adjudicator.exporters.counters import Artist, drawn, lying_on
from adjudicator.exporters.drawing import BoardSheet, Caption, Drawing, Layer, LegendKey, Point, Remark, Style, polygon
from adjudicator.exporters.other_grids import other_grids_layer, outer
from adjudicator.exporters.shown_hexes import MOST_HEXES, shown_hexes, too_many
from adjudicator.exporters.viewer import PUBLIC, Viewer
from adjudicator.lean import dataclass
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Spot, Stack
from adjudicator.model.grid import PrintedHex, hex_grids, is_counted
from adjudicator.model.memo import remembered
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind

_READABLE_HEX = 56
_READABLE_COUNTER = 40
_MOST_ENLARGED_PIXELS = 120_000_000

BARE = "no board of map '{}' is in the game box; its counters lie on plain paper, each in its place"

LEGIBLE = 4.0
"""The height of letters, in pixels of the picture, below which nobody can read them."""


@dataclass(frozen=True, slots=True)
class HexShape:
    """A hex on a map: its number, centre and corners in map pixels, whether the board itself prints the number, and where it is.

    Not `counted` are hexes beside the map's own, which its grid covers too.
    """

    number: str
    centre: Point
    corners: tuple[Point, ...]
    printed: bool
    counted: bool = True
    map: str = ""
    board: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class MapHexes:
    """The hexes of a map by number (a number used on several boards means the first), how high one hex is, and every hex."""

    by_number: Mapping[str, HexShape]
    height: float
    every: tuple[HexShape, ...] = ()

    def get(self, number: str) -> HexShape | None:
        return self.by_number.get(number)


@dataclass(frozen=True, slots=True)
class Overlay:
    """Layers to lay under and over the counters, and what legend and margin say of them."""

    under: tuple[Layer, ...] = ()
    over: tuple[Layer, ...] = ()
    keys: tuple[LegendKey, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class MapView:
    """How to look at a map.

    `scale` is picture pixels to a map pixel (None = readable), `area` a part of the map as (x, y, width, height) (None =
    all), `numbers` "missing" (where the board prints none), "all" or "none"; `grid` draws hexes over boards' own pictures too.
    `artist` has drawn the counters of this map before, and draws them at his scale.
    """

    viewer: Viewer = PUBLIC
    scale: float | None = None
    area: tuple[int, int, int, int] | None = None
    numbers: str = "missing"
    grid: bool = False
    title: str = ""
    overlays: tuple[Overlay, ...] = field(default_factory=tuple)
    artist: Artist | None = None


_PLAIN_VIEW = MapView()


def map_drawing(
    module: Module, state: GameState, map_name: str = "", view: MapView = _PLAIN_VIEW
) -> tuple[Drawing, tuple[Note, ...]]:
    """The map as `view.viewer` may see it, and notes on what could not be drawn.

    Without a name it is the largest map that has hexes and counters.
    """
    game_map = chosen_map(module, state, map_name, view.viewer)
    layout = layout_of(game_map, state)
    shapes = hexes_of(game_map, state)
    whole = _extent(game_map, layout, state)
    area = _cropped(whole, view.area)
    scale = view.scale or readable_scale(shapes, state, game_map, area)
    artist = view.artist or artist_for(module, game_map, state, scale)
    sheets, notes = _sheets(module, layout)
    if module.maps and not layout:
        notes = (Note(NoteKind.MISSING, game_map.name, BARE.format(game_map.name)),)
    counters = counters_layer(state, game_map, artist, view.viewer, area)
    bare = {(sheet.x, sheet.y) for sheet in sheets if sheet.image is None}
    gridded = {(placed.x, placed.y) for placed in layout} if view.grid else bare
    under = [
        _grid_layer(layout, gridded),
        other_grids_layer(layout, gridded, scale),
        *(layer for overlay in view.overlays for layer in overlay.under),
    ]
    over = [layer for overlay in view.overlays for layer in overlay.over]
    numbers = _numbers_layer(shapes, view.numbers, bool(bare), scale, whole)
    drawing = Drawing(
        area=area,
        scale=scale,
        sheets=sheets,
        layers=tuple(layer for layer in (*under, numbers, counters, *over) if layer.shapes),
        title=view.title,
        keys=tuple(key for overlay in view.overlays for key in overlay.keys),
        remarks=tuple(remark for overlay in view.overlays for remark in overlay.remarks),
    )
    return drawing, (*notes, *artist.notes)


def ground_drawing(
    module: Module, state: GameState, game_map: GameMap, scale: float, numbers: str = "missing"
) -> tuple[Drawing, tuple[Note, ...]]:
    """The map without anything on it: boards, the grid where it is not printed, the `numbers` that no board prints."""
    layout, shapes = layout_of(game_map, state), hexes_of(game_map, state)
    sheets, notes = _sheets(module, layout)
    bare = {(sheet.x, sheet.y) for sheet in sheets if sheet.image is None}
    whole = map_area(game_map, state)
    layers = (
        _grid_layer(layout, bare),
        other_grids_layer(layout, bare, scale),
        _numbers_layer(shapes, numbers, bool(bare), scale, whole),
    )
    return Drawing(whole, scale, sheets, tuple(layer for layer in layers if layer.shapes)), notes


def map_area(game_map: GameMap, state: GameState) -> tuple[int, int, int, int]:
    """All of the map, as left, top, width, height."""
    return _extent(game_map, layout_of(game_map, state), state)


def artist_for(
    module: Module, game_map: GameMap, state: GameState, scale: float, images: BoxImages | None = None
) -> Artist:
    """One who draws the counters of a map; those without an image as large as the others."""
    plain = not module.maps or not module.name
    return Artist(module.image, scale, _plain_size(hexes_of(game_map, state), state, game_map), plain, images)


def layout_of(game_map: GameMap, state: GameState) -> tuple[PlacedBoard, ...]:
    """The boards as they lie in this game."""
    return tuple(state.boards.get(game_map.name) or game_map.layout)


def hexes_of(game_map: GameMap, state: GameState) -> MapHexes:
    """Every hex of the map as it is laid out in this game."""
    return _hexes(layout_of(game_map, state), game_map.name)


@remembered(16)
def _hexes(layout: tuple[PlacedBoard, ...], map_name: str) -> MapHexes:
    found: dict[str, HexShape] = {}
    every: list[HexShape] = []
    heights = [64.0]
    for placed in layout:
        heights.extend(min(each.hex_size) for each in hex_grids(placed.board.grid)[:1])
        for each in shown_hexes(placed.board.grid):
            if each.location:
                every.append(_hex_shape(map_name, placed, each))
                found.setdefault(each.location, every[-1])
    return MapHexes(found, heights[-1], tuple(every))


def _hex_shape(map_name: str, placed: PlacedBoard, each: PrintedHex) -> HexShape:
    """A hex of a board as it lies on the map."""
    grid = placed.board.grid
    printed = grid is not None and grid.prints(each.x, each.y)
    zone = (grid.zone(each.x, each.y) if grid is not None else "") or ""
    corners = tuple(outer(placed, x, y) for x, y in each.corners())
    centre = outer(placed, each.x, each.y)
    where = map_name, placed.board.name, zone
    return HexShape(each.location, centre, corners, printed, is_counted(each), *where)


def readable_scale(shapes: MapHexes, state: GameState, game_map: GameMap, area: tuple[int, int, int, int]) -> float:
    """1, or more where hexes or counters are too small to read and the picture stays of a bearable size."""
    if shapes.by_number:
        wanted = _READABLE_HEX / shapes.height
    else:
        sizes = [min(counter.design.size) for counter in _on(state, game_map) if counter.design.size]
        wanted = _READABLE_COUNTER / max(1.0, median(sizes)) if sizes else 1.0
    room = (_MOST_ENLARGED_PIXELS / max(1, area[2] * area[3])) ** 0.5
    return max(1.0, min(float(wanted), float(room), 3.0))


def chosen_map(module: Module, state: GameState, name: str, viewer: Viewer) -> GameMap:
    """The map of that name, or of the public ones the one with most counters."""
    if name:
        found = module.map(name)
        if found is None:
            if not module.maps:
                raise WriteError("without its module the game has no maps to draw; name it with --module")
            known = ", ".join(each.name for each in module.maps)
            raise WriteError(f"there is no map '{name}'; maps: {known}")
        if not viewer.enters(module, name):
            raise WriteError(f"the map '{name}' is private; only its owners may see it")
        return found
    counts: dict[str, int] = {}
    for counter in state.placed():
        counts[counter.spot.map] = counts.get(counter.spot.map, 0) + 1
    public = [each for each in module.maps if each.kind is MapKind.PUBLIC]
    if public:
        return max(public, key=lambda each: _weight(each, layout_of(each, state), counts.get(each.name, 0)))
    if not counts:
        raise WriteError("there is nothing to draw: no map and no counter on one")
    return GameMap(max(counts, key=lambda each: counts[each]), "", MapKind.PUBLIC, ())


def _weight(game_map: GameMap, layout: tuple[PlacedBoard, ...], counters: int) -> tuple[bool, int, int]:
    """How likely a map is the one in play: it has hexes and much lies on it; without hexes, something lies and it is large."""
    printed = any(hex_grids(placed.board.grid) for placed in layout)
    size = sum(placed.board.size[0] * placed.board.size[1] for placed in layout)
    return printed, counters if printed else counters > 0, size


def _extent(game_map: GameMap, layout: tuple[PlacedBoard, ...], state: GameState) -> tuple[int, int, int, int]:
    """The whole map: its boards and the edge around them; without boards, what lies on it."""
    if not layout:
        spots = [counter.spot for counter in _on(state, game_map)] or [Spot(x=250, y=250)]
        left, top = min(spot.x for spot in spots) - 100, min(spot.y for spot in spots) - 100
        return left, top, max(spot.x for spot in spots) + 100 - left, max(spot.y for spot in spots) + 100 - top
    right = max(placed.x + placed.board.size[0] for placed in layout) + game_map.edge[0]
    bottom = max(placed.y + placed.board.size[1] for placed in layout) + game_map.edge[1]
    return 0, 0, max(1, right), max(1, bottom)


def _cropped(whole: tuple[int, int, int, int], part: tuple[int, int, int, int] | None) -> tuple[int, int, int, int]:
    if part is None:
        return whole
    left, top = max(whole[0], part[0]), max(whole[1], part[1])
    right = min(whole[0] + whole[2], part[0] + part[2])
    bottom = min(whole[1] + whole[3], part[1] + part[3])
    if left >= right or top >= bottom:
        raise WriteError("the part of the map asked for lies outside it")
    return left, top, right - left, bottom - top


def _sheets(module: Module, layout: tuple[PlacedBoard, ...]) -> tuple[tuple[BoardSheet, ...], tuple[Note, ...]]:
    sheets, notes = [], []
    for placed in layout:
        board = placed.board
        there = bool(board.image) and module.image_pieces(board.image) is not None
        if board.image and not there:
            notes.append(
                Note(NoteKind.MISSING, board.name, f"the image of board '{board.name}' is not in the game box")
            )
        if too_many(board.grid):
            text = f"the grid of board '{board.name}' has more than {MOST_HEXES:,} hexes; none is shown"
            notes.append(Note(NoteKind.REPAIRED, board.name, text))
        image = partial(module.image_pieces, board.image) if there else None
        sheets.append(
            BoardSheet(placed.x, placed.y, *board.size, image=image, turned=placed.reversed, colour=board.colour)
        )
    return tuple(sheets), tuple(notes)


def counters_layer(
    state: GameState, game_map: GameMap, artist: Artist, viewer: Viewer, area: tuple[int, int, int, int]
) -> Layer:
    """All that lies in the area (and near enough to reach into it)."""
    shapes = [
        shape
        for top in lying_on(state, game_map)
        if _near(top, area)
        for shape in drawn(top, state, game_map, artist, viewer)
    ]
    return Layer("counters", tuple(shapes))


def _near(top: Stack | Counter, area: tuple[int, int, int, int], reach: int = 400) -> bool:
    x, y = top.spot.x, top.spot.y
    return area[0] - reach <= x <= area[0] + area[2] + reach and area[1] - reach <= y <= area[1] + area[3] + reach


def _grid_layer(layout: tuple[PlacedBoard, ...], bare: set[tuple[int, int]]) -> Layer:
    """The hexes of grids that the engine draws, and of boards that have no image to show them."""
    outlines = []
    for placed in layout:
        for each in shown_hexes(placed.board.grid):
            if each.grid.visible or (placed.x, placed.y) in bare:
                look = Style(line=each.grid.colour if each.grid.visible else "#9a958a", line_width=1.0)
                outlines.append(polygon((outer(placed, x, y) for x, y in each.corners()), look))
    return Layer("grid", tuple(outlines))


def _numbers_layer(shapes: MapHexes, which: str, bare: bool, scale: float, whole: tuple[int, int, int, int]) -> Layer:
    """Hex numbers at the lower edge of hexes that lie on the map, below their counters, where they can be read."""
    size = shapes.height * 0.15
    if which == "none" or size * scale < LEGIBLE:
        return Layer("numbers", ())
    left, top, width, height = whole
    named = {(each.board, each.number): each for each in reversed(shapes.every)}
    wanted = (
        each
        for each in reversed(named.values())
        if each.counted
        and (which == "all" or bare or not each.printed)
        and left <= each.centre[0] <= left + width
        and top <= each.centre[1] <= top + height
    )
    words = (
        Caption(
            each.centre[0],
            each.centre[1] + _lower(each, shapes.height),
            each.number,
            size,
            colour="#3a3a3a",
            halo="#ffffff",
        )
        for each in wanted
    )
    return Layer("numbers", tuple(words))


def _lower(shape: HexShape, height: float) -> float:
    """How far below its middle a hex's number stands: higher in a hex that ends in a point, between the tops of two others."""
    pointed = any(abs(x - shape.centre[0]) < height * 0.05 for x, _ in shape.corners)
    return height * (0.27 if pointed else 0.4)


def _plain_size(shapes: MapHexes, state: GameState, game_map: GameMap) -> int:
    """How large counters without an image are: as those that have one, else to fit the hexes."""
    sizes = [min(counter.design.size) for counter in _on(state, game_map) if counter.design.size]
    if sizes:
        return max(16, min(160, round(median(sizes))))
    return max(16, min(160, round(shapes.height * 0.66)))


def _on(state: GameState, game_map: GameMap) -> Iterator[Counter]:
    return (counter for counter in state.counters.values() if counter.spot.map == game_map.name)
