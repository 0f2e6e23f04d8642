"""The kinds of plain values in a document: each is one `Form`, which writes, reads and describes itself.

What many share (designs, boards) stands once in a table of the document. A mapping with text keys is an object, any other a
list of [key, value] pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import Enum
from typing import Any, Protocol

from adjudicator.errors import CorruptFile, Source
from adjudicator.importers.native.wire import carried
from adjudicator.lean import dataclass
from adjudicator.model.boards import Board
from adjudicator.model.counters import Design
from adjudicator.persistent import PersistentMap

FARTHEST = 1e9
"""The largest number that a file may hold; by no larger one can anything be drawn."""
Json = Any
"""What orjson reads: None, bool, int, float, str, list, dict."""

TABLES: Mapping[type, str] = {Design: "designs", Board: "boards"}
PRINTED: Mapping[str, str] = {"vassal": "VASSAL"}


@dataclass(slots=True)
class Shared:
    """The tables of one document: what has been written or read so far, per class."""

    rows: dict[type, list[Any]] = field(default_factory=lambda: {kind: [] for kind in TABLES})
    _places: dict[type, dict[object, int]] = field(default_factory=lambda: {kind: {} for kind in TABLES})
    _seen: dict[int, tuple[object, int]] = field(default_factory=dict)

    def place(self, kind: type, value: object, write: Callable[[], Json]) -> int:
        """The index of a shared value, writing it down at its first use."""
        known = self._seen.get(id(value))
        if known is not None:
            return known[1]
        places = self._places[kind]
        if value not in places:
            row = write()
            places[value] = len(self.rows[kind])
            self.rows[kind].append(row)
        self._seen[id(value)] = (value, places[value])
        return places[value]


class Form(Protocol):
    """One kind of value: how it is written, read and described."""

    def write(self, value: Any, shared: Shared) -> Json: ...

    def read(self, value: Json, shared: Shared, path: str) -> Any: ...

    def schema(self, named: dict[str, Json]) -> Json: ...


def refuse(path: str, expected: str, found: object) -> CorruptFile:
    """The error for a value of the wrong kind; `path` leads to it through the document."""
    return CorruptFile(f"expected {expected}, found {repr(found)[:60]}", Source(entry=path))


@dataclass(frozen=True, slots=True)
class Scalar:
    """Text, a whole number or a yes-or-no."""

    kind: type
    name: str

    def write(self, value: Any, shared: Shared) -> Json:
        return value

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        if type(value) is not self.kind:
            raise refuse(path, self.name, value)
        return value

    def schema(self, named: dict[str, Json]) -> Json:
        return {"type": self.name}


@dataclass(frozen=True, slots=True)
class Number:
    """A fraction. What JSON has no number for was written as the texts "nan", "inf", "-inf" and is read as 0."""

    def write(self, value: Any, shared: Shared) -> Json:
        return value if math.isfinite(value) else 0.0

    def read(self, value: Json, shared: Shared, path: str) -> float:
        if value in ("nan", "inf", "-inf"):
            return 0.0
        if isinstance(value, int | float) and not isinstance(value, bool) and -FARTHEST <= value <= FARTHEST:
            return float(value)
        raise refuse(path, "number", value)

    def schema(self, named: dict[str, Json]) -> Json:
        return {"anyOf": [{"type": "number"}, {"enum": ["nan", "inf", "-inf"]}]}


@dataclass(frozen=True, slots=True)
class Plain:
    """Any JSON: what an importer carries along."""

    def write(self, value: Any, shared: Shared) -> Json:
        return value

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        return value

    def schema(self, named: dict[str, Json]) -> Json:
        return {}


@dataclass(frozen=True, slots=True)
class Records:
    """What importers carry along, under the printed names of their formats.

    The key "vassal" is capitalised so that no player's id can stand in a document: "vassal" is one that players have.
    """

    def write(self, value: Any, shared: Shared) -> Json:
        return {PRINTED.get(key, key): each for key, each in value.items()}

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        if not isinstance(value, dict):
            raise refuse(path, "object", value)
        keys = {name: key for key, name in PRINTED.items()}
        records = {keys.get(name, name): each for name, each in value.items()}
        for name, record in records.items():
            carried.check(str(name), record, path)
        return records

    def schema(self, named: dict[str, Json]) -> Json:
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class ClosedList:
    """One of a closed list of texts."""

    kind: type[Enum]

    def write(self, value: Any, shared: Shared) -> Json:
        return value.value

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        known = [member.value for member in self.kind]
        if value not in known:
            raise refuse(path, " or ".join(map(repr, known)), value)
        return self.kind(value)

    def schema(self, named: dict[str, Json]) -> Json:
        return {"enum": [member.value for member in self.kind]}


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value or null."""

    inner: Form

    def write(self, value: Any, shared: Shared) -> Json:
        return None if value is None else self.inner.write(value, shared)

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        return None if value is None else self.inner.read(value, shared, path)

    def schema(self, named: dict[str, Json]) -> Json:
        return {"anyOf": [self.inner.schema(named), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class TextOr:
    """Text, or a record in its place."""

    inner: Form

    def write(self, value: Any, shared: Shared) -> Json:
        return value if isinstance(value, str) else self.inner.write(value, shared)

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        return value if isinstance(value, str) else self.inner.read(value, shared, path)

    def schema(self, named: dict[str, Json]) -> Json:
        return {"anyOf": [{"type": "string"}, self.inner.schema(named)]}


@dataclass(frozen=True, slots=True)
class Many:
    """A list of any length."""

    inner: Form
    gather: Callable[[list[Any]], Any] = tuple

    def write(self, value: Any, shared: Shared) -> Json:
        listed = sorted(value) if self.gather is frozenset else value
        return [self.inner.write(each, shared) for each in listed]

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        if not isinstance(value, list):
            raise refuse(path, "array", value)
        return self.gather([self.inner.read(each, shared, f"{path}[{at}]") for at, each in enumerate(value)])

    def schema(self, named: dict[str, Json]) -> Json:
        return {"type": "array", "items": self.inner.schema(named)}


@dataclass(frozen=True, slots=True)
class Fixed:
    """A list of a given length, such as a point."""

    inner: tuple[Form, ...]

    def write(self, value: Any, shared: Shared) -> Json:
        return [form.write(each, shared) for form, each in zip(self.inner, value, strict=True)]

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        if not isinstance(value, list) or len(value) != len(self.inner):
            raise refuse(path, f"array of {len(self.inner)}", value)
        pairs = enumerate(zip(self.inner, value, strict=True))
        return tuple(form.read(each, shared, f"{path}[{at}]") for at, (form, each) in pairs)

    def schema(self, named: dict[str, Json]) -> Json:
        length = len(self.inner)
        items = [form.schema(named) for form in self.inner]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": length, "maxItems": length}


@dataclass(frozen=True, slots=True)
class NamedForm:
    """A mapping with text keys."""

    inner: Form
    gather: Callable[[dict[str, Any]], Any] = dict

    def write(self, value: Any, shared: Shared) -> Json:
        return {key: self.inner.write(value[key], shared) for key in self._keys(value)}

    def _keys(self, value: Any) -> Any:
        return sorted(value) if self.gather is PersistentMap else value

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        if not isinstance(value, dict):
            raise refuse(path, "object", value)
        return self.gather({key: self.inner.read(each, shared, f"{path}.{key}") for key, each in value.items()})

    def schema(self, named: dict[str, Json]) -> Json:
        return {"type": "object", "additionalProperties": self.inner.schema(named)}


@dataclass(frozen=True, slots=True)
class Paired:
    """A mapping with other keys: a list of [key, value]."""

    key: Form
    inner: Form
    gather: Callable[[dict[Any, Any]], Any] = dict

    def write(self, value: Any, shared: Shared) -> Json:
        keys = sorted(value) if self.gather is PersistentMap else value
        return [[self.key.write(key, shared), self.inner.write(value[key], shared)] for key in keys]

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        return self.gather(dict(Many(Fixed((self.key, self.inner))).read(value, shared, path)))

    def schema(self, named: dict[str, Json]) -> Json:
        return Many(Fixed((self.key, self.inner))).schema(named)
