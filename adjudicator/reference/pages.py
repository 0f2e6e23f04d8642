"""The reference as Markdown: a page for each kind of file, one for the tables that several share, checks by package."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.checks.registry import SHARED, Check
from adjudicator.importers.vassal.validate.page import LINT_PAGE, lint_page
from adjudicator.packs.merging import REPLACES
from adjudicator.packs.tables import TABLES
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.reference.acts import ACTS_PAGE, acts_page
from adjudicator.reference.book import SHARED_PAGE, checks_by_package, checks_page, in_words, page_of, places
from adjudicator.reference.kinds import KINDS, FileKind
from adjudicator.reference.schema import MERGED_BY, REPLACES_LISTS, Schema, models

EXAMINES = {Position: "a position", Act: "an act", PhaseRecord: "a whole phase"}
INTRODUCTION = """# Reference

The files that a pack is made of, key by key. These pages are made from the code that reads the files
(`adjudicator packs reference -o docs/reference`); the [guide](../packs.md) shows how the files work together.

What stands in brackets behind a key is what may stand there, and what counts when the key is left out. Examples are lines of the
bundled packs where one of them uses the key.
"""
CELLS = """
## Cells

A *cell* is a number (`3`), a fraction (`"1/2"`), `"no"` (not allowed), `"unlimited"`, `"half+1"` (half of what is printed, and
one more), or `"?"`: a cell of a printed chart that the book's text lacks. The user's own chart sheet gives it, under the name
that the key's description tells. Without the sheet, verdicts that need it are undetermined.

## Packs that extend others

Such a pack states only what differs. Tables are merged key by key. Entries of lists are merged one by one where each of the new
ones has an `id`: one whose id the old list has changes that entry key by key, any other is added at the end. `gone = true` drops
the old entry of that id, `before = "ID"` puts a new one before another. A list in which one entry has no id replaces the old list
whole. Where entries are lost by that, `packs show`, `check` and reports tell so, unless the file names the list:
`replaces = ["limit"]`, above its tables.
"""
TABLE_PAGES = frozenset(f"{stem}.md" for stem in TABLES)
EXTENDING = "packs that extend others"
EXTENDING_LINK = "README.md#packs-that-extend-others"


def pages() -> dict[str, str]:
    """Every page by its name."""
    found = {"README.md": _index(), SHARED_PAGE: _shared_page(), ACTS_PAGE: acts_page(), LINT_PAGE: list(lint_page())}
    found |= {page_of(kind): _file_page(kind) for kind in KINDS}
    found |= {checks_page(package): _checks_page(package, listed) for package, listed in checks_by_package().items()}
    return {name: "\n".join(lines).rstrip() + "\n" for name, lines in found.items()}


def _index() -> list[str]:
    lines = [INTRODUCTION]
    lines += [f"- [{kind.file}]({page_of(kind)}): {_story(models().of(kind.model))[0]}" for kind in KINDS]
    lines += [
        f"- [Tables that several files share]({SHARED_PAGE}): units, hexes, hexsides and moments that a rule speaks of."
    ]
    lines += [f"- [Acts]({ACTS_PAGE}): what players do, one type for each thing that they can do."]
    lines += [f"- [Rules for modules]({LINT_PAGE}): what `validate` finds wrong with a module of VASSAL's."]
    lines += ["", "The checks that decide rules:", ""]
    for package, listed in checks_by_package().items():
        areas = ", ".join(sorted({each.name.partition(".")[0] for each in listed}))
        lines.append(f"- [{_brought_by(package)}]({checks_page(package)}): {areas}")
    return [*lines, CELLS]


def _brought_by(package: str) -> str:
    return "for every game" if package == SHARED else f"of {package.rpartition('.')[2]}"


def _file_page(kind: FileKind) -> list[str]:
    page, root = page_of(kind), models().names[kind.model]
    lines = [f"# {kind.file}", "", *_table(root, page)]
    if kind.id in TABLES:
        lines.insert(
            -1, _key(REPLACES, REPLACES_LISTS, required=False, page=page) + f" See [{EXTENDING}]({EXTENDING_LINK})."
        )
    for name in models().reached([root]):
        if name != root:
            lines += _section(name, page)
    return lines


def _shared_page() -> list[str]:
    lines = ["# Tables that several files share", ""]
    for name in sorted(places(), key=lambda name: places()[name].title):
        lines += _section(name, SHARED_PAGE)
    return lines


def _checks_page(package: str, listed: Sequence[Check]) -> list[str]:
    page = checks_page(package)
    lines = [f"# Checks {_brought_by(package)}", "", *_about_checks(package)]
    inner: dict[str, None] = {}
    for each in listed:
        lines += _check(each, page)
        inner |= dict.fromkeys(models().reached([models().names[each.terms]])[1:])
    for name in inner:
        lines += _section(name, page)
    return lines


def _about_checks(package: str) -> Iterator[str]:
    yield 'A rule names its check (`check = "stacking.limit"` in [rules.toml](rules.md)) and gives it `terms`.'
    if package == SHARED:
        yield "The examples are in the [notation](../notation.md), under the pack Two Rivers, and run as tests."
    else:
        yield f"Only the pack `{package.rpartition('.')[2]}` and packs that extend it know these checks."
        yield "The examples are in the [notation](../notation.md) and run as tests."
    yield ""


def _check(each: Check, page: str) -> Iterator[str]:
    story = _plain(line for line in _before_examples(each.doc))
    yield f"## {each.name}"
    yield ""
    yield f"{story} Examines {EXAMINES[each.examines]}."
    yield ""
    yield from _keys(models().of(each.terms), page)
    if each.under != ("two_rivers",):
        yield f"- Under: {', '.join(each.under)}"
    yield from (f"- Legal: `{example}`" for example in each.examples("Legal")[:1])
    yield from (f"- Illegal: `{example}`" for example in each.examples("Illegal")[:1])
    yield ""


def _before_examples(doc: str) -> Iterator[str]:
    for line in doc.splitlines():
        if line.startswith(("Under:", "Legal:", "Illegal:")):
            return
        yield line


def _section(name: str, page: str) -> Iterator[str]:
    place = places().get(name)
    schema = models().defs[name]
    if place is None or place.page != page or "properties" not in schema:
        return
    yield f"## {place.title}"
    yield ""
    lines = [*_table(name, page)]
    if page in TABLE_PAGES and place.title.startswith("`[[") and "id" not in schema["properties"]:
        lines.insert(
            -1, _key("id", MERGED_BY["id"], required=False, page=page) + f" See [{EXTENDING}]({EXTENDING_LINK})."
        )
    yield from lines


def _table(name: str, page: str) -> Iterator[str]:
    """A model: what it is, then its keys."""
    schema = models().defs[name]
    for paragraph in _story(schema):
        yield paragraph
        yield ""
    yield from _keys(schema, page)


def _story(schema: Schema) -> list[str]:
    """A model's docstring, paragraph by paragraph."""
    return [_plain(paragraph.splitlines()) for paragraph in schema.get("description", "").split("\n\n")]


def _plain(lines: Iterable[str]) -> str:
    return " ".join(line.strip() for line in lines if line.strip())


def _keys(schema: Schema, page: str) -> Iterator[str]:
    required = schema.get("required", ())
    for key, part in schema.get("properties", {}).items():
        yield _key(key, part, required=key in required, page=page)
    if schema.get("properties"):
        yield ""


def _key(key: str, part: Schema, *, required: bool, page: str) -> str:
    return f"- **`{key}`** ({', '.join(_facts(part, required, page))}): {_told(part)}"


def _facts(part: Schema, required: bool, page: str) -> Iterator[str]:
    yield in_words(part, page)
    if required:
        yield "required"
    elif part.get("default", "") != "":
        yield f"default `{json.dumps(part['default'], ensure_ascii=False)}`"


def _told(part: Schema) -> str:
    """What a key means, with the example that its description gives, else one of a bundled pack."""
    text, shown = part.get("description", ""), part.get("examples", ())
    return text if "Example:" in text or not shown else f"{text} Example: `{shown[0]}`."
