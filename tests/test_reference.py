"""The reference is whole and in step; bundled packs name their schemas and fit them, and a misspelt key does not."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.model.move_notation import parse_moves
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.record.acts import Act
from adjudicator.reference.acts import kinds_of_act
from adjudicator.reference.docstrings import field_texts
from adjudicator.reference.kinds import KINDS, FileKind, files_of
from adjudicator.reference.pages import pages
from adjudicator.reference.schema import MODEL, Schema, known_checks, models, references
from adjudicator.reference.schema_files import schema_texts
from adjudicator.toml import read_toml
from tests.helpers import ROOT

PACKS = sorted(path.parent for path in BUNDLED.glob("*/pack.toml"))
FILES = [(kind, path) for folder in PACKS for kind in KINDS for path in files_of(kind, folder)]
EXAMPLE = re.compile(r"Example: `(.+?)`(?=\.? |\.?$)")
IDS = [path.relative_to(BUNDLED).as_posix() for _, path in FILES]


class Base:
    """A class with words under its fields."""

    one: int = 1
    """What one is."""

    two: int = 2


class Heir(Base):
    """One that says more."""

    two: int = 2
    """What two is,
    over two lines."""

    class Inner:
        """One within."""

        one: int
        """Another one."""


def test_words_under_a_field_are_read_from_the_source() -> None:
    assert field_texts(Heir) == {"one": "What one is.", "two": "What two is, over two lines."}
    assert field_texts(Heir.Inner) == {"one": "Another one."}


@cache
def validator(kind: FileKind) -> Draft202012Validator:
    schema = json.loads(schema_texts()[kind.schema_file])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize(("kind", "path"), FILES, ids=IDS)
def test_a_bundled_file_fits_its_schema(kind: FileKind, path: Path) -> None:
    assert [f"{error.json_path}: {error.message[:200]}" for error in validator(kind).iter_errors(read_toml(path))] == []


@pytest.mark.parametrize(("kind", "path"), FILES, ids=IDS)
def test_a_bundled_file_names_its_schema(kind: FileKind, path: Path) -> None:
    """In the first line, by a path that leads to the published one."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    assert first.startswith("#:schema ")
    assert (path.parent / first.removeprefix("#:schema ")).resolve() == ROOT / "schemas" / kind.schema_file


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_schema_rejects_a_misspelt_key_in_any_table(kind: FileKind) -> None:
    for path in (path for folder in PACKS for path in files_of(kind, folder)):
        content = read_toml(path)
        for table in tables_in(content):
            if validator_takes(kind, content, table):
                raise AssertionError(f"{path}: {table} may have a key 'mispelt'")
        return
    raise AssertionError(f"no bundled pack has a {kind.file}")


@pytest.mark.parametrize("check", ["", *sorted({each.name for each in known_checks()})])
def test_a_misspelt_term_is_rejected_whatever_the_check(check: str) -> None:
    rules = validator(next(kind for kind in KINDS if kind.id == "rules"))
    assert rules.is_valid({"rule": [{"id": "1", "check": check, "terms": {}}]})
    assert not rules.is_valid({"rule": [{"id": "1", "check": check, "terms": {"mispelt": 1}}]})


def tables_in(value: Any) -> Iterator[dict[str, Any]]:
    """The whole file, the entries of its lists, and the terms and selectors in them: tables whose keys are given, not names."""
    if isinstance(value, dict):
        yield value
        for key, inner in value.items():
            if isinstance(inner, list) and inner:
                yield from tables_in(inner[0])
            elif key in ("terms", "who", "where", "when", "edges"):
                yield from tables_in(inner)


def validator_takes(kind: FileKind, content: Any, table: dict[str, Any]) -> bool:
    table["mispelt"] = 1
    try:
        return validator(kind).is_valid(content)
    finally:
        del table["mispelt"]


KEYS = [(name, key) for name, schema in models().defs.items() for key in schema.get("properties", {})]


def part(name: str, key: str) -> Schema:
    found: Schema = models().defs[name]["properties"][key]
    return found


def test_every_key_says_what_it_means() -> None:
    silent = [(models().defs[name][MODEL], key) for name, key in KEYS if not part(name, key).get("description")]
    assert silent == []


def test_every_key_has_an_example() -> None:
    """One of a bundled pack, one in its description, or those of the table that stands there."""
    bare = [
        (models().defs[name][MODEL], key)
        for name, key in KEYS
        if not (part(name, key).get("examples") or EXAMPLE.search(part(name, key)["description"]))
        and not any(models().defs[inner].get("properties") for inner in references(part(name, key)))
    ]
    assert bare == []


def test_the_examples_in_descriptions_are_right() -> None:
    for name, key in KEYS:
        for example in EXAMPLE.findall(part(name, key).get("description", "")):
            content = tomllib.loads(example)
            assert list(content) == [key], example
            whole = {**models().defs[name], "required": [], "$defs": models().defs}
            assert [error.message for error in Draft202012Validator(whole).iter_errors(content)] == [], example


def test_every_check_shows_what_is_legal_and_what_is_not() -> None:
    for text in checks_pages().values():
        for check in text.split("\n## ")[1:]:
            if "Examines" in check:
                assert "\n- Legal: `" in check, check
                assert "\n- Illegal: `" in check, check


def checks_pages() -> dict[str, str]:
    return {name: text for name, text in pages().items() if name.startswith("checks")}


@pytest.mark.parametrize(("folder", "made"), [("docs/reference", pages), ("schemas", schema_texts)])
def test_the_published_reference_is_in_step(
    folder: str, made: Callable[[], dict[str, str]], request: pytest.FixtureRequest
) -> None:
    for name, text in made().items():
        if request.config.getoption("--regen", default=False):
            (ROOT / folder / name).write_text(text, encoding="utf-8")
        assert (ROOT / folder / name).read_text(encoding="utf-8") == text, "run: pytest tests/test_reference.py --regen"


def test_nothing_else_is_published() -> None:
    assert {path.name for path in (ROOT / "docs" / "reference").iterdir()} == set(pages())
    assert {path.name for path in (ROOT / "schemas").glob("pack-*.json")} == set(schema_texts())


def test_links_between_pages_lead_somewhere() -> None:
    found = pages()
    for name, text in found.items():
        for page, place in re.findall(r"\]\(([a-z_A-Z-]*(?:\.md)?)#([^)]+)\)", text):
            heads = [anchor(head) for head in re.findall(r"^#+ (.+)$", found[page or name], re.MULTILINE)]
            assert place in heads, f"{name}: {page}#{place}"


def anchor(head: str) -> str:
    """As GitHub makes it."""
    return re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-")


ACTS = tuple(kinds_of_act())


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
def test_every_act_says_what_it_is_and_every_field_of_it(kind: type[Act]) -> None:
    assert kind.__doc__
    assert {each.name for each in fields(kind)} <= set(field_texts(kind))


def test_the_examples_of_acts_are_in_the_notation() -> None:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack)
    examples = [example for kind in ACTS for example in EXAMPLE.findall(" ".join((kind.__doc__ or "").split()))]
    assert len(examples) == len(ACTS) - 2, "all but Travel and MarkerAct, which are only what others share"
    assert parse_moves(examples, pack, theatre)
