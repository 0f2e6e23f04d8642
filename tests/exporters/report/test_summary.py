"""The verdict as an umpire would write it: every violation, with what was done, why it is illegal and what to undo."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from adjudicator import open_game
from adjudicator.audit.dice import Series
from adjudicator.audit.record import LinkEntry, PlayerEntry, RollEntry
from adjudicator.exporters.report import words
from adjudicator.exporters.report.audit_markdown import audit_markdown
from adjudicator.exporters.report.page import audit_page
from adjudicator.exporters.report.remedies import remedy
from adjudicator.exporters.report.summary import as_json, summary_lines
from adjudicator.findings import Citation, Coverage, Finding, Ran, Severity
from adjudicator.game.rules_wanted import FITTING
from tests.helpers import FIXTURES

GAMES = ("two_rivers", "dvina_line", "prut_front", "smolensk_corridor")


@pytest.fixture(scope="module")
def audit():
    game = FIXTURES / "vassal" / "two_rivers"
    return open_game([game / "start.vsav", game / "turn_1.vlog"], pack="two_rivers").audit().record


def finding(rule, step, severity=Severity.VIOLATION, **more):
    book = Citation("Book")
    return Finding(
        more.pop("at", ()),
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


def test_the_sample_game_is_told_violation_by_violation(audit):
    lines = summary_lines(audit)
    assert lines[:5] == (
        "Two Rivers - The Valley of the Two Rivers, turns 1 to 2",
        "Players: Player 1 (French) and Player 2 (Austrian)",
        "Files: start.vsav, turn_1.vlog; each follows from the one before",
        "Rules: two_rivers (7 of 50 applied), as everybody sees it",
        "Verdict: 7 violations, 1 doubt",
    )
    assert [line for line in lines if line.endswith("turn 1:")] == [
        "Austrian (Player 2), turn 1:",
        "French (Player 1), turn 1:",
    ]
    assert (
        "2. step 26: 1st Austrian Cavalry moves in the French movement, which is not a phase of its side (in 1104 and 1203)"
        " - 2.2 Own phases only. Undo: put 1st Austrian Cavalry back to 1104."
    ) in lines
    assert lines[-2].startswith("Not sure: 1. 5.1 Within the allowance, step 21, 0802")
    assert lines[-1] == "Dice: 3 rolls; none out of the ordinary"


@pytest.mark.parametrize("game", [*GAMES, "smolensk_season/planted"])
def test_every_violation_is_told_under_the_number_that_it_has_on_the_page(game):
    folder = game.partition("/")[0]
    pack = {"smolensk_season": "thunder_in_the_east"}.get(folder, "")
    box = {"smolensk_season": "smolensk_corridor"}.get(folder, folder)
    module = FIXTURES / "vassal" / box / f"{box}.vmod"
    files = sorted(path for path in (FIXTURES / "vassal" / game).iterdir() if path.suffix in (".vsav", ".vlog"))[:4]
    audited = open_game(
        files, pack=pack or FITTING, module=module if module.exists() else None, viewer="umpire"
    ).audit()
    audit = audited.record
    broken = [(number, each) for number, each in enumerate(audit.findings, 1) if each.severity is Severity.VIOLATION]
    lines = summary_lines(audit)
    for number, each in broken:
        (line,) = starting(lines, f"{number}. ")
        assert str(each.because) in line and f"{each.rule.rpartition(':')[2]} {each.title}" in line and "Undo: " in line
    if len(broken) <= 10:
        assert len(lines) < 30
    told = as_json(audit)["told"]
    assert [each["number"] for each in told] == [number for number, _ in broken]


def test_the_number_is_the_same_on_the_page_and_in_markdown(audit):
    game = FIXTURES / "vassal" / "two_rivers"
    audited = open_game([game / "start.vsav", game / "turn_1.vlog"], pack="two_rivers", viewer="umpire").audit()
    page, text = audit_page(audited._audited), audit_markdown(audited.record)
    for number, each in enumerate(audited.record.findings, 1):
        assert re.search(rf'id="{each.id}".*?class="number">{number}</span>', page, re.DOTALL)
        assert f"- **{number}** **{each.rule}**" in text
        assert f"Undo: {remedy(each, audited.record)}." in text and f"Undo: {remedy(each, audited.record)}." in page


def test_what_no_move_did_is_not_put_on_anybody(audit):
    found = finding("p:1", 1, at=("9999",), names=("Nobody",))
    assert remedy(found, audit) == "no single act did it: agree between you how to put it right"


def test_an_act_that_was_taken_back_is_not_to_be_undone_again(audit):
    act = next(each for each in audit.acts if each.kind == "move" and len(each.path) > 1)
    acts = tuple(replace(each, undone=99) if each is act else each for each in audit.acts)
    assert remedy(finding("p:1", act.steps[0], act=act.number), replace(audit, acts=acts)).startswith(
        "it was taken back in"
    )


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_it_is_told_in_other_languages(language):
    game = FIXTURES / "vassal" / "two_rivers"
    files = [game / "start.vsav", game / "turn_1.vlog"]
    told, plain = (
        open_game(files, pack="two_rivers", language=each).audit().summary().lines for each in (language, "")
    )
    assert len(told) == len(plain) and not [
        one for one, other in zip(told, plain, strict=True) if one == other and "Undo" in one
    ]


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
    assert line == "Dice: 1 roll; Anna's 1d6: average 5.5, fair 3.5 (chance 0.2 %); 1 taken back"


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
