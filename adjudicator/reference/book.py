"""Where in the reference each table is described, under which heading, and what may stand under a key, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.checks.registry import SHARED, Check
from adjudicator.lean import dataclass
from adjudicator.reference.kinds import KINDS, FileKind
from adjudicator.reference.schema import DEFS, Schema, known_checks, models, references

SHARED_PAGE = "shared.md"
PLAIN: Mapping[str, str] = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "table",
}


@dataclass(frozen=True, slots=True)
class BookPlace:
    """Where a model is described."""

    page: str
    title: str

    def link(self, page: str) -> str:
        """The way to it from a page."""
        words = re.sub(r"[^a-z0-9_ -]", "", self.title.casefold()).strip().replace(" ", "-")
        return f"#{words}" if page == self.page else f"{self.page}#{words}"


def page_of(kind: FileKind) -> str:
    """The page of a kind of file."""
    return f"{kind.id}.md"


def checks_page(package: str) -> str:
    """The page of the checks that a package brings."""
    return "checks.md" if package == SHARED else f"checks-{package.rpartition('.')[2]}.md"


def checks_by_package() -> Mapping[str, tuple[Check, ...]]:
    """The checks by the package that brings them, the shared ones first."""
    packages = sorted({each.package for each in known_checks()}, key=lambda package: (package != SHARED, package))
    return {package: tuple(each for each in known_checks() if each.package == package) for package in packages}


@cache
def places() -> Mapping[str, BookPlace]:
    """Where every model is described: with the one file that speaks of it, else among those that several share."""
    speaking: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        for name, title in _titled(models().names[kind.model], ""):
            speaking.setdefault(name, {}).setdefault(page_of(kind), title)
    for each in known_checks():
        for name, title in _titled(models().names[each.terms], each.name):
            speaking.setdefault(name, {}).setdefault(checks_page(each.package), title)
    return {name: _place(name, on) for name, on in speaking.items()}


def _place(name: str, on: Mapping[str, str]) -> BookPlace:
    if len(on) > 1:
        spelt = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", models().defs[name].get("title", name).rpartition("__")[2])
        return BookPlace(SHARED_PAGE, spelt.capitalize())
    ((page, title),) = on.items()
    return BookPlace(page, title)


def _titled(root: str, title: str) -> Iterator[tuple[str, str]]:
    """The models that a root leads to, each by the way to it that is shortest."""
    seen = {root: title}
    waiting = [root]
    while waiting:
        name = waiting.pop(0)
        for key, part in models().defs[name].get("properties", {}).items():
            for inner in references(part):
                if inner not in seen:
                    seen[inner] = _heading(key, part, seen[name], name == root)
                    waiting.append(inner)
    return iter(seen.items())


def _heading(key: str, part: Schema, above: str, at_top: bool) -> str:
    if not at_top or above:
        return f"`{key}` of {above}" if above else f"`{key}`"
    if part.get("type") == "array":
        return f"`[[{key}]]`"
    return f"`[{key}.NAME]`" if "additionalProperties" in part else f"`[{key}]`"


def in_words(part: Schema, page: str) -> str:
    """What may stand there."""
    if "$ref" in part:
        return _named(part["$ref"].removeprefix(DEFS), page)
    if "anyOf" in part:
        if any("?" in each.get("enum", ()) for each in part["anyOf"]):
            return "[cell](README.md#cells)"
        return " or ".join(dict.fromkeys(in_words(each, page) for each in part["anyOf"]))
    if "const" in part:
        return f"`{part['const']}`"
    if "enum" in part:
        return "one of " + ", ".join(f'`"{value}"`' for value in part["enum"])
    if part.get("type") == "array":
        return _list_in_words(part, page)
    inner = part.get("additionalProperties")
    if isinstance(inner, dict) and inner:
        return f"table of names, each with {in_words(inner, page)}"
    return "fraction" if "/" in part.get("pattern", "") else PLAIN.get(str(part.get("type", "")), "any value")


def _named(name: str, page: str) -> str:
    if "properties" not in models().defs[name]:
        return in_words(models().defs[name], page)
    place = places()[name]
    return f"[{place.title}]({place.link(page)})"


def _list_in_words(part: Schema, page: str) -> str:
    if "prefixItems" in part:
        return f"list of {' and '.join(in_words(each, page) for each in part['prefixItems'])}"
    inner = in_words(part.get("items", {}), page)
    return "list of words" if inner == "text" else f"list of {inner}"
