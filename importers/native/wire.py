"""The JSON form of the model, both ways, from one source: the fields of the model's own dataclasses.

A record is an object of its fields, those at their default left out. A union says which member it is under "is". What many
share (designs, boards) stands once in a table of the document and is named by its index. A mapping with text keys is an
object, any other a list of [key, value] pairs. Each kind of value is one `Form`: it writes, reads and describes itself.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints

from immutables import Map

from adjudicator.errors import CorruptFile, Source
from adjudicator.model import events
from adjudicator.model.counters import Design
from adjudicator.model.events import Event, GameLog
from adjudicator.model.grid import Grid, HexGrid, RegionGrid, SquareGrid, ZonedGrid
from adjudicator.model.module import Board, Module, PlacedBoard
from adjudicator.model.state import GameState

Json = Any
"""What orjson reads: None, bool, int, float, str, list, dict."""

FORMAT = "adjudicator-state-1"
TABLES: Mapping[type, str] = {Design: "designs", Board: "boards"}
GRIDS = (HexGrid, SquareGrid, RegionGrid, ZonedGrid)
EVENTS = tuple(
    found
    for found in vars(events).values()
    if inspect.isclass(found)
    and is_dataclass(found)
    and hasattr(found, "applied")
    and found.__module__ == events.__name__
)
PRINTED: Mapping[str, str] = {"vassal": "VASSAL"}
BODIES: Mapping[str, type] = {"state": GameState, "log": GameLog, "module": Module}


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
    """A fraction; what JSON has no number for is written as the texts "nan", "inf", "-inf"."""

    def write(self, value: Any, shared: Shared) -> Json:
        return value if math.isfinite(value) else str(float(value))

    def read(self, value: Json, shared: Shared, path: str) -> float:
        if value in ("nan", "inf", "-inf") or (isinstance(value, int | float) and not isinstance(value, bool)):
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
        return {keys.get(name, name): each for name, each in value.items()}

    def schema(self, named: dict[str, Json]) -> Json:
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class Choice:
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
class Named:
    """A mapping with text keys."""

    inner: Form
    gather: Callable[[dict[str, Any]], Any] = dict

    def write(self, value: Any, shared: Shared) -> Json:
        return {key: self.inner.write(value[key], shared) for key in self._keys(value)}

    def _keys(self, value: Any) -> Any:
        return sorted(value) if self.gather is Map else value

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
        keys = sorted(value) if self.gather is Map else value
        return [[self.key.write(key, shared), self.inner.write(value[key], shared)] for key in keys]

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        return self.gather(dict(Many(Fixed((self.key, self.inner))).read(value, shared, path)))

    def schema(self, named: dict[str, Json]) -> Json:
        return Many(Fixed((self.key, self.inner))).schema(named)


@dataclass(frozen=True, slots=True)
class Part:
    """One field of a record."""

    name: str
    form: Form
    default: Callable[[], object] | None

    def at_default(self, value: object) -> bool:
        return self.default is not None and value == self.default()


@dataclass(frozen=True, slots=True)
class Record:
    """A dataclass of the model; in a union it says which one it is."""

    kind: type
    tag: str = ""

    def write(self, value: Any, shared: Shared) -> Json:
        written: dict[str, Json] = {"is": self.tag} if self.tag else {}
        for part in parts(self.kind):
            found = getattr(value, part.name)
            if not part.at_default(found):
                written[part.name] = part.form.write(found, shared)
        return written

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        if not isinstance(value, dict):
            raise refuse(path, "object", value)
        known = parts(self.kind)
        names = {part.name for part in known} | ({"is"} if self.tag else set())
        for key in value:
            if key not in names:
                raise CorruptFile(f"unknown key '{key[:60]}'", Source(entry=path))
        given = {}
        for part in known:
            if part.name in value:
                given[part.name] = part.form.read(value[part.name], shared, f"{path}.{part.name}")
            elif part.default is None:
                raise CorruptFile(f"'{part.name}' is missing", Source(entry=path))
        return self.kind(**given)

    def schema(self, named: dict[str, Json]) -> Json:
        name = self.kind.__name__
        if name not in named:
            named[name] = {}
            named[name].update(self._described(named))
        return {"$ref": f"#/$defs/{name}"}

    def _described(self, named: dict[str, Json]) -> Json:
        known = parts(self.kind)
        properties: dict[str, Json] = {"is": {"const": self.tag}} if self.tag else {}
        properties.update((part.name, part.form.schema(named)) for part in known)
        required = (["is"] if self.tag else []) + [part.name for part in known if part.default is None]
        described: dict[str, Json] = {"description": " ".join((self.kind.__doc__ or "").split()), "type": "object"}
        described |= {"properties": properties, "additionalProperties": False}
        return described | ({"required": required} if required else {})


@dataclass(frozen=True, slots=True)
class OneOf:
    """A record of one of several classes, named under "is"."""

    kinds: tuple[type, ...]

    def write(self, value: Any, shared: Shared) -> Json:
        return Record(type(value), tag_of(type(value))).write(value, shared)

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        tags = {tag_of(kind): kind for kind in self.kinds}
        tag = value.get("is") if isinstance(value, dict) else None
        if not isinstance(tag, str) or tag not in tags:
            raise refuse(path, f'an object with "is" one of {", ".join(tags)}', value if tag is None else tag)
        return Record(tags[tag], tag).read(value, shared, path)

    def schema(self, named: dict[str, Json]) -> Json:
        return {"oneOf": [Record(kind, tag_of(kind)).schema(named) for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class Indexed:
    """A record that stands in a table of the document."""

    kind: type

    def write(self, value: Any, shared: Shared) -> Json:
        return shared.place(self.kind, value, lambda: Record(self.kind).write(value, shared))

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        rows = shared.rows[self.kind]
        if type(value) is not int or not 0 <= value < len(rows):
            raise refuse(path, f"an index into {TABLES[self.kind]} (0 to {len(rows) - 1})", value)
        return rows[value]

    def schema(self, named: dict[str, Json]) -> Json:
        Record(self.kind).schema(named)
        return {"type": "integer", "minimum": 0, "description": f"index into {TABLES[self.kind]}"}


SCALARS: Mapping[object, Form] = {
    str: Scalar(str, "string"),
    int: Scalar(int, "integer"),
    bool: Scalar(bool, "boolean"),
    float: Number(),
    object: Plain(),
    Mapping[str, object]: Records(),
    Event: OneOf(EVENTS),
    Grid: OneOf(GRIDS),
}


def document(kind: str, body: object) -> dict[str, Json]:
    """The whole document around a state, log or module."""
    shared = Shared()
    written = form_of(BODIES[kind]).write(body, shared)
    tables = {name: shared.rows[row_kind] for row_kind, name in TABLES.items() if shared.rows[row_kind]}
    return {"format": FORMAT, "kind": kind, **tables, kind: written}


def schema() -> dict[str, Json]:
    """The JSON Schema of a document, made from the same fields that read and write it."""
    named: dict[str, Json] = {}
    bodies = {kind: form_of(body).schema(named) for kind, body in BODIES.items()}
    tables = {name: {"type": "array", "items": Record(kind).schema(named)} for kind, name in TABLES.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FORMAT}.json",
        "title": "A state, log or module as adjudicator writes it",
        "description": "Fields at their default are left out. Designs and boards stand in tables, named by index.",
        "type": "object",
        "properties": {"format": {"const": FORMAT}, "kind": {"enum": [*BODIES]}, **tables, **bodies},
        "required": ["format", "kind"],
        "oneOf": [{"properties": {"kind": {"const": kind}}, "required": [kind]} for kind in BODIES],
        "additionalProperties": False,
        "$defs": dict(sorted(named.items())),
    }


def tag_of(kind: type) -> str:
    """The name of a class in the document: `HexGrid` is "hex_grid"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def form_of(hint: Any) -> Form:
    """The form of a type, as annotated in the model."""
    if hint in SCALARS:
        return SCALARS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union(inner)
    if origin is tuple:
        return Many(form_of(inner[0])) if inner[-1] is Ellipsis else Fixed(tuple(map(form_of, inner)))
    if origin in (frozenset, Sequence):
        return Many(form_of(inner[0]), frozenset if origin is frozenset else tuple)
    if origin in (Map, Mapping):
        key, value, gather = form_of(inner[0]), form_of(inner[1]), Map if origin is Map else dict
        return Named(value, gather) if inner[0] is str else Paired(key, value, gather)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Choice(hint)
    if hint in TABLES:
        return Indexed(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return Record(hint)
    raise TypeError(f"the native format has no form for {hint}")


def _union(members: tuple[Any, ...]) -> Form:
    rest = tuple(member for member in members if member is not NoneType)
    inner = form_of(rest[0]) if len(rest) == 1 else TextOr(form_of(next(each for each in rest if each is not str)))
    return Maybe(inner) if len(rest) < len(members) else inner


@cache
def parts(kind: type) -> tuple[Part, ...]:
    """The fields of a record as the document has them; what is a function, such as a box's pictures, stays out."""
    hints = get_type_hints(kind, localns={"PlacedBoard": PlacedBoard, "Event": Event})
    return tuple(
        Part(each.name, form_of(hints[each.name]), _default(each))
        for each in fields(kind)
        if get_origin(hints[each.name]) is not Callable
    )


def _default(given: Any) -> Callable[[], object] | None:
    if given.default_factory is not MISSING:
        return given.default_factory  # type: ignore[no-any-return] # dataclasses leave fields untyped
    if given.default is not MISSING:
        return lambda: given.default
    return None
