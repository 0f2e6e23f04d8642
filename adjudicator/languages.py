"""Sentences in the reader's language: catalogues of gettext, the program's and those that lie in the folders of packs.

    german = language("de", (pack_folder,))
    german.told(finding.because)      # "11. Infanterie greift 1817 an, und dort steht kein Gegner"

What nobody has translated stays English. Names of units, hexes and rules are values, and are never translated.
"""

from __future__ import annotations

import gettext
import io
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from adjudicator.budget import bounded, bytes_of, spend
from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.lean import dataclass
from adjudicator.said import Said, filled, retold

ENGLISH = "en"
OWN_NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""What each language is called in itself."""
LANGUAGES = tuple(OWN_NAMES)
DOMAIN, PACK_DOMAIN = "adjudicator", "pack"
LOCALE = "locale"
_SIGNS_ALONE = re.compile(r"(?:[^\w{}]|\d|\{\w+\})*")
"""A template without a word of its own, such as "{name}: {total}", or the article "12.7, 21.6"."""

_MAGIC = b"\xde\x12\x04\x95"
T = TypeVar("T")


class _Untranslated(gettext.NullTranslations):
    """The end of every row of catalogues: it knows nothing."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Language:
    """A language and its catalogues; English needs none."""

    name: str = ENGLISH
    texts: gettext.NullTranslations = field(default_factory=_Untranslated)

    def told(self, text: str) -> str:
        """The text in this language; as it is, if it is no sentence or nobody has translated it."""
        if not isinstance(text, Said) or self.name == ENGLISH:
            return text
        template = self._template(text)
        if not template:
            return str(text)
        return filled(template, {name: self.told(value) for name, value in text.values.items()})

    def text(self, english: str) -> str:
        """A text without values, as a template of a page asks for it."""
        return self.texts.gettext(english) or english

    def knows(self, text: str) -> bool:
        """Whether every sentence in it can be told in this language."""
        if not isinstance(text, Said):
            return True
        found = wordless(text.template) or bool(self._template(text))
        return found and all(map(self.knows, text.values.values()))

    def all_told(self, value: T) -> T:
        """The same value with every sentence in it told: a record, or a row or table of such."""
        if self.name == ENGLISH:
            return value
        told: T = retold(value, self.told)
        return told

    def _template(self, said: Said) -> str:
        if wordless(said.template):
            return said.template
        if said.several:
            return self.texts.ngettext(said.template, said.several, said.number)
        return self.texts.gettext(said.template)


IN_ENGLISH = Language()


def wordless(template: str) -> bool:
    """Whether a template has no word of its own, so that there is nothing to translate."""
    return _SIGNS_ALONE.fullmatch(template) is not None


def language(name: str, folders: Iterable[Path] = ()) -> Language:
    """A language by its name, English if there is no such; `folders` are those of the packs whose words it shall know."""
    return _language(name, tuple(folders)) if name in LANGUAGES and name != ENGLISH else IN_ENGLISH


@bounded
def catalogue(data: bytes) -> gettext.GNUTranslations:
    """The translations in a .mo file; CorruptFile if they cannot be read, UnsafeFile if they take more than they may.

    Many of them may lie on the same bytes, so a small file could hold more than any memory.
    """
    try:
        spend(sum(_lengths(data)))
        return gettext.GNUTranslations(io.BytesIO(data))
    except (OSError, ValueError, IndexError, KeyError, struct.error, LookupError) as error:
        raise CorruptFile(f"no readable translations ({error})") from error


def _lengths(data: bytes) -> Iterator[int]:
    """How long each text in a .mo file is, as its two tables tell (GNU gettext's manual, "The Format of GNU MO Files")."""
    order = "<" if data[:4] == _MAGIC else ">"
    count, *tables = struct.unpack_from(f"{order}III", data, 8)
    for at in tables:
        table = struct.unpack_from(f"{order}{2 * count}I", data, at) if 8 * count <= len(data) else (len(data),) * 2
        yield from table[::2]


@lru_cache(maxsize=64)
def _language(name: str, folders: tuple[Path, ...]) -> Language:
    ours = [(DOMAIN, Path(__file__).parent), *((PACK_DOMAIN, folder) for folder in reversed(folders))]
    found: list[gettext.NullTranslations] = []
    for domain, folder in ours:
        try:
            found.append(catalogue(bytes_of(folder / LOCALE / name / "LC_MESSAGES" / f"{domain}.mo")))
        except (OSError, CorruptFile, UnsafeFile):  # none, or one that somebody spoiled
            continue
    texts: gettext.NullTranslations = _Untranslated()
    for each in reversed(found):
        each.add_fallback(texts)
        texts = each
    return Language(name, texts)
