"""The keys of the rule language of a tree, and the values that its TOML gives them: `python tests/keys.py ROOT`.

A key is a field of a class under `Table`, counted where it is declared. What sets one is every file of a pack in
adjudicator/packs and fixtures, what articles in code say of themselves, what a question of `packs rules` writes, and the TOML
in docs/ and the README.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

import adjudicator
from adjudicator.checks.articles import _ENTRIES, ANEW
from adjudicator.checks.registry import _CHECKS
from adjudicator.game.interview.question import Question, questions
from adjudicator.model.pack import RuleEntry
from adjudicator.model.theatre import Table
from adjudicator.packs.folders import chain_of
from adjudicator.reference.kinds import KINDS
from adjudicator.reference.schema_files import kind_of
from adjudicator.terms.when import When

OF_USERS = (
    "adjudicator.audit.rulings",
    "adjudicator.exporters.theatre_map.style",
    "adjudicator.game.settings",
    "adjudicator.model.binding",
    "adjudicator.model.taught_dice",
    "adjudicator.model.theatre",
    "adjudicator.packs.sharing",
)
"""Files that a user has of his own module, map and games, or that the program writes: a key may well be in no file of ours."""
OF_MERGING = frozenset({"id", "gone", "before", "replaces"})
"""What the merging of packs reads before a table is one."""
BLOCK = re.compile(r"^```toml *\n(.*?)^```$", re.DOTALL | re.MULTILINE)
Key = tuple[type[BaseModel], str]


def tables() -> set[type[Table]]:
    """Every class under `Table`, of all our modules."""
    for module in pkgutil.walk_packages(adjudicator.__path__, "adjudicator."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {each for each in _under(Table) if each.__module__.startswith("adjudicator.")}
    for each in found:
        each.model_rebuild()  # a table may name one that is defined after it
    return found


def _under(kind: type[Table]) -> Iterator[type[Table]]:
    for each in kind.__subclasses__():
        yield from (each, *_under(each))


def keys() -> list[Key]:
    """Every key, with the class that declares it."""
    return [(each, name) for each in tables() for name in each.model_fields if name in _own(each)]


def values(root: Path) -> Mapping[Key, set[str]]:
    """The keys that are set, each with all that stands there."""
    found: dict[Key, set[str]] = defaultdict(set)
    for kind, content in (*_files(root), *_blocks(root), *_written(), *_articles()):
        for key, value in _set(kind, content):
            found[key].add(value)
    return found


def _files(root: Path) -> Iterator[tuple[object, object]]:
    for folder in ("adjudicator/packs", "fixtures", "tests/packs/chickamauga"):
        for path in sorted((root / folder).rglob("*.toml")):
            content = _with_checks(path) if path.name == "rules.toml" else _read(path)
            yield from ((kind.model, content) for kind in KINDS if path.match(kind.pattern))
    yield from ((Question, each.model_dump(by_alias=True, exclude_unset=True)) for each in questions())


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _with_checks(path: Path) -> dict[str, Any]:
    """The rules of a pack, each with its check: one that changes a rule of the pack before it need not name it."""
    files = [_read(folder / path.name).get("rule", []) for folder in chain_of(path.parent)]
    named = {rule["id"]: rule["check"] for rules in files for rule in rules if "check" in rule}
    return {"rule": [{"check": named.get(rule["id"], ""), **rule} for rule in files[-1]]}


def _blocks(root: Path) -> Iterator[tuple[object, object]]:
    """Those that name their file are of its kind, any other of each kind that knows all of its first keys."""
    for page in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        for text in BLOCK.findall(page.read_text(encoding="utf-8")):
            content = tomllib.loads(text)
            named = re.match(r"# (\S+\.toml)", text)
            kind = kind_of(named[1]) if named else None
            yield from ((each.model, content) for each in ([kind] if kind else KINDS))


def _written() -> Iterator[tuple[object, object]]:
    """What the questions write."""
    models = {kind.id: kind.model for kind in KINDS}
    for each in questions():
        for write in each.writes:
            content: Any = [write.entry] if write.entry else write.keys
            for part in reversed([part for part in write.table.split(".") if part]):
                content = {part: content}
            yield models[write.file], content
        yield models["rules"], {"rule": [_rule(rule.model_dump(exclude_unset=True)) for rule in each.rules]}


def _articles() -> Iterator[tuple[object, object]]:
    """What articles in code say of themselves, as entries of rules.toml would."""
    for of_package in (told for package, told in _ENTRIES.items() if package.startswith("adjudicator.")):
        for entries in of_package.values():
            yield from ((RuleEntry, {k: v for k, v in each.items() if k != ANEW}) for _, each in entries.values())


def _rule(judged: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in judged.items() if key not in ("article", "only", "given", "each")}


def _set(kind: object, value: object) -> Iterator[tuple[Key, str]]:
    """The keys that a value sets, read as a type says."""
    if isinstance(value, list | tuple):
        for inner in _inner(kind, (list, tuple, frozenset, set)):
            yield from (found for each in value for found in _set(inner, each))
    elif isinstance(value, Mapping):
        for inner in _inner(kind, (dict, Mapping)):
            yield from (found for each in value.values() for found in _set(inner, each))
        for table in _tables(kind):
            yield from _set_in(table, value)


def _set_in(table: type[BaseModel], value: Mapping[str, Any]) -> Iterator[tuple[Key, str]]:
    fields = {each.alias or name: (name, each.annotation) for name, each in table.model_fields.items()}
    if not value.keys() - OF_MERGING <= fields.keys():
        return
    for key in value.keys() & fields.keys():
        name, kind = fields[key]
        yield (_declaring(table, name), name), json.dumps(value[key], sort_keys=True, default=str)
        yield from _set(kind, value[key])
    if "check" in fields:
        for package in _CHECKS.values():
            if value.get("check") in package:
                yield from _set(package[value["check"]].terms, value.get("terms", {}))
        yield from _set(When, value.get("during", {}))
    if "effects" in fields:
        models = {kind.id: kind.model for kind in KINDS}
        for effects in value.get("effects", {}).values():
            yield from (found for file, content in effects.items() for found in _set(models[file], content))


def _inner(kind: object, containers: tuple[type, ...]) -> Iterator[object]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _inner(arguments[0], containers)
    elif isinstance(origin, type) and issubclass(origin, containers):
        yield from (each for each in arguments if each is not Ellipsis)
    elif arguments:
        yield from (found for each in arguments for found in _inner(each, containers))


def _tables(kind: object) -> Iterator[type[BaseModel]]:
    """The tables among types, or among those of a choice between several."""
    if isinstance(kind, type) and not get_args(kind):
        yield from (kind,) if issubclass(kind, BaseModel) else ()
    elif get_origin(kind) in (Annotated, Union, UnionType):
        yield from (found for each in get_args(kind) for found in _tables(each))


def _declaring(table: type[BaseModel], name: str) -> type[BaseModel]:
    return next(each for each in table.__mro__ if name in _own(each))


def _own(kind: type) -> Mapping[str, object]:
    return inspect.get_annotations(kind)


def measured(root: Path) -> dict[str, list[str]]:
    """Every key by its full name, with the values that it has; those of OF_USERS that nothing sets are left out."""
    declared, given = keys(), values(root)
    return {
        f"{kind.__module__}.{kind.__qualname__}.{name}": sorted(given.get((kind, name), ()))
        for kind, name in declared
        if (kind, name) in given or kind.__module__ not in OF_USERS
    }


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1])), sort_keys=True))
