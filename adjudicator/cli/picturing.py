"""The map as a picture, with what a pack's rules make of the position laid over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.cli.judging import Bench
from adjudicator.cli.opening import Opened
from adjudicator.cli.viewing import viewer_for
from adjudicator.findings import Finding
from adjudicator.identify import Identifier
from adjudicator.model.module import GameMap, Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from exporters.drawing import Drawing
from exporters.judged import numbered, overlays
from exporters.map_picture import Overlay, View, chosen_map, hexes_of, map_drawing
from exporters.theatre_table import lay_table


@dataclass(frozen=True, slots=True)
class Wish:
    """What picture is wanted: which map, which layers, how large, for whose eyes."""

    map_name: str = ""
    layers: tuple[str, ...] = ("stacks", "supply", "findings")
    scale: float | None = None
    seat: str = ""


def drawing(
    opened: Opened, step: int, wish: Wish, seat: Bench | None, findings: Sequence[Finding] = ()
) -> tuple[Drawing, tuple[Note, ...]]:
    """The game's map at a step; with a bench, what the rules make of it."""
    state = opened.state_at(step)
    title = _title(opened, state, step)
    identifier = seat.identifier(opened, step) if seat else None
    module = opened.module or Module(state.module, state.module_version)
    if identifier is not None and not any(board.image for found in module.maps for board in found.boards):
        module, state = lay_table(identifier.position)
    viewer = viewer_for(opened, wish.seat)
    game_map = chosen_map(module, state, wish.map_name, viewer)
    laid = _overlays(identifier, game_map, state, wish, findings) if identifier else ()
    view = View(viewer=viewer, scale=wish.scale, title=title, overlays=laid)
    return map_drawing(module, state, game_map.name, view)


def _overlays(
    identifier: Identifier, game_map: GameMap, state: GameState, wish: Wish, findings: Sequence[Finding]
) -> tuple[Overlay, ...]:
    """The layers, on the hexes of the map that the rules are about."""
    hexes = hexes_of(game_map, state)
    if state is identifier.state:
        hexes = numbered(hexes, identifier.binding)
    return overlays(identifier.position, findings, wish.layers, hexes)


def _title(opened: Opened, state: GameState, step: int) -> str:
    """The game, its turn, and the file (of a log, with the step)."""
    turns = " ".join(str(tracker) for tracker in state.trackers)
    file = f"{opened.path.name}, step {step}" if opened.log else opened.path.name
    return " · ".join(part for part in (state.module, turns, file) if part)
