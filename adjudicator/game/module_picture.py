"""A module's bare map with the number of every hex on it: to see whether grid and numbers lie as they are printed."""

from __future__ import annotations

from pathlib import Path

from adjudicator import exporters
from adjudicator.errors import ReadError, Source
from adjudicator.exporters.map_picture import MapView, map_drawing
from adjudicator.game.answers import Saved
from adjudicator.game.boxes import open_module
from adjudicator.model.grid import hexes
from adjudicator.model.module import GameMap, MapKind, Module, lay_out
from adjudicator.model.state import GameState
from adjudicator.writing import collected


def draw_module(
    path: Path, output: Path, map_name: str = "", scale: float | None = None, *, force: bool = False
) -> Saved:
    """Draw a map of a module, by default the one with the most hexes; boards that no layout uses lie side by side."""
    module = open_module(path)
    found = module.map(map_name) if map_name else _widest(module)
    if found is None:
        listed = ", ".join(f"'{each.name}'" for each in module.maps) or "none"
        raise ReadError(f"there is no map '{map_name}' to draw; maps: {listed}", Source(str(path)))
    layout = found.layout or lay_out([(board, at, 0, False) for at, board in enumerate(found.boards)], found.edge)
    state = GameState(module=module.name, module_version=module.version, boards={found.name: layout})
    view = MapView(numbers="all", grid=True, scale=scale, title=f"{module.name} · {found.name}")
    drawing, notes = map_drawing(module, state, found.name, view)
    with collected() as written:
        told = exporters.write(output, drawing, force=force).notes
    return Saved(output, (*notes, *told)).with_all(written)


def _widest(module: Module) -> GameMap | None:
    """Of the maps that everybody sees, the one with the most hexes."""
    public = [found for found in module.maps if found.kind is MapKind.PUBLIC] or list(module.maps)
    return max(public, key=lambda found: sum(1 for board in found.boards for _ in hexes(board.grid)), default=None)
