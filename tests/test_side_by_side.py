"""The comparison of two trees sees what a player relies on, and counts wording apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.side_by_side.compare import Difference, compare
from tests.side_by_side.explained import Explanation, explanations, table
from tests.side_by_side.games import commands
from tests.side_by_side.this_tree import remembered

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


def differences(was: dict[str, Any], now: dict[str, Any]) -> list[tuple[str, str]]:
    return sorted((each.rule, each.change) for each in compare({"case": was}, {"case": now}).differences)


@pytest.mark.parametrize(
    "change",
    [{"at": ["1107"]}, {"units": ["au.4inf"]}, {"step": 9}, {"turn": 2}, {"phase": "Combat"}],
    ids=lambda change: next(iter(change)),
)
def test_a_finding_in_another_place_differs_once(change: dict[str, Any]) -> None:
    assert differences(answer(), answer(change)) == [("tr:4.4", "violation → violation elsewhere")]


def test_another_severity_is_told_before_and_now() -> None:
    assert differences(answer(), answer({"severity": "doubt"})) == [("tr:4.4", "violation → doubt")]
    assert differences(answer(), answer({"missing": "the weather"})) == [
        ("tr:4.4", "violation → violation for want of a datum")
    ]


def test_a_finding_cited_otherwise_differs_once_under_the_new_rule() -> None:
    assert differences(answer(), answer({"rule": "tr:4.5"})) == [("tr:4.5", "violation under tr:4.4 → violation")]


def test_a_finding_that_is_gone_and_one_that_is_new_are_told() -> None:
    none = answer() | {"report": answer()["report"] | {"findings": []}}
    assert differences(answer(), none) == [("tr:4.4", "violation → nothing")]
    assert differences(none, answer()) == [("tr:4.4", "nothing → violation")]


def test_other_words_are_no_other_verdict() -> None:
    outcome = compare({"case": answer()}, {"case": answer({"because": "a zone", "title": "Zone"})})
    assert outcome.differences == []
    assert outcome.worded == {"because": 1, "title": 1}


def test_what_became_of_a_rule_is_compared() -> None:
    assert differences(answer(), answer(row={"ran": "not checked"})) == [("tr:4.4", "judged → not checked")]


def test_that_one_tree_alone_has_a_rule_is_told_once_and_what_it_finds_each_time() -> None:
    now = answer({"rule": "tr:9.9", "at": ["0101"]}, row={"rule": "tr:9.9"})
    outcome = compare({"one": answer(), "two": answer()}, {"one": now, "two": now})
    assert (outcome.rules_gone, outcome.rules_new) == ({"tr:4.4"}, {"tr:9.9"})
    told = {(each.rule, each.change) for each in outcome.differences}
    assert told == {("tr:4.4", "violation → nothing"), ("tr:9.9", "nothing → violation")}


def test_a_question_that_a_tree_cannot_answer_differs_once_and_one_left_out_of_the_sample_does_not() -> None:
    assert differences(answer(), {"error": "NotationError: fr.9inf"}) == [("(answer)", "answered → an error")]
    assert compare({"one": answer(), "two": answer()}, {"one": answer()}).subjects == 1


def test_an_explanation_covers_what_its_patterns_name() -> None:
    one = Explanation(("fe:12*",), ("violation → *",), "12B", "counted twice", "europa:*")
    assert one.covers(Difference("europa:12:a", "fe:12B", "violation", "nothing"))
    assert not one.covers(Difference("europa:12:a", "fe:12B", "doubt", "nothing"))
    assert not one.covers(Difference("two_rivers:12:a", "fe:12B", "violation", "nothing"))


def test_the_table_counts_by_rule_change_and_explanation() -> None:
    one = Explanation(("fe:12B",), ("violation → doubt",), "12B", "counted twice", "europa:*")
    found = [Difference(subject, "fe:12B", "violation", "doubt") for subject in ("europa:1", "europa:2", "other:1")]
    assert {(row.count, row.by) for row in table(found, [one])} == {(2, one), (1, None)}


def test_every_explanation_is_narrow_and_says_why() -> None:
    for each in explanations():
        assert each.article
        assert each.why
        assert all(any(letter not in "*?[]" for letter in pattern) for pattern in (*each.rules, *each.changes))
        assert not any("*" in pattern for pattern in (*each.rules, *each.changes))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("value begun.fort_building.2A/2109 2/soviet/clear", "remember begun fort_building 2A/2109 2 soviet clear"),
        ("value ever.axis.2A/0305 yes", "remember ever axis 2A/0305"),
        ("value taken.axis.2A/2707 3", "remember taken axis 2A/2707 3"),
        ("value held.2A/0706 7:axis,10:soviet", "remember held 2A/0706 7 axis, 10 soviet"),
        ("value lost:Riga yes", "remember lost Riga"),
        ("value oil.axis 1", "value oil.axis 1"),
    ],
)
def test_what_a_game_remembers_is_asked_in_words_of_today(was: str, now: str) -> None:
    assert remembered(was) == now


def test_both_trees_are_given_the_same_files() -> None:
    command = next(each for each in commands() if "two_rivers" in each.name)
    assert command.on_files_of(Path("/before"))[:2] == ("check", "/before/fixtures/vassal/two_rivers/turn_1.vlog")
