"""A pack's chart sheet as tables to fill in: which cells there are, what stands in them, and writing down what was filled in.

The sheet is the player's own file. What he wrote in it, and his comments, stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.items import AbstractTable

from adjudicator.errors import PackError
from adjudicator.game.settings import GameFolder, home_of
from adjudicator.game.settings_edit import change_settings, toml_document
from adjudicator.lean import dataclass
from adjudicator.packs import load
from adjudicator.packs.charts import Cell, Chart, cells, charts_of, describe, read_charts, typed, write_charts
from adjudicator.toml import read_text
from adjudicator.writing import rewrite_text

SHEET = "charts.toml"


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A cell of a sheet: its id is chart.row.column, `name` what verdicts call it that wait for it."""

    id: str
    name: str
    row: str
    column: str
    value: str


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """A printed chart: what may stand in its cells, and the cells row by row."""

    id: str
    title: str
    wants: str
    choices: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[ChartCell, ...], ...]

    @property
    def boxes(self) -> tuple[ChartCell, ...]:
        return tuple(box for row in self.rows for box in row)


def sheets(pack: str | Path, sheet: Path | None = None) -> tuple[ChartSheet, ...]:
    """The charts of a pack with what a player's sheet says; a sheet that is wrong is a PackError."""
    loaded = load.load_pack(pack)
    charts = charts_of(loaded.folders)
    extended = frozenset(folder.name for folder in loaded.folders)
    known = read_charts(sheet, charts, loaded.id, extended) if sheet else {}
    told = {cell.id: _shown(value) for cell, value in known.items()}
    return tuple(_sheet(chart, told) for chart in charts)


def fill_in(folder: Path, values: Mapping[str, str]) -> Path:
    """Write cells into the chart sheet of a game's folder, by their ids; "" empties one.

    A sheet that lies elsewhere is copied into the folder first. PackError, and nothing is written, if a value may not stand in
    its cell.
    """
    home = home_of(folder)
    wanted = {cell.id: cell for cell in cells(charts_of(load.load_pack(home.pack).folders))}
    typed_in = {}
    for name, text in values.items():
        if name not in wanted:
            raise PackError(f"the pack '{home.pack}' needs no cell '{name}'")
        typed_in[name] = _typed(text, wanted[name])
    path = _own_sheet(home)
    rewrite_text(path, _filled(_read_text(home), {wanted[name]: value for name, value in typed_in.items()}, path))
    if home.charts != path:
        change_settings(folder, {"charts": path.name})
    return path


def _typed(text: str, cell: Cell) -> object:
    if not text.strip():
        return ""
    try:
        return typed(text, cell.chart)
    except PackError as error:
        raise PackError(f"{cell.chart.title}, {cell.row or cell.column}: {error.message}") from error


def _sheet(chart: Chart, told: Mapping[str, str]) -> ChartSheet:
    rows = [
        tuple(
            ChartCell(cell.id, cell.name, cell.row, cell.column, told.get(cell.id, ""))
            for cell in (Cell(chart, row, column) for column in chart.columns or ("value",))
        )
        for row in chart.rows or ("",)
    ]
    choices = chart.choices or (("yes", "no") if chart.kind == "yes or no" else ())
    return ChartSheet(chart.id, chart.title, describe(chart), choices, chart.columns, tuple(rows))


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _own_sheet(home: GameFolder) -> Path:
    """The sheet in the game's folder; one that lies there and is not in use is left alone."""
    if home.charts is not None and home.charts.resolve().parent == home.folder.resolve():
        return home.charts
    path, number = home.folder / SHEET, 1
    while path.exists():
        number += 1
        path = home.folder / f"charts_{number}.toml"
    return path


def _read_text(home: GameFolder) -> str:
    """What stands in the sheet in use, or a blank one."""
    return read_text(home.charts) if home.charts else write_charts(load.load_pack(home.pack))


def _filled(text: str, values: Mapping[Cell, object], path: Path) -> str:
    document = toml_document(text, path)
    for cell, value in values.items():
        table: AbstractTable | tomlkit.TOMLDocument = document
        for key in (part for part in (cell.chart.id, cell.row) if part):
            inner = table.get(key)
            if not isinstance(inner, AbstractTable):
                inner = tomlkit.table()
                table[key] = inner
            table = inner
        table[cell.column] = value
    return tomlkit.dumps(document)
