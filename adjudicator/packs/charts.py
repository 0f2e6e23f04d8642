"""Chart sheets: cells of a printed chart that a book's text lacks, and that a user copies from his own chart.

A pack's charts.toml lists the cells it needs, one [[chart]] per chart. A user's sheet gives their values:

    pack = "two_rivers"
    [terrain.marsh]          # [chart.row]
    foot = 3                 # column = value; "" = still blank
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from adjudicator.errors import PackError, Source
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.packs.drafting.texts import toml_key
from adjudicator.toml import load_toml, read_toml

Kind = Literal["number", "whole", "text", "yes or no", "cost"]

_SAYS: Mapping[str, str] = {
    "number": 'a number, halves as "1/2"',
    "whole": "a whole number",
    "text": "a word",
    "yes or no": "true or false",
    "cost": 'movement points, halves as "1/2", "half+1" for half the rating and one, or "no" where it may not go',
}
_FRACTION = re.compile(r"\d{1,6}(/[1-9]\d{0,5})?")


class Chart(Table):
    """A [[chart]]: one printed chart whose cells the book's text lacks."""

    id: str
    """Its name in the user's sheet."""
    title: str
    """What the chart is called in print."""
    kind: Kind = "number"
    """What may stand in a cell: "number", "whole", "text", "yes or no", or "cost" (movement points, "half+1", or
    "no")."""
    rows: tuple[str, ...] = ()
    """The names of its rows; none given: one row."""
    columns: tuple[str, ...] = ()
    """The names of its columns; none given: one column called "value"."""
    choices: tuple[str, ...] = ()
    """The words that a cell may hold, if it holds a word."""
    names: str = ""
    """The dotted name by which tables ask for a cell, with {row} and {column} in it; left out: chart, row and
    column."""


class ChartsFile(Table):
    """The file charts.toml: cells of printed charts that the book's text lacks and that a user copies from his own."""

    chart: tuple[Chart, ...] = ()
    """The charts."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; its id is chart.row.column."""

    chart: Chart
    row: str
    column: str

    @property
    def id(self) -> str:
        return ".".join(part for part in (self.chart.id, self.row, self.column) if part)

    @property
    def name(self) -> str:
        """The key in `Pack.charts`."""
        return self.chart.names.replace("{row}", self.row).replace("{column}", self.column) or self.id


def charts_of(folders: Iterable[Path]) -> tuple[Chart, ...]:
    """The charts that a pack needs, those of the packs it extends first; a later one replaces an earlier of its id."""
    found: dict[str, Chart] = {}
    for folder in folders:
        path = folder / "charts.toml"
        if not path.exists():
            continue
        seen: set[str] = set()
        for chart in load_toml(path, ChartsFile).chart:
            if chart.id in seen:
                raise PackError(f"[[chart]] {chart.id}: the id stands twice", Source(str(path)))
            seen.add(chart.id)
            found[chart.id] = chart
    return tuple(found.values())


def cells(charts: Iterable[Chart]) -> Iterator[Cell]:
    """Every cell, chart by chart, row by row."""
    for chart in charts:
        for row in chart.rows or ("",):
            for column in chart.columns or ("value",):
                yield Cell(chart, row, column)


def read_charts(
    path: Path, charts: tuple[Chart, ...], pack: str, extends: frozenset[str] = frozenset()
) -> dict[Cell, object]:
    """A user's sheet: the cells he filled in. PackError for a cell the pack does not need or of the wrong kind.

    A sheet for a pack that this one extends will do as well.
    """
    sheet = read_toml(path)
    here = Source(str(path))
    meant = sheet.pop("pack", pack)
    if meant != pack and meant not in extends:
        raise PackError(f"pack = {meant!r}: this sheet is for another pack than '{pack}'", here)
    wanted = {cell.id: cell for cell in cells(charts)}
    known: dict[Cell, object] = {}
    for key, value in _leaves(sheet, ()):
        cell = wanted.get(".".join(key))
        table, name = ".".join(key[:-1]), key[-1]
        if cell is None:
            raise PackError(f"[{table}] {name}: the pack '{pack}' needs no such cell", here)
        if value == "":
            continue
        if not _fits(value, cell.chart):
            raise PackError(f"[{table}] {name}: wants {describe(cell.chart)}, found {value!r}", here)
        known[cell] = value
    return known


def write_charts(pack: Pack) -> str:
    """The blank sheet of a pack: every cell it needs, its title and what may stand in it."""
    lines = [f"# {pack.header.title}: cells that the text of the book lacks. Fill in from your own charts;"]
    lines += ['# a cell left "" stays unknown, and verdicts that need it say so.', f'pack = "{pack.id}"']
    for chart in charts_of(pack.folders):
        lines += ["", f"# {chart.title}: {describe(chart)}"]
        for row in chart.rows or ("",):
            lines.append(f"[{toml_key(chart.id)}{'.' + toml_key(row) if row else ''}]")
            lines += [f'{toml_key(column)} = ""' for column in chart.columns or ("value",)]
    return "\n".join(lines) + "\n"


def describe(chart: Chart) -> str:
    """What may stand in a cell of the chart."""
    return "one of " + ", ".join(chart.choices) if chart.choices else _SAYS[chart.kind]


def typed(text: str, chart: Chart) -> object:
    """What somebody wrote into a cell as the value that the sheet holds; PackError if it may not stand there."""
    told = text.strip()
    words = {"true": True, "yes": True, "false": False, "no": False} if chart.kind == "yes or no" else {}
    value: object = words.get(told.lower(), told)
    if chart.kind in ("number", "whole", "cost") and re.fullmatch(r"\d{1,6}", told):
        value = int(told)
    if not _fits(value, chart):
        raise PackError(f"wants {describe(chart)}, found '{told[:40]}'")
    return value


def _fits(value: object, chart: Chart) -> bool:
    if chart.choices:
        return value in chart.choices
    if chart.kind == "yes or no":
        return isinstance(value, bool)
    if chart.kind == "text":
        return isinstance(value, str)
    if isinstance(value, bool) or (isinstance(value, int | float) and value < 0):
        return False
    if chart.kind == "whole":
        return isinstance(value, int)
    if chart.kind == "cost" and value in ("no", "half+1"):
        return True
    return isinstance(value, int) or (isinstance(value, str) and _FRACTION.fullmatch(value) is not None)


def _leaves(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value
