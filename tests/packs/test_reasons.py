"""What no rule of a bundled pack judges says why."""

from __future__ import annotations

import pytest

from adjudicator.packs.coverage import ArticleState, areas_left, coverage
from adjudicator.packs.load import list_packs, load_pack

PACKS = {info.id: load_pack(info.id) for info in list_packs()}
ENOUGH = 15
"""Letters below which a reason would hardly say anything."""


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
def test_what_a_report_says_is_left_is_what_the_coverage_counts(name: str) -> None:
    counted = [
        (area.area, len(area.printed), area.count(ArticleState.NOT_YET), area.count(ArticleState.NOT_DECIDABLE))
        for area in coverage(PACKS[name])
    ]
    told = [(area.area, area.articles, area.left, area.undecidable) for area in areas_left(PACKS[name])]
    assert told == counted
