"""A judged log is the log itself with our verdict in its chat: nothing else differs, whoever reads it."""

from __future__ import annotations

import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import importers, marks, open_game
from adjudicator.audit.record import Audit, ChainEntry, FileEntry, StepEntry
from adjudicator.errors import UsageError, WriteError
from adjudicator.exporters.vassal.judged_log import JudgedLog, verdict_lines, write_judged_log
from adjudicator.findings import Citation, Coverage, Finding, Ran
from adjudicator.languages import language
from adjudicator.marks import ENTRY
from adjudicator.model.chat import plain
from adjudicator.model.known import Known
from tests.exporters.vassal.games import told, tree_of, verdicts
from tests.helpers import FIXTURES, vassal_save
from tests.importers.vassal.games import log, move, piece, save

GAME = FIXTURES / "vassal" / "two_rivers"
MODULE = GAME / "two_rivers.vmod"
ILLEGAL = {26: 1, 51: 3, 58: 1, 63: 1, 66: 1}
"""The steps of the sample log that break rules, and how many each."""
DOUBTFUL = 21


@pytest.fixture(scope="module")
def audited():
    return open_game([GAME / "start.vsav", GAME / "turn_1.vlog"], pack="two_rivers").audit()


@pytest.fixture(scope="module")
def judged(audited, tmp_path_factory):
    path = tmp_path_factory.mktemp("judged") / "judged.vlog"
    audited.write(path)
    return path


def without_verdicts(tree):
    if isinstance(tree, str):
        return tree
    kept = [without_verdicts(each) for each in tree if not (isinstance(each, str) and "adjudicator: " in each)]
    return kept[0] if len(kept) == 1 else kept


def test_every_step_that_breaks_a_rule_says_so(judged):
    found = verdicts(judged)
    *_, last = found
    assert {step: len(lines) for step, lines in found.items() if step != last} == ILLEGAL
    assert all("ILLEGAL: " in line for step in ILLEGAL for line in found[step])
    assert "Two Rivers 1 4.4" in found[58][0]
    assert plain(found[last][0]) == (
        "* adjudicator: 7 violations and 1 doubt in turn_1.vlog, judged by two_rivers as everybody sees it"
    )


def test_doubts_are_told_if_they_are_asked_for(audited, tmp_path):
    audited.write_judged(tmp_path / "all.vlog", doubts=True)
    found = verdicts(tmp_path / "all.vlog")
    assert {step: len(lines) for step, lines in found.items()} == {DOUBTFUL: 1, **ILLEGAL, 75: 1}
    assert "NOT SURE: " in found[DOUBTFUL][0] and "unknown: what the counter in 0506 is" in found[DOUBTFUL][0]


def test_nothing_else_differs(judged):
    mine, theirs = tree_of(judged), tree_of(GAME / "turn_1.vlog")
    assert [without_verdicts(each) for each in mine] == list(theirs)
    with zipfile.ZipFile(judged) as one, zipfile.ZipFile(GAME / "turn_1.vlog") as other:
        assert one.namelist() == [*other.namelist(), marks.ENTRY]
        assert all(one.read(name) == other.read(name) for name in other.namelist() if name != "savedGame")


def test_it_leaves_the_same_table_after_each_step(judged):
    module = importers.read(MODULE).module
    ours, theirs = (importers.read(path, module).log for path in (judged, GAME / "turn_1.vlog"))
    assert all(told(a) == told(b) for (_, a), (_, b) in zip(ours.states(), theirs.states(), strict=True))


def test_judged_again_it_gets_the_same_verdict_once(audited, judged, tmp_path):
    again = open_game([GAME / "start.vsav", judged], pack="two_rivers", module=MODULE).audit()
    assert [each.id for each in again.record.findings] == [each.id for each in audited.record.findings]
    assert again.record.acts == audited.record.acts
    again.write(tmp_path / "again.vlog")
    assert verdicts(tmp_path / "again.vlog").keys() == verdicts(judged).keys()
    assert without_verdicts(tree_of(tmp_path / "again.vlog")) == without_verdicts(tree_of(judged))


def test_beside_its_original_it_counts_once(judged):
    game = open_game([GAME / "start.vsav", judged, GAME / "turn_1.vlog"], pack="two_rivers", module=MODULE)
    assert len(game.paths) == 2


def test_a_folder_gets_a_copy_of_every_log_and_a_file_the_last_one(tmp_path):
    short = tmp_path / "part.vlog"
    module = importers.read(MODULE).module
    whole = importers.read(GAME / "turn_1.vlog", module).log
    write_judged_log(JudgedLog(whole, {3: ["* <b>Bob</b>"]}), tmp_path / "marked.vlog")
    with zipfile.ZipFile(tmp_path / "marked.vlog") as marked, zipfile.ZipFile(short, "w") as unmarked:
        for name in set(marked.namelist()) - {ENTRY}:
            unmarked.writestr(name, marked.read(name))
    audited = open_game([short, GAME / "turn_1.vlog"], pack="two_rivers", module=MODULE).audit()
    made = audited.write_judged(tmp_path / "all")
    assert [each.path.name for each in made] == ["part_judged.vlog", "turn_1_judged.vlog"]
    (only,) = audited.write_judged(tmp_path / "one.vlog")
    assert "the last of 2 logs" in str(only.notes[0])


def test_the_log_that_was_read_is_never_written_over(tmp_path):
    log = Path(shutil.copy(GAME / "turn_1.vlog", tmp_path))
    before = log.read_bytes()
    audited = open_game(log, pack="two_rivers", module=MODULE).audit()
    with pytest.raises(UsageError, match="this file was read"):
        audited.write(log)
    assert log.read_bytes() == before


@pytest.mark.parametrize("viewer", ["French", "everybody"])
def test_it_is_made_for_no_single_viewer(viewer, tmp_path):
    audited = open_game(GAME / "turn_1.vlog", pack="two_rivers", viewer=viewer).audit()
    with pytest.raises(WriteError, match="none is made for one viewer"):
        audited.write(tmp_path / "judged.vlog")
    assert list(tmp_path.iterdir()) == []


def test_the_folder_s_own_side_gets_one_in_its_eyes(tmp_path):
    for name in ("turn_1.vlog", "two_rivers.vmod"):
        shutil.copy(GAME / name, tmp_path)
    (tmp_path / "adjudicator.toml").write_text('side = "French"\n', encoding="utf-8")
    open_game(tmp_path / "turn_1.vlog", pack="two_rivers").audit().write(tmp_path / "out.vlog")
    assert "as French sees it" in verdicts(tmp_path / "out.vlog")[75][-1]


@pytest.mark.parametrize(
    ("file", "pack", "why"),
    [("turn_1.vlog", "none", "name a pack"), ("start.vsav", "two_rivers", "a save has no steps")],
)
def test_without_rules_or_steps_there_is_no_verdict(file, pack, why, tmp_path):
    with pytest.raises(WriteError, match=why):
        open_game(GAME / file, pack=pack).audit().write(tmp_path / "judged.vlog")


def finding(because, **more):
    return replace(Finding((), because, rule="r", title="Rule", citation=Citation("Book", "1"), id="r-1"), **more)


def record(*findings, steps=1):
    file = FileEntry("a.vlog", "log", "", "", 1, steps)
    listed = tuple(StepEntry(n, 0, n, "") for n in range(1, steps + 1))
    judged = (Coverage("p:1", "Stacking", Ran.JUDGED),)
    chain = ChainEntry(True)
    return Audit("a", "umpire", "", "", (file,), listed, (), chain, pack="p", findings=findings, coverage=judged), file


def test_a_line_is_nothing_but_text():
    """Names come from files: they begin no HTML, no command and no second line."""
    audit, file = record(finding("<img src=x> &lt;b&gt; \x1b\t\nmoves & rests", step=1))
    (line, _) = verdict_lines(audit, file)[1]
    assert not set("<>\x1b\t\n") & set(line) and "&lt" not in line
    assert "moves & rests" in line


def test_what_was_wrong_before_the_first_step_is_said_with_it():
    audit, file = record(finding("two stacks"), steps=2)
    lines = verdict_lines(audit, file)
    assert "Before the first step: two stacks" in lines[1][0]
    assert "1 violation in" in lines[2][0]


def test_a_reader_is_told_in_his_language():
    audit, file = record(replace(finding("two stacks"), broken=Known.open("the turn")), steps=2)
    german = verdict_lines(audit, file, language=language("de"))
    assert "REGELWIDRIG: Vor dem ersten Schritt: two stacks; unbekannt: the turn" in german[1][0]
    assert "1 Verstoß in" in german[2][0]


def test_an_umpire_s_ruling_silences_a_finding():
    audit, file = record(finding("agreed", step=1, ruling="we agreed"))
    assert [plain(line) for line in verdict_lines(audit, file)[1]] == [
        "* adjudicator: a.vlog, judged by p as umpire sees it: no rule broken of the 1 judged"
    ]


def test_where_no_rule_was_judged_the_log_says_so_and_why():
    audit, file = record()
    assert [plain(line) for line in verdict_lines(replace(audit, coverage=()), file)[1]] == [
        "* adjudicator: a.vlog, judged by p as umpire sees it: nothing was judged: the pack has no rules"
    ]


@pytest.mark.parametrize("steps", [(move("1", 50, 60),), ([move("1", 50, 60), "CHATHello"],)])
def test_a_step_of_one_command_or_more_takes_lines(steps, tmp_path):
    path = vassal_save(tmp_path / "in.vlog", log(save(piece("1")), *steps))
    read = importers.read(path).log
    write_judged_log(JudgedLog(read, {1: ["* |adjudicator: all is well"]}), tmp_path / "out.vlog")
    again = importers.read(tmp_path / "out.vlog").log
    assert verdicts(tmp_path / "out.vlog") == {1: ["* |adjudicator: all is well"]}
    assert again.steps[0].events == read.steps[0].events
    assert told(again.state_at(1)) == told(read.state_at(len(read.steps)))
