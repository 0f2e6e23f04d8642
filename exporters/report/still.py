"""The map of a report as one picture: what it shows on paper, and where scripts are off."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.audit.record import Audited
from adjudicator.model.module import GameMap, Module
from adjudicator.model.state import GameState
from exporters.judged import overlays
from exporters.map_picture import MapHexes, View, map_drawing
from exporters.png import to_image
from exporters.report.sprites import ground_address

MOST_PIXELS = 4_000_000
MOST_BYTES = 450_000
WIDEST = 2_200
"""Pixels: as many as a sheet of paper shows."""


def still_picture(audited: Audited, module: Module, game_map: GameMap, state: GameState, hexes: MapHexes) -> str:
    """The address of a picture of the map as the game ended, its findings on it."""
    laid = overlays(audited.play.end, audited.findings, ("findings",), hexes) if audited.play else ()
    bare = tuple(replace(each, keys=(), remarks=()) for each in laid)
    drawing, _ = map_drawing(module, state, game_map.name, View(viewer=audited.viewer, scale=1.0, overlays=bare))
    _, _, width, height = drawing.area
    scale = min(1.5, WIDEST / width, (MOST_PIXELS / (width * height)) ** 0.5)
    return ground_address(to_image(replace(drawing, scale=scale)), MOST_BYTES)
