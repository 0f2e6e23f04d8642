"""Texts in other languages: `python -m tests.translations` collects what is new, and compiles what was translated.

Translators edit the .po files: `adjudicator/locale/LANGUAGE/LC_MESSAGES/desk.po` has the desk's pages, `adjudicator.po` beside
it what checks, reports and commands say, and `locale` in a pack's folder its own words and what its own checks say. What is
not translated there stays English.
"""

from __future__ import annotations

import ast
import io
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from adjudicator.audit.act_kinds import KINDS
from adjudicator.audit.chain import Joint
from adjudicator.audit.difference import DifferenceKind
from adjudicator.checks.articles import entries_of
from adjudicator.checks.registry import import_code
from adjudicator.desk.rendering import DOMAIN as DESK
from adjudicator.exporters.report.markdown import HEADS
from adjudicator.exporters.report.script_texts import TEXTS
from adjudicator.findings import Ran, Severity
from adjudicator.game.interview.question import questions
from adjudicator.languages import DOMAIN, ENGLISH, LANGUAGES, LOCALE, PACK_DOMAIN, wordless
from adjudicator.packs.folders import BUNDLED, PACKAGE
from adjudicator.packs.load import SENTENCES
from adjudicator.said import names
from adjudicator.words import DEEDS, of_several, plural
from tests.helpers import ROOT

PROGRAM = ROOT / "adjudicator"
PAGES = PROGRAM / "desk"
REPORT = ROOT / "exporters" / "report"
TRANSLATED = tuple(name for name in LANGUAGES if name != ENGLISH)
WORDS_OF_PACKS = ("title", "says", "why", "retired", "instead", "name")
"""Keys of a pack's tables that hold its own words; names of units and markers are the cardboard's, and stay."""
NAMES_OF_CARDBOARD = ("units", "order_of_battle", "events", "catalogue", "readings", "charts", "theatre", "style")
WORDS_BY_NAME = ("conditions", "markers")
NAMED = ("conditions", "mode")
"""Tables of conditions and of ways to move, whose names sentences take up."""
WORDS_IN_LISTS = ("statuses", "phases", "states", "boxes", "box", "to")
"""Keys whose values are words of the pack, which sentences take up."""
PLURALS = {"de": "n != 1", "es": "n != 1", "fr": "n > 1"}
"""When a language says the second form. Babel has its own rules, which change with its version (2.19 knows a third form)."""

CHOICES = ("side", "rule", "unit", "new", "gone", "overruled", "log", "save")
"""Words that a page or a table takes by themselves."""
HEADS_OF_TABLES = (
    "verdict",
    "where",
    "because",
    "finding",
    "player",
    "what",
    "dice",
    "faces from 1 up",
    "average (fair)",
    "chance of such an average",
    "chance of such faces",
    "step",
    "for",
    "turn",
    "what followed",
    "file",
    "kind",
    "module",
    "steps",
    "saved",
    "reading",
    "choice",
    "thrown",
    "average",
    "fair",
    "faces",
    "everybody",
    "umpire",
    "turn tracker",
)

Text = str | tuple[str, str]


@dataclass(frozen=True)
class Domain:
    """Texts that have a catalogue of their own: its name, the folder in which `locale` lies, and what collects them."""

    name: str
    folder: Path
    texts: Callable[[], Iterable[Text]]

    def path(self, language: str) -> Path:
        """Where the translations of a language stand."""
        return self.folder / LOCALE / language / "LC_MESSAGES" / f"{self.name}.po"

    @cached_property
    def collected(self) -> Catalog:
        """Every text of the program."""
        found = Catalog(domain=self.name)
        for text in self.texts():
            if not wordless(text if isinstance(text, str) else text[0]):
                found.add(text)
        return found

    def read(self, language: str) -> Catalog:
        """The translations of a language; none if nobody has begun."""
        path = self.path(language)
        texts = path.read_bytes() if path.is_file() else b""
        lines = ('""', *(f'"{line}\\n"' for line in _head(language)))
        head = 'msgid ""\nmsgstr ' + "\n".join(lines) + "\n\n"
        return read_po(io.BytesIO(head.encode() + texts), language, self.name)

    def update(self, language: str, elsewhere: Mapping[Any, Any]) -> None:
        """Bring a language's files up to date; a text that came here from another catalogue brings its translation along."""
        known, path = self.read(language), self.path(language)
        had = {message.id for message in known}
        known.update(self.collected, no_fuzzy_matching=True)
        for text in [message.id for message in known if message.id and message.id not in had]:
            known.delete(text)  # it is the same object in every language
            known.add(text, elsewhere.get(text))
        known.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, known, omit_header=True, sort_output=True, width=120)
        path.with_suffix(".mo").write_bytes(compiled(self.read(language)))


def domains() -> list[Domain]:
    """The desk's pages, the program's sentences, and each bundled pack's own words."""
    packs = sorted(path.parent for path in BUNDLED.glob("*/pack.toml"))
    return [
        Domain(DESK, PROGRAM, _pages),
        Domain(DOMAIN, PROGRAM, lambda: _program(packs)),
        *(Domain(PACK_DOMAIN, folder, lambda folder=folder: _pack(folder)) for folder in packs),  # type: ignore[misc]
    ]


def compiled(known: Catalog) -> bytes:
    """The translations in the form that the program reads."""
    made = io.BytesIO()
    write_mo(made, _Plain(known))
    return made.getvalue()


class _Plain(Catalog):
    """A catalogue without the date and the Babel that made it: the same texts shall give the same bytes everywhere."""

    def __init__(self, known: Catalog) -> None:
        super().__init__(known.locale, fuzzy=False)
        self.known = known

    def __iter__(self) -> Iterator[Message]:
        yield Message("", "".join(f"{line}\n" for line in _head(str(self.known.locale))))
        yield from (each for each in self.known if each.id)


def _head(language: str) -> tuple[str, ...]:
    return "Content-Type: text/plain; charset=utf-8", f"Plural-Forms: nplurals=2; plural=({PLURALS[language]});"


def untranslated(domain: Domain, language: str) -> Iterator[str]:
    """What nobody has translated."""
    known = domain.read(language)
    for message in domain.collected:
        texts = _translations(known, message.id)
        if message.id and (not texts or not all(texts)):
            yield _ids(message.id)[0]


def strays(domain: Domain, language: str) -> Iterator[str]:
    """Translations that name other values than the English text does."""
    known = domain.read(language)
    for message in domain.collected:
        ids = _ids(message.id)
        for text in filter(None, _translations(known, message.id)):
            if _values(text) != _values(ids[-1]):
                yield f"{ids[0]} → {text}"


def copies(domain: Domain, language: str, other: str) -> Iterator[str]:
    """Sentences that one language says in the words of another; names that English spells alike are no copies."""
    known, others = domain.read(language), domain.read(other)
    for message in domain.collected:
        alike = {_letters(text) for text in _ids(message.id)}
        for text in set(_translations(known, message.id)) & set(_translations(others, message.id)):
            if " " in text and _letters(text) not in alike:
                yield f"{_ids(message.id)[0]} → {text}"


def _letters(text: str) -> str:
    """A name as English has it: "mid east" and "Mid-East" are one."""
    return "".join(filter(str.isalnum, text)).casefold()


def _translations(known: Catalog, text: Any) -> list[str]:
    found = known.get(text)
    return [] if found is None else list(_ids(found.string))


def _ids(text: Any) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _values(text: str) -> frozenset[str]:
    """The values in a text of ours, or of a template, where they stand as %(name)s."""
    return frozenset((*names(text), *(piece.split(")")[0] for piece in text.split("%(")[1:])))


def _pages() -> Iterator[Text]:
    yield from _of_templates(PAGES, "templates/**.j2")
    for each in questions():
        yield from (each.ask, each.help, each.example)
        for field in each.fields:
            yield from (field.ask, *field.choices.values())


def _program(packs: list[Path]) -> Iterator[Text]:
    """What checks, analyses, reports and commands say, and the words that they say by themselves."""
    for folder, files in ((PROGRAM, "**/*.py"), (ROOT / "importers", "*.py"), (ROOT / "exporters", "**/*.py")):
        for path in sorted(folder.glob(files)):
            if not any(path.is_relative_to(pack) for pack in packs):
                yield from _said(path)
    yield from _of_templates(REPORT, "**.j2")
    yield from map(of_several, DEEDS.values())
    yield from TEXTS
    yield from (*KINDS, *Ran, *Joint, *DifferenceKind, *HEADS, *CHOICES, *HEADS_OF_TABLES)
    for severity in Severity:
        yield severity.value
        yield f"{{number}} {severity}", f"{{number}} {severity}s"


def _areas(folder: Path) -> Iterator[str]:
    """The parts of a pack's book, as its catalogue names them."""
    path = folder / "catalogue.toml"
    if path.is_file():
        rows = (
            row
            for each in tomllib.loads(path.read_text(encoding="utf-8")).values()
            if isinstance(each, list)
            for row in each
        )
        yield from (row["area"].replace("_", " ") for row in rows if "area" in row)


def _pack(folder: Path) -> Iterator[Text]:
    """What a pack's own checks say, the titles and sentences of its tables, and the words of its vocabulary."""
    for path in sorted(folder.rglob("*.py")):
        yield from _said(path)
    yield from _of_articles(f"{PACKAGE}.{folder.name}")
    yield from _areas(folder)
    for path in sorted(folder.glob("*.toml")):
        if path.stem == SENTENCES:
            continue
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        if path.stem == "vocabulary":
            called = content.pop("called", {})
            yield from (word.replace("_", " ") for table in content.values() for word in table)
            yield from called.values()
        elif path.stem not in NAMES_OF_CARDBOARD:
            yield from _prose(content)
            yield from _words(content)


def _prose(content: object, key: str = "") -> Iterator[str]:
    match content:
        case dict():
            for name, each in content.items():
                yield from _prose(each, name)
        case list():
            for each in content:
                yield from _prose(each, key)
        case str() if key in WORDS_OF_PACKS and content:
            yield content


def _words(content: object, key: str = "") -> Iterator[str]:
    """The states, markers and conditions that sentences name by the pack's words."""
    match content:
        case dict():
            if isinstance(state := content.get("state"), str):
                yield state.replace("_", " ")
            for name, each in content.items():
                yield from _words(each, name)
                if key in NAMED:
                    yield name.replace("_", " ")
                if key in WORDS_BY_NAME and isinstance(each, list | str):
                    yield from (word.replace("_", " ") for word in ([each] if isinstance(each, str) else each))
        case list():
            for each in content:
                yield from _words(each, key)
                if key in WORDS_IN_LISTS and isinstance(each, str):
                    yield each.replace("_", " ")


def _said(path: Path) -> Iterator[Text]:
    """What a module says: `say` and `say_number`, texts of tables, and the nouns that it counts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", "")
            given = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            match called, given:
                case ("say" | "text", [text, *_]) if node.args[0] is not None and isinstance(
                    node.args[0], ast.Constant
                ):
                    yield text
                case "say_number", [one, several, *_]:
                    yield one, several
                case "counted", [noun]:
                    yield f"{{number}} {noun}", f"{{number}} {plural(noun)}"


def _of_articles(package: str) -> Iterator[str]:
    """The titles and sentences of the articles that a package brings, for whichever game."""
    import_code(package)
    for game in sorted(path.parent.name for path in BUNDLED.glob("*/pack.toml")):
        for entry in entries_of(game, package, (package,)):
            yield from _prose(dict(entry))


def _of_templates(folder: Path, pattern: str) -> Iterator[Text]:
    for _, _, text, _, _ in extract_from_dir(folder, [(pattern, "jinja2")], {pattern: {"trimmed": "true"}}):
        yield text if isinstance(text, str) else (text[0], text[1])


def _known(language: str) -> dict[Any, Any]:
    """All that is translated, in whatever catalogue."""
    messages = (message for domain in domains() for message in domain.read(language))
    return {message.id: message.string for message in messages if message.id and all(_ids(message.string))}


def main() -> None:
    """Bring every catalogue up to date, and say how much of each is translated."""
    known = {language: _known(language) for language in TRANSLATED}
    for domain in domains():
        whole = len(domain.collected)
        for language in TRANSLATED:
            domain.update(language, known[language])
            left, wrong = list(untranslated(domain, language)), list(strays(domain, language))
            print(f"{domain.folder.name}/{domain.name} {language}: {whole - len(left)} of {whole} translated")
            print(*(f"  other values: {each}" for each in wrong), sep="\n", end="\n" if wrong else "")


if __name__ == "__main__":
    main()
