"""The desk speaks the reader's language, and English where nobody has translated it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.conftest import Opened, new_desk
from tests.translations import TRANSLATED, amiss, catalogue, compiled, read


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_all_its_values(language: str) -> None:
    assert not list(amiss(read(language))), "run python -m tests.translations, then edit the .po files"


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_read_is_what_was_translated(language: str) -> None:
    assert catalogue(language).with_suffix(".mo").read_bytes() == compiled(read(language)), (
        "run python -m tests.translations"
    )


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
