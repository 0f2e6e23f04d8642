"""The packs of fixtures/packs: every case holds, every rule is broken by one and kept by another, every text gives its reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.findings import Ran, Report
from adjudicator.game.cases import Filed, cases_of
from adjudicator.packs.load import load_pack
from tests.cases import answers_that_differ, differences, judged
from tests.helpers import FIXTURES
from tests.test_because import flaws

FOLDERS = sorted(path.parent for path in FIXTURES.glob("packs/*/pack.toml"))
PACKS = {folder: load_pack(folder) for folder in FOLDERS}
CASES = [
    filed for folder in FOLDERS for path in sorted(folder.glob("cases/*.toml")) for filed in cases_of(str(folder), path)
]
RULES = [
    (folder, rule.id)
    for folder, pack in PACKS.items()
    for rule in pack.rules.values()
    if rule.check and not rule.retired and not pack.header.extends
]


@cache
def report(filed_name: str) -> Report:
    return judged(next(filed for filed in CASES if filed.name == filed_name))


@pytest.mark.parametrize("filed", CASES, ids=lambda filed: f"{Path(filed.pack).name}:{filed.case.id}")
def test_a_case_leads_to_what_it_says_and_every_text_has_a_reason(filed: Filed) -> None:
    found = report(filed.name)
    wrong = [*differences(filed, found), *answers_that_differ(filed)]
    assert not wrong, "\n".join(("", *wrong))
    assert [(text, flaw) for each in found.findings for text in (each.because,) for flaw in flaws(text)] == []


@pytest.mark.parametrize(("folder", "rule"), RULES, ids=lambda part: getattr(part, "name", part))
def test_a_rule_is_tried_both_ways(folder: Path, rule: str) -> None:
    name = f"{PACKS[folder].header.short}:{rule}"
    reports = [report(filed.name) for filed in CASES if filed.pack == str(folder)]
    broken = [any(finding.rule == name for finding in each.findings) for each in reports]
    looked = [any(row.rule == name and row.ran == Ran.JUDGED for row in each.coverage) for each in reports]
    assert any(broken), "no case breaks it"
    assert any(seen and not bad for seen, bad in zip(looked, broken, strict=True)), "no case keeps it"
