"""From games, boxes, maps, drawings, move logs and reports to files; the file name's ending decides which format is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from adjudicator.audit.record import Audited
from adjudicator.errors import Source, WriteError
from adjudicator.exporters import geojson, hexwright, move_log, native, tables, tabletop_simulator, tiled, zuntzu
from adjudicator.exporters.drawing import Drawing
from adjudicator.exporters.format import Format, WriteResult
from adjudicator.exporters.losses import WHOLE, Content, LossReport
from adjudicator.exporters.move_log import MoveLog
from adjudicator.exporters.png import write_png
from adjudicator.exporters.report import audit_json, audit_markdown, markdown, record, summary
from adjudicator.exporters.spreadsheet import rows_as_csv
from adjudicator.exporters.svg import to_svg
from adjudicator.exporters.vassal import conversion as vassal
from adjudicator.exporters.vassal.judged_log import JudgedLog, write_judged_log
from adjudicator.findings import Report
from adjudicator.importers.vassal.wire import endings
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.theatre import Theatre
from adjudicator.writing import forced, refuse_overwrite, together, write_bytes, write_report

__all__ = ["FORMATS", "Content", "Format", "WriteResult", "endings_for", "format_for", "write"]

GAME = (GameState, GameLog, Module, Content)
"""The subjects that formats of other programs hold: games and boxes."""
LOGS = (*endings.LOGS, ".json")
"""Endings of files that hold a log with its steps; any other file gets only the log's last moment."""


def write(path: str | Path, subject: object, source: str = "", *, force: bool = False) -> WriteResult:
    """Write a subject in the format that the file name's ending asks for, all of it or nothing.

    A game and its box go together as `Content`. `source` names the format that they were read from, for the account of losses.
    `force` writes over what else would not be replaced (see `adjudicator.writing`).
    """
    path = Path(path)
    with forced(force), together():
        refuse_overwrite(path)
        return format_for(path, subject).write(subject, path, source)


def format_for(path: Path, subject: object) -> Format:
    """The format for this subject that a file's name asks for; of several endings that fit, the longest counts."""
    name = path.name.lower()
    asked = max((ending for each in FORMATS for ending in each.endings if name.endswith(ending)), key=len, default="")
    fitting = [each for each in FORMATS if isinstance(subject, each.accepts)]
    for each in fitting:
        if asked in each.endings:
            return each
    listed = ", ".join(ending for each in fitting for ending in each.endings) or "no ending that we know"
    raise WriteError(f"'{path.name}' ends in none of {listed}", Source(str(path)))


def endings_for(*subjects: type) -> tuple[str, ...]:
    """The endings of the formats in which such subjects can be written."""
    fitting = (each for each in FORMATS if any(issubclass(subject, each.accepts) for subject in subjects))
    return tuple(dict.fromkeys(ending for each in fitting for ending in each.endings))


def _game(export: Callable[[Content, Path, str], LossReport], subject: object, path: Path, source: str) -> WriteResult:
    report = export(_content(subject, path), path, source)
    return WriteResult(report.notes(), report)


def _content(subject: object, path: Path) -> Content:
    """A game or a box; of a log, also the state that the file shall hold."""
    match subject:
        case Module():
            return Content(subject)
        case GameState():
            return Content(None, subject)
        case GameLog():
            return _with_state(Content(None, None, subject), path)
        case Content():
            return _with_state(subject, path)
        case _:
            raise TypeError(f"no game and no box: {type(subject).__name__}")


def _with_state(content: Content, path: Path) -> Content:
    log = content.log
    if log is None:
        return content
    state = log.start if path.suffix.lower() in LOGS and not _is_foreign(path) else log.state_at(len(log.steps))
    return Content(content.module, state, log)


def _is_foreign(path: Path) -> bool:
    return path.name.lower().endswith(tabletop_simulator.ENDINGS)


def _text(told: Callable[[Any], str], subject: object, path: Path, _source: str) -> WriteResult:
    write_report(path, told(subject))
    return WriteResult()


def _bytes(told: Callable[[Any], bytes], subject: object, path: Path, _source: str) -> WriteResult:
    write_bytes(path, told(subject))
    return WriteResult()


def _judged(judged: JudgedLog, path: Path, _source: str) -> WriteResult:
    return WriteResult(write_judged_log(judged, path))


def _picture(drawing: Drawing, path: Path, _source: str) -> WriteResult:
    return WriteResult(write_png(drawing, path))


def _features(
    told: Callable[[Any], Iterable[geojson.Feature]], subject: object, path: Path, _source: str
) -> WriteResult:
    geojson.write(path, told(subject))
    return WriteResult()


def _theatre_table(theatre: Theatre) -> str:
    return rows_as_csv(tables.HEXES, tables.theatre_hexes(theatre))


def _audit_picture(audited: Audited, path: Path, _source: str) -> WriteResult:
    from adjudicator.exporters.report import clip  # noqa: PLC0415 - drawing is slow to load, and only for this

    return WriteResult(clip.write_picture(audited, path))


def _audit_clip(audited: Audited, path: Path, _source: str) -> WriteResult:
    from adjudicator.exporters.report import clip  # noqa: PLC0415

    clip.write_clip(audited, path)
    return WriteResult()


def _audit_page(audited: Audited) -> str:
    from adjudicator.exporters.report import page  # noqa: PLC0415 - the page's libraries take a second to load

    return page.audit_page(audited)


FORMATS: tuple[Format, ...] = (
    Format("VASSAL", (".vmod", *endings.GAMES), GAME, partial(_game, vassal.export), vassal.HOLDS),
    Format(native.NAME, (".json",), GAME, partial(_game, native.export), WHOLE),
    Format(
        tabletop_simulator.NAME,
        tabletop_simulator.ENDINGS,
        GAME,
        partial(_game, tabletop_simulator.export),
        tabletop_simulator.FOREIGN,
    ),
    Format(zuntzu.NAME, (".ztb", ".zts"), GAME, partial(_game, zuntzu.export), zuntzu.FOREIGN),
    Format(geojson.NAME, (".geojson",), GAME, partial(_game, geojson.export), geojson.HOLDS),
    Format(tables.NAME, (".csv",), GAME, partial(_game, tables.export), tables.HOLDS),
    Format("map as GeoJSON", (".geojson",), (Theatre,), partial(_features, geojson.theatre)),
    Format("map for Tiled", (".tmj",), (Theatre,), tiled.export),
    Format("map for hexwright", (".hexwright.json",), (Theatre,), hexwright.export),
    Format("map as CSV", (".csv",), (Theatre,), partial(_text, _theatre_table)),
    Format("PNG picture", (".png",), (Drawing,), _picture),
    Format("SVG picture", (".svg",), (Drawing,), partial(_text, to_svg)),
    Format("picture as GeoJSON", (".geojson",), (Drawing,), partial(_features, geojson.overlay)),
    Format("move log as text", (".txt",), (MoveLog,), partial(_text, move_log.to_text)),
    Format("move log as Markdown", (".md",), (MoveLog,), partial(_text, move_log.to_markdown)),
    Format("move log as CSV", (".csv",), (MoveLog,), partial(_text, move_log.to_csv)),
    Format("move log as JSON lines", (".jsonl",), (MoveLog,), partial(_text, move_log.to_json_lines)),
    Format("report as Markdown", (".md",), (Report,), partial(_text, markdown.markdown)),
    Format("report as JSON", (".json",), (Report,), partial(_bytes, record.report_bytes)),
    Format("audit as a page", (".html",), (Audited,), partial(_text, _audit_page)),
    Format(
        "audit as Markdown",
        (".md",),
        (Audited,),
        partial(_text, lambda each: audit_markdown.audit_markdown(each.audit, each.language)),
    ),
    Format(
        "audit in ten lines",
        (".txt",),
        (Audited,),
        partial(_text, lambda each: summary.as_text(each.audit, each.language)),
    ),
    Format("audit as a picture", (".png",), (Audited,), _audit_picture),
    Format("audit as an animated picture", (".webp",), (Audited,), _audit_clip),
    Format("judged log", endings.LOGS, (JudgedLog,), _judged),
    Format("audit as JSON", (".json",), (Audited,), partial(_bytes, lambda each: audit_json.audit_bytes(each.audit))),
)
