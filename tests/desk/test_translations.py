"""The desk speaks the reader's language; no translation names other values, and what the program reads is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.conftest import Opened, new_desk
from tests.translations import TRANSLATED, Domain, compiled, domains, strays, untranslated

DOMAINS = domains()
DESK = DOMAINS[0]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_desk_is_translated(language: str) -> None:
    assert not list(untranslated(DESK, language)), "run python -m tests.translations, then edit the .po files"


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: f"{domain.folder.name}/{domain.name}")
@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_name_the_same_values_and_are_compiled(domain: Domain, language: str) -> None:
    assert list(strays(domain, language)) == []
    path = domain.path(language)
    assert path.with_suffix(".mo").read_bytes() == compiled(domain.read(language)), "run python -m tests.translations"


@pytest.mark.parametrize(
    ("wanted", "title", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "Spiele", "de"),
        ("fr", "Parties", "fr"),
        ("es-MX", "Partidas", "es"),
        ("pl,en;q=0.8", "Games", "en"),
        ("en-GB,de;q=0.5", "Games", "en"),
        ("", "Games", "en"),
    ],
)
def test_the_page_has_the_language_that_the_browser_asks_for(
    opened: Opened, folder: Path, wanted: str, title: str, language: str
) -> None:
    page = opened(new_desk(folder)).get("/", headers={"Accept-Language": wanted}).text
    assert f"<h1>{title}</h1>" in page
    assert f'lang="{language}"' in page
