"""Records: the dataclasses of the model as objects of a document, and the form of any type that the model's fields have.

A record is an object of its fields, those at their default left out. A union says which member it is under "is"; what
stands in a table is named by its index there.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from adjudicator.errors import CorruptFile, Source
from adjudicator.importers.native.wire.forms import (
    TABLES,
    ClosedList,
    Fixed,
    Form,
    Json,
    Many,
    Maybe,
    NamedForm,
    Number,
    Paired,
    Plain,
    Records,
    Scalar,
    Shared,
    TextOr,
    refuse,
)
from adjudicator.lean import dataclass
from adjudicator.model import events
from adjudicator.model.grid import Grid, HexGrid, RegionGrid, SquareGrid, ZonedGrid
from adjudicator.model.state import Event
from adjudicator.persistent import PersistentMap

GRIDS = (HexGrid, SquareGrid, RegionGrid, ZonedGrid)
EVENTS = tuple(
    found
    for found in vars(events).values()
    if inspect.isclass(found)
    and is_dataclass(found)
    and hasattr(found, "applied")
    and found.__module__ == events.__name__
)


@dataclass(frozen=True, slots=True)
class RecordField:
    """One field of a record."""

    name: str
    form: Form
    default: Callable[[], object] | None

    def at_default(self, value: object) -> bool:
        return self.default is not None and value == self.default()


@dataclass(frozen=True, slots=True)
class RecordForm:
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
        return RecordForm(type(value), tag_of(type(value))).write(value, shared)

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        tags = {tag_of(kind): kind for kind in self.kinds}
        tag = value.get("is") if isinstance(value, dict) else None
        if not isinstance(tag, str) or tag not in tags:
            raise refuse(path, f'an object with "is" one of {", ".join(tags)}', value if tag is None else tag)
        return RecordForm(tags[tag], tag).read(value, shared, path)

    def schema(self, named: dict[str, Json]) -> Json:
        return {"oneOf": [RecordForm(kind, tag_of(kind)).schema(named) for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class Indexed:
    """A record that stands in a table of the document."""

    kind: type

    def write(self, value: Any, shared: Shared) -> Json:
        return shared.place(self.kind, value, lambda: RecordForm(self.kind).write(value, shared))

    def read(self, value: Json, shared: Shared, path: str) -> Any:
        rows = shared.rows[self.kind]
        if type(value) is not int or not 0 <= value < len(rows):
            raise refuse(path, f"an index into {TABLES[self.kind]} (0 to {len(rows) - 1})", value)
        return rows[value]

    def schema(self, named: dict[str, Json]) -> Json:
        RecordForm(self.kind).schema(named)
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
    if origin in (PersistentMap, Mapping):
        key, value, gather = form_of(inner[0]), form_of(inner[1]), PersistentMap if origin is PersistentMap else dict
        return NamedForm(value, gather) if inner[0] is str else Paired(key, value, gather)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ClosedList(hint)
    if hint in TABLES:
        return Indexed(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return RecordForm(hint)
    raise TypeError(f"the native format has no form for {hint}")


def _union(members: tuple[Any, ...]) -> Form:
    rest = tuple(member for member in members if member is not NoneType)
    inner = form_of(rest[0]) if len(rest) == 1 else TextOr(form_of(next(each for each in rest if each is not str)))
    return Maybe(inner) if len(rest) < len(members) else inner


@cache
def parts(kind: type) -> tuple[RecordField, ...]:
    """The fields of a record as the document has them; what is a function, such as a box's pictures, stays out."""
    hints = get_type_hints(kind)
    return tuple(
        RecordField(each.name, form_of(hints[each.name]), _default(each))
        for each in fields(kind)
        if get_origin(hints[each.name]) is not Callable
    )


def _default(given: Any) -> Callable[[], object] | None:
    if given.default_factory is not MISSING:
        return given.default_factory  # type: ignore[no-any-return] # dataclasses leave fields untyped
    if given.default is not MISSING:
        return lambda: given.default
    return None
