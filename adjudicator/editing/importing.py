"""A map from elsewhere as changes to a sheet: GeoJSON as this program exports it, or a table with a row for each hex.

What the theatre cannot hold is left out and told, word by word; nothing is guessed.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from adjudicator.editing.values import Key, Kind, Value, side_name
from adjudicator.errors import CorruptFile, Source, UnknownFormat
from adjudicator.model.hexes import Hex

Takes = Mapping[str, frozenset[str]]
"""The words that the theatre may use: terrains, features, tags, kinds."""


@dataclass
class Brought:
    """What a file says of a map, and what of it was left out and why."""

    at: Mapping[str, Hex]
    takes: Takes
    changes: dict[Key, Value] = field(default_factory=dict)
    losses: Counter[str] = field(default_factory=Counter)

    def hex(self, number: str, terrain: str, tags: Iterable[str]) -> None:
        """Take what is said of a hex."""
        if number not in self.at:
            self.losses[f"hex {number} is not on the map"] += 1
            return
        if terrain and self._known("terrains", terrain):
            self.changes[Key(Kind.TERRAIN, number)] = terrain
        self.changes[Key(Kind.TAGS, number)] = tuple(tag for tag in tags if self._known("tags", tag))

    def side(self, between: object, features: object) -> None:
        """Take what is said of a hexside."""
        ends = [str(each) for each in between] if isinstance(between, list) else []
        if len(ends) != 2 or not set(ends) <= self.at.keys() or self.at[ends[0]].distance(self.at[ends[1]]) != 1:
            self.losses[f"{'-'.join(ends) or between} is no hexside of the map"] += 1
            return
        told = tuple(word for word in _words(features) if self._known("features", word))
        self.changes[Key(Kind.SIDE, side_name(*ends))] = told

    def place(self, known: Mapping[str, object]) -> None:
        """Take a place."""
        name, number = str(known.get("name", "")), str(known.get("number", ""))
        if not name or number not in self.at:
            self.losses[f"the place '{name}' lies in no hex of the map"] += 1
            return
        kinds = [word for word in _words(known.get("kinds")) if self._known("kinds", word)]
        rest = {key: known[key] for key in ("owner", "values") if known.get(key)}
        count = sum(key.kind is Kind.PLACE for key in self.changes) + 1
        self.changes[Key(Kind.PLACE, f"n{count}")] = {"name": name, "hex": number, "kinds": kinds, **rest}

    def _known(self, group: str, word: str) -> bool:
        if word in self.takes[group]:
            return True
        self.losses[f"'{word}' is no word among the {group} of this map"] += 1
        return False


def read_map(path: Path, at: Mapping[str, Hex], takes: Takes) -> Brought:
    """What a .geojson or .csv says of a map whose hexes lie so.

    UnknownFormat for another ending, CorruptFile for what is no such file. A table wants the columns `number` and `terrain`;
    `tags` are words with blanks between them.
    """
    brought = Brought(at, takes)
    text = _text(path)
    if path.suffix.lower() in (".geojson", ".json"):
        _geojson(text, path, brought)
    elif path.suffix.lower() == ".csv":
        _table(text, path, brought)
    else:
        raise UnknownFormat("a map is read from .geojson or .csv", Source(str(path)))
    return brought


def _geojson(text: str, path: Path, brought: Brought) -> None:
    for known in _features(text, path):
        match known.get("kind"):
            case "hex":
                brought.hex(str(known.get("number", "")), str(known.get("terrain", "")), _words(known.get("tags")))
            case "hexside":
                brought.side(known.get("between"), known.get("features"))
            case "place":
                brought.place(known)
            case other:
                brought.losses[f"a map has no room for '{other}'"] += 1


def _features(text: str, path: Path) -> Iterator[Mapping[str, object]]:
    try:
        told = json.loads(text)
        listed = told["features"]
        yield from (each["properties"] for each in listed if isinstance(each["properties"], dict))
    except (ValueError, KeyError, TypeError) as error:
        raise CorruptFile(f"this is no GeoJSON of a map ({error})", Source(str(path))) from error


def _table(text: str, path: Path, brought: Brought) -> None:
    rows = csv.DictReader(StringIO(text))
    columns = set(rows.fieldnames or ())
    if not {"number", "terrain"} <= columns:
        raise CorruptFile("a table of a map has the columns 'number' and 'terrain'", Source(str(path)))
    for column in sorted(columns - {"number", "terrain", "tags"}):
        brought.losses[f"the column '{column}' is not read"] += 1
    for row in rows:
        brought.hex(row["number"] or "", row["terrain"] or "", (row.get("tags") or "").split())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CorruptFile(f"cannot be read: {error}", Source(str(path))) from error


def _words(told: object) -> tuple[str, ...]:
    return tuple(map(str, told)) if isinstance(told, list) else ()
