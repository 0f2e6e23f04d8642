"""The JSON of a Tabletop Simulator save: the things on the table, where they stand, the table's grid, the save itself."""

from __future__ import annotations

from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.tabletop_simulator.wire import SCALE, Json
from adjudicator.model.counters import Counter
from adjudicator.model.grid import HexGrid, SquareGrid
from adjudicator.model.state import GameState

FIRST_HEIGHT = 1.2
THICKNESS = 0.2


def facing(counter: Counter) -> float:
    return sum(counter.angles) % 360.0


def transform(
    x: float,
    y: float,
    height: float,
    facing: float,
    *,
    down: bool = False,
    size: tuple[int, int] | None = None,
    identity: bool = False,
) -> dict[str, Json]:
    """Where something stands: map pixels from the table's middle, or of the table's own map with `identity`."""
    pos_x, pos_z = wire.units(x, y) if identity else wire.units(x + wire.MIDDLE, y + wire.MIDDLE)
    wide, high = (length / SCALE / wire.TILE_WIDTH for length in size) if size else (1.0, 1.0)
    return {
        "posX": pos_x,
        "posY": height,
        "posZ": pos_z,
        "rotX": 0.0,
        "rotY": (facing + 180.0) % 360.0,
        "rotZ": 180.0 if down else 0.0,
        "scaleX": wide,
        "scaleY": 1.0,
        "scaleZ": high,
    }


def new_thing(kind: str, guid: str, name: str) -> dict[str, Json]:
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": {},
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def new_tile(guid: str, name: str, front: str, back: str) -> dict[str, Json]:
    tile = new_thing("Custom_Tile", guid, name)
    tile["CustomImage"] = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": THICKNESS, "Stackable": False, "Stretch": True},
    }
    return tile


def grid_of(grid: HexGrid | SquareGrid, left: int, top: int) -> dict[str, Json]:
    """A grid as the table's: its cells' size and where one of them lies."""
    if isinstance(grid, SquareGrid):
        kind, wide, high = 0, grid.dx / SCALE, grid.dy / SCALE
        x, y = left + grid.x0 - grid.dx / 2, top + grid.y0 - grid.dy / 2
    else:
        kind = 2 if grid.sideways else 1
        wide = high = grid.dx / 0.75 / SCALE
        x0, y0 = grid.centre(0, 0)
        x, y = left + x0, top + y0
    offset_x, offset_z = x / SCALE, -y / SCALE
    return {
        "Type": kind,
        "Lines": False,
        "Color": {"r": 0.0, "g": 0.0, "b": 0.0},
        "Opacity": 0.75,
        "ThickLines": False,
        "Snapping": False,
        "Offset": grid.snaps,
        "BothSnapping": False,
        "xSize": wide,
        "ySize": high,
        "PosOffset": {"x": offset_x, "y": 1.0, "z": offset_z},
    }


def empty_save(state: GameState, grid: dict[str, Json] | None, things: list[dict[str, Json]]) -> dict[str, Json]:
    save: dict[str, Json] = {
        "SaveName": state.module,
        "GameMode": state.module,
        "Date": "",
        "VersionNumber": "",
        "Gravity": 0.5,
        "PlayArea": 1.0,
        "Table": "Table_None",
        "Sky": "Sky_Museum",
        "Note": state.public_notes,
        "Rules": state.scenario_notes,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
    if grid is not None:
        save["Grid"] = grid
    save["ObjectStates"] = things
    return save
