"""Examples of every key, taken from the bundled packs: what a pack really says there, as it would stand in a line of TOML."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from adjudicator.packs.drafting.texts import inline, toml_key
from adjudicator.packs.folders import known_folders
from adjudicator.reference.kinds import KINDS, files_of
from adjudicator.toml import read_toml

LONGEST = 90
TEACHING = "two_rivers"
"""The pack whose uses are shown first."""


Uses = Mapping[tuple[str, str], str]
"""By model (`full_name`) and key, a line of TOML that gives the key a value."""


@cache
def uses(checks: tuple[tuple[str, type[BaseModel]], ...]) -> Uses:
    """One use of every key that a bundled pack gives, and of the terms of these checks, by the check's name."""
    found: dict[tuple[str, str], str] = {}
    for model, key, value in _all_uses(dict(checks)):
        place, line = (full_name(model), key), f"{toml_key(key)} = {inline(value)}"
        if place not in found or len(found[place]) > LONGEST >= len(line):
            found[place] = line
    return {place: line for place, line in found.items() if len(line) <= LONGEST}


def full_name(model: type) -> str:
    """A class by module and name."""
    return f"{model.__module__}.{model.__qualname__}"


def _all_uses(checks: Mapping[str, type[BaseModel]]) -> Iterator[tuple[type[BaseModel], str, object]]:
    for folder in sorted(known_folders(), key=lambda folder: folder.name != TEACHING):
        for kind in KINDS:
            for path in files_of(kind, folder):
                content = read_toml(path)
                yield from _uses_in(kind.model, content)
                if kind.id == "rules":
                    yield from _terms(content, checks)


def _terms(
    content: Mapping[str, Any], checks: Mapping[str, type[BaseModel]]
) -> Iterator[tuple[type[BaseModel], str, object]]:
    for rule in content.get("rule", ()):
        model = checks.get(rule.get("check", ""))
        if model is not None:
            yield from _uses_in(model, rule.get("terms", {}))


def _uses_in(model: type[BaseModel], table: object) -> Iterator[tuple[type[BaseModel], str, object]]:
    if not isinstance(table, Mapping):
        return
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key in table:
            yield model, key, table[key]
            for inner, value in _inner(field.annotation, table[key]):
                yield from _uses_in(inner, value)


def _inner(annotation: object, value: object) -> Iterator[tuple[type[BaseModel], object]]:
    """The models that an annotation speaks of, each with its part of a value."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, value
        return
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated or origin in (Union, types.UnionType):
        for part in parts[:1] if origin is Annotated else parts:
            yield from _inner(part, value)
    elif isinstance(value, Mapping) and len(parts) == 2:
        for each in value.values():
            yield from _inner(parts[1], each)
    elif isinstance(value, list) and parts:
        yield from _in_list(parts, value)


def _in_list(parts: tuple[object, ...], value: Iterable[object]) -> Iterator[tuple[type[BaseModel], object]]:
    for each in value:
        yield from _inner(parts[0], each)
