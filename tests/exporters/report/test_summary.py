"""The verdict in ten plain lines: nothing wider than mail leaves whole, and each line says what it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import open_game
from adjudicator.audit.dice import Series
from adjudicator.audit.record import LinkEntry, PlayerEntry, RollEntry
from adjudicator.exporters.report import words
from adjudicator.exporters.report.summary import LINES, WIDTH, as_json, fitted, summary_lines
from adjudicator.findings import Citation, Coverage, Finding, Ran, Severity
from tests.exporters.report.games import judged_turn
from tests.helpers import FIXTURES

GAMES = ("two_rivers", "dvina_line", "prut_front", "smolensk_corridor")


@pytest.fixture(scope="module")
def audit():
    game = FIXTURES / "vassal" / "two_rivers"
    return open_game([game / "start.vsav", game / "turn_1.vlog"], pack="two_rivers").audit().record


def finding(rule, step, severity=Severity.VIOLATION, **more):
    book = Citation("Book")
    return Finding(
        (),
        "because",
        rule=rule,
        title=f"Title {rule}",
        citation=book,
        severity=severity,
        id=f"{rule}-{step}",
        step=step,
        **more,
    )


def starting(lines, word):
    return [line for line in lines if line.startswith(word)]


def test_the_sample_game_is_told_in_ten_lines(audit):
    lines = summary_lines(audit)
    assert lines[0] == "Two Rivers - The Valley of the Two Rivers, turns 1 to 2"
    assert lines[1:5] == (
        "Players: Player 1 (French) and Player 2 (Austrian)",
        "Files: start.vsav, turn_1.vlog; each follows from the one before",
        "Rules: two_rivers (7 of 50 applied), as everybody sees it",
        "Verdict: 7 violations, 1 doubt",
    )
    assert lines[5].startswith("- 2.2 Own phases only: step 26, 1104 1203, 1st Austrian Cavalry")
    assert lines[7] == "- and 5 violations more, which the full report tells"
    assert lines[8].startswith("Not sure: 5.1 Within the allowance, step 21, 0802")
    assert lines[9] == "Dice: 3 rolls; none out of the ordinary"


@pytest.mark.parametrize("rules", [0, 1, 3, 40])
@pytest.mark.parametrize("width", [3, 400])
def test_it_is_never_more_nor_wider(rules, width, audit):
    found = tuple(finding(f"p:{n}" + "x" * width, n + 1, names=("Unit " * width,)) for n in range(rules))
    lines = summary_lines(replace(audit, findings=found, title="T\n\x1b" * width))
    assert len(lines) <= LINES
    assert all(len(line) <= WIDTH and line.isprintable() for line in lines)
    told = sum(int(line.split()[2]) if "more, which" in line else 1 for line in starting(lines, "- "))
    assert told == rules


def test_a_line_is_cut_between_words():
    assert fitted("word " * 20) == "word " * 13 + "word..."
    assert fitted("x" * 100) == "x" * 69 + "..."


def test_the_rule_broken_most_often_is_the_worst(audit):
    found = (finding("p:1", 1), finding("p:2", 2), finding("p:2", 3), finding("p:3", 4, ruling="agreed"))
    lines = summary_lines(replace(audit, findings=found))
    assert starting(lines, "- ") == ["- 2 Title p:2 (2 times): step 2", "- 1 Title p:1: step 1"]
    assert "Verdict: 3 violations" in lines


def test_without_rules_nothing_was_judged(audit):
    lines = summary_lines(replace(audit, pack="", findings=()))
    assert "Verdict: none, since no rules were given" in lines and not starting(lines, "Rules")


def test_a_clean_game_is_not_called_legal(audit):
    (line,) = starting(summary_lines(replace(audit, findings=())), "Verdict")
    judged = sum(row.ran is Ran.JUDGED for row in audit.coverage)
    assert judged and line.startswith(f"Verdict: no rule broken of the {judged} judged; ") and "not judged" in line


@pytest.mark.parametrize(
    ("coverage", "why"),
    [
        ((), "the pack has no rules"),
        ((Coverage("p:1", "a", Ran.NOT_APPLICABLE),), "there is nothing that its rules judge"),
        ((Coverage("p:1", "a", Ran.NOT_CHECKED, "no check judges it"),), "no check judges it"),
        ((Coverage("p:1", "a", Ran.UNDETERMINED, "x"),), "1 rule could not be decided"),
    ],
)
def test_where_no_rule_was_judged_that_is_the_verdict(audit, coverage, why):
    found = replace(audit, findings=(), coverage=coverage)
    assert f"Verdict: nothing was judged: {why}" in summary_lines(found)
    assert as_json(found)["outcome"] == found.outcome == "nothing judged"
    assert words.summary(found).startswith(f"nothing was judged: {why}")


def test_files_that_do_not_follow_are_told_first(audit):
    gap = replace(audit.chain, sound=False, links=(LinkEntry("a", "b", "gap", "", False),))
    (line,) = starting(summary_lines(replace(audit, chain=gap)), "Files")
    assert line == "Files: 1 loose joint in start.vsav, turn_1.vlog"


def test_odd_dice_are_told_by_whom_and_how_odd(audit):
    series = Series("Player 7", "1d6", 6, 40, (1, 1, 1, 1, 6, 30), 5.5, 3.5, 0.0, 0.0, 0.002, 0.3)
    roll = RollEntry(1, "a", 1, "Player 7", "", "1d6", (6,), 6, "", aftermath="undone")
    players = (*audit.players, PlayerEntry("Player 7", "Anna"))
    (line,) = starting(summary_lines(replace(audit, rolls=(roll,), series=(series,), players=players)), "Dice")
    assert line == "Dice: 1 roll; Anna's 1d6: average 5.5, fair 3.5 (chance 0.2 %); 1..."


def test_json_has_the_lines_and_what_they_tell(audit):
    from adjudicator.exporters.report.summary import as_json  # noqa: PLC0415 - beside what it is compared with

    told = as_json(audit)
    assert told["lines"] == summary_lines(audit) and told["violations"] == 7 and told["doubts"] == 1
    assert told["worst"][0] == {
        "rule": "two:2.2",
        "title": "Own phases only",
        "count": 1,
        "finding": "two:2.2-ca3c7fac",
    }


def test_every_sample_fits():
    assert all(len(line) <= WIDTH for line in summary_lines(judged_turn().audit))
