"""What no rule judges yet has a plan, in every bundled pack; what no program can judge has a reason."""

from __future__ import annotations

import tomllib

import pytest

from adjudicator.packs.coverage import ArticleState, areas_left, coverage
from adjudicator.packs.load import list_packs, load_pack

PACKS = {info.id: load_pack(info.id) for info in list_packs()}
ENOUGH = 15
"""Letters below which a plan or a reason would hardly say anything."""


@pytest.mark.parametrize("name", PACKS)
def test_every_article_that_is_not_judged_says_why(name: str) -> None:
    silent = [
        each.article.id
        for area in coverage(PACKS[name])
        for each in area.articles
        if each.standing in (ArticleState.NOT_YET, ArticleState.NOT_DECIDABLE) and len(each.why) < ENOUGH
    ]
    assert silent == []


@pytest.mark.parametrize("name", PACKS)
def test_an_article_that_its_own_pack_judges_has_no_plan_any_more(name: str) -> None:
    pack = PACKS[name]
    path = pack.folder / "catalogue.toml"
    own = {each["id"] for each in tomllib.loads(path.read_text(encoding="utf-8")).get("article", ())}
    stale = [
        each.article.id
        for area in coverage(pack)
        for each in area.articles
        if each.article.id in own and each.article.plan and each.standing is not ArticleState.NOT_YET
    ]
    assert stale == []


def test_every_plan_is_that_of_an_article() -> None:
    named = {(plan, entry.needs) for pack in PACKS.values() for plan, entry in pack.plans.items()}
    used = {
        (each.plan, pack.plans[each.plan].needs)
        for pack in PACKS.values()
        for each in pack.catalogue.values()
        if each.plan
    }
    assert named - used == set()


@pytest.mark.parametrize("name", PACKS)
def test_what_a_report_says_is_left_is_what_the_coverage_counts(name: str) -> None:
    counted = [
        (area.area, len(area.printed), area.count(ArticleState.NOT_YET), area.count(ArticleState.NOT_DECIDABLE))
        for area in coverage(PACKS[name])
    ]
    told = [(area.area, area.articles, area.left, area.undecidable) for area in areas_left(PACKS[name])]
    assert told == counted
