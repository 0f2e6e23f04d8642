"""Findings and reports in German, French and Spanish: translated as a whole, English where nobody has translated them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.findings import Finding
from adjudicator.languages import ENGLISH, Language, language, wordless
from adjudicator.packs.folders import BUNDLED, chain_of
from adjudicator.said import Said, quoted, say
from adjudicator.words import counted, deed, listed
from tests.cases import all_cases, judged
from tests.helpers import ROOT
from tests.translations import TRANSLATED, Domain, copies, domains, untranslated

TURN = ROOT / "fixtures" / "vassal" / "two_rivers" / "turn_1.vlog"
LEAST = 97
"""Of a hundred texts of the program and of each pack, how many are translated at least."""

A_BOX_OF_THE_CASES = {"reserve"}
"""No word of the pack's, so no catalogue has it."""


def of_pack(name: str, pack: str) -> Language:
    return language(name, chain_of(BUNDLED / pack))


@cache
def sentences(pack: str) -> frozenset[Said]:
    """What the cases of a pack tell: each finding's title, reason, and what is missing for it."""
    found = (finding for filed in all_cases(pack) for finding in judged(filed).findings)
    return frozenset(text for finding in found for text in _said(finding))


def _said(finding: Finding) -> Iterator[Said]:
    for text in (finding.title, finding.because, finding.missing):
        if isinstance(text, Said):
            yield text


def unknown(told: Language, text: str) -> Iterator[str]:
    """The templates in a sentence that nobody has translated."""
    if isinstance(text, Said):
        if not told.knows(quoted(text.template)) and not text.several:
            yield text.template
        for value in text.values.values():
            yield from unknown(told, value)


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_case_of_two_rivers_is_told_as_a_whole(name: str) -> None:
    told = of_pack(name, "two_rivers")
    found = {each for text in sentences("two_rivers") for each in unknown(told, text)}
    assert sorted(found - A_BOX_OF_THE_CASES) == []


@pytest.mark.parametrize("domain", domains(), ids=lambda each: f"{each.folder.name}-{each.name}")
@pytest.mark.parametrize("name", TRANSLATED)
def test_so_many_texts_are_translated(name: str, domain: Domain) -> None:
    whole = sum(1 for message in domain.collected if message.id)
    done = whole - len(list(untranslated(domain, name)))
    print(f"{domain.folder.name} {name}: {done} of {whole}")
    assert 100 * done >= LEAST * whole


@pytest.mark.parametrize("domain", domains(), ids=lambda each: f"{each.folder.name}-{each.name}")
@pytest.mark.parametrize("name", [each for each in TRANSLATED if each != "de"])
def test_no_sentence_is_the_german_one(name: str, domain: Domain) -> None:
    assert list(copies(domain, name, "de")) == []


@pytest.mark.parametrize(
    ("name", "pack", "verdict", "because"),
    [
        (
            "de",
            "Nur in eigenen Phasen",
            "REGELWIDRIG",
            "1st Austrian Cavalry zieht, und das ist keine Phase der eigenen Seite",
        ),
        ("fr", "Ses propres phases seulement", "ILLÉGAL", "et ce n'est pas une phase de son camp"),
        ("es", "Solo en fases propias", "ILEGAL", "y no es una fase de su bando"),
    ],
)
def test_a_report_is_told_in_the_language_that_was_asked_for(
    tmp_path: Path, name: str, pack: str, verdict: str, because: str
) -> None:
    audited = open_game(TURN, pack="two_rivers", language=name).audit()
    for ending in ("html", "md"):
        audited.write(tmp_path / f"report.{ending}")
        page = (tmp_path / f"report.{ending}").read_text(encoding="utf-8").replace("&#39;", "'")
        for told in (pack, verdict, because):
            assert told in page
    assert any(
        "1st Austrian Cavalry moves in the French movement" in each["because"] for each in audited.as_json()["findings"]
    )


def test_what_is_not_translated_stays_english_as_a_whole() -> None:
    german = language("de")
    assert german.told(say("{far} nobody ever said this", counted(3, "hex"))) == "3 hexes nobody ever said this"
    assert german.told(listed(["a", say("nobody ever said this"), "b"])) == "a, nobody ever said this und b"


def test_numbers_lists_and_deeds_are_told() -> None:
    german = language("de")
    assert german.told(counted(1, "hex") + ", " + counted(2, "hex")) == "1 Feld, 2 Felder"
    assert german.told(listed(["a", "b"], "or")) == "a oder b"
    assert german.told(deed("rail", 2)) == "ziehen per rail"


def test_english_and_unknown_languages_say_what_is_said() -> None:
    said = counted(3, "hex")
    assert [language(name).told(said) for name in (ENGLISH, "xx", "")] == ["3 hexes"] * 3


def test_a_template_of_signs_needs_no_translation() -> None:
    signs, words = ("{name}: {total}", " × {times} ({name})", "12.7, 21.6", ""), ("{a} of {b}", "1.5d")
    assert [wordless(each) for each in (*signs, *words)] == [True, True, True, True, False, False]


def test_a_catalogue_that_somebody_spoiled_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "pack.mo").write_bytes(b"no catalogue")
    assert language("de", (tmp_path,)).told(counted(3, "hex")) == "3 Felder"
