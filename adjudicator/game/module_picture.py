"""A module's bare map with the number of every hex on it: to see whether grid and numbers lie as they are printed."""

from __future__ import annotations

from pathlib import Path

from adjudicator import exporters
from adjudicator.errors import ReadError, Source
from adjudicator.exporters.map_picture import MapView, map_drawing
from adjudicator.game.answers import Saved
from adjudicator.game.boxes import open_module
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.grid import hexes
from adjudicator.model.module import GameMap, MapKind, Module, lay_out
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say
from adjudicator.writing import collected


def draw_module(
    path: Path,
    output: Path,
    map_name: str = "",
    scale: float | None = None,
    *,
    board_name: str = "",
    force: bool = False,
) -> Saved:
    """Draw a map of a module, by default the one with the most hexes, as a new game lays it.

    Of boards that are laid only when somebody chooses one, the first is drawn, or the one that is named.
    """
    module = open_module(path)
    found = module.map(map_name) if map_name else _widest(module)
    if found is None:
        listed = ", ".join(f"'{each.name}'" for each in module.maps) or "none"
        raise ReadError(f"there is no map '{map_name}' to draw; maps: {listed}", Source(str(path)))
    layout, left = _layout(found, board_name, path)
    state = GameState(module=module.name, module_version=module.version, boards={found.name: layout})
    view = MapView(numbers="all", grid=True, scale=scale, title=f"{module.name} · {found.name}")
    drawing, notes = map_drawing(module, state, found.name, view)
    with collected() as written:
        told = exporters.write(output, drawing, force=force).notes
    return Saved(output, (*notes, *left, *told)).with_all(written)


def _layout(found: GameMap, name: str, path: Path) -> tuple[tuple[PlacedBoard, ...], tuple[Note, ...]]:
    """The boards to draw, and a note on those that players may choose in place of the one drawn."""
    named = next((board for board in found.boards if board.name == name), None)
    if name and named is None:
        listed = ", ".join(f"'{each.name}'" for each in found.boards) or "none"
        raise ReadError(
            say("map '{map}' has no board '{name}'; boards: {boards}", found.name, name, listed), Source(str(path))
        )
    if found.layout and not name:
        return found.layout, ()
    board = named or next(iter(found.boards), None)
    if board is None:
        return (), ()
    others = [each.name for each in found.boards if each is not board]
    text = say(
        "drawn is board '{board}', which players may lay; --board names another: {others}",
        board.name,
        ", ".join(others),
    )
    note = Note(NoteKind.GUESSED, found.name, text)
    return lay_out([(board, 0, 0, False)], found.edge), (note,) if others and not name else ()


def _widest(module: Module) -> GameMap | None:
    """Of the maps that everybody sees, the one with the most hexes."""
    public = [found for found in module.maps if found.kind is MapKind.PUBLIC] or list(module.maps)
    return max(public, key=lambda found: sum(1 for board in found.boards for _ in hexes(board.grid)), default=None)
