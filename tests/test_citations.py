"""The article cited is the one that is broken: a case that breaks one article names its rule and no other."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.model.tables import load_table
from adjudicator.packs.load import list_packs, load_pack
from tests.cases import Filed, all_cases

PACKS = {info.folder.name: load_pack(info.folder.name) for info in list_packs()}
EVERY_BAR = "movement.prohibited"

BROKEN_WITH_ANOTHER = {
    ("fire_in_the_east", "34B2.13"): "a mountain division that comes back may have a cadre side",
    ("sudden_storm", "4A1.a"): "who is placed out of its phase may be a reinforcement",
    ("blitz_in_the_east", "0.map.dm"): "who moves onto the edge stands there",
    ("blitz_in_the_east", "0.weather.dm"): "who moves in Kazakhstan stands there",
    ("blitz_in_the_east", "2.0.i"): "beyond the Lower Volga lies Kazakhstan",
    ("blitz_in_the_east", "1.5.i3"): "who comes into a full hex makes it too full",
    ("blitz_in_the_east", "1.5.j"): "no city of a home country lies in the mountains of the sample map",
    ("fire_in_the_east", "20E.m"): "out of the air phase no air unit may carry what is flown",
    ("fire_in_the_east", "31A1.2"): "a causeway crosses a hexside that is closed",
    ("fire_in_the_east", "36.2"): "while units lack, so do guards of the border",
    ("fire_in_the_east", "36.2n"): "while units lack, so do guards of the border",
    ("fire_in_the_east", "39C.6s"): "the sample maps lack Norway, where Army Norway belongs",
    ("sudden_storm", "7A3.f"): "who regauges more than he may in all does so in one of the two zones of broad gauge",
    (
        "thunder_in_the_east",
        "9.4a",
    ): "what comes too large or too strong gains several steps; what comes shown must be hidden",
    ("two_rivers", "5.11"): "2.4 allows one move of any kind",
}
"""Rules that cannot be broken alone, and why."""


def accused(filed: Filed) -> frozenset[str]:
    """The rules that a case breaks, for sure or perhaps; what is only owed is no accusation."""
    return frozenset(each.rule for each in filed.case.expect if each.severity != "reminder")


@pytest.mark.parametrize("pack", PACKS)
def test_a_case_that_breaks_several_rules_says_how(pack: str) -> None:
    assert [filed.name for filed in all_cases(pack) if len(accused(filed)) > 1 and not filed.case.several] == []


def test_only_a_case_that_breaks_several_rules_says_so() -> None:
    assert [filed.name for filed in all_cases() if filed.case.several and len(accused(filed)) < 2] == []


@cache
def broken_alone(pack: str) -> frozenset[str]:
    """The rules of a pack that some case breaks, and no other with them."""
    every = map(accused, all_cases(pack))
    owed = (frozenset(each.rule for each in filed.case.expect) for filed in all_cases(pack))
    return frozenset().union(*(rules for rules in (*every, *owed) if len(rules) == 1))


def rules() -> list[tuple[str, str]]:
    """The rules of every pack that a check judges; what a pack has from the one it extends is tried there."""
    return [
        (name, rule.id)
        for name, pack in PACKS.items()
        for rule in pack.rules.values()
        if rule.check and not rule.retired and rule != inherited(pack, rule.id)
    ]


def inherited(pack: Pack, rule: str) -> RuleEntry | None:
    parent = PACKS.get(pack.header.extends)
    return parent.rules.get(rule) if parent else None


@pytest.mark.parametrize("named", rules(), ids=":".join)
def test_a_rule_is_named_alone_by_a_case_that_breaks_it(named: tuple[str, str]) -> None:
    pack, rule = named
    assert (rule in broken_alone(pack)) != (named in BROKEN_WITH_ANOTHER)


@pytest.mark.parametrize("pack", PACKS)
def test_each_bar_to_movement_is_cited_by_its_own_article(pack: str) -> None:
    """One rule for each article of movement.toml, and its id, or what it covers, is that article."""
    found: dict[str, list[RuleEntry]] = defaultdict(list)
    for rule in PACKS[pack].rules.values():
        if rule.check == EVERY_BAR and not rule.retired:
            found[str(rule.terms.get("article", ""))].append(rule)
    bars = {row.article for row in load_table(PACKS[pack], "movement", MovementTable).forbid}
    assert bars <= found.keys()
    for article in found.keys() - {""}:
        (rule,) = found[article]
        assert article in (rule.id, *rule.covers)
