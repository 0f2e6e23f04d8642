"""The desk's texts in other languages: `python -m tests.translations` collects what is new, and compiles what was translated.

Translators edit `adjudicator/locale/LANGUAGE/LC_MESSAGES/desk.po`; what is not translated there stays English.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from adjudicator.desk.rendering import DOMAIN, LANGUAGES
from tests.helpers import ROOT

TEMPLATES = ROOT / "adjudicator" / "desk"
TRANSLATED = LANGUAGES[1:]
"""English is what the program says by itself."""
DAY = datetime(2026, 11, 22, tzinfo=UTC)
"""Of no meaning: the same texts shall give the same bytes."""
_PLACES = re.compile(r"%\(\w+\)s|\{\w+\}")


def collected() -> Catalog:
    """Every text of the templates."""
    found = Catalog(domain=DOMAIN)
    for _, _, text, _, _ in extract_from_dir(
        TEMPLATES, [("templates/**.j2", "jinja2")], {"templates/**.j2": {"trimmed": "true"}}
    ):
        found.add(text)
    return found


def catalogue(language: str) -> Path:
    """Where the translations of a language stand."""
    return ROOT / "adjudicator" / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The translations of a language; none if nobody has begun."""
    path = catalogue(language)
    if not path.is_file():
        return Catalog(language, domain=DOMAIN)
    with path.open("rb") as file:
        return read_po(file, language, DOMAIN)


def compiled(known: Catalog) -> bytes:
    """The translations in the form that the program reads."""
    made = io.BytesIO()
    known.fuzzy, known.creation_date, known.revision_date = False, DAY, DAY
    write_mo(made, known)
    return made.getvalue()


def amiss(known: Catalog) -> Iterator[str]:
    """What is not translated, and what names other values than the English text does."""
    for message in collected():
        if not message.id:
            continue
        found = known.get(message.id if isinstance(message.id, str) else message.id[0])
        texts = [] if found is None else [found.string] if isinstance(found.string, str) else list(found.string)
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        if not texts or not all(texts):
            yield f"not translated: {ids[0]}"
        elif any(_places(text) != _places(ids[0]) for text in texts):
            yield f"other values: {ids[0]}"


def _places(text: str) -> set[str]:
    return set(_PLACES.findall(text))


def update(language: str) -> None:
    """Bring a language's files up to date."""
    known = read(language)
    known.update(collected(), no_fuzzy_matching=True)
    known.obsolete.clear()
    path = catalogue(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, known, omit_header=True, sort_output=True, width=120)
    path.with_suffix(".mo").write_bytes(compiled(read(language)))


if __name__ == "__main__":
    for each in TRANSLATED:
        update(each)
        left = list(amiss(read(each)))
        print(f"{each}: {len(left)} left", *left, sep="\n  ")
