"""JSON Schemas of pack files, made from the models that read them.

A pack may extend another and then states only what differs. So no key of such a file is required, and an entry of a list may
carry `id`, `gone` and `before`, by which it is merged (`packs.load`). The terms of a rule are those of the check it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from adjudicator.checks.registry import Check, checks
from adjudicator.lean import dataclass
from adjudicator.packs.folders import chain_of, known_folders, packages_of
from adjudicator.packs.merging import REPLACES
from adjudicator.packs.tables import TABLES
from adjudicator.reference.docstrings import field_texts
from adjudicator.reference.kinds import KINDS, FileKind
from adjudicator.reference.uses import Uses, full_name, uses

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFS = "#/$defs/"
MODEL = "x-model"
"""Where a schema keeps the model it was made from until it is written."""

Schema = dict[str, Any]

NAMED_PARTS = ("properties", "$defs")
LISTED_PARTS = ("anyOf", "allOf", "prefixItems")
PARTS = ("items", "additionalProperties", "if", "then")
AMOUNT: Schema = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[-+]?([0-9]+(/[0-9]+)?|[0-9]*\.[0-9]+)$"}]
}
"""A number that may be written as a fraction."""
MERGED_BY: Schema = {
    "id": {"type": "string", "description": "Names this entry, so that a pack that extends this one can change it."},
    "gone": {"const": True, "description": "Drops the entry of this id that the extended pack has."},
    "before": {
        "type": "string",
        "description": "The id of the entry before which this new one is put; else it comes last.",
    },
}

REPLACES_LISTS: Schema = {
    "type": "array",
    "items": {"type": "string"},
    "description": "The lists of this file that are meant to replace those of the extended pack, though not every entry has "
    "an `id`; of any other list that drops inherited entries a note tells.",
}


@dataclass(frozen=True, slots=True)
class Models:
    """Every model of every kind of file as a schema: its name by model, and what it says by name."""

    names: Mapping[type[BaseModel], str]
    defs: Mapping[str, Schema]

    def of(self, model: type[BaseModel]) -> Schema:
        return self.defs[self.names[model]]

    def reached(self, start: Iterable[str]) -> tuple[str, ...]:
        """The names of all models that these lead to, themselves included, in the order in which they are met."""
        found: dict[str, None] = {}
        waiting = list(start)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                waiting += references(self.defs[name])
        return tuple(found)


@cache
def known_checks() -> tuple[Check, ...]:
    """Every check that a rules.toml may name in a bundled or installed pack, by package and name."""
    found = {
        (each.package, each.name): each
        for folder in known_folders()
        for each in checks(packages_of(chain_of(folder))).values()
        if not each.article_of
    }
    return tuple(found[place] for place in sorted(found))


@cache
def models() -> Models:
    """The models of all kinds of file and of the terms of all checks."""
    terms = tuple((each.name, each.terms) for each in known_checks())
    roots = dict.fromkeys([*(kind.model for kind in KINDS), *(model for _, model in terms)])
    named, whole = models_json_schema([(root, "validation") for root in roots], schema_generator=_Generator)
    shown = uses(terms)
    return Models(
        {root: named[root, "validation"]["$ref"].removeprefix(DEFS) for root in roots},
        {name: _with_examples(_rebuilt(schema, _tidied), shown) for name, schema in whole["$defs"].items()},
    )


def schema_of(kind: FileKind) -> Schema:
    """The schema of a kind of file."""
    if kind.id == "rules":
        return _closed(kind, _rules())
    if kind.id == "readings":
        return _closed(kind, _readings())
    return _closed(kind, {name: models().defs[name] for name in models().reached([models().names[kind.model]])})


def references(schema: Schema) -> Iterator[str]:
    """The names of the models that a schema speaks of, as it stands."""
    if "$ref" in schema:
        yield schema["$ref"].removeprefix(DEFS)
    for part in parts_of(schema):
        yield from references(part)


def parts_of(schema: Schema) -> Iterator[Schema]:
    """The schemas that a schema is made of."""
    for key, value in schema.items():
        if key in NAMED_PARTS:
            yield from value.values()
        elif key in LISTED_PARTS:
            yield from value
        elif key in PARTS and isinstance(value, dict):
            yield value


def _rebuilt(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """A schema with every one of its parts changed, and then itself."""
    found: Schema = {}
    for key, value in schema.items():
        if key in NAMED_PARTS:
            found[key] = {name: _rebuilt(part, change) for name, part in value.items()}
        elif key in LISTED_PARTS:
            found[key] = [_rebuilt(part, change) for part in value]
        else:
            found[key] = _rebuilt(value, change) if key in PARTS and isinstance(value, dict) else value
    return change(found)


def _closed(kind: FileKind, defs: Mapping[str, Schema]) -> Schema:
    """A schema that stands alone."""
    root = models().names[kind.model]
    made = {name: _partial(schema) if kind.partial else schema for name, schema in defs.items()}
    if kind.partial:
        _let_entries_merge(made)
    if kind.id in TABLES:
        made[root] = {**made[root], "properties": {**made[root]["properties"], REPLACES: REPLACES_LISTS}}
    head: Schema = {"$schema": DIALECT, "title": kind.file, **{k: v for k, v in made[root].items() if k != "title"}}
    return _rebuilt({**head, "$defs": {name: made[name] for name in sorted(made) if name != root}}, _bare)


def _rules() -> Mapping[str, Schema]:
    """rules.toml: a rule takes the terms of its check; one that names no check changes the terms of an extended pack's."""
    found = models()
    terms: dict[str, list[str]] = {}
    for each in known_checks():
        terms.setdefault(each.name, []).append(found.names[each.terms])
    reached = found.reached(name for names in terms.values() for name in names)
    defs = {name: found.defs[name] for name in reached}
    rules = next(kind for kind in KINDS if kind.id == "rules")
    defs |= {name: found.defs[name] for name in found.reached([found.names[rules.model]])}
    entry = dict(defs["RuleEntry"])
    properties = dict(entry["properties"])
    any_terms = dict.fromkeys(name for names in terms.values() for name in names)
    properties["check"] = {**properties["check"], "enum": ["", *sorted(terms)]}
    properties["terms"] = {
        **{key: value for key, value in properties["terms"].items() if key != "additionalProperties"},
        "anyOf": [{"$ref": DEFS + name} for name in any_terms],
    }
    defs["RuleEntry"] = {**entry, "properties": properties}
    defs["TermsByCheck"] = {"allOf": [_if_check(name, names) for name, names in sorted(terms.items())]}
    root = found.names[rules.model]
    whole = dict(defs[root])
    listed = {
        **whole["properties"]["rule"],
        "items": {"allOf": [{"$ref": DEFS + "RuleEntry"}, {"$ref": DEFS + "TermsByCheck"}]},
    }
    defs[root] = {**whole, "properties": {"rule": listed}}
    return defs


def _if_check(name: str, models_of: list[str]) -> Schema:
    taken = [{"$ref": DEFS + each} for each in models_of]
    return {
        "if": {"properties": {"check": {"const": name}}, "required": ["check"]},
        "then": {"properties": {"terms": taken[0] if len(taken) == 1 else {"anyOf": taken}}},
    }


def _readings() -> Mapping[str, Schema]:
    """readings.toml: what a choice changes in a table is a part of that table's file."""
    found = models()
    readings = next(kind for kind in KINDS if kind.id == "readings")
    tables = {stem: found.names[model] for stem, model in TABLES.items()}
    defs = {name: found.defs[name] for name in found.reached([found.names[readings.model], *tables.values()])}
    entry = dict(defs["ReadingEntry"])
    patch = {"type": "object", "properties": {stem: {"$ref": DEFS + name} for stem, name in tables.items()}}
    effects = {**entry["properties"]["effects"], "additionalProperties": {**patch, "additionalProperties": False}}
    defs["ReadingEntry"] = {**entry, "properties": {**entry["properties"], "effects": effects}}
    return defs


def _partial(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "required"}


def _let_entries_merge(defs: dict[str, Schema]) -> None:
    """Let the entries of every list of tables carry the keys by which they are merged."""
    listed = {name for schema in defs.values() for name in _listed(schema)}
    for name in listed:
        schema = defs[name]
        if "properties" in schema:
            defs[name] = {
                **schema,
                "properties": {
                    **schema["properties"],
                    **{k: v for k, v in MERGED_BY.items() if k not in schema["properties"]},
                },
            }


def _listed(schema: Schema) -> Iterator[str]:
    """The names of the models whose tables stand in lists."""
    if isinstance(schema.get("items"), dict):
        yield from references(schema["items"])
    for part in parts_of(schema):
        yield from _listed(part)


class _Generator(GenerateJsonSchema):
    """Pydantic's own schema, with the words that stand under each field and the model that it was made from."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        made = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        texts = field_texts(model)
        for name, field in model.model_fields.items():
            key = field.alias or name
            if key in made.get("properties", {}) and name in texts:
                made["properties"][key]["description"] = texts[name]
        return {**made, MODEL: full_name(model)}


def _tidied(schema: Schema) -> Schema:
    """A schema without what tells nothing to who writes TOML: titles made from names, nulls, tables as defaults."""
    found = dict(schema)
    if "properties" in found:
        found["properties"] = {
            name: {key: value for key, value in part.items() if key != "title"}
            for name, part in found["properties"].items()
        }
    if isinstance(found.get("default"), dict | list) or found.get("default", "") is None:
        del found["default"]
    return _plainer(found) if "anyOf" in found else found


def _plainer(schema: Schema) -> Schema:
    """A choice without null and without the parts of a number that say the same twice; a choice of one is no choice."""
    parts = [part for part in schema["anyOf"] if part != {"type": "null"}]
    if {"type": "string", "format": "fraction"} in parts:
        parts = [
            *AMOUNT["anyOf"],
            *(
                part
                for part in parts
                if part.get("type") not in ("number", "integer") and part.get("format") != "fraction"
            ),
        ]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**parts[0], **rest} if len(parts) == 1 else {**rest, "anyOf": parts}


def _with_examples(schema: Schema, shown: Uses) -> Schema:
    properties = schema.get("properties", {})
    made = {
        key: {**value, "examples": [line]} if (line := shown.get((schema[MODEL], key))) else value
        for key, value in properties.items()
    }
    return {**schema, "properties": made} if made else schema


def _bare(schema: Schema) -> Schema:
    """A schema as it is written: a reference stands alone, for older readers ignore what stands beside one."""
    found = {key: value for key, value in schema.items() if key not in (MODEL, "examples")}
    if "$ref" in found and len(found) > 1:
        return {"allOf": [{"$ref": found.pop("$ref")}], **found}
    return found
