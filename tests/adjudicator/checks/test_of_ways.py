"""Checks that say they look for faults of ways, and at nothing else, do: a court asks none of them where no way has a fault."""

from __future__ import annotations

import ast
import inspect
import textwrap

import pytest

from adjudicator.analysis.movement.moves import goes_without_fault
from adjudicator.checks.registry import Check, checks
from adjudicator.packs.load import list_packs, load_pack
from tests.second_opinion import drags

ALL = {
    (each.package, name): each
    for info in list_packs()
    for name, each in checks(load_pack(info.folder).packages).items()
}
FLAGGED = tuple(each for each in ALL.values() if each.of_ways)


def test_some_say_so() -> None:
    assert len(FLAGGED) >= 10


@pytest.mark.parametrize("check", FLAGGED, ids=lambda each: each.name)
def test_whoever_says_so_yields_faults_of_ways_alone(check: Check) -> None:
    tree = ast.parse(textwrap.dedent(inspect.getsource(check.judge)))
    given = [node.value for node in ast.walk(tree) if isinstance(node, ast.Yield | ast.YieldFrom)]
    assert [ast.unparse(each.func) for each in given if isinstance(each, ast.Call)] == ["breaches"]
    assert len(given) == 1


@pytest.mark.parametrize("pack", ["two_rivers", "blitz_in_the_east"])
def test_none_finds_anything_where_no_way_has_a_fault(pack: str) -> None:
    clear = [act for act in drags(pack, 60, seed=5) if goes_without_fault(act)]
    rules = [each for each in load_pack(pack).rules.values() if each.check]
    terms = {each.check: each.terms for each in rules}
    assert clear
    for check in FLAGGED:
        given = check.terms.model_validate(terms.get(check.name, {}))
        assert not [breach for act in clear for breach in check.judge(act, given)]
