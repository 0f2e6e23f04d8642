"""A position laid out on the theatre's own map, for games whose module is not at hand: board and counters drawn by us."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from adjudicator.exporters import symbols
from adjudicator.exporters.theatre_map import MapSheet, draw_theatre, write_png
from adjudicator.exporters.theatre_map.style import MapStyle
from adjudicator.exporters.vassal.box import artwork
from adjudicator.exporters.vassal.box.plan import middle
from adjudicator.lean import replace
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.counters import Counter, Design, Spot, Stack
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.state import GameState
from adjudicator.model.units import Marker, Unit
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position

BOARD = "board"
COUNTER_SHARE = 0.62
UNKNOWN = "unknown"


def lay_table(position: Position, style: MapStyle | None = None, height: int = 100) -> tuple[Module, GameState]:
    """A module of one map with the theatre as its board, and the state that shows the position on it.

    Hexes are `height` pixels high. Counters off the map are left out; those nobody could identify lie where they are.
    """
    module, lay = table_for(position, style, height)
    return module, lay(position)


def table_for(
    position: Position, style: MapStyle | None = None, height: int = 100
) -> tuple[Module, Callable[[Position], GameState]]:
    """The module of one map, and what lays this position and later ones of the same game on it."""
    sheet = draw_theatre(position.network.theatre, style, height)
    title = position.network.theatre.title
    board = Board(title, BOARD, sheet.layout.size, sheet.layout.grid)
    placed = PlacedBoard(board, 0, 0, 0, 0)
    found = GameMap(title, "Map0", MapKind.PUBLIC, (board,), (placed,))
    images = _pictures(position, sheet, round(height * COUNTER_SHARE))
    module = Module(position.pack.header.title, position.pack.header.edition, (found,), image=images)
    return module, partial(_state, sheet=sheet, map_name=title, module=module.name)


def _pictures(position: Position, sheet: MapSheet, size: int) -> Callable[[str], bytes | None]:
    """The images by name, drawn when first asked for."""
    colours = {faction.id: faction.colour for faction in position.pack.header.factions}
    split = artwork.splits(position.pack.units.values())

    @cache
    def image(name: str) -> bytes | None:
        if name == BOARD:
            return _painted(sheet)
        sort, _, rest = name.partition(":")
        identity, _, face = rest.rpartition("/")
        if sort == "unit" and identity in position.pack.units:
            svg = artwork.unit_svg(position.pack.units[identity], int(face), size, colours, split=split)
        elif sort == "marker" and identity in position.pack.markers:
            svg = artwork.marker_svg(position.pack.markers[identity], size, colours)
        elif sort == UNKNOWN:
            svg = symbols.unknown_svg(size)
        else:
            return None
        return artwork.png_of(svg, size, size)

    return image


def _painted(sheet: MapSheet) -> bytes:
    """The sheet as PNG bytes."""
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as folder:
        path = Path(folder) / "board.png"
        write_png(sheet, path)
        return path.read_bytes()


def _state(position: Position, sheet: MapSheet, map_name: str, module: str) -> GameState:
    counters: dict[str, Counter] = {}
    piles: dict[str, list[str]] = {}
    for pile in position.stacks():
        for unit in pile.units:
            piles.setdefault(unit.hex, []).append(unit.id)
            counters[unit.id] = _counter(unit.id, str(unit), f"unit:{unit.type.id}/{unit.face}", _properties(unit))
    for marker in position.markers.values():
        if marker.hex:
            if not marker.beyond:
                piles.setdefault(marker.hex, []).append(marker.id)
            name = marker.type.name or marker.type.id
            counters[marker.id] = _counter(marker.id, name, f"marker:{marker.type.id}/0", _properties(marker))
    for unknown in position.unidentified:
        if unknown.hex in position.network.index:
            piles.setdefault(unknown.hex, []).append(unknown.counter)
            counters[unknown.counter] = _counter(unknown.counter, unknown.name, f"{UNKNOWN}:/0", {})
    stacks: dict[str, Stack] = {}
    lying: dict[str, Counter] = {}
    for number, members in piles.items():
        x, y = sheet.layout.pixel(position.network.theatre.at(number).at)
        spot = Spot(map_name, x, y, map_name, "", number)
        stacks[number] = Stack(number, spot, tuple(members), position.network.index[number])
        for name in members:
            one = counters[name]
            lying[name] = Counter(name, one.name, spot, one.design, properties=one.properties, stack=number)
    for marker in position.markers.values():
        if marker.beyond in position.network.index:
            ends = (sheet.layout.pixel(position.network.theatre.at(number).at) for number in marker.hexes)
            spot, one = Spot(map_name, *middle(*ends), map_name, "", marker.hex), counters[marker.id]
            order = len(position.network.index) + len(lying)
            lying[marker.id] = Counter(
                marker.id, one.name, spot, replace(one.design, stacks=False), properties=one.properties, order=order
            )
    order = len(position.network.index) + len(lying)
    return GameState(module=module, counters=PersistentMap(lying), stacks=PersistentMap(stacks), next_order=order)


def _counter(identity: str, name: str, image: str, properties: dict[str, str]) -> Counter:
    return Counter(identity, name, Spot(), Design(re.sub(r"[<>]", "", name), image), properties=properties)


def _properties(of: Unit | Marker) -> dict[str, str]:
    return {"Side": of.type.side} if of.type.side else {}
