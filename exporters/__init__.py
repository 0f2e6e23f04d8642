"""From the canonical state, a drawing or a log to files that people and programs use."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from exporters import geojson, move_log, native
from exporters.atomic import write_text
from exporters.drawing import Drawing
from exporters.format import Format
from exporters.move_log import MoveLog
from exporters.png import write_png
from exporters.svg import write_svg
from exporters.vassal.savegame import write_log, write_save


def _svg(drawing: Drawing, path: Path) -> tuple[Note, ...]:
    write_svg(drawing, path)
    return ()


def _geojson(drawing: Drawing, path: Path) -> tuple[Note, ...]:
    geojson.write(path, geojson.overlay(drawing))
    return ()


def _told(how: Callable[[MoveLog], str], log: MoveLog, path: Path) -> tuple[Note, ...]:
    write_text(path, how(log))
    return ()


FORMATS: tuple[Format, ...] = (
    Format("PNG picture", (".png",), (Drawing,), write_png),
    Format("SVG picture", (".svg",), (Drawing,), _svg),
    Format("GeoJSON", (".geojson",), (Drawing,), _geojson),
    Format("text", (".txt",), (MoveLog,), partial(_told, move_log.to_text)),
    Format("Markdown", (".md",), (MoveLog,), partial(_told, move_log.to_markdown)),
    Format("CSV table", (".csv",), (MoveLog,), partial(_told, move_log.to_csv)),
    Format("VASSAL save", (".vsav",), (GameState,), write_save),
    Format("VASSAL log", (".vlog",), (GameLog,), write_log),
    Format("adjudicator JSON", (".json",), (GameState, GameLog, Module), native.write),
    Format("JSON lines", (".jsonl",), (MoveLog,), partial(_told, move_log.to_json_lines)),
)


def write(path: Path, value: object) -> tuple[Note, ...]:
    """Write a value in the format that the file name's ending asks for; the notes tell what it could not hold."""
    fitting = [each for each in FORMATS if isinstance(value, each.accepts)]
    for each in fitting:
        if path.suffix.lower() in each.extensions:
            return each.write(value, path)
    endings = ", ".join(ending for each in fitting for ending in each.extensions) or "no ending at all"
    raise WriteError(f"'{path.suffix}' is no format for this; expected {endings}", Source(str(path)))
