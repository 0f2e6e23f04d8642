"""A map from elsewhere as changes to a sheet: GeoJSON as this program exports it, a table, Tiled's or hexwright's JSON.

What the theatre cannot hold is left out and told, word by word; nothing is guessed.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from adjudicator.budget import bounded, text_of
from adjudicator.editing import hexwright, tiled
from adjudicator.editing.brought import ImportedMap, Takes, words_in
from adjudicator.editing.foreign import read_json
from adjudicator.errors import CorruptFile, Source, UnknownFormat, reading
from adjudicator.model.hexes import Hex

OF_HEXES = ("number", "terrain", "tags", "hexsides")
OF_SIDES = ("hexside", "features")
"""The columns of the two kinds of table; the first two must be there."""
JSON = (".geojson", ".json", ".tmj")


@bounded
def read_map(path: Path, at: Mapping[str, Hex], takes: Takes, *, sideways: bool = False) -> ImportedMap:
    """What a .geojson, .csv, .tmj or .json says of a map whose hexes lie so; a .json by what is in it.

    UnknownFormat for another ending, CorruptFile for what is no such file. A table of hexes wants the columns `number` and
    `terrain`, and may have `tags` and, by neighbours, `hexsides` (0102: river, road; 0201: bluff>); one of hexsides wants
    `hexside` (0101-0102) and `features`. Several words in a field have blanks between them.
    """
    brought = ImportedMap(at, takes)
    with reading(file=str(path)):
        _read(path, brought, sideways=sideways)
    return brought


def _read(path: Path, brought: ImportedMap, *, sideways: bool) -> None:
    if path.suffix.lower() == ".csv":
        _table(_text(path), path, brought)
        return
    told = _document(path)
    if tiled.is_tiled(told):
        tiled.read_tiled(told, path, brought, sideways=sideways)
    elif hexwright.is_hexwright(told):
        hexwright.read_hexwright(told, brought)
    else:
        _geojson(told, path, brought)


def _document(path: Path) -> Any:
    """A JSON document; UnknownFormat by the name of any other file."""
    if path.suffix.lower() not in JSON:
        raise UnknownFormat("a map is read from .geojson, .csv, .tmj or .json", Source(str(path)))
    told = read_json(path)
    return _project(told, path) if hexwright.is_project(told) else told


def _project(told: dict[str, Any], path: Path) -> dict[str, Any]:
    """A project file of hexwright's with the parts that it names: files that lie beside it."""
    parts: dict[str, Any] = {}
    for part, name in hexwright.files_of(told).items():
        beside = path.parent / name
        if Path(name).name != name or not _is_file(beside):
            raise CorruptFile(f"the project names '{name}', and no such file lies beside it", Source(str(path)))
        parts[part] = read_json(beside)
    return parts


def _is_file(path: Path) -> bool:
    """Whether a file is there; none has a name that the system does not take."""
    try:
        return path.is_file()
    except OSError:
        return False


@bounded
def numbers_in(path: Path) -> tuple[str, ...]:
    """The numbers of the hexes that such a file tells of, in its order."""
    if path.suffix.lower() == ".csv":
        with _tabled(path):
            rows = csv.DictReader(StringIO(_text(path), newline=""))
            found: Iterable[object] = [row.get("number") for row in rows]
    else:
        found = _numbers_in(_document(path), path)
    return tuple(dict.fromkeys(str(number) for number in found if number))


def _numbers_in(told: Any, path: Path) -> Iterable[object]:
    if tiled.is_tiled(told):
        return tiled.numbers_of(told)
    if hexwright.is_hexwright(told):
        return hexwright.numbers_of(told)
    return (each.get("number") for each in _features(told, path) if each.get("kind") == "hex")


def _geojson(told: Any, path: Path, brought: ImportedMap) -> None:
    for known in _features(told, path):
        match known.get("kind"):
            case "hex":
                brought.hex(str(known.get("number", "")), str(known.get("terrain", "")), words_in(known.get("tags")))
            case "hexside":
                brought.side(known.get("between"), known.get("features"))
            case "place":
                brought.place(known)
            case other:
                brought.losses[f"a map has no room for '{other}'"] += 1


def _features(told: Any, path: Path) -> Iterator[Mapping[str, object]]:
    try:
        listed = told["features"]
        yield from (each["properties"] for each in listed if isinstance(each["properties"], dict))
    except (KeyError, TypeError) as error:
        raise CorruptFile(f"this is no GeoJSON of a map ({error})", Source(str(path))) from error


def _table(text: str, path: Path, brought: ImportedMap) -> None:
    with _tabled(path):
        _rows(csv.DictReader(StringIO(text, newline="")), path, brought)


@contextmanager
def _tabled(path: Path) -> Iterator[None]:
    """CorruptFile for what is no table."""
    try:
        yield
    except csv.Error as error:
        raise CorruptFile(f"this is no table of a map ({error})", Source(str(path))) from error


def _rows(rows: csv.DictReader[str], path: Path, brought: ImportedMap) -> None:
    columns = set(rows.fieldnames or ())
    known = next((each for each in (OF_HEXES, OF_SIDES) if set(each[:2]) <= columns), None)
    if known is None:
        message = "a table of a map has the columns 'number' and 'terrain', or 'hexside' and 'features'"
        raise CorruptFile(message, Source(str(path)))
    for column in sorted(columns.difference(known)):
        brought.losses[f"the column '{column}' is not read"] += 1
    for row in rows:
        if known is OF_HEXES:
            brought.hex(row["number"] or "", row["terrain"] or "", (row.get("tags") or "").split())
            _sides_of(row["number"] or "", row.get("hexsides") or "", brought)
        else:
            brought.side((row["hexside"] or "").split("-"), (row["features"] or "").split())


def _sides_of(number: str, told: str, brought: ImportedMap) -> None:
    """The hexsides of a hex, as its row names them by its neighbours."""
    for each in filter(None, map(str.strip, told.split(";"))):
        beyond, _, features = each.partition(":")
        brought.side([number, beyond.strip()], [word.strip() for word in features.split(",") if word.strip()])


def _text(path: Path) -> str:
    try:
        with reading(file=str(path)):
            return text_of(path).removeprefix("\ufeff")
    except (OSError, UnicodeDecodeError) as error:
        raise CorruptFile(f"cannot be read: {error}", Source(str(path))) from error
