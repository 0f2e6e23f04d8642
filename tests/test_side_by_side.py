"""The comparison of two trees sees what a player relies on, and counts wording apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.side_by_side.compare import Difference, Explanation, compare, explanations

FINDING: dict[str, Any] = {
    "id": "tr:4.4-1",
    "rule": "tr:4.4",
    "title": "Zones",
    "citation": {"book": "Two Rivers", "edition": "", "article": "4.4"},
    "severity": "violation",
    "because": "1105 lies in a zone",
    "at": ["1106"],
    "units": ["au.3inf"],
    "names": ["3rd"],
    "missing": "",
    "reading": "",
    "turn": 1,
    "phase": "Movement",
    "step": 8,
    "traces": [],
}
ROW = {"rule": "tr:4.4", "title": "Zones", "ran": "judged", "why": "1 act"}


def answer(finding: dict[str, Any] | None = None, row: dict[str, Any] | None = None) -> dict[str, Any]:
    findings = [FINDING | (finding or {})]
    report = {"findings": findings, "coverage": [ROW | (row or {})], "notes": [], "readings": []}
    return {"asked": {"given": ["0805: fr.1inf"]}, "report": report}


@pytest.mark.parametrize(
    "change",
    [
        {"severity": "doubt"},
        {"at": ["1107"]},
        {"units": ["au.4inf"]},
        {"step": 9},
        {"turn": 2},
        {"phase": "Combat"},
        {"missing": "the weather"},
        {"rule": "tr:4.5"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_finding_that_differs_is_seen_on_both_sides(change: dict[str, Any]) -> None:
    outcome = compare({"case": answer()}, {"case": answer(change)})
    assert sorted(each.side for each in outcome.differences) == ["new", "old"]


def test_other_words_are_no_other_verdict() -> None:
    outcome = compare({"case": answer()}, {"case": answer({"because": "a zone", "title": "Zone"})})
    assert outcome.differences == []
    assert outcome.worded == {"because": 1, "title": 1}


def test_what_became_of_a_rule_is_compared() -> None:
    outcome = compare({"case": answer()}, {"case": answer(row={"ran": "not checked"})})
    told = {(each.side, each.fact) for each in outcome.differences}
    assert told == {("old", "tr:4.4 judged"), ("new", "tr:4.4 not checked")}


def test_a_case_that_is_gone_is_seen_and_one_left_out_of_the_sample_is_not() -> None:
    outcome = compare({"one": answer(), "two": answer()}, {"one": {"asked": answer()["asked"]}})
    assert outcome.differences == [Difference("two", "old", "the whole case or file")]


def test_an_explanation_covers_what_its_patterns_name() -> None:
    one = Explanation("europa:*", "12B", "counted twice", rule="fe:12*", fact="violation *")
    assert one.covers(Difference("europa:12:a", "old", "violation fe:12B at 0101", "fe:12B"))
    assert not one.covers(Difference("europa:12:a", "old", "doubt fe:12B at 0101", "fe:12B"))
    assert not one.covers(Difference("two_rivers:12:a", "old", "violation fe:12B at 0101", "fe:12B"))


def test_the_list_of_known_differences_can_be_read() -> None:
    assert all(each.article and each.why for each in explanations())
