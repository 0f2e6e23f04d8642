"""Articles as functions: rules like any other, in the book's order, once in a book, replaced only where there is one."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from adjudicator.checks.registry import find_check
from adjudicator.errors import PackError
from adjudicator.findings import Severity
from adjudicator.game import books
from adjudicator.packs.load import load_pack
from tests.packs.conftest import Install

ARTICLE = '''
from collections.abc import Iterator

from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding, Severity
from adjudicator.record.acts import Act

CHAPTER = Chapter({chapter})


@CHAPTER.article("Still", {of}, acts=("move",), outright=True{more})
def still(act: Act{second}) -> Iterator[Finding]:
    """Nobody moves."""
    yield Finding(act.path, {told}, act.units)
'''


def with_article(
    install: Install, of: str, more: str = "", *, chapter: str = 'area="movement"', figures: bool = False
) -> None:
    folder = install()
    (folder / "rules").mkdir()
    (folder / "rules" / "__init__.py").write_text("")
    second, told = (", most: int", 'f"{most} at most"') if figures else ("", '"moves"')
    (folder / "rules" / "standing.py").write_text(
        ARTICLE.format(of=of, more=more, chapter=chapter, second=second, told=told)
    )
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def test_an_article_is_a_rule_of_its_pack(install: Install) -> None:
    with_article(install, '"9.9"')
    pack = load_pack("three_rivers")
    assert pack.rules["9.9"].says == "Nobody moves."
    told = books.explain("three:9.9")
    assert (told["title"], told["demands"], told["stated_in"]) == ("Still", "", pack.folder.name)


def test_what_it_says_is_the_first_paragraph_unless_its_book_says_otherwise(install: Install) -> None:
    with_article(install, 'printed("", "9.9", says="Stay.", title="Stand")')
    told = books.explain("three:9.9")
    assert (told["title"], told["says"], told["demands"]) == ("Stand", "Stay.", "Nobody moves.")


def test_a_chapter_says_what_its_articles_have_in_common(install: Install) -> None:
    with_article(install, '"9.9", severity=Severity.DOUBT', chapter='area="river", severity=Severity.REMINDER')
    entry = load_pack("three_rivers").rules["9.9"]
    assert (entry.area, entry.severity) == ("river", Severity.DOUBT)


def test_what_it_finds_to_judge_it_meets(install: Install) -> None:
    with_article(install, '"9.9"', ", met=lambda act: iter(act.units)")
    pack = load_pack("three_rivers")
    met = find_check(pack.rules["9.9"].check, pack.packages).met
    assert met is not None
    assert [met(SimpleNamespace(units=units), None) for units in ((), ("fr.1inf",))] == [False, True]


def test_an_article_of_no_book_stops_the_import(install: Install) -> None:
    with_article(install, 'area="movement"')
    with pytest.raises(PackError, match="no book has the article 'Still'"):
        load_pack("three_rivers")


def test_one_that_is_there_already_is_replaced_with_a_word_only(install: Install) -> None:
    with_article(install, '"3.1"')
    with pytest.raises(PackError, match=r"\[rule 3.1\].* is there already"):
        load_pack("three_rivers")


def test_what_replaces_another_needs_that_one(install: Install) -> None:
    with_article(install, '"9.9"', ", anew=True")
    with pytest.raises(PackError, match="replaces no article"):
        load_pack("three_rivers")


def test_it_replaces_the_one_of_the_pack_that_is_extended(install: Install) -> None:
    with_article(install, 'printed("", "3.1", figures=3)', ", anew=True", figures=True)
    pack = load_pack("three_rivers")
    assert (pack.rules["3.1"].title, pack.rules["3.1"].check.endswith(":3.1")) == ("Still", True)
    assert books.explain("three:3.1")["stated_in"] == f"two_rivers → {pack.folder.name}"


def test_rules_stand_in_the_order_of_the_book() -> None:
    pack = load_pack("fire_in_the_east")
    known = [name for name in pack.rules if name in pack.catalogue]
    assert known == [name for name in pack.catalogue if name in pack.rules]
